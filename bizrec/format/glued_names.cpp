#include "bizrec/format/glued_names.hpp"

#include <algorithm>
#include <cmath>

#include "bizrec/base/utf8.hpp"
#include "bizrec/base/xxh.hpp"
#include "bizrec/format/layout.hpp"
#include "bizrec/text/spelling_keys.hpp"

namespace bizrec::format {
namespace {

constexpr std::uint64_t written_seed = 2;
constexpr double count_steps_a_nat = 12;

}  // namespace

std::uint64_t glued_key(std::string_view glued) noexcept {
    return text::spelling_key(glued);
}

std::uint64_t written_name_key(std::string_view word) noexcept {
    return XXH3_64bits_withSeed(word.data(), word.size(), written_seed);
}

std::uint8_t count_byte(std::uint32_t count) noexcept {
    const double steps = std::log(static_cast<double>(std::max(count, 1U))) * count_steps_a_nat;
    return static_cast<std::uint8_t>(std::min(std::round(steps), 255.0));
}

float log_of_count_byte(std::uint8_t byte) noexcept {
    return static_cast<float>(byte / count_steps_a_nat);
}

std::uint64_t GluedValue::pack(std::uint32_t docid, std::uint8_t count, bool is_name) noexcept {
    return (std::uint64_t{docid} << count_bits | count) << flag_bits | (is_name ? 1U : 0U);
}

bool is_glued_name(std::string_view form) noexcept {
    return form.size() <= max_glued_name && form.size() >= min_glued_name && count_code_points(form) >= min_glued_name;
}

bool is_spelled_name(std::string_view form) noexcept {
    const std::size_t length = count_code_points(form);
    return length >= min_spelled_name && length <= max_spelled_name;
}

Result<GluedNames> GluedNames::open(const std::vector<Chunk>& chunks, std::uint32_t documents) {
    auto table = BucketTable::open(chunks, GluedValue::bits(documents), section_name(Section::glued_names));
    if (!table) {
        return table.error();
    }
    GluedNames names;
    if (documents == 0) {
        return names;  // an index without documents has no names
    }
    names.documents_ = documents;
    names.table_ = std::move(table).value();
    return names;
}

GluedName GluedNames::unpack(std::uint32_t number, std::uint64_t value) noexcept {
    GluedName name;
    name.number = number;
    name.docid = static_cast<std::uint32_t>(value >> (GluedValue::count_bits + GluedValue::flag_bits));
    name.log_count = log_of_count_byte(static_cast<std::uint8_t>(value >> GluedValue::flag_bits));
    name.is_name = (value & 1U) != 0;
    return name;
}

GluedName GluedNames::name(std::uint32_t number) const noexcept {
    GluedName name = unpack(number, table_.value(number));
    name.docid = std::min(name.docid, documents_ - 1);  // a name always has a document, so documents_ is not 0
    return name;
}

}  // namespace bizrec::format
