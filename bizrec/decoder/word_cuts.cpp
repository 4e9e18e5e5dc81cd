#include "bizrec/decoder/word_cuts.hpp"

#include <algorithm>

#include "bizrec/postings/work.hpp"

namespace bizrec::search {

namespace {

constexpr std::size_t max_piece = 20;  // code points
constexpr std::size_t min_cut_word = 4, max_cut_word = 64;
constexpr std::size_t ways_kept = 4, edges_made = 6;

}  // namespace

void WordCuts::fill(Lattice& lattice, const ClauseRule& rule, std::uint64_t& steps) {
    const std::size_t letters = pieces_.letters();
    const auto is_cheaper = [](const Way& a, const Way& b) {
        return a.cost != b.cost ? a.cost < b.cost : a.from != b.from ? a.from < b.from : a.way < b.way;
    };
    ways_.resize(std::max(ways_.size(), letters + 1));
    for (std::size_t end = 0; end <= letters; ++end) {
        ways_[end].clear();
    }
    ways_[0].push_back({});
    for (std::size_t begin = 0; begin + WordPieces::min_letters <= letters; ++begin) {
        std::sort(ways_[begin].begin(), ways_[begin].end(), is_cheaper);
        ways_[begin].resize(std::min(ways_[begin].size(), ways_kept));
        const std::size_t last = ways_[begin].empty() ? begin : std::min(letters, begin + max_piece);
        for (std::size_t end = begin + WordPieces::min_letters; end <= last; ++end) {
            const bool is_all = begin == 0 && end == letters;
            const WordPieces::Piece found = is_all ? WordPieces::Piece{} : pieces_.find(lattice, rule, begin, end);
            steps += key_work;
            for (std::size_t way = 0; found.exists && way < ways_[begin].size(); ++way) {
                ways_[end].push_back({ways_[begin][way].cost + found.cost + WordPieces::each_cost,
                                      static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(way),
                                      found.is_stop_word});
            }
        }
    }
    std::sort(ways_[letters].begin(), ways_[letters].end(), is_cheaper);
}

void WordCuts::add_edge(Lattice& lattice, std::size_t at, std::size_t way) {
    words_.clear();
    std::size_t pieces = 0, stop_words = 0, short_pieces = 0;
    for (std::size_t end = pieces_.letters(); end != 0; ++pieces) {
        const Way& last = ways_[end][way];
        if (last.is_stop_word) {
            ++stop_words;
        } else {
            words_.push_back(pieces_.word(lattice, last.from, end));
            short_pieces += end - last.from == WordPieces::min_letters ? 1U : 0U;
        }
        end = last.from;
        way = last.way;
    }
    if (words_.empty()) {
        return;
    }
    std::reverse(words_.begin(), words_.end());
    const double cost = EdgeCosts::cut + EdgeCosts::further_piece * static_cast<double>(pieces - 2) +
                        EdgeCosts::stop_word_piece * static_cast<double>(stop_words) +
                        EdgeCosts::short_piece * static_cast<double>(short_pieces);
    lattice.add(at, EdgeSource::cut, 1, cost, words_);
}

void WordCuts::add_edges(Lattice& lattice, std::size_t at, std::string_view word, std::uint64_t& steps) {
    pieces_.begin(word);
    const std::size_t letters = pieces_.letters();
    if (letters < min_cut_word || letters > max_cut_word) {
        return;
    }
    fill(lattice, *lattice.token(at).rule, steps);
    for (std::size_t way = 0; way < std::min(ways_[letters].size(), edges_made); ++way) {
        add_edge(lattice, at, way);
    }
}

}  // namespace bizrec::search
