#include "bizrec/query/word_cutter.hpp"

#include <algorithm>
#include <tuple>

#include "bizrec/base/utf8.hpp"
#include "bizrec/format/term_key.hpp"
#include "bizrec/format/vocabulary.hpp"
#include "bizrec/text/word_forms.hpp"

namespace bizrec::search {

namespace {

/// What a look-up costs next to a step of a walk, and one that has to bring a word to its form.
constexpr std::uint64_t lookup_steps = 8, form_steps = 24;
/// Code points of a piece. A single letter exists by chance.
constexpr std::size_t shortest_piece = 2, longest_piece = 20;
/// Code points of a word that may be several.
constexpr std::size_t shortest_glued = 4;
/// Costs are idf in sixteenths of an impact's unit. So much for each piece, that is, a quarter of the rarest word's: a
/// word is rather one than two.
constexpr std::uint32_t piece_cost = 640, short_piece_cost = 400;
/// Mean code points of pieces that are taken without a record that has them all.
constexpr std::size_t likely_piece = 3;

bool may_be_glued(std::string_view word) noexcept {
    std::size_t code_points = 0;
    for (std::size_t at = 0; at < word.size(); ++code_points) {
        next_code_point(word, at);
    }
    return code_points >= shortest_glued;
}

}  // namespace

void WordCutter::begin() {
    cut_count_ = 0;
    form_count_ = 0;
    steps_left_ = max_steps;
}

bool WordCutter::read(const store::Generation& generation, const QueryWords& words, const Corrections& corrections,
                      ReadingTrial& trial, std::uint64_t& visited) {
    corrections.for_each_missing([&](const ClauseRule& rule, std::string_view word) {
        if (may_be_glued(word)) {
            cut(generation, rule, word, visited);
        }
    });
    const Corrections::Rarest* rarest = corrections.word_to_cut();
    if (!corrections.any_missing() && rarest != nullptr && may_be_glued(rarest->typed)) {
        cut(generation, *rarest->rule, rarest->typed, visited);
    }
    if (cut_count_ == 0) {
        return false;
    }
    // Of several glued words the likeliest ways alone: others would multiply.
    const std::size_t ways = cut_count_ == 1 ? cuts_.front().way_count : 1;
    for (std::size_t way = 0; way < ways; ++way) {
        reading_ = words.typed();
        for (std::size_t i = 0; i < cut_count_; ++i) {
            put(cuts_[i], way, reading_);
        }
        if (trial.has_hit(reading_)) {
            return true;
        }
    }
    return false;
}

void WordCutter::apply_likeliest(const Corrections& corrections, TypedWords& words) const {
    for (std::size_t i = 0; i < cut_count_; ++i) {
        const Cut& each = cuts_[i];
        const Corrections::Word* word = corrections.find_word(*each.rule, each.typed);
        if (word == nullptr || word->documents != 0 || !word->meanings().empty()) {
            continue;
        }
        if (each.ways.front().size() * likely_piece <= each.typed.size()) {
            put(each, 0, words);
        }
    }
}

void WordCutter::put(const Cut& cut, std::size_t way, TypedWords& words) {
    WordSequence& sequence = words.of(*cut.rule);
    const auto place = std::find(sequence.begin(), sequence.end(), cut.typed);
    if (place != sequence.end()) {
        const WordSequence& pieces = cut.ways[way];
        sequence.insert(sequence.erase(place), pieces.begin(), pieces.end());
    }
}

void WordCutter::cut(const store::Generation& generation, const ClauseRule& rule, std::string_view word,
                     std::uint64_t& visited) {
    ends_.assign(1, 0);
    for (std::size_t at = 0; at < word.size();) {
        next_code_point(word, at);
        ends_.push_back(static_cast<std::uint32_t>(at));
    }
    const std::size_t letters = ends_.size() - 1;
    pieces_.clear();
    steps_.resize(std::max(steps_.size(), letters + 1));
    for (std::size_t end = 0; end <= letters; ++end) {
        steps_[end].clear();
    }
    steps_[0].push_back({});
    // In the order in which they were found, where they cost the same.
    const auto is_cheaper = [](const Step& a, const Step& b) {
        return std::tie(a.cost, a.from, a.way) < std::tie(b.cost, b.from, b.way);
    };
    for (std::size_t begin = 0; begin + shortest_piece <= letters; ++begin) {
        if (steps_[begin].empty()) {
            continue;
        }
        std::sort(steps_[begin].begin(), steps_[begin].end(), is_cheaper);
        steps_[begin].resize(std::min(steps_[begin].size(), max_ways));
        for (std::size_t end = begin + shortest_piece; end <= std::min(letters, begin + longest_piece); ++end) {
            Piece piece;
            if ((begin == 0 && end == letters) ||
                !find_piece(generation, rule, word.substr(ends_[begin], ends_[end] - ends_[begin]), end - begin,
                            visited, piece)) {
                continue;
            }
            for (std::size_t way = 0; way < steps_[begin].size(); ++way) {
                steps_[end].push_back({steps_[begin][way].cost + piece.cost, static_cast<std::uint32_t>(begin),
                                       static_cast<std::uint32_t>(way), static_cast<std::uint32_t>(pieces_.size())});
            }
            pieces_.push_back(piece);
        }
    }
    std::vector<Step>& last = steps_[letters];
    std::sort(last.begin(), last.end(), is_cheaper);
    if (last.empty()) {
        return;
    }
    if (cut_count_ == cuts_.size()) {
        cuts_.emplace_back();
    }
    Cut& made = cuts_[cut_count_++];
    made.rule = &rule;
    made.typed = word;
    made.way_count = std::min(last.size(), max_ways);
    for (std::size_t way = 0; way < made.way_count; ++way) {
        write_pieces(letters, way, made.ways[way]);
    }
}

/// Function words are no part of the reading, where there are others.
void WordCutter::write_pieces(std::size_t letter, std::size_t way, WordSequence& out) const {
    for (const bool with_stop_words : {false, true}) {
        out.clear();
        std::size_t at = letter;
        for (std::size_t step = way; at != 0;) {
            const Step& last = steps_[at][step];
            const Piece& piece = pieces_[last.piece];
            if (with_stop_words || !piece.is_stop) {
                out.push_back(piece.form);
            }
            at = last.from;
            step = last.way;
        }
        if (!out.empty()) {
            break;
        }
    }
    std::reverse(out.begin(), out.end());
}

/// Its bytes live until begin().
std::string_view WordCutter::keep(const std::string& form) {
    if (form_count_ == forms_.size()) {
        forms_.emplace_back();
    }
    return forms_[form_count_++] = form;
}

bool WordCutter::find_piece(const store::Generation& generation, const ClauseRule& rule, std::string_view written,
                            std::size_t letters, std::uint64_t& visited, Piece& piece) {
    if (steps_left_ < lookup_steps + form_steps) {
        return false;
    }
    format::term_key(rule.words, written, key_);
    format::TermLists lists = generation.term(key_);
    std::uint64_t steps = lookup_steps;
    piece.form = written;
    if (lists.count == 0 && letters > shortest_piece) {
        steps += form_steps;
        if (indexed_words_.find(generation, rule, written, form_)) {
            format::term_key(rule.words, form_, key_);
            lists = generation.term(key_);
            piece.form = keep(form_);
        }
    }
    steps_left_ -= steps;
    visited += steps;
    piece.is_stop = generation.rules().words.find(piece.form).is_stop;
    piece.cost = lists.idf_sixteenths + piece_cost + (letters == shortest_piece ? short_piece_cost : 0U);
    return lists.count != 0;
}

}  // namespace bizrec::search
