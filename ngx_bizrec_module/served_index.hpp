#pragma once

#include <memory>
#include <optional>
#include <string>

#include "bizrec/store/generation.hpp"
#include "bizrec/store/seal.hpp"
#include "ngx.hpp"

namespace bizrec::ngx {

/// One index file of the configuration: checked before the fork, opened after it by each worker, which goes on trying
/// for as long as the file is not usable. At an address of its own: nginx's timers point to it.
class ServedIndex {
public:
    explicit ServedIndex(std::string path);
    ~ServedIndex();
    ServedIndex(const ServedIndex&) = delete;
    ServedIndex& operator=(const ServedIndex&) = delete;

    const std::string& path() const noexcept { return path_; }

    /// Configuration phase: opens the file, hashes all of it and closes it again, once however often it is called.
    /// Null: usable. Else the reason, without the path.
    const std::string* verify();

    /// Worker: opens the file, or begins to try. Never fails.
    void start() noexcept;

    /// Worker: what requests are answered from; null while there is no usable file.
    const std::shared_ptr<const store::Generation>& current() const noexcept { return current_; }

private:
    static void on_timer(ngx_event_t* event) noexcept;
    void advance();
    void begin();
    void check_slice();
    void open();
    void fail(std::string reason);
    void schedule(ngx_msec_t delay) noexcept;

    std::string path_;
    bool checked_ = false;
    std::string refusal_;  ///< of verify()
    std::optional<store::FileIdentity> verified_;

    std::shared_ptr<const store::Generation> current_;
    std::optional<store::SealChecker> checker_;
    store::FileIdentity candidate_;  ///< the file that is being checked or opened
    std::string last_failure_;       ///< so that the log says it once, not every second
    ngx_event_t timer_{};
    ngx_connection_t timer_owner_{};  ///< nginx's debug log wants a connection behind each event
};

}  // namespace bizrec::ngx
