#include "bizrec/api/row_explanation.hpp"

#include "bizrec/base/json_text.hpp"

namespace bizrec::api {

void append_explanation(std::string& out, const search::Explanation& explanation, std::uint32_t docid) {
    out += ",\"explain\":";
    char separator = '[';
    for (const std::string& part : explanation.parts(docid)) {
        out += separator;
        append_json_string(out, part);
        separator = ',';
    }
    out += ']';
}

}  // namespace bizrec::api
