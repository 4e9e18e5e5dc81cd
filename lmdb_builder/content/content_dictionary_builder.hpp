#pragma once

#include <cstdint>

#include "bizrec/format/content_phrases.hpp"
#include "lmdb_builder/content/content_sample.hpp"

namespace bizrec::builder {

/// The phrases that shorten an index of these records most, none where a dictionary would cost more than it saves.
/// Bottom-up, as FSST chooses its symbols (Boncz, Neumann, Leis, VLDB 2020): words first; then, round after round, the
/// sample is cut by the phrases so far, and the best of what was met, and of neighbours taken together, are the phrases
/// of the next round. So a phrase counts only where no longer one takes its place. Takes the sample's records.
format::ContentPhrases choose_phrases(ContentSample& sample);

/// What it takes with a sample of default_bytes of usual records: the sample, and the table of what was met in it.
constexpr std::uint64_t phrase_choice_bytes = std::uint64_t{32} << 20;

}  // namespace bizrec::builder
