#include "bizrec/decoder/category_edges.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "bizrec/base/utf8.hpp"
#include "bizrec/decoder/spellings.hpp"
#include "bizrec/postings/work.hpp"
#include "bizrec/text/glued_text.hpp"
#include "bizrec/text/typing_cost.hpp"

namespace bizrec::search {

namespace {

/// The cost of reading a name of a category as another.
Nats renaming_cost(std::string_view name, const text::CategoryNames::Other& other) noexcept {
    return (name.find(' ') == std::string_view::npos ? EdgeCosts::category_of_one_word : 0) +
           (other.is_narrower ? EdgeCosts::narrower_category : 0);
}

constexpr std::size_t max_others = 4;

/// note_categories() looks at names of up to this many tokens.
constexpr std::size_t max_category_tokens = 3;

/// More words are not looked for misspelt.
constexpr std::size_t max_misspelt_words = 3;
/// Shorter names resemble too many other words.
constexpr std::size_t min_misspelt_letters = 6;

/// Adds edges for the other names with the most records, at most `max_others`. `cost_of`: the cost of one.
template <class CostOf>
bool add_others(Lattice& lattice, std::size_t at, std::size_t to, const text::CategoryNames::Category& category,
                CostOf&& cost_of, std::uint64_t& steps) {
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
        lattice.add(at, EdgeSource::category, to - at, cost_of(*other), other->words);
    }
    return !by_records.empty();
}

/// The cost of typing `letters`, without blanks, for the name of a category.
double cost_of_typing(std::string_view letters, std::string_view name) {
    std::u32string typed, meant;
    decode_utf8(letters, typed);
    decode_utf8(name, meant);
    meant.erase(std::remove(meant.begin(), meant.end(), U' '), meant.end());
    return text::typing_cost(typed, meant, static_cast<float>(Spellings::max_cost));
}

/// The cost of the blanks if the name is typed as `tokens` tokens.
double cost_of_blanks(std::size_t tokens, std::string_view name) {
    const auto blanks = static_cast<std::size_t>(std::count(name.begin(), name.end(), ' '));
    return tokens == blanks + 1 ? 0 : EdgeCosts::glued_name;
}

bool add_misspelt(Lattice& lattice, std::size_t at, std::size_t to, std::string_view letters, std::uint64_t& steps) {
    const text::CategoryNames& categories = lattice.context()->rules().categories;
    std::vector<std::string_view> names;
    categories.find_misspelt(letters, names);
    bool any = false;
    for (const std::string_view name : names) {
        const double typing = cost_of_typing(letters, name);
        if (typing <= Spellings::max_cost) {
            const auto cost_of = [&](const auto& other) {
                return typing + cost_of_blanks(to - at, name) + renaming_cost(name, other);
            };
            any = add_others(lattice, at, to, categories.find(std::string(name)), cost_of, steps) || any;
        }
    }
    return any;
}

}  // namespace

const text::CategoryNames::Category& CategoryWalk::add(std::string_view word) {
    static const text::CategoryNames::Category none;
    name_.append(name_.empty() ? "" : " ").append(word);
    const text::CategoryNames::Category& category = categories_->find(name_);
    return category.is_label == are_labels_ ? category : none;
}

Nats CategoryWalk::cost(const text::CategoryNames::Other& other) const noexcept {
    return renaming_cost(name_, other) + (are_labels_ ? EdgeCosts::category_as_typed : 0);
}

void note_categories(Lattice& lattice) {
    const text::CategoryNames& categories = lattice.context()->rules().categories;
    std::string name;
    for (std::size_t from = 0; from < lattice.size(); ++from) {
        const std::vector<std::string>& first = lattice.token(from).words;
        if (first.empty() || !categories.may_begin_any(first.front())) {
            continue;
        }
        name.clear();
        const std::size_t last = std::min(lattice.end_of_text(from), from + max_category_tokens);
        for (std::size_t to = from + 1; to <= last; ++to) {
            for (const std::string& word : lattice.token(to - 1).words) {
                name.append(name.empty() ? "" : " ").append(word);
            }
            const bool is_one = to == from + 1;
            // A single word that is a label may be a mistyped name: "bay shoe" for Bay Shore.
            const bool counts = categories.is_name(name) && !(is_one && categories.find(name).is_label);
            for (std::size_t at = from; at < to && counts; ++at) {
                lattice.note_category(at, is_one ? InCategory::whole : InCategory::part);
            }
        }
    }
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
            const auto cost_of = [&walk](const auto& other) { return walk.cost(other); };
            any = add_others(lattice, at, to, *category, cost_of, steps) || any;
        }
    }
    return any;
}

bool add_misspelt_category_edges(Lattice& lattice, std::size_t at, std::uint64_t& steps) {
    if (!lattice.token(at).rule->labels) {
        return false;
    }
    const format::Rules& rules = lattice.context()->rules();
    text::GluedText typed;
    bool any = false;
    const std::size_t last = std::min(lattice.end_of_text(at), at + max_misspelt_words);
    for (std::size_t to = at + 1; to <= last; ++to) {
        text::glue(rules.words, rules.numbers, lattice.text(at, to), typed);
        if (typed.written.size() < min_misspelt_letters) {
            continue;
        }
        steps += key_work + typed.written.size();
        any = add_misspelt(lattice, at, to, typed.written, steps) || any;
    }
    return any;
}

}  // namespace bizrec::search
