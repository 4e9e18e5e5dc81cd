#include "bizrec/base/object_pool.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace bizrec {
namespace {

struct Counted {
    explicit Counted(int& alive) : alive_(&alive) { ++*alive_; }
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;
    ~Counted() { --*alive_; }

private:
    int* alive_;
};

class ObjectPoolTest : public testing::Test {
protected:
    ObjectPool<Counted>::Lease take() {
        return pool_.take([this] { return std::make_unique<Counted>(alive_); });
    }

    int alive_ = 0;  // declared before the pool, whose objects refer to it
    ObjectPool<Counted> pool_{2};
};

TEST_F(ObjectPoolTest, LendsAgainWhatCameBackLast) {
    ObjectPool<Counted>::Lease first = take(), second = take();
    const Counted* last = first.get();
    second.reset();
    first.reset();
    EXPECT_EQ(take().get(), last);
    EXPECT_EQ(alive_, 2);
}

TEST_F(ObjectPoolTest, KeepsNoMoreThanItsNumber) {
    std::vector<ObjectPool<Counted>::Lease> leases;
    for (int i = 0; i < 5; ++i) {
        leases.push_back(take());
    }
    EXPECT_EQ(alive_, 5);
    leases.clear();
    EXPECT_EQ(alive_, 2);
}

TEST_F(ObjectPoolTest, OneLentForOnceEndsWithItsLease) {
    ObjectPool<Counted>::lend(std::make_unique<Counted>(alive_)).reset();
    EXPECT_EQ(alive_, 0);
    take().reset();
    EXPECT_EQ(alive_, 1);
}

TEST_F(ObjectPoolTest, AnObjectThatCannotBeMadeLeavesThePoolWhole) {
    take().reset();
    const ObjectPool<Counted>::Lease held = take();
    EXPECT_THROW(pool_.take([]() -> std::unique_ptr<Counted> { throw std::bad_alloc(); }), std::bad_alloc);
    EXPECT_EQ(alive_, 1);
}

TEST(ObjectPool, NoTwoThreadsHaveOneObject) {
    struct Held {
        std::atomic<bool> is_lent{false};
    };
    ObjectPool<Held> pool(3);
    std::atomic<int> twice{0};
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 4; ++thread) {
        threads.emplace_back([&] {
            for (int i = 0; i < 10000; ++i) {
                const auto lease = pool.take(std::make_unique<Held>);
                twice += lease->is_lent.exchange(true) ? 1 : 0;
                lease->is_lent = false;
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(twice, 0);
}

}  // namespace
}  // namespace bizrec
