#pragma once

#include <cstdint>
#include <string>

namespace bizrec::api {

/// Lets a server store the beginning of a body while the engine still writes the rest, so that a large answer is never
/// completely in memory. This base class stores nothing: everything stays in memory.
class BodyStore {
public:
    BodyStore() = default;
    virtual ~BodyStore() = default;

    /// The engine calls it after a row, or at the end of the body, with the part of the body that is in memory. Takes
    /// all of `part` and leaves it empty, or leaves it unchanged if it is small or cannot be stored.
    virtual void offer(std::string& part) noexcept { (void)part; }
    /// Number of bytes that offer() has taken. In a 200 they come before answer().body; otherwise discard them.
    virtual std::uint64_t bytes() const noexcept { return 0; }

protected:
    BodyStore(const BodyStore&) = default;
    BodyStore(BodyStore&&) = default;
    BodyStore& operator=(const BodyStore&) = default;
    BodyStore& operator=(BodyStore&&) = default;
};

}  // namespace bizrec::api
