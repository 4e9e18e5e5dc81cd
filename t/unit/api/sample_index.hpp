#pragma once

#include <map>
#include <memory>
#include <string>

#include "bizrec/store/generation.hpp"

namespace bizrec::api {

/// A small index of made-up records, built once a process in a temporary folder. It has a chain of 120 stores under
/// alphacoffee.com in four countries, the first ten with the profile facebook:alphacoffee. It has a business under
/// solo-shop.com, whose record has every kind of JSON, and one with instagram:betabakes.
struct SampleIndex {
    std::map<std::string, std::string> records;  ///< id -> the record as it was given to the builder
    std::shared_ptr<const store::Generation> generation;
};

const SampleIndex& sample_index();

/// Builds another sample index from these records (id -> record).
SampleIndex build_sample(std::map<std::string, std::string> records);

}  // namespace bizrec::api
