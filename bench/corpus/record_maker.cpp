#include "bench/corpus/record_maker.hpp"

#include "bench/corpus/names.hpp"
#include "bench/generator/store_identity.hpp"
#include "bizrec/format/content.hpp"
#include "bizrec/format/uuid.hpp"

namespace bizrec::generator {
namespace {

constexpr std::uint32_t chain_count = 100'000;
constexpr std::uint32_t chain_flatness = 20;
constexpr std::uint32_t chain_percent = 30;
constexpr std::uint64_t stores_of_all_chains = 3'000'000;  // divided among the chains by size, for their num_stores
constexpr std::int32_t jitter_micro = 20000;  // maximum offset of a store from its place: 0.02 degrees, some 2 km

constexpr std::uint64_t record_stream = 0x9AE16A3B2F90404FU;
constexpr std::uint64_t chain_stream = 0xC2B2AE3D27D4EB4FU;

Random stream(std::uint64_t seed, std::uint64_t kind, std::uint64_t number) noexcept {
    Random mixer(seed ^ kind);
    Random numbered(mixer.next() + number * 0xD1342543DE82EF95U);
    return Random(numbered.next());
}

void append_uuid(std::string& out, Random& random) {
    format::Uuid id;
    const std::uint64_t high = random.next();
    const std::uint64_t low = random.next();
    for (unsigned i = 0; i < 8; ++i) {
        id[i] = static_cast<unsigned char>(high >> (56 - 8 * i));
        id[8 + i] = static_cast<unsigned char>(low >> (56 - 8 * i));
    }
    id[6] = static_cast<unsigned char>((id[6] & 0x0FU) | 0x80U);  // version 8: custom bits
    id[8] = static_cast<unsigned char>((id[8] & 0x3FU) | 0x80U);
    const std::size_t begin = out.size();
    out.resize(begin + format::uuid_characters);
    format::write_uuid(id, out.data() + begin);
}

/// Appends a text that looks like a place id of a map provider.
void append_place_id(std::string& out, Random& random) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    out += "\"ChIJ";
    for (int word = 0; word < 3; ++word) {
        for (std::uint64_t bits = random.next(), i = 0; i < 8 - (word == 2); ++i, bits >>= 8U) {
            out += digits[bits % 64];
        }
    }
    out += '"';
}

/// A random offset in 1e-6 degrees. Small offsets are likelier, because an offset is the sum of two random values.
std::int32_t jitter(Random& random) {
    const std::int32_t first = random.between(-jitter_micro, jitter_micro);
    return first / 2 + random.between(-jitter_micro, jitter_micro) / 2;
}

void append_list(std::string& out, std::string_view first, const std::vector<std::string_view>& others,
                 std::uint32_t count, Random& random) {
    out += '[';
    append_string(out, first);
    const auto size = static_cast<std::uint32_t>(others.size());
    const std::uint32_t begin = random.below(size);
    for (std::uint32_t i = 0; i < count && i < size; ++i) {
        out += ',';
        append_string(out, others[(begin + i) % size]);
    }
    out += ']';
}

Date draw_date(std::int32_t first_year, std::int32_t last_year, Random& random) {
    const std::int32_t year = random.between(first_year, last_year);
    const std::int32_t month = random.between(1, 12);
    return {year, month, random.between(1, 28)};
}

}  // namespace

RecordMaker::RecordMaker(std::uint64_t seed, const Gazetteer& gazetteer)
    : seed_(seed), places_(gazetteer), chains_(chain_count, chain_flatness) {}

void RecordMaker::make_chain(Random& random) {
    const std::uint32_t chain = chains_.draw(random);
    Random own = stream(seed_, chain_stream, chain);
    business_.is_chain = true;
    business_.trade = &draw_trade(own);
    append_uuid(business_.brand_id, own);
    append_chain_name(business_.name, vocabulary_, *business_.trade, own);
    append_domain(business_.domain, business_.name, own);
    business_.stores = 1 + static_cast<std::uint32_t>(chains_.expected(chain, stores_of_all_chains));
}

void RecordMaker::make_single(const Places::Spot& spot, Random& random) {
    business_.is_chain = false;
    business_.trade = &draw_trade(random);
    append_single_name(business_.name, vocabulary_, *business_.trade, spot.place->city, random);
    if (random.percent(65)) {
        append_domain(business_.domain, business_.name, random);
    }
    business_.stores = 1;
}

