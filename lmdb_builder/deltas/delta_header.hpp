#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "lmdb_builder/runs/run_file_header.hpp"

namespace bizrec::builder {

/// One of the two indexes that a delta lies between.
struct DeltaEnd {
    std::string generation;  ///< 16 hexadecimal digits
    std::string sha256;      ///< 64: of the LMDB part, from the seal; the generation is its beginning
    std::uint64_t documents = 0;
};

/// What a delta says of itself, in front of its records.
struct DeltaHeader {
    DeltaEnd base, target;
    std::string as_of;         ///< BuildOptions::as_of of the target; "" the index has no day
    bool infer_places = true;  ///< BuildOptions::infer_places
    RunHeader tables;          ///< what decides the target's bytes; shard, part and max_record say nothing
    std::string cities;        ///< city_digest()
    std::uint64_t removed = 0, added = 0, changed = 0;
    std::uint64_t body_bytes = 0;  ///< unpacked
    std::string manifest;          ///< of the target, as it is published; "" unknown
    std::string signature;         ///< of the manifest; "" none
};

std::string write_delta_header(const DeltaHeader& header);

/// `json`: maybe hostile. Throws BuildFailure without the file's name.
DeltaHeader read_delta_header(std::string_view json);

}  // namespace bizrec::builder
