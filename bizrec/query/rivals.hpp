#pragma once

#include <string_view>

#include "bizrec/query/interpretation.hpp"
#include "bizrec/query/query_context.hpp"

namespace bizrec::search {

/// The most that a word one error away from an existing one is worth: ln(its documents) less what the error costs
/// (format/rival.hpp). `impossible` where there is none.
Nats rival_of(const QueryContext& context, std::string_view word);

}  // namespace bizrec::search
