#include "bizrec/store/manifest.hpp"

#include <cstdlib>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include <simdjson.h>

#include "bizrec/base/byte_order_mark.hpp"
#include "bizrec/base/hex.hpp"
#include "bizrec/store/fd.hpp"
#include "bizrec/store/sha256.hpp"
#include "bizrec/store/small_file.hpp"

namespace bizrec::store {
namespace {

using simdjson::dom::element;

constexpr std::size_t generation_digits = 16;

template <class T>
struct NumberField {
    const char* name;
    T Manifest::*member;
};

constexpr NumberField<std::uint32_t> version_fields[] = {
    {"format", &Manifest::format_version},
    {"oldest_reader", &Manifest::oldest_reader},
    {"identity_rules", &Manifest::identity_rules},
    {"analyser", &Manifest::analyser},
};

constexpr NumberField<std::uint64_t> manifest_counts[] = {
    {"documents", &Manifest::documents},
    {"identity_keys", &Manifest::identity_keys},
    {"countries", &Manifest::countries},
    {"states", &Manifest::states},
    {"cities", &Manifest::cities},
    {"postal_codes", &Manifest::postal_codes},
    {"terms", &Manifest::terms},
    {"vocabulary_words", &Manifest::vocabulary_words},
    {"content_bytes", &Manifest::content_bytes},
};

/// Values never have a character that JSON would escape.
void append_string(std::string& out, const char* name, const std::string& value) {
    out.append(",\"").append(name).append("\":\"").append(value).append("\"");
}

void append_count(std::string& out, const char* name, std::uint64_t value) {
    out.append(",\"").append(name).append("\":").append(std::to_string(value));
}

Error field_problem(const std::string& name, const std::string& expected) {
    return Error{"has no usable \"" + name + "\": " + expected + " was expected"};
}

/// Reads a string of exactly `digits` lower-case hexadecimal digits.
Status read_hex(const element& root, const char* name, std::size_t digits, std::string& out) {
    std::string_view text;
    if (root[name].get_string().get(text) != simdjson::SUCCESS || text.size() != digits || !all_lower_hex(text)) {
        return field_problem(name, "a string of " + std::to_string(digits) + " lower-case hexadecimal digits");
    }
    out = text;
    return ok();
}

Status read_count(const element& root, const char* name, std::uint64_t& out) {
    if (root[name].get_uint64().get(out) != simdjson::SUCCESS) {
        return field_problem(name, "a number from 0 to 2^64 - 1");
    }
    return ok();
}

Status read_version(const element& root, const char* name, std::uint32_t& out) {
    std::uint64_t wide = 0;
    if (root[name].get_uint64().get(wide) != simdjson::SUCCESS || wide > 0xFFFFFFFFU) {
        return field_problem(name, "a number from 0 to 2^32 - 1");
    }
    out = static_cast<std::uint32_t>(wide);
    return ok();
}

Sha256 unhex(const std::string& digits) noexcept {
    Sha256 digest{};
    for (std::size_t i = 0; i < digest.size(); ++i) {
        digest[i] = static_cast<unsigned char>(hex_byte(digits, 2 * i));
    }
    return digest;
}

Status read_names(const element& root, Manifest& manifest) {
    std::string sha256;
    if (auto status = read_hex(root, "generation", generation_digits, manifest.generation); !status) {
        return status;
    }
    std::string_view file;
    manifest.file = manifest.generation + std::string(index_suffix);
    if (root["file"].get_string().get(file) != simdjson::SUCCESS || file != manifest.file) {
        return field_problem("file", "\"" + manifest.file + "\"");
    }
    if (auto status = read_hex(root, "sha256", 2 * sizeof(Sha256), sha256); !status) {
        return status;
    }
    manifest.sha256 = unhex(sha256);
    return read_count(root, "size", manifest.size);
}

Status read_numbers(const element& root, Manifest& manifest) {
    for (const auto& field : version_fields) {
        if (auto status = read_version(root, field.name, manifest.*field.member); !status) {
            return status;
        }
    }
    for (const auto& field : manifest_counts) {
        if (auto status = read_count(root, field.name, manifest.*field.member); !status) {
            return status;
        }
    }
    return ok();
}

Status check_manifest_version(const element& root) {
    std::uint64_t version = 0;
    if (root["manifest"].get_uint64().get(version) != simdjson::SUCCESS) {
        return Error{"is no manifest of an index: the field \"manifest\", its version, is missing or no number"};
    }
    if (version != manifest_version) {
        return Error{"is a manifest of version " + std::to_string(version) + "; this program reads version " +
                     std::to_string(manifest_version) + ": upgrade it, or publish with its own lmdb_builder"};
    }
    return ok();
}

std::string with_suffix(const std::string& path, const char* suffix) {
    const bool index = path.size() > index_suffix.size() &&
                       path.compare(path.size() - index_suffix.size(), index_suffix.size(), index_suffix) == 0;
    return (index ? path.substr(0, path.size() - index_suffix.size()) : path) + suffix;
}

Error mismatch(const std::string& index_path, const std::string& what, const std::string& ours,
               const std::string& theirs) {
    return file_error(index_path, "does not match its manifest: " + what + " is " + ours + ", the manifest says " +
                                      theirs + "; copy both again, or publish it anew");
}

/// `index`: the path of the index, or an OpenIndex.
template <class Index>
Result<Manifest> checked_manifest(std::string_view bytes, const std::string& index_path, const Index& index) {
    auto manifest = parse_manifest(bytes);
    if (!manifest) {
        return file_error(manifest_path_of(index_path), manifest.error().message);
    }
    if (const auto right = check_manifest(manifest.value(), index); !right) {
        return right.error();
    }
    return manifest;
}

}  // namespace

Manifest make_manifest(const Seal& seal, const format::Meta& meta, const Sha256& file_sha256) {
    Manifest manifest;
    manifest.generation = seal.generation();
    manifest.file = manifest.generation + std::string(index_suffix);
    manifest.sha256 = file_sha256;
    manifest.size = seal.lmdb_bytes + format::page_bytes;
    manifest.format_version = seal.format_version;
    manifest.oldest_reader = seal.oldest_reader;
    manifest.identity_rules = meta.identity_rules;
    manifest.analyser = meta.analyser;
    manifest.documents = meta.documents;
    manifest.identity_keys = meta.identity_keys;
    manifest.countries = meta.countries;
    manifest.states = meta.states;
    manifest.cities = meta.cities;
    manifest.postal_codes = meta.postal_codes;
    manifest.terms = meta.terms;
    manifest.vocabulary_words = meta.vocabulary_words;
    manifest.content_bytes = meta.content_bytes;
    return manifest;
}

std::string serialise_manifest(const Manifest& manifest) {
    std::string out = "{\"manifest\":" + std::to_string(manifest_version);
    append_string(out, "file", manifest.file);
    append_string(out, "sha256", hex(manifest.sha256));
    append_count(out, "size", manifest.size);
    append_string(out, "generation", manifest.generation);
    for (const auto& field : version_fields) {
        append_count(out, field.name, manifest.*field.member);
    }
    for (const auto& field : manifest_counts) {
        append_count(out, field.name, manifest.*field.member);
    }
    return out += "}\n";
}

Result<Manifest> parse_manifest(std::string_view json) {
    if (json.empty() || json.size() > manifest_limit) {
        return Error{"has " + std::to_string(json.size()) + " bytes, a manifest has 1 to " +
                     std::to_string(manifest_limit)};
    }
    if (has_byte_order_mark(json)) {
        return Error{"is no JSON: it begins with a byte order mark"};
    }
    simdjson::dom::parser parser;
    element root;
    if (const auto error = parser.parse(json.data(), json.size(), true).get(root); error != simdjson::SUCCESS) {
        return Error{std::string("is no JSON: ") + simdjson::error_message(error)};
    }
    if (!root.is_object()) {
        return Error{"is no manifest of an index: a JSON object was expected"};
    }
    if (auto status = check_manifest_version(root); !status) {
        return status.error();
    }
    Manifest manifest;
    if (auto status = read_names(root, manifest); !status) {
        return status.error();
    }
    if (auto status = read_numbers(root, manifest); !status) {
        return status.error();
    }
    if (serialise_manifest(manifest) != json) {
        return Error{"is not as lmdb_builder publish writes it: other fields, another order, spaces, or no line end"};
    }
    return manifest;
}

bool is_generation(std::string_view text) noexcept {
    return text.size() == generation_digits && all_lower_hex(text);
}

std::string generation_named_by(const std::string& path) {
    const std::string name(file_name_of(path));
    if (name.size() != generation_digits + index_suffix.size() ||
        name.compare(generation_digits, index_suffix.size(), index_suffix) != 0) {
        return {};
    }
    const std::string generation = name.substr(0, generation_digits);
    return is_generation(generation) ? generation : std::string();
}

Result<std::string> resolve_index(const std::string& path) {
    const std::unique_ptr<char, decltype(&::free)> real(::realpath(path.c_str(), nullptr), &::free);
    if (real == nullptr) {
        const int reason = errno;
        return reason == ENOENT ? file_error(path, "does not exist, or is a link to what does not; check the path")
                                : system_error(path, "cannot be resolved", reason);
    }
    return std::string(real.get());
}

std::string manifest_path_of(const std::string& index_path) {
    return with_suffix(index_path, ".json");
}

std::string signature_path_of(const std::string& index_path) {
    return with_suffix(index_path, ".sig");
}

Result<std::string> read_manifest_bytes(const std::string& index_path) {
    return read_small_file(manifest_path_of(index_path), manifest_limit,
                           "the index has no manifest: publish it with lmdb_builder publish");
}

Result<Manifest> read_manifest(const std::string& index_path) {
    const auto bytes = read_manifest_bytes(index_path);
    return bytes ? manifest_of(bytes.value(), index_path) : bytes.error();
}

Result<Manifest> read_manifest(const OpenIndex& index) {
    const auto bytes = read_manifest_bytes(index.path);
    return bytes ? manifest_of(bytes.value(), index) : bytes.error();
}

Result<Manifest> manifest_of(std::string_view bytes, const std::string& index_path) {
    return checked_manifest(bytes, index_path, index_path);
}

Result<Manifest> manifest_of(std::string_view bytes, const OpenIndex& index) {
    return checked_manifest(bytes, index.path, index);
}

Status check_manifest(const Manifest& manifest, const std::string& index_path) {
    if (file_name_of(index_path) != manifest.file) {
        return mismatch(index_path, "its name", std::string(file_name_of(index_path)), manifest.file);
    }
    const auto file = identify_file(index_path);
    if (!file) {
        return file.error();
    }
    if (file.value().size != manifest.size) {  // first, because it explains a truncated file best
        return mismatch(index_path, "its size", std::to_string(file.value().size), std::to_string(manifest.size));
    }
    const auto index = OpenIndex::open(index_path);
    return index ? check_manifest(manifest, index.value()) : index.error();
}

Status check_manifest(const Manifest& manifest, const OpenIndex& index) {
    if (file_name_of(index.path) != manifest.file) {
        return mismatch(index.path, "its name", std::string(file_name_of(index.path)), manifest.file);
    }
    if (index.file.identity.size != manifest.size) {
        return mismatch(index.path, "its size", std::to_string(index.file.identity.size),
                        std::to_string(manifest.size));
    }
    if (index.seal.generation() != manifest.generation) {
        return mismatch(index.path, "its generation", index.seal.generation(), manifest.generation);
    }
    if (index.seal.format_version != manifest.format_version || index.seal.oldest_reader != manifest.oldest_reader) {
        return mismatch(index.path, "its format", std::to_string(index.seal.format_version),
                        std::to_string(manifest.format_version));
    }
    return ok();
}

Status check_file_sha256(const Manifest& manifest, const std::string& index_path, const Sha256& file_sha256) {
    if (manifest.sha256 != file_sha256) {
        return file_error(index_path, "does not match its manifest: its SHA-256 is " + hex(file_sha256) +
                                          ", the manifest says " + hex(manifest.sha256) +
                                          "; copy both again, or publish it anew");
    }
    return ok();
}

}  // namespace bizrec::store
