#pragma once

#include <string>

namespace bizrec::builder {

/// Where files grow before a rename puts them into the published folder: ".publishing" in it, on the same file system.
/// One at a time: whoever makes one holds the folder's lock. What a killed run left is removed when one is made.
class StagingFolder {
public:
    /// Throws BuildFailure where it cannot be made or emptied.
    explicit StagingFolder(const std::string& published_folder);
    StagingFolder(const StagingFolder&) = delete;
    StagingFolder& operator=(const StagingFolder&) = delete;
    ~StagingFolder();  ///< removes it, with everything in it

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

/// From now on SIGINT, SIGTERM and SIGHUP empty the staging folder of this process before they end it.
void remove_staging_on_signals();

}  // namespace bizrec::builder
