#include "bizrec/lookup/other_spaces.hpp"

#include <algorithm>
#include <utility>

#include "bizrec/base/utf8.hpp"
#include "bizrec/format/glued_names.hpp"
#include "bizrec/format/impact.hpp"
#include "bizrec/format/term_list_layout.hpp"
#include "bizrec/postings/list_cursor.hpp"
#include "bizrec/postings/work.hpp"

namespace bizrec::search {

namespace {

/// Whether the whole text is a category label. Other spaces are then not looked for: the label matches enough records.
bool is_whole_label(const SearchClause& clause) noexcept {
    const auto& wholes = clause.exact_matches();
    return std::any_of(wholes.begin(), wholes.end(), [&clause](const SearchClause::Whole& whole) {
        return whole.kind == format::TermKind::label && whole.from == 0 && whole.to == clause.sequence().size();
    });
}

}  // namespace

void OtherSpaces::clear() noexcept {
    form_count_ = 0;
    is_apart_ = false;
    glued_.is_known = false;
    joined_.fill(not_asked);
}

void OtherSpaces::find(const SearchClause& clause, std::uint64_t& steps) {
    clear();
    const std::size_t words = clause.sequence().size();
    if (words == 1) {
        find_apart(clause, steps);
    } else if (words != 0 && words <= max_words && !is_whole_label(clause)) {
        for (std::size_t at = 0; at + 1 < words; ++at) {
            find_joined(clause, at, steps);
        }
    }
}

bool OtherSpaces::is_label(std::string_view one, std::string_view other) {
    format::term_key(format::TermKind::label, one, key_);
    key_.append(1, ' ').append(other);
    return context_->term(key_).count != 0;
}

void OtherSpaces::add(std::uint32_t word, std::string_view text, const format::TermLists& lists) {
    if (forms_.size() == form_count_) {
        forms_.emplace_back();
    }
    Form& form = forms_[form_count_++];
    form.word = word;
    form.text = text;
    form.lists = lists;
}

/// Looks up the words `at` and `at` + 1 written as one word. Sets joined_[at] to the number of records that have it in
/// any text. Adds it as a form of both words only if names have it: in a domain all words are written together.
void OtherSpaces::find_joined(const SearchClause& clause, std::size_t at, std::uint64_t& steps) {
    const std::size_t one = clause.word_at(at);
    const std::size_t other = clause.word_at(at + 1);
    const std::uint32_t rarer = std::min(clause.words()[one].lists.count, clause.words()[other].lists.count);
    if (one == other || rarer > max_records) {
        return;
    }
    key_.assign(1, static_cast<char>(clause.rule().words));
    key_.append(clause.sequence()[at]).append(clause.sequence()[at + 1]);
    steps += key_work;
    format::KeyEntry entry;
    joined_[at] = 0;
    if (!context_->terms().find(format::hash_key(key_), entry)) {
        return;
    }
    joined_[at] = format::TermHead::unpack(entry.aux[0]).count;
    key_.front() = static_cast<char>(format::TermKind::name_word);
    const format::TermLists lists = context_->term(key_);
    if (lists.count != 0 && adds_records(lists, clause.words()[one].lists, clause.words()[other].lists, steps) &&
        stand_together(clause.sequence()[at], clause.sequence()[at + 1], steps)) {
        joined_text_.assign(clause.sequence()[at]).append(clause.sequence()[at + 1]);
        add(static_cast<std::uint32_t>(one), joined_text_, lists);
        add(static_cast<std::uint32_t>(other), joined_text_, lists);
    }
}

/// Whether any of the first `sample` records of the joined form lacks one of the two words. False for "coca cola":
/// "Coca-Cola" is indexed as both words and as "cocacola".
bool OtherSpaces::adds_records(const format::TermLists& joined, const format::TermLists& one,
                               const format::TermLists& other, std::uint64_t& steps) {
    ListCursor of_joined, of_one, of_other;
    of_joined.open(joined);
    if (!of_joined.seek(0, steps)) {
        return false;
    }
    of_one.open(one);
    of_other.open(other);
    const std::uint32_t* const first = of_joined.docids();
    return !std::all_of(first, first + std::min<std::size_t>(of_joined.size(), sample), [&](std::uint32_t docid) {
        return of_one.contains(docid, steps) && of_other.contains(docid, steps);
    });
}

/// Whether some record has both words in its names. If none has, the user meant the joined word alone, "star bucks",
/// which the decoder finds.
bool OtherSpaces::stand_together(std::string_view one, std::string_view other, std::uint64_t& steps) {
    steps += 2 * key_work;
    format::term_key(format::TermKind::name_word, one, key_);
    const format::TermLists one_lists = context_->term(key_);
    format::term_key(format::TermKind::name_word, other, key_);
    const format::TermLists other_lists = context_->term(key_);
    if (one_lists.count == 0 || other_lists.count == 0) {
        return false;
    }
    ListCursor leader, follower;
    leader.open(one_lists.count < other_lists.count ? one_lists : other_lists);
    follower.open(one_lists.count < other_lists.count ? other_lists : one_lists);
    std::uint32_t docid = 0;
    for (const std::uint64_t end = steps + max_meeting_steps; steps < end && leader.seek(docid, steps);) {
        docid = leader.docids()[0];
        if (!follower.seek(docid, steps)) {
            return false;
        }
        if (follower.docids()[0] == docid) {
            return true;
        }
        docid = follower.docids()[0];
    }
    return false;
}

void OtherSpaces::find_glued(std::string_view word, std::uint64_t& steps) {
    steps += key_work;
    glued_ = {};
    glued_.is_known = true;
    context_->glued_names().find(format::glued_key(word), [this](const format::GluedName& name) {
        glued_.log_count = glued_.any ? std::max(glued_.log_count, name.log_count) : name.log_count;
        glued_.any = true;
        glued_.is_name = glued_.is_name || name.is_name;
    });
}

/// Finds the name of two words that has the letters of the typed word. Takes the one that most records bear.
void OtherSpaces::find_apart(const SearchClause& clause, std::uint64_t& steps) {
    const std::string_view word = clause.sequence().front();
    if (word.size() < min_apart || word.size() > max_apart || clause.words().front().lists.count > max_records ||
        is_whole_label(clause)) {
        return;
    }
    find_glued(word, steps);
    if (!glued_.is_name) {
        return;
    }
    steps += word.size() * key_work;
    format::term_key(format::TermKind::name_word, word, key_);
    if (context_->term(key_).count == 0) {
        // The word comes only from domains, which have no spaces. The decoder finds the name.
        return;
    }
    std::size_t best = 0;
    whole_ = {};
    key_.assign(2, ' ').append(word);
    key_.front() = static_cast<char>(format::TermKind::whole_name);
    for (std::size_t at = 1; at < word.size(); ++at) {
        std::swap(key_[at], key_[at + 1]);  // moves the blank one byte on
        format::KeyEntry entry;
        if (is_utf8_continuation(word[at]) || !context_->terms().find(format::hash_key(key_), entry)) {
            continue;
        }
        const format::TermLists lists = context_->term(entry);
        if (lists.count > whole_.lists.count) {
            whole_.lists = lists;
            best = at;
        }
    }
    if (best == 0 || is_label(word.substr(0, best), word.substr(best))) {
        return;
    }
    std::uint64_t idf = 0;
    for (const std::string_view part : {word.substr(0, best), word.substr(best)}) {
        format::term_key(clause.rule().words, part, key_);
        const format::TermLists lists = context_->term(key_);
        if (lists.count == 0) {
            form_count_ = 0;
            return;
        }
        idf += lists.idf_sixteenths;
        add(0, part, lists);
    }
    is_apart_ = true;
    whole_.evidence = static_cast<std::uint32_t>(std::min<std::uint64_t>(
        idf * format::whole_text_sixteenths * clause.rule().factor / 256, format::max_evidence));
}

}  // namespace bizrec::search
