#pragma once

#include <cstdint>
#include <string>

#include "bizrec/explain/explanation.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::api {

/// Texts of a document for its explanation. `docid` < generation.documents(); `generation` must outlive the result.
search::RecordTexts record_texts(const store::Generation& generation, std::uint32_t docid);

/// Appends `,"explain":["…",…]`, the last member of a row; each word is shown with the text of the record that has it.
/// `generation` must be the one that was explained.
void append_explanation(std::string& out, const store::Generation& generation, const search::Explanation& explanation,
                        std::uint32_t docid);

}  // namespace bizrec::api
