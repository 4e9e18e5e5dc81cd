#include "bizrec/query/mistyped_cuts.hpp"

#include <algorithm>
#include <cmath>

#include "bizrec/base/utf8.hpp"
#include "bizrec/postings/work.hpp"

namespace bizrec::search {

namespace {

constexpr std::size_t shortest = 8, longest = 40;  // code points of the token
constexpr std::size_t shortest_piece = 2, longest_piece = 16;
constexpr std::size_t shortest_mistyped = 4;
constexpr std::size_t most_middles = 24, spellings_kept = 4;
constexpr double piece_cost = 2;  // as of WordCuts: more pieces are less likely
constexpr double no_word = -1;

}  // namespace

/// Of a word that is right; no_word where it is none.
double MistypedCuts::cost_of(Lattice& lattice, const ClauseRule& rule, std::size_t begin, std::size_t end) {
    const std::string_view written = piece(begin, end);
    lattice.analyse(written, of_piece_);
    if (of_piece_.empty()) {
        return lattice.context()->rules().words.find(written).is_stop ? EdgeCosts::stop_word_piece : no_word;
    }
    const std::uint32_t number = of_piece_.size() == 1 ? lattice.find_word(rule, of_piece_.front()) : Lattice::no_word;
    if (number == Lattice::no_word) {
        return no_word;
    }
    const double rarity = std::log(lattice.all_documents() / static_cast<double>(lattice.word(number).lists.count));
    return rarity + (end - begin == shortest_piece ? EdgeCosts::short_piece : 0);
}

void MistypedCuts::find_ways(Lattice& lattice, const ClauseRule& rule, std::uint64_t& steps) {
    const std::size_t all = letters();
    pieces_.assign(all, std::vector<double>(longest_piece + 1, no_word));
    before_.assign(all + 1, {});
    behind_.assign(all + 1, {});
    before_[0].exists = behind_[all].exists = true;
    for (std::size_t begin = 0; begin < all; ++begin) {
        for (std::size_t size = shortest_piece; size <= std::min(longest_piece, all - begin); ++size) {
            steps += key_work;
            pieces_[begin][size] = size == all ? no_word : cost_of(lattice, rule, begin, begin + size);
        }
    }
    const auto extend = [](const Way& from, double cost, std::size_t next, Way& to) {
        if (from.exists && cost >= 0 && (!to.exists || from.cost + cost + piece_cost < to.cost)) {
            to = {from.cost + cost + piece_cost, static_cast<std::uint32_t>(next), true};
        }
    };
    for (std::size_t begin = 0; begin < all; ++begin) {
        for (std::size_t size = shortest_piece; size <= std::min(longest_piece, all - begin); ++size) {
            extend(before_[begin], pieces_[begin][size], begin, before_[begin + size]);
        }
    }
    for (std::size_t begin = all; begin-- > 0;) {
        for (std::size_t size = shortest_piece; size <= std::min(longest_piece, all - begin); ++size) {
            extend(behind_[begin + size], pieces_[begin][size], begin + size, behind_[begin]);
        }
    }
}

/// Where the mistyped word may stand, those first whose neighbours are the likeliest.
void MistypedCuts::find_middles() {
    middles_.clear();
    for (std::size_t begin = 0; begin < letters(); ++begin) {
        for (std::size_t size = shortest_mistyped; size <= std::min(longest_piece, letters() - begin); ++size) {
            const Way& before = before_[begin];
            const Way& behind = behind_[begin + size];
            if (before.exists && behind.exists && size != letters() && pieces_[begin][size] < 0) {
                middles_.push_back({before.cost + behind.cost, begin, begin + size});
            }
        }
    }
    std::sort(middles_.begin(), middles_.end(), [](const Middle& a, const Middle& b) {
        return a.cost != b.cost ? a.cost < b.cost : a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
    });
    middles_.resize(std::min(middles_.size(), most_middles));
}

/// Of the way between two places.
void MistypedCuts::add_pieces(Lattice& lattice, std::size_t from, std::size_t to, double& cost) {
    lattice.analyse(piece(from, to), of_piece_);
    cost += EdgeCosts::further_piece;
    if (of_piece_.empty()) {
        cost += EdgeCosts::stop_word_piece;
        return;
    }
    cost += to - from == shortest_piece ? EdgeCosts::short_piece : 0;
    words_.push_back(of_piece_.front());
}

void MistypedCuts::add_edges(Lattice& lattice, std::size_t at, const Middle& middle, std::uint64_t& steps) {
    spellings_.find(*lattice.token(at).rule, piece(middle.begin, middle.end), Spellings::Errors::one, found_, steps);
    found_.resize(std::min(found_.size(), spellings_kept));
    if (found_.empty()) {
        return;
    }
    words_.clear();
    double cost = EdgeCosts::cut - EdgeCosts::further_piece;  // in two
    for (std::size_t end = middle.begin; end != 0; end = before_[end].next) {
        add_pieces(lattice, before_[end].next, end, cost);
    }
    std::reverse(words_.begin(), words_.end());
    const std::size_t place = words_.size();
    words_.emplace_back();
    for (std::size_t begin = middle.end; begin != letters(); begin = behind_[begin].next) {
        add_pieces(lattice, begin, behind_[begin].next, cost);
    }
    for (const Spelling& spelling : found_) {
        words_[place] = spelling.word;
        lattice.add(at, EdgeSource::cut, 1, cost + spelling.cost, words_);
    }
}

void MistypedCuts::add(Lattice& lattice, std::size_t at, std::string_view word, std::uint64_t& steps) {
    word_ = word;
    ends_.assign(1, 0);
    for (std::size_t byte = 0; byte < word.size();) {
        next_code_point(word, byte);
        ends_.push_back(byte);
    }
    if (letters() < shortest || letters() > longest) {
        return;
    }
    find_ways(lattice, *lattice.token(at).rule, steps);
    find_middles();
    for (const Middle& middle : middles_) {
        add_edges(lattice, at, middle, steps);
    }
}

}  // namespace bizrec::search
