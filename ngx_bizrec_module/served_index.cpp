#include "served_index.hpp"

#include "bizrec/store/file_system.hpp"
#include "bizrec/store/open_index.hpp"
#include "worker_user.hpp"

namespace bizrec::ngx {
namespace {

/// Runs a task that workers run on a thread, and returns its result. It runs here because no worker exists yet.
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
    if (settings.memory != settings_->memory) {
        return "bizrec_index_memory";
    }
    return settings.check == settings_->check ? nullptr : "bizrec_index_check";
}

Status ServedIndex::hash(ngx_cycle_t* cycle) {
    hash_result_ = HashResults::known_before(cycle->old_cycle, checked_, settings_->check);
    if (hash_result_.state == HashResult::State::unknown) {
        HashTask task(checked_, path_, settings_->check);
        IndexThread::perform_here(task);
        if (!task.result()) {
            return task.result().error();
        }
        say_checked(cycle->log, path_, checked_, task.account());
        hash_result_ = std::move(task.result()).value();
    }
    return hash_result_.state == HashResult::State::right ? ok() : Error{hash_result_.reason};
}

/// Opens the file as a worker will, and closes it again. If bizrec_index_memory asks for it, also reads the hot pages
/// into the page cache before the new workers start; the old workers keep serving meanwhile.
Status ServedIndex::open() const {
    auto opened =
        done(OpenTask(checked_, path_, settings_->trust, hash_result_.file_sha256, settings_->trust, nullptr));
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
    const auto hashed = hash(cycle);
    return hashed ? open() : hashed;
}

/// Checks the file. If the file is the newest generation of a published folder and cannot be used, checks the newest
/// sound generation before it in two cases: the newest is made for another version of this program, or no generation
/// has served yet.
Status ServedIndex::verify(ngx_cycle_t* cycle, const std::string& served) {
    const auto identity = store::identify_file(path_);
    seen_ = identity ? identity.value() : store::FileIdentity();
    StandInRules rules{settings_->trust, served, {}, false, {}};
    Status first = ok();
    for (;;) {
        const auto found = look(rules);
        if (!found) {
            return first ? found : first;
        }
        auto usable = verify_found(cycle);
        if (usable || (unreadable_.empty() && !usable.error().is_of_other_version && !served.empty())) {
            return usable;
        }
        first = unreadable_.empty() ? usable : Error{unreadable_, true};
        rules.reason = first.error().message;
        rules.skipped.push_back(checked_.path);
    }
}

/// Keeps the file that the running workers serve, instead of a bad new file. Its bytes have not changed since they were
/// checked. Returns false if the new workers cannot open it, or if keys are trusted and none of them has signed it.
bool ServedIndex::goes_on(ngx_cycle_t* cycle, const HeldFile& held) {
    SealedFile file = held.file;
    file.path = path_of(held);
    const bool is_trusted = settings_->trust != nullptr && held.trusted_by == settings_->trust->fingerprint();
    if (!readable_by_workers(cycle, file.path)) {
        return false;
    }
    const auto opened = done(
        OpenTask(file, path_, is_trusted ? nullptr : settings_->trust, held.file_sha256, settings_->trust, nullptr));
    if (!opened) {
        return false;
    }
    checked_ = held.file;
    unreadable_.clear();
    hash_result_ = HashResult{HashResult::State::right, held.file_sha256, {}, false};
    return true;
}

/// Checks the new file; if it is bad, checks the one that the running workers serve. So a reload never replaces a
/// working index by a worse state.
Status ServedIndex::verify_any(ngx_cycle_t* cycle) {
    const auto held = served_ ? served_->get() : std::nullopt;
    auto usable = verify(cycle, held ? held->file.seal.generation() : std::string());
    if (usable || !held) {
        return usable;
    }
    const Error reason = usable.error();
    if (goes_on(cycle, *held)) {
        going_on_ = reason.message;
        return ok();
    }
    return verify(cycle, {}) ? ok() : Status(reason);
}

void ServedIndex::say_stand_in(ngx_log_t* log) const {
    const std::string generation = checked_.seal.generation();
    if (!going_on_.empty()) {
        ngx_log_error(NGX_LOG_ERR, log, 0, "bizrec_index \"%s\": %s; generation %s goes on serving", path_.c_str(),
                      going_on_.c_str(), generation.c_str());
    } else if (!unreadable_.empty()) {
        ngx_log_error(NGX_LOG_ERR, log, 0, stand_in_format, path_.c_str(), unreadable_.c_str(), generation.c_str(),
                      ngx_test_config ? " at a start; a reload goes on with what serves" : "");
    }
}

/// Logs why the index cannot be used. Returns whether the server may start all the same, because of `missing=503`. But
/// a configuration that would answer 503 never replaces one that serves.
bool ServedIndex::refuse(ngx_log_t* log, const std::string& reason) const {
    const bool is_worse = served_ && served_->has_any();
    const bool may_go_on = may_be_missing_ && !is_worse;
    const char* const means = is_worse           ? "; what serves goes on with the configuration that runs"
                              : !ngx_test_config ? ""
                              : may_be_missing_  ? "; a start would answer 503, a reload goes on with what serves"
                                                 : "; a start would be refused, a reload goes on with what serves";
    const ngx_uint_t level = may_go_on ? NGX_LOG_WARN : NGX_LOG_EMERG;
    ngx_log_error(level, log, 0, "bizrec_index \"%s\": %s%s in %s:%ui", path_.c_str(), reason.c_str(), means,
                  named_in_.c_str(), line_);
    return may_go_on;
}

void ServedIndex::keep_served(const ServedIndex* before) {
    if (ngx_test_config) {
        return;
    }
    served_ = before == nullptr ? ServedFile::inherited(path_) : before->served_;
    if (!served_) {
        served_ = ServedFile::make();
    }
}

bool ServedIndex::check(ngx_conf_t* cf, const ServedIndex* before) {
    if (!settings_) {
        settings_ = IndexSettings{};  // no endpoint uses this index
    }
    keep_served(before);
    const auto usable = verify_any(cf->cycle);
    if (!usable) {
        return refuse(cf->log, usable.error().message);
    }
    is_usable_ = true;
    say_stand_in(cf->log);
    const std::string warning = store::file_system_warning(checked_.path);
    if (!warning.empty()) {
        ngx_log_error(NGX_LOG_WARN, cf->log, 0, "bizrec_index \"%s\": %s in %s:%ui", path_.c_str(), warning.c_str(),
                      named_in_.c_str(), line_);
    }
    return true;
}

/// Shares the hash result, and stores the file for workers that find it gone when they start. Later the workers
/// themselves store the file that they serve.
void ServedIndex::share(HashResults& results) const {
    const std::string& reason = going_on_.empty() ? unreadable_ : going_on_;
    if (!reason.empty()) {
        (void)results.is_first_to_say(path_ + reason, seen_);  // marks it as logged, because check() has logged it
    }
    if (hash_result_.state != HashResult::State::unknown) {
        results.record(checked_, hash_result_);
    }
    if (!served_ || !is_usable_ || !going_on_.empty()) {
        return;
    }
    const auto opened = store::OpenIndex::open(checked_.path);
    if (opened && opened.value().file.identity == checked_.identity) {
        const std::uint64_t trusted_by = settings_->trust == nullptr ? 0 : settings_->trust->fingerprint();
        served_->replace(results, path_, {checked_, hash_result_.file_sha256, trusted_by, store::FileDescriptor()},
                         opened.value().file.fd.get());
    }
}

void ServedIndex::prepare(HashResults& results, IndexThread& thread) {
    watch_ = std::make_unique<IndexWatch>(path_, *settings_, results, thread, served_);
    watch_->know(checked_, hash_result_);
}

void ServedIndex::describe(IndexReport& report) const noexcept {
    report.path_hash = hash_of_path(path_);
    if (watch_) {
        watch_->describe(report);
    }
}

void ServedIndex::start(ngx_log_t* log) noexcept {
    watch_->start(log);
}

}  // namespace bizrec::ngx
