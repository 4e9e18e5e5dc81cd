#include "served_index.hpp"

#include "bizrec/store/file_system.hpp"
#include "worker_user.hpp"

namespace bizrec::ngx {
namespace {

/// A task of a worker, done where there is no worker yet.
template <class Task>
auto done(Task&& task) {
    IndexThread::perform_here(task);
    return std::move(task.result());
}

}  // namespace

const char* ServedIndex::use(const IndexSettings& settings) noexcept {
    if (!settings_) {
        settings_ = settings;
        return nullptr;
    }
    if (settings.interval != settings_->interval) {
        return "bizrec_index_interval";
    }
    if (settings.trust != settings_->trust) {
        return "bizrec_index_trust";
    }
    return settings.memory == settings_->memory ? nullptr : "bizrec_index_memory";
}

Status ServedIndex::hash(ngx_cycle_t* old_cycle) {
    hash_result_ = HashResults::known_before(old_cycle, checked_);
    if (hash_result_.state == HashResult::State::unknown) {
        auto hashed = done(HashTask(checked_, path_));
        if (!hashed) {
            return hashed.error();
        }
        hash_result_ = std::move(hashed).value();
    }
    return hash_result_.state == HashResult::State::right ? ok() : Error{hash_result_.reason};
}

/// And reads its hot pages in, where workers will want them: those that serve by now wait for nothing.
Status ServedIndex::open() const {
    auto opened = done(OpenTask(checked_, path_, settings_->trust, hash_result_.file_sha256));
    if (!opened) {
        return opened.error();
    }
    if (settings_->memory != IndexMemory::off && !ngx_test_config) {
        WarmTask warm(std::move(opened).value(), IndexMemory::prefault);
        IndexThread::perform_here(warm);
    }
    return ok();
}

Status ServedIndex::look(const StandInRules& rules) {
    LookTask look(path_, rules);
    IndexThread::perform_here(look);
    if (!look.result()) {
        return look.result().error();
    }
    checked_ = std::move(look.result()).value();
    unreadable_ = look.unreadable();
    return ok();
}

Status ServedIndex::verify_found(ngx_cycle_t* cycle) {
    const std::string& path = unreadable_.empty() ? path_ : checked_.path;
    if (auto readable = readable_by_workers(cycle, path); !readable) {
        return readable;
    }
    const auto hashed = hash(cycle->old_cycle);
    return hashed ? open() : hashed;
}

/// The file; or, where it is the newest generation of a published folder and made for another version of this program,
/// the newest before it that is sound.
Status ServedIndex::verify(ngx_cycle_t* cycle) {
    const auto identity = store::identify_file(path_);
    seen_ = identity ? identity.value() : store::FileIdentity();
    StandInRules rules{settings_->trust, {}, {}, {}};
    Status first = ok();
    for (;;) {
        const auto found = look(rules);
        if (!found) {
            return first ? found : first;
        }
        auto usable = verify_found(cycle);
        if (usable || (unreadable_.empty() && !usable.error().is_of_other_version)) {
            return usable;
        }
        first = unreadable_.empty() ? usable : Error{unreadable_, true};
        rules.reason = first.error().message;
        rules.skipped.push_back(checked_.path);
    }
}

void ServedIndex::say_stand_in(ngx_log_t* log) const {
    if (!unreadable_.empty()) {
        ngx_log_error(NGX_LOG_ERR, log, 0, stand_in_format, path_.c_str(), unreadable_.c_str(),
                      checked_.seal.generation().c_str());
    }
}

bool ServedIndex::check(ngx_conf_t* cf) {
    if (!settings_) {
        settings_ = IndexSettings{};  // no endpoint uses it
    }
    const auto usable = verify(cf->cycle);
    if (!usable) {
        const ngx_uint_t level = may_be_missing_ ? NGX_LOG_WARN : NGX_LOG_EMERG;
        ngx_log_error(level, cf->log, 0, "bizrec_index \"%s\": %s in %s:%ui", path_.c_str(),
                      usable.error().message.c_str(), named_in_.c_str(), line_);
        return may_be_missing_;
    }
    say_stand_in(cf->log);
    const std::string warning = store::file_system_warning(checked_.path);
    if (!warning.empty()) {
        ngx_log_error(NGX_LOG_WARN, cf->log, 0, "bizrec_index \"%s\": %s in %s:%ui", path_.c_str(), warning.c_str(),
                      named_in_.c_str(), line_);
    }
    return true;
}

void ServedIndex::share(HashResults& results) const {
    if (!unreadable_.empty()) {
        (void)results.is_first_to_say(path_ + unreadable_, seen_);  // check() has said it
    }
    if (hash_result_.state != HashResult::State::unknown) {
        results.record(checked_, hash_result_);
    }
}

void ServedIndex::prepare(HashResults& results, IndexThread& thread) {
    watch_ = std::make_unique<IndexWatch>(path_, *settings_, results, thread);
    watch_->know(checked_, hash_result_);
}

void ServedIndex::start(ngx_log_t* log) noexcept {
    watch_->start(log);
}

}  // namespace bizrec::ngx
