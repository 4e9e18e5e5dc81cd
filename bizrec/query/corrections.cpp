#include "bizrec/query/corrections.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>

#include "bizrec/format/term_key.hpp"

namespace bizrec::search {

namespace {

/// What a look-up costs next to a step of the walk.
constexpr std::uint64_t correction_lookup_steps = 8;

/// Of the candidates of one edit and of two, in sixteenths.
using LeastIdf = std::array<std::uint32_t, 2>;

/// How likely a candidate was meant, times its idf's part of the commonest candidate's as near as it: all neighbours of
/// a word count with one idf, as Lucene's TopTermsBlendedFreqScoringRewrite has it, or the rarest word would win.
/// "starbuks" is Starbucks, not "Starbaks", the Latin form of one shop's Cyrillic name.
std::uint32_t weight_of(const TypoCandidate& candidate, const LeastIdf& least) noexcept {
    const std::uint32_t likelihood = candidate.distance > 1 ? 128U : candidate.is_slip ? 208U : 192U;
    const std::uint32_t idf = std::max<std::uint32_t>(candidate.idf_sixteenths, 1);
    return std::max(likelihood * least[candidate.distance > 1 ? 1 : 0] / idf, 1U);
}

}  // namespace

void Corrections::note(const SearchClause& query, const SearchClause& store_name) {
    word_count_ = 0;
    missing_count_ = 0;
    steps_left_ = max_steps;
    rarest_ = {};
    note(query);
    note(store_name);
}

void Corrections::note(const SearchClause& clause) {
    for (const SearchClause::Word& word : clause.words()) {
        if (rarest_.rule == nullptr || word.lists.count < rarest_.documents) {
            rarest_ = {&clause.rule(), word.text, word.lists.count};
        }
        missing_count_ += word.lists.count == 0 ? 1U : 0U;
        if (word_count_ == max_words) {
            continue;
        }
        if (word_count_ == words_.size()) {
            words_.emplace_back();
        }
        Word& noted = words_[word_count_++];
        noted.rule = &clause.rule();
        noted.typed = word.text;
        noted.documents = word.lists.count;
        noted.meanings_.clear();
        noted.is_read_ = noted.is_kept_ = false;
    }
}

void Corrections::keep(const WordSequence& typed) {
    const auto is_kept = [&typed](const ClauseRule& rule, std::string_view word, std::uint32_t documents) {
        return documents != 0 && rule.words == query_rule.words &&
               std::find(typed.begin(), typed.end(), word) != typed.end();
    };
    for (std::size_t i = 0; i < word_count_; ++i) {
        Word& word = words_[i];
        word.is_kept_ = is_kept(*word.rule, word.typed, word.documents);
    }
    if (rarest_.rule == nullptr || !is_kept(*rarest_.rule, rarest_.typed, rarest_.documents)) {
        return;
    }
    rarest_ = {};
    for (std::size_t i = 0; i < word_count_; ++i) {
        const Word& word = words_[i];
        if (!word.is_kept_ && (rarest_.rule == nullptr || word.documents < rarest_.documents)) {
            rarest_ = {word.rule, word.typed, word.documents};
        }
    }
}

std::uint64_t Corrections::find_missing(const store::Generation& generation) {
    return find(generation, [](const Word& word) { return word.documents == 0; });
}

std::uint64_t Corrections::find_existing(const store::Generation& generation) {
    return find(generation, [](const Word& word) { return word.documents != 0; });
}

std::uint64_t Corrections::find_existing(const store::Generation& generation, const TypedWords& typed) {
    return find(generation, [&typed](const Word& word) {
        const WordSequence& sequence = typed.of(*word.rule);
        return word.documents != 0 && std::find(sequence.begin(), sequence.end(), word.typed) != sequence.end();
    });
}

template <class Wanted>
std::uint64_t Corrections::find(const store::Generation& generation, Wanted&& wanted) {
    const std::uint64_t before = steps_left_;
    for (std::size_t i = 0; i < word_count_; ++i) {
        if (!words_[i].is_read_ && !words_[i].is_kept_ && wanted(words_[i])) {
            find_meanings(generation, words_[i], steps_left_);
        }
    }
    return before - steps_left_;
}

void Corrections::find_meanings(const store::Generation& generation, Word& word, std::uint64_t& steps_left) {
    word.is_read_ = true;
    if (!format::belongs_to_vocabulary(word.typed)) {
        return;
    }
    if (word.documents == 0 && word.rule->words != format::TermKind::word) {
        format::term_key(format::TermKind::word, word.typed, key_);
        if (generation.term(key_).count != 0) {
            return;
        }
    }
    finder_.find(generation.vocabulary(), word.typed, steps_left, candidates_);
    count_documents(generation, *word.rule, steps_left);
    const auto rank = [](const TypoCandidate& candidate) {
        return std::make_tuple(candidate.distance, !candidate.is_slip, ~candidate.documents, candidate.index);
    };
    const std::size_t count = std::min(candidates_.size(), max_meanings);
    const auto last = candidates_.begin() + static_cast<std::ptrdiff_t>(count);
    std::partial_sort(candidates_.begin(), last, candidates_.end(),
                      [&](const TypoCandidate& a, const TypoCandidate& b) { return rank(a) < rank(b); });
    LeastIdf least{};
    least.fill(std::numeric_limits<std::uint16_t>::max());
    std::for_each(candidates_.begin(), last, [&](const TypoCandidate& candidate) {
        std::uint32_t& idf = least[candidate.distance > 1 ? 1 : 0];
        idf = std::min<std::uint32_t>(idf, candidate.idf_sixteenths);
    });
    for (std::size_t i = 0; i < count; ++i) {
        const TypoCandidate& candidate = candidates_[i];
        word.meanings_.push_back({generation.vocabulary().word(candidate.index), weight_of(candidate, least)});
    }
}

/// Candidates without a list of the kind that is wanted are dropped, and the word itself.
void Corrections::count_documents(const store::Generation& generation, const ClauseRule& rule,
                                  std::uint64_t& steps_left) {
    for (TypoCandidate& candidate : candidates_) {
        format::term_key(rule.words, generation.vocabulary().word(candidate.index), key_);
        const format::TermLists lists = generation.term(key_);
        candidate.documents = candidate.distance == 0 ? 0 : lists.count;
        candidate.idf_sixteenths = lists.idf_sixteenths;
        steps_left -= std::min(steps_left, correction_lookup_steps);
    }
    candidates_.erase(std::remove_if(candidates_.begin(), candidates_.end(),
                                     [](const TypoCandidate& candidate) { return candidate.documents == 0; }),
                      candidates_.end());
}

bool Corrections::has_all_missing() const noexcept {
    std::size_t with_meanings = 0;
    for (std::size_t i = 0; i < word_count_; ++i) {
        with_meanings += words_[i].documents == 0 && !words_[i].meanings_.empty() ? 1U : 0U;
    }
    return with_meanings == missing_count_;
}

const Corrections::Word* Corrections::find_word(const ClauseRule& rule, std::string_view typed) const noexcept {
    for (std::size_t i = 0; i < word_count_; ++i) {
        if (words_[i].rule->words == rule.words && words_[i].typed == typed) {
            return &words_[i];
        }
    }
    return nullptr;
}

void Corrections::apply_likeliest(TypedWords& words) const {
    for (std::size_t i = 0; i < word_count_; ++i) {
        const Word& word = words_[i];
        if (word.documents == 0 && !word.meanings_.empty()) {
            WordSequence& sequence = words.of(*word.rule);
            std::replace(sequence.begin(), sequence.end(), word.typed, word.meanings_.front().text);
        }
    }
}

}  // namespace bizrec::search
