#include "bizrec/query/place_search.hpp"

#include <algorithm>

#include "bizrec/base/ascii.hpp"
#include "bizrec/format/impact.hpp"
#include "bizrec/format/term_key.hpp"
#include "bizrec/place/city_name.hpp"
#include "bizrec/query/preference.hpp"
#include "bizrec/rank/plan.hpp"

namespace bizrec::search {

namespace {

constexpr std::array tiers_in_order = {PlaceSearch::stated, PlaceSearch::inferred, PlaceSearch::elsewhere};
constexpr std::uint32_t tier_score = PlaceSearch::evidence << format::quality_level_bits;

/// False where none of the words that any record needs exists.
bool require(QueryWords& words, bool any_word, RankProblem& problem) {
    if (any_word) {
        return words.require_any(problem);
    }
    words.require_all(problem);
    return true;
}

}  // namespace

void PlaceSearch::begin(const store::Generation& generation, const SearchQuery& request, const QueryWords& words,
                        SearchFilters& filters, const RankProblem& as_typed, PlaceReading::Cities cities) {
    generation_ = &generation;
    forget();
    town_.clear();
    next_ = 0;
    is_found_ = false;
    if (!reading_.find(generation, request, words, cities) ||
        !words_.analyse(generation.rules().words, reading_.rest(), request.store_name)) {
        return;
    }
    words_.ask(generation, words_.typed());
    words_.read(generation);
    words_.find_other_spaces(generation);
    filters_ = &filters;
    all_words_exist_ = words.is_complete();
    inside_.narrow(generation.documents(), as_typed.places, reading_.inside());
    outside_.narrow(generation.documents(), as_typed.places, reading_.outside());
    if (inside_.all().empty()) {
        return;
    }
    filters.fill(problems_[stated]);
    words_.require_all(problems_[stated]);
    problems_[stated].places = &inside_;
    add_function_words();
    add_name_in_names();
    may_be_read_ = words_.is_complete();
    if (reading_.has_inferred() || cities == PlaceReading::Cities::any) {
        problems_[inferred] = problems_[stated];
    }
    is_found_ = true;
    add_name_as_typed();
    problems_[elsewhere] = as_typed;
    problems_[elsewhere].places = &outside_;
    if (reading_.has_inferred()) {
        problems_[stated].test = problems_[inferred].test = &filters.test();
    }
    town_.split(generation, reading_, as_typed.places, problems_[stated]);
    set_page(as_typed.page);
}

bool PlaceSearch::begin_to_decode(const store::Generation& generation, const SearchQuery& request,
                                  const QueryWords& words, SearchFilters& filters, const RankProblem& as_typed) {
    begin(generation, request, words, filters, as_typed, PlaceReading::Cities::any);
    forget();
    return is_found_ && !reading_.rest().empty();
}

bool PlaceSearch::begin_at_front(const store::Generation& generation, const SearchQuery& request,
                                 const QueryWords& words, SearchFilters& filters, const RankProblem& as_typed,
                                 SearchQuery& turned) {
    const std::vector<std::size_t> ends = PlaceReading::ends_of_first_words(request.query);
    for (auto end = ends.rbegin(); end != ends.rend(); ++end) {
        turned = request;
        turned.query = request.query.substr(*end) + " in " + request.query.substr(0, *end);
        if (begin_to_decode(generation, turned, words, filters, as_typed) &&
            reading_.rest().size() <= request.query.size() - *end) {
            return true;
        }
    }
    return false;
}

bool PlaceSearch::take(const TypedWords& words, bool any_word) {
    words_.ask(*generation_, words);
    words_.read(*generation_);
    words_.find_other_spaces(*generation_);
    all_words_exist_ = false;  // none elsewhere has them
    may_be_read_ = true;
    next_ = 0;
    const bool has_words = require(words_, any_word, problems_[stated]) &&
                           require(words_, any_word, problems_[inferred]) &&
                           (!town_.is_apart() || require(words_, any_word, town_.problem()));
    if (!has_words) {
        forget();
    }
    return has_words;
}

void PlaceSearch::prefer(const TypedWords& words) {
    preferred_.ask(*generation_, words);
    preferred_.read(*generation_);
    for (RankProblem* problem : {&problems_[stated], &problems_[inferred]}) {
        add_preference(preferred_, *filters_, *problem);
    }
    if (town_.is_apart()) {
        add_preference(preferred_, *filters_, town_.problem());
    }
}

/// All records of a tier hold the same place, so that little else may tell them apart: "museum of springs hot, hot
/// springs" is rather the Museum of Hot Springs than one of its neighbours.
void PlaceSearch::add_function_words() {
    function_words_.clear();
    function_words_.add_boosts(*generation_, words_, *filters_, problems_[stated]);
}

/// Spaces do not count in a city's name. Where some record writes the name as one word, those that write it as it was
/// typed come first. The name of one word is left: it is that of most of its records.
void PlaceSearch::add_name_as_typed() {
    name_as_typed_.lists.clear();
    const std::string& name = reading_.name();
    if (reading_.rest().empty() || std::all_of(name.begin(), name.end(), is_alnum)) {
        return;  // the name alone, or one word
    }
    text::analyse_query(generation_->rules().words, name, name_text_);
    if (name_text_.words.size() < 2) {
        return;
    }
    place::fold_city(name, folded_);
    format::term_key(query_rule.words, folded_, key_);
    if (generation_->term(key_).count == 0) {
        return;
    }
    const std::uint32_t idf_sixteenths = look_up_name(query_rule.words, name_as_typed_);
    name_as_typed_.evidence = std::max(1U, idf_sixteenths * format::whole_city_sixteenths / 256);
    if (!name_as_typed_.lists.empty()) {
        filters_->add_boost(problems_[stated]) = name_as_typed_;
    }
}

/// The words of a state are not looked for inside, where every record has them. But "University of Washington" is as
/// much a name: half of what they are worth in names lifts its campuses over the University of Puget Sound.
void PlaceSearch::add_name_in_names() {
    name_in_names_.lists.clear();
    if (!reading_.may_end_a_name()) {
        return;
    }
    text::analyse_query(generation_->rules().words, reading_.name(), name_text_);
    name_in_names_.evidence = std::max(1U, look_up_name(store_name_rule.words, name_in_names_) / 32);
    if (!name_in_names_.lists.empty()) {
        filters_->add_boost(problems_[stated]) = name_in_names_;
    }
}

/// Puts the lists of the analysed name into the boost, or none where a word of it has none. Returns the sum of their
/// idf, in sixteenths.
std::uint32_t PlaceSearch::look_up_name(format::TermKind kind, Boost& boost) {
    std::uint32_t idf_sixteenths = 0;
    bool all_exist = true;
    for_each_used_word(name_text_, [&](std::string_view word) {
        format::term_key(kind, word, key_);
        boost.lists.push_back(generation_->term(key_));
        all_exist = all_exist && boost.lists.back().count != 0;
        idf_sixteenths += boost.lists.back().idf_sixteenths;
    });
    if (!all_exist) {
        boost.lists.clear();
    }
    return idf_sixteenths;
}

/// A cursor has passed all tiers above its own.
void PlaceSearch::set_page(const RankPage& page) {
    for (std::uint32_t tier = 0; tier < tier_count; ++tier) {
        RankPage& own = problems_[tier].page;
        own = page;
        const std::uint32_t of_cursor = page.cursor_score / tier_score;
        if (!page.has_cursor || of_cursor > tier) {
            own.has_cursor = false;
        } else if (of_cursor == tier) {
            own.cursor_score = page.cursor_score % tier_score;
        } else {
            own.cursor_score = 0;
            own.cursor_docid = format::no_docid;
        }
    }
    if (town_.is_apart()) {
        town_.set_page(problems_[stated].page);
    }
}

bool PlaceSearch::holds_something(Tier tier) const noexcept {
    switch (tier) {
        case elsewhere:
            return all_words_exist_ && !outside_.all().empty();
        case inferred:
            return reading_.has_inferred();
        default:
            return true;
    }
}

void PlaceSearch::start(RankResult& result) const {
    result.rows.clear();
    result.total = result.visited = 0;
    result.any_hit = false;
}

bool PlaceSearch::is_wanted(Tier tier, const RankResult& result) const noexcept {
    const RankPage& page = problems_[tier].page;
    return holds_something(tier) && (tier != elsewhere || result.any_hit) &&
           (result.rows.size() < page.limit || page.count);
}

std::uint64_t PlaceSearch::run(Ranker& ranker, std::uint64_t most, RankResult& result) {
    for (; next_ != tiers_in_order.size(); ++next_) {
        const Tier tier = tiers_in_order[next_];
        if (!is_wanted(tier, result)) {
            continue;
        }
        const std::uint64_t of_tier = plan_tier(tier, ranker);
        if (of_tier > most) {
            return work(ranker);
        }
        most -= of_tier;
        run_tier(tier, ranker, result);
    }
    return 0;
}

std::uint64_t PlaceSearch::work(Ranker& ranker) const {
    std::uint64_t sum = 0;
    for (std::size_t i = next_; i != tiers_in_order.size(); ++i) {
        const Tier tier = tiers_in_order[i];
        sum += holds_something(tier) ? plan_tier(tier, ranker) : 0;
    }
    return sum;
}

/// Leaves the tier's plan as the ranker's. Returns its work, and that of the largest town.
std::uint64_t PlaceSearch::plan_tier(Tier tier, Ranker& ranker) const {
    const bool has_town = tier == stated && town_.is_apart();
    const std::uint64_t of_town = has_town ? ranker.plan(*generation_, town_.problem()).work() : 0;
    return of_town + ranker.plan(*generation_, problems_[tier]).work();
}

/// Its plan is the ranker's.
void PlaceSearch::run_tier(Tier tier, Ranker& ranker, RankResult& result) {
    const std::uint8_t flag = reading_.has_inferred() ? format::flag::inferred_place : std::uint8_t{0};
    filters_->want_flags(tier == inferred ? flag : std::uint8_t{0}, tier == stated ? flag : std::uint8_t{0});
    ranker.run(of_tier_);
    if (tier == stated && town_.is_apart()) {
        town_.rank(*generation_, ranker, of_tier_);
    }
    filters_->want_flags(0, 0);
    for (const SearchRow& row : of_tier_.rows) {
        if (result.rows.size() < problems_[tier].page.limit) {
            result.rows.push_back({row.docid, std::min(row.score, tier_score - 1) + tier * tier_score});
        }
    }
    result.total += of_tier_.total;
    result.visited += of_tier_.visited;
    result.any_hit = result.any_hit || of_tier_.any_hit;
    result.plan = of_tier_.plan;
}

}  // namespace bizrec::search
