#pragma once

#include <string>

#include "bizrec/base/result.hpp"
#include "bizrec/store/open_index.hpp"

/// The file GENERATION.verdict beside a published index (docs/publish-format.md). It says that a user of this machine
/// has hashed exactly the bytes of this index. A process that trusts this user need not hash them again.
namespace bizrec::store {

/// Replaces ".mdb" at the end by ".verdict"; appends it to other names.
std::string verdict_path_of(const std::string& index_path);

/// Returns the text that publish writes: one line of JSON with its line end. `owner`: the user who will own the file.
/// `signature_text`: the bytes of GENERATION.sig, empty if there is none.
std::string serialise_verdict(const OpenIndex& index, std::uint32_t owner, const std::string& signature_text,
                              const Sha256& file_sha256);

/// Returns the SHA-256 of the whole file, including the sealing page, if a verdict has it and can be trusted:
///   * the index has its published name, GENERATION.mdb, and is not on a remote file system;
///   * the verdict's bytes are what serialise_verdict() writes for the current file: device, inode, size, change time,
///     seal, signature;
///   * file and verdict are regular files of root or of the folder's owner without write permission for any user, and
///     only the folder's owner and root may write into the folder.
/// Otherwise returns an error that says what is missing, without a path. Reads a few hundred bytes, and nothing of the
/// index.
Result<Sha256> trusted_verdict(const OpenIndex& index);

}  // namespace bizrec::store
