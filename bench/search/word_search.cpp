#include "bench/search/word_search.hpp"

namespace bizrec::bench {

void WordSearch::prepare(const Request& request) {
    words_.assign(request.words.begin(), request.words.end());
    if (request.place != Request::Place::none && request.place != Request::Place::circle) {
        search::resolve_location(generation_, request.location, location_);
    }
}

void WordSearch::make_problem(const Request& request) {
    if (request.place == Request::Place::circle) {
        search::resolve_location(generation_, request.location, location_);
    }
    problem_.places = nullptr;
    if (request.place != Request::Place::none) {
        places_.assign(&location_, 1);
        problem_.places = &places_;
    }
    problem_.required.clear();
    problem_.pair = {};
    problem_.alternatives.resize(request.any_word ? 1 : 0);
    problem_.exact_matches.clear();
    clause_.ask(words_);
    clause_.read();
    if (request.any_word) {
        problem_.alternatives.front().clear();
        clause_.add_words(problem_.alternatives.front());
    } else {
        clause_.add_words(problem_.required);
        problem_.pair = clause_.pair();
    }
    clause_.add_exact_matches(problem_);
    problem_.page.limit = request.limit;
}

const search::RankResult& WordSearch::rank(const Request& request, const search::SearchRow* after) {
    make_problem(request);
    problem_.page.count = false;
    problem_.page.has_cursor = after != nullptr;
    if (after != nullptr) {
        problem_.page.cursor_score = after->score;
        problem_.page.cursor_docid = after->docid;
    }
    ranker_.rank(generation_, problem_, result_);
    return result_;
}

std::uint64_t WordSearch::count(const Request& request) {
    prepare(request);
    make_problem(request);
    problem_.page.count = true;
    problem_.page.has_cursor = false;
    ranker_.rank(generation_, problem_, result_);
    return result_.total;
}

}  // namespace bizrec::bench
