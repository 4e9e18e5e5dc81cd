#include "bizrec/query/category_edges.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "bizrec/format/glued_names.hpp"

namespace bizrec::search {

bool CategoryName::begin(const QueryContext& context, std::string_view word) {
    context_ = &context;
    name_.clear();
    glued_.clear();
    return context->rules().categories.may_begin(word);
}

const std::vector<text::CategoryNames::Other>& CategoryName::add(std::string_view word) {
    name_.append(name_.empty() ? "" : " ").append(word);
    glued_.append(word);
    return (*context_)->rules().categories.others(name_);
}

Nats CategoryName::cost(const text::CategoryNames::Other& other, bool is_label) const noexcept {
    return (name_.find(' ') == std::string::npos ? EdgeCosts::category_of_one_word : 0) +
           (other.is_narrower ? EdgeCosts::narrower_category : 0) + (is_label ? EdgeCosts::category_as_typed : 0);
}

bool CategoryName::is_label(const text::CategoryNames::Other& other) {
    glued_other_.clear();
    for (const std::string& word : other.words) {
        glued_other_.append(word);
    }
    return is_label(glued_other_);
}

bool CategoryName::is_label(std::string_view glued) const {
    bool is_label = false;
    (*context_)->glued_names().find(format::glued_key(glued),
                                    [&](const format::GluedName& name) { is_label = is_label || !name.is_name; });
    return is_label;
}

namespace {

constexpr std::size_t max_others = 8;

/// Adds edges for the other names with the most records, at most `max_others`.
bool add_others(Lattice& lattice, CategoryName& name, std::size_t at, std::size_t to,
                const std::vector<text::CategoryNames::Other>& others) {
    const bool is_label = name.is_label();
    std::vector<std::pair<double, const text::CategoryNames::Other*>> by_records;
    for (const text::CategoryNames::Other& other : others) {
        double records = lattice.all_documents();
        for (const std::string& word : other.words) {
            const std::uint32_t number = lattice.find_word(*lattice.token(at).rule, word);
            records = number == Lattice::no_word ? 0 : std::min<double>(records, lattice.word(number).lists.count);
        }
        if (records > 0 && name.is_label(other)) {
            by_records.emplace_back(records, &other);
        }
    }
    std::stable_sort(by_records.begin(), by_records.end(),
                     [](const auto& one, const auto& other) { return one.first > other.first; });
    by_records.resize(std::min(by_records.size(), max_others));
    for (const auto& [records, other] : by_records) {
        lattice.add(at, EdgeSource::category, to - at, name.cost(*other, is_label), other->words);
    }
    return !by_records.empty();
}

}  // namespace

bool add_category_edges(Lattice& lattice, std::size_t at, bool of_labels) {
    CategoryName name;
    const std::vector<std::string>& first = lattice.token(at).words;
    if (first.empty() || !name.begin(lattice.context(), first.front())) {
        return false;
    }
    bool any = false;
    const std::size_t last = std::min(lattice.end_of_text(at), at + text::CategoryNames::max_words);
    for (std::size_t to = at + 1; to <= last; ++to) {
        const std::vector<text::CategoryNames::Other>* others = nullptr;
        for (const std::string& word : lattice.token(to - 1).words) {
            others = &name.add(word);
        }
        if (others == nullptr || others->empty() || name.is_label() != of_labels) {
            continue;
        }
        any = add_others(lattice, name, at, to, *others) || any;
    }
    return any;
}

}  // namespace bizrec::search
