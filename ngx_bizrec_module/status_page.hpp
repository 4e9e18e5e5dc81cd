#pragma once

#include <string>
#include <vector>

#include "status_figures.hpp"

namespace bizrec::ngx {

/// The figures as HTML for people. The page loads no other resource, and reloads itself every five seconds.
std::string status_page(const std::vector<Figure>& figures);

}  // namespace bizrec::ngx
