#include "guard.hpp"
#include "index_watch.hpp"

/// The begin of a worker: what it serves from its first request on.
namespace bizrec::ngx {

/// Requests come as soon as the worker has begun: what is known to be right is opened before, on this thread.
void IndexWatch::start(ngx_log_t* log) noexcept {
    timer_.log = log;
    schedule(retry_ms);  // whatever is thrown below
    is_starting_ = true;
    guard("index", ngx_cycle->log, [this] { rest(); });
    guard("index", ngx_cycle->log, [this] { serve_meanwhile(); });
    may_take_any_ = !current_;
    if (may_take_any_ && step_ == Step::resting) {
        forget_refusals();
        guard("index", ngx_cycle->log, [this] { rest(); });
    }
    is_starting_ = false;
}

/// The path may have come to name another file since the configuration was read, or none. While that one is hashed, and
/// where it is refused, what serves in the other workers serves here, too; or else what was checked.
void IndexWatch::serve_meanwhile() {
    const auto held = current_ || !served_ ? std::nullopt : served_->get();
    if (held) {
        const bool is_trusted = settings_.trust != nullptr && held->trusted_by == settings_.trust->fingerprint();
        SealedFile file = held->file;
        file.path = path_of(*held);
        serve_at_start(file, is_trusted ? nullptr : settings_.trust, held->file_sha256);
    }
    if (!current_ && known_hash_result_.state == HashResult::State::right) {
        serve_at_start(known_, settings_.trust, known_hash_result_.file_sha256);
        if (current_) {
            tell_others(known_, known_hash_result_.file_sha256);
        }
    }
}

void IndexWatch::serve_at_start(const SealedFile& file, const store::TrustedKeys* keys,
                                const store::Sha256& file_sha256) {
    OpenTask open(file, path_, keys, file_sha256);
    IndexThread::perform_here(open);
    if (!open.result()) {
        return;
    }
    swap(serve_generation(std::move(open.result()).value(), thread_));
    wants_lock_ = settings_.memory != IndexMemory::off;
    schedule(poll_ms);  // the step under way goes on
}

/// Of what this worker has begun to serve.
void IndexWatch::tell_others(const SealedFile& file, const store::Sha256& file_sha256) noexcept {
    if (!served_) {
        return;
    }
    guard("index", ngx_cycle->log, [&] {
        const std::uint64_t trusted_by = settings_.trust == nullptr ? 0 : settings_.trust->fingerprint();
        served_->put(hash_results_, path_, {file, file_sha256, trusted_by, store::FileDescriptor()},
                     current_->descriptor());
    });
}

}  // namespace bizrec::ngx
