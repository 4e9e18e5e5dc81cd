#include "bench/generator/store.hpp"

#include "bench/generator/object_writer.hpp"

namespace bizrec::generator {
namespace {

std::string categories_json(const std::vector<std::string>& categories) {
    std::string out = "[";
    for (const auto& category : categories) {
        out += out.size() > 1 ? "," : "";
        append_string(out, category);
    }
    return out + "]";
}

std::string links_json(const std::vector<SocialLink>& links) {
    std::string out = "[";
    for (const auto& link : links) {
        out += out.size() > 1 ? "," : "";
        ObjectWriter writer(out);
        writer.text("platform", link.platform);
        writer.text("url", link.url);
        writer.finish();
    }
    return out + "]";
}

}  // namespace

std::string to_json(const Store& store) {
    std::string json;
    ObjectWriter out(json);
    out.text("store_id", store.id);
    out.text("brand_id", store.brand_id);
    out.text("business_name", store.name);
    out.text("brand_name", store.brand_name);
    out.text("root_domain", store.root_domain);
    out.text("website_url", store.website);
    out.text("street_address", store.street_address);
    out.text("city", store.city);
    out.text("state", store.state);
    out.text("zip_code", store.postal_code);
    out.text("country", store.country);
    out.number("latitude", store.latitude_micro, 6);
    out.number("longitude", store.longitude_micro, 6);
    out.number("num_stores", store.num_stores);
    out.text("ownership_type", store.ownership);
    out.raw("business_categories", categories_json(store.categories));
    if (!store.links.empty()) {
        out.raw("social_media_links", links_json(store.links));
    }
    out.text("phone", store.phone);
    if (store.rating_tenths >= 0) {
        out.number("google_rating", store.rating_tenths, 1);
    }
    if (store.reviews >= 0) {
        out.number("google_reviews_count", store.reviews);
    }
    if (store.price_tier > 0) {
        out.number("price_tier", store.price_tier);
    }
    out.text("open_date", store.open_date);
    out.text("info_refreshed_at", store.refreshed_at);
    out.text("source", "generated");
    out.raw("generated", "true");
    out.finish();
    return json;
}

}  // namespace bizrec::generator
