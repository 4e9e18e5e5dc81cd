#include <algorithm>
#include <random>

#include "t/unit/record/record_support.hpp"

namespace bizrec::builder {
namespace {

/// Makes records of known content and writes each with different formatting.
class RecordMaker {
public:
    explicit RecordMaker(unsigned seed) : random_(seed) {}

    Record make() {
        members_ = {{"\"store_id\"", quoted(std::string(test_id))}};
        Record out;
        maybe_text({"business_name"}, out.name);
        maybe_text({"website_url", "website"}, out.website);
        maybe_text({"root_domain"}, out.root_domain);
        maybe_text({"city"}, out.city);
        maybe_text({"state"}, out.state);
        maybe_text({"zip_code", "zipcode", "postal_code"}, out.postal_code);
        maybe_text({"place_id"}, out.place_id);
        maybe_text({"unread_field"}, unread_);
        if (below(2) == 0) {
            out.num_stores = below(100000);
            add("num_stores", std::to_string(out.num_stores) + (below(2) == 0 ? "" : ".0"));
        }
        if (below(2) == 0) {
            out.reviews = below(5000);
            add(below(2) == 0 ? "google_reviews_count" : "yelp_reviews_count", std::to_string(out.reviews));
        }
        if (below(2) == 0) {
            out.opened = below(100000) * std::int64_t{86400};
            char text[32];
            const std::time_t seconds = out.opened;
            std::tm date{};
            gmtime_r(&seconds, &date);
            std::strftime(text, sizeof text, "%Y-%m-%d", &date);
            add("open_date", quoted(text));
        }
        if (below(2) == 0) {
            add_links(out);
        }
        if (below(2) == 0) {
            add(below(2) == 0 ? "brand_id" : "owner", "null");
        }
        return out;
    }

    /// Writes the members in a random order: to `line` with random white space, and to `minified` as the parser must
    /// return them.
    void write(std::string& line, std::string& minified) {
        std::shuffle(members_.begin(), members_.end(), random_);
        line = space() + "{" + space();
        minified = "{";
        for (std::size_t i = 0; i < members_.size(); ++i) {
            const std::string comma = i > 0 ? "," : "";
            line += comma + space() + members_[i].first + space() + ":" + space() + members_[i].second + space();
            minified += comma + members_[i].first + ":" + members_[i].second;
        }
        line += "}" + space();
        minified += "}";
    }

private:
    std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_() % bound); }

    std::string space() {
        std::string out;
        while (below(3) == 0) {
            out += " \t\r\n"[below(4)];
        }
        return out;
    }

    std::string text() {
        static const char* const pieces[] = {"a", "Z", "9", " ", "  ", "ü", "日", "😀", "\"", "\\", "/", "\n", "{", ","};
        std::string out = "x";
        for (std::uint32_t i = below(12); i > 0; --i) {
            out += pieces[below(sizeof pieces / sizeof pieces[0])];
        }
        return out;
    }

    /// A JSON string. Optional escapes are used at random.
    std::string quoted(const std::string& utf8) {
        std::string out = "\"";
        for (const char c : utf8) {
            char escape[8];
            std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(c)));
            const bool must = c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20;
            const bool may = static_cast<unsigned char>(c) < 0x80;
            out += must || (may && below(8) == 0) ? std::string(escape) : std::string(1, c);
        }
        return out + "\"";
    }

    void add(const std::string& name, std::string value) { members_.emplace_back(quoted(name), std::move(value)); }

    void maybe_text(std::vector<const char*> names, std::string& out) {
        if (below(2) == 0) {
            out = text();
            add(names[below(static_cast<std::uint32_t>(names.size()))], quoted(out));
        }
    }

    void add_links(Record& out) {
        std::string list;
        for (std::uint32_t i = below(4); i > 0; --i) {
            out.profiles.push_back({text(), text()});
            list += (list.empty() ? "" : ",") + std::string("{\"platform\":") + quoted(out.profiles.back().platform) +
                    ",\"url\":" + quoted(out.profiles.back().value) + "}";
        }
        add("social_media_links", "[" + list + "]");
    }

    std::mt19937 random_;
    std::string unread_;
    std::vector<std::pair<std::string, std::string>> members_;
};

TEST(RecordRandom, AnyDressGivesTheSameRecord) {
    constexpr unsigned seed = 3;
    SCOPED_TRACE(seed);
    RecordMaker maker(seed);
    std::string line;
    std::string minified;
    for (int round = 0; round < 20000; ++round) {
        const Record expected = maker.make();
        maker.write(line, minified);
        const Parsed got = parse_line(line);
        ASSERT_TRUE(got.kept) << line << got.reason.field << got.reason.detail;
        const Record& record = got.record;
        ASSERT_EQ(record.json, minified);
        ASSERT_EQ(record.name, expected.name) << line;
        ASSERT_EQ(record.website, expected.website) << line;
        ASSERT_EQ(record.root_domain, expected.root_domain) << line;
        ASSERT_EQ(record.city, expected.city) << line;
        ASSERT_EQ(record.state, expected.state) << line;
        ASSERT_EQ(record.postal_code, expected.postal_code) << line;
        ASSERT_EQ(record.place_id, expected.place_id) << line;
        ASSERT_EQ(record.num_stores, expected.num_stores) << line;
        ASSERT_EQ(record.reviews, expected.reviews) << line;
        ASSERT_EQ(record.opened, expected.opened) << line;
        ASSERT_EQ(record.profiles.size(), expected.profiles.size()) << line;
        for (std::size_t i = 0; i < expected.profiles.size(); ++i) {
            ASSERT_EQ(record.profiles[i].platform, expected.profiles[i].platform) << line;
            ASSERT_EQ(record.profiles[i].value, expected.profiles[i].value) << line;
        }
    }
}

TEST(RecordRandom, DamagedLinesNeverHarm) {
    constexpr unsigned seed = 5;
    SCOPED_TRACE(seed);
    RecordMaker maker(seed);
    std::mt19937 random(seed);
    std::string line;
    std::string minified;
    int refusals = 0;
    for (int round = 0; round < 20000; ++round) {
        maker.make();
        maker.write(line, minified);
        for (auto hits = 1 + random() % 3; hits > 0; --hits) {
            const std::size_t at = random() % line.size();
            switch (random() % 3) {
                case 0:
                    line[at] = static_cast<char>(random());
                    break;
                case 1:
                    line.erase(at, 1 + random() % 5);
                    break;
                default:
                    line.insert(at, line.substr(random() % line.size(), random() % 9));
            }
            line += line.empty() ? "{" : "";
        }
        const Parsed got = parse_line(line);
        if (got.kept) {
            ASSERT_EQ(parse_line(got.record.json).record.json, got.record.json) << line;
        } else {
            ASSERT_FALSE(got.reason.code.empty()) << line;
            ASSERT_FALSE(got.reason.detail.empty()) << line;
            ++refusals;
        }
    }
    EXPECT_GT(refusals, 10000);
}

}  // namespace
}  // namespace bizrec::builder
