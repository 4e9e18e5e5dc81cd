#pragma once

#include <cstdint>

#include "bizrec/format/content_phrases.hpp"
#include "lmdb_builder/content/content_sample.hpp"

namespace bizrec::builder {

/// Chooses the phrases that shorten the content of the index most. Returns none if a dictionary would take more bytes
/// than it saves. It works bottom-up, like FSST (Boncz, Neumann, Leis, VLDB 2020). The first phrases are words. Each
/// round cuts the sample by the current phrases. The best pieces and pairs of neighbouring pieces become the phrases of
/// the next round. So an occurrence of a phrase does not count if it is part of a longer phrase. Takes the records out
/// of `sample`.
format::ContentPhrases choose_phrases(ContentSample& sample);

/// The memory that choose_phrases() takes for a sample of ContentSample::default_bytes: the sample, and the table of
/// its pieces.
constexpr std::uint64_t phrase_choice_bytes = std::uint64_t{32} << 20;

}  // namespace bizrec::builder
