#pragma once

#include <string_view>

#include "bizrec/api/field_error.hpp"
#include "bizrec/identity/identity.hpp"

namespace bizrec::api {

/// Sets a 422 for a website or profile that the normaliser rejects. Always returns false. The message quotes the start
/// of `text`, unless that could reveal a secret: a URL can hold credentials before an @ and tokens after ? and #.
bool refuse_link(ApiError& error, const FieldPath& field, const identity::Identity& link, std::string_view text);

}  // namespace bizrec::api
