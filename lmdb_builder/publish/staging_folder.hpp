#pragma once

#include <string>

namespace bizrec::builder {

/// The folder ".publishing" inside the published folder, on the same file system. Files are written here and then
/// renamed into the published folder. The caller holds the folder's lock, so only one object exists at a time for a
/// folder. The constructor removes files that a killed run has left.
class StagingFolder {
public:
    /// Throws BuildFailure if the folder cannot be created or emptied.
    explicit StagingFolder(const std::string& published_folder);
    StagingFolder(const StagingFolder&) = delete;
    StagingFolder& operator=(const StagingFolder&) = delete;
    ~StagingFolder();  ///< removes the folder and the files whose paths the functions below return

    std::string index() const { return path_ + "/index"; }
    std::string manifest() const { return path_ + "/manifest"; }
    std::string signature() const { return path_ + "/signature"; }
    std::string report() const { return path_ + "/report"; }
    std::string verdict() const { return path_ + "/verdict"; }
    std::string history() const { return path_ + "/history"; }
    std::string packed() const { return path_ + "/packed"; }
    std::string current_file() const { return path_ + "/current.json"; }
    std::string current() const { return path_ + "/current"; }

private:
    std::string path_;
};

/// From now on SIGINT, SIGTERM and SIGHUP remove the staging folder of this process before they end the process.
void remove_staging_on_signals();

}  // namespace bizrec::builder
