#include "lmdb_builder/runs/run_file_rules.hpp"

#include <simdjson.h>
#include <unicode/uchar.h>
#include <iterator>
#include <vector>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/version.hpp"
#include "bizrec/format/record_json.hpp"
#include "bizrec/identity/identity.hpp"
#include "bizrec/text/analyser.hpp"
#include "lmdb_builder/document/document_maker.hpp"
#include "lmdb_builder/memory/text_buffer.hpp"
#include "lmdb_builder/memory/text_digest.hpp"
#include "lmdb_builder/record/record_parser.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

/// Invented records: the members of a JSON object without `store_id`, which specimen_digest() adds.
constexpr const char* specimens[] = {
    R"("business_name":"Joe's Café & Bar","website_url":"http://http://WWW.Example.co.uk:8080/a/../b?x=1#y","city":"St. Louis","state":"Missouri","country":"USA","zip_code":"63101-1234","latitude":38.627,"longitude":-90.1994)",
    R"("business_name":"ＦＵＬＬ　ＷＩＤＴＨ 寿司","website_url":"https://www.食狮.公司.cn/","city":"京都市","state":"京都府","country":"JP","zip_code":"〒600-8216")",
    R"("store_name":"Straße №5 ﬃ Ærø İstanbul","website":"https://shop.foo.kobe.jp/x","city":"Zürich","state":"ZH","country":"Switzerland")",
    R"("brand_name":"مقهى القاهرة","root_domain":"example.com","state":"القاهرة","country":"EG")",
    R"("business_name":"Plumber","website_url":"https://joesplumbing.wixsite.com/home","root_domain":"wixsite.com","state":"Bayern","country":"DE")",
    R"("business_name":"Page","website_url":"https://m.facebook.com/Joes.Pizza/?ref=x","social_media_links":["https://www.instagram.com/p/CxYz123/","@joes","https://twitter.com/Joes","tiktok.com/@joes","https://www.linkedin.com/company/joes/about"])",
    R"("business_name":"Post","website_url":"https://www.facebook.com/events/1","root_domain":"facebook.com")",
    R"("business_name":"Mail","website_url":"mailto:info@gmail.com")",
    R"("business_name":"Host","website_url":"http://192.0.2.1:80/")",
    R"("business_name":"Redirect","website_url":"https://www.google.com/url?q=https://joes.com/&sa=U","place_id":"ChIJN1t_tDeuEmsRUsoyG83frY4")",
    R"("business_name":"Map","website_url":"https://maps.google.com/?cid=12345","from_sources":["google"],"source_id":"0x80858:0x1")",
    R"("business_name":"Numbers","num_stores":12.0,"google_rating":4.5,"yelp_rating":3,"google_reviews_count":10,"yelp_reviews_count":1e1,"price_tier":2,"ownership_type":"Family")",
    R"("business_name":"Dates","open_date":"1999-12-31","info_refreshed_at":"2024-02-29T23:59:60+02:00")",
    R"("business_name":"Seconds","open_date":915148800,"info_refreshed_at":"2024-01-01 00:00:00")",
    R"("business_name":"Texts","business_categories":["Coffee Shop","Bäckerei"],"tags":["wi-fi","24/7","C++"],"business_type":"cafés and bars","business_specialty":"running shoes","business_keywords":["New York pizza","U.S.A."],"product_services_offered":"books, o'clock, rock'n'roll","brand_description":"We're the world's best; since 1901.","store_description":"Ouvert l'été à l'aéroport")",
    R"("business_name":"7-Eleven #1234","brand_id":"c0000000-0000-4000-8000-000000000001","phone":"+1 555 0100","store_emails":["a@example.com"],"has_valid_website":true,"street_address":"1 Main St")",
    R"("business_name":"Exam-Ple","brand_id":"c0000000-0000-4000-8000-000000000001","root_domain":"example.com")",
    R"("business_name":"Com","brand_id":"c0000000-0000-4000-8000-000000000001","root_domain":"example.com")",
    R"("business_name":"例","brand_id":"c0000000-0000-4000-8000-000000000001","root_domain":"example.com")",
    R"("business_name":"Full","website":"a.example.com","has_valid_website":true,"phone":"1","social_media_links":["x.com/a"],"street_address":"1 Main St","city":"Austin","state":"TX","zip_code":"78701","country":"US","latitude":30.2,"longitude":-97.7,"tags":["Cafe"],"store_description":"x","google_rating":4.5,"google_reviews_count":1023)",
    R"("business_name":"Null Island","latitude":0,"longitude":0,"state":"Nowhere County","country":"GB","zip_code":"sw1a 1aa","city":"City of London")",
    R"("business_name":"The Old Mill Inc.","city":"Sainte-Foy","state":"Québec","country":"Canada","zip_code":"G1V 2M2")",
    R"("business_name":"한국어 카페","city":"서울","state":"서울특별시","country":"KR")",
    R"("business_name":"Кафе Пушкинъ","city":"Москва","state":"Москва","country":"Russia")",
    R"("business_name":"ร้านกาแฟ","city":"กรุงเทพ","country":"TH")",
    R"("business_name":"Ελληνικός Καφές","city":"Αθήνα","country":"Greece")",
    R"("business_name":"Numbers that nobody reads","seats":18446744073709551616,"depth":-1e-400)",
    R"("business_name":"A number that clients cannot read","seats":1e309)",
    R"("business_name":" ","phone":" \u200b","store_emails":[" "],"website_url":"\u00a0")",
};

