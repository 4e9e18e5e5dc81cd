#include "t/unit/query/search_oracle.hpp"

#include <algorithm>

#include "bizrec/place/folded_names.hpp"
#include "bizrec/text/analyser.hpp"
#include "bizrec/text/digraphs.hpp"
#include "bizrec/text/fold.hpp"
#include "bizrec/text/script_forms.hpp"
#include "bizrec/text/word_forms.hpp"
#include "lmdb_builder/document/name_forms.hpp"
#include "t/unit/support/largest_city_oracle.hpp"

/// First half of the oracle: from records to lists.
namespace bizrec::search::testing {

namespace {

using format::TextField;
using format::Whole;
using text::WordKind;

std::string whole_key(const text::AnalysedText& text, std::uint32_t& words) {
    std::string key;
    words = text::whole_text_key(text::WordForms::built_in(), text, 0, text.words.size(), key);
    return key;
}

}  // namespace

SearchOracle::SearchOracle(const store::Generation& generation, const builder::PlaceCatalog& catalog)
    : records_(generation, catalog), catalog_(catalog) {}

bool SearchOracle::add(const builder::Record& record) {
    if (!records_.add(record)) {
        return false;
    }
    Document document;
    document.record = record;
    document.docid = records_.oracle().documents.back().docid;
    add_words(record, document);
    documents_.push_back(std::move(document));
    return true;
}

void SearchOracle::add_words(const builder::Record& record, Document& document) {
    struct Counts {
        format::Occurrences occurrences;
        Whole whole = Whole::neither;
        bool names_region = false, names_city = false;

        bool is_region() const {
            unsigned sum = occurrences.other_names + occurrences.street;
            for (const std::uint16_t count : occurrences.count) {
                sum += count;
            }
            return names_region && sum == 1;
        }
    };
    std::map<std::string, Counts> counts;
    std::set<std::string> names, labels;
    const auto add_word = [&](const std::string& word, WordKind kind, TextField field) {
        const auto index = static_cast<std::size_t>(field);
        ++counts[word].occurrences.count[index];
        document.lengths[index] += kind == WordKind::part ? 0U : 1U;
    };
    const auto add_text = [&](const std::string& typed, TextField field, Whole whole,
                              std::set<std::string>* exact_matches) {
        text::AnalysedText text;
        text::analyse_record(text::WordForms::built_in(), typed, text);
        std::uint32_t words = 0;
        const std::string key = whole_key(text, words);
        if (exact_matches != nullptr && !exact_matches->insert(key).second) {
            return;
        }
        for (const text::Word& word : text.words) {
            if (word.kind != WordKind::stop || field == TextField::name || field == TextField::place) {
                add_word(std::string(text.view(word)), word.kind, field);
                if (exact_matches != nullptr && words == 1 && text.view(word) == key) {
                    counts[key].whole = std::max(counts[key].whole, whole);
                }
            }
        }
    };
    for (const std::string& name : record.names) {
        add_text(name, TextField::name, Whole::name, &names);
    }
    const auto add_other_name = [&](const std::string& typed, bool is_whole) {
        text::AnalysedText text;
        text::analyse_record(text::WordForms::built_in(), typed, text);
        std::uint32_t words = 0;
        const std::string key = whole_key(text, words);
        for (const text::Word& word : text.words) {
            Counts& count = counts[std::string(text.view(word))];
            const bool is_named = count.occurrences.count[static_cast<std::size_t>(TextField::name)] != 0;
            count.occurrences.other_names = is_named ? 0 : 1;
            count.whole = is_whole && words == 1 && text.view(word) == key ? Whole::name : count.whole;
        }
        if (is_whole && words > 1) {
            names.insert(key);
        }
    };
    for (const std::string& name : record.other_names) {
        add_other_name(name, true);
    }
    builder::NameForms forms;
    for (const std::vector<std::string>* all : {&record.names, &record.other_names}) {
        for (const std::string& name : *all) {
            for (const builder::NameForm& form : forms.forms(name)) {
                add_other_name(form.text, form.is_whole);
            }
        }
    }
    for (const std::string& label : record.labels) {
        add_text(label, TextField::category, Whole::label, &labels);
    }
    add_text(record.city, TextField::place, Whole::neither, nullptr);
    const auto place_field = static_cast<std::size_t>(TextField::place);
    const std::uint32_t city_length = document.lengths[place_field];
    text::AnalysedText city;
    text::analyse_record(text::WordForms::built_in(), record.city, city);
    for (const text::Word& word : city.words) {
        counts[std::string(city.view(word))].names_city = true;
    }
    std::uint32_t city_words = 0;
    const std::string city_key = whole_key(city, city_words);
    std::string city_folded, city_letters;
    text::fold_letters(record.city, city_folded);
    text::append_script_forms(city_folded, city_letters);
    if (city_words == 1 && city_letters == city_key) {
        counts[city_key].whole = std::max(counts[city_key].whole, Whole::city);
    }
    if (std::string expanded; text::expand_digraphs(record.city, false, expanded)) {
        text::analyse_record(text::WordForms::built_in(), expanded, city);
        for (const text::Word& word : city.words) {
            Counts& counted = counts[std::string(city.view(word))];
            std::uint16_t& count = counted.occurrences.count[place_field];
            count = std::max<std::uint16_t>(count, 1);
            counted.names_city = true;
        }
    }
    std::string folded_code;
    place::fold_postal_code(record.postal_code, record.country, folded_code);
    text::AnalysedText written_code;
    text::analyse_record(text::WordForms::built_in(), record.postal_code, written_code);
    if (written_code.words.size() > 1 && written_code.view(written_code.words[0]) == folded_code) {
        for (std::size_t i = 1; i < written_code.words.size(); ++i) {
            counts[std::string(written_code.view(written_code.words[i]))].occurrences.street = 1;
        }
    } else {
        add_text(record.postal_code, TextField::place, Whole::neither, nullptr);
    }
    // State and country: each word once, from all of their names; then the folded code if it is a different word.
    std::map<std::string, WordKind> place_words;
    const auto collect = [&](const std::string& name) {
        text::AnalysedText text;
        text::analyse_record(text::WordForms::built_in(), name, text);
        for (const text::Word& word : text.words) {
            const auto added = place_words.emplace(text.view(word), word.kind);
            added.first->second = std::min(added.first->second, word.kind);
        }
    };
    collect(record.state);
    for (const std::string& name :
         catalog_.state_names(record.country, catalog_.canonical_state(record.country, record.state))) {
        collect(name);
    }
    for (const std::string& name : catalog_.names_of_country(record.country)) {
        text::AnalysedText text;
        text::analyse_record(text::WordForms::built_in(), name, text);
        if (text.words.size() < 2 || text.view(text.words[0]) != "united") {
            collect(name);
            continue;
        }
        std::string joined;
        for (const text::Word& word : text.words) {
            joined += word.kind == WordKind::plain ? text.view(word) : std::string_view();
        }
        place_words[joined] = WordKind::plain;
    }
    for (const auto& [word, kind] : place_words) {
        add_word(word, kind, TextField::place);
        counts[word].names_region = true;
    }
    text::AnalysedText code;
    text::analyse_record(text::WordForms::built_in(), folded_code, code);
    for (const text::Word& word : code.words) {
        const std::string text(code.view(word));
        if (counts[text].occurrences.count[static_cast<std::size_t>(TextField::place)] == 0) {
            add_word(text, word.kind, TextField::place);
        }
    }
    document.lengths[place_field] = city_length;
    text::AnalysedText street;
    text::analyse_record(text::WordForms::built_in(), record.street, street);
    for (const text::Word& word : street.words) {
        if (word.kind == WordKind::plain) {
            counts[std::string(street.view(word))].occurrences.street = 1;
        }
    }
    const std::vector<std::string>& keys = records_.oracle().documents.back().keys;
    const std::string domain = keys.empty() || keys[0].find(':') != std::string::npos ? "" : keys[0];
    add_text(domain, TextField::domain, Whole::neither, nullptr);
    for (const std::string& more : record.texts) {
        add_text(more, TextField::text, Whole::neither, nullptr);
    }

    const auto name_field = static_cast<std::size_t>(TextField::name);
    for (const auto& [word, count] : counts) {
        words_[word].postings.push_back(
            {document.docid, count.occurrences, count.whole, count.is_region(), count.names_city, 0});
        if (count.occurrences.count[name_field] != 0 || count.occurrences.other_names != 0) {
            format::Occurrences names_alone;
            names_alone.count[name_field] = count.occurrences.count[name_field];
            names_alone.other_names = count.occurrences.other_names;
            const Whole whole = count.whole == Whole::name ? Whole::name : Whole::neither;
            name_words_[word].postings.push_back({document.docid, names_alone, whole, false, false, 0});
        }
    }
    for (const std::string& name : names) {
        if (name.find(' ') != std::string::npos) {
            whole_names_[name].postings.push_back({document.docid, {}, Whole::neither, false, false, 1});
        }
    }
    for (const std::string& label : labels) {
        if (!label.empty()) {
            labels_[label].postings.push_back({document.docid, {}, Whole::neither, false, false, 1});
        }
    }
    for (std::size_t field = 0; field < format::text_field_count; ++field) {
        statistics_.words[field] += document.lengths[field];
    }
}

void SearchOracle::finish() {
    statistics_.documents = documents_.size();
    std::sort(documents_.begin(), documents_.end(),
              [](const Document& a, const Document& b) { return a.docid < b.docid; });
    places_ = records_.oracle();
    std::sort(places_.documents.begin(), places_.documents.end(),
              [](const OracleDocument& a, const OracleDocument& b) { return a.docid < b.docid; });
    for (std::size_t i = 0; i < documents_.size(); ++i) {
        places_.documents[i].keys.emplace_back(everybody);
        documents_[i].identity = &places_.documents[i];
    }
    std::vector<builder::testing::CityOfOracle> cities;
    for (const OracleDocument& place : places_.documents) {
        cities.push_back({place.city, {place.country, place.state}});
    }
    const std::vector<bool> inside = builder::testing::in_largest_city(cities);
    for (std::size_t i = 0; i < documents_.size(); ++i) {
        documents_[i].is_in_largest_city = inside[i];
    }
    finish_lists(words_, documents_, statistics_, true);
    finish_lists(name_words_, documents_, statistics_, true);
    finish_lists(whole_names_, documents_, statistics_, false);
    finish_lists(labels_, documents_, statistics_, false);
}

void SearchOracle::finish_lists(Lists& lists, const std::vector<Document>& documents,
                                const format::TextStatistics& statistics, bool has_impacts) {
    for (auto& [key, list] : lists) {
        list.idf = format::idf_sixteenths(statistics.documents, list.postings.size());
        const auto elsewhere = static_cast<std::uint64_t>(std::count_if(
            list.postings.begin(), list.postings.end(), [](const Posting& posting) { return !posting.is_region; }));
        for (Posting& posting : list.postings) {
            if (has_impacts) {
                const std::uint16_t saturation =
                    format::saturation(posting.occurrences, documents[posting.docid].lengths, statistics);
                const std::uint16_t idf =
                    posting.is_region ? list.idf : format::idf_sixteenths(statistics.documents, elsewhere);
                const bool names_largest_city = posting.names_city && documents[posting.docid].is_in_largest_city;
                posting.impact = format::impact(saturation, idf, posting.whole, names_largest_city);
            }
        }
    }
}

}  // namespace bizrec::search::testing
