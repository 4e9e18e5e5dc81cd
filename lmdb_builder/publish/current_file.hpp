#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/store/seal.hpp"
#include "bizrec/store/trust.hpp"

/// `current.json` of a published folder, docs/publish-format.md: which generation is current, and which files an edge
/// can fetch to get it. Its sizes bound an edge's downloads, so an edge checks the signature before it uses any field.
namespace bizrec::builder {

inline constexpr std::uint32_t current_file_version = 1;
inline constexpr char current_file_name[] = "current.json";
inline constexpr char packed_suffix[] = ".mdb.zst";
inline constexpr std::size_t current_file_limit = std::size_t{256} << 10;  ///< bytes
inline constexpr std::size_t max_deltas = 512;
inline constexpr std::size_t max_file_name = 128;
inline constexpr std::uint64_t max_published_bytes = std::uint64_t{1} << 50;  ///< of one file
inline constexpr std::uint64_t max_sequence = std::uint64_t{1} << 62;

/// The packed index, GENERATION.mdb.zst.
struct PackedFile {
    std::uint64_t size = 0;
    store::Sha256 sha256{};
    bool operator==(const PackedFile& o) const noexcept { return size == o.size && sha256 == o.sha256; }
};

/// A delta: a file by which an edge makes the generation `to` from the generation `from`.
struct DeltaNotice {
    std::string file;  ///< a name that is_published_name() accepts
    std::string from, to;
    std::uint64_t size = 0;
    store::Sha256 sha256{};
};

/// The list of suppressions in force.
struct SuppressionNotice {
    std::string file;  ///< a name that is_published_name() accepts
    std::uint64_t number = 0;
};

struct CurrentFile {
    std::uint64_t sequence = 0;  ///< 1 to max_sequence; greater in every later file of a publisher
    std::string generation;
    std::uint64_t size = 0;  ///< bytes of GENERATION.mdb
    store::Sha256 seal{};    ///< Seal::sha256; the generation is its first 16 hexadecimal digits
    std::optional<PackedFile> packed{};
    std::vector<DeltaNotice> deltas{};
    std::optional<SuppressionNotice> suppression{};
};

/// Whether a name can be a file of a published folder: 1 to max_file_name letters, digits, '.', '_' and '-', not
/// beginning with a dot or a dash.
bool is_published_name(std::string_view name) noexcept;

/// The signed bytes: one line of JSON with its line end, without a signature.
std::string current_file_text(const CurrentFile& file);

/// The bytes of the file: `text` (from current_file_text()) with `signature` (SigningKey::sign() of it) as the last
/// field.
std::string signed_current_file(const std::string& text, const std::string& signature);

/// A parsed file whose signature has not been checked.
struct UncheckedCurrentFile {
    CurrentFile file;
    std::string text;       ///< the signed bytes
    std::string signature;  ///< in the form of a signature file
};

/// Parses the bytes of a current.json; does not check the signature. Skips unknown fields, because a newer publisher
/// may add some. The message of an error begins with "is" or "has".
Result<UncheckedCurrentFile> parse_current_file(std::string_view bytes);

/// Like parse_current_file(), but fails unless one of the keys has signed the file. The signature is checked before the
/// JSON is read.
Result<CurrentFile> trusted_current_file(std::string_view bytes, const store::TrustedKeys& keys);

}  // namespace bizrec::builder
