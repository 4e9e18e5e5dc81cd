#pragma once

#include <memory>
#include <string>

#include "bizrec/store/trust.hpp"
#include "lmdb_builder/publish/copy_index.hpp"
#include "lmdb_builder/publish/published_folder.hpp"
#include "lmdb_builder/pull/incoming_folder.hpp"
#include "lmdb_builder/pull/pull_options.hpp"

namespace bizrec::builder {

/// What a pull works with.
struct Edge {
    const PullOptions& options;
    const IncomingFolder& incoming;
    const PublishedFolder& published;
    const store::TrustedKeys* keys;  ///< null: none
    const StageReport& report;
};

/// Where generations come from. Throws BuildFailure, and those of fetch_failure.hpp.
class Source {
public:
    virtual ~Source() = default;

    /// The publisher's current generation.
    virtual std::string newest() = 0;

    /// After newest(): lets the publisher's list of suppressions stand in incoming/. Its name there; "" if the
    /// publisher has none, or the edge has that one in force.
    virtual std::string suppressions() = 0;

    /// Lets GENERATION.mdb, .json and .sig stand in incoming/, by the cheapest way that is not known to be wrong; or
    /// finds it in the published folder. The path of the index.
    virtual std::string bring(const std::string& generation) = 0;

    /// What bring() gave was refused, and is removed. True: there is another way, call bring() again.
    virtual bool has_other_way(const std::string& generation) = 0;
};

std::unique_ptr<Source> rsync_source(const Edge& edge);
std::unique_ptr<Source> http_source(const Edge& edge);

/// Whether a source is asked over HTTP.
bool is_http_source(const std::string& source);

}  // namespace bizrec::builder
