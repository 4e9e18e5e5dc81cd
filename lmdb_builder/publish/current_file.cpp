#include "lmdb_builder/publish/current_file.hpp"

#include <algorithm>

#include <simdjson.h>

#include "bizrec/base/hex.hpp"
#include "bizrec/store/manifest.hpp"
#include "bizrec/store/sha256.hpp"

namespace bizrec::builder {
namespace {

using simdjson::dom::element;

constexpr std::string_view signature_field = ",\"signature\":\"";
constexpr std::string_view signature_end = "\"}\n";
constexpr std::string_view text_end = "}\n";
constexpr std::size_t signature_digits = store::signature_text_bytes - 1;  // without the line end
constexpr std::size_t tail_bytes = signature_field.size() + signature_digits + signature_end.size();

std::string number_field(const char* name, std::uint64_t value) {
    return "\"" + std::string(name) + "\":" + std::to_string(value);
}

/// Writes `"name":"value"` without escapes: each value is hexadecimal digits or the name of a published file.
std::string text_field(const char* name, const std::string& value) {
    return "\"" + std::string(name) + "\":\"" + value + "\"";
}

std::string delta_text(const DeltaNotice& delta) {
    return "{" + text_field("file", delta.file) + "," + text_field("from", delta.from) + "," +
           text_field("to", delta.to) + "," + number_field("size", delta.size) + "," +
           text_field("sha256", store::hex(delta.sha256)) + "}";
}

Error field_problem(const char* name, const std::string& expected) {
    return Error{"has no usable \"" + std::string(name) + "\": " + expected + " was expected"};
}

Status read_number(const element& in, const char* name, std::uint64_t least, std::uint64_t most, std::uint64_t& out) {
    if (in[name].get_uint64().get(out) != simdjson::SUCCESS || out < least || out > most) {
        return field_problem(name, "a number from " + std::to_string(least) + " to " + std::to_string(most));
    }
    return ok();
}

Status read_generation(const element& in, const char* name, std::string& out) {
    std::string_view value;
    if (in[name].get_string().get(value) != simdjson::SUCCESS || !store::is_generation(value)) {
        return field_problem(name, "a string of 16 lower-case hexadecimal digits");
    }
    out = value;
    return ok();
}

Status read_digest(const element& in, const char* name, store::Sha256& out) {
    std::string_view digits;
    if (in[name].get_string().get(digits) != simdjson::SUCCESS || digits.size() != 2 * out.size() ||
        !all_lower_hex(digits)) {
        return field_problem(name, "a string of 64 lower-case hexadecimal digits");
    }
    for (std::size_t i = 0; i < out.size(); ++i) {
        out[i] = static_cast<unsigned char>(hex_byte(digits, 2 * i));
    }
    return ok();
}

Status read_name(const element& in, const char* name, std::string& out) {
    std::string_view value;
    if (in[name].get_string().get(value) != simdjson::SUCCESS || !is_published_name(value)) {
        return field_problem(name, "the name of a file");
    }
    out = value;
    return ok();
}

/// Runs the steps in order until one fails. Returns the status of the last step that ran.
template <class... Steps>
Status in_order(Steps... steps) {
    Status status = ok();
    static_cast<void>(((status = steps(), static_cast<bool>(status)) && ...));
    return status;
}

/// Reads a member that is an object or null; null leaves `out` empty.
template <class T, class Read>
Status read_object(const element& root, const char* name, std::optional<T>& out, const Read& read) {
    const auto member = root[name];
    if (member.error() == simdjson::SUCCESS && member.value_unsafe().is_null()) {
        return ok();
    }
    element object;
    if (member.get(object) != simdjson::SUCCESS || !object.is_object()) {
        return field_problem(name, "an object or null");
    }
    return read(object, out.emplace());
}

Status read_packed(const element& object, PackedFile& out) {
    return in_order([&] { return read_number(object, "size", 1, max_published_bytes, out.size); },
                    [&] { return read_digest(object, "sha256", out.sha256); });
}

Status read_delta(const element& in, DeltaNotice& out) {
    if (!in.is_object()) {
        return field_problem("deltas", "a list of objects");
    }
    return in_order([&] { return read_name(in, "file", out.file); },
                    [&] { return read_generation(in, "from", out.from); },
                    [&] { return read_generation(in, "to", out.to); },
                    [&] { return read_number(in, "size", 1, max_published_bytes, out.size); },
                    [&] { return read_digest(in, "sha256", out.sha256); });
}

Status read_deltas(const element& root, std::vector<DeltaNotice>& out) {
    simdjson::dom::array list;
    if (root["deltas"].get_array().get(list) != simdjson::SUCCESS || list.size() > max_deltas) {
        return field_problem("deltas", "a list of at most " + std::to_string(max_deltas));
    }
    for (const element delta : list) {
        out.emplace_back();
        if (auto status = read_delta(delta, out.back()); !status) {
            return status;
        }
    }
    return ok();
}

Status read_suppression(const element& object, SuppressionNotice& out) {
    return in_order([&] { return read_name(object, "file", out.file); },
                    [&] { return read_number(object, "number", 0, max_sequence, out.number); });
}

Status read_version(const element& root) {
    std::uint64_t version = 0;
    if (root["current"].get_uint64().get(version) != simdjson::SUCCESS) {
        return Error{"is no current.json of published indexes: the field \"current\", its version, is missing"};
    }
    if (version != current_file_version) {
        return Error{"is of version " + std::to_string(version) + "; this program reads version " +
                         std::to_string(current_file_version) + ": upgrade it",
                     true};
    }
    return ok();
}

Status read_fields(const element& root, CurrentFile& file) {
    return in_order([&] { return read_version(root); },
                    [&] { return read_number(root, "sequence", 1, max_sequence, file.sequence); },
                    [&] { return read_generation(root, "generation", file.generation); },
                    [&] { return read_number(root, "size", 1, max_published_bytes, file.size); },
                    [&] { return read_digest(root, "seal", file.seal); },
                    [&] { return read_object(root, "packed", file.packed, read_packed); },
                    [&] { return read_deltas(root, file.deltas); },
                    [&] { return read_object(root, "suppression", file.suppression, read_suppression); });
}

Result<CurrentFile> parse_text(std::string_view bytes) {
    simdjson::dom::parser parser;
    element root;
    if (const auto error = parser.parse(bytes.data(), bytes.size(), true).get(root); error != simdjson::SUCCESS) {
        return Error{std::string("is no JSON: ") + simdjson::error_message(error)};
    }
    if (!root.is_object()) {
        return Error{"is no current.json of published indexes: a JSON object was expected"};
    }
    CurrentFile file;
    if (auto status = read_fields(root, file); !status) {
        return status.error();
    }
    if (store::hex(file.seal).compare(0, file.generation.size(), file.generation) != 0) {
        return field_problem("seal", "a digest that begins with the generation's digits");
    }
    return file;
}

struct SignedText {
    std::string text, signature;
};

Result<SignedText> split(std::string_view bytes) {
    if (bytes.size() <= tail_bytes || bytes.size() > current_file_limit) {
        return Error{"has " + std::to_string(bytes.size()) + " bytes, " + std::to_string(tail_bytes + 1) + " to " +
                     std::to_string(current_file_limit) + " were expected"};
    }
    const std::string_view tail = bytes.substr(bytes.size() - tail_bytes);
    if (tail.substr(0, signature_field.size()) != signature_field ||
        tail.substr(tail.size() - signature_end.size()) != signature_end) {
        return Error{"has no signature at its end: it is no current.json of lmdb_builder publish, or is cut off"};
    }
    SignedText parts;
    parts.text = std::string(bytes.substr(0, bytes.size() - tail_bytes)) + std::string(text_end);
    parts.signature = std::string(tail.substr(signature_field.size(), signature_digits)) + "\n";
    return parts;
}

}  // namespace

bool is_published_name(std::string_view name) noexcept {
    const auto fits = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '_' ||
               c == '-';
    };
    return !name.empty() && name.size() <= max_file_name && name.front() != '.' && name.front() != '-' &&
           std::all_of(name.begin(), name.end(), fits);
}

