#pragma once

#include <cstdint>
#include <string>

#include "bizrec/store/generation.hpp"

/// The parts of verify_structure(), in the files verify_*, and what they share. Messages name section, chunk and
/// document.
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

/// Checks the phrases that codes of records stand for.
Status verify_dictionary(const Generation& generation);

/// Checks every column: padding, and values in range. Generation::open() has checked the length of each column.
Status verify_columns(const Generation& generation);

/// Check that place ids are UTF-8, and that every uuid leads to its document.
Status verify_place_ids(const Generation& generation);
Status verify_id_buckets(const Generation& generation);

/// Checks that each box, and each box of a group, tightly encloses its documents.
Status verify_boxes(const Generation& generation);

/// Check identity keys and places: lists ascend, the best documents really are the best, ranges hold only documents of
/// the index.
Status verify_identities(const Generation& generation);
Status verify_places(const Generation& generation);

/// Checks that each list is exactly what the encoder writes for its postings.
Status verify_terms(const Generation& generation);

/// Checks that the words are adjacent and ascend, and that each can be a correction (belongs_to_vocabulary()).
Status verify_vocabulary(const Generation& generation);

/// Checks the section `spellings`, and the rival bytes in the slots of words. Keeps the number of documents of each
/// word and up to 256 MiB of keys in memory.
Status verify_spellings(const Generation& generation);
/// Checks the sections `glued_names` and `glued_spellings`.
Status verify_glued_names(const Generation& generation);

/// Checks every row: its place in the chunk, its id, and that its record is JSON.
Status verify_content(const Generation& generation, const VerifyProgress& progress);

}  // namespace bizrec::store
