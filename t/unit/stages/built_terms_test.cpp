// Compares the term index of small corpora with a slow computation, term by term.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "bizrec/format/content.hpp"
#include "bizrec/format/id_table.hpp"
#include "bizrec/format/record_json.hpp"
#include "bizrec/format/uuid.hpp"
#include "bizrec/text/analyser.hpp"
#include "lmdb_builder/document/document_maker.hpp"
#include "lmdb_builder/input/line_reader.hpp"
#include "lmdb_builder/record/record_parser.hpp"
#include "lmdb_builder/stages/build_index.hpp"
#include "t/unit/stages/glued_oracle.hpp"
#include "t/unit/stages/term_oracle.hpp"
#include "t/unit/support/catalog_fixture.hpp"
#include "t/unit/support/temp_dir.hpp"

namespace bizrec::builder {
namespace {

using testing::OracleTerm;
using testing::TermOracle;

std::string uuid_text(std::uint64_t number) {
    char text[40];
    std::snprintf(text, sizeof text, "%08llx-0000-4000-8000-%012llx",
                  static_cast<unsigned long long>(number * 2654435761U & 0xFFFFFFFFU),
                  static_cast<unsigned long long>(number));
    return text;
}

/// An index built from lines, in its own folder.
class Built {
public:
    explicit Built(const std::vector<std::string>& lines, std::uint64_t memory = 64U << 20) {
        write_lines(folder_.path("in.jsonl"), lines);
        BuildOptions options;
        options.inputs = {folder_.path("in.jsonl")};
        options.output = folder_.path("index");
        options.memory_bytes = memory;
        options.max_record_bytes = format::max_record_bytes;
        options.infer_places = false;  // the oracle counts a city's records by the city they name
        const auto summary = build_index(options);
        EXPECT_TRUE(summary) << summary.error().message;
        auto opened = store::Generation::open(options.output, store::Generation::Check::hash);
        EXPECT_TRUE(opened) << opened.error().message;
        generation_ = std::move(opened).value();
        const Status sound = store::verify_structure(*generation_);
        EXPECT_TRUE(sound) << sound.error().message;
    }
    const store::Generation& operator*() const noexcept { return *generation_; }
    const store::Generation* operator->() const noexcept { return generation_.get(); }
    const std::string& name() const noexcept { return generation_->name(); }

private:
    TempDir folder_;
    std::shared_ptr<const store::Generation> generation_;
};

/// The records in the order of the index's docids.
std::vector<TermOracle::Document> documents_of(const std::vector<std::string>& lines, const store::Generation& index) {
    RecordParser parser(machine_catalog(), format::max_record_bytes);
    DocumentMaker maker(index.rules(), machine_catalog());
    std::vector<TermOracle::Document> documents(index.documents());
    for (const std::string& line : lines) {
        TermOracle::Document of;
        RejectReason reason;
        EXPECT_TRUE(parser.parse(line, of.record, reason)) << line;
        Document document;
        maker.make(of.record, document);
        const std::string& domain = document.keys.domain();
        of.domain = domain.find(':') == std::string::npos ? domain : "";
        of.postal_code = document.place.postal_code;
        of.place = document.place;
        const std::uint32_t docid = index.find_id(of.record.id);
        EXPECT_LT(docid, documents.size()) << line;
        if (docid < documents.size()) {
            documents[docid] = std::move(of);
        }
    }
    return documents;
}

void expect_same_terms(const std::vector<std::string>& lines, const store::Generation& index) {
    const std::vector<TermOracle::Document> documents = documents_of(lines, index);
    testing::expect_glued_names(documents, index);
    const TermOracle oracle(documents);
    const format::Meta& meta = index.meta();
    EXPECT_EQ(meta.text.documents, oracle.statistics().documents);
    EXPECT_EQ(meta.text.words, oracle.statistics().words);
    EXPECT_GE(meta.terms, oracle.terms().size()) << "lists of pairs come on top";
    EXPECT_EQ(meta.analyser, text::analyser_version());
    std::vector<std::string> vocabulary;
    for (const auto& [key, term] : oracle.terms()) {
        const format::TermLists lists = index.term(key);
        ASSERT_EQ(lists.count, term.postings.size()) << key;
        ASSERT_EQ(lists.idf_sixteenths, term.idf_sixteenths) << key;
        ASSERT_TRUE(testing::postings_of(lists) == term.postings) << key;
        if (key[0] == 'w' && format::belongs_to_vocabulary(key.substr(1))) {
            vocabulary.push_back(key.substr(1));
        }
    }
    ASSERT_EQ(index.vocabulary().size(), vocabulary.size());
    EXPECT_EQ(meta.vocabulary_words, vocabulary.size());
    for (std::uint32_t i = 0; i < vocabulary.size(); ++i) {
        EXPECT_EQ(index.vocabulary().word(i), vocabulary[i]);
    }
}

std::vector<std::string> hand_made() {
    return {
        R"({"store_id":")" + uuid_text(1) +
            R"(","business_name":"Café Central","tags":["Coffee Shop","Café"],"city":"Vienna","country":"AT","website_url":"https://www.cafecentral.wien/","place_id":"ChIJ-wien"})",
        R"({"store_id":")" + uuid_text(2) +
            R"(","business_name":"Starbucks","brand_name":"Starbucks Coffee","city":"New York","state":"New York","zip_code":"10001-1234","country":"US","root_domain":"starbucks.com"})",
        R"({"store_id":")" + uuid_text(3) +
            R"(","business_name":"鳥貴族","business_categories":["居酒屋"],"state":"神奈川県","city":"横浜市","country":"JP"})",
        R"({"store_id":")" + uuid_text(4) + R"("})",
        R"({"store_id":")" + uuid_text(5) +
            R"(","business_name":"The The","store_description":"of the and & — !","tags":["of"],"country":"GB","state":"Wales","zip_code":"CF10 1AA"})",
        R"({"store_id":")" + uuid_text(6) +
            R"(","store_name":"Joe's Bar & Grill","website_url":"https://www.facebook.com/joesbar","state":"OR","country":"US","city":"Portland"})",
        R"({"store_id":")" + uuid_text(7) + R"(","business_name":"starbucks","website":"https://joes.weebly.com/"})",
    };
}

