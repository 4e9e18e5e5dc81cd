#include "lmdb_builder/document/document_maker.hpp"

#include <xxhash.h>

#include <algorithm>
#include <iterator>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/sort_unique.hpp"
#include "bizrec/base/utf8.hpp"
#include "bizrec/identity/portal.hpp"
#include "bizrec/place/folded_names.hpp"
#include "bizrec/text/fold.hpp"
#include "lmdb_builder/catalog/telephone_country.hpp"
#include "lmdb_builder/document/city_field.hpp"
#include "lmdb_builder/record/quality.hpp"

namespace bizrec::builder {
namespace {

using identity::Kind;

bool is_page_kind(Kind kind) noexcept {
    return kind == Kind::domain || kind == Kind::hosted;
}

/// Whether the website's text contains the domain, ignoring case: then root_domain was derived from the website.
bool mentions(const std::string& website, const std::string& domain) {
    const auto same = [](char a, char b) { return lower(a) == lower(b); };
    return std::search(website.begin(), website.end(), domain.begin(), domain.end(), same) != website.end();
}

/// The registrable domain or the tenant's name; "" for the handle of a profile and for a record without a website.
std::string_view domain_of(const DocumentKeys& keys) noexcept {
    const std::string& key = keys.domain();
    return key.find(':') == std::string::npos ? std::string_view(key) : std::string_view();
}

/// A hash that is never 0.
std::uint32_t mark_of(std::string_view text) noexcept {
    const auto hash = static_cast<std::uint32_t>(XXH3_64bits(text.data(), text.size()));
    return hash == 0 ? 1 : hash;
}

/// A hash of the last nine digits, so that a number with and without its country code is the same. 0 for a number with
/// fewer than seven digits, which is an extension.
std::uint32_t phone_mark(std::string_view phone) {
    constexpr std::size_t least = 7;
    constexpr std::size_t compared = 9;
    std::string digits;
    std::copy_if(phone.begin(), phone.end(), std::back_inserter(digits), is_digit);
    if (digits.size() < least) {
        return 0;
    }
    digits.erase(0, digits.size() - std::min(digits.size(), compared));
    return mark_of(digits);
}

/// The country of the record's first telephone number with a calling code; "" if the record has a country or a
/// position.
std::string_view phone_country(const Record& record) {
    if (record.country.empty() && !record.position.exists()) {
        for (const std::string& phone : record.phones) {
            const std::string_view country = country_of_telephone(phone);
            if (!country.empty()) {
                return country;
            }
        }
    }
    return {};
}

/// A hash of the street and its city, or of the street and its postal code if the record has no city; 0 if it has no
/// street. Letters outside ASCII are hashed unchanged: two spellings of a street give two hashes. The shared-domain
/// rule then misses one sign that two records belong together, which does no harm.
std::uint32_t street_mark(const std::string& street, const DocumentPlace& place) {
    std::string text;
    for (const char c : street) {
        if (!is_ascii(c) || is_alnum(c)) {
            text += lower(c);
        }
    }
    return text.empty() ? 0 : mark_of(text.append(1, '\0').append(place.city.empty() ? place.postal_code : place.city));
}

}  // namespace

void DocumentMaker::make(const Record& record, Document& out) {
    static_cast<format::ColumnValues&>(out.columns) = static_cast<const format::ColumnValues&>(record);
    out.columns.id = record.id;
    out.columns.position = record.position;
    make_place(record, out.place);
    make_keys(record, out.keys);
    out.columns.quality = quality_on_domain(record, domain_of(out.keys));
    out.has_brand = record.has_brand;
    out.brand = record.brand;
    text::fold(record.name, out.name);
    out.name.resize(utf8_cut(out.name, Document::name_limit));
    text::fold(record.trades, out.trades);
    out.json = record.json;
    out.place_id = record.place_id;
    out.phone = out.keys.is_domain && !record.phones.empty() ? phone_mark(record.phones.front()) : 0;
    out.street = out.keys.is_domain ? street_mark(record.street, out.place) : 0;
    out.phone_country = phone_country(record);
    terms_.make(record, domain_of(out.keys), out.place.postal_code, out.terms);
}

void DocumentMaker::make_keys(const Record& record, DocumentKeys& keys) {
    keys = {};
    if (!record.website.empty()) {
        normaliser_.website(record.website, identity_);
        identity::read_portal(identity_);
        if (identity_.names_business()) {
            copy_website(keys);
        } else {
            keys.unusable_website.assign(identity_.reason);
        }
    }
    if (keys.website.empty() && is_own_domain(record)) {
        make_root_domain(record, keys);
    }
    make_further(record, keys);
    make_others(record, keys);
}

void DocumentMaker::copy_website(DocumentKeys& keys) const {
    keys.website = identity_.key;
    keys.is_domain = identity_.kind == Kind::domain;
    keys.is_below_name = keys.is_domain && normaliser_.is_below_name(identity_.host, identity_.key);
    keys.is_page_of_stranger = identity_.is_page_of_stranger;
    if (is_page_kind(identity_.kind)) {
        keys.host = identity_.host;
        keys.path = identity_.path;
    }
}

// Adds the keys of further websites. A root_domain that is not the domain of the website is a further website, unless
// it is the domain of a platform: for facebook.com/joes, the root_domain facebook.com gives no information.
void DocumentMaker::make_further(const Record& record, DocumentKeys& keys) {
    for (const std::string& website : record.websites) {
        add_further(website, keys);
    }
    if (!keys.website.empty() && !record.root_domain.empty() && record.root_domain != keys.website &&
        record.root_domain != keys.host && !mentions(record.website, record.root_domain) &&
        !normaliser_.is_host_of_many(record.root_domain)) {
        add_further(record.root_domain, keys);
    }
    sort_unique(keys.domains);
}

/// Adds the key of a further link of the record. If website_url and root_domain name no business, the first link that
/// names one takes their place. Otherwise, a page on a directory adds no key, because the record does not own the
/// directory's domain.
void DocumentMaker::add_further(std::string_view link, DocumentKeys& keys) {
    normaliser_.website(link, identity_);
    identity::read_portal(identity_);
    if (!identity_.names_business() || identity_.key == keys.website || identity_.key == keys.root_domain) {
        return;
    }
    if (keys.domain().empty()) {
        copy_website(keys);
    } else if (identity_.kind != Kind::domain) {
        keys.others.push_back(identity_.key);
    } else if (!identity_.is_page_of_stranger) {
        keys.domains.push_back(identity_.key);
    }
}

// If a website names no business (a post, a share link, a free-mail address), the domain that it is on names none
// either: a record with facebook.com/events/… and root_domain facebook.com is not Facebook. The same holds for the site
// builder of the refused website "joes'diner.weebly.com". But the refused website "joes'diner.com" is only misspelt, so
// its root_domain counts.
bool DocumentMaker::is_own_domain(const Record& record) const {
    if (record.root_domain.empty()) {
        return false;
    }
    if (record.website.empty()) {
        return true;
    }
    const bool names_nobody = identity_.kind == Kind::none && mentions(record.website, record.root_domain);
    return !names_nobody && !normaliser_.is_host_of_many(record.root_domain);
}

void DocumentMaker::make_root_domain(const Record& record, DocumentKeys& keys) {
    normaliser_.website(record.root_domain, identity_);
    identity::read_portal(identity_);
    if (identity_.names_business()) {
        keys.root_domain = identity_.key;
        keys.is_domain = identity_.kind == Kind::domain;
    }
}

// Adds the keys of the profiles and of the map place. A plain domain among the profiles is skipped: it is mostly the
// bare platform ("facebook.com"), which belongs to the platform's own record, never to the pages on it.
void DocumentMaker::make_others(const Record& record, DocumentKeys& keys) {
    const auto keep = [&keys](const std::string& key) {
        if (!key.empty() && key != keys.website && key != keys.root_domain) {
            keys.others.push_back(key);
        }
    };
    for (const ProfileLink& link : record.profiles) {
        keep(links_.key_of(link));
    }
    if (!record.place_id.empty()) {
        normaliser_.place_id(record.place_id, identity_);
        if (identity_.names_business() && identity_.kind != Kind::domain) {
            keep(identity_.key);
        }
    }
    sort_unique(keys.others);
}

const std::string& DocumentMaker::canonical_state(const Record& record) {
    // Limits the memory if every record of an input spells its state differently.
    constexpr std::size_t max_known = 65536;
    state_key_.assign(record.country).append(1, '\x1F').append(record.state);
    const auto found = states_.find(state_key_);
    if (found != states_.end()) {
        return found->second;
    }
    if (states_.size() >= max_known) {
        states_.clear();
    }
    return states_.emplace(state_key_, catalog_->canonical_state(record.country, record.state)).first->second;
}

void DocumentMaker::make_place(const Record& record, DocumentPlace& place) {
    place.country = record.country;
    if (record.state.empty()) {
        place.state.clear();
    } else {
        place.state = canonical_state(record);
    }
    read_city_field(*catalog_, record.city, place);
    place::fold_postal_code(record.postal_code, record.country, place.postal_code);
}

}  // namespace bizrec::builder
