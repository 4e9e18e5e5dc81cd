#include "bizrec/decoder/spellings.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/in_groups.hpp"
#include "bizrec/base/sort_unique.hpp"
#include "bizrec/base/utf8.hpp"
#include "bizrec/format/term_key.hpp"
#include "bizrec/postings/work.hpp"
#include "bizrec/text/plural.hpp"
#include "bizrec/text/spelling_keys.hpp"
#include "bizrec/text/two_errors.hpp"
#include "bizrec/text/typing_cost.hpp"

namespace bizrec::search {

namespace {

/// The steps of a key of two errors: the reads of a group of such keys wait for memory together.
constexpr std::uint64_t prefetched_key_work = 4;
/// The steps of comparing two words.
constexpr std::uint64_t comparison_steps = 16;
/// The largest difference in length of two words that sound alike.
constexpr std::size_t max_difference = 2;
/// A form of a word has one error at most: "pool" is no "boul", a form of "boulevard".
constexpr double max_cost_of_form = text::TypingCosts::edit + text::TypingCosts::first;
/// The shortest word that may have a plural ending.
constexpr std::size_t min_inflected = 4;

}  // namespace

void Spellings::find(const ClauseRule& rule, std::string_view typed, Errors errors, double limit,
                     std::vector<Spelling>& out, std::uint64_t& steps) {
    limit_ = std::min(limit, max_cost);
    out.clear();
    numbers_.clear();
    if (!format::belongs_to_vocabulary(typed)) {
        return;
    }
    decode_utf8(typed, typed_);
    find_stems(typed);
    for (const std::string& stem : stems_) {
        text::spelling_keys(stem, keys_);
        steps += keys_.size() * key_work;
        find_keys();
        if (errors == Errors::two) {
            text::two_error_keys(stem, keys_);
            steps += keys_.size() * prefetched_key_work;
            find_keys();
        }
    }
    sort_unique(numbers_);
    consider_words(out, steps);
    consider_forms(out, steps);
    count_documents(rule, out, steps);
    const std::size_t kept = std::min(out.size(), most);
    std::partial_sort(
        out.begin(), out.begin() + static_cast<std::ptrdiff_t>(kept), out.end(),
        [](const Spelling& a, const Spelling& b) { return a.worth != b.worth ? a.worth > b.worth : a.word < b.word; });
    out.resize(kept);
}

/// Lists the typed word, and the typed word without each ending that a plural may have.
void Spellings::find_stems(std::string_view typed) {
    stems_.assign(1, std::string(typed));
    if (typed.size() < min_inflected) {
        return;
    }
    for (const std::string_view ending : {"s", "e", "es"}) {
        if (ends_with(typed, ending)) {
            stems_.emplace_back(typed.substr(0, typed.size() - ending.size()));
        }
    }
    if (ends_with(typed, "ie") || ends_with(typed, "ies")) {
        stems_.push_back(std::string(typed.substr(0, typed.rfind("ie"))) + 'y');
    }
}

void Spellings::find_keys() {
    context_->spellings().find_all(keys_, [this](std::uint32_t number) { numbers_.push_back(number); });
}

void Spellings::consider_words(std::vector<Spelling>& out, std::uint64_t& steps) {
    const format::Vocabulary& vocabulary = context_->vocabulary();
    in_groups(numbers_.size(), [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i) {
            vocabulary.prefetch(numbers_[i]);
        }
        for (std::size_t i = from; i < to; ++i) {
            vocabulary.prefetch_bytes(numbers_[i]);
        }
        for (std::size_t i = from; i < to; ++i) {
            consider(vocabulary.word(numbers_[i]), out, steps);
        }
    });
}

void Spellings::consider(std::string_view word, std::vector<Spelling>& out, std::uint64_t& steps) {
    if (word.empty() || word == stems_.front()) {
        return;  // a hostile index may have an empty word
    }
    steps += comparison_steps;
    const double cost = cost_of(word);
    if (cost > 0 && cost <= limit_) {
        out.push_back({word, cost, 0});
    }
}

/// Compares the typed word with the words of word_forms.txt.
void Spellings::consider_forms(std::vector<Spelling>& out, std::uint64_t& steps) {
    const std::string_view typed = stems_.front();
    context_->rules().words.for_each_form([&](std::string_view written, std::string_view meant) {
        if (written.size() >= min_inflected && written.size() <= typed.size() + 1 &&
            typed.size() <= written.size() + 1 && (written[0] == typed[0] || written[1] == typed[1])) {
            steps += comparison_steps;
            const double cost = cost_of_written(written, max_cost_of_form);
            if (cost > 0 && cost <= std::min(limit_, max_cost_of_form)) {
                out.push_back({meant, cost, 0});
            }
        }
    });
}

/// If the cost is more than `limit`, returns some number above it.
double Spellings::cost_of_written(std::string_view word, double limit) {
    decode_utf8(word, meant_);
    const double cost = text::typing_cost(typed_, meant_, static_cast<float>(limit));
    const bool is_about_as_long =
        typed_.size() + max_difference >= meant_.size() && meant_.size() + max_difference >= typed_.size();
    return cost > text::TypingCosts::same_consonants && is_about_as_long && text::have_same_sound(stems_.front(), word)
               ? text::TypingCosts::same_consonants
               : cost;
}

/// The lowest cost of all written forms of the word (text/plural.hpp).
double Spellings::cost_of(std::string_view word) {
    double cost = cost_of_written(word, limit_);
    if (!may_be_inflected()) {
        return cost;
    }
    const auto try_form = [&](std::string_view without, std::string_view ending) {
        form_.assign(without).append(ending);
        folded_ = form_;
        folded_.resize(text::fold_plural(folded_.data(), folded_.size()));
        if (folded_ == word) {
            cost = std::min(cost, cost_of_written(form_, std::min(cost, limit_)));
        }
    };
    for (const std::string_view ending : {"s", "e", "es"}) {
        try_form(word, ending);
    }
    if (word.back() == 'y') {
        try_form(word.substr(0, word.size() - 1), "ie");
        try_form(word.substr(0, word.size() - 1), "ies");
    }
    return cost;
}

/// Counts the documents of each spelling, and drops the spellings without documents.
void Spellings::count_documents(const ClauseRule& rule, std::vector<Spelling>& out, std::uint64_t& steps) {
    steps += out.size() * key_work;
    in_groups(out.size(), [&](std::size_t from, std::size_t to) {
        std::array<format::KeyHash, group_size> hashes;
        for (std::size_t i = from; i < to; ++i) {
            format::term_key(rule.words, out[i].word, key_);
            hashes[i - from] = format::hash_key(key_);
            context_->prefetch_term(hashes[i - from]);
        }
        for (std::size_t i = from; i < to; ++i) {
            out[i].documents = static_cast<double>(context_->term(hashes[i - from]).count);
            out[i].worth = std::log(out[i].documents) - out[i].cost;
        }
    });
    out.erase(std::remove_if(out.begin(), out.end(), [](const Spelling& spelling) { return spelling.documents == 0; }),
              out.end());
}

}  // namespace bizrec::search
