// Overture Maps, theme "places", type "place": docs.overturemaps.org/schema/reference/places/place.
#include "lmdb_builder/import/importer.hpp"

#include <simdjson.h>

#include "bizrec/base/date_time.hpp"
#include "lmdb_builder/import/derived_id.hpp"
#include "lmdb_builder/import/link_placement.hpp"
#include "lmdb_builder/import/moved_fields.hpp"
#include "lmdb_builder/import/source_object.hpp"

namespace bizrec::builder {
namespace {

bool holds_nothing_but(const SourceObject& object, std::initializer_list<std::string_view> names) {
    for (const SourceMember& member : object.members()) {
        bool named = member.is_missing() || member.raw == "[]" || member.raw == "{}";
        for (const std::string_view name : names) {
            named = named || member.name == name;
        }
        if (!named) {
            return false;
        }
    }
    return true;
}

void mark_used(SourceObject& object, std::string_view name) {
    if (SourceMember* member = object.find(name)) {
        member->used = true;
    }
}

class Overture : public JsonImporter {
public:
    std::string_view name() const noexcept override { return "overture"; }
    /// The envelope of GeoJSON, which DuckDB's spatial extension can export.
    JsonEnvelope envelope() const override { return {"features"}; }

    Imported convert(SourceObject& element, std::string_view, RecordLine& line, RejectReason& reason) override {
        SourceObject* place = &element;
        simdjson::dom::object below;
        SourceMember* properties = element.find("properties");
        if (properties != nullptr && properties->value.get_object().get(below) == simdjson::SUCCESS) {
            properties_.assign(below, properties->raw);
            place = &properties_;
        }
        if (!keep_closed && place->text("operating_status") == "permanently_closed") {
            return Imported::closed;
        }
        if (const SourceMember* column =
                flattened_column(*place, {"names", "addresses", "websites", "categories", "taxonomy", "socials",
                                          "emails", "phones", "brand", "sources", "bbox"})) {
            reason = flattened_reason(*column);
            return Imported::rejected;
        }
        line.begin(name());
        if (!add_id(*place, element, line, reason)) {
            return Imported::rejected;
        }
        add_names(*place, line);
        add_address(*place, line);
        add_position(*place, element, line);
        add_categories(*place, line);
        add_links(*place, line);
        add_refreshed(*place, line);
        keep_rest(*place, line);
        return Imported::record;
    }

private:
    bool add_id(SourceObject& place, const SourceObject& element, RecordLine& line, RejectReason& reason) const {
        const std::string id(place.text("id").empty() ? element.text("id") : place.text("id"));
        if (id.empty()) {
            reason = {"id", "missing_id", "expected the column id of the release"};
            return false;
        }
        mark_used(place, "id");
        line.add_text(Field::store_id, id_or_derived(namespace_, id));
        line.add_text(Field::brand_id, wikidata_brand_id(place.object("brand").text("wikidata")));
        line.add_text("source", name());
        line.add_text("source_ref", id);
        return true;
    }

    static void add_names(SourceObject& place, RecordLine& line) {
        const SourceObject names = place.object("names");
        line.add_text(Field::business_name, names.text("primary"));
        if (holds_nothing_but(names, {"primary"})) {
            mark_used(place, "names");
        }
        const SourceObject brand = place.object("brand");
        const SourceObject brand_names = brand.object("names");
        line.add_text(Field::brand_name, brand_names.text("primary"));
        if (holds_nothing_but(brand, {"names"}) && holds_nothing_but(brand_names, {"primary"})) {
            mark_used(place, "brand");
        }
        add_other_names(names, line);
    }

    /// Adds names in other languages, and variants, as alternate names: searches find them, but answers never show them
    /// as the name.
    static void add_other_names(const SourceObject& names, RecordLine& line) {
        TextList others;
        const SourceObject common = names.object("common");
        for (const SourceMember& member : common.members()) {
            others.add(scalar_text(member.value, ""));
        }
        const SourceMember* rules = names.find("rules");
        simdjson::dom::array list;
        if (rules != nullptr && rules->value.get_array().get(list) == simdjson::SUCCESS) {
            for (const simdjson::dom::element rule : list) {
                std::string_view value;
                if (rule["value"].get_string().get(value) == simdjson::SUCCESS) {
                    others.add(value);
                }
            }
        }
        if (!others.empty()) {
            line.add_raw(Field::alternate_names, others.json());
        }
    }

    /// Adds the first address. If there are several, or if it has members that are not moved, the whole list is also
    /// kept unchanged.
    static void add_address(SourceObject& place, RecordLine& line) {
        SourceMember* addresses = place.find("addresses");
        simdjson::dom::array list;
        simdjson::dom::object first;
        if (addresses == nullptr || addresses->value.get_array().get(list) != simdjson::SUCCESS || list.size() == 0 ||
            list.at(0).get_object().get(first) != simdjson::SUCCESS) {
            return;
        }
        SourceObject address(first, first_element(addresses->raw));
        move_texts({{"freeform", Field::street_address},
                    {"locality", Field::city},
                    {"region", Field::state},
                    {"postcode", Field::zip_code},
                    {"country", Field::country}},
                   address, line);
        addresses->used =
            list.size() == 1 && holds_nothing_but(address, {"freeform", "locality", "region", "postcode", "country"});
    }

