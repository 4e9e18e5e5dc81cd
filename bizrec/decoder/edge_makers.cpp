#include "bizrec/decoder/edge_makers.hpp"

#include <algorithm>

#include "bizrec/base/ascii.hpp"
#include "bizrec/decoder/category_edges.hpp"
#include "bizrec/format/place_entry.hpp"
#include "bizrec/place/folded_names.hpp"
#include "bizrec/postings/work.hpp"
#include "bizrec/text/fold.hpp"
#include "bizrec/text/typing_cost.hpp"

namespace bizrec::search {

namespace {

constexpr std::size_t max_together = 4, max_joined = 3;
/// A word that this many times more records have than are in the city of this name means the city rarely.
constexpr double max_words_of_city = 64;
/// So many words are looked up two errors away before the first decoding: more could spend its budget.
constexpr int max_spelled_further_at_first = 2;

/// Whether an edge from the token has words that are there for more than chance.
bool may_be_read(const Lattice& lattice, std::size_t at) {
    const std::vector<Edge>& edges = lattice.from(at);
    return std::any_of(edges.begin(), edges.end(),
                       [&](const Edge& edge) { return edge.words != 0 && !lattice.is_cut_by_chance(at, edge); });
}

}  // namespace

void EdgeMakers::add_first(Lattice& lattice, std::uint64_t& steps) {
    const std::uint64_t end_of_request = lattice.context().budget().end_for(steps, decoding_step_work);
    int spelled_further = 0;
    note_categories(lattice);
    for (std::size_t at = 0; at < lattice.size() && steps < end_of_request; ++at) {
        add_typed(lattice, at);
        const std::size_t end = lattice.end_of_text(at);
        for (std::size_t to = at + 2; to <= std::min(end, at + max_together); ++to) {
            add_together(lattice, at, to);
            if (may_spell(lattice, at) && to <= at + max_joined) {
                add_joined(lattice, at, to, steps);
            }
        }
        add_numbers(lattice, at);
        if (lattice.size() > 1) {
            add_left_out(lattice, at);
        }
        if (lattice.token(at).documents == 0 && may_spell(lattice, at)) {
            spell(lattice, at, Spellings::Errors::one, {}, steps);
            if (!may_be_read(lattice, at) && spelled_further++ < max_spelled_further_at_first) {
                spell_further(lattice, at, steps);
            }
        }
    }
}

void EdgeMakers::add_typed(Lattice& lattice, std::size_t at) {
    lattice.add(at, EdgeSource::typed, 1, 0, lattice.token(at).words);
}

/// Adds an edge if several tokens analysed together give other words than each token alone: initials ("j c penney"),
/// and "mc" ("mc donalds").
void EdgeMakers::add_together(Lattice& lattice, std::size_t at, std::size_t end) {
    apart_.clear();
    for (std::size_t i = at; i < end; ++i) {
        const std::vector<std::string>& words = lattice.token(i).words;
        apart_.insert(apart_.end(), words.begin(), words.end());
    }
    lattice.analyse(lattice.text(at, end), words_);
    if (!words_.empty() && words_ != apart_) {
        lattice.add(at, EdgeSource::typed, end - at, 0, words_);
    }
}

void EdgeMakers::add_joined(Lattice& lattice, std::size_t at, std::size_t end, std::uint64_t& steps) {
    written_.clear();
    bool misses_one = false;
    for (std::size_t i = at; i < end; ++i) {
        text::fold_letters(lattice.text(i, i + 1), folded_);
        written_ += folded_;
        misses_one = misses_one || lattice.token(i).documents == 0;
    }
    steps += key_work;
    lattice.analyse(written_, words_);
    if (words_.size() != 1) {
        return;
    }
    const double cost = EdgeCosts::joined * static_cast<double>(end - at - 1);
    if (lattice.find_word(*lattice.token(at).rule, words_.front()) != Lattice::no_word) {
        lattice.add(at, EdgeSource::joined, end - at, cost, words_);
    } else if (misses_one && end == at + 2) {
        const std::string written = written_;
        add_spelled(lattice, at, 2, written, {cost, cost + Spellings::max_cost}, Spellings::Errors::one, steps);
    }
}

/// A filler of several words costs as much as one word, because the user types "phone number" as a whole.
void EdgeMakers::add_left_out(Lattice& lattice, std::size_t at) {
    const Lattice::Token& token = lattice.token(at);
    if (token.filler_tokens > 1) {
        lattice.add(at, EdgeSource::left_out, token.filler_tokens, EdgeCosts::filler, {});
    }
    if (token.words.empty()) {
        return;
    }
    const double cost = token.words.front().size() == 1 ? EdgeCosts::left_out_letter : EdgeCosts::left_out;
    lattice.add(at, EdgeSource::left_out, 1,
                token.is_filler ? EdgeCosts::filler : cost + lattice.information(token.documents), {});
}

/// Only words of letters that some record has describe: no postal code, no house number, and no word of two letters.
bool EdgeMakers::may_describe(const Lattice& lattice, std::size_t at) {
    const Lattice::Token& token = lattice.token(at);
    return !lattice.begins_text(at) && token.documents > 0 && token.words.size() == 1 && !token.is_function_word &&
           token.words.front().size() > 2 &&
           std::none_of(token.words.front().begin(), token.words.front().end(), is_digit);
}

void EdgeMakers::add_description(Lattice& lattice, std::size_t at) {
    const double cost = EdgeCosts::description + lattice.information(lattice.token(at).documents);
    lattice.add(at, EdgeSource::description, 1, cost, {});
}

/// Adds the other forms of a number: "7" for "seven", "fifth" for "5th".
void EdgeMakers::add_numbers(Lattice& lattice, std::size_t at) {
    if (lattice.token(at).words.size() != 1) {
        return;
    }
    const std::string word = lattice.token(at).words.front();
    const text::NumberWords& numbers = lattice.context()->rules().numbers;
    const auto add = [&](std::string_view other) {
        words_.assign(1, std::string(other));
        lattice.add(at, EdgeSource::number_word, 1, EdgeCosts::number_word, words_);
    };
    const std::string_view digits = numbers.digits_of(word);
    if (!digits.empty()) {
        add(digits);
        add_tens(lattice, at, digits);
    }
    numbers.words_of(word, add);
}

/// Adds an edge for two tokens that are one number: "forty eight", "twenty first".
void EdgeMakers::add_tens(Lattice& lattice, std::size_t at, std::string_view tens) {
    if (tens.size() != 2 || tens[1] != '0' || at + 1 == lattice.end_of_text(at) ||
        lattice.token(at + 1).words.size() != 1) {
        return;
    }
    const std::string& next = lattice.token(at + 1).words.front();
    const std::string_view known = lattice.context()->rules().numbers.digits_of(next);
    const std::string_view ones = known.empty() ? std::string_view(next) : known;
    const bool is_one_digit = is_digit(ones.front()) && (ones.size() == 1 || !is_digit(ones[1]));
    if (is_one_digit && ones.front() != '0') {
        words_.assign(1, std::string(1, tens[0]).append(ones));
        lattice.add(at, EdgeSource::number_word, 2, EdgeCosts::number_word, words_);
    }
}

void EdgeMakers::note_fillers(Lattice& lattice) {
    const std::size_t longest = lattice.context()->rules().fillers.longest();
    for (std::size_t from = 0; from < lattice.size(); ++from) {
        const std::size_t last = std::min(lattice.end_of_text(from), from + longest);
        for (std::size_t to = from + 1; to <= last; ++to) {
            if (is_filler(lattice, from, to)) {
                lattice.note_filler(from, to);
            }
        }
    }
}

void EdgeMakers::note_city(Lattice& lattice, std::uint64_t& steps) {
    std::size_t last = lattice.query_size();
    while (last > 1 && lattice.token(last - 1).is_filler) {
        --last;
    }
    if (last > 1 && find_city(lattice, last - 1, steps)) {
        lattice.note_city(last - 1, city_);
    }
}

/// Finds the records of the city that the token names. False if there is none, or if too few of the records with the
/// word are there: "davis", but not "express".
bool EdgeMakers::find_city(const Lattice& lattice, std::size_t at, std::uint64_t& steps) {
    const Lattice::Token& token = lattice.token(at);
    if (!may_describe(lattice, at) || lattice.context()->rules().categories.has_word(token.words.front())) {
        return false;
    }
    place::fold_city(lattice.text(at, at + 1), folded_);
    format::query_city_key(folded_, key_);
    format::KeyEntry entry;
    steps += key_work;
    if (!lattice.context()->places().find(format::hash_key(key_), entry)) {
        return false;
    }
    city_.clear();
    steps += entry.length / 2;
    format::append_ranges(entry, lattice.context()->documents(), city_);
    return static_cast<double>(place::documents_in(city_)) * max_words_of_city >= token.documents;
}

/// Whether the tokens are a filler.
bool EdgeMakers::is_filler(const Lattice& lattice, std::size_t from, std::size_t to) {
    const text::Fillers& fillers = lattice.context()->rules().fillers;
    text::fold(lattice.text(from, to), folded_);
    return fillers.has(folded_) || (write_with_numbers(lattice, from, to) && fillers.has(written_));
}

/// Writes the tokens as a rule on fillers does: each number as "0", with "no" before it if it was typed with "#".
/// Returns whether they have a number.
bool EdgeMakers::write_with_numbers(const Lattice& lattice, std::size_t from, std::size_t to) {
    bool any = false;
    written_.clear();
    for (std::size_t at = from; at < to; ++at) {
        const std::string_view token = lattice.text(at, at + 1);
        const bool is_number = std::all_of(token.begin(), token.end(), is_digit);
        any = any || is_number;
        text::fold(is_number ? text::Fillers::any_number : token, folded_);
        written_.append(written_.empty() ? "" : " ").append(lattice.before(at) == '#' ? "no " : "").append(folded_);
    }
    return any;
}

void EdgeMakers::spell(Lattice& lattice, std::size_t at, Spellings::Errors errors, const SpellingCost& cost,
                       std::uint64_t& steps) {
    lattice.note_spelled(at);
    if (lattice.token(at).words.size() != 1) {
        return;
    }
    const std::string word = lattice.token(at).words.front();
    text::fold_letters(lattice.text(at, at + 1), folded_);
    const std::string written = folded_;
    add_spelled(lattice, at, 1, written, cost, errors, steps);
    if (errors == Spellings::Errors::one) {
        add_of_two_letters(lattice, at, word, steps);
        sounding_.add(lattice, at, written, SoundingEdges::Places::one, steps);
        cuts_.add_edges(lattice, at, word, steps);
        add_digits_apart(lattice, at, word);
    }
}

void EdgeMakers::spell_further(Lattice& lattice, std::size_t at, std::uint64_t& steps) {
    if (lattice.token(at).documents == 0 && !lattice.token(at).is_spelled_further) {
        lattice.note_spelled_further(at);
        spell(lattice, at, Spellings::Errors::two, {}, steps);
    }
}

void EdgeMakers::spell_boldly(Lattice& lattice, std::size_t at, std::uint64_t& steps) {
    if (lattice.token(at).words.size() != 1) {
        return;
    }
    text::fold_letters(lattice.text(at, at + 1), folded_);
    const std::string written = folded_;
    sounding_.add(lattice, at, written, SoundingEdges::Places::two, steps);
    if (lattice.token(at).documents == 0) {
        mistyped_cuts_.add(lattice, at, written, steps);
    }
}

void EdgeMakers::add_spelled(Lattice& lattice, std::size_t at, std::size_t tokens, std::string_view word,
                             const SpellingCost& cost, Spellings::Errors errors, std::uint64_t& steps) {
    spellings_.find(*lattice.token(at).rule, word, errors, cost.limit - cost.added, found_, steps);
    for (const Spelling& spelling : found_) {
        words_.assign(1, std::string(spelling.word));
        lattice.add(at, EdgeSource::spelled, tokens, cost.added + spelling.cost, words_);
    }
}

/// Cuts a token between letters and digits: "pier39". Costs as much as a name that lacks its spaces.
void EdgeMakers::add_digits_apart(Lattice& lattice, std::size_t at, std::string_view word) {
    written_.clear();
    for (std::size_t i = 0; i < word.size(); ++i) {
        if (i > 0 && is_digit(word[i]) != is_digit(word[i - 1])) {
            written_ += ' ';
        }
        written_ += word[i];
    }
    if (written_.size() > word.size()) {
        lattice.analyse(written_, words_);
        lattice.add(at, EdgeSource::cut, 1, EdgeCosts::glued_name, words_);
    }
}

/// Adds the words that a word of two letters becomes with one letter more. The vocabulary has no words of two letters,
/// so Spellings finds nothing for them.
void EdgeMakers::add_of_two_letters(Lattice& lattice, std::size_t at, const std::string& word, std::uint64_t& steps) {
    if (word.size() != 2 || !is_lower(word[0]) || !is_lower(word[1])) {
        return;
    }
    for (std::size_t place = 0; place <= word.size(); ++place) {
        for (char letter = 'a'; letter <= 'z'; ++letter) {
            written_ = word;
            written_.insert(place, 1, letter);
            steps += key_work;
            const bool is_double = (place > 0 && word[place - 1] == letter);
            const double cost = (is_double ? text::TypingCosts::slip : text::TypingCosts::near) +
                                (place == 0 ? text::TypingCosts::first : 0.0F);
            words_.assign(1, written_);
            lattice.add(at, EdgeSource::spelled, 1, cost, words_);
        }
    }
}

}  // namespace bizrec::search
