#include "bizrec/query/joined_names.hpp"

#include <algorithm>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/thread_scratch.hpp"
#include "bizrec/format/impact.hpp"
#include "bizrec/format/term_key.hpp"
#include "bizrec/postings/list_cursor.hpp"
#include "bizrec/postings/posting_walk.hpp"

namespace bizrec::search {

namespace {

/// Neighbours that are looked up as one word.
constexpr std::size_t max_joined_names = 8;

constexpr std::uint8_t unknown = 2;

std::uint32_t street_impact(const format::TermLists& lists) noexcept {
    static const std::uint16_t saturation = [] {
        format::Occurrences of_street;
        of_street.street = 1;
        return format::saturation(of_street, {}, {});
    }();
    return format::impact(saturation, lists.idf_sixteenths, format::Whole::neither, false);
}

/// What a word may give a record more than its street would.
std::uint32_t more_than_street(const format::TermLists& lists) noexcept {
    return lists.max_impact - std::min<std::uint32_t>(lists.max_impact, street_impact(lists));
}

/// No hit has more evidence.
std::uint64_t greatest_evidence(const RankConditions& conditions) noexcept {
    std::uint64_t sum = 0;
    std::uint32_t whole = 0;
    for (const WeightedList& list : conditions.required) {
        sum += std::uint64_t{list.factor} * list.lists.max_impact;
    }
    for (const FlatList& list : conditions.exact_matches) {
        whole = std::max(whole, list.evidence);
    }
    for (const FlatList& list : conditions.any_of) {
        sum += list.evidence;
    }
    for (const Boost& boost : conditions.boosts) {
        sum += boost.evidence;
    }
    return sum + whole;
}

/// Of one judgement after the other on a thread: waiting searches, of which there are many, need none.
struct HitCursors {
    PostingWalk walk;
    std::vector<ListCursor> required, any_of;
    ListCursor left, right;
    place::Ranges everywhere;

