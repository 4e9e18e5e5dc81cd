#include "served_index.hpp"

#include <utility>

#include "guard.hpp"

namespace bizrec::ngx {
namespace {

constexpr ngx_msec_t retry_after_ms = 1000;
constexpr ngx_msec_t between_slices_ms = 1;
constexpr std::uint64_t slice_bytes = 2 << 20;  // some 1.5 ms of SHA-256: what the event loop may stand still at once

/// The engine's messages begin with the path; ours have said it already.
std::string without_path(const std::string& message, const std::string& path) {
    std::string prefix = path + ": ";
    return message.compare(0, prefix.size(), prefix) == 0 ? message.substr(prefix.size()) : message;
}

}  // namespace

ServedIndex::ServedIndex(std::string path) : path_(std::move(path)) {
    timer_owner_.fd = static_cast<ngx_socket_t>(-1);
    timer_owner_.data = this;
    timer_.data = &timer_owner_;
    timer_.handler = on_timer;
    timer_.cancelable = 1;  // a worker that shuts down does not wait for it
}

ServedIndex::~ServedIndex() {
    if (timer_.timer_set) {
        ngx_del_timer(&timer_);
    }
}

const std::string* ServedIndex::verify() {
    if (!checked_) {
        auto generation = store::Generation::open(path_, store::Generation::Check::hash);
        if (generation) {
            verified_ = generation.value()->file();
        } else {
            refusal_ = without_path(generation.error().message, path_);
        }
        checked_ = true;
    }
    return verified_ ? nullptr : &refusal_;
}

void ServedIndex::start() noexcept {
    timer_.log = ngx_cycle->log;
    guard("index", ngx_cycle->log, [this] { advance(); });
}

void ServedIndex::on_timer(ngx_event_t* event) noexcept {
    auto* self = static_cast<ServedIndex*>(static_cast<ngx_connection_t*>(event->data)->data);
    guard("index", ngx_cycle->log, [self] { self->advance(); });
}

void ServedIndex::advance() {
    schedule(retry_after_ms);  // first: whatever is thrown below, the next attempt stands
    if (checker_) {
        check_slice();
    } else {
        begin();
    }
}

void ServedIndex::begin() {
    auto identity = store::identify_file(path_);
    if (!identity) {
        fail(identity.error().message);
        return;
    }
    candidate_ = identity.value();
    if (verified_ && candidate_ == *verified_) {
        open();  // the very file whose hash the master process has checked
        return;
    }
    auto checker = store::SealChecker::open(path_);
    if (!checker) {
        fail(checker.error().message);
        return;
    }
    checker_.emplace(std::move(checker).value());
    check_slice();
}

void ServedIndex::check_slice() {
    auto finished = checker_->step(slice_bytes);
    if (finished && !finished.value()) {
        schedule(between_slices_ms);
        return;
    }
    checker_.reset();
    if (!finished) {
        fail(finished.error().message);
        return;
    }
    verified_ = candidate_;
    open();
}

void ServedIndex::open() {
    auto generation = store::Generation::open(path_, store::Generation::Check::seal);
    if (!generation) {
        fail(generation.error().message);
        return;
    }
    if (!(generation.value()->file() == candidate_)) {
        fail("the file changed while it was checked");  // the next attempt checks the new one
        return;
    }
    current_ = std::move(generation).value();
    if (timer_.timer_set) {
        ngx_del_timer(&timer_);
    }
    ngx_log_error(NGX_LOG_NOTICE, ngx_cycle->log, 0, "bizrec_index \"%s\": generation %s, %ud records", path_.c_str(),
                  current_->name().c_str(), current_->documents());
}

void ServedIndex::fail(std::string reason) {
    reason = without_path(reason, path_);
    if (reason != last_failure_) {
        ngx_log_error(NGX_LOG_ERR, ngx_cycle->log, 0,
                      "bizrec_index \"%s\": %s; requests are answered with 503 until the file is usable", path_.c_str(),
                      reason.c_str());
        last_failure_ = std::move(reason);
    }
}

void ServedIndex::schedule(ngx_msec_t delay) noexcept {
    if (timer_.timer_set) {
        ngx_del_timer(&timer_);
    }
    ngx_add_timer(&timer_, delay);
}

}  // namespace bizrec::ngx
