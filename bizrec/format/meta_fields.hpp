#pragma once

#include "bizrec/format/meta.hpp"

/// The plain counts of the meta section, shared by writer and reader, in the order in which they are written.
namespace bizrec::format {

struct CountField {
    const char* name;
    std::uint64_t Meta::*member;
};

inline constexpr CountField count_fields[] = {
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
inline std::string_view meta_name(Section section, std::uint32_t version) noexcept {
    return section == Section::rules && version < first_version_with_rules ? "suffixes" : section_name(section);
}

/// Names of the members that hold the number of words of each TextField, over all documents.
inline constexpr const char* field_word_names[text_field_count] = {
    "name_field_words", "category_field_words", "place_field_words", "domain_field_words", "text_field_words"};

}  // namespace bizrec::format