    void open(const store::Generation& generation, const RankConditions& as_typed);
    bool holds_all(const RankConditions& as_typed, std::uint32_t docid, std::uint64_t& visited);
};

void HitCursors::open(const store::Generation& generation, const RankConditions& as_typed) {
    required.resize(as_typed.required.size());
    any_of.resize(as_typed.any_of.size());
    for (std::size_t i = 0; i < required.size(); ++i) {
        required[i].open(as_typed.required[i].lists);
    }
    for (std::size_t i = 0; i < any_of.size(); ++i) {
        any_of[i].open(as_typed.any_of[i].lists);
    }
    const auto rarest =
        std::min_element(as_typed.required.begin(), as_typed.required.end(),
                         [](const WeightedList& a, const WeightedList& b) { return a.lists.count < b.lists.count; });
    everywhere.assign(1, {0, generation.documents()});
    walk.open(rarest->lists, as_typed.places == nullptr ? everywhere : as_typed.places->all());
}

bool HitCursors::holds_all(const RankConditions& as_typed, std::uint32_t docid, std::uint64_t& visited) {
    for (ListCursor& cursor : required) {
        if (!cursor.contains(docid, visited)) {
            return false;
        }
    }
    bool has_any = any_of.empty();
    for (std::size_t i = 0; i < any_of.size(); ++i) {
        has_any = has_any || (as_typed.any_of[i].lists.count != 0 && any_of[i].contains(docid, visited));
    }
    visited += as_typed.has_tests() ? 1 : 0;
    return has_any;
}

/// The tests of a document that holds the words in a range of the places.
bool passes(const store::Generation& generation, const RankConditions& as_typed, std::uint32_t docid,
            std::uint64_t& visited) {
    Placement placement;
    return (!as_typed.has_row_test() || as_typed.test->passes(generation, docid)) &&
           (!as_typed.has_circles() || as_typed.places->locate(generation, docid, placement, visited));
}

}  // namespace

bool JoinedNames::find(const store::Generation& generation, const QueryWords& words, const RankConditions& as_typed,
                       const SearchRow* hit) {
    joins_.clear();
    asked_.clear();
    forms_.clear();
    const SearchClause& clause = words.query();
    const WordSequence& sequence = clause.sequence();
    if (clause.words().size() < 2) {
        return false;
    }
    const std::uint64_t greatest = greatest_evidence(as_typed);
    const std::uint32_t evidence = hit == nullptr ? 0 : hit->score >> format::quality_level_bits;
    is_better_.assign(clause.words().size(), unknown);
    for (std::size_t i = 0; i + 1 < sequence.size() && i < max_joined_names; ++i) {
        const SearchClause::Word& left = clause.word_of(i);
        const SearchClause::Word& right = clause.word_of(i + 1);
        if (&left != &right && evidence + more_than_street(left.lists) + more_than_street(right.lists) <= greatest &&
            !(all_digits(left.text) && all_digits(right.text)) &&
            (hit == nullptr || may_be_street_alone(clause, i, hit->docid))) {
            ask(generation, sequence, i);
        }
    }
    read(generation);
    return !joins_.empty();
}

/// False where judge() would find that this hit holds one of the two better. The right word is the left one of the next
/// pair.
bool JoinedNames::may_be_street_alone(const SearchClause& clause, std::size_t at, std::uint32_t docid) {
    for (const std::size_t word : {clause.word_at(at + 1), clause.word_at(at)}) {
        std::uint8_t& is_better = is_better_[word];
        if (is_better == unknown) {
            const format::TermLists& lists = clause.words()[word].lists;
            ListCursor& cursor = thread_scratch<HitCursors>().left;
            std::uint64_t visited = 0;
            cursor.open(lists);
            is_better = cursor.contains(docid, visited) && cursor.impact(docid) > street_impact(lists) ? 1 : 0;
        }
        if (is_better != 0) {
            return false;
        }
    }
    return true;
}

/// The memory of all is asked for before the first is looked up: hardly any of them is in the index, so that each would
/// wait for lines that nothing else has touched.
void JoinedNames::ask(const store::Generation& generation, const WordSequence& sequence, std::size_t at) {
    written_.assign(sequence[at]).append(sequence[at + 1]);
    text::analyse_query(generation.rules().words, written_, text_);
    if (text_.words.size() != 1) {
        return;
    }
    const std::string_view form = text_.view(text_.words.front());
    format::term_key(format::TermKind::name_word, form, key_);
    asked_.push_back({at, forms_.size(), form.size(), format::hash_key(key_)});
    forms_ += form;
    generation.prefetch_term(asked_.back().key);
}

void JoinedNames::read(const store::Generation& generation) {
    for (const Asked& asked : asked_) {
        const format::TermLists named = generation.term(asked.key);
        if (named.count != 0) {
            joins_.push_back({asked.at, forms_.substr(asked.begin, asked.size), named});
        }
    }
}

JoinedNames::Verdict JoinedNames::judge(const store::Generation& generation, const QueryWords& words,
                                        const RankConditions& as_typed, const Join& join, std::uint64_t end,
                                        std::uint64_t& visited) {
    const format::TermLists& left = words.query().word_of(join.at).lists;
    const format::TermLists& right = words.query().word_of(join.at + 1).lists;
    auto& cursors = thread_scratch<HitCursors>();
    cursors.open(generation, as_typed);
    cursors.left.open(left);
    cursors.right.open(right);
    const auto is_better = [&](ListCursor& cursor, const format::TermLists& lists, std::uint32_t docid) {
        return cursor.contains(docid, visited) && cursor.impact(docid) > street_impact(lists);
    };
    while (cursors.walk.next(visited)) {
        if (!cursors.walk.load(visited)) {
            continue;
        }
        for (std::uint32_t i = 0; i < cursors.walk.size(); ++i) {
            const std::uint32_t docid = cursors.walk.docids()[i];
            if (++visited >= end) {
                return Verdict::given_up;
            }
            if ((is_better(cursors.left, left, docid) || is_better(cursors.right, right, docid)) &&
                cursors.holds_all(as_typed, docid, visited) && passes(generation, as_typed, docid, visited)) {
                return Verdict::held_better;
            }
        }
    }
    return Verdict::street_alone;
}

}  // namespace bizrec::search
