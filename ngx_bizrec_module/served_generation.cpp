#include "index_watch.hpp"

#include "bizrec/store/residency.hpp"
#include "index_thread.hpp"
#include "ngx.hpp"

namespace bizrec::ngx {
namespace {

class CloseTask final : public IndexTask {
public:
    explicit CloseTask(std::shared_ptr<const store::Generation> generation) : generation_(std::move(generation)) {}

    const store::Generation& generation() const noexcept { return *generation_; }

private:
    // Unmaps the file piece by piece: while the kernel unmaps a whole file at once, malloc() on the event loop has to
    // wait.
    void run(const std::atomic<bool>& leaving) override {
        store::PageRange rest = store::all_pages(*generation_);
        while (rest.bytes != 0 && !leaving.load(std::memory_order_relaxed)) {
            const store::PageRange piece = store::take_piece(rest);
            store::unlock(piece);
            store::forget(piece);
        }
        generation_.reset();
    }
    void failed(const char*) override {}
    void failed_without_memory() noexcept override {}

    std::shared_ptr<const store::Generation> generation_;
};

/// Deleter of the references that serve_generation() returns. It writes nginx's log, so it must run on the event loop's
/// thread. Tasks therefore give their references back to the event loop.
struct Retire {
    std::shared_ptr<CloseTask> task;
    IndexThread* thread;

    void operator()(const store::Generation*) const noexcept {
        const store::Generation& g = task->generation();
        ngx_log_error(NGX_LOG_NOTICE, ngx_cycle->log, 0,
                      "bizrec_index \"%s\": generation %s is closed: its last request is answered", g.path().c_str(),
                      g.name().c_str());
        if (!thread->post(task)) {
            IndexThread::perform_here(*task);
        }
    }
};

}  // namespace

std::shared_ptr<const store::Generation> serve_generation(std::shared_ptr<const store::Generation> opened,
                                                          IndexThread& thread) {
    const store::Generation* address = opened.get();
    auto task = std::make_shared<CloseTask>(std::move(opened));
    return {address, Retire{std::move(task), &thread}};
}

}  // namespace bizrec::ngx
