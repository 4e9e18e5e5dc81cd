#include "bizrec/query/search.hpp"

#include "bizrec/query/task.hpp"

namespace bizrec::search {

struct Search::State {
    explicit State(const ReadingLimits& limits) : task(limits) {}
    SearchTask task;
};

Search::Search(const ReadingLimits& limits) : state_(std::make_unique<State>(limits)) {}
Search::~Search() = default;
Search::Search(Search&&) noexcept = default;
Search& Search::operator=(Search&&) noexcept = default;

std::uint64_t Search::prepare(const store::Generation& generation, const SearchQuery& query) {
    return state_->task.prepare(generation, query);
}

void Search::run(SearchResult& result) {
    state_->task.run(result);
    state_->task.give_back();
}

void Search::list_words(std::vector<std::string_view>& words) const {
    words.clear();
    if (state_->task.is_place_alone()) {
        return;
    }
    const QueryWords& searched = state_->task.searched_words();
    for (const SearchClause* clause : {&searched.query(), &searched.store_name()}) {
        for (const SearchClause::Word& word : clause->words()) {
            if (word.lists.count != 0) {
                words.push_back(word.text);
            }
        }
    }
}

}  // namespace bizrec::search
