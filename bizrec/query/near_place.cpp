#include "bizrec/query/near_place.hpp"

#include <algorithm>
#include <array>

#include "bizrec/base/ascii.hpp"
#include "bizrec/format/term_key.hpp"
#include "bizrec/postings/list_cursor.hpp"

namespace bizrec::search {

namespace {

/// Lower case. "in" asks for what lies inside.
constexpr std::array<std::string_view, 6> near_words = {"cerca", "nabij", "nahe", "near", "presso", "vicino"};
constexpr std::array<std::string_view, 4> near_articles = {"a", "de", "di", "to"};  // "cerca de Madrid"
constexpr ByteSet near_separators(" \t,;\n");
/// Records whose positions tell the middle.
constexpr std::size_t sample_size = 64;
constexpr std::size_t most_words_of_name = 4;

struct LastWord {
    std::size_t begin = 0, end = 0;
};

/// Of the text before `end`; empty at its beginning.
LastWord last_word(std::string_view text, std::size_t end) noexcept {
    while (end > 0 && near_separators.has(text[end - 1])) {
        --end;
    }
    std::size_t begin = end;
    while (begin > 0 && !near_separators.has(text[begin - 1])) {
        --begin;
    }
    return {begin, end};
}

bool is_one_of(std::string_view word, const std::string_view* begin, const std::string_view* end) noexcept {
    return std::any_of(begin, end, [word](std::string_view other) { return equals_ignoring_case(word, other); });
}

/// False of most texts: no word behind another begins as one of near_words does.
bool may_have_near_word(std::string_view text) noexcept {
    const std::size_t end = text.size() - std::min<std::size_t>(text.size(), 2);  // of separators before two letters
    for (std::size_t i = near_separators.find_in(text); i < end; i = near_separators.find_in(text, i + 1)) {
        const char first = lower(text[i + 1]), second = lower(text[i + 2]);
        if (((first == 'c' || first == 'n') && (second == 'a' || second == 'e')) ||
            ((first == 'p' || first == 'v') && (second == 'i' || second == 'r'))) {
            return true;
        }
    }
    return false;
}

bool has_digit(std::string_view text) noexcept {
    return std::any_of(text.begin(), text.end(), is_digit);
}

}  // namespace

bool NearPlace::find(const store::Generation& generation, const SearchQuery& request) {
    if (!request.locations.empty() || request.as_typed || !split(request.query)) {
        return false;
    }
    latitudes_.clear();
    longitudes_.clear();
    const bool is_found =
        has_digit(name_) ? find_middle_of_words(generation) : find_middle_of_city(generation, request);
    if (!is_found || !take_middle()) {
        return false;
    }
    const place::Position centre = near_.locations.front().centre;
    near_ = request;
    near_.query.resize(rest_);
    LocationFilter circle;
    circle.country.clear();
    circle.has_circle = true;
    circle.centre = centre;
    circle.radius_metres = radius_metres;
    near_.locations.assign(1, circle);
    return true;
}

/// At the last preposition that has words on both sides.
bool NearPlace::split(const std::string& query) {
    const std::string_view text = query;
    if (!may_have_near_word(text)) {
        return false;
    }
    std::size_t name = text.size();
    for (LastWord word = last_word(text, text.size()); word.begin != word.end; word = last_word(text, word.begin)) {
        const std::string_view written = text.substr(word.begin, word.end - word.begin);
        if (name != text.size() && is_one_of(written, near_words.begin(), near_words.end())) {
            name_ = text.substr(name);
            rest_ = last_word(text, word.begin).end;
            return rest_ != 0;
        }
        if (!is_one_of(written, near_articles.begin(), near_articles.end())) {
            name = word.begin;
        }
    }
    return false;
}

/// Of a code, or of a city and its state: their records are those that hold all of the words.
bool NearPlace::find_middle_of_words(const store::Generation& generation) {
    text::analyse_query(generation.rules().words, name_, text_);
    if (text_.words.empty() || text_.words.size() > most_words_of_name) {
        return false;
    }
    std::vector<format::TermLists> lists;
    for (const text::Word& word : text_.words) {
        format::term_key(query_rule.words, text_.view(word), key_);
        lists.push_back(generation.term(key_));
        if (lists.back().count == 0) {
            return false;
        }
    }
    std::sort(lists.begin(), lists.end(), [](const auto& a, const auto& b) { return a.count < b.count; });
    std::vector<ListCursor> cursors(lists.size());
    for (std::size_t i = 0; i < lists.size(); ++i) {
        cursors[i].open(lists[i]);
    }
    std::uint64_t visited = 0;
    for (std::uint32_t docid = 0; latitudes_.size() < sample_size && docid < generation.documents(); ++docid) {
        if (!cursors.front().seek(docid, visited)) {
            break;
        }
        docid = cursors.front().docids()[0];
        if (std::all_of(cursors.begin() + 1, cursors.end(),
                        [&](ListCursor& cursor) { return cursor.contains(docid, visited); })) {
            add(generation, docid);
        }
    }
    return true;
}

bool NearPlace::find_middle_of_city(const store::Generation& generation, const SearchQuery& request) {
    near_ = request;
    near_.query = request.query.substr(0, rest_) + " in " + std::string(name_);
    words_.analyse(generation.rules().words, request.query, request.store_name);
    words_.ask(generation, words_.typed());
    words_.read(generation);
    if (reading_.find(generation, near_, words_, PlaceReading::Cities::any) && reading_.rest().size() == rest_) {
        if (reading_.is_region()) {
            return false;
        }
    } else {
        return is_city_with_state(generation) && find_middle_of_words(generation);
    }
    sample(generation, reading_.largest_town().empty() ? reading_.inside() : reading_.largest_town());
    return true;
}

/// "newark oh": without its last word it is a city.
bool NearPlace::is_city_with_state(const store::Generation& generation) {
    const std::size_t state = last_word(name_, name_.size()).begin;
    near_.query.resize(near_.query.size() - name_.size() + state);
    return state != 0 && reading_.find(generation, near_, words_, PlaceReading::Cities::any) && !reading_.is_region() &&
           reading_.rest().size() == rest_;
}

/// Evenly: docids go along a curve.
void NearPlace::sample(const store::Generation& generation, const place::Ranges& ranges) {
    const std::uint64_t all = place::documents_in(ranges);
    const std::uint64_t stride = std::max<std::uint64_t>(1, all / sample_size);
    std::uint64_t skip = 0;
    for (const place::Range& range : ranges) {
        std::uint64_t docid = range.begin + skip;
        for (; docid < range.end; docid += stride) {
            add(generation, static_cast<std::uint32_t>(docid));
        }
        skip = docid - range.end;
    }
}

void NearPlace::add(const store::Generation& generation, std::uint32_t docid) {
    const place::Position position = generation.position[docid];
    if (position.exists()) {
        latitudes_.push_back(position.latitude);
        longitudes_.push_back(position.longitude);
    }
}

/// The median: a record that stands elsewhere, or has the code in its street, moves it little.
bool NearPlace::take_middle() {
    if (latitudes_.empty()) {
        return false;
    }
    const auto median = [](std::vector<std::int32_t>& values) {
        const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
        std::nth_element(values.begin(), middle, values.end());
        return *middle;
    };
    near_.locations.resize(1);
    near_.locations.front().centre = {median(latitudes_), median(longitudes_)};
    return true;
}

}  // namespace bizrec::search
