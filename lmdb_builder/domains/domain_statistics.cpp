#include "lmdb_builder/domains/domain_statistics.hpp"

#include <xxhash.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <utility>

#include "bizrec/identity/page_path.hpp"
#include "lmdb_builder/domains/domain_places.hpp"
#include "lmdb_builder/domains/shared_domains.hpp"
#include "lmdb_builder/domains/trade_units.hpp"
#include "lmdb_builder/domains/watched_units.hpp"
#include "lmdb_builder/memory/byte_codec.hpp"

namespace bizrec::builder {
namespace {

// The sort key of an entry is the domain and NUL; then either 'B' and the brand, or 'N', the hash of the name, and the
// name. So the records of a domain are adjacent, equal brands and equal names are adjacent, and names are sorted by
// their hashes. The payload of a name is one byte of bits, the hashes of telephone, street, brand and place, and the
// record's categories.
constexpr char brand_entry = 'B';
constexpr char name_entry = 'N';
constexpr std::size_t hash_bytes = 8;

constexpr char has_website_bit = 1;
constexpr char is_home_bit = 2;
constexpr char is_own_host_bit = 4;
constexpr char has_brand_bit = 8;
constexpr char is_brand_bit = 16;
constexpr char is_below_name_bit = 32;
constexpr char is_strange_page_bit = 64;
constexpr std::size_t place_at = 1 + 3 * sizeof(std::uint32_t);
constexpr std::size_t trades_at = place_at + sizeof(PlaceMarks);

/// The most hashes that are compared per name. If a name has more, those with the smallest values are used, so that the
/// order of the records does not matter.
constexpr std::size_t max_marks = 16;

enum class MarkType : std::uint64_t { phone = 1, street, brand, home };

std::uint64_t mark(MarkType type, std::uint64_t value) noexcept {
    return static_cast<std::uint64_t>(type) << 56 | (value & ((std::uint64_t{1} << 56) - 1));
}

void add_mark(std::vector<std::uint64_t>& marks, std::uint64_t value) {
    const auto at = std::lower_bound(marks.begin(), marks.end(), value);
    if (at == marks.end() || *at != value) {
        marks.insert(at, value);
        marks.resize(std::min(marks.size(), max_marks));
    }
}

struct Entry {
    std::string_view domain;
    char type = 0;
    std::string_view rest;  // brand, or hash and name

    explicit Entry(std::string_view key) {
        const std::size_t end = key.find('\0');
        domain = key.substr(0, end);
        type = key[end + 1];
        rest = key.substr(end + 2);
    }
    std::string_view name() const { return rest.substr(hash_bytes); }
};

PlaceMarks place_of(std::string_view payload) {
    return ByteReader(payload.substr(place_at)).raw<PlaceMarks>();
}

/// Builds the evidence of one domain after the other from the sorted entries.
class EvidenceReader {
public:
    explicit EvidenceReader(ExternalSorter::Cursor cursor) : cursor_(std::move(cursor)), more_(cursor_.next()) {}

    /// Reads the next domain; false if there are no more. `names`: up to sample_names of its names, those with the
    /// smallest hashes. `few`: all names of a domain with fewer than min_shared_names names; for other domains some of
    /// them, which must not be used.
    bool next(DomainEvidence& out, std::vector<std::string>& names, std::vector<NamedRecords>& few) {
        if (!more_) {
            return false;
        }
        out = {};
        names.clear();
        few.clear();
        unbranded_ = false;
        places_.clear();
        out.domain = Entry(cursor_.key()).domain;
        std::string last;
        std::uint64_t stretch = 0;
        for (; more_; more_ = cursor_.next()) {
            const Entry entry(cursor_.key());
            if (entry.domain != out.domain) {
                break;
            }
            const bool repeated = stretch > 0 && last == entry.rest;
            stretch = repeated ? stretch + 1 : 1;
            last.assign(entry.rest);
            if (entry.type == brand_entry) {
                out.largest_brand = std::max(out.largest_brand, stretch);
            } else {
                count_record(entry, repeated, out, names, few);
            }
        }
        end_name(out);
        return true;
    }

    /// The places that most names of the last read domain share. `evidence`: what next() returned for that domain.
    std::vector<CommonPlace> common_places(const DomainEvidence& evidence) const {
        return places_.common(evidence.distinct_names);
    }

private:
    void end_name(DomainEvidence& out) {
        out.unbranded_names += unbranded_ ? 1 : 0;
        unbranded_ = false;
        places_.end_name();
    }

