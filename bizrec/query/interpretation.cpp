#include "bizrec/query/interpretation.hpp"

namespace bizrec::search {

void Interpretation::copy_words(const Lattice& lattice, TypedWords& out) const {
    copy(lattice, false, out);
}

void Interpretation::copy_words_and_left_out(const Lattice& lattice, TypedWords& out) const {
    copy(lattice, true, out);
}

void Interpretation::copy(const Lattice& lattice, bool left_out, TypedWords& out) const {
    out = {};
    for (const Step& step : path) {
        WordSequence& words = out.of(*lattice.token(step.token).rule);
        for (std::uint32_t i = 0; i < step.edge.words; ++i) {
            words.push_back(lattice.word(lattice.edge_word(step.edge, i)).text);
        }
        if (left_out && step.edge.source == EdgeSource::left_out && step.edge.cost > EdgeCosts::filler) {
            words.insert(words.end(), lattice.token(step.token).words.begin(), lattice.token(step.token).words.end());
        }
    }
}

}  // namespace bizrec::search
