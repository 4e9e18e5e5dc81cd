#pragma once

#include <string_view>

#include "bizrec/query/record_names.hpp"
#include "bizrec/store/generation.hpp"
#include "bizrec/text/glued_text.hpp"

namespace bizrec::search {

/// Names that are one word, as they are written.
class WrittenNames {
public:
    /// Records whose name is `word`, folded, and nothing else; about, 0: none.
    double count(const store::Generation& generation, std::string_view word);

private:
    bool has_name(const store::Generation& generation, std::uint32_t docid, std::string_view word);

    RecordNames record_;
    text::GluedText glued_;
};

}  // namespace bizrec::search
