#include "bizrec/api/row_explanation.hpp"

#include <memory>

#include "bizrec/api/record_place.hpp"
#include "bizrec/api/word_origin.hpp"
#include "bizrec/base/json_text.hpp"

namespace bizrec::api {

search::RecordTexts record_texts(const store::Generation& generation, std::uint32_t docid) {
    const auto origin = std::make_shared<WordOrigin>(generation, docid);  // a std::function must be copyable
    return {[origin](std::string_view word) { return origin->describe(word); },
            [&generation, docid] { return city_of_record(generation, docid); },
            [&generation, docid] { return inferred_place(generation, docid); }};
}

void append_explanation(std::string& out, const store::Generation& generation, const search::Explanation& explanation,
                        std::uint32_t docid) {
    out += ",\"explain\":";
    char separator = '[';
    for (const std::string& part : explanation.parts(docid, record_texts(generation, docid))) {
        out += separator;
        append_json_string(out, part);
        separator = ',';
    }
    out += ']';
}

}  // namespace bizrec::api
