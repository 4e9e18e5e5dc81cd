#include "bizrec/format/meta.hpp"

#include <simdjson.h>

#include "bizrec/base/byte_order_mark.hpp"
#include "bizrec/base/date_time.hpp"
#include "bizrec/base/hex.hpp"
#include "bizrec/base/json_text.hpp"
#include "bizrec/base/numbers.hpp"

namespace bizrec::format {
namespace {

struct CountField {
    const char* name;
    std::uint64_t Meta::*member;
};

/// The plain counts of the meta section, in the order in which they are written.
constexpr CountField count_fields[] = {
    {"documents", &Meta::documents},
    {"identity_keys", &Meta::identity_keys},
    {"shared_domains", &Meta::shared_domains},
    {"countries", &Meta::countries},
    {"states", &Meta::states},
    {"cities", &Meta::cities},
    {"postal_codes", &Meta::postal_codes},
    {"content_bytes", &Meta::content_bytes},
    {"terms", &Meta::terms},
    {"vocabulary_words", &Meta::vocabulary_words},
};

/// Name of a section in the meta section of a file of that format.
std::string_view meta_name(Section section, std::uint32_t version) noexcept {
    return section == Section::rules && version < first_version_with_rules ? "suffixes" : section_name(section);
}

/// Names of the members that hold the number of words of each TextField, over all documents.
constexpr const char* field_word_names[text_field_count] = {
    "name_field_words", "category_field_words", "place_field_words", "domain_field_words", "text_field_words"};

void append_key(std::string& out, std::string_view name) {
    if (out.back() != '{') {
        out += ',';
    }
    out += '"';
    out += name;
    out += "\":";
}

void append_number(std::string& out, std::string_view name, std::uint64_t value) {
    append_key(out, name);
    out += std::to_string(value);
}

void append_checksum(std::string& out, std::uint64_t checksum) {
    append_key(out, "checksum");
    out += '"';
    append_hex(out, checksum, 16);
    out += '"';
}

using simdjson::dom::element;

constexpr std::size_t meta_limit = std::size_t{1} << 20;  ///< far above the size of what write_meta() makes
constexpr std::size_t meta_depth = 16;

Error meta_error(const std::string& what) {
    return Error{"section meta: " + what};
}

bool read_number(const element& object, const char* name, std::uint64_t& out) {
    return object[name].get_uint64().get(out) == simdjson::SUCCESS;
}

bool read_number(const element& object, const char* name, std::uint32_t& out) {
    std::uint64_t wide = 0;
    if (!read_number(object, name, wide) || wide > 0xFFFFFFFFU) {
        return false;
    }
    out = static_cast<std::uint32_t>(wide);
    return true;
}

/// Reads 16 lower-case hexadecimal digits.
bool read_checksum(const element& object, std::uint64_t& out) {
    std::string_view text;
    if (object["checksum"].get_string().get(text) != simdjson::SUCCESS || text.size() != 16) {
        return false;
    }
    return all_lower_hex(text) && read_whole_number(text, out, 16);
}

Status read_sections(const element& root, Meta& meta) {
    element sections;
    if (root["sections"].get(sections) != simdjson::SUCCESS) {
        return meta_error("\"sections\" is missing");
    }
    for (std::size_t i = 1; i < section_count; ++i) {
        if (!is_section_of(static_cast<Section>(i), meta.version)) {
            continue;
        }
        const std::string name(meta_name(static_cast<Section>(i), meta.version));
        element section;
        SectionMeta& out = meta.sections[i];
        if (sections[name].get(section) != simdjson::SUCCESS || !read_number(section, "chunks", out.chunks) ||
            !read_number(section, "bytes", out.bytes) || !read_checksum(section, out.checksum)) {
            return meta_error("\"sections." + name + "\" is missing or malformed");
        }
    }
    return ok();
}

Status read_fields(const element& root, Meta& meta) {
    struct VersionField {
        const char* name;
        std::uint32_t& out;
    };
    for (const VersionField& field :
         {VersionField{"version", meta.version}, VersionField{"identity_rules", meta.identity_rules},
          VersionField{"analyser", meta.analyser}}) {
        if (!read_number(root, field.name, field.out)) {
            return meta_error("\"" + std::string(field.name) + "\" is missing or no 32-bit number");
        }
    }
    for (const CountField& field : count_fields) {
        if (!read_number(root, field.name, meta.*field.member)) {
            return meta_error("\"" + std::string(field.name) + "\" is missing or no number");
        }
    }
    for (std::size_t field = 0; field < text_field_count; ++field) {
        if (!read_number(root, field_word_names[field], meta.text.words[field])) {
            return meta_error("\"" + std::string(field_word_names[field]) + "\" is missing or no number");
        }
    }
    meta.text.documents = meta.documents;
    std::string_view text;
    if (root["suffix_list_version"].get_string().get(text) != simdjson::SUCCESS) {
        return meta_error("\"suffix_list_version\" is missing or no string");
    }
    meta.suffix_list_version = text;
    // The date is checked, because servers send it in a header.
    if (element date; root["data_date"].get(date) == simdjson::SUCCESS) {
        if (date.get_string().get(text) != simdjson::SUCCESS || !is_data_date(text)) {
            return meta_error("\"data_date\" is no day such as 2026-11-22");
        }
        meta.data_date = text;
    }
    return read_sections(root, meta);
}

}  // namespace

bool is_data_date(std::string_view text) noexcept {
    return text.size() == 10 && text[4] == '-' && text[7] == '-' && text::parse_date_time(text).has_value();
}

std::string write_meta(const Meta& meta) {
    std::string out = "{";
    append_number(out, "version", meta.version);
    append_number(out, "identity_rules", meta.identity_rules);
    append_number(out, "analyser", meta.analyser);
    for (const CountField& field : count_fields) {
        append_number(out, field.name, meta.*field.member);
    }
    for (std::size_t field = 0; field < text_field_count; ++field) {
        append_number(out, field_word_names[field], meta.text.words[field]);
    }
    append_key(out, "suffix_list_version");
    append_json_string(out, meta.suffix_list_version);
    if (!meta.data_date.empty()) {
        append_key(out, "data_date");
        append_json_string(out, meta.data_date);
    }
    append_key(out, "sections");
    out += '{';
    for (std::size_t i = 1; i < section_count; ++i) {
        if (!is_section_of(static_cast<Section>(i), meta.version)) {
            continue;
        }
        append_key(out, meta_name(static_cast<Section>(i), meta.version));
        out += '{';
        append_number(out, "chunks", meta.sections[i].chunks);
        append_number(out, "bytes", meta.sections[i].bytes);
        append_checksum(out, meta.sections[i].checksum);
        out += '}';
    }
    return out += "}}";
}

Result<Meta> read_meta(std::string_view json) {
    json = json.substr(0, json.find('\0'));
    if (json.empty() || json.size() > meta_limit) {
        return meta_error("has " + std::to_string(json.size()) + " bytes, expected 1 to " + std::to_string(meta_limit));
    }
    if (has_byte_order_mark(json)) {
        return meta_error("is no JSON: it begins with a byte order mark");
    }
    simdjson::dom::parser parser;
    element root;
    auto error = parser.allocate(json.size(), meta_depth);
    if (error == simdjson::SUCCESS) {
        error = parser.parse(json.data(), json.size(), true).get(root);  // true: copies, as the map has no padding
    }
    if (error != simdjson::SUCCESS) {
        return meta_error(std::string("is no JSON: ") + simdjson::error_message(error));
    }
    Meta meta;
    const auto status = read_fields(root, meta);
    if (!status) {
        return status.error();
    }
    return meta;
}

}  // namespace bizrec::format
