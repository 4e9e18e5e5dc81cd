// The order of tasks: a deficit round robin over teams, for any cost of their requests.
#include "ngx_bizrec_module/fair_queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <random>
#include <vector>

#include "t/unit/support/allocation_hook.hpp"

namespace bizrec::ngx {
namespace {

constexpr std::size_t any_number = SIZE_MAX;
constexpr std::uint64_t now = 1000;

struct Request : FairQueue::Item {
    FairQueue::Team of = 0;
    std::uint64_t left = 1;  // number of tasks that are left
};

/// Adds requests and runs their tasks.
class Work {
public:
    explicit Work(std::uint64_t round = 10) : queue(round) {}

    Request& add(FairQueue::Team team, std::uint64_t pieces = 1, std::uint64_t now_ms = now) {
        Request& request = requests_.emplace_back();
        request.of = team;
        request.left = pieces;
        EXPECT_TRUE(queue.add(request, team, any_number, now_ms));
        return request;
    }
    Request* take() { return static_cast<Request*>(queue.take()); }
    void end_piece(Request& request, std::uint64_t steps) {
        --request.left == 0 ? queue.finish(request, steps) : queue.put_back(request, steps);
    }
    /// Runs the next task. Returns its team; 0: no task may start.
    FairQueue::Team do_piece(std::uint64_t steps) {
        Request* const request = take();
        if (request == nullptr) {
            return 0;
        }
        end_piece(*request, steps);
        return request->of;
    }

