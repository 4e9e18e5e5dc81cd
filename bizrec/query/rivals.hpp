#pragma once

#include <string_view>

#include "bizrec/query/interpretation.hpp"
#include "bizrec/query/query_context.hpp"

namespace bizrec::search {

/// The most that an existing word one error away from `word` is worth: ln(its documents) minus the cost of the error
/// (format/rival.hpp). `impossible` if there is no such word.
Nats rival_of(const QueryContext& context, std::string_view word);

}  // namespace bizrec::search
