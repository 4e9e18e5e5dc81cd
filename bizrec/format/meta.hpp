#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/base/result.hpp"
#include "bizrec/format/impact.hpp"
#include "bizrec/format/layout.hpp"

namespace bizrec::format {

struct SectionMeta {
    std::uint32_t chunks = 0;
    std::uint64_t bytes = 0;     ///< of all chunks, padding included
    std::uint64_t checksum = 0;  ///< XXH3-64 chained over the chunks in order
};

/// The `meta` section: facts about the file, as JSON. It has no build time and no path, so that the same records and
/// options give the same bytes.
struct Meta {
    std::uint32_t version = format_version;
    std::uint32_t identity_rules = 0;  ///< identity::identity_rules_version() of the builder's code
    std::uint64_t documents = 0;
    std::uint64_t identity_keys = 0;
    std::uint64_t shared_domains = 0;
    std::uint64_t countries = 0, states = 0, cities = 0, postal_codes = 0;
    std::uint64_t content_bytes = 0;  ///< of the minified records
    std::uint32_t analyser = 0;       ///< text::analyser_version() of the builder's code
    std::uint64_t terms = 0;          ///< keys of the terms table
    std::uint64_t vocabulary_words = 0;
    TextStatistics text;              ///< its `documents` equals `documents` above
    std::string suffix_list_version;  ///< "VERSION:" line of the list, or its SHA-256 if it has no such line
    std::string data_date;            ///< day of the data, "2026-11-22"; "": unknown, or written by an older builder
    std::array<SectionMeta, section_count + 1> sections{};  ///< by Section number; [0] and [meta] are unused

    SectionMeta& section(Section s) { return sections[static_cast<std::size_t>(s)]; }
    const SectionMeta& section(Section s) const { return sections[static_cast<std::size_t>(s)]; }
};

/// Whether a text is a day in the form of Meta::data_date: "2026-11-22".
bool is_data_date(std::string_view text) noexcept;

std::string write_meta(const Meta& meta);

/// Reads the `meta` section. `json`: from the file, may be hostile; trailing zero padding is allowed.
Result<Meta> read_meta(std::string_view json);

}  // namespace bizrec::format
