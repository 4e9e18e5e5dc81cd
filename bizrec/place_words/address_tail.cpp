#include "bizrec/place_words/address_tail.hpp"

#include <algorithm>
#include <string_view>

#include "bizrec/base/ascii.hpp"

namespace bizrec::search {

namespace {

constexpr std::size_t min_postal_digits = 4;

bool is_postal_code(std::string_view token) noexcept {
    return token.size() >= min_postal_digits && std::all_of(token.begin(), token.end(), is_digit);
}

}  // namespace

bool AddressTail::is_named(const SearchQuery& request, const QueryWords& words, TokenSpan name) {
    return reading_.find_named(request, words, name, {0, name.first});
}

std::size_t AddressTail::find(const SearchQuery& request, const QueryWords& words, std::size_t end) {
    const std::size_t last = end;
    bool is_address = false;
    place_.clear();
    const auto take = [&](auto&& is_wanted) {
        const std::size_t longest = std::min(PlaceNames::max_tokens, end);
        for (std::size_t size = longest; size > 0; --size) {
            const TokenSpan name{end - size, end};
            if (is_named(request, words, name) && is_wanted(name)) {
                end = name.first;
                place_ = reading_.place().inside;
                return true;
            }
        }
        return false;
    };
    if (end > 0 && is_postal_code(tokens_[end - 1])) {
        --end;
        is_address = true;
    }
    is_address = take([&](const TokenSpan& name) {
                     return reading_.place().is_region || tokens_.text(name).size() == code_letters;
                 }) ||
                 is_address;
    const auto is_city = [&](const TokenSpan&) { return !reading_.place().is_region; };
    if (is_address) {
        take(is_city);
    } else if (end > 1 && reading_.find_state_code(end - 1)) {
        // "portland or": a word that is also the code of a state is that code after a city of the state.
        const place::Ranges state = reading_.place().inside;
        --end;
        is_address = take([&](const TokenSpan& name) {
            place::intersect(reading_.place().inside, state, common_);
            return is_city(name) && !common_.empty();
        });
        end += is_address ? 0 : 1;
    }
    while (is_address && end > 1 && preposition(tokens_[end - 1]) != Preposition::none) {
        --end;
    }
    return is_address && end < last ? tokens_.begin_of(end) : request.query.size();
}

}  // namespace bizrec::search
