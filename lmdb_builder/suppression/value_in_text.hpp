#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "lmdb_builder/suppression/record_values.hpp"

namespace bizrec::builder {

/// Searches a text of any length, which comes in blocks, for an e-mail address or a telephone number. It finds an
/// address as places_of() does, and a number also among other digits and words: rather too much than too little.
class ValueInText {
public:
    explicit ValueInText(const Identifier& identifier);

    void add(std::string_view block);
    /// After the last block: whether the text has the value.
    bool is_found();

private:
    void add_to_number(std::string_view block);
    void end_digits();

    Identifier::Kind kind_;
    std::string sought_;
    bool found_ = false;
    std::string window_;          ///< of an address: the end of the text so far
    bool is_begin_ = true;        ///< `window_` begins where the text does
    std::string digits_;          ///< of a number: the last digits of the text
    std::size_t separators_ = 0;  ///< after the last digit
};

}  // namespace bizrec::builder
