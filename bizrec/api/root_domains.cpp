#include "bizrec/api/root_domains.hpp"

#include <simdjson.h>

#include <algorithm>

#include "bizrec/api/field_error.hpp"
#include "bizrec/api/header_text.hpp"
#include "bizrec/api/refill.hpp"
#include "bizrec/api/text_list.hpp"
#include "bizrec/base/ascii.hpp"
#include "bizrec/enrich/missing_dot.hpp"
#include "bizrec/enrich/told_page.hpp"

namespace bizrec::api {
namespace {

/// Steps for reading a host name. If it has letters outside ASCII, ICU reads it: that costs idna_work, and
/// idna_byte_work for each byte.
constexpr std::uint64_t domain_work = 512, idna_work = 1024, idna_byte_work = 16;

bool take_domain(Budget& budget, std::string_view text) noexcept {
    return all_ascii(text) ? budget.take(WorkKind::parse, domain_work + text.size() / 2)
                           : budget.take(WorkKind::idna, idna_work + text.size() * idna_byte_work);
}

constexpr TextLimit domain_limit = {root_domain_bytes, TextLimit::Unit::bytes};

}  // namespace

bool RootDomains::read(SearchField field, std::size_t at_most, simdjson::dom::element value,
                       const store::Generation& generation, std::vector<search::RootDomain>& domains,
                       RequestNotes& notes, ApiError& error, Budget& budget) {
    begin();
    const auto each = [&](std::string_view text, const FieldPath& path) {
        any_text_ = true;
        return take_domain(budget, text) && add(text, path, generation, notes, error);
    };
    if (!read_texts(value, {name_of(field)}, {at_most, domain_limit}, notes, error, each)) {
        return false;
    }
    write_each_once(domains);
    return true;
}

void RootDomains::begin() noexcept {
    bytes_.clear();
    pieces_.clear();
    any_text_ = false;
}

bool RootDomains::take(std::string_view text, const FieldPath& field, const store::Generation& generation,
                       ApiError& error, Budget& budget) {
    take_domain(budget, text);
    RequestNotes notes;
    if (!add(text, field, generation, notes, error)) {
        return false;
    }
    return notes.identity_note.empty() ||
           refuse_field(error, field, "names no business: " + std::string(identity_.reason));
}

bool RootDomains::add(std::string_view text, const FieldPath& field, const store::Generation& generation,
                      RequestNotes& notes, ApiError& error) {
    generation.normaliser().website(text, identity_);
    search::restore_portal(generation, identity_);
    search::restore_missing_dot(generation, identity_);
    if (identity_.kind == identity::Kind::reject) {
        return refuse_link(error, field, identity_, text);
    }
    if (identity_.names_business()) {
        page_.clear();
        if (!identity_.host.empty()) {
            search::told_page_key(generation, identity_, page_);
        }
        pieces_.push_back({static_cast<std::uint32_t>(bytes_.size()), static_cast<std::uint32_t>(identity_.key.size()),
                           static_cast<std::uint32_t>(page_.size()), identity_.is_page_of_stranger});
        bytes_.append(identity_.key).append(page_);
    } else if (notes.identity_note.empty()) {
        field.append_to(notes.identity_note);
        notes.identity_note += ": ";
        append_header_text(notes.identity_note, identity_.reason);
    }
    return true;
}

// Writes each domain once: a domain that is given ten thousand times must not be looked up, and its records marked, ten
// thousand times.
void RootDomains::write_each_once(std::vector<search::RootDomain>& domains) {
    std::sort(pieces_.begin(), pieces_.end(),
              [&](const Piece& a, const Piece& b) { return order_of(a) < order_of(b); });
    const auto end = std::unique(pieces_.begin(), pieces_.end(),
                                 [&](const Piece& a, const Piece& b) { return order_of(a) == order_of(b); });
    Refill<search::RootDomain> refill(domains);
    for (auto piece = pieces_.begin(); piece != end; ++piece) {
        search::RootDomain& domain = refill.next();
        domain.key = key_of(*piece);
        domain.page = page_of(*piece);
        domain.page_alone = piece->page_alone;
    }
    refill.finish();
}

}  // namespace bizrec::api
