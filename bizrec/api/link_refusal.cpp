#include "bizrec/api/link_refusal.hpp"

namespace bizrec::api {

bool refuse_link(ApiError& error, const FieldPath& field, const identity::Identity& link, std::string_view text) {
    const std::string_view shown = text.substr(0, text.find_first_of("?#"));
    std::string problem;
    if (text.find('@') == std::string_view::npos && !shown.empty()) {
        problem = "cannot use " + quote_start(shown) + ": ";
    }
    problem += link.reason;
    return refuse_field(error, field, problem);
}

}  // namespace bizrec::api
