#pragma once

#include <cstddef>
#include <string_view>

namespace bizrec::builder {

/// Walks over a valid, minified JSON object or array token by token, so that copied tokens stay unchanged. Parsers only
/// give values, not the text of numbers and escapes.
class RawJson {
public:
    /// `text`: one object or array.
    explicit RawJson(std::string_view text) noexcept : text_(text) {}

    /// The next key of an object, with its quotes; call value() next.
    std::string_view key() noexcept;
    /// The next value or element.
    std::string_view value() noexcept;

private:
    std::string_view token(std::size_t end) noexcept;

    std::string_view text_;
    std::size_t at_ = 1;  // after the opening bracket
};

}  // namespace bizrec::builder
