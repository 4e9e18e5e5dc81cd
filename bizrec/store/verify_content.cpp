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
    const std::byte* end = chunk.bytes + format::content_head_bytes(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const format::ContentRow row = format::content_row(chunk.bytes, chunk.size, i);
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

/// The document's uuid, and codes of one JSON object. `row` is room to work in.
Status check_row(simdjson::dom::parser& parser, const Generation& g, std::uint32_t docid, std::string& row) {
    if (std::memcmp(g.content_row(docid).id, g.uuid[docid].data(), sizeof(format::Uuid)) != 0) {
        return document_error(Section::content, docid, "its row does not begin with its id");
    }
    row.clear();
    if (!g.append_row_head(docid, row)) {
        return document_error(Section::content, docid, "its codes do not stand for a record");
    }
    const std::string_view record = std::string_view(row).substr(format::row_content_offset);
    simdjson::dom::object object;
    const auto error = parser.parse(record.data(), record.size(), true).get_object().get(object);
    if (error != simdjson::SUCCESS) {
        return document_error(Section::content, docid,
                              std::string("its record is no JSON object: ") + simdjson::error_message(error));
    }
    return ok();
}

}  // namespace

Status verify_content(const Generation& g, const VerifyProgress& progress) {
    simdjson::dom::parser parser;
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
