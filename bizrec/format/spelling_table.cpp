#include "bizrec/format/spelling_table.hpp"

namespace bizrec::format {

Result<SpellingTable> SpellingTable::open(const std::vector<Chunk>& chunks, std::uint32_t words,
                                          std::string_view name) {
    SpellingTable spellings;
    spellings.words_ = words;
    auto table = BucketTable::open(chunks, bits_below(words), name);
    if (!table) {
        return table.error();
    }
    spellings.table_ = std::move(table).value();
    return spellings;
}

}  // namespace bizrec::format
