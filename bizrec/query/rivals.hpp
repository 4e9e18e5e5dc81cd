#pragma once

#include <string_view>

#include "bizrec/query/interpretation.hpp"
#include "bizrec/query/query_context.hpp"

namespace bizrec::search {

/// An upper bound on what a neighbour of `word` (format/rival.hpp) is worth: ln(its documents) minus the cost of the
/// error. Below -1e8 if there is no neighbour.
Nats rival_of(const QueryContext& context, std::string_view word);

}  // namespace bizrec::search
