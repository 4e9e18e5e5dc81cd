#include "bizrec/decoder/doubt.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "bizrec/base/sort_unique.hpp"
#include "bizrec/decoder/edge.hpp"
#include "bizrec/format/glued_names.hpp"
#include "bizrec/format/rival.hpp"
#include "bizrec/format/term_key.hpp"
#include "bizrec/format/term_list_layout.hpp"
#include "bizrec/postings/work.hpp"
#include "bizrec/text/typing_cost.hpp"

/// The sources of doubt: how many hits each other kind of reading may have.
namespace bizrec::search {

namespace {

/// The words of a name, or a name and its place, meet so many times more often than by chance, and rarely more. With
/// these values 6 of 20,000 typed questions lose their answer; without them, a query of some words of a name and its
/// city takes a quarter more steps.
constexpr double attraction_of_words = 64, attraction_of_places = 8;

const double glued_share = std::exp(-EdgeCosts::glued_name), joined_share = std::exp(-EdgeCosts::joined),
             described_share = std::exp(-EdgeCosts::description);

/// The table of glued names rounds its numbers of records. The true one is at most this many times less.
constexpr double error_of_log_count = 1.06;

/// Words of two letters have no stored rival. rival_of() assumes one for them, because the user may have left a letter
/// out.
constexpr std::size_t letters_without_rival = 2;

}  // namespace

Nats rival_of(const QueryContext& context, std::string_view word) {
    if (!format::belongs_to_vocabulary(word)) {
        // The vocabulary has no words of two letters, so such a word has no rival byte. It may be any word of three
        // letters with one left out. So the bound assumes a neighbour that all documents hold. The test counts bytes:
        // it recognises such words only in ASCII.
        return word.size() == 2 ? std::log(context->documents()) - text::TypingCosts::near : impossible;
    }
    std::string key;
    format::term_key(format::TermKind::word, word, key);
    return format::rival_nats(context->term(key).rival);
}

/// The hits of `documents` records, if a reading's words are the exact name of each.
Doubt::Hits Doubt::max_hits(double documents) const noexcept {
    return std::min<double>(context_->documents(), documents * name_weight_);
}

Doubt::Hits Doubt::greatest(const QueryWords& words, const RankConditions& conditions, Hits at_least,
                            std::uint64_t& steps) {
    std::optional<bool> meet_by_chance;
    Hits greatest = 0;
    for (const SearchClause* clause : {&words.store_name(), &words.query()}) {
        if (clause->words().empty()) {
            continue;
        }
        for (std::size_t i = 0; i < clause->words().size(); ++i) {
            const Hits least = std::max(greatest, at_least);
            if (of_spelling(*clause, i, context_->documents()) <= least) {
                continue;
            }
            begin_test(conditions, steps);
            const Hits hits = of_spelling(*clause, i, static_cast<double>(test_.inside()));
            if (hits <= least) {
                continue;
            }
            if (!meet_by_chance) {
                meet_by_chance = may_meet_by_chance(words, steps);
            }
            if (*meet_by_chance || is_rarer_than_rival(*clause, i)) {
                greatest = hits;
            }
        }
        if (clause->sequence().size() > 1) {
            join(clause->sequence());
            for (std::size_t i = 0; i + 1 < clause->sequence().size(); ++i) {
                greatest = std::max(greatest, of_joining(*clause, words.other_spaces(*clause), i));
            }
            steps += (clause->sequence().size() - 1) * key_work;
        }
    }
    if (words.query().words().empty() || context_->documents() * glued_share <= at_least) {
        return greatest;
    }
    steps += key_work;
    return std::max(greatest, of_gluing(words, std::max(greatest, at_least), steps));
}

Doubt::Hits Doubt::of_categories(const WordSequence& words, std::uint64_t& steps) {
    Hits greatest = 0;
    for (std::size_t from = 0; from < words.size(); ++from) {
        if (!category_.begin(context_, words[from], false)) {
            continue;
        }
        const std::size_t last = std::min(words.size(), from + text::CategoryNames::max_words);
        for (std::size_t to = from + 1; to <= last; ++to) {
            for (const text::CategoryNames::Other& other : category_.add(words[to - 1]).others) {
                steps += key_work;
                greatest = std::max(greatest, of_category(other));
            }
        }
    }
    return greatest;
}

Doubt::Hits Doubt::of_category(const text::CategoryNames::Other& other) {
    double documents = context_->documents();
    for (const std::string& word : other.words) {
        format::term_key(query_rule.words, word, key_);
        documents = std::min<double>(documents, context_->term(key_).count);
    }
    return max_hits(documents) * std::exp(-category_.cost(other));
}

/// The most hits to expect if `word` is replaced by another spelling. Three things limit it: the word's rival, the
/// rarest of the other words or the place, and how much oftener than by chance the rival may meet them.
Doubt::Hits Doubt::of_spelling(const SearchClause& clause, std::size_t word, double inside) const {
    const auto all = static_cast<double>(context_->documents());
    double others = inside, meeting = std::min(1.0, attraction_of_places * inside / all);
    for (std::size_t i = 0; i < clause.words().size(); ++i) {
        if (i != word) {
            const double count = clause.words()[i].lists.count;
            others = std::min(others, count);
            meeting *= std::min(1.0, attraction_of_words * count / all);
        }
    }
    const Hits by_others = max_hits(others) * std::exp(-double{text::TypingCosts::slip});
    return std::min(max_hits(rival_hits(clause, word) * meeting), by_others);
}

/// Words that meet by no chance are only in doubt if one of them is rarer than its rival. Otherwise the rival would
/// have to meet the other words, too.
bool Doubt::is_rarer_than_rival(const SearchClause& clause, std::size_t word) const {
    return rival_hits(clause, word) > clause.words()[word].lists.count;
}

Doubt::Hits Doubt::rival_hits(const SearchClause& clause, std::size_t word) const {
    const SearchClause::Word& typed = clause.words()[word];
    const bool has_byte = clause.rule().words == format::TermKind::word && typed.text.size() != letters_without_rival;
    return std::exp(has_byte ? format::rival_nats(typed.lists.rival) : rival_of(context_, typed.text));
}

/// Joins the words so that the key of two adjacent words is a substring: of_joining() writes the kind over the byte
/// before them.
void Doubt::join(const WordSequence& words) {
    std::size_t end = 1;
    ends_.resize(words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
        ends_[i] = end += words[i].size();
    }
    joined_.resize(end);
    for (std::size_t i = 0; i < words.size(); ++i) {
        words[i].copy(joined_.data() + ends_[i] - words[i].size(), words[i].size());
    }
}

/// An upper bound for the hits if the words `at` and `at` + 1 are joined to one. 0 if both are in one exact name or
/// label.
Doubt::Hits Doubt::of_joining(const SearchClause& clause, const OtherSpaces& spaces, std::size_t at) {
    const auto& wholes = clause.exact_matches();
    if (std::any_of(wholes.begin(), wholes.end(),
                    [at](const SearchClause::Whole& whole) { return whole.from <= at && at + 1 < whole.to; })) {
        return 0;
    }
    const auto hits = [this](std::uint32_t documents) { return max_hits(documents) * joined_share; };
    if (spaces.joined(at) != OtherSpaces::not_asked) {
        return hits(spaces.joined(at));
    }
    const std::size_t begin = at == 0 ? 0 : ends_[at - 1] - 1;
    const char before = std::exchange(joined_[begin], static_cast<char>(clause.rule().words));
    const std::string_view key = std::string_view(joined_).substr(begin, ends_[at + 1] - begin);
    format::KeyEntry entry;
    const bool is_found = context_->terms().find(key, entry);
    joined_[begin] = before;
    return is_found ? hits(format::TermHead::unpack(entry.aux[0]).count) : 0;
}

/// The glued form (text/glued_text.hpp) of the first `count` of some analysed words, with numbers in digits.
std::string_view Doubt::glue(const WordSequence& words, std::size_t count) {
    glued_.clear();
    for (std::size_t i = 0; i < count; ++i) {
        const std::string_view digits = context_->rules().numbers.digits_of(words[i]);
        glued_.append(digits.empty() ? words[i] : digits);
    }
    return glued_;
}

Doubt::Hits Doubt::of_glued(float log_count) const noexcept {
    return max_hits(std::exp(log_count)) * glued_share;
}

/// The table of glued names also gives names by chance, for about one text in eight. So if the name would be worth more
/// than `at_least`, its record must have it.
Doubt::Hits Doubt::of_gluing(const QueryWords& words, Hits at_least, std::uint64_t& steps) {
    const WordSequence& sequence = words.query().sequence();
    const std::string_view glued = glue(sequence, sequence.size());
    const bool is_typed = glued == sequence.front();
    const OtherSpaces::Glued& known = words.other_spaces(words.query()).glued();
    if (glued.size() < format::min_glued_name || glued.size() > format::max_glued_name ||
        (is_typed && known.is_known && !known.any)) {
        return 0;
    }
    Hits greatest = 0;
    context_->glued_names().find(format::glued_key(glued), [&](const format::GluedName& name) {
        const Hits hits = of_glued(name.log_count);
        if (hits <= std::max(greatest, at_least)) {
            return;
        }
        const std::uint32_t written = names_.words_of_glued(name.docid, glued, steps);
        if (written > 1 || (written == 1 && !(is_typed && is_as_common(words.query().word_of(0), name, steps)))) {
            greatest = hits;
        }
    });
    return greatest;
}

/// Whether at least as many records have the word as have the name with any spaces. If also the name's first record
/// writes it as one word, most of them do: "Starbucks" is no other reading of "starbucks". Words of domains do not
/// count for a name, because "homedepot" is one.
bool Doubt::is_as_common(const SearchClause::Word& word, const format::GluedName& name, std::uint64_t& steps) {
    steps += key_work;
    std::uint32_t count = word.lists.count;
    if (name.is_name) {
        format::term_key(format::TermKind::name_word, word.text, key_);
        count = context_->term(key_).count;
    }
    return count * error_of_log_count >= std::exp(name.log_count);
}

/// The most hits that the first words may have if they are a name, and the last ones describe it: "hollister store".
Doubt::Hits Doubt::of_description(const QueryWords& words, const RankConditions& conditions, Hits at_least,
                                  std::uint64_t& steps) {
    const SearchClause& clause = words.query();
    const std::size_t size = clause.sequence().size();
    if (!words.store_name().words().empty()) {
        return 0;
    }
    double share = WholeTexts::whole_name_weight;
    Hits greatest = 0;
    const text::CategoryNames& categories = context_->rules().categories;
    for (std::size_t left = 1; left <= max_described && left < size; ++left) {
        if (!categories.has_word(clause.sequence()[size - left])) {
            break;  // it may say where: Lincoln is a town
        }
        share *= clause.word_of(size - left).lists.count * described_share / context_->documents();
        const double least = std::max(greatest, at_least) / share;
        const double records = named(clause, size - left, least, steps);
        greatest =
            std::max(greatest, share * (records > 0 ? inside(clause, size - left, records, conditions, steps) : 0));
    }
    return greatest;
}

/// The number of records whose name is the first `count` words. 0 if it is at most `at_least`.
double Doubt::named(const SearchClause& clause, std::size_t count, double at_least, std::uint64_t& steps) {
    double most = 0;
    if (count > 1) {
        for (const SearchClause::Whole& whole : clause.exact_matches()) {
            const bool is_name = whole.kind == format::TermKind::whole_name && whole.from == 0 && whole.to == count;
            most = is_name ? whole.lists.count : most;
        }
    } else if (clause.word_of(0).lists.count > at_least) {
        const std::string_view name = glue(clause.sequence(), count);
        steps += key_work;
        context_->glued_names().find(format::glued_key(name), [&](const format::GluedName& found) {
            const double records = std::exp(found.log_count);
            if (found.is_name && records > std::max(most, at_least) &&
                names_.words_of_glued(found.docid, name, steps) == 1) {
                most = records;
            }
        });
    }
    return most > at_least ? most : 0;
}

/// The hits without the words that describe no record. 0 if there are no such words, if the hits are at most
/// `at_least`, or if names have all words: "best buy".
Doubt::Hits Doubt::of_fillers(const QueryWords& words, const RankConditions& conditions, Hits at_least,
                              std::uint64_t& steps) {
    const text::Fillers& fillers = context_->rules().fillers;
    double share = 1;
    lists_.clear();
    for (const SearchClause::Word& word : words.query().words()) {
        if (fillers.has(word.text)) {
            share *= std::exp(-EdgeCosts::filler);
        } else {
            lists_.push_back(&word.lists);
        }
    }
    if (share == 1 || lists_.empty() || !words.store_name().words().empty()) {
        return 0;
    }
    begin_test(conditions, steps);
    const Hits hits = listed(steps) * share;
    return hits > at_least && !are_names_worth_more(hits, words, steps) ? hits : 0;
}

/// How many of the `records` whose name is the first `count` words satisfy the conditions, at most.
double Doubt::inside(const SearchClause& clause, std::size_t count, double records, const RankConditions& conditions,
                     std::uint64_t& steps) {
    if (conditions.admit_all()) {
        return records;
    }
    begin_test(conditions, steps);
    lists_.clear();
    for (std::size_t i = 0; i < count; ++i) {
        lists_.push_back(&clause.word_of(i).lists);
    }
    sort_unique(lists_);
    return std::min(records, listed(steps));
}

}  // namespace bizrec::search
