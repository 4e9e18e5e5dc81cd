#pragma once

#include <string_view>

#include "bizrec/api/field_error.hpp"
#include "bizrec/identity/identity.hpp"

namespace bizrec::api {

/// A 422 for a website or profile that the normaliser rejects. The message quotes the start of `text` unless that could
/// give a secret away: a URL can hold credentials before an @ and tokens behind ? and #.
bool refuse_link(ApiError& error, const FieldPath& field, const identity::Identity& link, std::string_view text);

}  // namespace bizrec::api
