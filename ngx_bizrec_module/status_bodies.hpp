#pragma once

#include <string>
#include <vector>

#include "status_figures.hpp"

/// The figures in the forms of the status: status_json.cpp, status_metrics.cpp, status_page.cpp.
namespace bizrec::ngx {

/// The figures as one JSON object. Each part of a figure's path is a member of the object that the part before it
/// names.
std::string status_json(const std::vector<Figure>& figures);

/// The figures in OpenMetrics 1.0, or in the text format of Prometheus, version 0.0.4.
std::string status_metrics(const std::vector<Figure>& figures, bool is_open_metrics);

/// The figures as HTML for people. The page loads no other resource, and reloads itself every five seconds.
std::string status_page(const std::vector<Figure>& figures);

}  // namespace bizrec::ngx
