#include "bizrec/query/interpretation.hpp"

namespace bizrec::search {

void Interpretation::copy_words(const Lattice& lattice, TypedWords& out) const {
    out = {};
    for (const Step& step : path) {
        WordSequence& words = out.of(*lattice.token(step.token).rule);
        for (std::uint32_t i = 0; i < step.edge.words; ++i) {
            words.push_back(lattice.word(lattice.edge_word(step.edge, i)).text);
        }
    }
}

}  // namespace bizrec::search
