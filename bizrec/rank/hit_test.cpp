#include "bizrec/rank/hit_test.hpp"

#include <algorithm>

#include "bizrec/rank/task.hpp"

namespace bizrec::search {

namespace {

/// At least this many blocks, spread over a long list, are sampled first, because neighbouring docids lie near each
/// other in space.
constexpr std::uint32_t spread_blocks = 4;

}  // namespace

void HitTest::begin(const store::Generation& generation, const RankConditions& conditions, std::uint64_t max_visited) {
    max_visited_ = max_visited;
    generation_ = &generation;
    conditions_ = &conditions;
    all_documents_ = all_documents(generation);
    if (conditions.places != nullptr) {
        ranges_ = &conditions.places->all();
    } else {
        everywhere_.assign(generation.documents() == 0 ? 0 : 1, {0, generation.documents()});
        ranges_ = &everywhere_;
    }
    inside_ = 0;
    passed_.clear();
    for (const place::Range& range : *ranges_) {
        passed_.push_back(inside_ += range.end - range.begin);
    }
}

/// Whether the head of the word's list gives the count, so that no sample is needed.
bool HitTest::is_simple(const std::vector<const format::TermLists*>& words,
                        const std::vector<WeightedSet>& sets) const noexcept {
    // Suppression may hide all documents of a rare word, so its head does not give the count.
    if (generation_->suppression() != nullptr && words.size() == 1 && words.front()->count <= enough_with_a_hit) {
        return false;
    }
    return words.size() == 1 && sets.empty() && conditions_->admit_all();
}

HitCount HitTest::count(const std::vector<const format::TermLists*>& words, const std::vector<WeightedSet>& sets,
                        std::uint64_t& visited) {
    ++visited;
    if (is_simple(words, sets)) {
        const auto documents = static_cast<double>(words.front()->count);
        return {documents, documents, 1};
    }
    set_words(words);
    const format::TermLists& leader = *words_.front();
    const std::uint32_t blocks = leader.count / format::block_postings + 1;
    Sample sample;
    if (blocks > spread_blocks && conditions_->places == nullptr) {
        sample = look(sets, blocks / spread_blocks, false, visited);
    }
    if (sample.hits < 1) {
        sample = look(sets, 1, false, visited);
    }
    return {sample.hits * sample.share, sample.weight * sample.share, sample.max_weight, sample.is_partial};
}

HitCount HitTest::count_all(const std::vector<const format::TermLists*>& words, const std::vector<WeightedSet>& sets,
                            std::uint64_t& visited) {
    set_words(words);
    const Sample sample = look(sets, 1, true, visited);
    return {sample.hits * sample.share, sample.weight * sample.share, sample.max_weight, sample.is_partial};
}

void HitTest::set_words(const std::vector<const format::TermLists*>& words) {
    words_ = words;
    if (words_.empty()) {
        words_.push_back(&all_documents_);
    }
    std::sort(words_.begin(), words_.end(), [](const auto* a, const auto* b) { return a->count < b->count; });
}

/// The number of documents that each sampled one stands for, if the sample ended before the list. With places, the
/// number of postings in them is unknown, so it is estimated from the part of the places that was passed.
double HitTest::share_of(const Sample& sample, std::uint32_t stride) const noexcept {
    return conditions_->places == nullptr
               ? std::max(1.0, words_.front()->count / sample.looked)
               : stride * std::max(1.0, static_cast<double>(inside_) / passed(last_looked_at_));
}

/// The number of documents in the places with a docid of at most `docid`; 1 if there are none.
double HitTest::passed(std::uint32_t docid) const noexcept {
    const auto holder = std::upper_bound(ranges_->begin(), ranges_->end(), docid,
                                         [](std::uint32_t d, const place::Range& range) { return d < range.end; });
    const auto before = static_cast<std::size_t>(holder - ranges_->begin());
    std::uint64_t sum = before == 0 ? 0 : passed_[before - 1];
    if (holder != ranges_->end() && holder->begin <= docid) {
        sum += docid + 1 - holder->begin;
    }
    return static_cast<double>(std::max<std::uint64_t>(sum, 1));
}

void HitTest::open(const std::vector<WeightedSet>& sets) {
    const auto open_all = [](std::vector<ListCursor>& cursors, std::size_t count, const auto& lists) {
        if (cursors.size() < count) {
            cursors.resize(count);
        }
        for (std::size_t i = 0; i < count; ++i) {
            cursors[i].open(lists(i));
        }
    };
    open_all(
        followers_, words_.size() - 1, [this](std::size_t i) -> const auto& { return *words_[i + 1]; });
    open_all(
        any_of_,
        conditions_->any_of.size(), [this](std::size_t i) -> const auto& { return conditions_->any_of[i].lists; });
    open_all(
        sets_, sets.size(), [&sets](std::size_t i) -> const auto& { return *sets[i].lists; });
}

HitTest::Sample HitTest::look(const std::vector<WeightedSet>& sets, std::uint32_t stride, bool has_all,
                              std::uint64_t& visited) {
    open(sets);
    walk_.open(*words_.front(), *ranges_);
    Sample sample;
    sample.share = stride;
    sample.has_all = has_all;
    for (std::uint32_t block = 0; visited < max_visited_ && walk_.next(visited); ++block) {
        if (block % stride == 0 && walk_.load(visited) && !look_at_block(sets, sample, visited)) {
            sample.share = share_of(sample, stride);
            sample.is_partial = true;
            break;
        }
    }
    return sample;
}

/// Returns false if the sample is large enough, or if the budget is used up.
bool HitTest::look_at_block(const std::vector<WeightedSet>& sets, Sample& sample, std::uint64_t& visited) {
    for (std::uint32_t i = 0; i < walk_.size(); ++i) {
        const std::uint32_t docid = last_looked_at_ = walk_.docids()[i];
        ++visited;
        sample.looked += 1;
        if (is_hit(docid, visited)) {
            sample.hits += 1;
            const double weight = weight_of(sets, docid, visited);
            sample.weight += weight;
            sample.max_weight = std::max(sample.max_weight, weight);
        }
        if (sample.is_enough() || visited >= max_visited_) {
            return false;
        }
        i += skip(i + 1, sample);
    }
    return true;
}

/// Counts the documents of the block from `first` that lie before next_ as looked at, and returns their number. Leaves
/// one to look at if the sample would end with it.
std::uint32_t HitTest::skip(std::uint32_t first, Sample& sample) const noexcept {
    const std::uint32_t* const docids = walk_.docids() + first;
    const std::uint32_t size = walk_.size() - first;
    if (size == 0 || docids[0] >= next_) {
        return 0;
    }
    const double left = sample.end() - sample.looked - 1;
    const std::uint32_t skipped =
        std::min(lower_index(docids, size, next_), static_cast<std::uint32_t>(std::max(0.0, left)));
    sample.looked += skipped;
    return skipped;
}

bool HitTest::is_hit(std::uint32_t docid, std::uint64_t& visited) {
    next_ = docid;
    for (std::size_t i = 0; i + 1 < words_.size(); ++i) {
        if (!followers_[i].contains(docid, visited)) {
            next_ = followers_[i].min_docid_after(docid);
            return false;
        }
    }
    const std::size_t any_of = conditions_->any_of.size();
    const auto holds = [&](ListCursor& cursor) { return cursor.contains(docid, visited); };
    const auto end = any_of_.begin() + static_cast<std::ptrdiff_t>(any_of);
    return (any_of == 0 || std::any_of(any_of_.begin(), end, holds)) && passes(docid, visited);
}

bool HitTest::passes(std::uint32_t docid, std::uint64_t& visited) {
    const store::Suppression* const suppression = generation_->suppression();
    if (suppression != nullptr && suppression->hides_from_search(docid)) {
        return false;
    }
    if (conditions_->has_row_test()) {
        ++visited;
        if (!conditions_->test->passes(*generation_, docid)) {
            return false;
        }
    }
    Placement placement;
    return !conditions_->has_circles() || conditions_->places->locate(*generation_, docid, placement, visited);
}

double HitTest::weight_of(const std::vector<WeightedSet>& sets, std::uint32_t docid, std::uint64_t& visited) {
    double greatest = 1, share = 1;
    for (std::size_t i = 0; i < sets.size(); ++i) {
        const WeightedSet& set = sets[i];
        const bool matters = set.weight > greatest || set.weight < 1;
        if (!matters || !sets_[i].contains(docid, visited)) {
            continue;
        }
        const bool has_bounds = set.min_impact != 0 || set.max_impact != UINT8_MAX;
        const std::uint8_t impact = has_bounds ? sets_[i].impact(docid) : 0;
        if (has_bounds && (impact < set.min_impact || impact > set.max_impact)) {
            continue;
        }
        (set.weight < 1 ? share : greatest) = set.weight < 1 ? share * set.weight : set.weight;
    }
    return greatest * share;
}

}  // namespace bizrec::search
