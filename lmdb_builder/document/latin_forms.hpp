#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace bizrec::builder {

/// Names of other scripts as people type them in Latin letters, by ICU's transforms. A Cyrillic word gets these
/// spellings: BGN/PCGN for Russian; the same with "h" for "kh" and "e" for "ye"; BGN/PCGN for Ukrainian, Serbian or
/// Bulgarian, if its letters show that language; ISO 9. Greek uses UNGEGN, BGN and the classical rules. Arabic, Hebrew,
/// kana and Hangul use ICU's own transforms. Han is unchanged. Transforms are expensive to create and to run, so each
/// is created on first use, and the results for words are cached. Use one object per thread.
class LatinForms {
public:
    LatinForms();
    ~LatinForms();
    LatinForms(LatinForms&&) noexcept;
    LatinForms& operator=(LatinForms&&) noexcept;

    /// Each different spelling of `name` in Latin letters; empty if no letter changes. Not folded. Valid until the next
    /// call.
    const std::vector<std::string>& spellings(std::string_view name);

private:
    struct Transforms;
    using Forms = std::vector<std::string>;
    const Forms& forms_of_word(std::string_view word);
    void add_form(std::string_view word, const char* transform, Forms& forms);

    std::unique_ptr<Transforms> transforms_;
    std::unordered_map<std::string, Forms> known_;  // by word; emptied when full
    std::vector<const Forms*> of_words_;
    std::vector<std::string_view> words_;
    Forms result_;
};

}  // namespace bizrec::builder