TEST(BuildTerms, ASmallCorpusTermByTerm) {
    const Built index(hand_made());
    expect_same_terms(hand_made(), *index);
    format::Uuid id;
    ASSERT_TRUE(format::read_uuid(uuid_text(1), id));
    EXPECT_EQ(index->place_id(index->find_id(id)), "ChIJ-wien");
    ASSERT_TRUE(format::read_uuid(uuid_text(2), id));
    EXPECT_EQ(index->place_id(index->find_id(id)), "");
    ASSERT_TRUE(format::read_uuid(uuid_text(99), id));
    EXPECT_EQ(index->find_id(id), format::no_docid);
    for (const char* absent : {"w", "wzzz", "xstarbuck", "ncoffee shop", "b", ""}) {
        EXPECT_EQ(index->term(std::string_view(absent)).count, 0U) << absent;
    }
}

std::string random_words(std::mt19937_64& random, std::size_t most) {
    static const char* const parts[] = {"Pizza",  "Hut",  "the",      "and", "Bar", "Grill", "St.",
                                        "Mary's", "東京", "ラーメン", "é",   "24",  "7",     "of",
                                        "Münch",  "A",    "U.S.",     "-",   "カ",  "food"};
    std::string text;
    for (std::size_t left = random() % (most + 1); left > 0; --left) {
        const std::uint64_t rare = random() % 100;
        text += (text.empty() ? "" : " ") +
                (rare < 10 ? "rare" + std::to_string(random() % 5000) : std::string(parts[random() % 20]));
    }
    return text;
}

std::vector<std::string> random_lines(std::mt19937_64& random, std::uint64_t count) {
    static const char* const places[] = {
        R"("country":"US","state":"CA","city":"San Jose","zip_code":"95112")",
        R"("country":"US","state":"Ohio","city":"Columbus")",
        R"("country":"JP","state":"東京都","city":"新宿区","zip_code":"160-0022")",
        R"("country":"FR","state":"Île-de-France","city":"Paris")",
        R"("city":"Nowhere")",
    };
    std::vector<std::string> lines;
    for (std::uint64_t number = 0; number < count; ++number) {
        std::string line = R"({"store_id":")" + uuid_text(number) + R"(","business_name":")" + random_words(random, 4) +
                           R"(",)" + places[random() % 5];
        line += random() % 3 == 0 ? R"(,"brand_name":")" + random_words(random, 2) + "\"" : "";
        line += R"(,"tags":[")" + random_words(random, 2) + R"(",")" + random_words(random, 1) + "\"]";
        line += random() % 2 == 0 ? R"(,"store_description":")" + random_words(random, 30) + "\"" : "";
        line += random() % 4 == 0 ? R"(,"place_id":"ChIJ)" + std::to_string(number) + "\"" : "";
        line += random() % 4 == 0 ? R"(,"website_url":"site)" + std::to_string(random() % 30) + ".com\"" : "";
        lines.push_back(line + "}");
    }
    return lines;
}

