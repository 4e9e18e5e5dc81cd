// GeoJSON of the AllThePlaces project: github.com/alltheplaces/alltheplaces, its page DATA_FORMAT.
#include "lmdb_builder/import/importer.hpp"

#include <simdjson.h>

#include <ctime>

#include "bizrec/base/date_time.hpp"
#include "bizrec/identity/link_rules.hpp"
#include "lmdb_builder/import/derived_id.hpp"
#include "lmdb_builder/import/link_placement.hpp"
#include "lmdb_builder/import/moved_fields.hpp"
#include "lmdb_builder/import/source_object.hpp"

namespace bizrec::builder {
namespace {

constexpr std::string_view contact_prefix = "contact:";

/// OpenStreetMap's keys whose value is the kind of a place.
constexpr std::string_view category_keys[] = {
    "shop",  "amenity", "leisure", "tourism", "office",  "craft",   "club",    "healthcare", "man_made", "industrial",
    "sport", "vending", "telecom", "power",   "aeroway", "railway", "highway", "emergency",  "landuse"};

/// Whether end_date is "yes" or in the past.
bool has_ended(std::string_view end_date, std::int64_t now) noexcept {
    const auto day = text::parse_date_time(end_date);
    return end_date == "yes" || (day && *day < now);
}

class AllThePlaces : public JsonImporter {
public:
    std::string_view name() const noexcept override { return "alltheplaces"; }
    JsonEnvelope envelope() const override { return {"features"}; }

    Imported convert(SourceObject& feature, std::string_view, RecordLine& line, RejectReason& reason) override {
        SourceMember* member = feature.find("properties");
        simdjson::dom::object below;
        if (member == nullptr || member->value.get_object().get(below) != simdjson::SUCCESS) {
            reason = {"properties", "not_a_feature", "expected a GeoJSON Feature with properties"};
            return Imported::rejected;
        }
        member->used = true;
        properties_.assign(below, member->raw);
        if (!keep_closed && has_ended(properties_.text("end_date"), now_)) {
            return Imported::closed;
        }
        line.begin(name());
        if (!add_id(feature, line, reason)) {
            return Imported::rejected;
        }
        add_fields(line);
        add_geometry(feature, line);
        keep_rest(properties_, line);
        if (SourceMember* type = feature.find("type")) {
            type->used = true;
        }
        keep_rest(feature, line);
        return Imported::record;
    }

private:
    /// Adds the id, the brand's id and source_ref. The id is derived from source_ref. source_ref is spider and ref,
    /// because a person can look these up; if there is no ref, it is the project's own id, a hash. Returns false, with
    /// `reason` set, if there is neither.
    bool add_id(const SourceObject& feature, RecordLine& line, RejectReason& reason) const {
        const std::string_view spider = properties_.text("@spider");
        const std::string_view ref = properties_.text("ref");
        const std::string_view id = feature.text("id");
        if (ref.empty() && id.empty()) {
            reason = {"properties.ref", "missing_id",
                      "expected the properties ref and @spider, or an id of the feature"};
            return false;
        }
        const std::string source_ref = ref.empty() ? std::string(id) : std::string(spider) + "/" + std::string(ref);
        line.add_text(Field::store_id, format::uuid_text(name_based_uuid(namespace_, source_ref)));
        line.add_text(Field::brand_id, wikidata_brand_id(properties_.text("brand:wikidata")));
        line.add_text("source", name());
        line.add_text("source_ref", source_ref);
        return true;
    }

    void add_fields(RecordLine& line) {
        move_texts({{"name", Field::business_name},
                    {"brand", Field::brand_name},
                    {"addr:street_address", Field::street_address},
                    {"addr:city", Field::city},
                    {"addr:state", Field::state},
                    {"addr:postcode", Field::zip_code},
                    {"addr:country", Field::country}},
                   properties_, line);
        move_values({{"phone", Field::phone},
                     {"contact:phone", Field::phone},
                     {"email", Field::store_emails},
                     {"contact:email", Field::store_emails}},
                    properties_, line);
        if (!line.has(Field::business_name) && !line.has(Field::brand_name)) {
            line.add_text(Field::business_name, properties_.text("operator"));
        }
        add_other_names(line);
        add_street(line);
        add_categories(line);
        add_contacts(line);
    }

