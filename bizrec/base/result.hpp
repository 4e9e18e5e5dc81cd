#pragma once

#include <string>
#include <utility>
#include <variant>

namespace bizrec {

/// What went wrong, as one sentence for a person; names the file, field or value concerned.
struct Error {
    std::string message;
    /// The file is whole, and made for another version of this program: an upgrade cures it, or a rebuild.
    bool is_of_other_version = false;
};

/// A value or the reason why there is none. The engine reports by values and never throws past its face.
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

    explicit operator bool() const noexcept { return state_.index() == 0; }

    /// Precondition of value(): *this is true; of error(): *this is false.
    T& value() & noexcept { return *std::get_if<0>(&state_); }
    const T& value() const& noexcept { return *std::get_if<0>(&state_); }
    T&& value() && noexcept { return std::move(*std::get_if<0>(&state_)); }
    const Error& error() const noexcept { return *std::get_if<1>(&state_); }

private:
    std::variant<T, Error> state_;
};

/// Success without a value, or the reason of the failure.
using Status = Result<std::monostate>;

inline Status ok() {
    return std::monostate{};
}

}  // namespace bizrec
