#include "index_watch.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "guard.hpp"

namespace bizrec::ngx {
namespace {

constexpr ngx_msec_t deciding_ms = 20;  // between two checks whether another worker has a result
constexpr ngx_msec_t sign_ms = 1000;    // between two calls of HashResults::still_hashing()

bool worker_ends() noexcept {
    return ngx_exiting || ngx_quit || ngx_terminate;
}

}  // namespace

IndexWatch::IndexWatch(std::string path, const IndexSettings& settings, HashResults& results, IndexThread& thread,
                       std::shared_ptr<ServedFile> served)
    : path_(std::move(path)),
      settings_(settings),
      hash_results_(results),
      thread_(thread),
      served_(std::move(served)) {}

IndexWatch::~IndexWatch() = default;

void IndexWatch::know(const SealedFile& file, const HashResult& result) {
    known_ = file;
    known_hash_result_ = result;
}

void IndexWatch::on_timer(ngx_event_t* event) noexcept {
    guard("index", ngx_cycle->log, [event] { WorkerTimer::owner_of<IndexWatch>(event).advance(); });
}

void IndexWatch::schedule(ngx_msec_t delay) noexcept {
    timer_.set(delay);
}

void IndexWatch::schedule_rest() noexcept {
    const bool watches = settings_.interval != IndexSettings::never;
    if (!current_) {
        schedule(watches ? std::min(settings_.interval, retry_ms) : retry_ms);
    } else if (watches) {
        schedule(settings_.interval);
    } else {
        timer_.stop();
    }
}

/// Opens a file that is known to be right at once, on this thread, because requests come as soon as the worker has
/// started.
void IndexWatch::start(ngx_log_t* log) noexcept {
    timer_.set_log(log);
    list_timer_.set_log(log);
    schedule_list(settings_.interval);
    schedule(retry_ms);  // the next attempt is scheduled even if the code below throws
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

/// Serves the file that the other workers serve, or else the file that the configuration phase checked. Since that
/// phase, the path may have come to name another file, or none. This worker serves the older file while the new one is
/// hashed, and also if the new one is refused.
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
    OpenTask open(file, path_, keys, file_sha256, settings_.trust, suppressions_);
    IndexThread::perform_here(open);
    if (!open.result()) {
        return;
    }
    opening_ = serve_generation(std::move(open.result()).value(), thread_);
    found_ = std::move(open.suppressions());
    swap(store::Generation::suppress(opening_, found_.list));
    wants_lock_ = settings_.memory != IndexMemory::off;
    schedule(poll_ms);  // continue the step under way
}

/// Tells the other workers which file this worker has begun to serve.
void IndexWatch::tell_others(const SealedFile& file, const store::Sha256& file_sha256) noexcept {
    if (!served_) {
        return;
    }
    guard("index", ngx_cycle->log, [&] {
        const std::uint64_t trusted_by = settings_.trust == nullptr ? 0 : settings_.trust->fingerprint();
        served_->replace(hash_results_, path_, {file, file_sha256, trusted_by, store::FileDescriptor()},
                         current_->descriptor());
    });
}

void IndexWatch::advance() {
    schedule_rest();  // first, so that the next attempt is scheduled even if the code below throws
    switch (step_) {
        case Step::resting:
            return rest();
        case Step::looking:
            return look_->finished() ? finish_look() : schedule(poll_ms);
        case Step::deciding:
            return decide();
        case Step::hashing:
            return finish_hash();
        case Step::opening:
            return open_->finished() ? finish_opening() : schedule(poll_ms);
        case Step::suppressing:
            return suppress_->finished() ? finish_suppressing() : schedule(poll_ms);
        case Step::warming:
            return warm_->finished() ? finish_warming() : schedule(poll_ms);
    }
}

/// Gives a task to the thread. If there is no thread, refuses the candidate for now and returns false.
bool IndexWatch::post(const std::shared_ptr<IndexTask>& task, Step step) {
    if (!thread_.post(task)) {
        refuse("no thread can be started: " + std::generic_category().message(errno), seen_, false);
        return false;
    }
    step_ = step;
    schedule(poll_ms);
    return true;
}

void IndexWatch::rest() {
    step_ = Step::resting;
    if (worker_ends()) {
        return;
    }
    if (wants_lock_ && !is_old_one_held()) {
        wants_lock_ = false;
        return warm(current_);
    }
    checked_s_ = ngx_time();
    const auto identity = store::identify_file(path_);
    if (!identity && (current_ || !may_take_any_)) {
        return refuse(without_path(identity.error().message, path_, path_), {}, false);
    }
    seen_ = identity ? identity.value() : store::FileIdentity();
    unreadable_.clear();
    skipped_.clear();
    if (current_ && seen_ == current_->file()) {
        return forget_refusals();
    }
    if (!(refused_ && *refused_ == seen_ && identity)) {
        look();
    }
}

/// Whether the path names another file than the waiting candidate. The candidate may be a stand-in for a file that
/// cannot be read; then that file, `seen_`, is compared. Returns false if the path no longer exists, so that the
/// candidate is kept.
bool IndexWatch::is_outdated() const {
    const auto identity = store::identify_file(path_);
    return identity && !(identity.value() == (unreadable_.empty() ? candidate_.identity : seen_));
}

void IndexWatch::look() {
    look_ = std::make_shared<LookTask>(path_, stand_in_rules());
    if (is_starting_) {
        IndexThread::perform_here(*look_);
        return finish_look();
    }
    post(look_, Step::looking);
}

void IndexWatch::finish_look() {
    step_ = Step::resting;
    auto looked = std::move(look_->result());
    const std::string unreadable = look_->unreadable();
    is_unreadable_for_good_ = look_->is_for_good();
    look_.reset();
    if (!looked) {
        return refuse(looked.error().message, seen_, false);
    }
    candidate_ = std::move(looked).value();
    unreadable_ = unreadable;
    if (current_ && candidate_.identity == current_->file()) {
        return note_stand_in();
    }
    decide();
}

void IndexWatch::decide() {
    step_ = Step::resting;
    if (is_outdated()) {
        return schedule(poll_ms);
    }
    const bool is_known = known_hash_result_.state != HashResult::State::unknown && candidate_ == known_;
    hash_result_ = is_known ? known_hash_result_ : hash_results_.claim(candidate_, settings_.check);
    switch (hash_result_.state) {
        case HashResult::State::right:
            return open();
        case HashResult::State::wrong:
            return refuse_wrong();
        case HashResult::State::pending:
            step_ = Step::deciding;
            return schedule(deciding_ms);
        case HashResult::State::unknown:
            return hash();
    }
}

/// Starts to hash the candidate, which this worker has claimed. After an exception, gives up the claim. Otherwise the
/// other workers, and this one, would wait for a result that never comes.
void IndexWatch::hash() {
    try {
        begin_hash();
    } catch (...) {
        hash_results_.give_up(candidate_);
        throw;
    }
}

void IndexWatch::begin_hash() {
    ngx_log_error(NGX_LOG_NOTICE, ngx_cycle->log, 0, "bizrec_index \"%s\": generation %s is new, its hash is checked",
                  path_.c_str(), candidate_.seal.generation().c_str());
    last_sign_ = ngx_current_msec;
    hash_ = std::make_shared<HashTask>(candidate_, path_, settings_.check);
    if (!post(hash_, Step::hashing)) {
        hash_results_.give_up(candidate_);
    }
}

void IndexWatch::finish_hash() {
    if (!hash_->finished()) {
        if (ngx_current_msec - last_sign_ >= sign_ms) {
            last_sign_ = ngx_current_msec;
            hash_results_.still_hashing(candidate_);
        }
        return schedule(poll_ms);
    }
    step_ = Step::resting;
    auto hashed = std::move(hash_->result());
    const std::string account = hash_->account();
    hash_.reset();
    if (!hashed) {
        hash_results_.give_up(candidate_);
        return refuse(hashed.error().message, candidate_.identity, false);
    }
    say_checked(ngx_cycle->log, path_, candidate_, account);
    hash_result_ = std::move(hashed).value();
    hash_results_.record(candidate_, hash_result_);
    if (hash_result_.state == HashResult::State::wrong) {
        return refuse_wrong();
    }
    open();
}

void IndexWatch::open() {
    step_ = Step::resting;
    open_ = std::make_shared<OpenTask>(candidate_, path_, settings_.trust, hash_result_.file_sha256, settings_.trust,
                                       suppressions_);
    if (is_starting_) {
        IndexThread::perform_here(*open_);
        return finish_opening();
    }
    post(open_, Step::opening);
}

void IndexWatch::finish_opening() {
    step_ = Step::resting;
    auto opened = std::move(open_->result());
    found_ = std::move(open_->suppressions());
    open_.reset();
    if (!opened && look_for_stand_in(opened.error(), opened.error().is_of_other_version)) {
        return;
    }
    if (!opened) {
        return refuse(opened.error().message, candidate_.identity, false);
    }
    opening_ = serve_generation(std::move(opened).value(), thread_);
    if (!found_.list) {
        return serve_opened(opening_);
    }
    suppress_ = std::make_shared<SuppressTask>(opening_, found_.list);
    if (is_starting_) {
        IndexThread::perform_here(*suppress_);
        return finish_suppressing();
    }
    post(suppress_, Step::suppressing);
}

void IndexWatch::finish_suppressing() {
    step_ = Step::resting;
    auto suppressed = std::move(suppress_->result());
    (void)suppress_->take_generation();
    suppress_.reset();
    if (!suppressed) {
        return refuse(suppressed.error().message, candidate_.identity, false);
    }
    serve_opened(std::move(suppressed).value());
}

void IndexWatch::serve_opened(std::shared_ptr<const store::Generation> generation) {
    if (is_starting_ || settings_.memory == IndexMemory::off) {
        swap(generation);
        tell_others(candidate_, hash_result_.file_sha256);
        note_stand_in();
    }
    if (settings_.memory != IndexMemory::off) {
        warm(std::move(generation));
    }
}

void IndexWatch::warm(std::shared_ptr<const store::Generation> generation) {
    warm_ = std::make_shared<WarmTask>(std::move(generation), settings_.memory);
    if (!post(warm_, Step::warming)) {
        finish_warming();  // goes on without warming
    }
}

void IndexWatch::finish_warming() {
    step_ = Step::resting;
    const std::shared_ptr<WarmTask> warmed = std::move(warm_);
    auto generation = warmed->take_generation();
    const bool is_new = generation != current_;
    // Some pages could not be locked. An older generation may still hold locked memory, so try again when it is closed.
    wants_lock_ = is_new && warmed->is_unlocked() && (current_ || is_old_one_held());
    if (!wants_lock_ && !warmed->complaint().empty() &&
        hash_results_.is_first_to_say(path_ + warmed->complaint(), generation->file())) {
        ngx_log_error(NGX_LOG_WARN, ngx_cycle->log, 0, "bizrec_index \"%s\": generation %s: %s", path_.c_str(),
                      generation->name().c_str(), warmed->complaint().c_str());
    }
    if (is_new) {
        swap(std::move(generation));
        tell_others(candidate_, hash_result_.file_sha256);
        note_stand_in();
    }
}

/// Whether an older generation is still in use. A generation without references counts as closed: the thread, which has
/// it, closes it before its next task begins.
bool IndexWatch::is_old_one_held() noexcept {
    before_.erase(std::remove_if(before_.begin(), before_.end(), [](const auto& old) { return old.expired(); }),
                  before_.end());
    return !before_.empty();
}

void IndexWatch::swap(std::shared_ptr<const store::Generation> generation) {
    generation = without_suppressed(std::move(generation));
    if (current_) {
        ngx_log_error(NGX_LOG_NOTICE, ngx_cycle->log, 0, "bizrec_index \"%s\": generation %s, %ud records, after %s",
                      path_.c_str(), generation->name().c_str(), generation->documents(), current_->name().c_str());
    } else {
        ngx_log_error(NGX_LOG_NOTICE, ngx_cycle->log, 0, "bizrec_index \"%s\": generation %s, %ud records",
                      path_.c_str(), generation->name().c_str(), generation->documents());
    }
    if (current_) {
        (void)is_old_one_held();  // drops closed generations from before_
        before_.emplace_back(opened_);
    }
    opened_ = std::move(opening_);
    current_ = std::move(generation);
    since_s_ = ngx_time();
    forget_refusals();
    schedule_rest();
}

}  // namespace bizrec::ngx
