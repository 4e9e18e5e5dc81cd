#include "bizrec/query/spellings.hpp"

#include <algorithm>
#include <cmath>

#include "bizrec/base/utf8.hpp"
#include "bizrec/format/term_key.hpp"
#include "bizrec/postings/work.hpp"
#include "bizrec/text/spelling_keys.hpp"
#include "bizrec/text/typing_cost.hpp"

namespace bizrec::search {

namespace {

/// A comparison of two words.
constexpr std::uint64_t comparison_steps = 16;
/// Of the lengths of two words of one sound.
constexpr std::size_t greatest_difference = 2;

double worth(const Spelling& spelling) noexcept {
    return std::log(spelling.documents) - spelling.cost;
}

}  // namespace

void Spellings::find(const ClauseRule& rule, std::string_view typed, Errors errors, std::vector<Spelling>& out,
                     std::uint64_t& steps) {
    out.clear();
    numbers_.clear();
    typed_bytes_ = typed;
    decode_utf8(typed, typed_);
    if (!format::belongs_to_vocabulary(typed)) {
        return;
    }
    if (errors == Errors::one && !context_->spellings().empty()) {
        text::spelling_keys(typed, keys_);
        for (const std::uint64_t key : keys_) {
            steps += key_work;
            context_->spellings().find(key, [this](std::uint32_t number) { numbers_.push_back(number); });
        }
    } else {
        walk(typed, steps);
    }
    std::sort(numbers_.begin(), numbers_.end());
    numbers_.erase(std::unique(numbers_.begin(), numbers_.end()), numbers_.end());
    for (const std::uint32_t number : numbers_) {
        consider(rule, number, out, steps);
    }
    std::sort(out.begin(), out.end(), [](const Spelling& a, const Spelling& b) {
        return worth(a) != worth(b) ? worth(a) > worth(b) : a.word < b.word;
    });
    out.resize(std::min(out.size(), most));
}

void Spellings::walk(std::string_view typed, std::uint64_t& steps) {
    std::uint64_t left = walk_steps;
    finder_.find(context_->vocabulary(), typed, left, candidates_);
    steps += walk_steps - left;
    for (const TypoCandidate& candidate : candidates_) {
        numbers_.push_back(candidate.index);
    }
}

void Spellings::consider(const ClauseRule& rule, std::uint32_t number, std::vector<Spelling>& out,
                         std::uint64_t& steps) {
    const std::string_view word = context_->vocabulary().word(number);
    if (word == typed_bytes_) {
        return;
    }
    steps += comparison_steps;
    decode_utf8(word, meant_);
    double cost = text::typing_cost(typed_, meant_, static_cast<float>(greatest_cost));
    if (text::have_same_sound(typed_bytes_, word) && typed_.size() + greatest_difference >= meant_.size() &&
        meant_.size() + greatest_difference >= typed_.size()) {
        cost = std::min<double>(cost, text::TypingCosts::same_consonants);
    }
    if (cost > greatest_cost) {
        return;
    }
    format::term_key(rule.words, word, key_);
    const format::TermLists lists = context_->term(key_);
    steps += key_work;
    if (lists.count != 0) {
        out.push_back({word, cost, static_cast<double>(lists.count)});
    }
}

}  // namespace bizrec::search
