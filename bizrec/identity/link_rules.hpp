#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/base/rule_lines.hpp"
#include "bizrec/identity/path_table.hpp"
#include "bizrec/identity/platform.hpp"
#include "bizrec/identity/redirect_table.hpp"
#include "bizrec/identity/special_host.hpp"
#include "bizrec/identity/subdomain_words.hpp"

namespace bizrec::identity {

/// The tables that tell what a link means: platforms, redirects, short links, free mail. The builder reads them from
/// rule files (lmdb_builder/rules/) and puts them into the index; the server reads them from the index. Immutable once
/// read; thread-safe.
class LinkRules {
public:
    static constexpr std::array<std::string_view, 7> table_names = {
        "platforms", "platform_hosts", "platform_paths", "redirects", "nameless_hosts", "free_mail", "subdomains"};
    /// The text of each table, in the order of table_names.
    using Texts = std::array<RuleText, table_names.size()>;

    LinkRules() = default;
    LinkRules(LinkRules&&) noexcept = default;
    LinkRules& operator=(LinkRules&&) noexcept = default;

    /// Copies the texts. Errors name the file and the line.
    static Result<LinkRules> read(const Texts& texts);
    /// The tables that this program was built with.
    static const LinkRules& built_in();

    const PlatformTable& platforms() const noexcept { return platforms_; }
    const PathTable& paths() const noexcept { return paths_; }
    const RedirectTable& redirects() const noexcept { return redirects_; }
    const SpecialHosts& hosts() const noexcept { return hosts_; }
    const SubdomainWords& subdomains() const noexcept { return subdomains_; }

    /// Returns the rules of a table without comments, in the form that read() accepts. `table`: index in table_names.
    std::string plain(std::size_t table) const;

private:
    Status read_tables(const Texts& texts);

    std::vector<char> text_;  // texts of all tables; a move of this object keeps the tables' views into it valid
    std::array<std::size_t, table_names.size()> ends_{};  // where each table's text ends in text_
    PlatformTable platforms_;
    PathTable paths_;
    RedirectTable redirects_;
    SpecialHosts hosts_;
    SubdomainWords subdomains_;
};

}  // namespace bizrec::identity
