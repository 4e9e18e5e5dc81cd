// Any bytes in the places where the builder guesses: the format of a foreign file, a field by its name, the size or
// number of an option, and the fields in which two records differ. Nothing crashes, and each result is within its
// bounds.
#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/text/fold.hpp"
#include "bizrec/text/utf8.hpp"
#include "lmdb_builder/command_line/option_values.hpp"
#include "lmdb_builder/commands/index_diff.hpp"
#include "lmdb_builder/record/field_counts.hpp"
#include "lmdb_builder/record/field_summary.hpp"
#include "lmdb_builder/stages/foreign_input.hpp"
#include "t/fuzz/require.hpp"

using namespace bizrec::builder;
using bizrec::fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::string_view head = text.substr(0, size / 2);
    const std::string_view tail = text.substr(size / 2);

    const ForeignFormat format = foreign_format(text);
    require(format.shown.empty() == format.import.empty());

    FieldCounts counts;
    for (const std::string_view name : {text, head, tail, head}) {
        counts.unread.add(name);
        ++counts.records;
    }
    for (const UnreadField& field : unread_fields(counts)) {
        require(field.name.size() <= UnreadFields::name_bytes && field.records <= counts.records);
    }
    require(bizrec::text::is_valid_utf8(fields_text(counts)) && bizrec::text::is_valid_utf8(fields_json(counts)));

    constexpr std::uint64_t most = std::uint64_t{1} << 50;
    const auto bytes = read_size(text, 1024, most);
    require(bytes ? bytes.value() >= 1024 && bytes.value() <= most
                  : bizrec::text::is_valid_utf8(bytes.error().message));
    const auto number = read_whole_number(text, 2, 1000);
    require(!number || (number.value() >= 2 && number.value() <= 1000));

    require(changed_fields(head, head).empty());
    require(changed_fields(head, tail) == changed_fields(tail, head));
    return 0;
}
