#include "bench/generator/store.hpp"

#include <string_view>

#include "bizrec/base/hex.hpp"

namespace bizrec::generator {
namespace {

void append_string(std::string& out, std::string_view text) {
    out += '"';
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            out += "\\u00";
            out += hex_digits[static_cast<unsigned char>(c) >> 4U];
            out += hex_digits[static_cast<unsigned char>(c) & 0xFU];
        } else {
            out += c;
        }
    }
    out += '"';
}

/// `value` in units of 10^-`decimals`, in decimals.
std::string decimal(std::int32_t value, unsigned decimals) {
    std::string digits = std::to_string(value < 0 ? -value : value);
    if (digits.size() <= decimals) {
        digits.insert(0, decimals + 1 - digits.size(), '0');
    }
    digits.insert(digits.size() - decimals, ".");
    return (value < 0 ? "-" : "") + digits;
}

class ObjectWriter {
public:
    void text(std::string_view name, std::string_view value) {
        if (!value.empty()) {
            key(name);
            append_string(out_, value);
        }
    }

    void raw(std::string_view name, std::string_view json) {
        key(name);
        out_ += json;
    }

    std::string finish() { return std::move(out_) + '}'; }

private:
    void key(std::string_view name) {
        out_ += out_.empty() ? '{' : ',';
        append_string(out_, name);
        out_ += ':';
    }

    std::string out_;
};

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
        ObjectWriter writer;
        writer.text("platform", link.platform);
        writer.text("url", link.url);
        out += (out.size() > 1 ? "," : "") + writer.finish();
    }
    return out + "]";
}

}  // namespace

std::string to_json(const Store& store) {
    ObjectWriter out;
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
    out.raw("latitude", decimal(store.latitude_micro, 6));
    out.raw("longitude", decimal(store.longitude_micro, 6));
    out.raw("num_stores", std::to_string(store.num_stores));
    out.text("ownership_type", store.ownership);
    out.raw("business_categories", categories_json(store.categories));
    if (!store.links.empty()) {
        out.raw("social_media_links", links_json(store.links));
    }
    out.text("phone", store.phone);
    if (store.rating_tenths >= 0) {
        out.raw("google_rating", decimal(store.rating_tenths, 1));
    }
    if (store.reviews >= 0) {
        out.raw("google_reviews_count", std::to_string(store.reviews));
    }
    if (store.price_tier > 0) {
        out.raw("price_tier", std::to_string(store.price_tier));
    }
    out.text("open_date", store.open_date);
    out.text("info_refreshed_at", store.refreshed_at);
    out.text("source", "generated");
    out.raw("generated", "true");
    return out.finish();
}

}  // namespace bizrec::generator
