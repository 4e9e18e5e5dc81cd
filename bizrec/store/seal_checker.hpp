#pragma once

#include <cstdint>
#include <string>

#include "bizrec/base/result.hpp"
#include "bizrec/store/seal.hpp"

namespace bizrec::store {

struct OpenIndex;

/// Hashes a file piece by piece, so that an event loop can go on between the pieces.
class SealChecker {
public:
    static Result<SealChecker> open(const std::string& path);
    /// The same file, by a descriptor of its own.
    static Result<SealChecker> of(const OpenIndex& index);
    SealChecker(SealChecker&&) noexcept;
    SealChecker& operator=(SealChecker&&) noexcept;
    ~SealChecker();

    /// Hashes up to `bytes` more. True: finished and the hash is right. False: call again. Error: damaged.
    Result<bool> step(std::uint64_t bytes);
    /// Whether step() has failed because the bytes are wrong: all others have read the file badly, or not at all.
    bool is_wrong() const noexcept;
    const Seal& seal() const noexcept;
    /// SHA-256 of the whole file, sealing page included: what sha256sum prints. Precondition: step() has given true.
    const Sha256& file_sha256() const noexcept;
    /// The file that is being hashed, as it was at open(): what a result is about.
    const FileIdentity& file() const noexcept;

private:
    struct State;
    explicit SealChecker(State* state) noexcept : state_(state) {}
    State* state_;
};

}  // namespace bizrec::store
