// Random valid requests, written in every way that JSON allows, give the intended query.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <sstream>

#include "t/unit/api/request_table.hpp"
#include "t/unit/api/sample_index.hpp"

namespace bizrec::api {
namespace {

struct Meant {
    std::string body, query, defaults;
};

class RequestWriter {
public:
    explicit RequestWriter(unsigned seed) : random_(seed) {}

    Meant write() {
        std::vector<std::string> members;
        Meant meant;
        std::string links, rest;
        write_links(members, links);
        write_limit(members, rest);
        write_locations(members, rest, meant.defaults);
        write_unknown(members);
        meant.body = object(members);
        meant.query = links + rest;
        return meant;
    }

private:
    std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }
    bool once_in(std::size_t n) { return below(n) == 0; }
    std::string space() { return once_in(4) ? std::string(below(3), " \t\r\n"[below(4)]) : ""; }

    static void append_unit(std::string& out, unsigned unit) {
        char digits[16];
        std::snprintf(digits, sizeof digits, "\\u%04x", unit);
        out += digits;
    }

    std::string string(const std::u32string& text) {
        std::string out = "\"";
        for (const char32_t c : text) {
            if (c >= 0x10000 && once_in(2)) {
                append_unit(out, 0xD800 + ((c - 0x10000) >> 10));
                append_unit(out, 0xDC00 + ((c - 0x10000) & 0x3FF));
            } else if (c == '"' || c == '\\' || c < 0x20 || (c < 0x10000 && once_in(5))) {
                append_unit(out, c);
            } else {
                out += utf8(std::u32string(1, c));
            }
        }
        return out + '"';
    }
    std::string string(const std::string& ascii) { return string(std::u32string(ascii.begin(), ascii.end())); }

    static std::string utf8(const std::u32string& text) {
        std::string out;
        for (const char32_t c : text) {
            const auto tail = [&](int shift) { out += static_cast<char>(0x80 | ((c >> shift) & 0x3F)); };
            if (c < 0x80) {
                out += static_cast<char>(c);
            } else if (c < 0x800) {
                out += static_cast<char>(0xC0 | (c >> 6));
                tail(0);
            } else if (c < 0x10000) {
                out += static_cast<char>(0xE0 | (c >> 12));
                tail(6);
                tail(0);
            } else {
                out += static_cast<char>(0xF0 | (c >> 18));
                tail(12);
                tail(6);
                tail(0);
            }
        }
        return out;
    }

    std::string integer(long value) {
        switch (below(4)) {
            case 0:
                return std::to_string(value) + ".0";
            case 1:
                return std::to_string(value * 10) + "e-1";
            default:
                return std::to_string(value);
        }
    }

    std::string blank() { return std::vector<std::string>{"null", "\"\"", "\" \"", "\"\\t\""}[below(4)]; }

    std::string object(std::vector<std::string> members) {
        std::shuffle(members.begin(), members.end(), random_);
        return space() + "{" + join(members) + space() + "}" + space();
    }
    std::string join(const std::vector<std::string>& parts) {
        std::string out;
        for (const std::string& part : parts) {
            out += (out.empty() ? "" : ",") + space() + part + space();
        }
        return out;
    }
    void add(std::vector<std::string>& members, const std::string& name, const std::string& value) {
        members.push_back(string(name) + space() + ":" + space() + value);
    }

    void write_links(std::vector<std::string>& members, std::string& query) {
        const std::size_t kind = below(3);
        if (kind != 1) {
            add(members, "website", string("https://www.alphacoffee.com/page?a=" + std::to_string(below(100))));
            query += "alphacoffee.com ";
        } else if (once_in(2)) {
            add(members, "website", blank());
        }
        if (kind != 0) {
            add(members, "social_media_link", string("instagram.com/BetaBakes"));
            query += "+instagram:betabakes ";
        } else if (once_in(2)) {
            add(members, "social_media_link", blank());
        }
    }

    void write_limit(std::vector<std::string>& members, std::string& query) {
        long limit = 50;
        if (once_in(2)) {
            limit = static_cast<long>(1 + below(50));
            add(members, "limit", integer(limit));
        } else if (once_in(2)) {
            add(members, "limit", once_in(2) ? blank() : integer(-static_cast<long>(below(3))));
        }
        query += "limit=" + std::to_string(limit);
        const std::size_t total = below(3);
        if (total < 2) {
            add(members, "estimate_total", total == 1 ? "true" : once_in(2) ? "false" : blank());
        }
        query += total == 1 ? " total" : "";
    }

