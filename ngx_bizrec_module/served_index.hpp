#pragma once

#include <memory>
#include <optional>
#include <string>

#include "hash_results.hpp"
#include "index_settings.hpp"
#include "index_watch.hpp"
#include "ngx.hpp"
#include "served_file.hpp"

namespace bizrec::ngx {

/// One index file of the configuration. It is checked before the fork, and then each worker watches it.
class ServedIndex {
public:
    /// `named_in`, `line`: file and line of the first directive that names the index, for messages.
    ServedIndex(std::string path, std::string named_in, ngx_uint_t line)
        : path_(std::move(path)), named_in_(std::move(named_in)), line_(line) {}

    const std::string& path() const noexcept { return path_; }

    /// Configuration phase: notes that another directive names the index, with or without `missing=503`.
    void name(bool may_be_missing) noexcept { may_be_missing_ = may_be_missing_ && may_be_missing; }

    /// Configuration phase: notes that an endpoint uses the index with these settings. Returns null, or the directive
    /// whose value differs from its value for another endpoint. A worker opens the file only once, so all endpoints
    /// must agree.
    const char* use(const IndexSettings& settings) noexcept;

    /// Configuration phase, after everything is read: opens the file, hashes it unless the running server has done so
    /// or a trusted verdict states its hash, and closes it again. If the file is bad, the file that the running server
    /// serves stays in use, or else a stand-in serves. If the server may not start with this index, logs why and
    /// returns false. `before`: the index of the same path in the running configuration, or null.
    bool check(ngx_conf_t* cf, const ServedIndex* before);

    /// The file that the workers serve; null for `nginx -t`, or if no sockets could be made. It is passed on to a
    /// program that replaces this one.
    const std::shared_ptr<ServedFile>& served() const noexcept { return served_; }

    /// Configuration phase, after the shared memory is created: shares the result of check() with all processes.
    void share(HashResults& results) const;

    /// Configuration phase, after check(): allocates the memory that start() needs, so that a worker without memory can
    /// start. `results` and `thread` must outlive this object.
    void prepare(HashResults& results, IndexThread& thread);

    /// Worker: opens the file, or starts to retry.
    void start(ngx_log_t* log) noexcept;

    /// Worker: the generation that answers requests; null if there is no usable file.
    std::shared_ptr<const store::Generation> current() const noexcept { return watch_ ? watch_->current() : nullptr; }

    bool is_serving() const noexcept { return watch_ && watch_->current(); }
    /// Whether all directives that name the index have `missing=503`.
    bool may_be_missing() const noexcept { return may_be_missing_; }

    /// Worker: describes the index for the status.
    void describe(IndexReport& report) const noexcept;

private:
    Status verify(ngx_cycle_t* cycle, const std::string& served);
    Status verify_found(ngx_cycle_t* cycle);
    Status verify_any(ngx_cycle_t* cycle);
    bool goes_on(ngx_cycle_t* cycle, const HeldFile& held);
    Status look(const StandInRules& rules);
    void keep_served(const ServedIndex* before);
    void say_stand_in(ngx_log_t* log) const;
    bool refuse(ngx_log_t* log, const std::string& reason) const;
    Status hash(ngx_cycle_t* cycle);
    Status open() const;

    const std::string path_;
    const std::string named_in_;
    const ngx_uint_t line_;
    bool may_be_missing_ = true;
    std::optional<IndexSettings> settings_;
    SealedFile checked_;      // the file that may serve: the new one, its stand-in, or the one that has served
    std::string unreadable_;  // why the file cannot be used, if a stand-in was checked; or empty
    bool is_usable_ = false;  // checked_ may serve
    std::string going_on_;    // why the new file cannot be used, if the file that has served stays in use; or empty
    std::shared_ptr<ServedFile> served_;
    store::FileIdentity seen_;  // the file that the path named when verify() looked
    HashResult hash_result_;    // of checked_
    std::unique_ptr<IndexWatch> watch_;
};

}  // namespace bizrec::ngx
