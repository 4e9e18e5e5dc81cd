#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/store/open_index.hpp"
#include "bizrec/store/published_history.hpp"
#include "bizrec/store/residency.hpp"
#include "bizrec/store/suppression_folder.hpp"
#include "hash_results.hpp"
#include "index_settings.hpp"
#include "index_thread.hpp"

/// The steps from a path to a serving generation. Each step gives a result or, if it fails, one sentence with the
/// reason. The sentence omits the configured path, which precedes it in the log.
namespace bizrec::ngx {

/// Shortens a message of the engine that begins with the path `file`. The log line has the configured path already. If
/// `file` is another path, because the configured one is a link, the result begins with `file` in quotes.
std::string without_path(const std::string& message, const std::string& file, const std::string& configured);
Error without_path(const Error& error, const std::string& file, const std::string& configured);

/// Format of the log line about a stand-in. Arguments: the configured path; why the newest generation cannot be used;
/// the generation that serves; a note, or "".
inline constexpr char stand_in_format[] =
    "bizrec_index \"%s\": %s; generation %s, the newest before it that can be read, serves instead%s";

/// Logs how a file was checked, in the words of HashTask::account().
void say_checked(ngx_log_t* log, const std::string& configured, const SealedFile& file, const std::string& account);

/// Rules for choosing a stand-in: another generation of a published folder. A stand-in is used if the newest generation
/// is made for another version of this program, or cannot be used for any reason while no generation serves
/// (store::stand_ins).
struct StandInRules {
    const store::TrustedKeys* keys = nullptr;  ///< null: no signature is required
    std::string served;                ///< the generation that serves, or was checked to serve; no older one is chosen
    std::string reason;                ///< why the newest cannot be used; empty: LookTask finds out
    bool is_for_good = false;          ///< the reason holds as long as the path names this file
    std::vector<std::string> skipped;  ///< paths of generations that have proved unusable
};

/// Resolves the path once for all later steps, and reads the sealing page. If a published folder's newest generation
/// cannot be used and may have a stand-in, the result is the stand-in.
class LookTask final : public ResultTask<SealedFile> {
public:
    LookTask(std::string configured, StandInRules rules)
        : configured_(std::move(configured)), rules_(std::move(rules)) {}

    /// After finished(): why the newest generation cannot be used, if the result is a stand-in for it; otherwise empty.
    const std::string& unreadable() const noexcept { return unreadable_; }
    /// Whether the reason in unreadable() holds as long as the path names this file, so that another attempt is
    /// useless.
    bool is_for_good() const noexcept { return is_for_good_; }

private:
    void run(const std::atomic<bool>& leaving) override;
    Result<SealedFile> sealed(const std::string& path) const;
    bool may_have_stand_in(const std::string& path, const Error& error) const;
    void choose_stand_in(const std::string& path, const Error& error);
    std::string configured_;
    StandInRules rules_;
    std::string unreadable_;
    bool is_for_good_ = false;
};

/// Accepts the hash that a trusted verdict states, or hashes all bytes of the file. The result says right or wrong; an
/// error means that neither was established.
class HashTask final : public ResultTask<HashResult> {
public:
    HashTask(SealedFile file, std::string configured, IndexCheck check)
        : file_(std::move(file)), configured_(std::move(configured)), check_(check) {}

    /// A text for the log about how the file was checked: "0 bytes hashed, …". Call it after finished().
    const std::string& account() const noexcept { return account_; }

private:
    void run(const std::atomic<bool>& leaving) override;
    bool is_told_by_verdict(const store::OpenIndex& index);
    SealedFile file_;
    std::string configured_;
    IndexCheck check_;
    std::string account_;
};

/// Checks manifest and signature if keys are trusted, opens the file, and reads the list of suppressions that its
/// folder names. If that list cannot be used, takes the list in force, or else the newest sound list of the folder; an
/// error if there is neither.
class OpenTask final : public ResultTask<std::shared_ptr<const store::Generation>> {
public:
    /// `keys`: null if no signature is required. `file_sha256`: from the HashResult. `list_keys`: null if the list of
    /// suppressions needs no signature. `in_force`: the list in force; may be null.
    OpenTask(SealedFile file, std::string configured, const store::TrustedKeys* keys, const store::Sha256& file_sha256,
             const store::TrustedKeys* list_keys, store::SharedSuppressions in_force)
        : file_(std::move(file)),
          configured_(std::move(configured)),
          keys_(keys),
          file_sha256_(file_sha256),
          list_keys_(list_keys),
          in_force_(std::move(in_force)) {}

    /// The list that the generation must be served with. Call it after finished(), if there is a result.
    store::FoundSuppressions& suppressions() noexcept { return suppressions_; }

private:
    void run(const std::atomic<bool>& leaving) override;
    Status check_trust() const;
    SealedFile file_;
    std::string configured_;
    const store::TrustedKeys* keys_;
    store::Sha256 file_sha256_;
    const store::TrustedKeys* list_keys_;
    store::SharedSuppressions in_force_;
    store::FoundSuppressions suppressions_;
};

/// Makes a second Generation of the same open file, without the records that a list suppresses.
class SuppressTask final : public ResultTask<std::shared_ptr<const store::Generation>> {
public:
    SuppressTask(std::shared_ptr<const store::Generation> generation, store::SharedSuppressions list)
        : generation_(std::move(generation)), list_(std::move(list)) {}

    /// Returns the task's reference. Call it on the event loop, after finished(): the last reference must not be
    /// dropped on the task's thread (see serve_generation()).
    std::shared_ptr<const store::Generation> take_generation() noexcept { return std::move(generation_); }

private:
    void run(const std::atomic<bool>& leaving) override;
    std::shared_ptr<const store::Generation> generation_;
    store::SharedSuppressions list_;
};

/// Reads the list that the folder of an index names.
class ListTask final : public ResultTask<store::FoundSuppressions> {
public:
    ListTask(std::string configured, const store::TrustedKeys* keys, store::SharedSuppressions in_force)
        : configured_(std::move(configured)), keys_(keys), in_force_(std::move(in_force)) {}

private:
    void run(const std::atomic<bool>& leaving) override;
    std::string configured_;
    const store::TrustedKeys* keys_;
    store::SharedSuppressions in_force_;
};

/// Reads the hot pages in and locks them, as far as configured. A page that cannot be read or locked is no failure.
class WarmTask final : public IndexTask {
public:
    WarmTask(std::shared_ptr<const store::Generation> generation, IndexMemory memory)
        : generation_(std::move(generation)), memory_(memory) {}

    /// Returns the task's reference. Call it once, on the event loop, after finished(): the last reference must not be
    /// dropped on the task's thread (see serve_generation()).
    std::shared_ptr<const store::Generation> take_generation() noexcept { return std::move(generation_); }
    /// Text for the log; empty if everything was done.
    const std::string& complaint() const noexcept { return complaint_; }
    /// Whether some pages could not be locked although configured.
    bool is_unlocked() const noexcept { return unlocked_; }

private:
    void run(const std::atomic<bool>& leaving) override;
    void failed(const char* reason) override { complaint_ = reason; }
    void failed_without_memory() noexcept override { complaint_.clear(); }
    bool lock_all(const std::vector<store::PageRange>& ranges, const std::atomic<bool>& leaving);
    std::shared_ptr<const store::Generation> generation_;
    IndexMemory memory_;
    std::string complaint_;
    bool unlocked_ = false;
};

}  // namespace bizrec::ngx
