#include <algorithm>

#include "bizrec/query/task.hpp"

/// Where the decoder looks for the words of a request: the scopes.
namespace bizrec::search {

/// Adds the whole query as a scope, and for each place that it may name, the other words inside the place.
void SearchTask::add_scopes() {
    scopes_.clear();
    places_of_scopes_.clear();
    Scope all;
    all.to = all.end = decoder_.tokens_of(*request_, visited_);
    all.conditions = &problem_;
    scopes_.push_back(all);
    places_of_scopes_.push_back(nullptr);
    std::array<bool, place_sides> named{};
    for (const PlaceWay& way : place_ways) {
        if (way.drops_fillers && (named.front() || !drop_fillers())) {
            continue;
        }
        const bool is_sure = named.front() && places_.front().place().preposition != Preposition::none;
        if (!is_sure && !named[way.side()] && ends_in_description(way.last_tokens) &&
            places_[way.side()].begin(place_request(), way)) {
            named[way.side()] = true;
            add_scopes_of(places_[way.side()], way);
        }
    }
    const Scope* const described = described_place();
    const std::size_t words = described == nullptr ? 0 : described->described;
    TokenSpan address = {decoder_.lattice().token_behind(address_.find(*request_, words_, tokens_.size() - words)),
                         scopes_.front().end - words};
    if (described != nullptr) {
        address.first = std::min(address.first, described->to);
    }
    if (named.front() || address.first < address.end) {
        // If the end says where, the beginning is more likely a name: "aldi chicago il" does not mean Aldie in
        // Virginia.
        scopes_.front().named.back() = {};
    }
    for (Scope& scope : scopes_) {
        scope.address = address;
        scope.keeps_address = request_->locations.empty();
    }
    add_placeless();
}

/// Whether each of the last `words` words may describe the business that the words before them name, or one of its
/// branches.
bool SearchTask::ends_in_description(std::size_t words) {
    const Lattice& lattice = decoder_.lattice();
    const bool is_possible = !ranked_.any_hit && !request_->names_several && request_->store_name.empty();
    if (words != 0 && (!is_possible || tokens_.size() < 2 + words)) {
        return false;
    }
    for (std::size_t left = words; left != 0; --left) {
        const std::size_t at = lattice.token_behind(tokens_.begin_of(tokens_.size() - left));
        if (at + left != scopes_.front().end || !decoder_.may_describe(at, visited_)) {
            return false;
        }
    }
    return true;
}

/// Drops the words at the end of tokens_ that describe no record. Returns whether there are any.
bool SearchTask::drop_fillers() {
    const std::size_t fillers = decoder_.fillers_at_end();
    scopes_.front().end -= fillers;
    if (fillers != 0) {
        tokens_.end_at(decoder_.lattice().token(scopes_.front().end - 1).end);
    }
    return fillers != 0;
}

/// The scope of a place that a description follows; null: there is none. It is the first place, because a place at the
/// end is tried first.
const Scope* SearchTask::described_place() const noexcept {
    return scopes_.size() > 1 && scopes_[1].described != 0 ? &scopes_[1] : nullptr;
}

/// Adds a scope for the words before the named place, among the records that say no place. Such a record may be a brand
/// with stores in the named place.
void SearchTask::add_placeless() {
    const std::size_t all = scopes_.front().to;
    std::size_t to = std::min(scopes_.front().address.first, all);
    const place::Ranges* place = &address_.place();
    for (std::size_t i = 1; i < scopes_.size(); ++i) {
        if (scopes_[i].has_place && scopes_[i].from == 0 && scopes_[i].to <= to) {
            to = scopes_[i].to;
            place = &places_of_scopes_[i]->place().inside;
        }
    }
    const std::size_t end = scopes_.front().end;
    if (to == all && end > 1 && decoder_.lattice().token(end - 1).names_city) {
        to = end - 1;
        place = &decoder_.lattice().city();
    }
    if (to == 0 || to == all) {
        return;
    }
    place::Ranges placeless;
    placeless_records_.find(*place, placeless, visited_);
    placeless_places_.narrow(context_->documents(), problem_.places, placeless);
    placeless_.places = &placeless_places_;
    placeless_.test = problem_.test;
    placeless_.any_of = problem_.any_of;
    Scope scope;
    scope.to = to;
    scope.end = scopes_.front().end;
    scope.conditions = &placeless_;
    scope.leaves_place_out = true;
    scope.cost = EdgeCosts::place_unsaid + (has_dropped_fillers() ? EdgeCosts::filler : 0);
    if (const Scope* const described = described_place()) {
        scope.described = described->described;
        scope.cost += described->cost;
    }
    scopes_.push_back(scope);
    places_of_scopes_.push_back(nullptr);
}

void SearchTask::add_scopes_of(PlaceSearch& place, const PlaceWay& way) {
    const Lattice& lattice = decoder_.lattice();
    const NamedPlace& named = place.place();
    const std::size_t all = lattice.query_size();
    Scope scope;
    scope.from = way.first_tokens == 0 ? 0 : lattice.token_behind(named.rest_begin);
    scope.to = way.first_tokens == 0 ? lattice.token_behind(named.rest_begin + named.rest.size()) : all;
    scope.end = scopes_.front().end;
    scope.conditions = &place.inside();
    scope.has_place = true;
    scope.cost = way.cost + (way.first_tokens == 0 && has_dropped_fillers() ? EdgeCosts::filler : 0);
    if (way.first_tokens == 0 && way.last_tokens == 0) {
        scopes_.front().cost =
            named.preposition == Preposition::none ? EdgeCosts::place_as_words : EdgeCosts::place_after_preposition;
    }
    if (scope.from == scope.to) {
        return;
    }
    if (way.last_tokens != 0) {
        scope.described = way.last_tokens;
        for (std::size_t at = scope.end - way.last_tokens; at < scope.end; ++at) {
            scope.cost += lattice.information(lattice.token(at).documents);
        }
    } else {
        scopes_.front().named[way.side()] =
            way.first_tokens == 0 ? TokenSpan{scope.to, scope.end} : TokenSpan{0, scope.from};
    }
    scopes_.push_back(scope);
    places_of_scopes_.push_back(&place);
    if (way.first_tokens == 0) {
        scope.conditions = &problem_;
        scope.cost += EdgeCosts::place_left_out;
        scope.has_place = false;
        scope.leaves_place_out = true;
        scopes_.push_back(scope);
        places_of_scopes_.push_back(nullptr);
    }
}

}  // namespace bizrec::search
