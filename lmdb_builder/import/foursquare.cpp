// Foursquare Open Source Places: docs.foursquare.com/data-products/docs/places-os-data-schema.
#include "lmdb_builder/import/importer.hpp"

#include <simdjson.h>

#include "lmdb_builder/import/derived_id.hpp"
#include "lmdb_builder/import/link_placement.hpp"
#include "lmdb_builder/import/moved_fields.hpp"
#include "lmdb_builder/import/source_object.hpp"

namespace bizrec::builder {
namespace {

/// The last part of a path such as "Dining and Drinking > Cafe, Coffee, and Tea House > Coffee Shop".
std::string_view last_level(std::string_view path) noexcept {
    const std::size_t at = path.rfind(" > ");
    return at == std::string_view::npos ? path : path.substr(at + 3);
}

class Foursquare : public JsonImporter {
public:
    std::string_view name() const noexcept override { return "foursquare"; }
    JsonEnvelope envelope() const override { return {}; }

    Imported convert(SourceObject& place, std::string_view, RecordLine& line, RejectReason& reason) override {
        if (!keep_closed && place.find("date_closed") != nullptr) {
            return Imported::closed;
        }
        if (const SourceMember* column =
                flattened_column(place, {"fsq_category_labels", "fsq_category_ids", "unresolved_flags"})) {
            reason = flattened_reason(*column);
            return Imported::rejected;
        }
        line.begin(name());
        SourceMember* id = place.find("fsq_place_id");
        const std::string id_text(place.text("fsq_place_id"));
        if (id == nullptr || id_text.empty()) {
            reason = {"fsq_place_id", "missing_id", "expected the column fsq_place_id of the release"};
            return Imported::rejected;
        }
        id->used = true;
        line.add_text(Field::store_id, format::uuid_text(name_based_uuid(namespace_, id_text)));
        line.add_text("source", name());
        line.add_text("source_ref", id_text);
        add_fields(place, line);
        add_profile_links(place, line);
        add_categories(place, line);
        drop_geometry(place, line);
        keep_rest(place, line);
        return Imported::record;
    }

private:
    static void add_fields(SourceObject& place, RecordLine& line) {
        move_texts({{"name", Field::business_name},
                    {"address", Field::street_address},
                    {"locality", Field::city},
                    {"region", Field::state},
                    {"postcode", Field::zip_code},
                    {"country", Field::country},
                    {"tel", Field::phone},
                    {"email", Field::store_emails},
                    {"date_refreshed", Field::info_refreshed_at}},
                   place, line);
        move_values({{"latitude", Field::latitude}, {"longitude", Field::longitude}}, place, line);
    }

    static void add_website(SourceObject& place, RecordLine& line, std::string& profiles) {
        LinkPlacement links;
        SourceMember* website = place.find("website");
        if (website != nullptr && website->value.is_string()) {
            website->used = links.add(place.text("website"));
        }
        links.add_websites(line);
        for (const std::string& profile : links.profiles()) {
            append_profile(platform_of(profile), profile, profiles);
        }
    }

    static void add_profile_links(SourceObject& place, RecordLine& line) {
        constexpr std::pair<std::string_view, std::string_view> profiles[] = {
            {"facebook_id", "facebook"}, {"instagram", "instagram"}, {"twitter", "twitter"}};
        std::string links;
        for (const auto& [column, platform] : profiles) {
            SourceMember* member = place.find(column);
            const std::string_view text = place.text(column);
            if (member != nullptr && !text.empty()) {
                append_profile(platform, text, links);
                member->used = true;
            }
        }
        add_website(place, line, links);
        add_profiles(links, line);
    }

    static void add_categories(const SourceObject& place, RecordLine& line) {
        TextList categories;
        const SourceMember* labels = place.find("fsq_category_labels");
        simdjson::dom::array list;
        if (labels != nullptr && labels->value.get_array().get(list) == simdjson::SUCCESS) {
            for (const simdjson::dom::element label : list) {
                categories.add(last_level(scalar_text(label, "")));
            }
        }
        if (!categories.empty()) {
            line.add_raw(Field::business_categories, categories.json());
        }
    }

    /// Drops the columns geom and bbox if the record has latitude and longitude, because they only repeat these.
    static void drop_geometry(SourceObject& place, const RecordLine& line) {
        for (const std::string_view column : {"geom", "bbox"}) {
            SourceMember* member = place.find(column);
            if (member != nullptr && line.has(Field::latitude) && line.has(Field::longitude)) {
                member->used = true;
            }
        }
    }

    const format::Uuid namespace_ = domain_namespace("foursquare.com");
};

}  // namespace

std::unique_ptr<JsonImporter> make_foursquare_importer() {
    return std::make_unique<Foursquare>();
}

}  // namespace bizrec::builder
