#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/identity/host_suffixes.hpp"

namespace bizrec::identity {

struct SuffixRule;

/// The public suffix list as a hash table of rules (algorithm: https://publicsuffix.org/list/, "Formal Algorithm"),
/// compiled once per build, kept in the index as text, and matched without allocation on the hot path.
class SuffixList {
public:
    /// What the rules say of a host. All views point into the host that was asked for.
    struct Match {
        std::string_view suffix;       ///< public suffix, e.g. "co.uk"; the default rule `*` gives the last label
        std::string_view registrable;  ///< suffix and one label more; empty where the host is itself a suffix
        bool is_private = false;       ///< the rule stands in the private section or in the extra list
        bool is_listed = false;        ///< a rule matched (false: the default rule)
    };

    /// Compiles the texts of a public_suffix_list.dat and of an extra list (one suffix a line, `#` comments; all of
    /// them private, but for those under a comment line that begins "# suffixes of registries", which are ICANN's).
    /// U-labels become A-labels. Errors name the line.
    static Result<SuffixList> compile(std::string_view public_suffix_dat, std::string_view extra);

    /// Reads what serialise() wrote. Rejects anything else: the text comes from a file that may be hostile.
    static Result<SuffixList> parse(std::string_view serialised);

    /// One rule a line, sorted, A-labels only, `+` before private ones; the same rules give the same bytes.
    std::string serialise() const;

    /// `host`: lower-case A-labels, no trailing dot, no empty label (the normaliser's output form).
    Match match(std::string_view host) const noexcept;
    Match match(const HostSuffixes& host) const noexcept;

    /// The same by the rules of the ICANN section alone: who owns the name of a site builder.
    Match match_icann(const HostSuffixes& host) const noexcept;

    std::size_t rule_count() const noexcept;

private:
    struct Rule {
        std::uint64_t hash = 0;
        std::uint32_t text_offset = 0;
        std::uint8_t text_length = 0;  // 0: a free slot
        std::uint8_t flags = 0;        // rule_flag bits
    };
    Match match_rules(const HostSuffixes& suffixes, std::uint8_t sections) const noexcept;
    const Rule* find(std::string_view name, std::uint64_t hash) const noexcept;
    static SuffixList from_rules(const std::vector<SuffixRule>& rules);

    std::string text_;                 // all rule texts, one after another
    std::vector<Rule> slots_;          // open addressing, power of two
    std::vector<std::uint8_t> marks_;  // of each slot: see slot_mark(); small enough to stay in the nearest cache
    std::size_t count_ = 0;
};

}  // namespace bizrec::identity
