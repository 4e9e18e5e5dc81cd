#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/text/analyser.hpp"
#include "bizrec/text/glued_text.hpp"
#include "bizrec/text/tokens.hpp"

namespace bizrec::builder {

/// The results of analysing a name or a label.
struct KnownName {
    std::string name;
    text::AnalysedText text;
    std::string key;              ///< text::whole_text_key()
    std::uint32_t words = 0;      ///< number of words in `key`
    std::string analysed;         ///< the name as in GluedText::analysed
    std::string written, spoken;  ///< as in GluedText; `written` is "" if it equals `analysed`
    bool is_one_token = false;
};

/// Caches the analysis of names and labels, because they repeat. The hash of a name selects one of `slots` slots, and a
/// slot keeps the last name that selected it. Use one object per thread.
class KnownNames {
public:
    static constexpr std::size_t slots = 4096;    ///< a power of two
    static constexpr std::size_t max_kept = 256;  ///< bytes; longer names are not kept

    KnownNames(const text::WordForms& forms, const text::NumberWords& numbers)
        : forms_(&forms), numbers_(&numbers), known_(slots) {}

    /// The analysis of a name or label, from the cache if it is there. Valid until the next call.
    const KnownName& look_up(std::string_view name);

private:
    void analyse(std::string_view name, KnownName& known);

    const text::WordForms* forms_;
    const text::NumberWords* numbers_;
    std::vector<KnownName> known_;
    KnownName long_;
    text::Tokens tokens_;
    text::GluedText glued_;
};

}  // namespace bizrec::builder
