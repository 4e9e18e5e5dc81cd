#include "bizrec/store/verify.hpp"

#include <algorithm>
#include <string_view>

#include "bizrec/store/index_writer.hpp"

namespace bizrec::store {

using format::Section;

Error section_error(Section section, const std::string& what) {
    return Error{"section " + std::string(format::section_name(section)) + ": " + what};
}

Error chunk_error(Section section, std::size_t chunk, const std::string& what) {
    return section_error(section, "chunk " + std::to_string(chunk) + ": " + what);
}

Error document_error(Section section, std::uint32_t docid, const std::string& what) {
    const std::uint32_t per_chunk =
        section == Section::content ? format::documents_per_content_chunk : format::documents_per_column_chunk;
    return chunk_error(section, docid / per_chunk, "document " + std::to_string(docid) + ": " + what);
}

bool zeros_from(const Generation::Chunk& chunk, std::uint64_t begin) noexcept {
    return begin <= chunk.size && std::all_of(chunk.bytes + begin, chunk.bytes + chunk.size,
                                              [](std::byte byte) { return byte == std::byte{0}; });
}

namespace {

Status verify_checksum(const Generation& generation, Section section) {
    std::uint64_t checksum = 0;
    for (const auto& chunk : generation.chunks(section)) {
        checksum = chunk_checksum(checksum, chunk.bytes, chunk.size);
    }
    const std::uint64_t expected = generation.meta().section(section).checksum;
    if (checksum != expected) {
        return section_error(
            section, "is damaged: checksum " + std::to_string(checksum) + ", expected " + std::to_string(expected));
    }
    return ok();
}

/// Checks that the rules, parsed and written again, give the section's bytes.
Status verify_rules(const Generation& g) {
    const Generation::Chunk& chunk = g.chunks(Section::rules)[0];
    const bool has_tables = g.meta().version >= format::first_version_with_rules;
    const std::string written =
        has_tables ? format::write_rules(g.rules(), g.meta().version) : g.rules().suffixes.serialise();
    const std::string_view bytes(reinterpret_cast<const char*>(chunk.bytes), chunk.size);
    if (bytes.substr(0, written.size()) != written) {
        return section_error(Section::rules, "is not as the builder writes rules");
    }
    return zeros_from(chunk, written.size()) ? ok() : Status(section_error(Section::rules, "padding is not zero"));
}

Status verify_all(const Generation& generation, const VerifyProgress& progress) {
    using Check = Status (*)(const Generation&);
    for (const Check check :
         {&verify_dictionary, &verify_columns, &verify_place_ids, &verify_boxes, &verify_identities, &verify_places,
          &verify_terms, &verify_vocabulary, &verify_spellings, &verify_glued_names, &verify_rules}) {
        if (auto status = check(generation); !status) {
            return status;
        }
    }
    if (auto status = verify_content(generation, progress); !status) {
        return status;
    }
    // Checked after the rows. If a uuid in the column is damaged, check_row() reports it; verify_id_buckets() would
    // blame the buckets.
    if (auto status = verify_id_buckets(generation); !status) {
        return status;
    }
    // Checked last, because the other checks name the document that is damaged. A checksum only tells which section is
    // damaged.
    for (std::size_t i = 1; i < format::section_count; ++i) {
        if (auto status = verify_checksum(generation, static_cast<Section>(i)); !status) {
            return status;
        }
    }
    return ok();
}

}  // namespace

Status verify_structure(const Generation& generation, void (*progress)(std::uint64_t, std::uint64_t, void*),
                        void* context) {
    auto status = verify_all(generation, {progress, context});
    if (!status) {
        return Error{generation.path() + ": " + status.error().message};
    }
    return status;
}

}  // namespace bizrec::store
