#include "bizrec/store/verify.hpp"

#include <simdjson.h>

#include <algorithm>
#include <cstring>

#include "bizrec/format/record_json.hpp"

namespace bizrec::store {
namespace {

using format::Section;

constexpr std::uint32_t documents_between_calls = 65536;

/// Checks that the chunk has the expected number of rows, and that they are adjacent from the end of the offsets to the
/// padding.
Status check_frame(const Generation::Chunk& chunk, std::size_t number, std::uint32_t expected) {
    std::uint32_t count = 0;
    std::memcpy(&count, chunk.bytes, sizeof count);
    if (count != expected || format::content_head_bytes(count) > chunk.size) {
        return chunk_error(Section::content, number,
                           "holds " + std::to_string(count) + " rows, expected " + std::to_string(expected));
    }
    const std::byte* end = chunk.bytes + format::content_head_bytes(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const format::ContentRow row = format::content_row(chunk.bytes, chunk.size, i, count);
        if (!row || row.id != end) {
            return chunk_error(Section::content, number, "row " + std::to_string(i) + " is not where it must be");
        }
        end = row.codes + row.code_bytes;
    }
    if (!zeros_from(chunk, static_cast<std::uint64_t>(end - chunk.bytes))) {
        return chunk_error(Section::content, number, "padding is not zero");
    }
    return ok();
}

/// Checks the document's uuid, and that the codes give one record. `row` is a reused buffer.
Status check_row(format::RecordJson& parser, const Generation& g, std::uint32_t docid, std::string& row) {
    if (std::memcmp(g.content_row(docid).id, g.uuid[docid].data(), sizeof(format::Uuid)) != 0) {
        return document_error(Section::content, docid, "its row does not begin with its id");
    }
    if (g.content_row(docid).record_bytes > format::max_record_bytes) {
        return document_error(Section::content, docid,
                              "its record has more than " + std::to_string(format::max_record_bytes) + " bytes");
    }
    row.clear();
    if (!g.append_row_head(docid, row)) {
        return document_error(Section::content, docid, "its codes do not stand for a record");
    }
    const std::size_t bytes = row.size() - format::row_content_offset;
    row.append(format::RecordJson::padding, '\0');
    simdjson::dom::element root;
    format::RecordFault fault;
    if (!parser.parse(std::string_view(row).substr(format::row_content_offset, bytes), root, fault)) {
        return document_error(
            Section::content, docid,
            (fault.field.empty() ? "its record is no JSON object: " : "its record, \"" + fault.field + "\": ") +
                fault.detail);
    }
    return ok();
}

}  // namespace

Status verify_content(const Generation& g, const VerifyProgress& progress) {
    format::RecordJson parser;
    std::string row;
    const std::uint32_t documents = g.documents();
    const auto& chunks = g.chunks(Section::content);
    for (std::size_t number = 0; number < chunks.size(); ++number) {
        const auto first = static_cast<std::uint32_t>(number * format::documents_per_content_chunk);
        const std::uint32_t count = std::min(format::documents_per_content_chunk, documents - first);
        if (auto status = check_frame(chunks[number], number, count); !status) {
            return status;
        }
        for (std::uint32_t docid = first; docid < first + count; ++docid) {
            if (auto status = check_row(parser, g, docid, row); !status) {
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
