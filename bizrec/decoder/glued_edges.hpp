#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/decoder/lattice.hpp"
#include "bizrec/format/glued_names.hpp"
#include "bizrec/text/glued_text.hpp"

namespace bizrec::search {

/// Names and labels that have their spaces elsewhere or their numbers in another form: "homedepot", "wal mart", "seven
/// eleven".
class GluedEdges {
public:
    static constexpr std::size_t max_tokens = 6;  ///< at most so many tokens are read as one name
    static constexpr std::size_t max_starts = 8;  ///< only the first max_starts tokens of a text may begin a name

    /// Adds an edge for each name that equals the tokens [from, to) without spaces. Adds to `steps`.
    void add(Lattice& lattice, std::size_t from, std::size_t to, std::uint64_t& steps);
    /// Adds an edge for each name that differs from the tokens by one typing error. Adds to `steps`.
    void add_mistyped(Lattice& lattice, std::size_t from, std::size_t to, std::uint64_t& steps);

private:
    void add_found(Lattice& lattice, std::size_t from, std::size_t to, bool mistyped, std::uint64_t& steps);
    void add_named(Lattice& lattice, std::size_t from, std::size_t to, const format::GluedName& name, bool mistyped,
                   std::uint64_t& steps);
    double cost_of(std::string_view typed, const std::string& name, bool mistyped, std::size_t tokens);

    text::GluedText typed_, glued_;
    std::vector<std::string> words_;
    std::vector<format::GluedName> found_;
    std::vector<std::uint64_t> keys_;
    std::u32string typed_letters_, letters_;
};

}  // namespace bizrec::search
