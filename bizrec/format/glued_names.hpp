#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "bizrec/format/bucket_table.hpp"

namespace bizrec::format {

/// A name or a category label in the form that text/glued_text.hpp makes. The text itself is not stored; read it from
/// the document `docid`.
struct GluedName {
    std::uint32_t number = 0;  ///< pass it to GluedNames::name()
    std::uint32_t docid = 0;   ///< the first document that has it
    float log_count = 0;       ///< ln(documents that have it), within 0.05
    bool is_name = false;      ///< false: a category label; a text that is both has two entries
};

/// The key of a name or label without spaces, in the form that text/glued_text.hpp makes.
std::uint64_t glued_key(std::string_view glued) noexcept;
/// The key of a name that is one word. `word`: folded, but not changed by the analyser. So the key finds only names
/// whose folded form is exactly `word`.
std::uint64_t written_name_key(std::string_view word) noexcept;

/// A number of documents as the section stores it: ln(count) in twelfths, rounded.
std::uint8_t count_byte(std::uint32_t count) noexcept;
float log_of_count_byte(std::uint8_t byte) noexcept;

/// Layout of a value in the section.
struct GluedValue {
    static constexpr unsigned count_bits = 8;
    static constexpr unsigned flag_bits = 1;
    static std::uint64_t pack(std::uint32_t docid, std::uint8_t count, bool is_name) noexcept;
    static constexpr unsigned bits(std::uint32_t documents) noexcept {
        return bits_below(documents) + count_bits + flag_bits;
    }
};

inline constexpr std::size_t min_glued_name = 3;   ///< minimum code points of a glued name
inline constexpr std::size_t max_glued_name = 64;  ///< maximum bytes of a glued name
/// Minimum and maximum code points of a name that is found in spite of typing errors. More than one document must have
/// it, too.
inline constexpr std::size_t min_spelled_name = 5;
inline constexpr std::size_t max_spelled_name = 32;

/// Whether a form has a length from min_glued_name to max_glued_name.
bool is_glued_name(std::string_view form) noexcept;
/// Whether a form has the length that the section `glued_spellings` requires. A form is in this section only if more
/// than one document has it.
bool is_spelled_name(std::string_view form) noexcept;

/// The section `glued_names`. Empty for files of formats without it.
class GluedNames {
public:
    using Chunk = BucketTable::Chunk;
    GluedNames() = default;
    static Result<GluedNames> open(const std::vector<Chunk>& chunks, std::uint32_t documents);

    std::uint32_t size() const noexcept { return table_.size(); }

    /// Calls use(GluedName) for each name that has the key, and perhaps for some that do not, because a table stores
    /// only a part of each key. The docids are always valid.
    template <class Use>
    void find(std::uint64_t key, Use&& use) const {
        table_.find(key, [&](std::uint32_t number, std::uint64_t value) {
            const GluedName name = unpack(number, value);
            if (name.docid < documents_) {
                use(name);
            }
        });
    }
    /// `number` < size(). The docid of the result is valid.
    GluedName name(std::uint32_t number) const noexcept;

    const BucketTable& table() const noexcept { return table_; }

private:
    static GluedName unpack(std::uint32_t number, std::uint64_t value) noexcept;

    BucketTable table_;
    std::uint32_t documents_ = 0;
};

}  // namespace bizrec::format
