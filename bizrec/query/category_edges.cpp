#include "bizrec/query/category_edges.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "bizrec/postings/work.hpp"

namespace bizrec::search {

namespace {

constexpr std::size_t max_others = 4;

/// Adds edges for the other names with the most records, at most `max_others`.
bool add_others(Lattice& lattice, const CategoryWalk& walk, std::size_t at, std::size_t to,
                const text::CategoryNames::Category& category, std::uint64_t& steps) {
    std::vector<std::pair<double, const text::CategoryNames::Other*>> by_records;
    for (const text::CategoryNames::Other& other : category.others) {
        double records = lattice.all_documents();
        steps += key_work;
        for (const std::string& word : other.words) {
            const std::uint32_t number = lattice.find_word(*lattice.token(at).rule, word);
            records = number == Lattice::no_word ? 0 : std::min<double>(records, lattice.word(number).lists.count);
        }
        if (records > 0) {
            by_records.emplace_back(records, &other);
        }
    }
    std::stable_sort(by_records.begin(), by_records.end(),
                     [](const auto& one, const auto& other) { return one.first > other.first; });
    by_records.resize(std::min(by_records.size(), max_others));
    for (const auto& [records, other] : by_records) {
        lattice.add(at, EdgeSource::category, to - at, walk.cost(*other), other->words);
    }
    return !by_records.empty();
}

}  // namespace

const text::CategoryNames::Category& CategoryWalk::add(std::string_view word) {
    static const text::CategoryNames::Category none;
    name_.append(name_.empty() ? "" : " ").append(word);
    const text::CategoryNames::Category& category = categories_->find(name_);
    return category.is_label == are_labels_ ? category : none;
}

Nats CategoryWalk::cost(const text::CategoryNames::Other& other) const noexcept {
    return (name_.find(' ') == std::string::npos ? EdgeCosts::category_of_one_word : 0) +
           (other.is_narrower ? EdgeCosts::narrower_category : 0) + (are_labels_ ? EdgeCosts::category_as_typed : 0);
}

bool add_category_edges(Lattice& lattice, std::size_t at, bool are_labels, std::uint64_t& steps) {
    CategoryWalk walk;
    const std::vector<std::string>& first = lattice.token(at).words;
    if (!lattice.token(at).rule->labels || first.empty() || !walk.begin(lattice.context(), first.front(), are_labels)) {
        return false;
    }
    bool any = false;
    const std::size_t last = std::min(lattice.end_of_text(at), at + text::CategoryNames::max_words);
    for (std::size_t to = at + 1; to <= last; ++to) {
        const text::CategoryNames::Category* category = nullptr;
        for (const std::string& word : lattice.token(to - 1).words) {
            category = &walk.add(word);
        }
        if (category != nullptr && !category->others.empty()) {
            any = add_others(lattice, walk, at, to, *category, steps) || any;
        }
    }
    return any;
}

}  // namespace bizrec::search
