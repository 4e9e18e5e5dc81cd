#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "lmdb_builder/memory/byte_marks.hpp"

namespace bizrec::builder {

/// Where the strings of a JSON text begin and end. Keeps its memory.
class JsonQuotes {
public:
    static constexpr std::size_t read_slack = marked_block;

    /// `json`: below 4 GiB, read_slack bytes behind it are readable, whatever they are.
    void find(std::string_view json);

    /// The quotes that are no part of a string, ascending.
    const std::uint32_t* begin() const noexcept { return positions_.data(); }
    const std::uint32_t* end() const noexcept { return positions_.data() + count_; }
    /// False: no string has an escape.
    bool has_escapes() const noexcept { return has_escapes_; }

private:
    std::vector<std::uint32_t> positions_;
    std::size_t count_ = 0;
    bool has_escapes_ = false;
};

}  // namespace bizrec::builder