    void write_locations(std::vector<std::string>& members, std::string& query, std::string& defaults) {
        std::vector<std::string> objects;
        for (std::size_t n = once_in(3) ? 0 : below(4); n > 0; --n) {
            objects.push_back(write_location(objects.size(), query, defaults));
        }
        if (objects.size() == 1 && once_in(2)) {
            add(members, "location", objects[0]);
        } else if (!objects.empty() || once_in(2)) {
            add(members, "location", "[" + join(objects) + space() + "]");
        } else if (once_in(2)) {
            add(members, "location", blank());
        }
    }

    std::string write_location(std::size_t index, std::string& query, std::string& defaults) {
        std::vector<std::string> members;
        const auto note_default = [&](const std::string& text) {
            defaults += (defaults.empty() ? "location[" : ", location[") + std::to_string(index) + "]." + text;
        };
        static const std::pair<const char*, const char*> countries[] = {
            {"us", "US"}, {"FRA", "FR"}, {"Germany", "DE"}, {"gb", "GB"}};
        const auto& country = countries[below(4)];
        if (once_in(3)) {
            query += " [US";
            note_default("country=US");
            if (once_in(2)) {
                add(members, "country", blank());
            }
        } else {
            query += std::string(" [") + country.second;
            add(members, "country", string(country.first));
        }
        write_name(members, query, "state");
        write_name(members, query, "city");
        write_codes(members, query);
        if (once_in(2)) {
            write_circle(members, query, note_default);
        }
        query += "]";
        return object(members);
    }

    void write_name(std::vector<std::string>& members, std::string& query, const std::string& field) {
        if (once_in(2)) {
            return;
        }
        std::u32string name = U"x";
        for (std::size_t n = below(20); n > 0; --n) {
            name += U"abc \"\\/\u0001\n\u00e9\u00df\u65e5\u30ac\U0001F600\uFFFD\u007f"[below(16)];
        }
        add(members, field, string(name));
        name.erase(name.find_last_not_of(U" \n") + 1);
        query += " " + field + "=" + utf8(name);
    }

    void write_codes(std::vector<std::string>& members, std::string& query) {
        if (once_in(2)) {
            return;
        }
        std::vector<std::string> codes;
        for (std::size_t n = below(4); n > 0; --n) {
            if (once_in(4)) {
                codes.push_back(blank());
                continue;
            }
            const std::string code = std::to_string(10000 + below(80000));
            codes.push_back(string(code));
            query += " zip=" + code;
        }
        add(members, "zip_code", codes.size() == 1 && once_in(2) ? codes[0] : "[" + join(codes) + "]");
    }

    template <class NoteDefault>
    void write_circle(std::vector<std::string>& members, std::string& query, const NoteDefault& note_default) {
        const long latitude = static_cast<long>(below(180001)) - 90000;
        const long longitude = static_cast<long>(below(360001)) - 180000;
        add(members, "lat", std::to_string(latitude) + "e-3");
        add(members, "long", std::to_string(longitude) + "E-03");
        query += " @" + std::to_string(latitude * 10000) + "," + std::to_string(longitude * 10000) + "~";
        if (once_in(3)) {
            note_default("geo_radius=50000");
            query += "50000";
            return;
        }
        const long radius = static_cast<long>(1 + below(500000));
        add(members, "geo_radius", integer(radius));
        query += std::to_string(radius);
    }

    void write_unknown(std::vector<std::string>& members) {
        if (once_in(3)) {
            add(members, "extra", std::vector<std::string>{"1", "[]", "{\"website\":1}", "\"\\u0000\""}[below(4)]);
        }
    }

    std::mt19937 random_;
};

TEST(RoundTrip, RandomRequests) {
    constexpr unsigned seed = 4711;
    SCOPED_TRACE("seed " + std::to_string(seed));
    RequestWriter writer(seed);
    EnrichRequestParser parser;  // reused, to check that nothing leaks into the next request
    search::EnrichQuery query;
    RequestNotes notes;
    ApiError error;
    for (int round = 0; round < 20000 && !testing::Test::HasFailure(); ++round) {
        const Meant meant = writer.write();
        SCOPED_TRACE(meant.body);
        ASSERT_TRUE(parser.parse(meant.body, false, *sample_index().generation, query, notes, error)) << error.message;
        EXPECT_EQ(show(query), meant.query);
        std::string defaults;
        for (const std::string& note : notes.applied_defaults) {
            defaults += (defaults.empty() ? "" : ", ") + note;
        }
        EXPECT_EQ(defaults, meant.defaults);
    }
}

}  // namespace
}  // namespace bizrec::api
