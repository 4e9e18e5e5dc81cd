#include "bizrec/format/meta.hpp"

#include "bizrec/base/date_time.hpp"
#include "bizrec/base/hex.hpp"
#include "bizrec/base/json_text.hpp"
#include "bizrec/format/meta_fields.hpp"

namespace bizrec::format {
namespace {

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

}  // namespace bizrec::format
