#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "bizrec/store/fd.hpp"

namespace bizrec::builder {

/// ROOT/incoming of an edge: what is being fetched, and what is known of it. Closed to other users, for nothing in it
/// is checked. All throw BuildFailure. Notes about a generation:
///   GENERATION.refused  why it was refused, for an hour
///   GENERATION.newer    the digest of the program that is too old for it, and what was said
///   GENERATION.wrong    ways that brought wrong bytes, a line each, for an hour
class IncomingFolder {
public:
    /// Made where it is missing, with the folders above it.
    explicit IncomingFolder(const std::string& root);

    /// False: another pull is under way. The lock goes with the process.
    bool lock();

    const std::string& path() const noexcept { return path_; }
    std::string file(const std::string& name) const { return path_ + "/" + name; }
    std::string index(const std::string& generation) const { return file(generation + ".mdb"); }

    /// The reason, where the generation was refused less than an hour ago.
    std::optional<std::string> refusal(const std::string& generation) const;
    /// Index, manifest, signature and report go.
    void refuse(const std::string& generation, const std::string& reason) const;

    /// What was said when this very program was too old for the generation.
    std::optional<std::string> waiting(const std::string& generation) const;
    void wait(const std::string& generation, const std::string& message) const;

    bool is_wrong_way(const std::string& generation, const std::string& way) const;
    void note_wrong_way(const std::string& generation, const std::string& way) const;

    /// The greatest sequence number of a current.json that was believed; 0: none yet.
    std::uint64_t sequence() const;
    void keep_sequence(std::uint64_t sequence) const;

    /// Before the first byte of an index: whether the disk has room for what is missing of it in `part`, a file of the
    /// folder, and leaves `reserve` bytes for others. If not, `part` is removed, so that no half of an index keeps the
    /// disk full, and BuildFailure.
    void need_room(const std::string& generation, const std::string& part, std::uint64_t size,
                   std::uint64_t reserve) const;

    /// Generations and list of suppressions that nothing is to be removed of, or that was said; "": none yet.
    std::string purged() const;
    void keep_purged(const std::string& state) const;

    /// Removes the files of other generations.
    void clear_others(const std::string& generation) const;
    /// Removes what a published generation has left.
    void clear(const std::string& generation) const;

    /// Whether this has not been said for an hour. Numbers in it do not count. "" forgets what was said.
    bool is_news(std::string_view message) const;

    /// Replaces a small file of the folder by rename.
    void write(const std::string& name, const std::string& text) const;
    /// Bytes of all its files.
    std::uint64_t bytes() const noexcept;

private:
    std::optional<std::string> fresh_note(const std::string& name) const;
    void remove_files(const std::function<bool(const std::string&)>& goes) const;
    void remove(const std::string& name) const;

    std::string path_;
    store::FileDescriptor lock_;
};

}  // namespace bizrec::builder
