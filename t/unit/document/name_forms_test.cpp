#include "lmdb_builder/document/name_forms.hpp"

#include <gtest/gtest.h>

#include <set>

#include "bizrec/text/fold.hpp"

namespace bizrec::builder {
namespace {

/// The forms, folded, with "*" after each that is not a whole name.
std::set<std::string> forms_of(std::string_view name) {
    NameForms forms;
    std::set<std::string> found;
    for (const NameForm& form : forms.forms(name)) {
        std::string folded;
        text::fold(form.text, folded);
        found.insert(folded + (form.is_whole ? "" : "*"));
    }
    return found;
}

using Forms = std::set<std::string>;

TEST(NameForms, UmlautsAndRingsAreTwoLetters) {
    EXPECT_EQ(forms_of("Müller & Söhne"), (Forms{"mueller & soehne"}));
    EXPECT_EQ(forms_of("MU\u0308LLER"), (Forms{"mueller"}));
    EXPECT_EQ(forms_of("Ærø"), (Forms{"aeroe"}));
    EXPECT_EQ(forms_of("Århus"), (Forms{"aarhus"}));
    EXPECT_EQ(forms_of("Ångström"), (Forms{"aangstroem", "angstroem"}));
    EXPECT_EQ(forms_of("Café Zoé"), Forms());
    EXPECT_EQ(forms_of("Straße"), Forms()) << "folding says ss";
}

TEST(NameForms, TwoLettersMayBeOne) {
    EXPECT_EQ(forms_of("Bäckerei"), (Forms{"baeckerei"}));
    EXPECT_EQ(forms_of("Mueller Baeckerei"), (Forms{"muller backerei*"}));
    EXPECT_EQ(forms_of("Oehler"), (Forms{"ohler*"}));
    EXPECT_EQ(forms_of("Aarhus"), (Forms{"arhus*"}));
    for (const char* name : {"Blue Queen", "Joe's Shoes", "Bauer", "Value", "Antiques", "Rae", "", "e", "ue"}) {
        EXPECT_EQ(forms_of(name), Forms()) << name;
    }
}

TEST(NameForms, OtherScriptsHaveLatinLetters) {
    EXPECT_EQ(forms_of("Кофейня"), (Forms{"kofeynya", "kofejna"}));
    EXPECT_EQ(forms_of("Хлеб"), (Forms{"khleb", "hleb"}));
    EXPECT_EQ(forms_of("Щука"), (Forms{"shchuka", "shtuka", "suka"}));
    EXPECT_EQ(forms_of("Київ").count("kyyiv"), 1U);
    EXPECT_EQ(forms_of("Χρυσός"), (Forms{"chrysos", "khrisos"}));
    EXPECT_EQ(forms_of("スターバックス"), (Forms{"sutabakkusu"}));
    EXPECT_EQ(forms_of("らーめん Bar"), (Forms{"ramen bar"}));
    EXPECT_EQ(forms_of("한국"), (Forms{"hangug"}));
    EXPECT_EQ(forms_of("סופר"), (Forms{"swpr"}));
    EXPECT_EQ(forms_of("鳥貴族"), Forms()) << "Han stays";
    EXPECT_EQ(forms_of("\xFF\xFEх").size(), 2U) << "broken bytes";
}

TEST(NameForms, AreTheSameAgain) {
    NameForms forms;
    const char* const name = "Кафе Щука";
    std::vector<std::string> first;
    for (const NameForm& form : forms.forms(name)) {
        first.push_back(form.text);
    }
    EXPECT_GE(first.size(), 2U);
    for (int i = 0; i < 3; ++i) {
        forms.forms("Müller");
        std::vector<std::string> again;
        for (const NameForm& form : forms.forms(name)) {
            again.push_back(form.text);
        }
        EXPECT_EQ(again, first);
    }
}

TEST(NameForms, HugeAndBrokenNamesAreSafe) {
    NameForms forms;
    std::string long_word;
    for (int i = 0; i < 1'000; ++i) {
        long_word += "ю";
    }
    EXPECT_TRUE(forms.forms(long_word).empty()) << "no word of this length is looked up";
    EXPECT_TRUE(forms.forms("\xC3").empty());
    forms.forms("u\xCC\x88\xCC");
    forms.forms("\xD0\xBA\xD0");
}

}  // namespace
}  // namespace bizrec::builder
