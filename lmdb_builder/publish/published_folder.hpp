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
/// What changes it needs a FolderLock and throws BuildFailure.
class PublishedFolder {
public:
    /// `path`: an existing folder, or with `make` one whose parent exists. Throws BuildFailure.
    explicit PublishedFolder(const std::string& path, bool make = false);

    const std::string& path() const noexcept { return path_; }  ///< without symbolic links
    std::string index(const std::string& generation) const;
    /// Where a delta from one generation to another stands: OLD-NEW.delta.
    std::string delta(const std::string& from, const std::string& to) const;
    /// The same of the file that tells what became of each record: OLD-NEW.changes.
    std::string changes(const std::string& from, const std::string& to) const;
    std::string packed(const std::string& generation) const;  ///< GENERATION.mdb.zst
    std::string current_link() const { return path_ + "/current"; }
    std::string current_file() const { return path_ + "/" + current_file_name; }

    /// What the link names, be it there or not; empty where there is no link. Throws where `current` is something else
    /// than a link to GENERATION.mdb: whoever put it there should take it away.
    std::string current() const;

    /// Those with index and manifest, oldest first.
    Generations generations() const;

    /// Those of them that served, in this order. Empty where the file of that name cannot be read.
    Generations history() const;

    /// Whether index and manifest are there. A link of the index's name is none: where it leads is not this folder's.
    bool holds(const std::string& generation) const;

    /// The generation under its name, opened once: BuildFailure where name, seal, manifest and signature do not agree.
    /// `keys`: one of them must have signed the manifest; null: a signature must look like one. Nothing is hashed.
    PublishedIndex open(const std::string& generation, const store::TrustedKeys* keys = nullptr) const;

    /// BuildFailure where a whole index of another generation has this one's name.
    void refuse_other_generation(const std::string& generation) const;

    /// ManifestFiles without an index, left where a run was killed: an index is the last to come and the first to go.
    /// And deltas and changes that are not between two indexes of the folder.
    void sweep() const;

    /// Replaces it by rename: a reader sees the old one or the new one.
    void write_history(const Generations& history, const StagingFolder& staging) const;

    /// Makes `generation` current, so that whoever opens the link gets the old index or the new one. Where the folder
    /// cannot be synced, which leaves open what a power cut would leave, the link is put back before BuildFailure.
    void switch_to(const std::string& generation, const StagingFolder& staging) const;

    /// Removes index, manifest, signature and packed file, and the deltas and changes from and to it.
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