    void count_record(const Entry& entry, bool repeated, DomainEvidence& out, std::vector<std::string>& names,
                      std::vector<NamedRecords>& few) {
        const char bits = cursor_.payload()[0];
        if (!repeated) {
            end_name(out);
        }
        unbranded_ = unbranded_ || ((bits & has_brand_bit) == 0 && !entry.name().empty());
        ++out.records;
        out.websites += (bits & has_website_bit) != 0 ? 1 : 0;
        out.home_pages += (bits & is_home_bit) != 0 ? 1 : 0;
        out.brands += (bits & is_brand_bit) != 0 ? 1 : 0;
        out.own_host += (bits & is_own_host_bit) != 0 ? 1 : 0;
        out.below_name += (bits & is_below_name_bit) != 0 ? 1 : 0;
        out.strange_pages += (bits & is_strange_page_bit) != 0 ? 1 : 0;
        if (entry.name().empty()) {
            return;
        }
        places_.add(place_of(cursor_.payload()));
        if (repeated) {
            add_marks(bits, few);
            return;
        }
        ++out.distinct_names;
        if (out.distinct_names < min_shared_names) {
            few.push_back({std::string(entry.name()), {}, false});
        }
        add_marks(bits, few);
        if (names.size() < DomainStatistics::sample_names) {
            names.emplace_back(entry.name());
        }
    }

    /// Adds the hashes of the current entry to the last name of `few`. In a domain of many names that may be another
    /// name, but then `few` is not used.
    void add_marks(char bits, std::vector<NamedRecords>& few) const {
        if (few.empty()) {
            return;
        }
        std::vector<std::uint64_t>& marks = few.back().marks;
        ByteReader reader(cursor_.payload().substr(1));
        const auto phone = reader.raw<std::uint32_t>();
        const auto street = reader.raw<std::uint32_t>();
        if (phone != 0) {
            add_mark(marks, mark(MarkType::phone, phone));
        }
        if (street != 0) {
            add_mark(marks, mark(MarkType::street, street));
        }
        if ((bits & is_home_bit) != 0) {
            few.back().gives_home = true;
            add_mark(marks, mark(MarkType::home, 0));
        }
        if (const auto brand = reader.raw<std::uint32_t>(); brand != 0) {
            add_mark(marks, mark(MarkType::brand, brand));
        }
    }

