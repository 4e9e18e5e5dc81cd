#include "bizrec/query/clause.hpp"

#include <algorithm>

#include "bizrec/format/impact.hpp"

namespace bizrec::search {

void SearchClause::ask(const store::Generation& generation, const WordSequence& words) {
    sequence_ = words;
    word_at_.clear();
    words_.clear();
    exact_matches_.clear();
    found_ = 0;
    for (const std::string_view word : sequence_) {
        format::term_key(rule_.words, word, key_);
        const format::KeyHash hash = format::hash_key(key_);
        const auto same =
            std::find_if(words_.begin(), words_.end(), [&](const Word& other) { return other.hash.tag == hash.tag; });
        word_at_.push_back(static_cast<std::uint32_t>(same - words_.begin()));
        if (same == words_.end()) {
            generation.prefetch_term(hash);
            words_.push_back({word, hash, {}});
        }
    }
    const std::size_t count = sequence_.size();
    if (count < 2) {
        return;
    }
    ask_pair(generation);
    ask_whole(generation, 0, count);
    for (std::size_t length = 2; length < count && length <= longest_whole; ++length) {
        ask_whole(generation, 0, length);
        ask_whole(generation, count - length, count);
    }
}

void SearchClause::ask_pair(const store::Generation& generation) {
    if (rule_.pairs && words_.size() == 2) {
        format::pair_key(words_[0].text, words_[1].text, key_);
        pair_hash_ = format::hash_key(key_);
        generation.prefetch_term(pair_hash_);
    }
}

void SearchClause::ask_whole(const store::Generation& generation, std::size_t from, std::size_t to) {
    ask_whole_as(generation, format::TermKind::whole_name, from, to);
    if (rule_.labels) {
        ask_whole_as(generation, format::TermKind::label, from, to);
    }
}

void SearchClause::ask_whole_as(const store::Generation& generation, format::TermKind kind, std::size_t from,
                                std::size_t to) {
    format::term_key(kind, sequence_[from], key_);
    for (std::size_t i = from + 1; i < to; ++i) {
        key_ += ' ';
        key_ += sequence_[i];
    }
    const format::KeyHash hash = format::hash_key(key_);
    // Each request for memory waits for an address translation: of slots that are mostly free it would not pay.
    if (to - from == sequence_.size()) {
        generation.prefetch_term(hash);
    }
    exact_matches_.push_back({static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to), kind, hash, {}, 0});
}

void SearchClause::read(const store::Generation& generation) {
    for (Word& word : words_) {
        word.lists = generation.term(word.hash);
        found_ += word.lists.count != 0 ? 1U : 0U;
    }
    pair_ = {};
    if (rule_.pairs && words_.size() == 2 && format::may_be_paired(words_[0].lists.count, generation.documents()) &&
        format::may_be_paired(words_[1].lists.count, generation.documents())) {
        pair_ = generation.pair(pair_hash_);
    }
    for (Whole& whole : exact_matches_) {
        whole.lists = generation.term(whole.hash);
        whole.evidence = whole.lists.count != 0 ? whole_evidence(whole) : 0;
    }
    exact_matches_.erase(std::remove_if(exact_matches_.begin(), exact_matches_.end(),
                                        [](const Whole& whole) { return whole.evidence == 0; }),
                         exact_matches_.end());
}

std::uint32_t SearchClause::whole_evidence(const Whole& whole) const noexcept {
    std::uint64_t sum = 0;
    for (std::uint32_t i = whole.from; i < whole.to; ++i) {
        sum += words_[word_at_[i]].lists.idf_sixteenths;
    }
    const bool is_whole_text = whole.to - whole.from == sequence_.size();
    const std::uint64_t sixteenths = whole.kind == format::TermKind::label ? format::whole_label_sixteenths
                                     : is_whole_text                       ? format::whole_text_sixteenths
                                                                           : format::whole_name_sixteenths;
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>(sum * sixteenths * rule_.factor / 256, format::greatest_evidence));
}

void SearchClause::add_words(std::vector<WeightedList>& to) const {
    for (const Word& word : words_) {
        if (word.lists.count != 0) {
            to.push_back({word.lists, rule_.factor});
        }
    }
}

void SearchClause::add_exact_matches(RankConditions& conditions) const {
    for (const Whole& whole : exact_matches_) {
        conditions.exact_matches.push_back({whole.lists, whole.evidence});
    }
}

bool SearchClause::is_whole_name() const noexcept {
    return std::any_of(exact_matches_.begin(), exact_matches_.end(), [this](const Whole& whole) {
        return whole.kind == format::TermKind::whole_name && whole.from == 0 && whole.to == sequence_.size();
    });
}

}  // namespace bizrec::search
