#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "bizrec/format/key_table.hpp"
#include "bizrec/lookup/query_context.hpp"
#include "bizrec/place/tail_names.hpp"
#include "bizrec/place_words/named_place.hpp"
#include "bizrec/place_words/typed_tokens.hpp"

namespace bizrec::search {

/// Looks names of places up in the index: the countries, states and cities that some tokens may name, including aliases
/// and each spelling of a city, and the records there. PlaceReading decides whether the tokens mean a place.
class PlaceNames {
public:
    static constexpr std::size_t max_tokens = 4;  ///< of a name

    /// The places that some tokens may name.
    struct Name {
        std::size_t letters = 0;  ///< bytes of the city's name; 0: no name, and the keys are not valid
        format::KeyHash country, state, city;
        bool may_be_country = false, may_be_state = false, may_be_city = false;  // false: certainly not
    };

    /// `tokens` must hold the tokens of the query of the current request.
    PlaceNames(const QueryContext& context, const TypedTokens& tokens) : context_(context), tokens_(tokens) {}

    /// Makes the keys of all names that end with the last token of the span: ending(i) begins with token number i of
    /// it. All are prefetched before the first is looked up. The span has at most max_tokens.
    void ask_endings(TokenSpan span);
    const Name& ending(std::size_t number) const noexcept { return names_[number]; }
    /// Makes the keys of the name that these tokens are. Overwrites the names of ask_endings(). The reference is valid
    /// until the next call of either.
    const Name& ask(TokenSpan span);

    bool is_region(const Name& name) const noexcept;
    /// The entry of the city, with its flags. Returns false if no city has this name.
    bool find_city(const Name& name, format::KeyEntry& entry) const noexcept;

    // Each of these adds the records of a place to place.inside. A name that is unknown adds none.

    /// The country and the state of this name: Georgia is both.
    void add_region(const Name& name, NamedPlace& place);
    void add_state(const Name& name, NamedPlace& place) const { add(name.state, place); }
    void add_country(const Name& name, NamedPlace& place);
    void add_city(const Name& name, NamedPlace& place) const { add(name.city, place); }
    /// Also fills largest_town and other_towns if several towns have the name.
    void add_towns(const format::KeyEntry& city, NamedPlace& place) const;
    /// If a city has the name of the region that `place` holds, adds it, and fills largest_town and other_towns.
    void split_by_city(const Name& name, NamedPlace& place) const;

private:
    void begin(TokenSpan span);
    void ask(std::size_t number, TokenSpan span);
    bool may_exist(const format::KeyHash& key) const noexcept;
    void add(const format::KeyHash& key, NamedPlace& place) const;
    void add(const format::KeyEntry& entry, NamedPlace& place) const;

    const QueryContext& context_;
    const TypedTokens& tokens_;
    place::TailNames tails_;
    std::array<Name, max_tokens> names_;
    std::string key_;
};

}  // namespace bizrec::search
