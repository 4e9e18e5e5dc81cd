#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "ngx_bizrec_module/index_thread.hpp"
#include "t/unit/support/allocation_hook.hpp"

namespace bizrec::ngx {
namespace {

constexpr char reason[] = "a reason that is too long to stand in a string without memory of its own";

/// A task that throws. If `takes_memory` is set, the first allocation after that fails, too.
class FailingTask final : public ResultTask<int> {
public:
    explicit FailingTask(bool takes_memory) : takes_memory_(takes_memory) {}

private:
    void run(const std::atomic<bool>&) override {
        std::runtime_error failure(reason);
        if (takes_memory_) {
            fail_allocation(0);
        }
        throw failure;
    }
    bool takes_memory_;
};

TEST(IndexTask, TellsWhyItFailed) {
    FailingTask task(false);
    IndexThread::perform_here(task);
    ASSERT_TRUE(task.finished());
    ASSERT_FALSE(task.result());
    EXPECT_EQ(task.result().error().message, reason);
}

// The task copies the reason of its failure, which needs memory. A lack of memory must not end the worker, as it did
// when a noexcept function made the copy.
TEST(IndexTask, EndsWithAnErrorWhereTheReasonCannotBeCopied) {
    FailingTask task(true);
    IndexThread::perform_here(task);
    EXPECT_TRUE(stop_failing()) << "the copy asked for memory";
    ASSERT_TRUE(task.finished());
    ASSERT_FALSE(task.result());
    EXPECT_EQ(task.result().error().message, "no memory");
}

}  // namespace
}  // namespace bizrec::ngx
