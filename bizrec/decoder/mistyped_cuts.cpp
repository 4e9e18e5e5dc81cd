#include "bizrec/decoder/mistyped_cuts.hpp"

#include <algorithm>

#include "bizrec/postings/work.hpp"

namespace bizrec::search {

namespace {

constexpr std::size_t min_letters = 8, max_letters = 40;  // code points of the token
constexpr std::size_t max_mistyped_piece = 16, min_mistyped_piece = 4;
constexpr std::size_t max_middles = 24, spellings_kept = 4;

}  // namespace

void MistypedCuts::find_ways(Lattice& lattice, const ClauseRule& rule, std::uint64_t& steps) {
    const std::size_t all = pieces_.letters();
    of_lengths_.assign(all, std::vector<WordPieces::Piece>(max_mistyped_piece + 1));
    before_.assign(all + 1, {});
    behind_.assign(all + 1, {});
    before_[0].exists = behind_[all].exists = true;
    for (std::size_t begin = 0; begin < all; ++begin) {
        for (std::size_t size = WordPieces::min_letters; size <= std::min(max_mistyped_piece, all - begin); ++size) {
            steps += key_work;
            if (size != all) {
                of_lengths_[begin][size] = pieces_.find(lattice, rule, begin, begin + size);
            }
        }
    }
    const auto extend = [](const Way& from, const WordPieces::Piece& piece, std::size_t next, Way& to) {
        const double cost = from.cost + piece.cost + WordPieces::each_cost;
        if (from.exists && piece.exists && (!to.exists || cost < to.cost)) {
            to = {cost, static_cast<std::uint32_t>(next), true};
        }
    };
    for (std::size_t begin = 0; begin < all; ++begin) {
        for (std::size_t size = WordPieces::min_letters; size <= std::min(max_mistyped_piece, all - begin); ++size) {
            extend(before_[begin], of_lengths_[begin][size], begin, before_[begin + size]);
        }
    }
    for (std::size_t begin = all; begin-- > 0;) {
        for (std::size_t size = WordPieces::min_letters; size <= std::min(max_mistyped_piece, all - begin); ++size) {
            extend(behind_[begin + size], of_lengths_[begin][size], begin + size, behind_[begin]);
        }
    }
}

/// Lists the parts of the token that may be the mistyped word, first those with the likeliest words around them.
void MistypedCuts::find_middles() {
    middles_.clear();
    const std::size_t letters = pieces_.letters();
    for (std::size_t begin = 0; begin < letters; ++begin) {
        for (std::size_t size = min_mistyped_piece; size <= std::min(max_mistyped_piece, letters - begin); ++size) {
            const Way& before = before_[begin];
            const Way& behind = behind_[begin + size];
            if (before.exists && behind.exists && size != letters && !of_lengths_[begin][size].exists) {
                middles_.push_back({before.cost + behind.cost, begin, begin + size});
            }
        }
    }
    std::sort(middles_.begin(), middles_.end(), [](const Middle& a, const Middle& b) {
        return a.cost != b.cost ? a.cost < b.cost : a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
    });
    middles_.resize(std::min(middles_.size(), max_middles));
}

/// Adds the piece between two letters to the words and to the cost.
void MistypedCuts::add_piece(Lattice& lattice, std::size_t from, std::size_t to, double& cost) {
    cost += EdgeCosts::further_piece;
    if (of_lengths_[from][to - from].is_stop_word) {
        cost += EdgeCosts::stop_word_piece;
        return;
    }
    cost += to - from == WordPieces::min_letters ? EdgeCosts::short_piece : 0;
    words_.push_back(pieces_.word(lattice, from, to));
}

void MistypedCuts::add_edges(Lattice& lattice, std::size_t at, const Middle& middle, std::uint64_t& steps) {
    spellings_.find(*lattice.token(at).rule, pieces_.text(middle.begin, middle.end), Spellings::Errors::one,
                    Spellings::max_cost, found_, steps);
    found_.resize(std::min(found_.size(), spellings_kept));
    if (found_.empty()) {
        return;
    }
    words_.clear();
    // A cut into two pieces costs EdgeCosts::cut. add_piece() adds further_piece for each piece except the mistyped
    // one.
    double cost = EdgeCosts::cut - EdgeCosts::further_piece;
    for (std::size_t end = middle.begin; end != 0; end = before_[end].next) {
        add_piece(lattice, before_[end].next, end, cost);
    }
    std::reverse(words_.begin(), words_.end());
    const std::size_t place = words_.size();
    words_.emplace_back();
    for (std::size_t begin = middle.end; begin != pieces_.letters(); begin = behind_[begin].next) {
        add_piece(lattice, begin, behind_[begin].next, cost);
    }
    for (const Spelling& spelling : found_) {
        words_[place] = spelling.word;
        lattice.add(at, EdgeSource::cut, 1, cost + spelling.cost, words_);
    }
}

void MistypedCuts::add(Lattice& lattice, std::size_t at, std::string_view word, std::uint64_t& steps) {
    pieces_.begin(word);
    if (pieces_.letters() < min_letters || pieces_.letters() > max_letters) {
        return;
    }
    find_ways(lattice, *lattice.token(at).rule, steps);
    find_middles();
    for (const Middle& middle : middles_) {
        add_edges(lattice, at, middle, steps);
    }
}

}  // namespace bizrec::search
