#include "t/quality/script_questions.hpp"

#include <unicode/translit.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>

#include "bizrec/base/json_text.hpp"
#include "bizrec/text/fold.hpp"
#include "bizrec/text/script_forms.hpp"

namespace bizrec::quality {
namespace {

constexpr std::size_t max_of_scripts = 400;

using Replacements = std::vector<std::pair<std::string_view, std::string_view>>;

std::string replaced(std::string_view text, const Replacements& replacements) {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        const auto found = std::find_if(replacements.begin(), replacements.end(), [&](const auto& replacement) {
            return text.substr(i, replacement.first.size()) == replacement.first;
        });
        out += found == replacements.end() ? text.substr(i, 1) : found->second;
        i += found == replacements.end() ? 1 : found->first.size();
    }
    return out;
}

/// Converts text with a transform of ICU, so that the questions do not depend on our own code.
class Transform {
public:
    explicit Transform(const char* id) {
        UErrorCode error = U_ZERO_ERROR;
        transform_.reset(icu::Transliterator::createInstance(id, UTRANS_FORWARD, error));
        if (U_FAILURE(error)) {
            throw std::runtime_error(std::string("ICU has no transform ") + id);
        }
    }
    std::string operator()(const std::string& utf8) const {
        auto text = icu::UnicodeString::fromUTF8(utf8);
        transform_->transliterate(text);
        std::string out;
        text.toUTF8String(out);
        return out;
    }

private:
    std::unique_ptr<icu::Transliterator> transform_;
};

const Replacements digraphs = {{"ä", "ae"}, {"ö", "oe"}, {"ü", "ue"}, {"ß", "ss"}, {"å", "aa"},
                               {"Ä", "Ae"}, {"Ö", "Oe"}, {"Ü", "Ue"}, {"Å", "Aa"}};
const Replacements arabic_spellings = {{"أ", "ا"}, {"إ", "ا"}, {"آ", "ا"}, {"ة", "ه"}, {"ى", "ي"}};
const Replacements latin_letters = {
    {"а", "a"}, {"б", "b"}, {"в", "v"}, {"г", "g"}, {"д", "d"},  {"е", "e"},  {"ё", "e"},  {"ж", "zh"}, {"з", "z"},
    {"и", "i"}, {"й", "y"}, {"к", "k"}, {"л", "l"}, {"м", "m"},  {"н", "n"},  {"о", "o"},  {"п", "p"},  {"р", "r"},
    {"с", "s"}, {"т", "t"}, {"у", "u"}, {"ф", "f"}, {"х", "h"},  {"ц", "ts"}, {"ч", "ch"}, {"ш", "sh"}, {"щ", "sch"},
    {"ъ", ""},  {"ы", "y"}, {"ь", ""},  {"э", "e"}, {"ю", "yu"}, {"я", "ya"}, {"і", "i"},  {"ї", "yi"}, {"є", "ye"}};

std::string apostrophes_changed(const std::string& name) {
    static constexpr std::string_view signs[] = {"´", "`", "ʼ", "＇", "’", "‘", "′"};
    const std::string_view sign = signs[name.size() % std::size(signs)];
    return replaced(name, {{"'", sign}, {"’", sign}, {"`", sign}});
}

std::string without_article(const std::string& name) {
    const std::string spaced = replaced(" " + name, {{" ال", " "}});
    return spaced.substr(1);
}

std::string small_cyrillic_in_latin(const std::string& name) {
    static const Transform small("Lower");
    const std::string lower = small(name);
    const std::string typed = replaced(lower, latin_letters);
    return typed == lower ? name : typed;
}

/// The letters of a name without marks, each script in one form (append_script_forms()). Names with equal letters count
/// as one name.
std::string letters_of(const std::string& name) {
    std::string folded, letters;
    text::fold_letters(name, folded);
    text::append_script_forms(folded, letters);
    return letters;
}

class SetMaker {
public:
    explicit SetMaker(const RecordBook& records) {
        for (const RecordFacts& record : records.all()) {
            by_name_[letters_of(record.written_name)].push_back(&record);
        }
    }

    /// `type(name)` returns the name as a person types it. Only names that it changes are used.
    template <class Type>
    QuestionSet make(const char* name, double min_hit_at_1, Type&& type) const {
        std::vector<Question> all;
        for (const auto& [folded, records] : by_name_) {
            const std::string& written = records.front()->written_name;
            const std::string typed = type(written);
            if (typed != written && typed.size() > 3) {
                all.push_back(question(typed, records));
            }
        }
        QuestionSet set = {name, {}, min_hit_at_1, min_hit_at_1};
        const std::size_t step = all.size() / max_of_scripts + 1;
        for (std::size_t i = 0; i < all.size(); i += step) {
            set.questions.push_back(std::move(all[i]));
        }
        return set;
    }

    /// Questions with a name and its street. All records with that name and street are right, in upper or lower case.
    QuestionSet make_streets(const char* name, double min_hit_at_1) const {
        std::set<std::string> texts;
        std::map<std::string, std::vector<const RecordFacts*>> by_folded_text;
        for (const auto& [folded, records] : by_name_) {
            for (const RecordFacts* record : records) {
                if (!record->written_street.empty()) {
                    const std::string text = record->written_name + " " + record->written_street;
                    texts.insert(text);
                    by_folded_text[folded_text(text)].push_back(record);
                }
            }
        }
        QuestionSet set = {name, {}, min_hit_at_1, min_hit_at_1};
        const std::size_t step = texts.size() / max_of_scripts + 1;
        std::size_t at = 0;
        for (const std::string& text : texts) {
            if (at++ % step == 0) {
                set.questions.push_back(question(text, by_folded_text.at(folded_text(text))));
            }
        }
        return set;
    }

private:
    static std::string folded_text(const std::string& text) {
        std::string folded;
        text::fold(text, folded);
        return folded;
    }
    static Question question(const std::string& typed, const std::vector<const RecordFacts*>& records) {
        Question question = {typed, R"({"limit":10,"query":)", {}};
        append_json_string(question.body, typed);
        question.body += '}';
        for (const RecordFacts* record : records) {
            question.right.insert(record->id);
        }
        return question;
    }

    std::map<std::string, std::vector<const RecordFacts*>> by_name_;
};

}  // namespace

std::vector<QuestionSet> script_questions(const RecordBook& records) {
    const SetMaker maker(records);
    const Transform simplified("Traditional-Simplified");
    const Transform katakana("Hiragana-Katakana");
    return {
        maker.make("digraphs", 0.99, [](const std::string& name) { return replaced(name, digraphs); }),
        maker.make("apostrophes", 0.99, apostrophes_changed),
        maker.make("simplified", 0.99, simplified),
        maker.make("katakana", 0.99, katakana),
        maker.make("arabic", 0.98, [](const std::string& name) { return replaced(name, arabic_spellings); }),
        maker.make("arabic_article", 0.95, without_article),
        maker.make("cyrillic_latin", 0.95, small_cyrillic_in_latin),
        maker.make_streets("name_street", 0.99),
    };
}

}  // namespace bizrec::quality
