#pragma once

#include <cstdint>
#include <string>

#include "bizrec/store/generation.hpp"

/// Functions that the parts of verify_structure() share. Each part has its own file, verify_*. Messages name section,
/// chunk and document.
namespace bizrec::store {

/// The callback of verify_structure().
struct VerifyProgress {
    void (*function)(std::uint64_t, std::uint64_t, void*) = nullptr;
    void* context = nullptr;
};

Error section_error(format::Section section, const std::string& what);
Error chunk_error(format::Section section, std::size_t chunk, const std::string& what);
Error document_error(format::Section section, std::uint32_t docid, const std::string& what);

/// Whether all bytes of the chunk from `begin` on are zero, as padding must be.
bool zeros_from(const Generation::Chunk& chunk, std::uint64_t begin) noexcept;

}  // namespace bizrec::store
