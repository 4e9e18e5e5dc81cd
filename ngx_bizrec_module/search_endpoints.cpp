#include "search_endpoints.hpp"

namespace bizrec::ngx {
namespace {

/// Of a request with thousands of domains a search keeps a megabyte, and few requests are like that.
constexpr std::size_t largest_kept_body = 16384;

}  // namespace

SearchEndpoints::Lease SearchEndpoints::take(std::size_t body_bytes) {
    const auto make = [this] { return std::make_unique<api::SearchEndpoint>(parsers_); };
    return body_bytes > largest_kept_body ? Stock<api::SearchEndpoint>::lend(make()) : endpoints_.take(make);
}

}  // namespace bizrec::ngx
