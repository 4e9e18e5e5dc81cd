#pragma once

#include <vector>

#include "bizrec/store/generation.hpp"
#include "t/unit/stages/term_oracle.hpp"

namespace bizrec::builder::testing {

/// Compares the names without spaces of an index, and their spellings, with those derived from its records one by one.
void expect_glued_names(const std::vector<TermOracle::Document>& documents, const store::Generation& index);

}  // namespace bizrec::builder::testing
