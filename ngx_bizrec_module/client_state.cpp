#include "client_state.hpp"

namespace bizrec::ngx {
namespace {

/// Whether nginx has seen an event that a client causes by closing its connection. Without such an event the socket is
/// not examined, which saves system calls.
bool may_have_closed(const ngx_event_t& read) noexcept {
#if (NGX_HAVE_EPOLLRDHUP)
    if ((ngx_event_flags & NGX_USE_EPOLL_EVENT) != 0 && ngx_use_epoll_rdhup != 0) {
        return read.pending_eof != 0;
    }
#endif
    return read.ready != 0;
}

ClientState state_of_socket(ngx_socket_t fd, bool is_end_known) noexcept {
    int error = 0;
    socklen_t size = sizeof error;
    if (::getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) != 0 || error != 0) {
        return ClientState::gone;
    }
    char byte = 0;
    const ssize_t count = ::recv(fd, &byte, 1, MSG_PEEK);
    if (count < 0 && ngx_socket_errno != NGX_EAGAIN) {
        return ClientState::gone;
    }
    return count == 0 || is_end_known ? ClientState::half_closed : ClientState::present;
}

}  // namespace

ClientState client_state(const ngx_http_request_t* r) noexcept {
    const ngx_connection_t& connection = *r->connection;
    if (connection.error != 0) {
        return ClientState::gone;
    }
#if (NGX_HTTP_V3)
    if (connection.quic != nullptr) {
        return connection.read->error != 0 ? ClientState::gone : ClientState::present;
    }
#endif
    if (r->stream != nullptr || !may_have_closed(*connection.read)) {
        return ClientState::present;
    }
    return state_of_socket(connection.fd, connection.read->pending_eof != 0);
}

}  // namespace bizrec::ngx
