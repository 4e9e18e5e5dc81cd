#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/base/result.hpp"
#include "bizrec/format/meta.hpp"
#include "bizrec/store/open_index.hpp"
#include "bizrec/store/seal.hpp"
#include "bizrec/store/seal_checker.hpp"

/// What stands next to a published index, docs/publish-format.md: GENERATION.mdb has the manifest GENERATION.json, and
/// the signature GENERATION.sig where one was made.
///
/// All paths here are resolved ones (resolve_index()): the link `current` may be switched between two steps, and then
/// the manifest of one index would be held against the file of another.
namespace bizrec::store {

inline constexpr std::uint32_t manifest_version = 1;
inline constexpr std::size_t manifest_limit = 4096;  ///< bytes; far above what serialise_manifest() makes
inline constexpr std::string_view index_suffix = ".mdb";

struct Manifest {
    std::string file;        ///< generation + index_suffix
    Sha256 sha256{};         ///< of the whole file, sealing page included: what sha256sum prints
    std::uint64_t size = 0;  ///< bytes of the whole file
    std::string generation;  ///< Seal::generation(): 16 lower-case hexadecimal digits
    std::uint32_t format_version = 0;
    std::uint32_t oldest_reader = 0;
    std::uint32_t identity_rules = 0;  ///< versions that a server compares with its own, see format::Meta
    std::uint32_t analyser = 0;
    std::uint64_t documents = 0;
    std::uint64_t identity_keys = 0;
    std::uint64_t countries = 0, states = 0, cities = 0, postal_codes = 0;
    std::uint64_t terms = 0;
    std::uint64_t vocabulary_words = 0;
    std::uint64_t content_bytes = 0;
};

/// The manifest of an index with this seal and meta section.
Manifest make_manifest(const Seal& seal, const format::Meta& meta, const Sha256& file_sha256);

/// One line of JSON with its line end: fields in a fixed order, no times, no paths. The same index gives the same
/// bytes.
std::string serialise_manifest(const Manifest& manifest);

/// Takes exactly what serialise_manifest() writes: a field too many, another order or a space is an error, so that
/// what is accepted has one reading. The message begins with "is" or "has" and names the field.
Result<Manifest> parse_manifest(std::string_view json);

/// Whether `text` is 16 lower-case hexadecimal digits.
bool is_generation(std::string_view text) noexcept;

/// GENERATION where the path ends with GENERATION.mdb, as published indexes are named; empty for other names.
std::string generation_named_by(const std::string& path);

/// The path behind all symbolic links. The message begins with `path`.
Result<std::string> resolve_index(const std::string& path);

/// ".mdb" at the end becomes ".json" or ".sig"; other names get it appended.
std::string manifest_path_of(const std::string& index_path);
std::string signature_path_of(const std::string& index_path);

/// The bytes of the manifest next to an index, not parsed yet.
Result<std::string> read_manifest_bytes(const std::string& index_path);

/// The manifest next to an index, checked against the file's name, its size and its sealing page. That the file's bytes
/// are right is check_file_sha256()'s to say. Nobody has signed what this returns: see read_trusted_manifest().
Result<Manifest> read_manifest(const std::string& index_path);
Result<Manifest> read_manifest(const OpenIndex& index);

/// The same from the bytes of that manifest.
Result<Manifest> manifest_of(std::string_view bytes, const std::string& index_path);
Result<Manifest> manifest_of(std::string_view bytes, const OpenIndex& index);

/// The same checks of a manifest that has been read already.
Status check_manifest(const Manifest& manifest, const std::string& index_path);
Status check_manifest(const Manifest& manifest, const OpenIndex& index);

/// `file_sha256`: SealChecker::file_sha256() of that file.
Status check_file_sha256(const Manifest& manifest, const std::string& index_path, const Sha256& file_sha256);

}  // namespace bizrec::store
