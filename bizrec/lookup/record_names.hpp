#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/json_parser.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::search {

/// The names and category labels of a record, as written, and whether the record says its place. One object is reused
/// for many records.
class RecordNames {
public:
    /// Returns false if the bytes of the file are invalid. May throw std::bad_alloc.
    bool read(const store::Generation& generation, std::uint32_t docid);
    /// The names and labels of the record. Valid until the next read().
    const std::vector<std::string_view>& texts() const noexcept { return texts_; }
    /// How many of texts(), the first ones, are names and not labels.
    std::size_t names() const noexcept { return names_; }
    /// Whether the record says a city or a state.
    bool says_place() const noexcept { return says_place_; }

private:
    JsonParser parser_ = make_json_parser();
    std::string row_;
    std::vector<std::string_view> texts_;
    std::size_t names_ = 0;
    bool says_place_ = false;
};

}  // namespace bizrec::search
