#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "lmdb_builder/runs/run_file_header.hpp"

namespace bizrec::builder {

/// One of the two indexes between which a delta lies: its base or its target.
struct DeltaEnd {
    std::string generation;  ///< 16 hexadecimal digits
    std::string sha256;      ///< of the LMDB part, from the seal: 64 digits that begin with the generation
    std::uint64_t documents = 0;
};

/// The header of a delta, before its records.
struct DeltaHeader {
    DeltaEnd base, target;
    std::string as_of;         ///< day of the target's data, for BuildOptions::as_of; "": none
    bool infer_places = true;  ///< BuildOptions::infer_places
    RunHeader tables;          ///< versions that decide the target's bytes; shard, part and max_record are unused
    std::string cities;        ///< city_digest() of the tables of cities with which the target was built
    std::uint64_t removed = 0, added = 0, changed = 0;
    std::uint64_t body_bytes = 0;  ///< bytes of the unpacked body
    std::string manifest;          ///< of the published target; "": unknown
    std::string signature;         ///< of the manifest; "": none
};

std::string write_delta_header(const DeltaHeader& header);

/// `json`: untrusted. Throws BuildFailure; its message does not name the file.
DeltaHeader read_delta_header(std::string_view json);

}  // namespace bizrec::builder
