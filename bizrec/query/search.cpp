#include "bizrec/query/search.hpp"

#include "bizrec/postings/visible_document.hpp"
#include "bizrec/query/task.hpp"

namespace bizrec::search {

Search::Search(const ReadingLimits& limits) : task_(std::make_unique<SearchTask>(limits)) {}
Search::~Search() = default;
Search::Search(Search&&) noexcept = default;
Search& Search::operator=(Search&&) noexcept = default;

bool Search::run(const store::Generation& generation, const SearchQuery& query, SearchResult& result, Budget& budget) {
    const bool is_done = task_->run(generation, query, result, budget);
    task_->give_back();
    return is_done;
}

void Search::run(const store::Generation& generation, const SearchQuery& query, SearchResult& result) {
    unlimited_ = Budget();
    run(generation, query, result, unlimited_);
}

void Search::list_words(std::vector<std::string_view>& words) const {
    words.clear();
    const PlaceSearch* const place = task_->place();
    if (place != nullptr && place->place().rest.empty()) {
        return;  // every word of the query belongs to the place's name
    }
    if (place != nullptr && task_->reading() == Reading::decoded) {
        TypedWords decoded;
        task_->decoded()->copy_words_and_place(task_->decoded()->best(), decoded);
        words.insert(words.end(), decoded.query.begin(), decoded.query.end());
        words.insert(words.end(), decoded.store_name.begin(), decoded.store_name.end());
        return;
    }
    const QueryWords& searched = task_->searched_words();
    // In the other readings a visible record has all words.
    const bool may_lack_words = task_->reading() == Reading::most_words || task_->reading() == Reading::any_word;
    for (const SearchClause* clause : searched.clauses()) {
        for (const SearchClause::Word& word : clause->words()) {
            std::uint64_t visited = 0;  // the answer is complete: its words take no steps of the budget
            if (may_lack_words ? has_visible_document(*task_->context(), word.lists, visited) : word.lists.count != 0) {
                words.push_back(word.text);
            }
        }
    }
}

void Search::list_other_words(std::vector<std::string_view>& words) const {
    words.clear();
    const QueryDecoder* decoded = task_->decoded();
    if (decoded == nullptr || !decoded->is_above_null()) {
        return;
    }
    decoded->copy_texts(decoded->next(), words);
}

}  // namespace bizrec::search
