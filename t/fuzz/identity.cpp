#include <cstdint>

#include "bizrec/base/rule_lines.hpp"
#include "bizrec/identity/identity.hpp"
#include "bizrec/identity/portal.hpp"
#include "t/fuzz/require.hpp"

/// Any bytes as a website, a profile, a handle with a platform and a place id: nothing crashes, the members of the
/// result are consistent, and the key of a domain is the domain itself.
namespace {

using namespace bizrec::identity;
using bizrec::fuzz::require;

const Normaliser& normaliser() {
    static const SuffixList list =
        std::move(SuffixList::compile("com\nco.uk\n*.ck\n!www.ck\njp\n*.kobe.jp\n!city.kobe.jp\n"
                                      "// ===BEGIN PRIVATE DOMAINS===\ngithub.io\ntranslate.goog\n",
                                      bizrec::built_in_rules("extra_suffixes")))
            .value();
    static const Normaliser instance(list, LinkRules::built_in());
    return instance;
}

void check(const Identity& identity) {
    require(identity.names_business() != identity.key.empty());
    require(identity.names_business() == identity.reason.empty());
    const bool site = identity.kind == Kind::domain || identity.kind == Kind::hosted;
    const bool may_be_portal = identity.kind == Kind::reject && !identity.host.empty();
    require((site || may_be_portal) == !identity.host.empty());
    require(identity.path.empty() ||
            ((site || may_be_portal) && identity.path.front() == '/' && identity.path.back() != '/'));
    Identity named = identity;
    if (!site && !read_portal(named))
        return;
    Identity again;
    normaliser().website("https://" + named.key, again);
    require(again.key == named.key && again.kind == named.kind);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    Identity identity;
    normaliser().website(text, identity);
    check(identity);
    normaliser().profile(text, identity);
    check(identity);
    const std::size_t bar = text.find('|');
    if (bar != std::string_view::npos) {
        normaliser().labelled_profile(text.substr(0, bar), text.substr(bar + 1), identity);
        check(identity);
    }
    normaliser().place_id(text, identity);
    check(identity);
    return 0;
}
