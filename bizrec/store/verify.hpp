#pragma once

#include <cstdint>
#include <string>

#include "bizrec/store/generation.hpp"

/// What the parts of verify_structure() share; each part has a file of its own, verify_*. Messages name section, chunk
/// and document.
namespace bizrec::store {

/// verify_structure()'s callback.
struct VerifyProgress {
    void (*function)(std::uint64_t, std::uint64_t, void*) = nullptr;
    void* context = nullptr;
};

Error section_error(format::Section section, const std::string& what);
Error chunk_error(format::Section section, std::size_t chunk, const std::string& what);
Error document_error(format::Section section, std::uint32_t docid, const std::string& what);

/// Are the chunk's bytes from `begin` on all zeros, as padding is?
bool zeros_from(const Generation::Chunk& chunk, std::uint64_t begin) noexcept;

}  // namespace bizrec::store
