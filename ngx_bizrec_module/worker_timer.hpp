#pragma once

#include "ngx.hpp"

namespace bizrec::ngx {

/// A timer that does not delay the end of a worker. Not movable: nginx points to it.
class WorkerTimer {
public:
    WorkerTimer(void* owner, ngx_event_handler_pt handler) noexcept {
        connection_.fd = static_cast<ngx_socket_t>(-1);
        connection_.data = owner;
        event_.data = &connection_;
        event_.handler = handler;
        event_.cancelable = 1;
    }
    ~WorkerTimer() { stop(); }
    WorkerTimer(const WorkerTimer&) = delete;
    WorkerTimer& operator=(const WorkerTimer&) = delete;

    /// The owner, in its handler.
    template <class Owner>
    static Owner& owner_of(const ngx_event_t* event) noexcept {
        return *static_cast<Owner*>(static_cast<ngx_connection_t*>(event->data)->data);
    }

    void set_log(ngx_log_t* log) noexcept { event_.log = log; }

    /// In `delay` milliseconds from now, instead of an earlier time.
    void set(ngx_msec_t delay) noexcept {
        stop();  // otherwise nginx keeps the old time if the new one differs little
        ngx_add_timer(&event_, delay);
    }

    void stop() noexcept {
        if (event_.timer_set) {
            ngx_del_timer(&event_);
        }
    }

private:
    ngx_event_t event_{};
    ngx_connection_t connection_{};  // nginx's debug log needs a connection for each event
};

}  // namespace bizrec::ngx
