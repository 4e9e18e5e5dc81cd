#include "bench/attack/bodies.hpp"

#include <array>

namespace bizrec::bench {
namespace {

/// The alphabets of which text() picks one: common words, misspelt words, characters of six scripts, and short pieces
/// with punctuation. U+FDFA becomes eighteen characters when it is folded.
const std::vector<std::vector<std::string>>& scripts() {
    static const std::vector<std::vector<std::string>> all = {
        {"coffee ", "restaurant ", "bar ", "the ", "new ", "york ", "pizza ", "hotel ", "auto ", "store ", "san "},
        {"restaurnt ", "cofee ", "bakry ", "hotle ", "piza ", "resturant ", "marekt ", "storre ", "walgrens "},
        {"\xEF\xB7\xBA"},  // U+FDFA
        {"\xEF\xB7\xBA "},
        {"\xE5\xA4\xA7", "\xE9\x98\xAA", "\xE5\xB1\xB1", "\xE5\xAF\xBF", "\xE5\x8F\xB8"},
        {"\xED\x95\x9C", "\xEA\xB8\x80", "\xEC\x84\x9C", "\xEC\x9A\xB8", "\xEC\x8B\x9C"},
        {"\xE0\xB8\x81", "\xE0\xB8\xA2", "\xE0\xB8\x99", "\xE0\xB8\xAD", "\xE0\xB8\xA3"},
        {"\xE3\x82\xB9", "\xE3\x82\xBF", "\xE3\x83\xBC", "\xE5\xBA\x97", "\xE3\x81\xAE"},
        {"\xC3\xBC", "\xC3\xA4", "\xC3\x9F", "a", "b", " "},
        {"a", "b", "c ", "-", "'", "&"},
    };
    return all;
}

std::string quoted(const std::string& name, const std::string& text) {
    return "\"" + name + "\":\"" + text + "\"";
}

}  // namespace

std::string Body::json() const {
    std::string all = target == Target::batch ? "{\"items\":[" : "{";
    for (std::size_t i = 0; i < fields.size(); ++i) {
        all += (i == 0 ? "" : ",") + fields[i];
    }
    return all + (target == Target::batch ? "]}" : "}");
}

std::string Bodies::text(std::uint32_t characters) {
    const std::vector<std::string>& script = scripts()[below(static_cast<std::uint32_t>(scripts().size()))];
    std::string out;
    for (std::uint32_t left = below(4) == 0 ? below(characters) + 1 : characters; left != 0;) {
        const std::string& next = script[below(static_cast<std::uint32_t>(script.size()))];
        const bool is_word = static_cast<unsigned char>(next[0]) < 0x80;
        const auto size = is_word ? static_cast<std::uint32_t>(next.size()) : 1U;
        if (size > left) {
            break;
        }
        out += next;
        left -= size;
    }
    return out.empty() ? "x" : out;
}

std::string Bodies::texts(std::uint32_t at_most, std::uint32_t characters) {
    std::string out = "[";
    for (std::uint32_t left = below(at_most) + 1; left != 0; --left) {
        out += "\"" + text(characters) + (left == 1 ? "\"" : "\",");
    }
    return out + "]";
}

std::string Bodies::domains(std::uint32_t at_most) {
    static const std::array<std::string, 4> names = {"shop", "m\xC3\xBCller", "\xE5\xBA\x97", "www.a-long-name-of"};
    const std::string& name = names[below(names.size())];
    std::string out = "[";
    for (std::uint32_t left = below(at_most) + 1; left != 0; --left) {
        out += "\"" + name + std::to_string(below(100000)) + (left == 1 ? ".com\"" : ".com\",");
    }
    return out + "]";
}

std::string Bodies::location() {
    switch (below(5)) {
        case 0:
            return "{" + quoted("state", text(200)) + "}";
        case 1:
            return "{" + quoted("city", text(200)) + "}";
        case 2: {
            std::string codes = "{\"zip_code\":[";
            for (std::uint32_t left = below(200) + 1; left != 0; --left) {
                codes += "\"" + std::to_string(10000 + below(90000)) + (left == 1 ? "\"]}" : "\",");
            }
            return codes;
        }
        default:
            return "{\"lat\":" + std::to_string(30 + below(15)) + ",\"long\":-" + std::to_string(70 + below(50)) +
                   ",\"geo_radius\":" + std::to_string(1000 + below(499000)) + "}";
    }
}

std::string Bodies::locations() {
    const bool is_same = below(2) == 0;
    const std::string first = location();
    std::string out = "\"location\":[";
    for (std::uint32_t left = below(3) == 0 ? below(100) + 1 : 1; left != 0; --left) {
        out += (is_same ? first : location()) + (left == 1 ? "]" : ",");
    }
    return out;
}

std::string Bodies::search_field() {
    switch (below(9)) {
        case 0:
        case 1:
            return quoted("query", text(500));
        case 2:
            return quoted("store_name", text(500));
        case 3:
            return "\"tags\":" + texts(100, 200);
        case 4:
            return "\"include_keywords\":" + texts(64, 200);
        case 5:
            return "\"exclude_keywords\":" + texts(64, 200);
        case 6:
            return "\"exclude_root_domains\":" + domains(below(3) == 0 ? 10000 : 300);
        case 7:
            return "\"limit\":" + std::to_string(below(10000) + 1) + ",\"estimate_total\":true";
        default:
            return locations();
    }
}

std::string Bodies::enrichment() {
    static const std::array<std::string, 4> sites = {"starbucks.com", "walmart.com", "facebook.com", "subway.com"};
    std::string out = quoted("website", sites[below(sites.size())]) + ",\"estimate_total\":true";
    return below(4) == 0 ? out : out + "," + locations();
}

Body Bodies::any() {
    Body body;
    body.target = static_cast<Target>(below(5));
    if (body.target == Target::enrich) {
        body.fields.push_back(enrichment());
    } else if (body.target == Target::batch) {
        for (std::uint32_t left = below(100) + 1; left != 0; --left) {
            body.fields.push_back("{" + enrichment() + "}");
        }
    } else {
        for (std::uint32_t left = below(4) + 1; left != 0; --left) {
            body.fields.push_back(search_field());
        }
    }
    return body;
}

Body Bodies::like(const Body& body) {
    Body other = body;
    std::string& changed = other.fields[below(static_cast<std::uint32_t>(other.fields.size()))];
    changed = body.target == Target::enrich  ? enrichment()
              : body.target == Target::batch ? "{" + enrichment() + "}"
                                             : search_field();
    if (body.target != Target::enrich && body.target != Target::batch && below(2) == 0) {
        other.fields.push_back(search_field());
    }
    return other;
}

}  // namespace bizrec::bench
