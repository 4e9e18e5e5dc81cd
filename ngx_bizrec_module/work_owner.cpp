#include "work_queue.hpp"

#include <string_view>

#include "bizrec/base/xxh.hpp"
#include "conf.hpp"
#include "strings.hpp"

namespace bizrec::ngx {
namespace {

enum class OwnerKind : XXH64_hash_t { team, address };

FairQueue::Team owner(OwnerKind kind, const void* bytes, std::size_t size) noexcept {
    return XXH3_64bits_withSeed(bytes, size, static_cast<XXH64_hash_t>(kind));
}

FairQueue::Team owner_of_address(const ngx_connection_t& connection) noexcept {
    switch (connection.sockaddr->sa_family) {
        case AF_INET: {
            const auto* of = reinterpret_cast<const sockaddr_in*>(connection.sockaddr);
            return owner(OwnerKind::address, &of->sin_addr, sizeof of->sin_addr);
        }
#if (NGX_HAVE_INET6)
        case AF_INET6: {
            constexpr std::size_t network_bytes = 8;  // a client usually has all addresses of such a network
            const auto* of = reinterpret_cast<const sockaddr_in6*>(connection.sockaddr);
            const auto* bytes = of->sin6_addr.s6_addr;
            constexpr std::size_t mapped_bytes = 12;
            return IN6_IS_ADDR_V4MAPPED(&of->sin6_addr) ? owner(OwnerKind::address, bytes + mapped_bytes, 4)
                                                        : owner(OwnerKind::address, bytes, network_bytes);
        }
#endif
        default:
            return owner(OwnerKind::address, "", 0);  // one owner for all clients of a Unix socket
    }
}

}  // namespace

FairQueue::Team owner_of_work(ngx_http_request_t* r, const LocationConf& conf) noexcept {
    ngx_str_t team;
    if (conf.access != nullptr && conf.access != &access_off &&
        ngx_http_complex_value(r, conf.access->team, &team) == NGX_OK && team.len != 0) {
        return owner(OwnerKind::team, team.data, team.len);
    }
    return owner_of_address(*r->connection);
}

}  // namespace bizrec::ngx
