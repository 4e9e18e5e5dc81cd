#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/json_types.hpp"
#include "bizrec/format/layout.hpp"
#include "lmdb_builder/record/fields.hpp"
#include "lmdb_builder/record/record.hpp"

namespace bizrec::builder {

class KnownFields;
struct GivenField;

enum class StringFault : std::uint8_t { none, wrong_type, nul };

/// Reads known fields by type. Each call takes the names of one fact, best first, and reads the first that is given;
/// where none is, `out` stays as it is and the call succeeds. False: reason() says why the record is refused.
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
    /// A string or an array of strings; `given` is set where one of them is not blank.
    bool text_or_list(Names names, bool& given);
    /// The same; appends those that are not blank.
    bool text_or_list(Names names, std::vector<std::string>& out);
    /// An array of strings; appends those that are not blank.
    bool list(Names names, std::vector<std::string>& out);

    const KnownFields& fields() const noexcept { return *fields_; }

    /// The text of a string, "" for null and for text that is blank (text::is_blank). A NUL is a fault: it would end
    /// the text for every C reader.
    static StringFault string_value(simdjson::dom::element value, std::string_view& out) noexcept;

    /// Refuse the record; all return false. `field`: with its place, as in "tags[2]".
    bool refuse(std::string_view code, std::string field, std::string_view expected, simdjson::dom::element got);
    bool refuse_string(StringFault fault, std::string field, std::string_view expected, simdjson::dom::element got);
    bool refuse_missing_id();
    /// Adds to the reject of an id what its sender can type; false, too.
    bool name_way_for_other_ids();

private:
    /// `each` is called for every string in turn.
    template <class Each>
    bool string_or_array(Names names, const Each& each);
    template <class Each>
    bool string_array(const GivenField& given, std::string_view expected, const Each& each);

    const KnownFields* fields_;
    RejectReason* reason_;
};

}  // namespace bizrec::builder
