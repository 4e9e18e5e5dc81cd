#include "bizrec/store/residency.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstdlib>
#include <set>

#include "bizrec/format/content_decoder.hpp"
#include "t/unit/store/small_index.hpp"
#include "t/unit/store/temp_dir.hpp"

namespace bizrec::store {
namespace {

class Residency : public testing::Test {
protected:
    void SetUp() override {
        test::make_small_index(3000).write(dir_.path("index"));
        auto opened = Generation::open(dir_.path("index"), Generation::Check::seal);
        ASSERT_TRUE(opened) << opened.error().message;
        generation_ = std::move(opened).value();
    }

    using Pages = std::set<const std::byte*>;

    static void add_pages(const std::byte* begin, std::size_t bytes, Pages& pages) {
        const auto address = reinterpret_cast<std::uintptr_t>(begin) % format::page_bytes;
        for (const std::byte* page = begin - address; page < begin + bytes; page += format::page_bytes) {
            pages.insert(page);
        }
    }
    Pages pages_of(bool with_content) const {
        Pages pages;
        for (std::size_t i = 1; i <= format::section_count; ++i) {
            const auto section = static_cast<format::Section>(i);
            for (const auto& chunk : generation_->chunks(section)) {
                if (with_content || section != format::Section::content) {
                    add_pages(chunk.bytes, chunk.size, pages);
                }
            }
        }
        return pages;
    }
    static Pages pages_of(const std::vector<PageRange>& ranges) {
        Pages pages;
        for (const PageRange& range : ranges) {
            add_pages(range.begin, range.bytes, pages);
        }
        return pages;
    }

    test::TempDir dir_;
    std::shared_ptr<const Generation> generation_;
};

TEST_F(Residency, HotPagesAreThoseOfEverySectionButContent) {
    const auto ranges = hot_pages(*generation_);
    EXPECT_EQ(pages_of(ranges), pages_of(false));
    EXPECT_LT(pages_of(ranges).size(), pages_of(true).size());
}

TEST_F(Residency, RangesAscendAndDoNotTouch) {
    const auto ranges = hot_pages(*generation_);
    ASSERT_FALSE(ranges.empty());
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(ranges[i].begin) % format::page_bytes, 0U);
        EXPECT_EQ(ranges[i].bytes % format::page_bytes, 0U);
        EXPECT_TRUE(i == 0 || ranges[i - 1].begin + ranges[i - 1].bytes < ranges[i].begin);
    }
}

TEST_F(Residency, AllPagesSpanEveryChunk) {
    const Pages all = pages_of({all_pages(*generation_)});
    for (const std::byte* page : pages_of(true)) {
        EXPECT_EQ(all.count(page), 1U);
    }
}

TEST_F(Residency, PiecesMakeUpTheRange) {
    const PageRange whole{all_pages(*generation_).begin, 3 * residency_step + format::page_bytes};
    PageRange rest = whole;
    std::size_t sum = 0;
    while (rest.bytes != 0) {
        const PageRange piece = take_piece(rest);
        EXPECT_EQ(piece.begin, whole.begin + sum);
        EXPECT_GT(piece.bytes, 0U);
        EXPECT_LE(piece.bytes, residency_step);
        sum += piece.bytes;
    }
    EXPECT_EQ(sum, whole.bytes);
    EXPECT_EQ(take_piece(rest).bytes, 0U);
}

TEST_F(Residency, WhatIsForgottenIsReadAgain) {
    PageRange rest = all_pages(*generation_);
    std::string before, after;
    ASSERT_TRUE(generation_->append_row_head(7, before));
    while (rest.bytes != 0) {
        const PageRange piece = take_piece(rest);
        EXPECT_EQ(populate(piece), 0);
        forget(piece);
    }
    ASSERT_TRUE(generation_->append_row_head(7, after));
    EXPECT_EQ(after, before);
}

// Whether mlock() locks memory. With sanitizers it does nothing.
bool can_lock() {
    return std::getenv("BIZREC_INSTRUMENTED") == nullptr;
}

TEST_F(Residency, OnePageCanBeLockedAndForgottenAfterwards) {
    if (!can_lock()) {
        GTEST_SKIP();
    }
    const PageRange page{all_pages(*generation_).begin, format::page_bytes};
    ASSERT_EQ(lock(page), 0);
    EXPECT_NE(::madvise(page.begin, page.bytes, MADV_DONTNEED), 0);
    EXPECT_EQ(unlock(page), 0);
    EXPECT_EQ(::madvise(page.begin, page.bytes, MADV_DONTNEED), 0);
}

TEST_F(Residency, PagesThatAreNoneGiveAnError) {
    const PageRange none{nullptr, format::page_bytes};
    EXPECT_NE(populate(none), 0);
    EXPECT_TRUE(!can_lock() || lock(none) != 0);
}

}  // namespace
}  // namespace bizrec::store
