#include "bizrec/query/place_search.hpp"

#include <algorithm>

#include "bizrec/base/ascii.hpp"
#include "bizrec/format/impact.hpp"
#include "bizrec/format/term_key.hpp"
#include "bizrec/lookup/boosts.hpp"
#include "bizrec/place/folded_names.hpp"
#include "bizrec/postings/postings.hpp"
#include "bizrec/rank/plan.hpp"

namespace bizrec::search {

namespace {

constexpr std::uint32_t tier_score = PlaceSearch::evidence << format::quality_level_bits;

}  // namespace

bool PlaceSearch::find_name(const Request& request, const PlaceWay& way, PlaceReading::Cities cities) {
    if (way.first_tokens != 0) {
        return reading_.find_at_front(request.query, request.words, way.first_tokens);
    }
    return way.last_tokens != 0 ? reading_.find_before_end(request.query, request.words, way.last_tokens)
                                : reading_.find_at_end(request.query, request.words, cities);
}

bool PlaceSearch::begin(const Request& request, const PlaceWay& way, PlaceReading::Cities cities) {
    if (!find_name(request, way, cities) || !words_.analyse(place().rest, request.query.store_name)) {
        return false;
    }
    words_.ask(words_.typed());
    words_.read();
    words_.find_other_spaces(request.steps);
    filters_ = &request.filters;
    inside_.narrow(context_->documents(), request.as_typed.places, place().inside);
    outside_.narrow(context_->documents(), request.as_typed.places, place().outside);
    if (inside_.all().empty()) {
        return false;
    }
    // All records of this tier lie in the place, so a function word may be all that distinguishes two of them. In
    // "museum of springs hot, hot springs" it is "of": the Museum of Hot Springs, no other museum of the town.
    RankProblem& own = problems_[stated];
    filters_->fill(own);
    words_.require_all(own);
    own.places = &inside_;
    add_function_words(context_, words_, *filters_, own);
    add_name_in_names();
    if (place().has_inferred || cities == PlaceReading::Cities::any) {
        problems_[inferred] = own;
    }
    add_name_as_typed();
    problems_[elsewhere] = request.as_typed;
    problems_[elsewhere].places = &outside_;
    tiers_.assign(1, stated);
    if (place().has_inferred) {
        own.test = problems_[inferred].test = &filters_->test();
        tiers_.push_back(inferred);
    }
    if (request.words.is_complete() && !outside_.all().empty()) {
        tiers_.push_back(elsewhere);
    }
    next_ = 0;
    town_.split(place(), request.as_typed.places, own);
    set_page(request.as_typed.page);
    return true;
}

bool PlaceSearch::take(const TypedWords& words, const TypedWords* preferred, std::uint64_t& steps) {
    words_.ask(words);
    words_.read();
    if (preferred != nullptr) {
        preferred_.ask(*preferred);
        preferred_.read();
    } else {
        words_.find_other_spaces(steps);
    }
    // The tier `elsewhere` ranks the words as typed, so it is dropped.
    tiers_.erase(std::remove(tiers_.begin(), tiers_.end(), elsewhere), tiers_.end());
    next_ = 0;
    return require(preferred, problems_[stated]) && require(preferred, problems_[inferred]) &&
           (town_.problem() == nullptr || require(preferred, *town_.problem()));
}

/// Sets the words that `problem` requires: all of words_, or any of them if `preferred` is given. Returns false if
/// `preferred` is given and one of the texts, `query` or `store_name`, has words, but the index has none of these
/// words.
bool PlaceSearch::require(const TypedWords* preferred, RankProblem& problem) {
    if (preferred == nullptr) {
        words_.require_all(problem);
        return true;
    }
    add_preference(preferred_, *filters_, problem);
    return words_.require_any(problem);
}

/// Adds a boost for records that write the city's name with the spaces that the user typed, if some record writes it as
/// one word: "La Grange" comes above Lagrange. Without it, spaces do not count in a city's name. A name typed as one
/// word needs no boost, because most records have it in that form.
void PlaceSearch::add_name_as_typed() {
    const std::string& name = place().name;
    if (place().rest.empty() || std::all_of(name.begin(), name.end(), is_alnum)) {
        return;  // only the name, or a name of one word
    }
    context_.analyse(name, name_text_);
    if (name_text_.words.size() < 2) {
        return;
    }
    place::fold_city(name, folded_);
    format::term_key(query_rule.words, folded_, key_);
    if (context_->term(key_).count != 0) {
        const std::uint32_t idf_sixteenths = look_up_name(query_rule.words);
        add_boost(BoostReason::place_as_typed, idf_sixteenths * format::whole_city_sixteenths / 256);
    }
}

/// Adds a boost for records that have the words of the named state in their names. These words are not looked for in
/// the state, because every record there has them. But "University of Washington" may also be a name. The boost, half
/// the idf of the words, lifts the campuses of that university above the University of Puget Sound.
void PlaceSearch::add_name_in_names() {
    if (place().may_end_a_name()) {
        context_.analyse(place().name, name_text_);
        add_boost(BoostReason::place_in_name, look_up_name(store_name_rule.words) / 32);
    }
}

/// Puts the lists of the analysed name into name_lists_. Clears name_lists_ if a word of the name has no list. Returns
/// the sum of the words' idf, in sixteenths.
std::uint32_t PlaceSearch::look_up_name(format::TermKind kind) {
    std::uint32_t idf_sixteenths = 0;
    bool all_exist = true;
    name_lists_.clear();
    for_each_used_word(name_text_, [&](std::string_view word) {
        format::term_key(kind, word, key_);
        name_lists_.push_back(context_->term(key_));
        all_exist = all_exist && name_lists_.back().count != 0;
        idf_sixteenths += name_lists_.back().idf_sixteenths;
    });
    if (!all_exist) {
        name_lists_.clear();
    }
    return idf_sixteenths;
}

void PlaceSearch::add_boost(BoostReason reason, std::uint32_t worth) {
    if (!name_lists_.empty()) {
        Boost& boost = filters_->add_boost(problems_[stated], reason, place().name);
        boost.lists = name_lists_;
        boost.evidence = std::max(1U, worth);
    }
}

/// Sets the page of each tier. A cursor lies after all rows of the tiers above its own.
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
    if (town_.problem() != nullptr) {
        town_.set_page(problems_[stated].page);
    }
}