    void add_position(SourceObject& place, SourceObject& element, RecordLine& line) {
        if (&place != &element) {
            const SourceMember* geometry = element.find("geometry");
            if (const auto point = geometry != nullptr ? point_of_geojson(geometry->value) : std::nullopt) {
                add_point(*point, line);
            }
        }
        if (SourceMember* geometry = place.find("geometry")) {
            if (const auto point = point_of(*geometry)) {
                add_point(*point, line);
                geometry->used = true;
            }
        }
        move_values({{"latitude", Field::latitude},
                     {"lat", Field::latitude},
                     {"longitude", Field::longitude},
                     {"long", Field::longitude},
                     {"lon", Field::longitude},
                     {"lng", Field::longitude}},
                    place, line);
        add_box(place, line);
    }

    std::optional<GeoPoint> point_of(const SourceMember& geometry) {
        std::string_view text;
        if (geometry.value.get_string().get(text) != simdjson::SUCCESS) {
            return point_of_geojson(geometry.value);
        }
        simdjson::dom::element parsed;
        if (!text.empty() && text[0] == '{' && nested_.parse(text).get(parsed) == simdjson::SUCCESS) {
            return point_of_geojson(parsed);
        }
        return point_of_text(text);
    }

    /// Takes the position from the bounding box if the export has no other: the box of a point is the point itself, in
    /// single precision.
    static void add_box(SourceObject& place, RecordLine& line) {
        const SourceObject box = place.object("bbox");
        std::string_view longitude = box.text("xmin");
        std::string_view latitude = box.text("ymin");
        if (longitude.empty() && latitude.empty()) {
            longitude = box.text("minx");
            latitude = box.text("miny");
        }
        if (longitude.empty() || latitude.empty()) {
            return;
        }
        line.add_raw(Field::latitude, latitude);
        line.add_raw(Field::longitude, longitude);
        mark_used(place, "bbox");
    }

    /// Reads both versions of the schema: categories, and the taxonomy that replaces them.
    static void add_categories(SourceObject& place, RecordLine& line) {
        constexpr std::pair<std::string_view, std::string_view> groups[] = {{"categories", "alternate"},
                                                                            {"taxonomy", "alternates"}};
        TextList categories;
        for (const auto& [group, others] : groups) {
            const SourceObject labels = place.object(group);
            categories.add(plain_label(labels.text("primary")));
            const SourceMember* more = labels.find(others);
            simdjson::dom::array list;
            if (more != nullptr && more->value.get_array().get(list) == simdjson::SUCCESS) {
                for (const simdjson::dom::element label : list) {
                    categories.add(plain_label(scalar_text(label, "")));
                }
            }
        }
        categories.add(plain_label(place.text("basic_category")));
        if (!categories.empty()) {
            line.add_raw(Field::business_categories, categories.json());
        }
    }

    static void add_links(SourceObject& place, RecordLine& line) {
        move_values({{"emails", Field::business_emails}, {"phones", Field::business_phones}}, place, line);
        LinkPlacement links;
        TextList profiles;
        add_list(place, "websites", [&](std::string_view website) { return links.add(website); });
        add_list(place, "socials", [&](std::string_view social) {
            profiles.add(social);
            return true;
        });
        if (SourceMember* websites = place.find("websites"); websites != nullptr && has_several(*websites)) {
            line.add_raw(Field::websites, websites->raw);
            websites->used = true;
        }
        links.add_websites(line);
        for (const std::string& profile : links.profiles()) {
            profiles.add(profile);
        }
        if (!profiles.empty()) {
            line.add_raw(Field::social_media_links, profiles.json());
        }
    }

    static bool has_several(const SourceMember& member) noexcept {
        simdjson::dom::array list;
        return member.value.get_array().get(list) == simdjson::SUCCESS && list.size() > 1;
    }

    /// Calls `add` for each text of a list. Marks the list as used, so that it is not kept, if each call returned true.
    template <class Add>
    static void add_list(SourceObject& place, std::string_view name, const Add& add) {
        SourceMember* member = place.find(name);
        simdjson::dom::array list;
        if (member == nullptr || member->value.get_array().get(list) != simdjson::SUCCESS) {
            return;
        }
        member->used = true;
        for (const simdjson::dom::element element : list) {
            const std::string_view text = scalar_text(element, "");
            member->used = (text.empty() || add(text)) && member->used;
        }
    }

    /// Adds the newest date of the sources as info_refreshed_at.
    static void add_refreshed(const SourceObject& place, RecordLine& line) {
        const SourceMember* sources = place.find("sources");
        simdjson::dom::array list;
        if (sources == nullptr || sources->value.get_array().get(list) != simdjson::SUCCESS) {
            return;
        }
        std::string_view newest;
        std::optional<std::int64_t> newest_seconds;
        for (const simdjson::dom::element source : list) {
            std::string_view time;
            if (source["update_time"].get_string().get(time) != simdjson::SUCCESS) {
                continue;
            }
            const auto seconds = text::parse_date_time(time);
            if (seconds && (!newest_seconds || *seconds > *newest_seconds)) {
                newest = time;
                newest_seconds = seconds;
            }
        }
        line.add_text(Field::info_refreshed_at, newest);
    }

    const format::Uuid namespace_ = domain_namespace("overturemaps.org");
    SourceObject properties_;
    simdjson::dom::parser nested_;
};

}  // namespace

std::unique_ptr<JsonImporter> make_overture_importer() {
    return std::make_unique<Overture>();
}

}  // namespace bizrec::builder
