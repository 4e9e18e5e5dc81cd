#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/identity/host_suffixes.hpp"
#include "bizrec/identity/suffix_rule.hpp"

namespace bizrec::identity {

/// Reads the rules of two lists: public_suffix_list.dat (https://publicsuffix.org/list/) and extra suffixes in the form
/// of lmdb_builder/rules/extra_suffixes.txt. Errors name the list and the line.
Result<std::vector<SuffixRule>> read_suffix_rules(std::string_view public_suffix_dat, std::string_view extra);

struct SuffixRule;

/// The public suffix list as a hash table of rules (algorithm: https://publicsuffix.org/list/, "Formal Algorithm"). It
/// is compiled once per build and kept in the index as text. Matching does not allocate.
class SuffixList {
public:
    /// Result of a match. All views point into the host that was passed in.
    struct Match {
        std::string_view suffix;       ///< public suffix, such as "co.uk"; the default rule `*` gives the last label
        std::string_view registrable;  ///< the suffix and one more label; empty if the host itself is a suffix
        bool is_private = false;       ///< the rule is private: see compile()
        bool is_listed = false;        ///< a rule matched (false: the default rule)
    };

    /// Compiles the texts of a public_suffix_list.dat and of an extra list (one suffix a line, `#` comments). Rules of
    /// the private section are private. So are the rules of the extra list, except those between a comment line that
    /// begins with "# suffixes of registries" and the next comment line. All other rules are ICANN rules. A rule that
    /// is given as both is an ICANN rule. U-labels become A-labels. Errors name the line.
    static Result<SuffixList> compile(std::string_view public_suffix_dat, std::string_view extra);

    /// Reads the output of serialise(). Checks each line and the order of the lines, because the text may come from a
    /// hostile file.
    static Result<SuffixList> parse(std::string_view serialised);

    /// One rule a line, sorted, A-labels only, `+` before private rules. The same rules give the same bytes.
    std::string serialise() const;

    /// `host`: lower-case A-labels, no trailing dot, no empty label, as normalise_host() returns it.
    Match match(std::string_view host) const noexcept;
    Match match(const HostSuffixes& host) const noexcept { return match_rules(host, rule_flag::all); }

    /// Matches by the ICANN rules only. For a tenant of a site builder, `registrable` is then the domain of the
    /// builder: "github.io" for "joes.github.io".
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
    std::vector<std::uint8_t> marks_;  // slot_mark() of each slot; small enough to stay in the L1 or L2 cache
    std::size_t count_ = 0;
};

}  // namespace bizrec::identity
