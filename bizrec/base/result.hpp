#pragma once

#include <string>
#include <utility>
#include <variant>

namespace bizrec {

/// The reason of a failure, as one sentence for a person. It names the file, field or value concerned.
struct Error {
    std::string message;
    /// The file is sound, but made for another version of this program: upgrade the program or rebuild the file.
    bool is_of_other_version = false;
};

/// A value, or the reason why there is none. The engine returns errors as values; no exception leaves its
/// endpoints (api/endpoint.hpp).
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

    explicit operator bool() const noexcept { return state_.index() == 0; }

    /// Precondition: *this is true for value(), and false for error().
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
