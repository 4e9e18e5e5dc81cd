#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "bizrec/store/fd.hpp"

namespace bizrec::builder {

/// The digest of the running program, in hexadecimal digits; "unknown" if it cannot be read.
std::string program_digest();

/// ROOT/incoming of an edge: files being fetched, and notes about them. Closed to other users, because its files have
/// not been checked yet. Functions that fail throw BuildFailure. Notes about a generation (WAY: the result of
/// name_of(), ways.hpp):
///   GENERATION.refused    why it was refused, then a line with the circumstances; valid for an hour
///   GENERATION.newer      the digest of the program that is too old for it, and the message
///   GENERATION.WAY.wrong  this way gave wrong bytes, under these circumstances; valid for an hour
/// Refusals stay if the publisher goes to another generation: it may come back, and the same wrong bytes would be
/// fetched again. The notes take little space, because they are small and are removed after an hour.
class IncomingFolder {
public:
    /// Creates the folder and its parents if they are missing.
    explicit IncomingFolder(const std::string& root);

    /// Takes the lock of the folder. Returns false if another pull has it. The kernel releases the lock when the
    /// process ends.
    bool lock();

    const std::string& path() const noexcept { return path_; }
    std::string file(const std::string& name) const { return path_ + "/" + name; }
    std::string index(const std::string& generation) const { return file(generation + ".mdb"); }

    /// Call before the functions on refusals and wrong ways. A note holds only under the circumstances in which it was
    /// written: if these differ, another attempt may succeed. `circumstances`: a line of text.
    void set_circumstances(std::string circumstances) { circumstances_ = std::move(circumstances); }

    /// The reason, if the generation was refused less than an hour ago, under the same circumstances; otherwise
    /// nullopt.
    std::optional<std::string> refusal(const std::string& generation) const;
    /// Notes the reason, and removes index, manifest, signature and report. Also removes the notes of wrong ways: when
    /// the refusal ends, or an operator deletes its note, every way is tried again.
    void refuse(const std::string& generation, const std::string& reason) const;

    /// The message that wait() noted, if the program has not changed since; otherwise nullopt.
    std::optional<std::string> waiting(const std::string& generation) const;
    /// Notes that this program is too old for the generation.
    void wait(const std::string& generation, const std::string& message) const;

    bool is_wrong_way(const std::string& generation, const std::string& way) const;
    void note_wrong_way(const std::string& generation, const std::string& way) const;

    /// The sequence number of the last current.json that a pull accepted; 0: none yet.
    std::uint64_t sequence() const;
    void keep_sequence(std::uint64_t sequence) const;

    /// Whether the disk has room for `size` bytes plus `reserve` bytes for others.
    bool has_room(std::uint64_t size, std::uint64_t reserve) const;
    /// Call before the first byte of an index. Checks that the disk has room for the bytes still missing in `part`, a
    /// file of the folder, plus `reserve` bytes for others. If not, removes `part`, so that a partial index does not
    /// keep the disk full, and throws BuildFailure.
    void need_room(const std::string& generation, const std::string& part, std::uint64_t size,
                   std::uint64_t reserve) const;

    /// The state after the last finished purge: the number of the list of suppressions, and the generations. A pull
    /// purges again only if the state has changed. "" if no purge has finished yet.
    std::string purged() const;
    void keep_purged(const std::string& state) const;

    /// Removes all files except those of `generation`, valid refusals and wrong ways of others, the lock, and the notes
    /// .sequence, .purged and .said.
    void clear_others(const std::string& generation) const;
    /// Removes all files of this generation, after it was published.
    void clear(const std::string& generation) const;

    /// Whether the message differs from the last reported message, or the last reported one is more than an hour old.
    /// Digits are not compared. Notes the message as reported. "" forgets the last message and returns false.
    bool is_news(std::string_view message) const;

    /// Replaces a small file of the folder by rename.
    void write(const std::string& name, const std::string& text) const;
    /// Sum of the sizes of all files in the folder.
    std::uint64_t bytes() const noexcept;

private:
    bool is_fresh(const std::string& name) const;
    std::optional<std::string> fresh_note(const std::string& name) const;
    void remove_files(const std::function<bool(const std::string&)>& goes) const;
    void remove(const std::string& name) const;

    std::string path_;
    std::string circumstances_;
    store::FileDescriptor lock_;
};

}  // namespace bizrec::builder
