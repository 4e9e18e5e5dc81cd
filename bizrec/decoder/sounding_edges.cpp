#include "bizrec/decoder/sounding_edges.hpp"

#include <algorithm>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/in_groups.hpp"
#include "bizrec/base/sort_unique.hpp"
#include "bizrec/base/utf8.hpp"
#include "bizrec/decoder/spellings.hpp"
#include "bizrec/postings/work.hpp"
#include "bizrec/text/typing_cost.hpp"

namespace bizrec::search {

namespace {

constexpr std::size_t min_sounding = 3, max_sounding = 20;
constexpr std::size_t max_alike = 400;

}  // namespace

void SoundingEdges::add(Lattice& lattice, std::size_t at, std::string_view word, Places places, std::uint64_t& steps) {
    if (word.size() < min_sounding || word.size() > max_sounding || !std::all_of(word.begin(), word.end(), is_lower)) {
        return;
    }
    alike_.clear();
    text::add_sounding_alike(word, alike_);
    const std::size_t of_one_place = alike_.size();
    for (std::size_t i = 0; places == Places::two && i < of_one_place && alike_.size() < max_alike; ++i) {
        const std::string once = alike_[i];  // a copy, because the vector grows
        text::add_sounding_alike(once, alike_);
    }
    sort_unique(alike_);
    decode_utf8(word, typed_);
    in_groups(alike_.size(), [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i) {
            lattice.prefetch_word(*lattice.token(at).rule, alike_[i]);
        }
        for (std::size_t i = from; i < to; ++i) {
            add_alike(lattice, at, alike_[i], steps);
        }
    });
}

void SoundingEdges::add_alike(Lattice& lattice, std::size_t at, const std::string& alike, std::uint64_t& steps) {
    steps += key_work;
    // Plurals, which the index has in another form, are skipped unless that is true of the typed word as well.
    const bool has_other_form = lattice.token(at).has_other_form;
    if (!has_other_form && lattice.find_word(*lattice.token(at).rule, alike) == Lattice::no_word) {
        return;  // analysing every form would take most of the time
    }
    lattice.analyse(alike, words_);
    if (words_.size() != 1 || (words_.front() != alike && !has_other_form) ||
        lattice.find_word(*lattice.token(at).rule, words_.front()) == Lattice::no_word) {
        return;
    }
    decode_utf8(alike, meant_);
    const double cost = text::typing_cost(typed_, meant_, static_cast<float>(Spellings::max_cost));
    if (cost > 0 && cost <= Spellings::max_cost) {
        lattice.add(at, EdgeSource::spelled, 1, cost, words_);
    }
}

}  // namespace bizrec::search