bool PlaceSearch::is_wanted(Tier tier, const RankResult& result) const noexcept {
    const RankPage& page = problems_[tier].page;
    return (tier != elsewhere || result.any_hit) && (result.rows.size() < page.limit || page.count);
}

bool PlaceSearch::has_next(const RankResult& result) noexcept {
    while (next_ != tiers_.size() && !is_wanted(tiers_[next_], result)) {
        ++next_;
    }
    return next_ != tiers_.size();
}

void PlaceSearch::run_next(Ranker& ranker, RankResult& result) {
    const Tier tier = tiers_[next_++];
    const std::uint8_t flag = place().has_inferred ? format::flag::inferred_place : std::uint8_t{0};
    filters_->want_flags(tier == inferred ? flag : std::uint8_t{0}, tier == stated ? flag : std::uint8_t{0});
    ranker.plan(*context_, problems_[tier]);
    ranker.run(of_tier_, context_.budget());
    if (tier == stated && town_.problem() != nullptr) {
        town_.rank(ranker, of_tier_);
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

PlaceSearch::Tier PlaceSearch::tier_of(std::uint32_t docid) const noexcept {
    if (!contains(place().inside, docid)) {
        return elsewhere;
    }
    return (context_->flags[docid] & format::flag::inferred_place) != 0 ? inferred : stated;
}

}  // namespace bizrec::search
