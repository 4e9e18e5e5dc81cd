#include "bizrec/api/root_domains.hpp"

#include <algorithm>

#include "bizrec/api/header_text.hpp"
#include "bizrec/api/link_refusal.hpp"
#include "bizrec/api/refill.hpp"
#include "bizrec/api/text_list.hpp"

namespace bizrec::api {
namespace {

constexpr TextLimit domain_limit = {root_domain_bytes, TextLimit::Unit::bytes};

}  // namespace

bool RootDomains::read(SearchField field, std::size_t at_most, simdjson::dom::element value,
                       const identity::Normaliser& normaliser, std::vector<std::string>& keys, RequestNotes& notes,
                       ApiError& error) {
    bytes_.clear();
    pieces_.clear();
    any_text_ = false;
    const auto each = [&](std::string_view text, const FieldPath& path) {
        any_text_ = true;
        return add(text, path, normaliser, notes, error);
    };
    if (!read_texts(value, {name_of(field)}, {at_most, domain_limit}, notes, error, each)) {
        return false;
    }
    write_each_once(keys);
    return true;
}

bool RootDomains::add(std::string_view text, const FieldPath& field, const identity::Normaliser& normaliser,
                      RequestNotes& notes, ApiError& error) {
    normaliser.website(text, identity_);
    if (identity_.kind == identity::Kind::reject) {
        return refuse_link(error, field, identity_, text);
    }
    if (identity_.names_business()) {
        pieces_.push_back(
            {static_cast<std::uint32_t>(bytes_.size()), static_cast<std::uint32_t>(identity_.key.size())});
        bytes_ += identity_.key;
    } else if (notes.identity_note.empty()) {
        field.append_to(notes.identity_note);
        notes.identity_note += ": ";
        append_header_text(notes.identity_note, identity_.reason);
    }
    return true;
}

// A domain that stands there ten thousand times must not be looked up, and its records marked, ten thousand times.
void RootDomains::write_each_once(std::vector<std::string>& keys) {
    std::sort(pieces_.begin(), pieces_.end(), [&](const Piece& a, const Piece& b) { return view(a) < view(b); });
    const auto end =
        std::unique(pieces_.begin(), pieces_.end(), [&](const Piece& a, const Piece& b) { return view(a) == view(b); });
    Refill<std::string> refill(keys);
    for (auto piece = pieces_.begin(); piece != end; ++piece) {
        refill.next() = view(*piece);
    }
    refill.finish();
}

}  // namespace bizrec::api
