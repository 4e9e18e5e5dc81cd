#include "lmdb_builder/system/background.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>

namespace bizrec::builder {
namespace {

TEST(Background, RunsInTheCallersThreadWhereThereIsNoOther) {
    std::thread::id where;
    Background work(1, [&] { where = std::this_thread::get_id(); });
    EXPECT_EQ(where, std::this_thread::get_id()) << "and before the constructor has returned";
    work.wait();
}

TEST(Background, RunsInAThreadOfItsOwn) {
    std::thread::id where;
    Background work(2, [&] { where = std::this_thread::get_id(); });
    work.wait();
    EXPECT_NE(where, std::this_thread::get_id());
    EXPECT_NE(where, std::thread::id());
}

TEST(Background, ThrowsWhatItsWorkThrewOnce) {
    for (const unsigned threads : {1U, 2U}) {
        Background work(threads, [] { throw std::runtime_error("full disk"); });
        EXPECT_THROW(work.wait(), std::runtime_error);
        EXPECT_NO_THROW(work.wait());
    }
}

TEST(Background, WhatIsThrownAndNotAskedForEndsNothing) {
    for (const unsigned threads : {1U, 2U}) {
        EXPECT_NO_THROW(Background(threads, [] { throw std::runtime_error("full disk"); }));
    }
}

TEST(Background, EndsWhatItWasGiven) {
    for (const unsigned threads : {1U, 2U}) {
        auto object = std::make_shared<int>(1);
        const std::weak_ptr<int> watched = object;
        auto ending = end_in_background(threads, std::move(object));
        ending.wait();
        EXPECT_TRUE(watched.expired());
    }
}

}  // namespace
}  // namespace bizrec::builder
