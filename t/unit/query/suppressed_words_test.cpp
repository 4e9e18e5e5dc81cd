#include <gtest/gtest.h>

#include <algorithm>

#include "t/unit/support/asked_search.hpp"
#include "t/unit/support/built_index.hpp"

/// Words that only suppressed records have. Once the headers of a search named them ("wcanary shop filler zanzbr").
namespace bizrec::search::testing {
namespace {

constexpr unsigned suppressed = 30;

class SuppressedWords : public ::testing::Test {
protected:
    struct Found {
        std::vector<std::string> words;  // of X-Query-Reading and X-Query-Also
        std::vector<SearchRow> rows;
        bool has(const std::string& word) const { return std::find(words.begin(), words.end(), word) != words.end(); }
    };

    static std::vector<std::string> lines() {
        std::vector<std::string> out;
        for (unsigned i = 0; i < suppressed; ++i) {
            out.push_back(store(i, "Canary Zanzibar House", "Reno", R"(,"alternate_names":["Mandolin Nick"])"));
        }
        for (unsigned i = suppressed; i < 400; ++i) {
            out.push_back(store(i, i % 5 == 0 ? "Zanzibat Bar" : i % 7 == 0 ? "Zanzi Barn" : "Filler Shop", "Elko"));
        }
        return out;
    }

    void SetUp() override {
        auto list = std::make_shared<store::SuppressionList>();
        list->number = 1;
        const store::Generation& generation = *index_.generation();
        for (std::uint32_t docid = 0; docid < generation.documents(); ++docid) {
            std::string row;
            ASSERT_TRUE(generation.append_row_head(docid, row));
            if (row.find("Zanzibar") != std::string::npos) {
                list->entries.push_back({generation.uuid[docid], "", ""});
            }
        }
        ASSERT_EQ(list->entries.size(), suppressed);
        std::sort(list->entries.begin(), list->entries.end());
        without_ = store::Generation::suppress(index_.generation(), list);
    }

    Found ask(const store::Generation& generation, const char* text) {
        const SearchQuery query = words(text);
        SearchResult result;
        search_.run(generation, query, result);
        Found found;
        found.rows = result.rows;
        std::vector<std::string_view> listed;
        search_.list_words(listed);
        if (result.reading != Reading::all_words) {  // otherwise the header has no words
            found.words.assign(listed.begin(), listed.end());
        }
        search_.list_other_words(listed);
        found.words.insert(found.words.end(), listed.begin(), listed.end());
        return found;
    }

    const BuiltIndex index_{lines()};
    std::shared_ptr<const store::Generation> without_;
    Search search_;
};

TEST_F(SuppressedWords, NoReadingNamesThem) {
    for (const char* text : {"zanzbar", "zanzbar house", "canary shop filler zanzbr", "zanzibra shop filler mandlin",
                             "mandlin", "zanzi bar", "zanzibat hous", "mandolinnick"}) {
        const Found with = ask(*index_.generation(), text);
        const Found without = ask(*without_, text);
        EXPECT_TRUE(with.has("zanzibar") || with.has("mandolin")) << text;
        EXPECT_FALSE(without.has("zanzibar") || without.has("mandolin") || without.has("nick")) << text;
    }
}

TEST_F(SuppressedWords, AreReadAsWordsThatNoRecordHas) {
    for (const char* text : {"zanzibar bar", "canary zanzibat", "mandolin shop filler mandolin"}) {
        const Found typed = ask(*without_, text);
        EXPECT_FALSE(typed.has("zanzibar") || typed.has("mandolin") || typed.has("canary")) << text;
    }
    const Found found = ask(*without_, "zanzibar bar");
    ASSERT_FALSE(found.rows.empty());
    std::string row;
    ASSERT_TRUE(without_->append_row_head(found.rows[0].docid, row));
    EXPECT_NE(row.find("Zanzibat Bar"), std::string::npos) << "another spelling is found";
}

}  // namespace
}  // namespace bizrec::search::testing
