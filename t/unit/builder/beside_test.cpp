#include "lmdb_builder/build/beside.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>

namespace bizrec::builder {
namespace {

TEST(Beside, RunsInTheCallersThreadWhereThereIsNoOther) {
    std::thread::id where;
    Beside work(1, [&] { where = std::this_thread::get_id(); });
    EXPECT_EQ(where, std::this_thread::get_id()) << "and before the constructor has returned";
    work.wait();
}

TEST(Beside, RunsInAThreadOfItsOwn) {
    std::thread::id where;
    Beside work(2, [&] { where = std::this_thread::get_id(); });
    work.wait();
    EXPECT_NE(where, std::this_thread::get_id());
    EXPECT_NE(where, std::thread::id());
}

TEST(Beside, ThrowsWhatItsWorkThrewOnce) {
    for (const unsigned threads : {1U, 2U}) {
        Beside work(threads, [] { throw std::runtime_error("full disk"); });
        EXPECT_THROW(work.wait(), std::runtime_error);
        EXPECT_NO_THROW(work.wait());
    }
}

TEST(Beside, WhatIsThrownAndNotAskedForEndsNothing) {
    for (const unsigned threads : {1U, 2U}) {
        EXPECT_NO_THROW(Beside(threads, [] { throw std::runtime_error("full disk"); }));
    }
}

TEST(Beside, EndsWhatItWasGiven) {
    for (const unsigned threads : {1U, 2U}) {
        auto object = std::make_shared<int>(1);
        const std::weak_ptr<int> watched = object;
        auto ending = end_beside(threads, std::move(object));
        ending.wait();
        EXPECT_TRUE(watched.expired());
    }
}

}  // namespace
}  // namespace bizrec::builder
