#include "bizrec/api/error.hpp"

#include <array>

#include "bizrec/base/json_text.hpp"

namespace bizrec::api {
namespace {

// The specification of the API prescribes the texts of 401, 402, 403, 404 and 429.
const std::array<ApiError, 14> refusals = {{
    {400, "bad_request", "Bad Request", {}},
    {401, "invalid_api_key", "Invalid API Key", {}},
    {402, "credit_limit_reached", "Credit limit reached", {}},
    {403, "forbidden", "Forbidden", {}},
    {404, "not_found", "Not Found", {}},
    {413, "body_too_large", "the request body is too large", {}},
    {414, "bad_request", "the request line is too long", {}},
    {429, "too_many_requests", "Too many requests", {}},
    {431, "bad_request", "the request headers are too large", {}},
    {501, "internal", "Not Implemented", {}},
    {502, "internal", "Bad Gateway", {}},
    {503, "index_unavailable", "the index is not available at the moment; please retry shortly", {}},
    {504, "internal", "Gateway Timeout", {}},
    {500, "internal", "Internal Server Error", {}},  // last: used for every other status
}};

const ApiError expired_key = {401, "expired_api_key", "Expired API Key", {}};

/// A kind of work in the client's terms, and how to reduce it. In the order of WorkKind.
struct WorkText {
    const char *what, *less;
};
constexpr std::array<WorkText, work_kinds> work_texts = {{
    {"reading the body", "send a smaller one"},
    {"domain names with letters other than a to z", "send fewer of them at a time, or in their xn-- form"},
    {"long texts in other scripts", "send shorter texts, or fewer"},
    {"cutting texts into words", "send shorter texts, or fewer"},
    {"the words and domains to look up", "send fewer words, keywords, tags or domains"},
    {"the locations", "send fewer location objects, or fewer postal codes in them"},
    {"distances to the circles", "send fewer or smaller circles, or add a city or a website to them"},
    {"the records that hold these words", "send fewer words, or rarer ones, or a location"},
    {"other spellings of the words", "send fewer words, or the header Prefer: handling=strict"},
    {"writing the rows", "ask for fewer rows with a smaller limit"},
}};

/// A size for messages: "65536 bytes (64 KiB)", or only the bytes if they are not whole KiB or MiB.
std::string size_text(std::size_t bytes) {
    const bool mebibytes = bytes >= 1U << 20 && bytes % (1U << 20) == 0;
    std::string text = std::to_string(bytes) + " bytes";
    if (!mebibytes && bytes % 1024 != 0) {
        return text;
    }
    return text + " (" + std::to_string(mebibytes ? bytes >> 20 : bytes >> 10) + (mebibytes ? " MiB)" : " KiB)");
}

}  // namespace

std::string render_error(const ApiError& error) {
    std::string body = "{\"error\":";
    append_json_string(body, error.message);
    body += ",\"detail\":";
    append_json_string(body, error.message);
    body += ",\"code\":";
    append_json_string(body, error.code);
    if (!error.field.empty()) {
        body += ",\"field\":";
        append_json_string(body, error.field);
    }
    if (!error.members.empty()) {
        body += ',';
        body += error.members;
    }
    body += '}';
    return body;
}

const ApiError& standard_error(int status) noexcept {
    for (const ApiError& refusal : refusals) {
        if (refusal.status == status) {
            return refusal;
        }
    }
    return refusals.back();
}

const ApiError& expired_key_error() noexcept {
    return expired_key;
}

ApiError too_large_error(std::size_t limit) {
    ApiError error = standard_error(413);
    error.message += ": this endpoint takes up to " + size_text(limit);
    return error;
}

ApiError answer_too_large_error(std::size_t limit, std::uint64_t rows) {
    const bool single = rows <= 1;
    return {422, "answer_too_large",
            "limit: the answer of " + std::to_string(rows) + (single ? " row" : " rows") + " would be larger than " +
                size_text(limit) + ", the greatest that this server sends; " +
                (single ? "no smaller limit helps" : "ask for fewer rows with a smaller limit"),
            "limit"};
}

ApiError batch_too_large_error(std::size_t limit) {
    return {422, "answer_too_large",
            "items: the answer would be larger than " + size_text(limit) +
                ", the greatest that this server sends; send fewer items, or smaller limits in them",
            "items"};
}

ApiError records_too_large_error(std::size_t limit, std::uint64_t records) {
    const bool single = records <= 1;
    return {422, "answer_too_large",
            "id: the answer of " + std::to_string(records) + (single ? " record" : " records") +
                " would be larger than " + size_text(limit) + ", the greatest that this server sends; " +
                (single ? "no other request helps" : "ask for fewer ids at a time"),
            "id"};
}

ApiError too_much_work_error(const Budget& budget) {
    const WorkText& text = work_texts[static_cast<std::size_t>(budget.max_kind())];
    return {422,
            "too_much_work",
            std::string("the request is more work than this server does for one; most of it is ") + text.what + ": " +
                text.less,
            {}};
}

}  // namespace bizrec::api