    FairQueue queue;

private:
    std::deque<Request> requests_;
};

TEST(FairQueue, ATeamsRequestsAreServedInTheirOrder) {
    Work work;
    const std::vector<Request*> added{&work.add(1), &work.add(1), &work.add(1)};
    for (const Request* request : added) {
        EXPECT_EQ(work.queue.waiting() + work.queue.at_work(), 3U);
        EXPECT_EQ(work.take(), request);
    }
    EXPECT_EQ(work.take(), nullptr);
    EXPECT_EQ(work.queue.at_work(), 3U);
}

TEST(FairQueue, AnUnfinishedRequestGoesBehindItsTeamsOthers) {
    Work work;
    Request& batch = work.add(1, 2);
    Request& other = work.add(1);
    EXPECT_EQ(work.take(), &batch);
    work.end_piece(batch, 5);
    EXPECT_EQ(work.take(), &other);
    work.end_piece(other, 5);
    EXPECT_EQ(work.take(), &batch);
    work.end_piece(batch, 5);
    EXPECT_EQ(work.queue.waiting() + work.queue.at_work(), 0U);
}

/// Sixty-four batches of a hundred tasks wait. A new request waits only for the task that is running.
TEST(FairQueue, AFloodDelaysAnotherTeamByOnePiece) {
    Work work;
    for (int i = 0; i < 64; ++i) {
        work.add(1, 100);
    }
    for (int i = 0; i < 50; ++i) {
        EXPECT_EQ(work.do_piece(1'000'000), 1U);
        work.add(2);
        EXPECT_EQ(work.do_piece(100), 2U) << i;
    }
}

/// Teams that always wait get the same number of steps, for any cost of their tasks.
TEST(FairQueue, TeamsThatAlwaysWaitGetTheSameSteps) {
    Work work(1000);
    const std::map<FairQueue::Team, std::uint64_t> cost{{1, 50}, {2, 700}, {3, 40'000}, {4, 999}};
    for (const auto& [team, steps] : cost) {
        work.add(team, UINT64_MAX);
    }
    std::map<FairQueue::Team, std::uint64_t> got;
    for (int i = 0; i < 100'000; ++i) {
        Request* const request = work.take();
        ASSERT_NE(request, nullptr);
        const std::uint64_t steps = cost.at(request->of);
        got[request->of] += steps;
        work.end_piece(*request, steps);
    }
    for (const auto& [team, steps] : got) {
        EXPECT_NEAR(static_cast<double>(steps), static_cast<double>(got[1]), 2 * 40'000 + 2000) << team;
    }
}

/// A team that leaves with a debt and comes back still has the debt, as long as other teams wait.
TEST(FairQueue, ADebtIsRememberedWhileOthersWait) {
    Work work(10);
    work.add(2, 1000);
    work.add(1);
    EXPECT_EQ(work.do_piece(10), 2U);
    EXPECT_EQ(work.do_piece(500), 1U);
    work.add(1);
    for (int i = 0; i < 48; ++i) {
        EXPECT_EQ(work.do_piece(10), 2U) << i;
    }
    int more = 0;
    while (work.do_piece(10) != 1) {
        ASSERT_LT(++more, 4);
    }
}

TEST(FairQueue, AnEmptyQueueForgetsDebts) {
    Work work(10);
    work.add(1);
    EXPECT_EQ(work.do_piece(1'000'000), 1U);
    work.add(1);
    work.add(2);
    EXPECT_EQ(work.do_piece(10), 1U);
    EXPECT_EQ(work.do_piece(10), 2U);
}

TEST(FairQueue, ALineIsBoundedForItsTeamAlone) {
    FairQueue queue(10);
    std::deque<Request> requests(10);
    for (int i = 0; i < 3; ++i) {
        EXPECT_TRUE(queue.add(requests[static_cast<std::size_t>(i)], 1, 3, now));
    }
    EXPECT_FALSE(queue.add(requests[3], 1, 3, now));
    EXPECT_TRUE(queue.add(requests[4], 2, 3, now));
    EXPECT_EQ(queue.take(), &requests[0]);
    EXPECT_TRUE(queue.add(requests[3], 1, 3, now)) << "what is at work does not wait";
    EXPECT_FALSE(queue.add(requests[5], 3, 0, now));
    EXPECT_EQ(queue.waiting(), 4U);
}

TEST(FairQueue, WhatWaitsIsTakenOut) {
    Work work;
    Request& first = work.add(1);
    Request& middle = work.add(1);
    Request& last = work.add(1);
    EXPECT_TRUE(work.queue.remove(middle));
    EXPECT_FALSE(work.queue.remove(middle));
    EXPECT_EQ(work.take(), &first);
    EXPECT_FALSE(work.queue.remove(first)) << "it is at work";
    EXPECT_TRUE(work.queue.remove(last));
    EXPECT_EQ(work.take(), nullptr);
    work.end_piece(first, 1);
    EXPECT_FALSE(work.queue.remove(first)) << "it is finished";
    work.add(2);
    EXPECT_EQ(work.do_piece(1), 2U);
}

TEST(FairQueue, TheLongestLineMakesRoom) {
    Work work;
    work.add(1);
    Request& newest = work.add(1);
    Request& own = work.add(2);
    EXPECT_EQ(work.queue.make_room(1), nullptr) << "its own is the longest";
    EXPECT_EQ(work.queue.make_room(2), &newest);
    EXPECT_EQ(work.queue.make_room(2), nullptr) << "as long as its own";
    EXPECT_TRUE(work.queue.remove(own));
    Request& other = work.add(3);
    EXPECT_EQ(work.queue.make_room(3), nullptr);
    EXPECT_TRUE(work.queue.remove(other));
    work.add(1);
    EXPECT_NE(work.queue.make_room(3), nullptr) << "of a team that has no line yet";
    EXPECT_EQ(work.queue.waiting(), 1U);
}

// --- threads

TEST(FairQueue, NoTeamHoldsTheLastThreadWhereOthersCome) {
    Work work;
    work.queue.enter_thread();
    work.queue.enter_thread();
    Request& batch = work.add(1, 100);
    Request& second = work.add(1, 100);
    EXPECT_EQ(work.take(), &batch);
    EXPECT_EQ(work.take(), &second) << "alone it has all of them";
    work.add(2);
    work.end_piece(batch, 1);
    EXPECT_EQ(work.do_piece(1), 2U);
    EXPECT_EQ(work.take(), nullptr) << "one thread stays free";
    EXPECT_EQ(work.queue.waiting(), 1U);
    work.end_piece(second, 1);
    EXPECT_NE(work.take(), nullptr);
    EXPECT_EQ(work.take(), nullptr);
    work.add(1, 1, now + FairQueue::shared_for_ms);
    EXPECT_NE(work.take(), nullptr) << "nobody else has come for long";
}

TEST(FairQueue, AloneThreadIsNobodysOwn) {
    Work work;
    work.queue.enter_thread();
    work.add(1);
    work.add(2);
    EXPECT_EQ(work.do_piece(1), 1U);
    EXPECT_EQ(work.do_piece(1), 2U);
    work.queue.leave_thread();
    work.queue.enter_thread();
    work.add(1);
    EXPECT_EQ(work.do_piece(1), 1U);
}

// --- memory

TEST(FairQueue, TheThreadsNeedNoMemory) {
    Work work;
    work.add(1, 3);
    work.add(2, 3);
    const std::uint64_t before = allocations();
    unsigned pieces = 0;
    while (work.do_piece(7) != 0) {
        ++pieces;
    }
    EXPECT_EQ(allocations(), before);
    EXPECT_EQ(pieces, 6U);
}

/// For any order of calls: every request is served or removed once, and the sums are right.
TEST(FairQueue, NothingIsLostOrDoneTwice) {
    std::mt19937 random(11);
    for (int round = 0; round < 50; ++round) {
        Work work(1 + random() % 1000);
        std::vector<Request*> waiting, at_work;
        std::size_t added = 0, ended = 0;
        for (unsigned threads = 1 + random() % 4; threads > 0; --threads) {
            work.queue.enter_thread();
        }
        for (int i = 0; i < 2000; ++i) {
            const auto dice = random() % 8;
            if (dice < 3) {
                waiting.push_back(&work.add(1 + random() % 6, 1 + random() % 5, now + static_cast<unsigned>(i) * 20));
                ++added;
            } else if (dice < 5) {
                if (Request* const request = work.take()) {
                    at_work.push_back(request);
                    const auto at = std::find(waiting.begin(), waiting.end(), request);
                    ASSERT_NE(at, waiting.end());
                    waiting.erase(at);
                } else {
                    ASSERT_TRUE(waiting.empty() || !at_work.empty()) << "a thread at work takes the next";
                }
            } else if (dice < 7 && !at_work.empty()) {
                Request* const request = at_work.back();
                at_work.pop_back();
                work.end_piece(*request, random() % 5000);
                request->left == 0 ? static_cast<void>(++ended) : waiting.push_back(request);
            } else if (dice == 7 && !waiting.empty()) {
                const auto at = waiting.begin() + static_cast<std::ptrdiff_t>(random() % waiting.size());
                ASSERT_TRUE(work.queue.remove(**at));
                waiting.erase(at);
                ++ended;
            }
            ASSERT_EQ(work.queue.waiting(), waiting.size());
            ASSERT_EQ(work.queue.at_work(), at_work.size());
        }
        EXPECT_EQ(added, ended + waiting.size() + at_work.size());
    }
}

}  // namespace
}  // namespace bizrec::ngx
