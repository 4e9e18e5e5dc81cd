#include "lmdb_builder/customers/customer_run.hpp"

#include <simdjson.h>

#include "bizrec/format/content.hpp"
#include "bizrec/format/content_layout.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {

static_assert(format::record_write_slack >= simdjson::SIMDJSON_PADDING);

void MatchedRecord::read(std::uint32_t docid) {
    row_.clear();
    if (docid >= generation_->documents() || !generation_->append_row_head(docid, row_)) {
        throw BuildFailure("\"" + generation_->path() + "\" is damaged: `lmdb_builder verify` tells more");
    }
    row_.reserve(row_.size() + simdjson::SIMDJSON_PADDING);
}

std::string_view MatchedRecord::id() const noexcept {
    return std::string_view(row_).substr(format::row_id_offset, format::uuid_characters);
}

std::string_view MatchedRecord::content() const noexcept {
    return std::string_view(row_).substr(format::row_content_offset);
}

}  // namespace bizrec::builder
