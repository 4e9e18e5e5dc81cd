#pragma once

#include <string>

#include "bizrec/store/manifest.hpp"
#include "bizrec/store/open_index.hpp"
#include "bizrec/store/trust.hpp"
#include "lmdb_builder/publish/current_file.hpp"
#include "lmdb_builder/publish/history.hpp"
#include "lmdb_builder/publish/staging_folder.hpp"

namespace bizrec::builder {

/// A generation of the folder.
struct PublishedIndex {
    store::OpenIndex index;
    store::Manifest manifest;
};

/// A folder of published indexes, docs/publish-format.md: GENERATION.mdb, .json, .sig, the link `current`, `history`.
/// Functions that change the folder need a FolderLock and throw BuildFailure.
class PublishedFolder {
public:
    /// `path`: an existing folder. With `make` the folder is created if it is missing; its parent must exist. Throws
    /// BuildFailure.
    explicit PublishedFolder(const std::string& path, bool make = false);

    const std::string& path() const noexcept { return path_; }  ///< without symbolic links
    std::string index(const std::string& generation) const;
    /// Path of the delta from one generation to another: OLD-NEW.delta.
    std::string delta(const std::string& from, const std::string& to) const;
    /// Path of the file of changes between two generations: OLD-NEW.changes.
    std::string changes(const std::string& from, const std::string& to) const;
    std::string packed(const std::string& generation) const;  ///< path of the packed index, GENERATION.mdb.zst
    std::string current_link() const { return path_ + "/current"; }
    std::string current_file() const { return path_ + "/" + current_file_name; }

    /// The generation that the link names, even if its file is missing. Empty if there is no link. Throws if `current`
    /// is anything but a link to GENERATION.mdb: an operator has to remove it.
    std::string current() const;

    /// The generations that have index and manifest, oldest first.
    Generations generations() const;

    /// The generations in the file `history` that still have index and manifest, oldest first. Empty if the file cannot
    /// be read.
    Generations history() const;

    /// Whether index and manifest exist. A symbolic link does not count as an index: its target is outside the folder.
    bool holds(const std::string& generation) const;

    /// Opens a generation. Throws BuildFailure if name, seal, manifest and signature do not agree. `keys`: one of them
    /// must have signed the manifest; null: a signature is only checked for its form. Does not hash the index.
    PublishedIndex open(const std::string& generation, const store::TrustedKeys* keys = nullptr) const;

    /// Throws BuildFailure if a complete index of another generation has this generation's name.
    void refuse_other_generation(const std::string& generation) const;

    /// Removes manifests, signatures and other files of generations whose index is missing. Killed runs leave such
    /// files, because an index is created last and removed first. Also removes deltas and changes that are not between
    /// two indexes of the folder.
    void sweep() const;

    /// Replaces the file `history` by rename: a reader sees the old or the new one.
    void write_history(const Generations& history, const StagingFolder& staging) const;

    /// Makes `generation` current by rename: a process that opens the link gets the old or the new index. If the folder
    /// cannot be synced, a power cut could undo the change, so the link is put back and BuildFailure is thrown. If that
    /// fails too, the message says which generation the link names.
    void switch_to(const std::string& generation, const StagingFolder& staging) const;

    /// Removes index, manifest, signature, report, verdict and packed file, and the deltas and changes from and to it.
    void remove(const std::string& generation) const;

private:
    std::string history_path() const { return path_ + "/history"; }
    Generations present() const;
    void sweep_deltas() const;
    bool put_back(const std::string& before, const StagingFolder& staging) const noexcept;
    void link_current(const std::string& generation, const StagingFolder& staging) const;

    std::string path_;
};

}  // namespace bizrec::builder
