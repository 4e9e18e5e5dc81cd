#include "lmdb_builder/runs/run_file_rules.hpp"

#include <simdjson.h>
#include <unicode/uchar.h>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/version.hpp"
#include "bizrec/identity/identity.hpp"
#include "bizrec/text/analyser.hpp"
#include "lmdb_builder/runs/run_file_specimens.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

std::string unicode_versions() {
    UVersionInfo icu{}, unicode{};
    char icu_text[U_MAX_VERSION_STRING_LENGTH], unicode_text[U_MAX_VERSION_STRING_LENGTH];
    u_getVersion(icu);
    u_getUnicodeVersion(unicode);
    u_versionToString(icu, icu_text);
    u_versionToString(unicode, unicode_text);
    return std::string(icu_text) + "/" + unicode_text;
}

/// Makes a version valid UTF-8, because JSON requires it. The index's meta section does the same.
std::string as_utf8(std::string text) {
    if (!simdjson::validate_utf8(text)) {
        for (char& c : text) {
            c = is_ascii(c) ? c : '?';
        }
    }
    return text;
}

}  // namespace

RunHeader local_run_header(const RuleSource& source, const PlaceCatalog& catalog, const std::string& max_record) {
    RunHeader header;
    header.rules.program = program_version;
    header.rules.index_format = std::to_string(format::format_version);
    header.rules.identity = std::to_string(identity::identity_rules_version());
    header.rules.analyser = std::to_string(text::analyser_version());
    header.rules.unicode = unicode_versions();
    header.rules.places = catalog.digest();
    header.rules.suffix_list = sha256_hex(source.rules.suffixes.serialise());
    header.rules.rule_files = sha256_hex(format::write_rules(source.rules));
    header.rules.max_record = max_record;
    header.rules.specimens = specimen_digest(source.rules, catalog);
    header.suffix_list_version = as_utf8(source.suffix_list_version);
    return header;
}

}  // namespace bizrec::builder
