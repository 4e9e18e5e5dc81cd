#include <gtest/gtest.h>

#include "bizrec/base/budget.hpp"

namespace bizrec {
namespace {

TEST(Budget, IsSpentByTheStepThatLeavesNothing) {
    Budget budget(10);
    EXPECT_TRUE(budget.take(WorkKind::fold, 9));
    EXPECT_EQ(budget.left(), 1U);
    EXPECT_FALSE(budget.spent());
    EXPECT_FALSE(budget.take(WorkKind::rows, 1));
    EXPECT_TRUE(budget.spent());
}

TEST(Budget, StaysSpent) {
    Budget budget(10);
    EXPECT_FALSE(budget.take(WorkKind::fold, 100));
    EXPECT_FALSE(budget.take(WorkKind::fold, 0));
    EXPECT_EQ(budget.left(), 0U);
    EXPECT_EQ(budget.used(), 100U) << "what is done is counted, whatever was left";
}

TEST(Budget, OfNoStepsIsSpentBeforeItBegins) {
    EXPECT_TRUE(Budget(0).spent());
    EXPECT_FALSE(Budget(1).spent());
}

TEST(Budget, CountsByKind) {
    Budget budget;
    budget.take(WorkKind::postings, 5);
    budget.take(WorkKind::circles, 7);
    budget.take(WorkKind::postings, 4);
    EXPECT_EQ(budget.used(WorkKind::postings), 9U);
    EXPECT_EQ(budget.used(WorkKind::circles), 7U);
    EXPECT_EQ(budget.used(WorkKind::rows), 0U);
    EXPECT_EQ(budget.used(), 16U);
    EXPECT_EQ(budget.max_kind(), WorkKind::postings);
}

TEST(Budget, NamesTheFirstOfKindsThatCostTheSame) {
    Budget budget;
    EXPECT_EQ(budget.max_kind(), WorkKind::parse);
    budget.take(WorkKind::rows, 3);
    budget.take(WorkKind::cut, 3);
    EXPECT_EQ(budget.max_kind(), WorkKind::cut);
}

TEST(Budget, OneThatIsUnlimitedIsNeverSpent) {
    Budget budget;
    EXPECT_TRUE(budget.take(WorkKind::postings, std::uint64_t{1} << 62));
    EXPECT_FALSE(budget.spent());
}

TEST(Budget, TakesWhatAnotherHasCounted) {
    Budget first;
    first.take(WorkKind::parse, 3);
    first.take(WorkKind::idna, 4);
    Budget second(8);
    EXPECT_TRUE(second.take(first));
    EXPECT_EQ(second.used(WorkKind::parse), 3U);
    EXPECT_EQ(second.used(WorkKind::idna), 4U);
    EXPECT_EQ(second.left(), 1U);
    EXPECT_FALSE(second.take(first));
}

TEST(Budget, StopsWhereNobodyWaitsAnyMore) {
    Cancellation cancellation;
    Budget budget(100, &cancellation);
    EXPECT_TRUE(budget.take(WorkKind::rows, 1));
    cancellation.request();
    EXPECT_FALSE(budget.take(WorkKind::rows, 1));
    EXPECT_TRUE(budget.stopped());
    EXPECT_TRUE(budget.cancelled());
    EXPECT_FALSE(budget.spent()) << "that is no refusal";
}

}  // namespace
}  // namespace bizrec
