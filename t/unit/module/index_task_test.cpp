#include <gtest/gtest.h>

#include <cstdlib>
#include <new>
#include <stdexcept>
#include <string>

#include "ngx_bizrec_module/result_task.hpp"

namespace {

thread_local bool has_no_memory = false;

}  // namespace

void* operator new(std::size_t size) {
    void* memory = has_no_memory ? nullptr : std::malloc(size == 0 ? 1 : size);
    return memory != nullptr ? memory : throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

namespace bizrec::ngx {
namespace {

constexpr char reason[] = "a reason that is too long to stand in a string without memory of its own";

/// Fails, and from then on there is no memory if that is asked for.
class FailingTask final : public ResultTask<int> {
public:
    explicit FailingTask(bool takes_memory) : takes_memory_(takes_memory) {}

private:
    void run(const std::atomic<bool>&) override {
        std::runtime_error failure(reason);
        has_no_memory = takes_memory_;
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

// The copy of the reason needs memory; it was made in a noexcept function, which ended the worker.
TEST(IndexTask, EndsWithAnErrorWhereTheReasonCannotBeCopied) {
    FailingTask task(true);
    IndexThread::perform_here(task);
    has_no_memory = false;
    ASSERT_TRUE(task.finished());
    ASSERT_FALSE(task.result());
    EXPECT_EQ(task.result().error().message, "no memory");
}

}  // namespace
}  // namespace bizrec::ngx
