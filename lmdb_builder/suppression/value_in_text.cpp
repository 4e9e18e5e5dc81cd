#include "lmdb_builder/suppression/value_in_text.hpp"

#include <algorithm>

#include "bizrec/base/ascii.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t max_separators = 3;  // as in "+1 (212) - 555"; more of them end a number
constexpr std::size_t max_digits = 64;     // kept while a group of digits goes on
constexpr std::size_t context = 4;         // kept around an address, so that the next block decides about it

void keep_end(std::string& text, std::size_t size) {
    text.erase(0, text.size() - std::min(text.size(), size));
}

}  // namespace

ValueInText::ValueInText(const Identifier& identifier) : kind_(identifier.kind), sought_(compared_text(identifier)) {}

void ValueInText::add(std::string_view block) {
    if (kind_ == Identifier::Kind::phone) {
        return add_to_number(block);
    }
    window_.append(block);
    found_ = found_ || holds_address({window_, is_begin_, false}, sought_);
    if (window_.size() > sought_.size() + context) {
        keep_end(window_, sought_.size() + context);
        is_begin_ = false;
    }
}

/// Digits with a few separators between them are one number. Its last digits are compared at the end of each group of
/// digits.
void ValueInText::add_to_number(std::string_view block) {
    constexpr std::string_view separators = " +-()./\t:";
    for (const char c : block) {
        if (is_digit(c)) {
            digits_ += c;
            separators_ = 0;
            if (digits_.size() > max_digits) {
                keep_end(digits_, sought_.size());
            }
            continue;
        }
        end_digits();
        if (separators.find(c) == std::string_view::npos || ++separators_ > max_separators) {
            digits_.clear();
        }
    }
}

void ValueInText::end_digits() {
    keep_end(digits_, sought_.size());
    found_ = found_ || digits_ == sought_;
}

bool ValueInText::is_found() {
    if (kind_ == Identifier::Kind::phone) {
        end_digits();
    } else {
        found_ = found_ || holds_address({window_, is_begin_, true}, sought_);
    }
    return found_;
}

}  // namespace bizrec::builder