    /// Adds official, alternative, old, short and international names. Members such as "name:en" are not moved here:
    /// keep_rest() copies them, and the builder reads them by these names.
    void add_other_names(RecordLine& line) {
        TextList others;
        for (const std::string_view key : {"official_name", "alt_name", "old_name", "short_name", "int_name"}) {
            for (const std::string_view name : split_trimmed(properties_.text(key), ';')) {
                others.add(name);
            }
        }
        if (!others.empty()) {
            line.add_raw(Field::alternate_names, others.json());
        }
    }

    /// Joins house number and street. keep_rest() keeps both as well, because the house number cannot be extracted from
    /// the joined text.
    void add_street(RecordLine& line) const {
        const std::string_view number = properties_.text("addr:housenumber");
        const std::string_view street = properties_.text("addr:street");
        if (!street.empty()) {
            line.add_text(Field::street_address,
                          number.empty() ? std::string(street) : std::string(number) + " " + std::string(street));
        }
        line.add_text(Field::street_address, properties_.text("addr:full"));
    }

    void add_categories(RecordLine& line) const {
        TextList categories;
        for (const std::string_view key : category_keys) {
            for (const std::string_view value : split_trimmed(properties_.text(key), ';')) {
                if (value != "no") {
                    categories.add(plain_label(value == "yes" ? key : value));
                }
            }
        }
        TextList tags;
        for (const std::string_view cuisine : split_trimmed(properties_.text("cuisine"), ';')) {
            tags.add(plain_label(cuisine));
        }
        if (!categories.empty()) {
            line.add_raw(Field::business_categories, categories.json());
        }
        if (!tags.empty()) {
            line.add_raw(Field::tags, tags.json());
        }
    }

    void add_websites(RecordLine& line, std::string& profiles) {
        links_.clear();
        for (const std::string_view key : {"website", "contact:website"}) {
            SourceMember* member = properties_.find(key);
            if (member != nullptr && member->value.is_string()) {
                member->used = links_.add(scalar_text(member->value, member->raw));
            }
        }
        links_.add_websites(line);
        for (const std::string& profile : links_.profiles()) {
            append_profile(platform_of(profile), profile, profiles);
        }
    }

    void add_contacts(RecordLine& line) {
        std::string links;
        add_websites(line, links);
        for (SourceMember& member : properties_.members()) {
            std::string_view platform = member.name;
            if (platform.substr(0, contact_prefix.size()) != contact_prefix) {
                continue;
            }
            platform.remove_prefix(contact_prefix.size());
            if (identity::LinkRules::built_in().platforms().named(platform) == identity::Platform::no_platform ||
                !member.value.is_string()) {
                continue;
            }
            for (const std::string_view url : split_trimmed(scalar_text(member.value, member.raw), ';')) {
                append_profile(platform, url, links);
                member.used = true;
            }
        }
        add_profiles(links, line);
    }

    static void add_geometry(SourceObject& feature, RecordLine& line) {
        SourceMember* geometry = feature.find("geometry");
        const auto point = geometry != nullptr ? point_of_geojson(geometry->value) : std::nullopt;
        if (point) {
            add_point(*point, line);
            geometry->used = true;
        }
    }

    const format::Uuid namespace_ = domain_namespace("alltheplaces.xyz");
    const std::int64_t now_ = std::time(nullptr);
    SourceObject properties_;
    LinkPlacement links_;
};

}  // namespace

std::unique_ptr<JsonImporter> make_alltheplaces_importer() {
    return std::make_unique<AllThePlaces>();
}

}  // namespace bizrec::builder
