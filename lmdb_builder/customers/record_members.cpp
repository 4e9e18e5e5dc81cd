#include "lmdb_builder/customers/record_members.hpp"

#include "bizrec/base/ascii.hpp"

namespace bizrec::builder {
namespace {

/// From so many digits on an integer may be beyond 64 bits.
constexpr std::size_t many_digits = 19;

/// Digits on end up to and with `c`.
std::size_t digit_run(std::size_t before, char c) noexcept {
    return is_digit(c) ? before + 1 : 0;
}

bool has_many_digits(std::string_view text) noexcept {
    std::size_t run = 0;
    for (const char c : text) {
        run = digit_run(run, c);
        if (run == many_digits) {
            return true;
        }
    }
    return false;
}

}  // namespace

RecordMembers::Next RecordMembers::next(RawMember& member) noexcept {
    if (at_ + 1 >= record_.size()) {
        return at_ != 0 && record_[at_] == '}' ? Next::end : Next::unusual;
    }
    if (at_ == 0 && record_ == "{}") {
        return Next::end;
    }
    const std::size_t key = at_ + 1;
    if (record_[at_] != (at_ == 0 ? '{' : ',') || !is_string_at(key)) {
        return Next::unusual;
    }
    const std::size_t colon = quote_[1] + 1;
    member.key = {record_.data() + key + 1, quote_[1] - key - 1};
    quote_ += 2;
    member.quotes = quote_;
    const std::size_t value = colon + 1;
    if (value >= record_.size() || record_[colon] != ':') {
        return Next::unusual;
    }
    at_ = end_of_value(value);
    if (at_ >= record_.size()) {
        at_ = 0;
        record_ = {};
        return Next::unusual;
    }
    member.value = {record_.data() + value, at_ - value};
    return Next::member;
}

std::size_t RecordMembers::end_of_value(std::size_t begin) noexcept {
    const char first = record_[begin];
    if (first == '{' || first == '[') {
        return end_of_container(begin);
    }
    if (first != '"') {
        return end_of_scalar(begin);
    }
    if (!is_string_at(begin)) {
        return none;
    }
    quote_ += 2;
    return quote_[-1] + std::size_t{1};
}

/// Strings are passed over; brackets stand between them.
std::size_t RecordMembers::end_of_container(std::size_t begin) noexcept {
    std::size_t depth = 0, digits = 0;
    for (std::size_t at = begin;;) {
        const std::size_t string = quotes_end_ - quote_ < 2 ? record_.size() : *quote_;
        for (; at < string; ++at) {
            const char c = record_[at];
            if (c == ',' || c == ':') {
                digits = 0;
            } else if (c == '{' || c == '[') {
                ++depth;
            } else if (c == '}' || c == ']') {
                digits = 0;
                if (--depth == 0) {
                    return at + 1;
                }
            } else if ((digits = digit_run(digits, c)) == many_digits) {
                return none;
            }
        }
        if (at == record_.size()) {
            return none;
        }
        quote_ += 2;
        at = quote_[-1] + std::size_t{1};
    }
}

/// Before the comma of the next key, or before the last bracket.
std::size_t RecordMembers::end_of_scalar(std::size_t begin) const noexcept {
    const std::size_t end = (quote_ == quotes_end_ ? record_.size() : *quote_) - 1;
    return end <= begin || (end - begin >= many_digits && has_many_digits(record_.substr(begin, end - begin))) ? none
                                                                                                               : end;
}

}  // namespace bizrec::builder
