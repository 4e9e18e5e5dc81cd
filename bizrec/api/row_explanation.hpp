#pragma once

#include <cstdint>
#include <string>

#include "bizrec/query/explain.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::api {

/// For the explanation of a document. `docid` < generation.documents(); `generation` must outlive it.
search::RecordTexts record_texts(const store::Generation& generation, std::uint32_t docid);

/// Appends `,"explain":["…",…]`, the last member of a row, where each word has its text. `generation`: the
/// explanation's.
void append_explanation(std::string& out, const store::Generation& generation, const search::Explanation& explanation,
                        std::uint32_t docid);

}  // namespace bizrec::api
