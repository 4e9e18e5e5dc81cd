#pragma once

#include <memory>
#include <string>

#include "bizrec/store/trust.hpp"
#include "lmdb_builder/publish/copy_index.hpp"
#include "lmdb_builder/publish/published_folder.hpp"
#include "lmdb_builder/pull/incoming_folder.hpp"
#include "lmdb_builder/pull/pull_options.hpp"

namespace bizrec::builder {

/// Options, folders and keys that a pull works with.
struct Edge {
    const PullOptions& options;
    const IncomingFolder& incoming;
    const PublishedFolder& published;
    const store::TrustedKeys* keys;  ///< null: no trusted keys are given
    const StageReport& report;
};

/// Where generations come from. Throws BuildFailure and the classes in fetch_failure.hpp.
class Source {
public:
    virtual ~Source() = default;

    /// The publisher's current generation.
    virtual std::string newest() = 0;

    /// Call after newest(). Text that differs if the publisher has signed another packed file of the same generation;
    /// "" if the source does not say.
    virtual std::string signed_packed_file() const = 0;

    /// Call after newest(). Fetches the publisher's list of suppressions into incoming/ and returns its name there; ""
    /// if the publisher has none, or if the edge has that list in force.
    virtual std::string suppressions() = 0;

    /// Fetches GENERATION.mdb, .json and .sig into incoming/ by the cheapest way that is not known to be wrong, or
    /// finds the generation in the published folder. Returns the path of the index.
    virtual std::string bring(const std::string& generation) = 0;

    /// Call it after the result of bring() was refused. Returns true if bring() would try another way.
    virtual bool has_other_way(const std::string& generation) = 0;
};

std::unique_ptr<Source> rsync_source(const Edge& edge);
std::unique_ptr<Source> http_source(const Edge& edge);

/// Whether a source is an http:// or https:// address.
bool is_http_source(const std::string& source);

}  // namespace bizrec::builder
