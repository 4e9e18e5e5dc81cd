#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bizrec::builder {

/// An e-mail address or a telephone number of a person.
struct Identifier {
    enum class Kind { email, phone };
    Kind kind = Kind::email;
    std::string text;  ///< as given
};

/// The problem of an identifier; "" if there is none.
std::string problem_of(const Identifier& identifier);

/// The JSON Pointers of a record's values that contain the identifier, or whose member's name contains it. An e-mail
/// address is found in small and capital letters, also within other text, but not as a part of a longer address. A
/// telephone number is found in a value that consists only of telephone numbers, in any notation. Its last ten digits
/// are compared, without an extension.
std::vector<std::string> places_of(const Identifier& identifier, const std::string& record_json);

/// The text that is compared: an address in lower case, the last ten digits of a number.
std::string compared_text(const Identifier& identifier);

/// A piece of a longer text. An address at a border of the piece is found only if the text begins or ends there,
/// because the characters around it tell whether it is a part of a longer one.
struct TextPiece {
    std::string_view text;
    bool is_begin = true, is_end = true;
};
/// Whether the piece contains the address, and not as a part of a longer one. `address` must be in lower case; the
/// piece may have any case.
bool holds_address(const TextPiece& piece, const std::string& address);

}  // namespace bizrec::builder
