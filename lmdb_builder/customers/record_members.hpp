#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "lmdb_builder/customers/json_quotes.hpp"

namespace bizrec::builder {

/// A member of an object as it is written.
struct RawMember {
    std::string_view key;                   ///< without its quotes
    std::string_view value;                 ///< of a string with its quotes
    const std::uint32_t* quotes = nullptr;  ///< JsonQuotes of the value, and those behind it
};

/// Walks over the members of a minified object without reading what is in their values. The object must be valid; of
/// any other bytes members may be wrong, but none reaches beyond them.
class RecordMembers {
public:
    /// `quotes` are those of `record`. Both must outlive the walk.
    RecordMembers(std::string_view record, const JsonQuotes& quotes) noexcept
        : record_(record), quote_(quotes.begin()), quotes_end_(quotes.end()) {}

    enum class Next : std::uint8_t {
        member,
        end,
        unusual,  ///< no minified object, or a number that may not fit 64 bits: ask a parser
    };
    Next next(RawMember& member) noexcept;

private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    bool is_string_at(std::size_t at) const noexcept { return quotes_end_ - quote_ >= 2 && *quote_ == at; }
    std::size_t end_of_value(std::size_t begin) noexcept;
    std::size_t end_of_container(std::size_t begin) noexcept;
    std::size_t end_of_scalar(std::size_t begin) const noexcept;

    std::string_view record_;
    std::size_t at_ = 0;  // what opens or separates before the next member, or the last bracket
    const std::uint32_t* quote_;
    const std::uint32_t* quotes_end_;
};

}  // namespace bizrec::builder