void RecordMaker::write_identity(ObjectWriter& record, Random& random) {
    append_uuid(scratch_, random);
    record.text("store_id", scratch_);
    record.text("brand_id", business_.brand_id);
    record.text("business_name", business_.name);
    record.text("root_domain", business_.domain);
    if (!business_.domain.empty()) {
        scratch_.assign("https://www.").append(business_.domain).append("/");
        if (business_.is_chain && random.percent(70)) {
            scratch_.append("stores/").append(std::to_string(1000 + random.below(100'000)));
        }
        record.text("website_url", scratch_);
    }
}

void RecordMaker::write_place(ObjectWriter& record, const Places::Spot& spot, Random& random) {
    record.text("street_address", make_address(*spot.style, random));
    record.text("city", spot.place->city);
    record.text("state", spot.place->state);
    record.text("zip_code", spot.place->postal_code);
    record.text("country", spot.style->code);
    record.number("latitude", spot.place->latitude_micro + jitter(random), 6);
    record.number("longitude", spot.place->longitude_micro + jitter(random), 6);
    record.text("phone", random.percent(85) ? make_phone(*spot.style, random) : "");
}

void RecordMaker::write_trade(ObjectWriter& record, Random& random) {
    record.number("num_stores", business_.stores);
    constexpr std::string_view single[] = {"INDEPENDENT", "INDEPENDENT", "INDEPENDENT", "FAMILY"};
    constexpr std::string_view chain[] = {"CHAIN", "CHAIN", "FRANCHISE"};
    record.text("ownership_type", business_.is_chain ? random.pick(chain) : random.pick(single));
    const Trade& trade = *business_.trade;
    const std::uint32_t labels = 1 + random.below(2);
    append_list(record.key("business_categories"), trade.group, trade.labels, labels, random);
    if (random.percent(60)) {
        append_place_id(record.key("place_id"), random);
    }
    if (trade.has_prices) {
        record.number("price_tier", 1 + random.below(4));
    }
}

void RecordMaker::write_text(ObjectWriter& record, const Places::Spot& spot, Random& random) {
    const Trade& trade = *business_.trade;
    if (random.percent(30)) {
        const std::uint32_t keywords = 1 + random.below(4);
        append_list(record.key("business_keywords"), random.pick(trade.keywords), trade.keywords, keywords, random);
    }
    if (random.percent(30)) {
        scratch_.clear();
        append_description(scratch_, vocabulary_, trade, business_.name, spot.place->city, random);
        record.text("store_description", scratch_);
    }
    if (!business_.domain.empty() && random.percent(45)) {
        constexpr std::string_view platforms[] = {"facebook", "instagram"};
        std::string& out = record.key("social_media_links");
        const std::uint32_t links = 1 + random.below(2);
        for (std::uint32_t i = 0; i < links; ++i) {
            out += i == 0 ? '[' : ',';
            ObjectWriter link(out);
            link.text("platform", platforms[i]);
            scratch_.assign("https://www.").append(platforms[i]).append(".com/");
            scratch_.append(business_.domain, 0, business_.domain.rfind('.'));
            link.text("url", scratch_);
            link.finish();
        }
        out += ']';
    }
}

void RecordMaker::write_opinions(ObjectWriter& record, Random& random) {
    if (random.percent(65)) {
        const std::int32_t rating = random.between(25, 45);
        record.number("google_rating", rating + random.between(0, 5), 1);
        const std::uint32_t most = 1U << random.below(13);
        record.number("google_reviews_count", 1 + random.below(most));
    }
    if (random.percent(55)) {
        record.text("open_date", to_text(draw_date(1975, 2025, random)));
    }
    record.text("info_refreshed_at", to_text(draw_date(2024, 2026, random)));
}

void RecordMaker::append(std::uint64_t number, std::string& out) {
    Random random = stream(seed_, record_stream, number);
    const Places::Spot spot = places_.draw(random);
    business_.name.clear();
    business_.domain.clear();
    business_.brand_id.clear();
    scratch_.clear();
    if (random.percent(chain_percent)) {
        make_chain(random);
    } else {
        make_single(spot, random);
    }
    ObjectWriter record(out);
    write_identity(record, random);
    write_place(record, spot, random);
    write_trade(record, random);
    write_text(record, spot, random);
    write_opinions(record, random);
    record.text("source", "generated");
    record.raw("generated", "true");
    record.finish();
    out += '\n';
}

}  // namespace bizrec::generator
