#include "bizrec/api/searched_texts.hpp"

#include <simdjson.h>

#include <algorithm>
#include <new>
#include <utility>

#include "bizrec/format/record_json.hpp"

namespace bizrec::api {
namespace {

namespace dom = simdjson::dom;

using Kind = SearchedTexts::Kind;

Kind kind_of(std::string_view field) noexcept {
    constexpr std::pair<std::string_view, Kind> known[] = {
        {"business_name", Kind::names},
        {"store_name", Kind::names},
        {"brand_name", Kind::names},
        {"business_categories", Kind::labels},
        {"tags", Kind::labels},
        {"city", Kind::place},
        {"state", Kind::place},
        {"country", Kind::place},
        {"zip_code", Kind::place},
        {"zipcode", Kind::place},
        {"postal_code", Kind::place},
        {"alternate_names", Kind::other_names},
        {"also_known_as", Kind::other_names},
        {"former_name", Kind::other_names},
        {"former_names", Kind::other_names},
        {"official_name", Kind::other_names},
        {"legal_name", Kind::other_names},
        {"street_address", Kind::street},
        {"business_type", Kind::texts},
        {"business_specialty", Kind::texts},
        {"business_keywords", Kind::texts},
        {"product_services_offered", Kind::texts},
        {"brand_description", Kind::texts},
        {"store_description", Kind::texts},
        {"root_domain", Kind::texts},
        {"website_url", Kind::texts},
        {"website", Kind::texts},
    };
    const auto* found =
        std::find_if(std::begin(known), std::end(known), [&](const auto& one) { return one.first == field; });
    if (found != std::end(known)) {
        return found->second;
    }
    return format::is_name_in_a_language(field) ? Kind::other_names : Kind::kinds;
}

}  // namespace

bool SearchedTexts::read(std::string_view record) {
    for (std::vector<SearchedText>& each : texts_) {
        each.clear();
    }
    record_.assign(record);
    dom::object object;
    const simdjson::error_code parsed = parser_->parse(record_).get(object);
    if (parsed == simdjson::MEMALLOC) {
        *parser_ = dom::parser();  // after this failure the parser believes that it has grown, and would write beyond
                                   // its memory
        throw std::bad_alloc();
    }
    if (parsed != simdjson::SUCCESS) {
        return false;
    }
    for (const auto member : object) {
        const Kind kind = kind_of(member.key);
        if (kind == kinds) {
            continue;
        }
        dom::array array;
        std::string_view text;
        if (member.value.get(text) == simdjson::SUCCESS) {
            texts_[kind].push_back({member.key, text});
        } else if (member.value.get(array) == simdjson::SUCCESS) {
            for (const dom::element element : array) {
                if (element.get(text) == simdjson::SUCCESS) {
                    texts_[kind].push_back({member.key, text});
                }
            }
        }
    }
    return true;
}

}  // namespace bizrec::api
