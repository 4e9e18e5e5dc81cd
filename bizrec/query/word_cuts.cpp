#include "bizrec/query/word_cuts.hpp"

#include <algorithm>
#include <cmath>

#include "bizrec/base/utf8.hpp"
#include "bizrec/postings/work.hpp"

namespace bizrec::search {

namespace {

/// Code points of a piece. A single letter exists by chance.
constexpr std::size_t shortest_piece = 2, longest_piece = 20;
constexpr std::size_t shortest_cut_word = 4, longest_cut_word = 64;
constexpr std::size_t ways_kept = 4, edges_made = 6;
/// More pieces are less likely.
constexpr double piece_cost = 2;

}  // namespace

void WordCuts::find_ends(std::string_view word) {
    ends_.assign(1, 0);
    for (std::size_t at = 0; at < word.size();) {
        next_code_point(word, at);
        ends_.push_back(at);
    }
}

WordCuts::Piece WordCuts::look_up(Lattice& lattice, const ClauseRule& rule, std::string_view written,
                                  std::size_t letters) {
    lattice.analyse(written, of_piece_);
    if (of_piece_.empty()) {
        const bool is_stop_word = lattice.context()->rules().words.find(written).is_stop;
        return {EdgeCosts::stop_word_piece, is_stop_word, is_stop_word};
    }
    const std::uint32_t number = of_piece_.size() == 1 ? lattice.find_word(rule, of_piece_.front()) : Lattice::no_word;
    if (number == Lattice::no_word) {
        return {};
    }
    const double documents = lattice.word(number).lists.count;
    const double cost = std::log(lattice.all_documents() / documents);
    return {cost + (letters == shortest_piece ? EdgeCosts::short_piece : 0), false, true};
}

void WordCuts::fill(Lattice& lattice, const ClauseRule& rule, std::string_view word, std::uint64_t& steps) {
    const std::size_t letters = ends_.size() - 1;
    const auto is_cheaper = [](const Way& a, const Way& b) {
        return a.cost != b.cost ? a.cost < b.cost : a.from != b.from ? a.from < b.from : a.way < b.way;
    };
    ways_.resize(std::max(ways_.size(), letters + 1));
    for (std::size_t end = 0; end <= letters; ++end) {
        ways_[end].clear();
    }
    ways_[0].push_back({});
    for (std::size_t begin = 0; begin + shortest_piece <= letters; ++begin) {
        std::sort(ways_[begin].begin(), ways_[begin].end(), is_cheaper);
        ways_[begin].resize(std::min(ways_[begin].size(), ways_kept));
        const std::size_t last = ways_[begin].empty() ? begin : std::min(letters, begin + longest_piece);
        for (std::size_t end = begin + shortest_piece; end <= last; ++end) {
            const Piece found =
                begin == 0 && end == letters ? Piece{} : look_up(lattice, rule, piece(word, begin, end), end - begin);
            steps += key_work;
            for (std::size_t way = 0; found.exists && way < ways_[begin].size(); ++way) {
                ways_[end].push_back({ways_[begin][way].cost + found.cost + piece_cost,
                                      static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(way),
                                      found.is_stop_word});
            }
        }
    }
    std::sort(ways_[letters].begin(), ways_[letters].end(), is_cheaper);
}

void WordCuts::add_edge(Lattice& lattice, std::size_t at, std::string_view word, std::size_t way) {
    words_.clear();
    std::size_t pieces = 0, stop_words = 0, short_pieces = 0;
    for (std::size_t end = ends_.size() - 1; end != 0; ++pieces) {
        const Way& last = ways_[end][way];
        if (last.is_stop_word) {
            ++stop_words;
        } else {
            lattice.analyse(piece(word, last.from, end), of_piece_);
            words_.push_back(of_piece_.front());
            short_pieces += end - last.from == shortest_piece ? 1U : 0U;
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
    find_ends(word);
    const std::size_t letters = ends_.size() - 1;
    if (letters < shortest_cut_word || letters > longest_cut_word) {
        return;
    }
    fill(lattice, *lattice.token(at).rule, word, steps);
    for (std::size_t way = 0; way < std::min(ways_[letters].size(), edges_made); ++way) {
        add_edge(lattice, at, word, way);
    }
}

}  // namespace bizrec::search
