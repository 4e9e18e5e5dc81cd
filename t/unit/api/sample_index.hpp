#pragma once

#include <map>
#include <memory>
#include <string>

#include "bizrec/store/generation.hpp"

namespace bizrec::api {

/// A small index of made-up records, built once a process in a temporary folder:
/// a chain of 120 stores under alphacoffee.com in four countries (profile facebook:alphacoffee on the first ten), one
/// business each under solo-shop.example (whose record tries every kind of JSON) and instagram:betabakes.
struct SampleIndex {
    std::map<std::string, std::string> records;  ///< id -> the record as it was handed in
    std::shared_ptr<const store::Generation> generation;
};

const SampleIndex& sample_index();

/// Another one, of these records (id -> record).
SampleIndex build_sample(std::map<std::string, std::string> records);

}  // namespace bizrec::api
