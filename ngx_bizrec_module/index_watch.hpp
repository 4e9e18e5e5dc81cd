#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bizrec/store/generation.hpp"
#include "hash_results.hpp"
#include "index_settings.hpp"
#include "index_tasks.hpp"
#include "ngx.hpp"
#include "served_file.hpp"
#include "status_layout.hpp"
#include "worker_timer.hpp"

namespace bizrec::ngx {

class IndexThread;

/// Returns a reference to the generation. Each request holds a copy of the reference while the engine works for that
/// request. When the last copy is destroyed, the log says that the generation is closed, and `thread` closes it.
/// Unmapping 10 GB takes a second, and on the event loop this would hold up all requests. Tasks that `thread` gets
/// later find the generation closed. `thread` must outlive all copies. Defined in served_generation.cpp.
std::shared_ptr<const store::Generation> serve_generation(std::shared_ptr<const store::Generation> opened,
                                                          IndexThread& thread);

/// One index of one worker. Looks at the path at every interval, and brings a new file in, step by step, while the old
/// one serves. The event loop only calls stat() and reads shared memory briefly. Anything that may take longer is a
/// task of the IndexThread, and the timer polls whether the task is done. Not movable: nginx's timer points to this
/// object.
class IndexWatch {
public:
    /// Create it in the configuration phase, which may fail for lack of memory; the start of a worker may not.
    /// `results` and `thread` must outlive it. `served`: the file that all workers serve for this path; may be null.
    IndexWatch(std::string path, const IndexSettings& settings, HashResults& results, IndexThread& thread,
               std::shared_ptr<ServedFile> served);

    /// Stores the hash result of the configuration phase in this object. The shared memory may have lost it, because a
    /// server may have more indexes than the shared memory has room for.
    void know(const SealedFile& file, const HashResult& result);
    ~IndexWatch();
    IndexWatch(const IndexWatch&) = delete;
    IndexWatch& operator=(const IndexWatch&) = delete;

    /// Call it when the worker starts. A file that is already known to be right is open when it returns; the timer
    /// opens other files later. If there is no memory, the timer tries again. `log` must outlive this object.
    void start(ngx_log_t* log) noexcept;

    /// The generation that answers requests; null if there is no usable file yet.
    const std::shared_ptr<const store::Generation>& current() const noexcept { return current_; }

    /// Describes the generation that it serves and the file that it refuses.
    void describe(IndexReport& report) const noexcept;

private:
    enum class Step {
        resting,      // until the next look at the path
        looking,      // a LookTask is under way
        deciding,     // waits for another worker's result
        hashing,      // a HashTask is under way
        opening,      // an OpenTask is under way
        suppressing,  // a SuppressTask is under way
        warming,      // a WarmTask is under way, before the generation serves; at a worker's start, after that
    };

    static constexpr ngx_msec_t retry_ms = 1000;  // longest wait for the next look while no generation serves
    static constexpr ngx_msec_t poll_ms = 5;      // between two checks whether a task is done

    static void on_timer(ngx_event_t* event) noexcept;
    void schedule(ngx_msec_t delay) noexcept;
    void schedule_rest() noexcept;
    void advance();
    void rest();
    void look();
    void finish_look();
    StandInRules stand_in_rules() const;
    bool look_for_stand_in(const Error& error, bool is_for_good);
    void note_stand_in();
    void decide();
    void hash();
    void begin_hash();
    void finish_hash();
    void refuse_wrong();
    void open();
    bool is_old_one_held() noexcept;
    void finish_opening();
    void warm(std::shared_ptr<const store::Generation> generation);
    void finish_warming();
    void finish_suppressing();
    void serve_opened(std::shared_ptr<const store::Generation> generation);

