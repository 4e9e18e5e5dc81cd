#include "bizrec/text/glued_text.hpp"

#include <gtest/gtest.h>

#include <string>

#include "bizrec/text/number_words.hpp"
#include "bizrec/text/word_forms.hpp"

namespace bizrec::text {
namespace {

GluedText glued(const std::string& text) {
    GluedText out;
    out.analysed = out.written = "overwritten";
    glue(WordForms::built_in(), NumberWords::built_in(), text, out);
    return out;
}

TEST(GluedText, NamesHaveOneFormHoweverTheyAreWritten) {
    for (const char* text : {"7-Eleven", "seven eleven", "7 ELEVEN", "Seven-Eleven", "7-11"}) {
        EXPECT_EQ(glued(text).analysed, "711") << text;
    }
    for (const char* text : {"H-E-B", "HEB", "H.E.B.", "H E B"}) {
        EXPECT_EQ(glued(text).analysed, "heb") << text;
    }
    EXPECT_EQ(glued("Fifth Avenue").analysed, glued("5th Ave").analysed);
    EXPECT_EQ(glued("The Home Depot").analysed, "homedepot");
    EXPECT_EQ(glued("T.J. Maxx").analysed, "tjmaxx");
}

TEST(GluedText, TheWrittenFormHasWhatTheAnalysisChanges) {
    EXPECT_EQ(glued("Barbecue Pits").written, "barbecuepits");
    EXPECT_EQ(glued("Seven Eleven").written, "seveneleven");
    EXPECT_EQ(glued("Barnes & Noble").written, "barnesnoble");
    EXPECT_EQ(glued("Barnes & Noble").spoken, "barnesandnoble");
    EXPECT_EQ(glued("Barnes and Noble").written, "barnesandnoble");
    EXPECT_EQ(glued("Barnes and Noble").spoken, "");
    EXPECT_EQ(glued("McDonald's").written, "mcdonalds");
    EXPECT_EQ(glued("&").written, "");
    EXPECT_EQ(glued("& Sons &").spoken, "");
}

TEST(GluedText, CountsWordsAndTokens) {
    EXPECT_EQ(glued("Starbucks").tokens, 1U);
    EXPECT_EQ(glued("Starbucks").words, 1U);
    EXPECT_EQ(glued("The Gap").tokens, 2U);
    EXPECT_EQ(glued("The Gap").words, 1U);
    EXPECT_EQ(glued("").tokens, 0U);
    EXPECT_EQ(glued("...").analysed, "");
}

/// The builder analyses a name as a record, the server as a query. Both must give the same forms.
TEST(GluedText, BuilderAndServerWriteTheSame) {
    for (const char* text : {"7-Eleven", "Portland OR", "Coca-Cola", "d'Orsay", "The The", "AT&T", "Bar-B-Q Pit",
                             "Caf\u00E9 M\u00FCller", "Mc Donald's", "\u5BFF\u53F8", "J C Penney", "Acme Inc."}) {
        Tokens tokens;
        cut_tokens(text, tokens);
        AnalysedText analysed, of_text;
        analyse_record(WordForms::built_in(), tokens, analysed);
        analyse_record(WordForms::built_in(), text, of_text);
        EXPECT_EQ(analysed.bytes, of_text.bytes) << text;
        std::string key;
        whole_text_key(WordForms::built_in(), analysed, 0, analysed.words.size(), key);
        GluedText of_builder;
        glue(NumberWords::built_in(), tokens, key, of_builder);
        const GluedText of_server = glued(text);
        EXPECT_EQ(of_builder.analysed, of_server.analysed) << text;
        EXPECT_EQ(of_builder.written, of_server.written) << text;
    }
}

}  // namespace
}  // namespace bizrec::text
