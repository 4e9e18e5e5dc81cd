#pragma once

#include "bizrec/format/content_phrases.hpp"
#include "lmdb_builder/build/content_sample.hpp"

namespace bizrec::builder {

/// The phrases that shorten an index of these records most, none where a dictionary would cost more than it saves.
/// Bottom-up, as FSST chooses its symbols (Boncz, Neumann, Leis, VLDB 2020): words first; then, round after round, the
/// sample is cut by the phrases so far, and the best of what was met, and of neighbours taken together, are the phrases
/// of the next round. So a phrase counts only where no longer one takes its place. Takes the sample's records.
format::ContentPhrases choose_phrases(ContentSample& sample);

}  // namespace bizrec::builder
