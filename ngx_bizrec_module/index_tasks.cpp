#include "index_tasks.hpp"
#include "bizrec/store/seal_checker.hpp"
#include "bizrec/store/verdict.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace bizrec::ngx {
namespace {

// Bytes of one step of hashing, which takes about 3 ms. After each step the task checks whether the worker ends.
constexpr std::uint64_t hash_step = std::uint64_t{4} << 20;

constexpr char changed_meanwhile[] = "the file changed while it was checked";

std::string megabytes(std::uint64_t bytes) {
    return std::to_string((bytes + 999'999) / 1'000'000) + " MB";
}

std::string locking_problem(std::size_t bytes, int error_number) {
    rlimit limit{};
    const bool known = ::getrlimit(RLIMIT_MEMLOCK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    return megabytes(bytes) + " cannot be locked in memory (" + std::generic_category().message(error_number) + ")" +
           (known ? ": RLIMIT_MEMLOCK is " + megabytes(limit.rlim_cur) + "; set LimitMEMLOCK= of the service" : "") +
           ". They are read in, and the system may drop them again";
}

bool is_leaving(const std::atomic<bool>& leaving) noexcept {
    return leaving.load(std::memory_order_relaxed);
}

}  // namespace

std::string without_path(const std::string& message, const std::string& file, const std::string& configured) {
    const std::string prefix = file + ": ";
    if (message.compare(0, prefix.size(), prefix) != 0) {
        return message;
    }
    const std::string reason = message.substr(prefix.size());
    return file == configured ? reason : "\"" + file + "\" " + reason;
}

Error without_path(const Error& error, const std::string& file, const std::string& configured) {
    return Error{without_path(error.message, file, configured), error.is_of_other_version};
}

void say_checked(ngx_log_t* log, const std::string& configured, const SealedFile& file, const std::string& account) {
    ngx_log_error(NGX_LOG_NOTICE, log, 0, "bizrec_index \"%s\": generation %s: %s", configured.c_str(),
                  file.seal.generation().c_str(), account.c_str());
}

Result<SealedFile> LookTask::sealed(const std::string& path) const {
    const auto checker = store::SealChecker::open(path);
    if (!checker) {
        return without_path(checker.error(), path, configured_);
    }
    return SealedFile{path, checker.value().file(), checker.value().seal()};
}

/// Whether a stand-in may be used. Yes if no generation serves, because any other generation is better than none. Yes
/// also if a later step of an earlier attempt has found the newest generation unusable (rules_.reason). Otherwise the
/// newest must be made for another version of this program. If keys are trusted, one of the keys must also have signed
/// the newest one's manifest, and the file's name and size must be those of the manifest, so that a file put there by
/// somebody else never replaces the serving generation.
bool LookTask::may_have_stand_in(const std::string& path, const Error& error) const {
    if (rules_.served.empty() || !rules_.reason.empty()) {
        return true;
    }
    if (!error.is_of_other_version || rules_.keys == nullptr) {
        return error.is_of_other_version;
    }
    const auto manifest = store::read_trusted_manifest(path, *rules_.keys);
    // If only the version is wrong, signature, name and size were right, because they are checked before the seal.
    return !manifest && manifest.error().is_of_other_version;
}

void LookTask::choose_stand_in(const std::string& path, const Error& error) {
    for (const std::string& stand_in : store::stand_ins(configured_, path, rules_.served)) {
        const bool is_skipped =
            std::find(rules_.skipped.begin(), rules_.skipped.end(), stand_in) != rules_.skipped.end();
        auto found = is_skipped ? Result<SealedFile>(error) : sealed(stand_in);
        if (found) {
            unreadable_ = error.message;
            is_for_good_ = error.is_of_other_version;
            result_ = std::move(found);
            return;
        }
    }
}

void LookTask::run(const std::atomic<bool>&) {
    const auto resolved = store::resolve_index(configured_);
    // If the file is missing, the error of opening it says more than the error of resolving its path.
    const std::string& path = resolved ? resolved.value() : configured_;
    result_ = sealed(path);
    if (result_ && !resolved) {
        result_ = without_path(resolved.error(), path, configured_);
    } else if (result_ && !rules_.reason.empty()) {
        // the reason that a later step of an earlier attempt has found
        result_ = Error{rules_.reason, rules_.is_for_good};
    }
    if (!result_ && may_have_stand_in(path, result_.error())) {
        choose_stand_in(path, Error(result_.error()));
    }
}

bool HashTask::is_told_by_verdict(const store::OpenIndex& index) {
    if (check_ == IndexCheck::full) {
        account_ = "bizrec_index_check full";
        return false;
    }
    const auto verdict = store::trusted_verdict(index);
    if (!verdict) {
        account_ = "verdict: " + verdict.error().message;
        return false;
    }
    account_ = "0 bytes hashed, a verdict states the hash";
    result_ = HashResult{HashResult::State::right, verdict.value(), {}, true};
    return true;
}

void HashTask::run(const std::atomic<bool>& leaving) {
    const auto index = store::OpenIndex::open(file_.path);
    if (!index) {
        result_ = without_path(index.error(), file_.path, configured_);
        return;
    }
    if (!(SealedFile{file_.path, index.value().file.identity, index.value().seal} == file_)) {
        result_ = Error{changed_meanwhile};
        return;
    }
    if (is_told_by_verdict(index.value())) {
        return;
    }
    auto opened = store::SealChecker::of(index.value());
    if (!opened) {
        result_ = without_path(opened.error(), file_.path, configured_);
        return;
    }
    store::SealChecker& checker = opened.value();
    auto finished = checker.step(hash_step);
    while (finished && !finished.value() && !is_leaving(leaving)) {
        finished = checker.step(hash_step);
    }
    account_ = std::to_string(file_.seal.lmdb_bytes) + " bytes hashed, " + account_;
    if (finished && finished.value()) {
        result_ = HashResult{HashResult::State::right, checker.file_sha256(), {}, false};
    } else if (finished) {
        result_ = Error{"the worker ends"};
    } else if (checker.is_wrong()) {
        result_ = HashResult{
            HashResult::State::wrong, {}, without_path(finished.error().message, file_.path, configured_), false};
    } else {
        result_ = without_path(finished.error(), file_.path, configured_);
    }
}

Status OpenTask::check_trust() const {
    if (keys_ == nullptr) {
        return ok();
    }
    const auto manifest = store::read_trusted_manifest(file_.path, *keys_);
    return manifest ? store::check_file_sha256(manifest.value(), file_.path, file_sha256_) : manifest.error();
}

void OpenTask::run(const std::atomic<bool>&) {
    if (const auto trusted = check_trust(); !trusted) {
        result_ = without_path(trusted.error(), file_.path, configured_);
        return;
    }
    auto generation = store::Generation::open(file_.path, store::Generation::Check::seal);
    if (!generation) {
        result_ = without_path(generation.error(), file_.path, configured_);
        return;
    }
    if (!(generation.value()->file() == file_.identity)) {
        result_ = Error{changed_meanwhile};
        return;
    }
    auto found = store::find_suppressions(store::suppression_folder_of(configured_), list_keys_, in_force_);
    if (!found) {
        result_ = found.error();
        return;
    }
    suppressions_ = std::move(found).value();
    result_ = std::move(generation).value();
}

void SuppressTask::run(const std::atomic<bool>&) {
    result_ = store::Generation::suppress(generation_, list_);
}

void ListTask::run(const std::atomic<bool>&) {
    result_ = store::find_suppressions(store::suppression_folder_of(configured_), keys_, in_force_);
}

void WarmTask::run(const std::atomic<bool>& leaving) {
    if (memory_ == IndexMemory::off) {
        return;
    }
    const auto ranges = store::hot_pages(*generation_);
    for (store::PageRange rest : ranges) {
        while (rest.bytes != 0 && !is_leaving(leaving)) {
            if (const int error = store::populate(store::take_piece(rest)); error != 0) {
                complaint_ = "its pages cannot be read in: " + std::generic_category().message(error);
                return;
            }
        }
    }
    unlocked_ = memory_ == IndexMemory::lock && !lock_all(ranges, leaving);
}

/// Locks all pages or none. Locking only a part of the index has no use, and uses up memory that others could lock.
bool WarmTask::lock_all(const std::vector<store::PageRange>& ranges, const std::atomic<bool>& leaving) {
    std::size_t bytes = 0;
    int error = 0;
    for (store::PageRange rest : ranges) {
        bytes += rest.bytes;
        while (rest.bytes != 0 && error == 0 && !is_leaving(leaving)) {
            error = store::lock(store::take_piece(rest));
        }
    }
    if (error == 0) {
        return true;
    }
    complaint_ = locking_problem(bytes, error);
    for (store::PageRange rest : ranges) {
        while (rest.bytes != 0) {
            store::unlock(store::take_piece(rest));
        }
    }
    return false;
}

}  // namespace bizrec::ngx
