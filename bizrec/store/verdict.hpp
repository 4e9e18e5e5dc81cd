#pragma once

#include <string>

#include "bizrec/base/result.hpp"
#include "bizrec/store/open_index.hpp"

/// GENERATION.verdict next to a published index (docs/publish-format.md): a user of this machine has hashed these very
/// bytes. Who trusts it need not hash them again.
namespace bizrec::store {

/// ".mdb" at the end becomes ".verdict"; other names get it appended.
std::string verdict_path_of(const std::string& index_path);

/// What publish writes: one line of JSON with its line end. `owner`: the user whose file it will be. `signature_text`:
/// the bytes of GENERATION.sig, empty where there is none.
std::string serialise_verdict(const OpenIndex& index, std::uint32_t owner, const std::string& signature_text,
                              const Sha256& file_sha256);

/// The SHA-256 of the whole file, sealing page included, where a verdict tells it and can be trusted:
///   * the index has its published name, GENERATION.mdb, and is on no remote file system;
///   * the verdict's bytes are what serialise_verdict() writes for this file as it is now: device, inode, size, change
///     time, seal, signature;
///   * file and verdict are regular files of root or of the folder's owner that nobody may write, and nobody but the
///     folder's owner and root may write into the folder.
/// Else an error that says what is missing, without a path. Reads a few hundred bytes, and none of the index.
Result<Sha256> trusted_verdict(const OpenIndex& index);

}  // namespace bizrec::store
