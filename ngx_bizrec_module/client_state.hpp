#pragma once

#include <cstdint>

#include "ngx.hpp"

namespace bizrec::ngx {

enum class ClientState : std::uint8_t {
    present,
    /// A FIN has arrived. A client that only closes its sending half looks the same as a client that has given up.
    half_closed,
    gone,  ///< RST, RST_STREAM, the end of an HTTP/2 or HTTP/3 connection
};

/// Reads the client's state from the connection. Consumes nothing from the socket: the bytes of a next request stay.
ClientState client_state(const ngx_http_request_t* r) noexcept;

}  // namespace bizrec::ngx
