#include "bizrec/store/verify_rules.hpp"

#include <string_view>

namespace bizrec::store {

using format::Section;

Status verify_rules(const Generation& g) {
    const Generation::Chunk& chunk = g.chunks(Section::rules)[0];
    const bool has_tables = g.meta().version >= format::first_version_with_rules;
    const std::string written =
        has_tables ? format::write_rules(g.rules(), g.meta().version) : g.rules().suffixes.serialise();
    const std::string_view bytes(reinterpret_cast<const char*>(chunk.bytes), chunk.size);
    if (bytes.substr(0, written.size()) != written) {
        return section_error(Section::rules, "is not as the builder writes rules");
    }
    return zeros_from(chunk, written.size()) ? ok() : Status(section_error(Section::rules, "padding is not zero"));
}

}  // namespace bizrec::store
