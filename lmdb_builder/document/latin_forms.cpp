#include "lmdb_builder/document/latin_forms.hpp"

#include <unicode/translit.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>

#include <algorithm>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/utf8.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t max_known_words = 1U << 16;
constexpr std::size_t max_word_bytes = 256;  // queries never look up a longer word

struct Letters {
    bool cyrillic = false, greek = false, arabic = false, hebrew = false, kana = false, hangul = false;
    bool ukrainian = false, serbian = false, not_bulgarian = false, hard = false;

    explicit Letters(std::string_view word) noexcept {
        for (std::size_t i = 0; i < word.size();) {
            add(static_cast<UChar32>(next_code_point(word, i)));
        }
    }
    bool has_any() const noexcept { return cyrillic || greek || arabic || hebrew || kana || hangul; }

private:
    void add(UChar32 c) noexcept {
        UErrorCode error = U_ZERO_ERROR;
        switch (c < 0x80 ? USCRIPT_LATIN : uscript_getScript(c, &error)) {
            case USCRIPT_CYRILLIC:
                cyrillic = true;
                add_cyrillic(static_cast<char32_t>(c) + (c >= 0x0410 && c <= 0x042F ? 0x20U : 0U));
                break;
            case USCRIPT_GREEK:
                greek = true;
                break;
            case USCRIPT_ARABIC:
                arabic = true;
                break;
            case USCRIPT_HEBREW:
                hebrew = true;
                break;
            case USCRIPT_HIRAGANA:
            case USCRIPT_KATAKANA:
                kana = true;
                break;
            case USCRIPT_HANGUL:
                hangul = true;
                break;
            default:
                break;
        }
    }

    void add_cyrillic(char32_t c) noexcept {
        const auto is_one_of = [c](std::u32string_view letters) { return letters.find(c) != letters.npos; };
        ukrainian = ukrainian || is_one_of(U"іїєґІЇЄҐ");
        serbian = serbian || is_one_of(U"јљњћђџЈЉЊЋЂЏ");
        not_bulgarian = not_bulgarian || is_one_of(U"ыэёЁ");
        hard = hard || is_one_of(U"ъщ");
    }
};

/// Signs that stand for no letter, and signs that people omit when they type Latin names.
bool is_sign(UChar c) noexcept {
    return (c >= 0x02B9 && c <= 0x02BF) || c == u'\'' || c == u'"' || c == 0x2018 || c == 0x2019 || c == 0x02EE;
}

void drop_signs(icu::UnicodeString& text) {
    for (std::int32_t i = text.length(); i > 0; --i) {
        if (is_sign(text[i - 1])) {
            text.remove(i - 1, 1);
        }
    }
}

}  // namespace

struct LatinForms::Transforms {
    /// Null if this version of ICU does not know the transform `id`.
    const icu::Transliterator* find(const char* id) {
        const auto [at, is_new] = made.try_emplace(id);
        if (is_new) {
            UErrorCode error = U_ZERO_ERROR;
            at->second.reset(icu::Transliterator::createInstance(id, UTRANS_FORWARD, error));
            if (U_FAILURE(error)) {
                at->second.reset();
            }
        }
        return at->second.get();
    }

    std::unordered_map<std::string, std::unique_ptr<icu::Transliterator>> made;
};

LatinForms::LatinForms() : transforms_(std::make_unique<Transforms>()) {}
LatinForms::~LatinForms() = default;
LatinForms::LatinForms(LatinForms&&) noexcept = default;
LatinForms& LatinForms::operator=(LatinForms&&) noexcept = default;

const std::vector<std::string>& LatinForms::spellings(std::string_view name) {
    result_.clear();
    if (all_ascii(name) || !Letters(name).has_any()) {
        return result_;
    }
    of_words_.clear();
    words_.clear();
    if (known_.size() >= max_known_words) {
        known_.clear();
    }
    std::size_t ways = 0;
    for (std::size_t begin = 0; begin < name.size();) {
        const std::size_t end = std::min(name.find(' ', begin), name.size());
        words_.push_back(name.substr(begin, end - begin));
        of_words_.push_back(&forms_of_word(words_.back()));
        ways = std::max(ways, of_words_.back()->size());
        begin = end + 1;
    }
    for (std::size_t way = 0; way < ways; ++way) {
        std::string text;
        for (std::size_t i = 0; i < words_.size(); ++i) {
            const Forms& forms = *of_words_[i];
            text.append(text.empty() ? "" : " ");
            text.append(forms.empty() ? words_[i] : forms[std::min(way, forms.size() - 1)]);
        }
        if (std::find(result_.begin(), result_.end(), text) == result_.end()) {
            result_.push_back(std::move(text));
        }
    }
    return result_;
}

/// The Latin spellings of a word, from the table known_. Pointers to them stay valid until of() empties the table,
/// which it does only before the first word of a name.
const LatinForms::Forms& LatinForms::forms_of_word(std::string_view word) {
    static const Forms none;
    if (all_ascii(word) || word.size() > max_word_bytes) {
        return none;
    }
    const auto [at, is_new] = known_.try_emplace(std::string(word));
    Forms& forms = at->second;
    if (!is_new) {
        return forms;
    }
    const Letters letters(word);
    if (letters.cyrillic) {
        add_form(word, "Russian-Latin/BGN", forms);
        // A set of letters at the beginning of the rule would be the filter of the whole transform. So "Null", which
        // changes nothing, comes before the set.
        add_form(word, "Null; [хХеЕ] Cyrillic-Latin; Russian-Latin/BGN", forms);
        if (letters.ukrainian) {
            add_form(word, "Ukrainian-Latin/BGN", forms);
        }
        if (letters.serbian) {
            add_form(word, "Serbian-Latin/BGN", forms);
        }
        if (letters.hard && !letters.not_bulgarian) {
            add_form(word, "Bulgarian-Latin/BGN", forms);
        }
        add_form(word, "Cyrillic-Latin", forms);
    }
    if (letters.greek) {
        add_form(word, "Greek-Latin/UNGEGN", forms);
        add_form(word, "Greek-Latin/BGN", forms);
        add_form(word, "Greek-Latin", forms);
    }
    if (letters.arabic) {
        add_form(word, "Arabic-Latin", forms);
    }
    if (letters.hebrew) {
        add_form(word, "Hebrew-Latin", forms);
    }
    if (letters.kana) {
        add_form(word, "Katakana-Latin; Hiragana-Latin", forms);
    }
    if (letters.hangul) {
        add_form(word, "Hangul-Latin", forms);
    }
    return forms;
}

void LatinForms::add_form(std::string_view word, const char* transform, Forms& forms) {
    const icu::Transliterator* transliterator = transforms_->find(transform);
    if (transliterator == nullptr) {
        return;
    }
    auto text = icu::UnicodeString::fromUTF8(icu::StringPiece(word.data(), static_cast<std::int32_t>(word.size())));
    transliterator->transliterate(text);
    drop_signs(text);
    std::string form;
    text.toUTF8String(form);
    if (form != word && std::find(forms.begin(), forms.end(), form) == forms.end()) {
        forms.push_back(std::move(form));
    }
}

}  // namespace bizrec::builder
