#pragma once

#include <cstdint>
#include <string>

#include "bizrec/store/generation.hpp"

/// The parts of verify_structure(), a section or two each. Messages name section, chunk and document.
namespace bizrec::store {

/// verify_structure()'s callback.
struct VerifyProgress {
    void (*function)(std::uint64_t, std::uint64_t, void*) = nullptr;
    void* context = nullptr;
};

Status verify_checksum(const Generation& generation, format::Section section);
Status verify_dictionary(const Generation& generation);
Status verify_columns(const Generation& generation);
Status verify_boxes(const Generation& generation);
Status verify_identities(const Generation& generation);
Status verify_places(const Generation& generation);
Status verify_place_ids(const Generation& generation);
Status verify_id_buckets(const Generation& generation);
Status verify_terms(const Generation& generation);
Status verify_vocabulary(const Generation& generation);
Status verify_content(const Generation& generation, const VerifyProgress& progress);

Error section_error(format::Section section, const std::string& what);
Error chunk_error(format::Section section, std::size_t chunk, const std::string& what);
Error document_error(format::Section section, std::uint32_t docid, const std::string& what);

/// Are the chunk's bytes from `begin` on all zeros, as padding is?
bool zeros_from(const Generation::Chunk& chunk, std::uint64_t begin) noexcept;

}  // namespace bizrec::store
