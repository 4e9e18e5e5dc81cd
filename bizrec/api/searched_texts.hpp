#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/json_parser.hpp"

namespace bizrec::api {

/// A text of a record in which searches find words.
struct SearchedText {
    std::string_view field, text;
};

/// The texts of a record that are searched (docs/search.md), by kind. One object is reused from record to record.
class SearchedTexts {
public:
    enum Kind : std::size_t { names, labels, place, other_names, street, texts, kinds };

    /// `record`: minified JSON. Returns false, without texts, if it is not a record. May throw std::bad_alloc.
    bool read(std::string_view record);
    /// Texts in the order of the record; valid until the next read().
    const std::vector<SearchedText>& of_kind(Kind kind) const noexcept { return texts_[kind]; }

private:
    std::array<std::vector<SearchedText>, kinds> texts_;
    JsonParser parser_ = make_json_parser();
    std::string record_;
};

}  // namespace bizrec::api
