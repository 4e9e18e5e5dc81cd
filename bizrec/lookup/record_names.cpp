#include "bizrec/lookup/record_names.hpp"

#include <simdjson.h>

#include <new>

namespace bizrec::search {

bool RecordNames::read(const store::Generation& generation, std::uint32_t docid) {
    texts_.clear();
    names_ = 0;
    says_place_ = false;
    row_.clear();
    if (!generation.append_row_head(docid, row_)) {
        return false;
    }
    row_ += '}';
    simdjson::dom::element content;
    const simdjson::error_code parsed = parser_->parse(row_)["content"].get(content);
    if (parsed == simdjson::MEMALLOC) {
        *parser_ = simdjson::dom::parser();  // after a failed allocation the parser trusts the size it asked for, and
                                             // would write past its buffer
        throw std::bad_alloc();
    }
    if (parsed != simdjson::SUCCESS) {
        return false;
    }
    for (const char* field : {"business_name", "store_name", "brand_name"}) {
        std::string_view name;
        if (content[field].get(name) == simdjson::SUCCESS) {
            texts_.push_back(name);
        }
    }
    names_ = texts_.size();
    for (const char* field : {"city", "state"}) {
        std::string_view place;
        says_place_ = says_place_ || (content[field].get(place) == simdjson::SUCCESS && !place.empty());
    }
    simdjson::dom::array labels;
    if (content["business_categories"].get(labels) == simdjson::SUCCESS) {
        for (const simdjson::dom::element label : labels) {
            std::string_view text;
            if (label.get(text) == simdjson::SUCCESS) {
                texts_.push_back(text);
            }
        }
    }
    return true;
}

}  // namespace bizrec::search
