#include "lmdb_builder/content/content_dictionary_builder.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "bizrec/base/xxh.hpp"
#include "bizrec/format/content.hpp"
#include "bizrec/format/content_layout.hpp"
#include "bizrec/format/uuid.hpp"

namespace bizrec::builder {

void PhraseCounts::clear() {
    entries_.assign(entries_.size(), {});
    used_ = 0;
}

PhraseCounts::Entry& PhraseCounts::slot(std::uint64_t hash) {
    const std::size_t mask = entries_.size() - 1;
    std::size_t at = static_cast<std::size_t>(hash) & mask;
    while (entries_[at].text != nullptr && entries_[at].hash != hash) {
        at = (at + 1) & mask;
    }
    return entries_[at];
}

void PhraseCounts::add(std::string_view text) {
    const std::uint64_t hash = XXH3_64bits(text.data(), text.size());
    Entry& entry = slot(hash);
    if (entry.text != nullptr) {
        ++entry.count;
        return;
    }
    entry = {hash, text.data(), static_cast<std::uint32_t>(text.size()), 1};
    if (++used_ * 2 > entries_.size()) {
        grow();
    }
}

void PhraseCounts::grow() {
    std::vector<Entry> old(entries_.size() * 2);
    std::swap(old, entries_);
    for (const Entry& entry : old) {
        if (entry.text != nullptr) {
            slot(entry.hash) = entry;
        }
    }
}

namespace {

using Segment = format::ContentParser::Segment;

constexpr std::size_t rounds = 10;
/// The fewest records that a round reads. Early rounds read only a part of the sample.
constexpr std::size_t min_records = 512;
constexpr std::size_t code_bytes = 2;
constexpr std::uint32_t min_count = 2;

struct Choice {
    std::string_view text;
    std::uint64_t saved = 0;  // bytes by which the sample gets shorter
    // 6 * saved / units of the dictionary: nothing is rounded, because a phrase has 1, 2 or 3 units
    std::uint64_t per_unit = 0;
};

class PhraseChooser {
public:
    explicit PhraseChooser(ContentSample& sample) : records_(sample.take()), halvings_(sample.halvings()) {}

    format::ContentPhrases choose() {
        for (std::size_t round = 1; round <= rounds; ++round) {
            counts_.clear();
            const std::size_t share = std::max(records_.size() * round / rounds, min_records);
            for (std::size_t i = 0; i < std::min(share, records_.size()); ++i) {
                count(records_[i], round < rounds);
            }
            phrases_ = format::ContentPhrases(best_phrases(round < rounds));
        }
        return std::move(phrases_);
    }

private:
    void count(const ContentSample::Record& record, bool with_neighbours) {
        cut(record);
        const std::string_view json = record.json();
        for (std::size_t i = 0; i < pieces_.size(); ++i) {
            add(json.substr(pieces_[i].begin, pieces_[i].end - pieces_[i].begin));
            if (with_neighbours && i + 1 < pieces_.size() && pieces_[i].end == pieces_[i + 1].begin) {
                add(json.substr(pieces_[i].begin, pieces_[i + 1].end - pieces_[i].begin));
            }
        }
    }

    /// Cuts a record into phrases and the words between them. Skips the record's id and repeated texts, because the
    /// encoder writes these without phrases.
    void cut(const ContentSample::Record& record) {
        char id[format::uuid_characters];
        format::write_uuid(record.id, id);
        const std::string_view json = record.json();
        pieces_.clear();
        std::size_t at = 0;
        for (const Segment& segment : parser_.parse(phrases_.trie(), {id, sizeof id}, json)) {
            add_words(json, at, segment.begin);
            if (segment.kind == Segment::Kind::phrase) {
                pieces_.push_back({segment.begin, segment.end});
            }
            at = segment.end;
        }
        add_words(json, at, json.size());
    }

    void add_words(std::string_view json, std::size_t at, std::size_t end) {
        while (at < end) {
            const std::size_t word = format::ContentParser::end_of_word(json, at, end);
            pieces_.push_back({at, word});
            at = word;
        }
    }

    void add(std::string_view text) {
        if (text.size() > code_bytes && text.size() <= format::max_phrase) {
            counts_.add(text);
        }
    }

    /// The phrases that save most for the room that they take, as many as fit into a dictionary. After the last round
    /// the result is empty if the dictionary would save fewer bytes than it takes.
    std::vector<std::string> best_phrases(bool more_rounds) const {
        const std::vector<Choice> choices = ranked_choices();
        std::vector<std::string> phrases;
        std::uint32_t units = 0;
        std::uint64_t saved = 0;
        for (const Choice& choice : choices) {
            const std::uint32_t wanted = format::units_for_phrase(choice.text.size());
            if (units + wanted <= format::max_unit_count) {
                units += wanted;
                saved += choice.saved;
                phrases.emplace_back(choice.text);
            }
        }
        // The dictionary and the content fill whole pages, so rounding up may cost a page each.
        const std::uint64_t cost = units * format::phrase_unit_bytes + 2 * format::page_bytes;
        if (!more_rounds && saved << halvings_ <= cost) {
            phrases.clear();
        }
        return phrases;
    }

    std::vector<Choice> ranked_choices() const {
        std::vector<Choice> choices;
        for (const PhraseCounts::Entry& entry : counts_.entries()) {
            if (entry.count < min_count) {
                continue;
            }
            const std::uint64_t saved = std::uint64_t{entry.count} * (entry.size - code_bytes);
            const std::uint64_t units = format::units_for_phrase(entry.size);
            if (saved << halvings_ > units * format::phrase_unit_bytes) {
                choices.push_back({entry.view(), saved, saved * 6 / units});
            }
        }
        std::sort(choices.begin(), choices.end(), [](const Choice& a, const Choice& b) {
            return std::tie(b.per_unit, a.text) < std::tie(a.per_unit, b.text);
        });
        return choices;
    }

    std::vector<ContentSample::Record> records_;
    unsigned halvings_;
    struct Piece {
        std::size_t begin, end;
    };

    format::ContentParser parser_;
    std::vector<Piece> pieces_;
    PhraseCounts counts_;
    format::ContentPhrases phrases_;
};

}  // namespace

format::ContentPhrases choose_phrases(ContentSample& sample) {
    return PhraseChooser(sample).choose();
}

}  // namespace bizrec::builder