std::string current_file_text(const CurrentFile& file) {
    std::string out = "{" + number_field("current", current_file_version) + "," +
                      number_field("sequence", file.sequence) + "," + text_field("generation", file.generation) + "," +
                      number_field("size", file.size) + "," + text_field("seal", store::hex(file.seal)) +
                      ",\"packed\":";
    out += file.packed ? "{" + number_field("size", file.packed->size) + "," +
                             text_field("sha256", store::hex(file.packed->sha256)) + "}"
                       : std::string("null");
    out += ",\"deltas\":[";
    for (const DeltaNotice& delta : file.deltas) {
        out += (out.back() == '[' ? "" : ",") + delta_text(delta);
    }
    out += "],\"suppression\":";
    out += file.suppression ? "{" + text_field("file", file.suppression->file) + "," +
                                  number_field("number", file.suppression->number) + "}"
                            : std::string("null");
    return out.append(text_end);
}

std::string signed_current_file(const std::string& text, const std::string& signature) {
    std::string out = text.substr(0, text.size() - text_end.size());
    out.append(signature_field).append(signature, 0, signature_digits);
    return out.append(signature_end);
}

Result<UncheckedCurrentFile> parse_current_file(std::string_view bytes) {
    auto parts = split(bytes);
    if (!parts) {
        return parts.error();
    }
    unsigned char signature[store::signature_bytes];
    if (!store::read_signature(parts.value().signature, signature)) {
        return field_problem("signature", "64 bytes in base64");
    }
    auto file = parse_text(parts.value().text);
    if (!file) {
        return file.error();
    }
    return UncheckedCurrentFile{std::move(file).value(), std::move(parts.value().text),
                                std::move(parts.value().signature)};
}

Result<CurrentFile> trusted_current_file(std::string_view bytes, const store::TrustedKeys& keys) {
    const auto parts = split(bytes);
    if (!parts) {
        return parts.error();
    }
    if (!keys.check(parts.value().text, parts.value().signature)) {
        return Error{"is signed by none of the keys in " + keys.path() +
                     ": it was altered, or another key has signed it"};
    }
    return parse_text(parts.value().text);
}

}  // namespace bizrec::builder