/// A member with nested arrays: records deeper than format::max_record_depth are refused.
std::string deep_specimen(std::size_t levels) {
    return "\"a\":" + std::string(levels, '[') + std::string(levels, ']');
}

std::vector<std::string> all_specimens() {
    std::vector<std::string> all(std::begin(specimens), std::end(specimens));
    all.push_back(deep_specimen(format::max_record_depth - 1));
    all.push_back(deep_specimen(format::max_record_depth));
    return all;
}

}  // namespace

std::string specimen_digest(const format::Rules& rules, const PlaceCatalog& catalog) {
    RecordParser parser(catalog);
    DocumentMaker maker(rules, catalog);
    Record record;
    Document document;
    RejectReason reason;
    TextBuffer bytes;
    TextDigest digest;
    for (const std::string& specimen : all_specimens()) {
        const std::string line = std::string(R"({"store_id":"c0000000-0000-4000-8000-000000000000",)") + specimen + '}';
        // For a refused record, the reason is hashed, because refusing is a rule too.
        if (parser.parse(line, record, reason)) {
            maker.make(record, document);
            encode_document(document, bytes);
        } else {
            bytes.clear();
            bytes.append(reason.field + ' ' + reason.code + ' ' + reason.detail);
        }
        digest.add(bytes.text());
    }
    return digest.hex();
}

namespace {

std::string unicode_versions() {
    UVersionInfo icu{}, unicode{};
    char icu_text[U_MAX_VERSION_STRING_LENGTH], unicode_text[U_MAX_VERSION_STRING_LENGTH];
    u_getVersion(icu);
    u_getUnicodeVersion(unicode);
    u_versionToString(icu, icu_text);
    u_versionToString(unicode, unicode_text);
    return std::string(icu_text) + "/" + unicode_text;
}

/// Makes a version valid UTF-8, because JSON requires it. The index's meta section does the same.
std::string as_utf8(std::string text) {
    if (!simdjson::validate_utf8(text)) {
        for (char& c : text) {
            c = is_ascii(c) ? c : '?';
        }
    }
    return text;
}

}  // namespace

RunHeader local_run_header(const RuleSource& source, const PlaceCatalog& catalog, const std::string& max_record) {
    RunHeader header;
    header.rules.program = program_version;
    header.rules.index_format = std::to_string(format::format_version);
    header.rules.identity = std::to_string(identity::identity_rules_version());
    header.rules.analyser = std::to_string(text::analyser_version());
    header.rules.unicode = unicode_versions();
    header.rules.places = catalog.digest();
    header.rules.suffix_list = sha256_hex(source.rules.suffixes.serialise());
    header.rules.rule_files = sha256_hex(format::write_rules(source.rules));
    header.rules.max_record = max_record;
    header.rules.specimens = specimen_digest(source.rules, catalog);
    header.suffix_list_version = as_utf8(source.suffix_list_version);
    return header;
}

}  // namespace bizrec::builder
