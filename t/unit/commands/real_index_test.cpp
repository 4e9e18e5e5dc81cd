// Builds an index of every real record and looks up each of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "bizrec/format/content_decoder.hpp"
#include "bizrec/format/identity_entry.hpp"
#include "bizrec/store/generation.hpp"
#include "lmdb_builder/commands/inspect_key.hpp"
#include "lmdb_builder/document/document_maker.hpp"
#include "lmdb_builder/input/line_reader.hpp"
#include "lmdb_builder/record/record_parser.hpp"
#include "lmdb_builder/stages/build_index.hpp"
#include "t/unit/support/catalog_fixture.hpp"

namespace bizrec::builder {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> record_files(const std::string& data) {
    std::vector<std::string> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(data + "/records")) {
        files.push_back(entry.path().string());
    }
    std::sort(files.begin(), files.end());
    return files;
}

/// The index of all real records, built once.
class RealData : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        const char* data = std::getenv("BIZREC_DATA");
        if (data == nullptr) {
            return;
        }
        folder_ = ::testing::TempDir() + "/real.XXXXXX";
        ASSERT_NE(::mkdtemp(folder_.data()), nullptr);
        files_ = record_files(data);
        BuildOptions options;
        options.inputs = files_;
        options.output = folder_ + "/index";
        options.infer_places = false;  // the test compares docids with the places in the records
        options.domains_path = folder_ + "/domains";
        auto built = build_index(options);
        ASSERT_TRUE(built) << built.error().message;
        summary_ = built.value();
        auto opened = store::Generation::open(options.output, store::Generation::Check::hash);
        ASSERT_TRUE(opened) << opened.error().message;
        generation_ = std::move(opened).value();
    }
    static void TearDownTestSuite() {
        generation_.reset();
        if (!folder_.empty()) {
            fs::remove_all(folder_);
        }
    }
    void SetUp() override {
        if (std::getenv("BIZREC_DATA") == nullptr) {
            GTEST_SKIP() << "BIZREC_DATA is unset";
        }
        ASSERT_NE(generation_, nullptr);
    }

    /// Calls `visit` for every document of the input.
    template <class Visit>
    static void for_each_document(Visit&& visit) {
        RecordParser parser(machine_catalog());
        DocumentMaker maker(generation_->rules(), machine_catalog());
        Record record;
        RejectReason reason;
        Document document;
        for (const std::string& file : files_) {
            auto reader = LineReader::open(file);
            ASSERT_TRUE(reader) << reader.error().message;
            std::string_view line;
            while (reader.value()->next(line) == LineReader::Next::line) {
                if (parser.parse(line, record, reason)) {
                    maker.make(record, document);
                    visit(record, document);
                }
            }
        }
    }

    static std::map<std::string, std::string> results() {
        std::map<std::string, std::string> results;
        std::ifstream file(folder_ + "/domains");
        for (std::string line; std::getline(file, line);) {
            const std::size_t first = line.find('\t');
            results[line.substr(first + 1, line.find('\t', first + 1) - first - 1)] = line.substr(0, first);
        }
        return results;
    }

    /// Whether a look-up of the text finds the record `id`: by the key of the text or, on a shared domain, by the exact
    /// page.
    static bool finds(const std::string& text, const format::Uuid& id) {
        const KeyFinding finding = find_key(*generation_, text);
        format::KeyEntry entry;
        std::string key = finding.identity.key;
        if (finding.is_shared) {
            format::page_key(finding.identity.host, finding.identity.path, key);
        }
        if (!generation_->identities().find(key, entry)) {
            return false;
        }
        const std::uint64_t count = entry.length == 1 ? 1 : entry.aux[0];
        return std::any_of(entry.values, entry.values + count,
                           [&](std::uint32_t docid) { return generation_->uuid[docid] == id; });
    }

    static std::string folder_;
    static std::vector<std::string> files_;
    static BuildSummary summary_;
    static std::shared_ptr<const store::Generation> generation_;
};
std::string RealData::folder_;
std::vector<std::string> RealData::files_;
BuildSummary RealData::summary_;
std::shared_ptr<const store::Generation> RealData::generation_;

TEST_F(RealData, EveryRecordIsKept) {
    EXPECT_EQ(summary_.read, 148078U);
    EXPECT_EQ(summary_.kept + summary_.replaced, summary_.read);
    EXPECT_TRUE(summary_.rejected.empty());
    EXPECT_EQ(generation_->documents(), summary_.kept);
}

TEST_F(RealData, TheIndexIsSound) {
    const Status sound = store::verify_structure(*generation_);
    EXPECT_TRUE(sound) << sound.error().message;
}

TEST_F(RealData, EachRecordComesBackByteForByte) {
    std::set<std::uint32_t> seen;
    std::string row;
    for_each_document([&](const Record& record, const Document& document) {
        const std::uint32_t docid = generation_->find_id(record.id);
        ASSERT_NE(docid, format::no_docid);
        row.clear();
        ASSERT_TRUE(generation_->append_row_head(docid, row));
        // If two records have the same id, the index has the newer one.
        if (std::string_view(row).substr(format::row_content_offset) == document.json) {
            seen.insert(docid);
        }
    });
    EXPECT_EQ(seen.size(), generation_->documents());
}