    static void on_list_timer(ngx_event_t* event) noexcept;
    void schedule_list(ngx_msec_t delay) noexcept;
    void watch_list();
    void finish_list();
    void suppress_current(store::SharedSuppressions list);
    void finish_suppressing_current();
    void say_list_trouble(const std::string& reason);
    std::shared_ptr<const store::Generation> without_suppressed(std::shared_ptr<const store::Generation> generation);
    void swap(std::shared_ptr<const store::Generation> generation);
    void tell_others(const SealedFile& file, const store::Sha256& file_sha256) noexcept;
    void serve_meanwhile();
    void serve_at_start(const SealedFile& file, const store::TrustedKeys* keys, const store::Sha256& file_sha256);

    bool post(const std::shared_ptr<IndexTask>& task, Step step);
    bool is_outdated() const;
    void refuse(const std::string& reason, const store::FileIdentity& about, bool is_final);
    void say_refusal(const std::string& reason, const store::FileIdentity& about);
    void forget_refusals() noexcept;
    void remember_trouble(const std::string& reason, bool is_of_candidate) noexcept;

    const std::string path_;
    const IndexSettings settings_;
    HashResults& hash_results_;
    IndexThread& thread_;
    const std::shared_ptr<ServedFile> served_;

    std::shared_ptr<const store::Generation> current_;  // without the records that the list in force suppresses
    std::shared_ptr<const store::Generation> opened_;   // the same generation, as it is in its file
    std::vector<std::weak_ptr<const store::Generation>> before_;  // older generations that may still be in use

    Step step_ = Step::resting;
    bool is_starting_ = false;   // in start(): tasks that make the index usable run immediately
    bool may_take_any_ = false;  // no generation that has served can be opened: any of the folder's history may serve
    SealedFile known_;           // the file that the configuration phase checked
    HashResult known_hash_result_;
    SealedFile candidate_;
    HashResult hash_result_;  // of the candidate
    std::shared_ptr<LookTask> look_;
    std::shared_ptr<HashTask> hash_;
    std::shared_ptr<OpenTask> open_;
    std::shared_ptr<SuppressTask> suppress_;
    std::shared_ptr<WarmTask> warm_;
    ngx_msec_t last_sign_ = 0;  // when the other workers were last told that the file is still being hashed
    bool wants_lock_ = false;   // lock the current generation's pages as soon as there is room

    store::FileIdentity seen_;                    // the file that the path named at the last look
    std::optional<store::FileIdentity> refused_;  // this file is not tried again while the path names it
    std::string unreadable_;  // if the candidate is a stand-in: why the path's file cannot be used; otherwise empty
    bool is_unreadable_for_good_ = false;
    std::vector<std::string> skipped_;  // paths of stand-ins that have proved unusable
    struct {
        std::string reason;
        store::FileIdentity about;
        bool is_said = false;
    } last_refusal_;  // so that the log has each refusal once

    std::int64_t since_s_ = 0;    // when this worker began to serve the current generation
    std::int64_t checked_s_ = 0;  // when this worker last looked at the path
    struct {
        FixedText<255> reason;  // why the path's file is not served; or empty
        FixedText<16> generation;
        std::int64_t at_s = 0;
    } trouble_;  // for the status
    bool is_stand_in_ = false;

    // The list of suppressions has a timer and a thread of its own: it does not wait until gigabytes are hashed.
    store::SharedSuppressions suppressions_;  // the list in force; null: none
    store::SuppressionSight sight_;           // the list's file when it was read last
    FixedText<200> list_trouble_;             // why the list that the folder names is not in force; or empty
    store::SharedSuppressions next_list_;     // the list that suppress_current_ applies
    std::shared_ptr<ListTask> list_;
    std::shared_ptr<SuppressTask> suppress_current_;
    std::shared_ptr<const store::Generation> opening_;  // opened, and not served yet
    store::FoundSuppressions found_;                    // the list that opening_ was opened with
    WorkerTimer list_timer_{this, on_list_timer};
    IndexThread list_thread_;

    WorkerTimer timer_{this, on_timer};
};

}  // namespace bizrec::ngx
