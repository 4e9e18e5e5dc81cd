#include "bizrec/decoder/interpretation.hpp"

namespace bizrec::search {

void Interpretation::copy_words_and_place(const Lattice& lattice, const Scope& in, TypedWords& out) const {
    const auto add_place = [&](std::size_t from, std::size_t to) {
        for (std::size_t at = from; at < to; ++at) {
            const std::vector<std::string>& words = lattice.token(at).words;
            out.query.insert(out.query.end(), words.begin(), words.end());
        }
    };
    TypedWords words;
    copy_words(lattice, words);
    out = {};
    add_place(0, in.from);
    out.query.insert(out.query.end(), words.query.begin(), words.query.end());
    add_place(in.to, in.end - in.described);
    out.store_name = words.store_name;
}

void Interpretation::copy_texts(const Lattice& lattice, const Scope& in, std::vector<std::string_view>& out) const {
    out.clear();
    const auto add_typed = [&](std::size_t from, std::size_t to) {
        if (from < to) {
            out.push_back(lattice.text(from, to));
        }
    };
    add_typed(0, in.from);
    for (const Step& step : path) {
        if (step.token >= lattice.query_size()) {
            break;  // store_name follows: the place of the query precedes it
        }
        if (step.edge.source == EdgeSource::typed) {
            add_typed(step.token, step.token + step.edge.tokens);
        } else {
            for (std::uint32_t i = 0; i < step.edge.words; ++i) {
                out.push_back(lattice.word(lattice.edge_word(step.edge, i)).text);
            }
        }
    }
    add_typed(in.to, in.end - in.described);
}

void Interpretation::copy_words(const Lattice& lattice, TypedWords& out, bool left_out) const {
    out = {};
    for (const Step& step : path) {
        WordSequence& words = out.of(*lattice.token(step.token).rule);
        for (std::uint32_t i = 0; i < step.edge.words; ++i) {
            words.push_back(lattice.word(lattice.edge_word(step.edge, i)).text);
        }
        if (left_out && step.edge.leaves_out()) {
            words.insert(words.end(), lattice.token(step.token).words.begin(), lattice.token(step.token).words.end());
        }
    }
}

}  // namespace bizrec::search
