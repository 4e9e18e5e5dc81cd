#pragma once

#include <string>
#include <vector>

#include "status_figures.hpp"

namespace bizrec::ngx {

/// One object with the tree of the figures' paths.
std::string status_json(const std::vector<Figure>& figures);

}  // namespace bizrec::ngx
