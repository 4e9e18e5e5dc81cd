#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace bizrec::ngx {

/// The forms in which bizrec_status answers.
enum class StatusForm : std::uint8_t { json, metrics, page, live, ready };

/// The form that the last segment of an address asks for: json, metrics, html, live or ready. Nothing if it is none of
/// these.
std::optional<StatusForm> form_of_segment(std::string_view segment) noexcept;

struct AcceptedForm {
    StatusForm form = StatusForm::json;
    bool is_open_metrics = false;  ///< for metrics: the client asked for OpenMetrics; otherwise Prometheus' text format
};
/// The form that the client likes best (RFC 9110 section 12.5.1). JSON if the client names none that is known.
AcceptedForm form_of_accept(std::string_view accept) noexcept;

}  // namespace bizrec::ngx
