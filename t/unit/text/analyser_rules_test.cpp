#include <gtest/gtest.h>

#include "t/unit/text/analyser_words.hpp"

namespace bizrec::text {
namespace {

TEST(AnalyserRules, WordsOfAQuery) {
    const std::pair<const char*, const char*> cases[] = {
        {"", ""},
        {"  ...!?  ", ""},
        {"☕🍕", ""},
        {"Starbucks", "starbuck"},
        {"The Home Depot", "the/s home depot"},
        {"Café Zoë & Bar", "cafe zoe and/s bar"},
        {"Bed Bath + Beyond", "bed bath and/s beyond"},
        {"& Sons", "son"},
        {"Sons &", "son"},
        {"Arnie Morton's of Chicago", "arny morton of/s chicago"},
        {"James's", "jame"},
        {"O'Reilly", "oreilly"},
        {"O`Reilly’s", "oreilly"},
        {"O´Reilly´s", "oreilly"},
        {"Joeʼs Oʻahu Joe＇s ﹠ Jack‵s", "joe oahu joe and/s jack"},
        {"Dunkin' Donuts", "dunkin donut"},
        {"U.S.A.", "usa"},
        {"U. S. A.", "usa"},
        {"U.S.A. P. F. Chang's", "usa pf chang"},
        {"P.J.'s", "pjs"},
        {"A-1 Auto", "a1 auto"},
        {"n.y. pizza", "ny pizza"},
        {"a, b", "a/s b"},
        {"AT&T", "att"},
        {"H & M", "hm"},
        {"h and m", "hm"},
        {"a B & B", "a/s bb"},
        {"M&M's", "mms"},
        {"Fish & Chips", "fish and/s chip"},
        {"Vons", "vons"},
        {"Corps of Discovery", "corps of/s discovery"},
        {"von Trapp corp", "von/s trapp corp/s"},
        {"Tiffany & Co.", "tiffany and/s co/s"},
        {"Shop 'n Save", "shop and/s save"},
        {"rock'n'roll", "rock and/s roll"},
        {"Arte y Vino", "arte y/s vino"},
        {"Bar-B-Que", "bbq"},
        {"bar b q pit", "bbq pit"},
        {"bar b", "bar b"},
        {"Do-Nuts", "donut"},
        {"do nuts", "do nut"},
        {"Mc Donald's", "mcdonald"},
        {"Mc Ö", "mc o"},
        {"mc 7", "mc 7"},
        {"Musée d'Orsay", "museum d/s orsay"},
        {"L’Atelier", "l/s atelier"},
        {"Commedia dell'Arte", "commedia dell/s arte"},
        {"Sant'Angelo", "sant angelo"},
        {"94107-1234", "94107 1234"},
        {"http://www.joes.com/", "http/s www/s joe com/s"},
        {"ﬁnal ＡＢＣ１２", "final abc12"},
        {"x\u0301\u0302y", "xy"},
        {"نيل مطعم", "نيل مطعم"},
        {"נמל תל־אביב", "נמל תל אביב"},
        {"नमस्ते", "नमस्ते"},
        {"横浜", "横浜"},
        {"鮨", "鮨"},
        {"居酒屋BAR24", "居酒 酒屋 bar24"},
        {"ｶﾞﾝﾀﾞﾑ", "がん んだ だむ"},
        {"コーヒー・紅茶", "こお おひ ひい 红茶"},
        {"한국 식당", "한국 식당"},
        {"มีนา", "มีน นา"},
        {"스타벅스", "스타 타벅 벅스"},
    };
    for (const auto& [text, expected] : cases) {
        EXPECT_EQ(query_words(text), expected) << text;
    }
}

TEST(AnalyserRules, ARecordHoldsPartsToo) {
    const std::pair<const char*, const char*> cases[] = {
        {"居酒屋", "居酒 酒屋 居/p 酒/p 屋/p"},
        {"鮨", "鮨"},
        {"AT&T", "att at/p t/p"},
        {"U.S.A.", "usa u/p s/p a/p"},
        {"Musée d'Orsay", "museum d/s orsay dorsay/p"},
        {"MC DONALD", "mcdonald mc/p donald/p"},
        {"Bar-B-Q", "bbq bar/p b/p q/p"},
        {"Portland OR", "portland or/s"},
        {"Coca-Cola", "coca cola cocacola/p"},
        {"the Chick-fil-A, and T-Mobile", "the/s chick fil a/s chickfila/p and/s t mobile tmobile/p"},
        {"7-Eleven", "7 eleven 7eleven/p"},
        {"Rolls-Royces", "roll royce rollsroyce/p"},
        {"A-1 Do-Nuts", "a1 a/p 1/p donut do/p nut/p"},
        {"94107-1234 St.Louis Air-横浜", "94107 1234 st loui air 横浜 横/p 浜/p"},
    };
    for (const auto& [text, expected] : cases) {
        EXPECT_EQ(record_words(text), expected) << text;
    }
}

TEST(AnalyserRules, StatesThatLookLikeStopWords) {
    const std::pair<const char*, const char*> cases[] = {
        {"Portland OR", "portland or"},
        {"portland or 97201", "portland or 97201"},
        {"PORTLAND OR", "portland or"},
        {"fish or steak", "fish or/s steak"},
        {"Bangor ME", "bangor me"},
        {"bangor me", "bangor me"},
        {"coffee near me", "coffee near/s me/s"},
        {"COFFEE NEAR ME", "coffee near/s me/s"},
        {"brewery CO", "brewery co"},
        {"Denver Brewing Co", "denver brewing co/s"},
        {"DENVER BREWING CO", "denver brewing co/s"},
        {"food in la", "food in/s la/s"},
        {"new orleans la", "new orlean la"},
        {"LA Fitness", "la/s fitness"},
        {"museum de Lyon", "museum de/s lyon"},
    };
    for (const auto& [text, expected] : cases) {
        EXPECT_EQ(query_words(text), expected) << text;
    }
}

TEST(AnalyserRules, WhatIsWrittenInSeveralWaysIsOne) {
    const std::vector<std::vector<const char*>> same = {
        {"Arnie Morton's", "Arnie Mortons", "ARNIE MORTON’S"},
        {"theatre", "theater", "Theatres"},
        {"centre", "center", "ctr", "Ctr.", "centers"},
        {"st", "street", "saint", "St.", "sainte"},
        {"mt", "mount", "Mt."},
        {"ft", "fort"},
        {"ave", "avenue", "Ave."},
        {"blvd", "boulevard"},
        {"univ", "university", "universities"},
        {"hosp", "hospital", "hospitals"},
        {"natl", "nat'l", "national"},
        {"intl", "int'l", "international"},
        {"bros", "bros.", "brothers", "brother"},
        {"deli", "delis", "delicatessen"},
        {"bbq", "b.b.q.", "barbecue", "barbeque", "bar-b-q", "bar-b-que", "B-B-Q"},
        {"farmers market", "farmer's markets", "Farmers' Market", "FARMERS MARKETS"},
        {"cookie", "cookies"},
        {"brewery", "breweries"},
        {"church", "churches"},
        {"box", "boxes"},
        {"shoe", "shoes"},
        {"tree", "trees"},
        {"glass", "glasses"},
        {"quiche", "quiches"},
        {"pie", "pies"},
        {"joe", "joe's", "joes"},
        {"h&m", "H & M", "h and m", "H+M"},
        {"at&t", "AT & T", "ATT"},
        {"J.C. Penney", "J C Penney", "JC Penney", "jc penneys"},
        {"musée", "musee", "MUSÉE", "muse\u0301e"},
        {"Ærø", "aero"},
        {"ΆΡΤΑ", "αρτα"},
        {"Ёлка", "елка"},
        {"ガンダム", "ｶﾞﾝﾀﾞﾑ", "カ\u3099ンタ\u3099ム", "がんだむ"},
        {"らーめん", "ラーメン", "らあめん"},
        {"臺灣鳥貴族", "台湾鸟贵族"},
        {"مكتبة الأمل", "مكتبه الامل", "المكتبة امل", "مَكْتَبَةُ الأَمَل", "مكتبــة أمل"},
        {"کتابخانه ملی", "كتابخانه ملي"},
        {"שָׁלוֹם", "שלום"},
        {"doughnut", "donuts", "Do-Nuts"},
        {"mcdonalds", "McDonald's", "Mc Donalds", "MC DONALD"},
        {"musée", "museo", "museum", "Museums"},
        {"Acme Inc", "Acme, LLC", "The Acme Company", "ACME CORP."},
    };
    for (const auto& group : same) {
        for (const char* form : group) {
            EXPECT_EQ(query_key(form), query_key(group.front())) << form;
            EXPECT_EQ(record_key(form), query_key(group.front())) << form;
        }
    }
}

TEST(AnalyserRules, WhatIsDifferentStays) {
    const std::pair<const char*, const char*> different[] = {
        {"ガ", "カ"},    {"は", "ぱ"},        {"bus", "bu"},   {"gas", "ga"},
        {"Boss", "Bos"}, {"campus", "campu"}, {"St", "State"}, {"कि", "क"},
    };
    for (const auto& [a, b] : different) {
        EXPECT_NE(query_words(a), query_words(b));
    }
}

TEST(AnalyserRules, PeopleFindNames) {
    EXPECT_TRUE(finds("musee orsay", "Musée d'Orsay"));
    EXPECT_TRUE(finds("musee dorsay", "Musée d’Orsay"));
    EXPECT_TRUE(finds("musee d orsay", "Musée d’Orsay"));
    EXPECT_TRUE(finds("museum de Lyon", "Museum Lyon"));
    EXPECT_TRUE(finds("plan b", "Plan B and C"));
    EXPECT_TRUE(finds("t shirts", "Just a T Shirt"));
    EXPECT_TRUE(finds("att", "AT&T"));
    EXPECT_TRUE(finds("chick fil a", "Chick-fil-A"));
    EXPECT_TRUE(finds("chickfila", "Chick-fil-A"));
    EXPECT_TRUE(finds("haagendazs", "Häagen-Dazs"));
    EXPECT_TRUE(finds("居酒", "大衆居酒屋"));
    EXPECT_TRUE(finds("酒", "大衆居酒屋"));
    EXPECT_FALSE(finds("衆酒", "大衆居酒屋"));
    EXPECT_FALSE(finds("ガ", "カフェ"));
    EXPECT_TRUE(finds("Portland OR", "Portland OR"));
    EXPECT_FALSE(finds("the", "The Den"));
}

TEST(WholeTextKey, LeavesStopWordsOutUnlessThereIsNothingElse) {
    EXPECT_EQ(record_key("The Home Depot, Inc."), "home depot");
    EXPECT_EQ(record_key("The And"), "the and");
    EXPECT_EQ(record_key("鮨処"), "鮨処");
    EXPECT_EQ(record_key(""), "");
    EXPECT_EQ(query_key("sonic drive in"), record_key("Sonic Drive-In"));
    EXPECT_EQ(query_key("My LA Fitness"), record_key("my la fitness"));
}

TEST(WholeTextKey, TakesARange) {
    AnalysedText text;
    std::string key = "rubbish";
    analyse_record(WordForms::built_in(), "Starbucks Coffee of Seattle", text);
    EXPECT_EQ(whole_text_key(WordForms::built_in(), text, 0, 2, key), 2U);
    EXPECT_EQ(key, "starbuck coffee");
    EXPECT_EQ(whole_text_key(WordForms::built_in(), text, 2, 4, key), 1U);
    EXPECT_EQ(key, "seattle");
    EXPECT_EQ(whole_text_key(WordForms::built_in(), text, 2, 3, key), 1U);
    EXPECT_EQ(key, "of");
    EXPECT_EQ(whole_text_key(WordForms::built_in(), text, 2, 2, key), 0U);
    EXPECT_EQ(key, "");
}

}  // namespace
}  // namespace bizrec::text
