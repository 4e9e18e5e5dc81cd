#include "bizrec/format/rules.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/format/layout.hpp"
#include "bizrec/identity/identity.hpp"
#include "bizrec/text/analyser.hpp"
#include "t/fuzz/require.hpp"

namespace {

using namespace bizrec;

/// Applies hostile rules to links and texts of all kinds.
void use(const format::Rules& rules) {
    const identity::Normaliser normaliser(rules.suffixes, rules.links);
    identity::Identity identity;
    for (const char* link :
         {"https://www.facebook.com/pages/Joes/12345", "de.example.com/a/b?id=1", "joe@mail.example.com",
          "a.b.co.uk/x/y/z/?u=https%3A%2F%2Fa.com", "google.de/url?q=b.com", "@joe@mas.to", "x: joes", "//a"}) {
        normaliser.website(link, identity);
        normaliser.profile(link, identity);
        normaliser.labelled_profile("a", link, identity);
    }
    text::AnalysedText words;
    text::analyse_record(rules.words, "The Arts & Crafts of St. James's Avenues, a b", words);
    text::analyse_query(rules.words, "the avenue in or", words);
}

}  // namespace

/// Any bytes as the rules of an index, and as each rule file: nothing crashes, and accepted rules round-trip.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto rules = format::read_rules(text, format::format_version)) {
        use(rules.value());
        const std::string written = format::write_rules(rules.value());
        const auto again = format::read_rules(written, format::format_version);
        bizrec::fuzz::require(again && format::write_rules(again.value()) == written);
    }
    // Declares a platform that the other tables may name.
    identity::LinkRules::Texts texts;
    texts[0] = {"platforms", "a\n"};
    const std::size_t table = size == 0 ? 0 : data[0] % texts.size();
    texts[table] = {"file", text.substr(size == 0 ? 0 : 1)};
    format::Rules rules;
    if (auto links = identity::LinkRules::read(texts)) {
        rules.links = std::move(links).value();
        use(rules);
    }
    if (auto words = text::WordForms::read({"stop_words", "a\n"}, {"word_forms", text})) {
        rules.words = std::move(words).value();
        use(rules);
    }
    if (const auto fillers = text::Fillers::read({"fillers", text})) {
        bizrec::fuzz::require(fillers.value().longest() == 0 || !fillers.value().has(""));
        const std::string plain = fillers.value().rules();
        const auto again = text::Fillers::read({"fillers", plain});
        bizrec::fuzz::require(again && again.value().rules() == plain);
    }
    return 0;
}
