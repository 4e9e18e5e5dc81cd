#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/json_parser.hpp"
#include "bizrec/format/layout.hpp"
#include "lmdb_builder/record/fields.hpp"
#include "lmdb_builder/record/record.hpp"

namespace bizrec::builder {

class KnownFields;
struct GivenField;

enum class StringFault : std::uint8_t { none, wrong_type, nul };

/// Reads known fields by type. Each call gets the alternative names of one field, the best first, and reads the first
/// that has a value. If none has a value, `out` stays unchanged and the call succeeds. False: the record is refused,
/// and the RejectReason that the constructor got says why.
class FieldReader {
public:
    using Names = std::initializer_list<Field>;

    FieldReader(const KnownFields& fields, RejectReason& reason) noexcept : fields_(&fields), reason_(&reason) {}

    bool text(Names names, std::string& out);
    bool uuid(Names names, format::Uuid& out, bool& given);
    bool boolean(Names names, bool& out);
    /// An integer from `least` to `most`; 10.0 and 1e1 are integers.
    bool integer(Names names, std::uint64_t least, std::uint64_t most, std::uint64_t& out, bool& given);
    bool number(Names names, int least, int most, double& out, bool& given);
    bool date_time(Names names, std::int64_t& out);
    /// A string or an array of strings. Sets `given` to true if one of them is not blank.
    bool text_or_list(Names names, bool& given);
    /// A string or an array of strings; appends those that are not blank.
    bool text_or_list(Names names, std::vector<std::string>& out);
    /// An array of strings; appends those that are not blank.
    bool list(Names names, std::vector<std::string>& out);

    const KnownFields& fields() const noexcept { return *fields_; }

    /// The text of a string; "" for null and for blank text (text::is_blank). A NUL is a fault, because C programs
    /// would see the end of the text there.
    static StringFault string_value(simdjson::dom::element value, std::string_view& out) noexcept;

    /// The functions refuse…() fill the RejectReason and return false. `field`: with its index, as in "tags[2]".
    bool refuse(std::string_view code, std::string field, std::string_view expected, simdjson::dom::element got);
    bool refuse_string(StringFault fault, std::string field, std::string_view expected, simdjson::dom::element got);
    bool refuse_missing_id();
    /// Adds a hint to the reject reason of an id: the command that accepts other kinds of ids. Returns false.
    bool name_way_for_other_ids();

private:
    /// Calls `each` for every string; with "" for null and blank text.
    template <class Each>
    bool string_or_array(Names names, const Each& each);
    template <class Each>
    bool string_array(const GivenField& given, std::string_view expected, const Each& each);

    const KnownFields* fields_;
    RejectReason* reason_;
};

}  // namespace bizrec::builder
