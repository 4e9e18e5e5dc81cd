#include "lmdb_builder/record/field_counts.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "bizrec/base/ascii.hpp"
#include "bizrec/text/visible.hpp"
#include "lmdb_builder/record/aliases.hpp"
#include "lmdb_builder/record/known_fields.hpp"
#include "lmdb_builder/terminal/nearest_name.hpp"

namespace bizrec::builder {
namespace {

/// `import` writes these fields to show people where a record comes from. So they are not counted as unread fields,
/// which may be misspelt.
constexpr std::string_view written_by_import[] = {"source", "source_ref"};

/// Fields with the same meaning, from docs/records.md.
constexpr aliases::Names same_fact[] = {aliases::id,       aliases::website,   aliases::postal_code,
                                        aliases::latitude, aliases::longitude, aliases::refreshed};

/// Names that other feeds use: lower case, only letters and digits.
constexpr std::pair<std::string_view, Field> usual_names[] = {
    {"uuid", Field::store_id},
    {"guid", Field::store_id},
    {"recordid", Field::store_id},
    {"businessid", Field::store_id},
    {"locationid", Field::store_id},
    {"shopid", Field::store_id},
    {"name", Field::business_name},
    {"title", Field::business_name},
    {"company", Field::business_name},
    {"companyname", Field::business_name},
    {"shopname", Field::business_name},
    {"legalname", Field::business_name},
    {"displayname", Field::business_name},
    {"brand", Field::brand_name},
    {"chain", Field::brand_name},
    {"url", Field::website_url},
    {"link", Field::website_url},
    {"homepage", Field::website_url},
    {"web", Field::website_url},
    {"webpage", Field::website_url},
    {"site", Field::website_url},
    {"domain", Field::root_domain},
    {"hostname", Field::root_domain},
    {"facebook", Field::social_media_links},
    {"instagram", Field::social_media_links},
    {"twitter", Field::social_media_links},
    {"linkedin", Field::social_media_links},
    {"tiktok", Field::social_media_links},
    {"youtube", Field::social_media_links},
    {"social", Field::social_media_links},
    {"socials", Field::social_media_links},
    {"socialmedia", Field::social_media_links},
    {"sociallinks", Field::social_media_links},
    {"profiles", Field::social_media_links},
    {"googleplaceid", Field::place_id},
    {"address", Field::street_address},
    {"address1", Field::street_address},
    {"addressline1", Field::street_address},
    {"street", Field::street_address},
    {"streetname", Field::street_address},
    {"town", Field::city},
    {"locality", Field::city},
    {"municipality", Field::city},
    {"cityname", Field::city},
    {"region", Field::state},
    {"province", Field::state},
    {"statecode", Field::state},
    {"statename", Field::state},
    {"zip", Field::zip_code},
    {"postcode", Field::zip_code},
    {"plz", Field::zip_code},
    {"countrycode", Field::country},
    {"countryname", Field::country},
    {"x", Field::longitude},
    {"y", Field::latitude},
    {"gpslat", Field::latitude},
    {"gpslon", Field::longitude},
    {"gpslng", Field::longitude},
    {"tag", Field::tags},
    {"category", Field::business_categories},
    {"categories", Field::business_categories},
    {"keywords", Field::business_keywords},
    {"description", Field::store_description},
    {"telephone", Field::phone},
    {"tel", Field::phone},
    {"phonenumber", Field::phone},
    {"phones", Field::business_phones},
    {"mail", Field::business_emails},
    {"email", Field::business_emails},
    {"emails", Field::business_emails},
    {"rating", Field::google_rating},
    {"reviews", Field::google_reviews_count},
    {"reviewcount", Field::google_reviews_count},
    {"founded", field_of_column<format::FoundedYearColumn>(0)},
    {"yearfounded", field_of_column<format::FoundedYearColumn>(0)},
    {"foundingyear", field_of_column<format::FoundedYearColumn>(0)},
    {"lastupdated", Field::updated_at},
    {"modified", Field::updated_at},
};

/// The name in lower case without separators, so that equivalent names compare equal.
std::string bare(std::string_view name) {
    std::string out;
    for (const char c : name) {
        if (c != '_' && c != '-' && c != ' ' && c != '.' && c != ':' && c != '/') {
            out += lower(c);
        }
    }
    return out;
}

std::vector<std::string> bare_field_names() {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < field_count; ++i) {
        names.push_back(bare(field_name(static_cast<Field>(i))));
    }
    return names;
}

/// A lower bound for the number of records that have `field` or an alias of it.
std::uint64_t records_with_fact(const FieldCounts& counts, Field field) {
    std::uint64_t records = counts.given[static_cast<std::size_t>(field)];
    for (const aliases::Names fields : same_fact) {
        if (std::find(fields.begin(), fields.end(), field) != fields.end()) {
            for (const Field alias : fields) {
                records = std::max(records, counts.given[static_cast<std::size_t>(alias)]);
            }
        }
    }
    return records;
}

}  // namespace

void FieldCounts::add(const KnownFields& record) {
    ++records;
    record.count(given);
    for (const std::string_view name : record.unread()) {
        if (std::find(std::begin(written_by_import), std::end(written_by_import), name) ==
            std::end(written_by_import)) {
            unread.add_once(name, records);
        }
    }
}

void FieldCounts::add(const FieldCounts& others) {
    records += others.records;
    for (std::size_t i = 0; i < field_count; ++i) {
        given[i] += others.given[i];
    }
    unread.add(others.unread);
}

std::optional<Field> guess_field(std::string_view name) {
    static const std::vector<std::string> names = bare_field_names();
    const std::string wrong = bare(name);
    const auto same = std::find(names.begin(), names.end(), wrong);
    if (same != names.end()) {
        return static_cast<Field>(same - names.begin());
    }
    for (const auto& [usual, field] : usual_names) {
        if (usual == wrong) {
            return field;
        }
    }
    if (wrong.size() < 4) {  // names of three letters are similar to too many others
        return std::nullopt;
    }
    const std::vector<std::string_view> candidates(names.begin(), names.end());
    const std::string_view nearest = nearest_name(wrong, candidates, 4);
    if (nearest.size() < 4) {
        return std::nullopt;
    }
    return static_cast<Field>(std::find(names.begin(), names.end(), nearest) - names.begin());
}

std::vector<UnreadField> unread_fields(const FieldCounts& counts) {
    std::vector<UnreadField> fields;
    for (const UnreadFields::Field& field : counts.unread.by_count()) {
        std::optional<Field> meant = guess_field(field.name);
        if (meant && field.records + records_with_fact(counts, *meant) > counts.records) {
            meant.reset();
        }
        fields.push_back({field.name, field.records, meant});
    }
    std::stable_sort(fields.begin(), fields.end(), [](const UnreadField& a, const UnreadField& b) {
        return a.meant.has_value() && !b.meant.has_value();
    });
    return fields;
}

std::string unread_hint(const FieldCounts& counts) {
    constexpr std::size_t max_hints = 3;
    std::string hint;
    std::size_t hints = 0;
    for (const UnreadField& field : unread_fields(counts)) {
        if (!field.meant || ++hints > max_hints) {
            break;
        }
        hint += (hints == 1 ? "; nothing reads the field \"" : ", \"") + text::visible_start(field.name) +
                "\" (did you mean " + std::string(field_name(*field.meant)) + "?)";
    }
    return hint;
}

}  // namespace bizrec::builder
