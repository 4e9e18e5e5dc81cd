#pragma once

#include <string>
#include <vector>

#include "status_figures.hpp"

namespace bizrec::ngx {

/// The figures as one JSON object. Each part of a figure's path is a member of the object that the part before it
/// names.
std::string status_json(const std::vector<Figure>& figures);

}  // namespace bizrec::ngx
