#pragma once

#include <cstddef>
#include <string_view>

namespace bizrec::builder {

/// Walks over an object or an array of valid, minified JSON token by token, so that what is copied stays as it was
/// written: parsers give values, not the text of their numbers and escapes.
class RawJson {
public:
    /// `text`: one object or array.
    explicit RawJson(std::string_view text) noexcept : text_(text) {}

    /// The next key with its quotes, of an object; value() is to follow.
    std::string_view key() noexcept;
    /// The next value or element.
    std::string_view value() noexcept;

private:
    std::string_view token(std::size_t end) noexcept;

    std::string_view text_;
    std::size_t at_ = 1;  // behind the opening bracket
};

}  // namespace bizrec::builder
