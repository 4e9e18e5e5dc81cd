#include <algorithm>

#include "bizrec/search/search_reuse.hpp"
#include "bizrec/search/search_task.hpp"

/// The readings of a request that no record answers as it was typed.
namespace bizrec::search {

namespace {

/// Neighbours of each text that are looked up as one word.
constexpr std::size_t most_joins = 8;
/// Ways to cut a word in two that are ranked.
constexpr std::size_t most_splits = 4;
/// Code points of either half: shorter ones exist by chance.
constexpr std::size_t shortest_half = 2;

/// What readings 2 to 4 of a request may cost together beside one look at each document.
constexpr std::uint64_t least_fall_back = 65536;

bool continues_code_point(char byte) noexcept {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// Bytes up to which `text` has `code_points` of them; its size where it has fewer.
std::size_t bytes_of(std::string_view text, std::size_t code_points) noexcept {
    std::size_t at = 0;
    for (; at < text.size() && code_points != 0; --code_points) {
        do {
            ++at;
        } while (at < text.size() && continues_code_point(text[at]));
    }
    return at;
}

}  // namespace

std::uint64_t SearchTask::fall_back_work() const noexcept {
    if (!has_several_words_ && !corrections_.any_missing()) {
        return 0;
    }
    const std::uint64_t documents = generation_->documents();
    std::uint64_t postings = 0;
    for (const SearchClause* clause : {&query_words_, &name_words_}) {
        for (const SearchClause::Word& word : clause->words()) {
            postings += word.lists.count != 0 ? word.lists.count : documents;
        }
    }
    const auto stop_words = static_cast<std::uint64_t>(
        std::count_if(query_text_.words.begin(), query_text_.words.end(),
                      [](const text::Word& word) { return word.kind == text::WordKind::stop; }));
    postings += typed_.query.empty() ? 0 : stop_words * documents;
    return (corrections_.any_missing() ? Corrections::most_steps : 0) + documents + least_fall_back + 4 * postings;
}

void SearchTask::fall_back() {
    if (!has_several_words_ && !corrections_.any_missing()) {
        return;
    }
    fall_back_left_ = generation_->documents() + least_fall_back;
    reading_ = Reading::corrected;
    if (read_joined(query_rule) || read_joined(store_name_rule) ||
        read_joined_with_stop_words(query_rule, query_text_) ||
        read_joined_with_stop_words(store_name_rule, name_text_)) {
        return;
    }
    if (corrections_.any_missing()) {
        visited_ += corrections_.find(*generation_);
        if (read_corrected()) {
            return;
        }
    }
    if (read_split()) {
        return;
    }
    reading_ = Reading::any_word;
    read_any();
}

void SearchTask::look_up_read() {
    query_words_.ask(*generation_, read_.query);
    name_words_.ask(*generation_, read_.store_name);
    query_words_.read(*generation_);
    name_words_.read(*generation_);
}

/// Whether a record has all words of read_.
bool SearchTask::rank_read() {
    look_up_read();
    if (!query_words_.is_complete() || !name_words_.is_complete()) {
        return false;
    }
    require_all_words();
    const std::uint64_t work = estimate_work(*generation_, problem_);
    if (work > fall_back_left_) {
        return false;
    }
    fall_back_left_ -= work;
    rank();
    return has_hit_;
}

bool SearchTask::exists(const ClauseRule& rule, std::string_view word) {
    format::term_key(rule.words, word, key_);
    return generation_->term(key_).count != 0;
}

/// Whether `written` is one word that exists; `form` is what the index has for it.
bool SearchTask::find_form(const ClauseRule& rule, std::string_view written, std::string& form) {
    text::analyse_query(written, word_text_);
    if (word_text_.words.size() != 1) {
        return false;
    }
    form = word_text_.view(word_text_.words.front());
    return exists(rule, form);
}

/// Reads `count` words of the text from `at` as the one that is written as `written`.
bool SearchTask::read_as_one(const ClauseRule& rule, std::size_t at, std::size_t count, std::string_view written) {
    if (!find_form(rule, written, joined_)) {
        return false;
    }
    read_ = typed_;
    WordSequence& words = read_.of(rule);
    const auto place = words.begin() + static_cast<std::ptrdiff_t>(at);
    *place = joined_;
    words.erase(place + 1, place + static_cast<std::ptrdiff_t>(count));
    return rank_read();
}

bool SearchTask::read_joined(const ClauseRule& rule) {
    const WordSequence& typed = typed_.of(rule);
    for (std::size_t i = 0; i + 1 < typed.size() && i < most_joins; ++i) {
        written_.assign(typed[i]).append(typed[i + 1]);
        if (read_as_one(rule, i, 2, written_)) {
            return true;
        }
    }
    return false;
}

/// "com munity": one half is a function word, which is no word of typed_.
bool SearchTask::read_joined_with_stop_words(const ClauseRule& rule, const text::AnalysedText& text) {
    const std::size_t count = std::min(typed_.of(rule).size(), most_joins);
    const std::vector<text::Word>& words = text.words;
    const auto is_plain = [&](std::size_t i) { return words[i].kind == text::WordKind::plain; };
    for (std::size_t i = 0, at = 0; at < count && i + 1 < words.size(); ++i) {
        if (is_plain(i) != is_plain(i + 1)) {
            written_.assign(text.view(words[i])).append(text.view(words[i + 1]));
            if (read_as_one(rule, at, 1, written_)) {
                return true;
            }
        }
        at += is_plain(i) ? 1U : 0U;
    }
    return false;
}

bool SearchTask::read_corrected() {
    for (std::size_t reading = 0; reading < corrections_.readings(); ++reading) {
        read_ = typed_;
        corrections_.apply(reading, read_);
        if (rank_read()) {
            return true;
        }
    }
    return false;
}

bool SearchTask::read_split() {
    const Corrections::Rarest* rarest = corrections_.word_to_cut();
    if (rarest == nullptr || !format::belongs_to_vocabulary(rarest->typed)) {
        return false;
    }
    const std::string_view word = rarest->typed;
    std::size_t ranked = 0;
    for (std::size_t half = shortest_half; ranked < most_splits; ++half) {
        const std::size_t cut = bytes_of(word, half);
        if (bytes_of(word.substr(cut), shortest_half - 1) == word.size() - cut) {
            return false;
        }
        if (!find_form(*rarest->rule, word.substr(0, cut), halves_[0]) ||
            !find_form(*rarest->rule, word.substr(cut), halves_[1])) {
            continue;
        }
        ++ranked;
        read_ = typed_;
        WordSequence& words = read_.of(*rarest->rule);
        const auto place = std::find(words.begin(), words.end(), word);
        *place = halves_[1];
        words.insert(place, halves_[0]);
        if (rank_read()) {
            return true;
        }
    }
    return false;
}

/// "grill the" is rather "The Grill" than "Beverly Grill": where not all words fit, those that say little say
/// something.
void SearchTask::add_stop_words() {
    const std::vector<text::Word>& words = query_text_.words;
    const auto is_plain = [](const text::Word& word) { return word.kind == text::WordKind::plain; };
    if (typed_.query.empty() || std::none_of(words.begin(), words.end(), is_plain)) {
        return;
    }
    for (const text::Word& word : words) {
        const std::string_view text = query_text_.view(word);
        const auto is_same = [text](const SearchClause::Word& other) { return other.text == text; };
        if (is_plain(word) || std::any_of(stop_words_.begin(), stop_words_.end(), is_same)) {
            continue;
        }
        format::term_key(query_rule.words, text, key_);
        const format::KeyHash hash = format::hash_key(key_);
        stop_words_.push_back({text, hash, generation_->term(hash)});
        if (stop_words_.back().lists.count != 0) {
            Boost& boost = add_reused(problem_.boosts, spare_boosts_);
            boost.lists.assign(1, stop_words_.back().lists);
            boost.evidence = stop_word_evidence(boost.lists.front());
        }
    }
}

bool SearchTask::read_any() {
    if (!has_several_words_) {
        return false;  // what the readings before it have looked for
    }
    read_ = typed_;
    corrections_.apply_likeliest(read_);
    look_up_read();
    clear_words();
    for (const SearchClause* clause : {&query_words_, &name_words_}) {
        if (clause->words().empty()) {
            continue;
        }
        if (clause->found() == 0) {
            return false;
        }
        std::vector<WeightedList>& lists = add_reused(problem_.alternatives, spare_clauses_);
        lists.clear();
        clause->add_words(lists);
        clause->add_wholes(problem_);
    }
    add_stop_words();
    rank();
    return has_hit_;
}

}  // namespace bizrec::search