TEST(BuildTerms, RandomCorporaTermByTermAndTheSameBytesInTinyMemory) {
    constexpr unsigned seed = 20261204;
    std::mt19937_64 random(seed);
    for (const std::uint64_t count : {1U, 17U, 400U, 3000U}) {
        SCOPED_TRACE("seed " + std::to_string(seed) + ", " + std::to_string(count) + " records");
        std::vector<std::string> lines = random_lines(random, count);
        const Built index(lines);
        expect_same_terms(lines, *index);
        std::shuffle(lines.begin(), lines.end(), random);
        EXPECT_EQ(Built(lines, 64U << 10).name(), index.name()) << "another order, tiny memory";
    }
}

TEST(BuildTerms, HostileRecords) {
    std::vector<std::string> lines = hand_made();
    std::string categories;
    for (int i = 0; i < 10000; ++i) {
        categories += ",\"Kind " + std::to_string(i) + "\"";
    }
    std::string description;
    while (description.size() < 1U << 20) {
        description += "word" + std::to_string(description.size() % 9973) + " Straße 東京都 ";
    }
    lines.push_back(R"({"store_id":")" + uuid_text(20) + R"(","business_categories":[)" + categories.substr(1) + "]}");
    lines.push_back(R"({"store_id":")" + uuid_text(21) + R"(","store_description":")" + description + "\"}");
    lines.push_back(R"({"store_id":")" + uuid_text(22) + R"(","business_name":")" + std::string(100000, 'a') + "\"}");
    lines.push_back(R"({"store_id":")" + uuid_text(23) +
                    R"(","business_name":"\u0001\u200b﷽ \ufffd","note":"\u0000"})");
    lines.push_back(R"({"store_id":")" + uuid_text(24) + R"(","place_id":")" + std::string(70000, 'p') + "\"}");
    const Built index(lines);
    expect_same_terms(lines, *index);
    EXPECT_EQ(Built(lines, 64U << 10).name(), index.name());
}

TEST(BuildTerms, RealRecordsTermByTerm) {
    const char* data = std::getenv("BIZREC_DATA");
    if (data == nullptr) {
        GTEST_SKIP() << "BIZREC_DATA is unset";
    }
    std::vector<std::string> lines;
    for (const char* file : {"toreta_restaurants_jp", "fr_museums", "nhs_hospitals_uk", "usda_farmers_markets"}) {
        auto reader = LineReader::open(std::string(data) + "/records/" + file + ".jsonl.gz");
        ASSERT_TRUE(reader) << reader.error().message;
        std::string_view line;
        while (reader.value()->next(line) == LineReader::Next::line) {
            lines.emplace_back(line);
        }
    }
    ASSERT_GT(lines.size(), 17000U);
    const Built index(lines);
    expect_same_terms(lines, *index);
}

TEST(BuildTerms, FrequentWordsHaveEveryForm) {
    std::vector<std::string> lines;
    for (std::uint64_t number = 0; number < 2000; ++number) {
        lines.push_back(R"({"store_id":")" + uuid_text(number) + R"(","business_name":")" +
                        (number % 2 == 0 ? "Pizza" : "Pizza Place") + R"("})");
    }
    const Built index(lines);
    expect_same_terms(lines, *index);
    const format::TermLists pizza = index->term("wpizza");
    EXPECT_TRUE(pizza.has_groups && pizza.has_bitmap);
    EXPECT_EQ(index->term("xpizza place").count, 1000U);
    EXPECT_EQ(index->term("a").count, 2000U);
    EXPECT_TRUE(index->term("a").has_groups);
}

}  // namespace
}  // namespace bizrec::builder
