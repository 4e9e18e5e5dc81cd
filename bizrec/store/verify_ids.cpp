#include "bizrec/store/verify.hpp"

#include <algorithm>
#include <cstring>

#include "bizrec/format/id_table.hpp"
#include "bizrec/format/text_column.hpp"
#include "bizrec/text/fold.hpp"
#include "bizrec/text/utf8.hpp"

namespace bizrec::store {
namespace {

using format::Section;

/// Checks that the texts are valid UTF-8, and adjacent from the end of the offsets to the padding.
Status check_place_ids(const Generation::Chunk& chunk, std::size_t number, std::uint32_t documents) {
    constexpr Section section = Section::place_ids;
    std::uint32_t first = 0;
    std::memcpy(&first, chunk.bytes, sizeof first);
    std::uint64_t end = sizeof(std::uint32_t);  // the end if no document has a text
    if (first != 0) {
        end = sizeof(std::uint32_t) * (std::uint64_t{documents} + 1);
        for (std::uint32_t i = 0; i < documents; ++i) {
            const std::string_view text = format::text_of(chunk.bytes, chunk.size, documents, i);
            const auto docid = static_cast<std::uint32_t>(number * format::documents_per_column_chunk + i);
            if (text.data() != reinterpret_cast<const char*>(chunk.bytes) + end) {
                return document_error(section, docid, "its text is not where it must be");
            }
            if (!text::is_valid_utf8(text)) {
                return document_error(section, docid, "its text is no UTF-8");
            }
            end += text.size();
        }
    }
    return zeros_from(chunk, end) ? ok() : Status(chunk_error(section, number, "padding is not zero"));
}

}  // namespace

Status verify_place_ids(const Generation& g) {
    const auto& chunks = g.chunks(Section::place_ids);
    std::uint32_t left = g.documents();
    for (std::size_t number = 0; number < chunks.size(); ++number) {
        const std::uint32_t count = std::min(left, format::documents_per_column_chunk);
        if (auto status = check_place_ids(chunks[number], number, count); !status) {
            return status;
        }
        left -= count;
    }
    return ok();
}

/// Checks that the buckets' offsets ascend from 0 to the number of documents, that docids ascend within each bucket,
/// and that every document is in the bucket of its id. Together this means that the section holds each docid exactly
/// once.
Status verify_id_buckets(const Generation& g) {
    constexpr Section section = Section::id_buckets;
    const Generation::Chunk& chunk = g.chunks(section)[0];
    const std::uint32_t documents = g.documents();
    const std::uint32_t buckets = format::id_bucket_count(documents);
    const auto* firsts = reinterpret_cast<const std::uint32_t*>(chunk.bytes);
    if (firsts[0] != 0 || firsts[buckets] != documents) {
        return section_error(section, "its buckets do not hold all documents");
    }
    for (std::uint32_t bucket = 0; bucket < buckets; ++bucket) {
        const auto span = format::docids_of_bucket(chunk.bytes, chunk.size, documents, bucket);
        if (span.begin == nullptr || std::adjacent_find(span.begin, span.end, std::greater_equal<>()) != span.end) {
            return section_error(section, "bucket " + std::to_string(bucket) + " does not ascend");
        }
    }
    for (std::uint32_t docid = 0; docid < documents; ++docid) {
        const std::uint32_t bucket = format::id_bucket_of(g.uuid[docid], buckets);
        const auto span = format::docids_of_bucket(chunk.bytes, chunk.size, documents, bucket);
        if (!std::binary_search(span.begin, span.end, docid)) {
            return section_error(section,
                                 "document " + std::to_string(docid) + " is not in bucket " + std::to_string(bucket));
        }
    }
    const std::uint64_t used = sizeof(std::uint32_t) * (std::uint64_t{buckets} + 1 + documents);
    return zeros_from(chunk, used) ? ok() : Status(chunk_error(section, 0, "padding is not zero"));
}

}  // namespace bizrec::store
