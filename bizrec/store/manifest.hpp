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

/// The files beside a published index (docs/publish-format.md): GENERATION.mdb has the manifest GENERATION.json, and
/// the signature GENERATION.sig if it was signed.
///
/// All index paths here must be resolved (resolve_index()). The link `current` may be switched between two steps; the
/// manifest of one index would then be compared with the file of another.
namespace bizrec::store {

inline constexpr std::uint32_t manifest_version = 1;
inline constexpr std::size_t manifest_limit = 4096;  ///< bytes; far above the size of what serialise_manifest() writes
inline constexpr std::string_view index_suffix = ".mdb";

struct Manifest {
    std::string file;        ///< generation + index_suffix
    Sha256 sha256{};         ///< of the whole file, including the sealing page: what sha256sum prints
    std::uint64_t size = 0;  ///< bytes of the whole file
    std::string generation;  ///< Seal::generation(): 16 lower-case hexadecimal digits
    std::uint32_t format_version = 0;
    std::uint32_t oldest_reader = 0;
    std::uint32_t identity_rules = 0, analyser = 0;  ///< versions that a server compares with its own, see format::Meta
    std::uint64_t documents = 0;
    std::uint64_t identity_keys = 0;
    std::uint64_t countries = 0, states = 0, cities = 0, postal_codes = 0;
    std::uint64_t terms = 0;
    std::uint64_t vocabulary_words = 0;
    std::uint64_t content_bytes = 0;
};

/// Makes the manifest of an index with this seal and meta section.
Manifest make_manifest(const Seal& seal, const format::Meta& meta, const Sha256& file_sha256);

/// One line of JSON with its line end. Fields are in a fixed order, without times and paths, so the same index gives
/// the same bytes.
std::string serialise_manifest(const Manifest& manifest);

/// Accepts only what serialise_manifest() writes. An extra field, another order or a space is an error, so that an
/// accepted text has only one reading. The message begins with "is" or "has" and has no path.
Result<Manifest> parse_manifest(std::string_view json);

/// Whether `text` is 16 lower-case hexadecimal digits.
bool is_generation(std::string_view text) noexcept;

/// Returns GENERATION if the path ends with GENERATION.mdb, the name of a published index; empty for other names.
std::string generation_named_by(const std::string& path);

/// Resolves all symbolic links of `path`. The message begins with `path`.
Result<std::string> resolve_index(const std::string& path);

/// Replace ".mdb" at the end by ".json" or ".sig"; append it to other names.
std::string manifest_path_of(const std::string& index_path);
std::string signature_path_of(const std::string& index_path);

/// Returns the bytes of the manifest beside an index, without parsing them.
Result<std::string> read_manifest_bytes(const std::string& index_path);

/// Reads the manifest beside an index, and checks it against the file's name, size and sealing page. It does not check
/// the file's bytes: call check_file_sha256(). It does not check the signature: see read_trusted_manifest().
Result<Manifest> read_manifest(const std::string& index_path);
Result<Manifest> read_manifest(const OpenIndex& index);

/// Like read_manifest(), for bytes that were read from the manifest's file.
Result<Manifest> manifest_of(std::string_view bytes, const std::string& index_path);
Result<Manifest> manifest_of(std::string_view bytes, const OpenIndex& index);

/// Like read_manifest(), for a manifest that has been parsed: checks it against the file's name, size and sealing page.
Status check_manifest(const Manifest& manifest, const std::string& index_path);
Status check_manifest(const Manifest& manifest, const OpenIndex& index);

/// Compares the manifest's SHA-256 with that of the whole file. `file_sha256`: SealChecker::file_sha256() of that file.
Status check_file_sha256(const Manifest& manifest, const std::string& index_path, const Sha256& file_sha256);

}  // namespace bizrec::store
