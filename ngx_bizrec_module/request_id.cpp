#include "request_id.hpp"

#include <openssl/rand.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/hex.hpp"
#include "conf.hpp"
#include "header_list.hpp"
#include "request_context.hpp"
#include "strings.hpp"

namespace bizrec::ngx {
namespace {

constexpr std::size_t id_bytes = 16;
constexpr std::size_t max_client_id = 64;

bool is_client_id(std::string_view id) noexcept {
    return !id.empty() && id.size() <= max_client_id &&
           std::all_of(id.begin(), id.end(), [](char c) { return is_alnum(c) || c == '.' || c == '_' || c == '-'; });
}

/// The client's first X-Request-Id header, which lives as long as the request; "" if it is missing or unusable.
std::string_view client_id(ngx_http_request_t* r) noexcept {
    std::string_view id;
    any_header(r->headers_in.headers, [&id](const ngx_table_elt_t& header) {
        const bool is_it = equal_ignoring_case(view(header.key), "X-Request-Id");
        id = is_it ? view(header.value) : id;
        return is_it;
    });
    return is_client_id(id) ? id : std::string_view();
}

/// Fetches the random bytes of many ids in one call, because a call of OpenSSL costs a microsecond for any number of
/// bytes. One object per worker, which first uses it after the fork.
class RandomIds {
public:
    void write(u_char* digits) noexcept {
        if (next_ == bytes_.size()) {
            next_ = 0;
            if (RAND_bytes(bytes_.data(), static_cast<int>(bytes_.size())) != 1) {
                std::generate(bytes_.begin(), bytes_.end(), [] { return static_cast<unsigned char>(ngx_random()); });
            }
        }
        write_hex<id_bytes>(bytes_.data() + next_, digits);
        next_ += id_bytes;
    }

private:
    std::array<unsigned char, 256 * id_bytes> bytes_{};
    std::size_t next_ = bytes_.size();
};

std::string_view make_id(ngx_pool_t* pool) noexcept {
    static RandomIds ids;
    auto* digits = static_cast<u_char*>(ngx_pnalloc(pool, 2 * id_bytes));
    if (digits == nullptr) {
        return {};
    }
    ids.write(digits);
    return {reinterpret_cast<const char*>(digits), 2 * id_bytes};
}

}  // namespace

std::string_view configured_request_id(ngx_http_request_t* r) noexcept {
    const ngx_int_t number = main_conf(r)->request_id;
    const ngx_http_variable_value_t* id =
        number == NGX_ERROR ? nullptr : ngx_http_get_indexed_variable(r, static_cast<ngx_uint_t>(number));
    return id == nullptr || id->not_found != 0 ? std::string_view()
                                               : std::string_view(reinterpret_cast<const char*>(id->data), id->len);
}

std::string_view request_id_of(ngx_http_request_t* r) {
    r = r->main;
    RequestContext* context = obtain_context(r);
    if (context == nullptr) {
        return {};
    }
    if (context->request_id.empty()) {
        context->request_id = client_id(r);
    }
    if (context->request_id.empty()) {
        context->request_id = configured_request_id(r);
    }
    if (context->request_id.empty()) {
        context->request_id = make_id(r->pool);
    }
    return context->request_id;
}

std::string with_request_id(ngx_http_request_t* r, std::string body) {
    const std::string_view id = request_id_of(r);
    if (!id.empty()) {
        body.pop_back();
        body.append(",\"request_id\":\"").append(id).append("\"}");  // the id's characters need no escape
    }
    return body;
}

}  // namespace bizrec::ngx
