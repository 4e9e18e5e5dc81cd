#include "bizrec/rank/rank.hpp"

#include "bizrec/rank/executors.hpp"
#include "bizrec/rank/plan.hpp"

namespace bizrec::search {

struct Ranker::State {
    RankTask task;
    RankExecutors executors;
    RankJudge judge;
    Plan plan;
};

Ranker::Ranker() : state_(std::make_unique<State>()) {}
Ranker::~Ranker() = default;

const Plan& Ranker::plan(const store::Generation& generation, const RankProblem& problem) {
    state_->task.assign(generation, problem);
    state_->plan = Plan(state_->task, state_->executors);
    return state_->plan;
}

bool Ranker::run(RankResult& result, Budget& budget) {
    state_->plan.run(state_->judge, result, budget.left());
    budget.take(WorkKind::circles, result.measured);
    return budget.take(WorkKind::postings, result.visited - result.measured);
}

void Ranker::rank(const store::Generation& generation, const RankProblem& problem, RankResult& result) {
    Budget budget;
    plan(generation, problem);
    run(result, budget);
}

}  // namespace bizrec::search
