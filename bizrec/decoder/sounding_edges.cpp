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
    // Plurals, which the index has in another form, are skipped unless that is true of the typed word as well.
    if (lattice.token(at).has_other_form) {
        sort_unique(alike_);
        steps += alike_.size() * key_work;
    } else {
        keep_existing(lattice, *lattice.token(at).rule, steps);  // analysing every form would take most of the time
        std::sort(alike_.begin(), alike_.end());
    }
    decode_utf8(word, typed_);
    for (const std::string& alike : alike_) {
        add_alike(lattice, at, alike);
    }
}

/// Drops the words that are not in the index, and repeated ones. Most are not in it, so sorting their texts would take
/// longer than to look them up.
void SoundingEdges::keep_existing(Lattice& lattice, const ClauseRule& rule, std::uint64_t& steps) {
    keys_.clear();
    for (std::size_t i = 0; i < alike_.size(); ++i) {
        keys_.push_back({lattice.hash_of(rule, alike_[i]), i});
    }
    std::sort(keys_.begin(), keys_.end(), [](const Key& a, const Key& b) { return a.hash.tag < b.hash.tag; });
    const auto is_same = [](const Key& a, const Key& b) { return a.hash.tag == b.hash.tag; };
    keys_.erase(std::unique(keys_.begin(), keys_.end(), is_same), keys_.end());
    steps += keys_.size() * key_work;
    existing_.clear();
    in_groups(keys_.size(), [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i) {
            lattice.context()->prefetch_term(keys_[i].hash);
        }
        format::KeyEntry entry;
        for (std::size_t i = from; i < to; ++i) {
            if (lattice.context()->terms().find(keys_[i].hash, entry)) {
                existing_.push_back(alike_[keys_[i].word]);
            }
        }
    });
    alike_.swap(existing_);
}

void SoundingEdges::add_alike(Lattice& lattice, std::size_t at, const std::string& alike) {
    lattice.analyse(alike, words_);
    if (words_.size() != 1 || (words_.front() != alike && !lattice.token(at).has_other_form) ||
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
