#pragma once

#include <cstdint>
#include <string>

namespace bizrec::api {

/// Where a server may keep the beginning of a body while the engine still writes the rest, so that no large answer
/// stands in memory as a whole. This one keeps nothing: everything stays in memory.
class BodyStore {
public:
    BodyStore() = default;
    virtual ~BodyStore() = default;

    /// Between two rows: takes all of `part`, which is empty then, or leaves it as it is, because it is small or cannot
    /// be kept elsewhere.
    virtual void offer(std::string& part) noexcept { (void)part; }
    /// Bytes that it has taken. They precede the answer's body if that is a 200, else they are of no use.
    virtual std::uint64_t bytes() const noexcept { return 0; }

protected:
    BodyStore(const BodyStore&) = default;
    BodyStore(BodyStore&&) = default;
    BodyStore& operator=(const BodyStore&) = default;
    BodyStore& operator=(BodyStore&&) = default;
};

}  // namespace bizrec::api
