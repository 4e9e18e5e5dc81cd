#pragma once

#include <string>
#include <vector>

#include "status_figures.hpp"

namespace bizrec::ngx {

/// The figures in OpenMetrics 1.0, or in the text format of Prometheus, version 0.0.4.
std::string status_metrics(const std::vector<Figure>& figures, bool is_open_metrics);

}  // namespace bizrec::ngx
