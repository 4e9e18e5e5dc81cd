#include "bizrec/lookup/clause.hpp"

#include <algorithm>

#include "bizrec/format/impact.hpp"
#include "bizrec/postings/work.hpp"

namespace bizrec::search {

namespace {

constexpr std::size_t words_a_step = 8;  // words compared in one step

}  // namespace

void SearchClause::ask(const WordSequence& words) {
    sequence_ = words;
    word_at_.clear();
    words_.clear();
    asked_wholes_.clear();
    found_ = 0;
    join();
    const std::size_t count = sequence_.size();
    for (std::size_t i = 0; i < count; ++i) {
        // Each word is compared with all words before it.
        if (!context_.budget().take(WorkKind::look_up, key_work + words_.size() / words_a_step)) {
            return forget();
        }
        ask_word(i);
    }
    if (count < 2) {
        return;
    }
    ask_pair();
    ask_whole(0, count);
    for (std::size_t length = 2; length < count && length <= max_whole_words; ++length) {
        ask_whole(0, length);
        ask_whole(count - length, count);
    }
}

/// Empties the clause. ask() calls it when the budget has stopped the request, so that read() looks up no word.
void SearchClause::forget() {
    sequence_.clear();
    words_.clear();
    word_at_.clear();
}

/// Joins the words so that the key of any adjacent words is a substring: hash() replaces the blank before the first of
/// these words by the kind.
void SearchClause::join() {
    joined_.clear();
    ends_.clear();
    for (const std::string_view word : sequence_) {
        joined_ += ' ';
        joined_ += word;
        ends_.push_back(joined_.size());
    }
}

format::KeyHash SearchClause::hash(format::TermKind kind, std::size_t from, std::size_t to) {
    const std::size_t begin = from == 0 ? 0 : ends_[from - 1];
    joined_[begin] = static_cast<char>(kind);
    const format::KeyHash hash = format::hash_key(std::string_view(joined_).substr(begin, ends_[to - 1] - begin));
    joined_[begin] = ' ';
    return hash;
}

void SearchClause::ask_word(std::size_t at) {
    const format::KeyHash key = hash(rule_.words, at, at + 1);
    const auto same =
        std::find_if(words_.begin(), words_.end(), [&](const Word& other) { return other.hash.tag == key.tag; });
    word_at_.push_back(static_cast<std::uint32_t>(same - words_.begin()));
    if (same == words_.end()) {
        context_->prefetch_term(key);
        Word& added = words_.emplace_back();
        added.text = sequence_[at];
        added.hash = key;
    } else {
        ++same->times;
    }
}

void SearchClause::ask_pair() {
    if (rule_.pairs && words_.size() == 2) {
        format::pair_key(words_[0].text, words_[1].text, key_);
        pair_hash_ = format::hash_key(key_);
        context_->prefetch_term(pair_hash_);
    }
}

void SearchClause::ask_whole(std::size_t from, std::size_t to) {
    ask_whole_as(format::TermKind::whole_name, from, to);
    if (rule_.labels) {
        ask_whole_as(format::TermKind::label, from, to);
    }
}

void SearchClause::ask_whole_as(format::TermKind kind, std::size_t from, std::size_t to) {
    const format::KeyHash key = hash(kind, from, to);
    // Prefetching a slot costs an address translation. So only the keys of the whole text are prefetched: names and
    // labels that consist of a part of the text rarely exist.
    if (to - from == sequence_.size()) {
        context_->prefetch_term(key);
    }
    asked_wholes_.push_back({static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to), kind, key});
}

void SearchClause::read() {
    for (Word& word : words_) {
        word.lists = context_->term(word.hash);
        found_ += word.lists.count != 0 ? 1U : 0U;
    }
    pair_ = {};
    if (rule_.pairs && words_.size() == 2 && format::may_be_paired(words_[0].lists.count, context_->documents()) &&
        format::may_be_paired(words_[1].lists.count, context_->documents())) {
        pair_ = context_->pair(pair_hash_);
    }
    exact_matches_.clear();
    context_.budget().take(WorkKind::look_up, asked_wholes_.size() * key_work);
    for (const AskedWhole& asked : asked_wholes_) {
        read_whole(asked);
    }
}

/// Adds the name or label to exact_matches_ if it exists. Most do not.
void SearchClause::read_whole(const AskedWhole& asked) {
    format::KeyEntry entry;
    if (!context_->terms().find(asked.hash, entry)) {
        return;
    }
    Whole whole{asked.from, asked.to, asked.kind, context_->term(entry), 0};
    whole.evidence = whole.lists.count != 0 ? whole_evidence(whole) : 0;
    if (whole.evidence != 0) {
        exact_matches_.push_back(whole);
    }
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
        std::min<std::uint64_t>(sum * sixteenths * rule_.factor / 256, format::max_evidence));
}

void SearchClause::add_words(std::vector<WeightedList>& to, Counted counted) const {
    for (const Word& word : words_) {
        if (word.lists.count != 0) {
            to.push_back({word.lists, rule_.factor * (counted == Counted::as_often ? word.times : 1)});
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