TEST_F(RealData, TheIndexIsSmallerThanItsRecords) {
    EXPECT_LT(summary_.index_bytes, generation_->meta().content_bytes * 12 / 10);
    EXPECT_LT(generation_->meta().section(format::Section::content).bytes,
              generation_->meta().content_bytes * 35 / 100);
}

TEST_F(RealData, EachRecordWithAUsableWebsiteIsFoundByIt) {
    std::uint64_t usable = 0, lost = 0;
    for_each_document([&](const Record& record, const Document& document) {
        if (document.keys.website.empty()) {
            return;
        }
        ++usable;
        // All stores of a chain look up the same long list, so one in eight of them is enough.
        if (record.has_brand && record.id[15] % 8 != 0) {
            return;
        }
        if (!finds(record.website, record.id) && ++lost <= 10) {
            ADD_FAILURE() << "not found by its website: " << record.json;
        }
    });
    EXPECT_EQ(lost, 0U);
    EXPECT_GT(usable, 50000U);
}

TEST_F(RealData, DocidsFollowTheirPlaces) {
    std::map<format::Uuid, std::vector<std::string>> places;
    for_each_document([&](const Record& record, const Document& document) {
        const DocumentPlace& p = document.place;
        places[record.id] = {p.country.empty() ? "~" : p.country, p.state, p.city, p.postal_code};
    });
    std::set<std::vector<std::string>> closed;
    std::vector<std::string> last(4);
    for (std::uint32_t docid = 0; docid < generation_->documents(); ++docid) {
        const std::vector<std::string>& now = places.at(generation_->uuid[docid]);
        ASSERT_LE(last[0], now[0]) << "countries ascend, docid " << docid;
        for (std::size_t level = 1; level <= 4; ++level) {
            const std::vector<std::string> before(last.begin(), last.begin() + static_cast<std::ptrdiff_t>(level));
            const std::vector<std::string> here(now.begin(), now.begin() + static_cast<std::ptrdiff_t>(level));
            if (docid > 0 && before != here) {
                closed.insert(before);
                ASSERT_EQ(closed.count(here), 0U) << "one stretch of docids a place, docid " << docid;
            }
        }
        last = now;
    }
}

TEST_F(RealData, HostsSharedByStrangersAreKnown) {
    const auto result = results();
    for (const char* domain : {"tabelog.com", "owst.jp", "gorp.jp", "localharvest.org", "hotpepper.jp", "gnavi.co.jp",
                               "localplace.jp", "fc2.com"}) {
        const auto found = result.find(domain);
        ASSERT_NE(found, result.end()) << domain;
        EXPECT_EQ(found->second, "shared") << domain;
    }
    for (const char* domain : {"cinemark.com", "paulmitchell.edu", "kushi-tanaka.com", "gcfb.net", "psu.edu",
                               "mcmenamins.com", "dijon.fr", "dchs.nhs.uk", "kctcs.edu", "floridastateparks.org",
                               "musees-troyes.com", "dennys.jp", "empire.edu", "marriott.com", "hilton.com"}) {
        const auto found = result.find(domain);
        EXPECT_TRUE(found == result.end() || found->second != "shared") << domain;
    }
    EXPECT_EQ(result.count("business.site"), 0U) << "its tenants are businesses of their own";
    EXPECT_EQ(static_cast<std::uint64_t>(
                  std::count_if(result.begin(), result.end(), [](const auto& v) { return v.second == "shared"; })),
              summary_.shared_domains);
}

TEST_F(RealData, ASharedDomainItselfFindsNoStranger) {
    const KeyFinding finding = find_key(*generation_, "tabelog.com");
    EXPECT_TRUE(finding.is_shared);
    EXPECT_EQ(finding.total, 0U);
}

TEST_F(RealData, OneDomainOverThousandsOfStores) {
    EXPECT_EQ(find_key(*generation_, "https://www.subway.com/").identity.key, "subway.com");
    std::uint64_t longest = 0;
    for (const char* domain :
         {"7-eleven.com", "subway.com", "dunkindonuts.com", "dollargeneral.com", "starbucks.com"}) {
        longest = std::max(longest, find_key(*generation_, domain).total);
    }
    EXPECT_GT(longest, 9000U);
}

TEST_F(RealData, WebsitesThatNameNobodyAreCountedAndTheRecordsStay) {
    std::uint64_t unusable = 0;
    for (const auto& [reason, count] : summary_.unusable_websites) {
        EXPECT_FALSE(reason.empty());
        unusable += count;
    }
    EXPECT_GT(unusable, 0U);
    EXPECT_LT(unusable, 100U) << "short links, posts, share links: rare";
}

TEST_F(RealData, BankInIsASuffixAlsoByThePackagedList) {
    const KeyFinding bank = find_key(*generation_, "https://www.axis.bank.in/");
    EXPECT_EQ(bank.identity.key, "axis.bank.in");
    EXPECT_FALSE(bank.is_shared);
    EXPECT_GT(bank.total, 0U);
    EXPECT_FALSE(find_key(*generation_, "bank.in").identity.names_business());
}

}  // namespace
}  // namespace bizrec::builder
