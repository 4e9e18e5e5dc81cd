#include "bizrec/query/written_names.hpp"

#include <algorithm>
#include <cmath>

#include "bizrec/format/glued_names.hpp"

namespace bizrec::search {

double WrittenNames::count(const store::Generation& generation, std::string_view word) {
    double count = 0;
    generation.glued_names().find(format::written_name_key(word), [&](const format::GluedName& name) {
        if (has_name(generation, name.docid, word)) {
            count = std::max<double>(count, std::exp(name.log_count));
        }
    });
    return count;
}

/// The table knows names by their hashes alone.
bool WrittenNames::has_name(const store::Generation& generation, std::uint32_t docid, std::string_view word) {
    return record_.read(generation, docid) &&
           std::any_of(record_.texts().begin(), record_.texts().end(), [&](std::string_view name) {
               text::glue(generation.rules().words, generation.rules().numbers, name, glued_);
               return glued_.tokens == 1 && glued_.written == word;
           });
}

}  // namespace bizrec::search
