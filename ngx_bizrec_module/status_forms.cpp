#include "status_forms.hpp"

#include <utility>

#include "bizrec/base/ascii.hpp"

namespace bizrec::ngx {
namespace {

/// Removes the text up to the divider, and the divider, from `rest`. Returns that text without the divider and without
/// blanks around it.
std::string_view next_part(std::string_view& rest, char divider) noexcept {
    const std::size_t end = rest.find(divider);
    const std::string_view part = trim_blanks(rest.substr(0, end));
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    return part;
}

/// The weight of a form in thousandths: 500 for "0.5". A missing or invalid weight counts as 1, which is 1000.
int weight_of(std::string_view text) noexcept {
    constexpr int whole = 1000;
    if (text.empty() || text[0] != '0' || (text.size() > 1 && text[1] != '.')) {
        return whole;
    }
    int weight = 0;
    int digit = whole / 10;
    for (std::size_t i = 2; i < text.size() && digit != 0; ++i, digit /= 10) {
        if (text[i] < '0' || text[i] > '9') {
            return whole;
        }
        weight += (text[i] - '0') * digit;
    }
    return weight;
}

}  // namespace

std::optional<StatusForm> form_of_segment(std::string_view segment) noexcept {
    constexpr std::pair<std::string_view, StatusForm> segments[] = {
        {"json", StatusForm::json}, {"metrics", StatusForm::metrics}, {"html", StatusForm::page},
        {"live", StatusForm::live}, {"ready", StatusForm::ready},
    };
    for (const auto& [name, form] : segments) {
        if (name == segment) {
            return form;
        }
    }
    return std::nullopt;
}

AcceptedForm form_of_accept(std::string_view accept) noexcept {
    constexpr std::pair<std::string_view, AcceptedForm> types[] = {
        {"application/json", {StatusForm::json, false}},
        {"application/openmetrics-text", {StatusForm::metrics, true}},
        {"text/plain", {StatusForm::metrics, false}},
        {"text/html", {StatusForm::page, false}},
        {"*/*", {StatusForm::json, false}},
        {"application/*", {StatusForm::json, false}},
        {"text/*", {StatusForm::page, false}},
    };
    AcceptedForm best;
    int best_weight = 0;
    for (std::string_view rest = accept; !rest.empty();) {
        std::string_view range = next_part(rest, ',');
        const std::string_view type = next_part(range, ';');
        int weight = weight_of({});
        while (!range.empty()) {
            const std::string_view parameter = next_part(range, ';');
            if (parameter.size() > 2 && equals_ignoring_case(parameter.substr(0, 2), "q=")) {
                weight = weight_of(parameter.substr(2));
            }
        }
        for (const auto& [name, form] : types) {
            if (weight > best_weight && equals_ignoring_case(type, name)) {
                best = form;
                best_weight = weight;
            }
        }
    }
    return best;
}

}  // namespace bizrec::ngx
