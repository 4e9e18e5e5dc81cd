#pragma once

#include <memory>
#include <string>

#include "bizrec/store/generation.hpp"

namespace bizrec::builder {

/// Opens an index; says on standard error why not and gives null.
std::shared_ptr<const store::Generation> open_index(const std::string& path, store::Generation::Check check);

}  // namespace bizrec::builder