    ExternalSorter::Cursor cursor_;
    bool more_;
    bool unbranded_ = false;  // whether a record read so far with the current name has no brand
    NamePlaces places_;
};

/// A domain for which the counts alone do not decide whether unrelated businesses share it.
struct OpenDomain {
    ClassifiedDomain* judged;
    NameEvidence names;
    std::vector<CommonPlace> places;
};

/// The units (name_units()) whose frequency the decision needs: the leading units of the domain, and its label.
std::vector<std::string> units_that_matter(const OpenDomain& open) {
    std::vector<std::string> units = open.names.leading;
    units.push_back(domain_label(open.judged->evidence.domain));
    return units;
}

/// The second walk over all entries. Counts the domains that use each of `units`, decides which units name the trade of
/// their domain, and counts the records in each of `places`. `open`: sorted by domain.
void look_again(ExternalSorter::Cursor cursor, std::vector<OpenDomain>& open, WatchedUnits& units,
                WatchedPlaces& places) {
    std::string domain, name;
    auto ahead = open.begin();
    OpenDomain* here = nullptr;
    TradeUnits trade({});
    const auto end_domain = [&] {
        if (here != nullptr) {
            here->names.trade = trade.found();
        }
        here = nullptr;
    };
    for (bool first = true; cursor.next(); first = false) {
        const Entry entry(cursor.key());
        if (first || entry.domain != domain) {
            end_domain();
            domain.assign(entry.domain);
            name.clear();
            units.begin_domain();
            if (ahead != open.end() && ahead->judged->evidence.domain == domain) {
                here = &*ahead++;
                trade = TradeUnits(units_that_matter(*here));
            }
        }
        if (entry.type != name_entry) {
            continue;
        }
        places.count(place_of(cursor.payload()));
        if (entry.name() != name) {  // equal names are adjacent
            name.assign(entry.name());
            units.count_name(name);
        }
        if (here != nullptr) {
            trade.add(entry.name(), cursor.payload().substr(trades_at));
        }
    }
    end_domain();
}

std::uint32_t brand_mark(const Document& document) noexcept {
    return document.has_brand
               ? static_cast<std::uint32_t>(XXH3_64bits(document.brand.data(), document.brand.size())) | 1U
               : 0;
}

}  // namespace

DomainStatistics::DomainStatistics(std::string temp_folder, std::uint64_t memory_bytes, unsigned lanes)
    : sorter_(std::move(temp_folder), {memory_bytes, ExternalSorter::default_fan_in, lanes}), scratch_(lanes) {}

void DomainStatistics::add(const Document& document, unsigned lane) {
    if (document.keys.is_domain) {
        add_record(document, document.keys.domain(), lane);
    }
    for (const std::string& domain : document.keys.domains) {
        add_record(document, domain, lane);
    }
}

void DomainStatistics::add_record(const Document& document, const std::string& domain, unsigned lane) {
    auto& [key, payload] = scratch_[lane];
    if (document.has_brand) {
        key.assign(domain).append({'\0', brand_entry});
        key.append(reinterpret_cast<const char*>(document.brand.data()), document.brand.size());
        sorter_.add(lane, key, {});
    }
    const bool website = domain == document.keys.website;
    const bool own_host = website && document.keys.host == domain;
    const bool home = own_host && identity::bare_page_path(document.keys.path).empty();
    const bool is_brand = document.has_brand && document.street == 0 && document.place.city.empty();
    const char bits = static_cast<char>(
        (website ? has_website_bit : 0) | (home ? is_home_bit : 0) | (own_host ? is_own_host_bit : 0) |
        (document.has_brand ? has_brand_bit : 0) | (is_brand ? is_brand_bit : 0) |
        (website && document.keys.is_below_name ? is_below_name_bit : 0) |
        (website && document.keys.is_page_of_stranger && !is_brand ? is_strange_page_bit : 0));
    key.assign(domain).append({'\0', name_entry});
    append_big_endian(key, std::uint64_t{XXH3_64bits(document.name.data(), document.name.size())});
    key.append(document.name);
    payload.assign(1, bits);
    append_raw(payload, document.phone);
    append_raw(payload, document.street);
    append_raw(payload, brand_mark(document));
    append_raw(payload, place_marks(document.place));
    payload.append(document.trades);
    sorter_.add(lane, key, payload);
}

std::vector<ClassifiedDomain> DomainStatistics::classify() {
    sorter_.finish();
    std::deque<ClassifiedDomain> judged;  // a deque, because `open` points to its elements
    std::vector<OpenDomain> open;
    WatchedUnits units;
    WatchedPlaces places;
    EvidenceReader reader(sorter_.read());
    std::vector<std::string> names;
    std::vector<NamedRecords> few;
    for (DomainEvidence evidence; reader.next(evidence, names, few);) {
        chains_ += evidence.records > 1 ? 1 : 0;
        const DomainClass domain_class = class_by_counts(evidence);
        const bool has_few = evidence.distinct_names < min_shared_names;
        if (domain_class != DomainClass::shared || has_customers(evidence)) {
            if (!has_few || domain_class == DomainClass::tenant || domain_class == DomainClass::shared) {
                judged.push_back({evidence, domain_class});
            }
            chains_ -= domain_class == DomainClass::shared && evidence.records > 1 ? 1 : 0;
            continue;
        }
        NameEvidence compared =
            has_few ? compare_few_names(evidence.domain, few) : compare_names(evidence.domain, names);
        if (has_few && connects_all(compared.agreeing, few.size()) && evidence.below_name != evidence.records) {
            continue;
        }
        judged.push_back({evidence, domain_class});
        open.push_back({&judged.back(), std::move(compared), reader.common_places(evidence)});
        places.watch(open.back().places);
        for (const std::string& unit : units_that_matter(open.back())) {
            units.watch(unit);
        }
    }
    if (!open.empty()) {
        look_again(sorter_.read(), open, units, places);
    }
    for (const OpenDomain& each : open) {
        DomainEvidence& evidence = each.judged->evidence;
        evidence.is_in_one_place = std::any_of(each.places.begin(), each.places.end(),
                                               [&](const CommonPlace& place) { return places.is_unlikely(place); });
        each.judged->domain_class = classify_domain(evidence, each.names, units);
        chains_ -= each.judged->domain_class == DomainClass::shared ? 1 : 0;
    }
    return {std::make_move_iterator(judged.begin()), std::make_move_iterator(judged.end())};
}

SharedKeys shared_keys(const std::vector<ClassifiedDomain>& judged) {
    SharedKeys keys;
    for (const ClassifiedDomain& domain : judged) {
        if (domain.domain_class == DomainClass::shared) {
            keys.strangers.insert(domain.evidence.domain);
        } else if (domain.domain_class == DomainClass::tenant) {
            keys.tenants.insert(domain.evidence.domain);
        }
    }
    return keys;
}

}  // namespace bizrec::builder
