#include "bizrec/query/corrections.hpp"

#include <algorithm>
#include <tuple>

#include "bizrec/format/term_key.hpp"

namespace bizrec::search {

namespace {

/// What a look-up costs next to a step of the walk.
constexpr std::uint64_t lookup_steps = 8;

void replace(WordSequence& words, std::string_view typed, std::string_view meaning) {
    std::replace(words.begin(), words.end(), typed, meaning);
}

/// Meanings of each of so many words, so that all combinations are at most max_readings.
std::size_t meanings_of_each(std::size_t words) noexcept {
    return words <= 2 ? Corrections::max_meanings : words <= 4 ? 2U : 1U;
}

}  // namespace

void Corrections::note_missing(const SearchClause& query, const SearchClause& store_name) {
    missing_count_ = 0;
    total_missing_ = 0;
    readings_ = 0;
    rarest_ = {};
    note_missing(query);
    note_missing(store_name);
}

void Corrections::note_missing(const SearchClause& clause) {
    for (const SearchClause::Word& word : clause.words()) {
        if (rarest_.rule == nullptr || word.lists.count < rarest_.documents) {
            rarest_ = {&clause.rule(), word.text, word.lists.count};
        }
        if (word.lists.count != 0) {
            continue;
        }
        ++total_missing_;
        if (missing_count_ < max_words) {
            missing_[missing_count_++] = {&clause.rule(), word.text, {}, 0};
        }
    }
}

std::uint64_t Corrections::find(const store::Generation& generation) {
    std::uint64_t steps_left = max_steps;
    for (std::size_t i = 0; i < missing_count_; ++i) {
        find_meanings(generation, missing_[i], steps_left);
    }
    count_readings();
    return max_steps - steps_left;
}

void Corrections::find_meanings(const store::Generation& generation, Missing& missing, std::uint64_t& steps_left) {
    if (!format::belongs_to_vocabulary(missing.typed)) {
        return;
    }
    format::term_key(format::TermKind::word, missing.typed, key_);
    if (missing.rule->words != format::TermKind::word && generation.term(key_).count != 0) {
        return;
    }
    finder_.find(generation.vocabulary(), missing.typed, steps_left, candidates_);
    count_documents(generation, *missing.rule, steps_left);
    const auto rank = [](const TypoCandidate& candidate) {
        return std::make_tuple(candidate.distance, !candidate.is_slip, ~candidate.documents, candidate.index);
    };
    missing.meaning_count = std::min(candidates_.size(), max_meanings);
    const auto last = candidates_.begin() + static_cast<std::ptrdiff_t>(missing.meaning_count);
    std::partial_sort(candidates_.begin(), last, candidates_.end(),
                      [&](const TypoCandidate& a, const TypoCandidate& b) { return rank(a) < rank(b); });
    for (std::size_t i = 0; i < missing.meaning_count; ++i) {
        missing.meanings[i] = generation.vocabulary().word(candidates_[i].index);
    }
}

/// Candidates without a list of the kind that is wanted are dropped.
void Corrections::count_documents(const store::Generation& generation, const ClauseRule& rule,
                                  std::uint64_t& steps_left) {
    for (TypoCandidate& candidate : candidates_) {
        format::term_key(rule.words, generation.vocabulary().word(candidate.index), key_);
        candidate.documents = generation.term(key_).count;
        steps_left -= std::min(steps_left, lookup_steps);
    }
    candidates_.erase(std::remove_if(candidates_.begin(), candidates_.end(),
                                     [](const TypoCandidate& candidate) { return candidate.documents == 0; }),
                      candidates_.end());
}

void Corrections::count_readings() noexcept {
    meanings_used_ = meanings_of_each(missing_count_);
    readings_ = total_missing_ == missing_count_ && missing_count_ != 0 ? 1 : 0;
    for (std::size_t i = 0; i < missing_count_; ++i) {
        readings_ *= std::min(missing_[i].meaning_count, meanings_used_);
    }
}

void Corrections::apply(std::size_t reading, TypedWords& words) const {
    for (std::size_t i = missing_count_; i-- > 0;) {
        const Missing& missing = missing_[i];
        const std::size_t choices = std::min(missing.meaning_count, meanings_used_);
        replace(words.of(*missing.rule), missing.typed, missing.meanings[reading % choices]);
        reading /= choices;
    }
}

void Corrections::apply_likeliest(TypedWords& words) const {
    for (std::size_t i = 0; i < missing_count_; ++i) {
        if (missing_[i].meaning_count != 0) {
            replace(words.of(*missing_[i].rule), missing_[i].typed, missing_[i].meanings[0]);
        }
    }
}

}  // namespace bizrec::search
