#include "index_watch.hpp"

#include <cerrno>
#include <system_error>

#include "guard.hpp"

/// Watches the list of suppressions that the index's folder names. A new list is applied to the serving generation
/// immediately, even while a new index is being brought in.
namespace bizrec::ngx {

void IndexWatch::on_list_timer(ngx_event_t* event) noexcept {
    guard("suppressions", ngx_cycle->log, [event] { WorkerTimer::owner_of<IndexWatch>(event).watch_list(); });
}

void IndexWatch::schedule_list(ngx_msec_t delay) noexcept {
    if (delay != IndexSettings::never) {
        list_timer_.set(delay);
    }
}

void IndexWatch::watch_list() {
    schedule_list(settings_.interval);  // first, so that the next look is scheduled even if the code below throws
    if (ngx_exiting || ngx_quit || ngx_terminate || !current_) {
        return;  // without a generation there is nothing to do: a generation is opened together with its list
    }
    if (suppress_current_) {
        return suppress_current_->finished() ? finish_suppressing_current() : schedule_list(poll_ms);
    }
    if (list_) {
        return list_->finished() ? finish_list() : schedule_list(poll_ms);
    }
    if (store::look_at_suppressions(store::suppression_folder_of(path_)) == sight_) {
        return;
    }
    list_ = std::make_shared<ListTask>(path_, settings_.trust, suppressions_);
    if (!list_thread_.post(list_)) {
        list_.reset();
        return say_list_trouble("no thread can be started: " + std::generic_category().message(errno));
    }
    schedule_list(poll_ms);
}

void IndexWatch::finish_list() {
    auto found = std::move(list_->result());
    list_.reset();
    if (!found) {
        return say_list_trouble(found.error().message);
    }
    sight_ = found.value().seen;
    if (!found.value().trouble.empty()) {
        say_list_trouble(found.value().trouble);
    } else {
        list_trouble_ = {};
    }
    if (found.value().list != suppressions_) {
        suppress_current(std::move(found.value().list));
    }
}

void IndexWatch::suppress_current(store::SharedSuppressions list) {
    next_list_ = std::move(list);
    suppress_current_ = std::make_shared<SuppressTask>(opened_, next_list_);
    if (!list_thread_.post(suppress_current_)) {
        suppress_current_.reset();
        sight_ = {};  // so that the list is read again
        return say_list_trouble("no thread can be started: " + std::generic_category().message(errno));
    }
    schedule_list(poll_ms);
}

void IndexWatch::finish_suppressing_current() {
    const auto of = suppress_current_->take_generation();
    auto suppressed = std::move(suppress_current_->result());
    suppress_current_.reset();
    if (!suppressed) {
        sight_ = {};  // so that the list is read again
        return say_list_trouble(suppressed.error().message);
    }
    if (of != opened_) {
        return suppress_current(std::move(next_list_));  // another generation has begun to serve meanwhile
    }
    ngx_log_error(NGX_LOG_NOTICE, ngx_cycle->log, 0,
                  "bizrec_index \"%s\": list %uL of suppressions, %uz entries, is in force", path_.c_str(),
                  next_list_->number, next_list_->entries.size());
    current_ = std::move(suppressed).value();
    suppressions_ = std::move(next_list_);
}

/// Logs, once for the server, why the new list cannot be used. The list in force stays in force.
void IndexWatch::say_list_trouble(const std::string& reason) {
    const std::string serves =
        suppressions_ ? "list " + std::to_string(suppressions_->number) + " stays in force" : "no list is in force";
    list_trouble_.set(reason);
    if (hash_results_.is_first_to_say(path_ + reason, sight_.file)) {
        ngx_log_error(NGX_LOG_ERR, ngx_cycle->log, 0, "bizrec_index \"%s\": %s; %s", path_.c_str(), reason.c_str(),
                      serves.c_str());
    }
}

/// Puts the list in force that the generation was opened with, unless a later list has come into force meanwhile.
/// Returns the generation without the records that the list in force suppresses.
std::shared_ptr<const store::Generation> IndexWatch::without_suppressed(
    std::shared_ptr<const store::Generation> generation) {
    const store::FoundSuppressions found = std::move(found_);
    found_ = {};
    if (suppressions_ && (!found.list || found.list->number < suppressions_->number)) {
        return store::Generation::suppress(generation, suppressions_);
    }
    suppressions_ = found.list;
    sight_ = found.seen;
    list_trouble_ = {};
    if (!found.trouble.empty()) {
        say_list_trouble(found.trouble);
    }
    return generation;
}

}  // namespace bizrec::ngx
