#pragma once

#include <cstdint>
#include <string>

#include "bizrec/base/result.hpp"
#include "bizrec/store/seal.hpp"

namespace bizrec::store {

struct OpenIndex;

/// Hashes a file piece by piece, so that an event loop can run between the pieces.
class SealChecker {
public:
    static Result<SealChecker> open(const std::string& path);
    /// Checks the same file as `index`, with a descriptor of its own.
    static Result<SealChecker> of(const OpenIndex& index);
    SealChecker(SealChecker&&) noexcept;
    SealChecker& operator=(SealChecker&&) noexcept;
    ~SealChecker();

    /// Hashes up to `bytes` more. Returns false if more is left: call it again. Returns true when the whole file is
    /// hashed and the hash is right. An error if the file is damaged or cannot be read.
    Result<bool> step(std::uint64_t bytes);
    /// Whether step() failed because the bytes are wrong. False for errors in reading the file.
    bool is_wrong() const noexcept;
    const Seal& seal() const noexcept;
    /// SHA-256 of the whole file, including the sealing page: what sha256sum prints. Precondition: step() has returned
    /// true.
    const Sha256& file_sha256() const noexcept;
    /// Identity of the hashed file at the time of open(); the result is about this file.
    const FileIdentity& file() const noexcept;

private:
    struct State;
    explicit SealChecker(State* state) noexcept : state_(state) {}
    State* state_;
};

}  // namespace bizrec::store
