#include "bizrec/place_words/near_place.hpp"

#include <algorithm>

#include "bizrec/base/ascii.hpp"
#include "bizrec/format/term_key.hpp"
#include "bizrec/postings/list_cursor.hpp"

namespace bizrec::search {

namespace {

/// The centre of the circle is determined by the positions of about this many records.
constexpr std::size_t sample_size = 64;
constexpr std::size_t max_words_of_name = 4;

/// Returns the median, which becomes a coordinate of the centre. A few records that lie elsewhere, for example with the
/// digits of the postal code as their house number, hardly move it.
std::int32_t median(std::vector<std::int32_t>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace

bool NearPlace::find(const SearchQuery& request) {
    if (!request.locations.empty() || request.as_typed || !may_say_near() || !split()) {
        return false;
    }
    latitudes_.clear();
    longitudes_.clear();
    const std::string_view name = tokens_.text(name_);
    const bool is_code = std::any_of(name.begin(), name.end(), is_digit);
    if (!(is_code ? find_middle_of_words() : find_middle_of_city(request)) || latitudes_.empty()) {
        return false;
    }
    LocationFilter circle;
    circle.country.clear();
    circle.has_circle = true;
    circle.centre = {median(latitudes_), median(longitudes_)};
    circle.radius_metres = radius_metres;
    near_ = request;
    near_.query.assign(tokens_.text(rest_));
    near_.locations.assign(1, circle);
    return true;
}

bool NearPlace::may_say_near() const noexcept {
    for (std::size_t at = 1; at < tokens_.size(); ++at) {
        if (may_be_near(tokens_[at])) {
            return true;
        }
    }
    return false;
}

/// Splits the query at its last "near" that has words on both sides.
bool NearPlace::split() {
    name_ = rest_ = {tokens_.size(), tokens_.size()};
    for (std::size_t at = tokens_.size(); at-- > 0;) {
        if (name_.size() != 0 && preposition(tokens_[at]) == Preposition::near) {
            rest_ = {0, at};
            return at != 0;
        }
        if (!may_follow_near(tokens_[at])) {
            name_.first = at;
        }
    }
    return false;
}

/// Samples the positions of the records that hold all words of the name: a postal code, or a city and its state.
bool NearPlace::find_middle_of_words() {
    context_.analyse(tokens_.text(name_), text_);
    if (text_.words.empty() || text_.words.size() > max_words_of_name) {
        return false;
    }
    std::vector<format::TermLists> lists;
    for (const text::Word& word : text_.words) {
        format::term_key(query_rule.words, text_.view(word), key_);
        lists.push_back(context_->term(key_));
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
    for (std::uint32_t docid = 0; latitudes_.size() < sample_size && docid < context_->documents(); ++docid) {
        if (!cursors.front().seek(docid, visited)) {
            break;
        }
        docid = cursors.front().docids()[0];
        if (std::all_of(cursors.begin() + 1, cursors.end(),
                        [&](ListCursor& cursor) { return cursor.contains(docid, visited); })) {
            add(docid);
        }
    }
    return true;
}

/// Tries the name as a city, and then the name without its last word: "newark oh".
bool NearPlace::find_middle_of_city(const SearchQuery& request) {
    words_.analyse(request.query, request.store_name);
    words_.ask(words_.typed());
    words_.read();
    const NamedPlace& place = reading_.place();
    if (reading_.find_named(request, words_, name_, rest_)) {
        if (!place.is_region) {
            sample(place.largest_town.empty() ? place.inside : place.largest_town);
        }
        return !place.is_region;
    }
    return name_.size() > 1 && reading_.find_named(request, words_, {name_.first, name_.end - 1}, rest_) &&
           !place.is_region && find_middle_of_words();
}

/// Samples evenly. Docids follow a curve through space, so an even sample covers the place.
void NearPlace::sample(const place::Ranges& ranges) {
    const std::uint64_t all = place::documents_in(ranges);
    const std::uint64_t stride = std::max<std::uint64_t>(1, all / sample_size);
    std::uint64_t skip = 0;
    for (const place::Range& range : ranges) {
        std::uint64_t docid = range.begin + skip;
        for (; docid < range.end; docid += stride) {
            add(static_cast<std::uint32_t>(docid));
        }
        skip = docid - range.end;
    }
}

void NearPlace::add(std::uint32_t docid) {
    const place::Position position = context_->position[docid];
    if (position.exists()) {
        latitudes_.push_back(position.latitude);
        longitudes_.push_back(position.longitude);
    }
}

}  // namespace bizrec::search
