#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace bizrec::builder {

/// Names of other scripts as people type them in Latin letters, by ICU's transforms: Cyrillic by BGN/PCGN (Russian;
/// Ukrainian, Bulgarian, Serbian where the letters say so), the same with "h" for "kh" and "e" for "ye", and by ISO 9;
/// Greek by UNGEGN, BGN and the classical rules; Arabic, Hebrew, kana and Hangul by ICU's own. Han stays. Transforms
/// are costly to make and to run: made at first need, and what a word became is remembered. One object a thread.
class LatinForms {
public:
    LatinForms();
    ~LatinForms();
    LatinForms(LatinForms&&) noexcept;
    LatinForms& operator=(LatinForms&&) noexcept;

    /// Each different way to write `name`; none where no letter changes. Not folded. Valid until the next call.
    const std::vector<std::string>& of(std::string_view name);

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
