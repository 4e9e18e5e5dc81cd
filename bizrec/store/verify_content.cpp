#include <simdjson.h>

#include <algorithm>
#include <cstring>

#include "bizrec/store/verify.hpp"

namespace bizrec::store {
namespace {

using format::Section;

constexpr std::uint32_t documents_between_calls = 65536;

/// Rows follow each other without a gap, from the end of the offsets to the padding.
Status check_frame(const Generation::Chunk& chunk, std::size_t number, std::uint32_t expected) {
    std::uint32_t count = 0;
    std::memcpy(&count, chunk.bytes, sizeof count);
    if (count != expected || format::content_head_bytes(count) > chunk.size) {
        return chunk_error(Section::content, number,
                           "holds " + std::to_string(count) + " rows, expected " + std::to_string(expected));
    }
    std::uint64_t end = format::content_head_bytes(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::string_view row = format::row_head(chunk.bytes, chunk.size, i);
        if (row.empty() || row.data() != reinterpret_cast<const char*>(chunk.bytes) + end) {
            return chunk_error(Section::content, number, "row " + std::to_string(i) + " is not where it must be");
        }
        end += row.size();
    }
    if (!zeros_from(chunk, end)) {
        return chunk_error(Section::content, number, "padding is not zero");
    }
    return ok();
}

/// `{"id":"<the document's uuid>","content":` and then one JSON object.
Status check_row(simdjson::dom::parser& parser, const Generation& g, std::uint32_t docid) {
    const std::string_view row = g.row_head(docid);
    char start[format::row_content_offset];
    char* at = std::copy(format::row_open.begin(), format::row_open.end(), start);
    format::write_uuid(g.uuid[docid], at);
    std::copy(format::row_content.begin(), format::row_content.end(), at + format::uuid_characters);
    if (row.substr(0, sizeof start) != std::string_view(start, sizeof start)) {
        return document_error(Section::content, docid, "its row does not begin with its id");
    }
    const std::string_view content = row.substr(sizeof start);
    simdjson::dom::object object;
    // The copy that simdjson makes here is needed: the map lends no padding behind the row.
    const auto error = parser.parse(content.data(), content.size(), true).get_object().get(object);
    if (error != simdjson::SUCCESS) {
        return document_error(Section::content, docid,
                              std::string("its record is no JSON object: ") + simdjson::error_message(error));
    }
    return ok();
}

}  // namespace

Status verify_content(const Generation& g, const VerifyProgress& progress) {
    simdjson::dom::parser parser;
    const std::uint32_t documents = g.documents();
    const auto& chunks = g.chunks(Section::content);
    for (std::size_t number = 0; number < chunks.size(); ++number) {
        const auto first = static_cast<std::uint32_t>(number * format::documents_per_content_chunk);
        const std::uint32_t count = std::min(format::documents_per_content_chunk, documents - first);
        if (auto status = check_frame(chunks[number], number, count); !status) {
            return status;
        }
        for (std::uint32_t docid = first; docid < first + count; ++docid) {
            if (auto status = check_row(parser, g, docid); !status) {
                return status;
            }
        }
        const std::uint32_t done = first + count;
        if (progress.function != nullptr && (done % documents_between_calls == 0 || done == documents)) {
            progress.function(done, documents, progress.context);
        }
    }
    return ok();
}

}  // namespace bizrec::store
