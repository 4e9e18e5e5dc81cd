#pragma once

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

#include "bizrec/base/result.hpp"

namespace bizrec::builder {

/// Ends the work of a command. what() is one sentence for the user. The functions that commands call, such as
/// build_index() and publish_index(), turn it into an Error.
class BuildFailure : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
    explicit BuildFailure(const Error& error)
        : std::runtime_error(error.message), is_of_other_version_(error.is_of_other_version) {}

    Error error() const { return Error{what(), is_of_other_version_}; }

private:
    bool is_of_other_version_ = false;
};

/// Throws "cannot <verb> <what>: <the system's reason>".
[[noreturn]] inline void fail_with_errno(const std::string& verb_and_what) {
    throw BuildFailure("cannot " + verb_and_what + ": " + std::strerror(errno));
}

/// Returns the value, or throws the error.
template <class T>
T must(Result<T> result) {
    if (!result) {
        throw BuildFailure(result.error());
    }
    return std::move(result).value();
}

}  // namespace bizrec::builder
