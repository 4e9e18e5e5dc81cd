#include "t/unit/stages/glued_oracle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "bizrec/format/glued_names.hpp"
#include "bizrec/text/glued_text.hpp"
#include "bizrec/text/spelling_keys.hpp"

namespace bizrec::builder::testing {
namespace {

using Docids = std::set<std::uint32_t>;

struct Expected {
    std::uint32_t first = 0;
    double count = 0;
    std::string spelled;  // "": its spellings are not in the index
};
/// By key and kind. True: a name; false: a label.
using Names = std::map<std::pair<std::uint64_t, bool>, Expected>;

void add(std::uint64_t key, bool is_name, const Docids& docids, const std::string& form, Names& names) {
    Expected& name = names.emplace(std::pair(key, is_name), Expected{*docids.begin(), 0, {}}).first->second;
    name.first = std::min(name.first, *docids.begin());
    name.count += static_cast<double>(docids.size());
    if (docids.size() > 1 && format::is_spelled_name(form)) {
        name.spelled = form;
    }
}

Names names_of(const std::vector<TermOracle::Document>& documents, const format::Rules& rules) {
    std::map<std::string, Docids> names, written, label_words, labels;
    for (std::uint32_t docid = 0; docid < documents.size(); ++docid) {
        text::GluedText glued;
        for (const std::string& name : documents[docid].record.names) {
            text::glue(rules.words, rules.numbers, name, glued);
            for (const std::string& form : {glued.analysed, glued.written, glued.spoken}) {
                names[form].insert(docid);
            }
            if (glued.tokens == 1) {
                written[glued.written].insert(docid);
            }
        }
        for (const std::string& label : documents[docid].record.labels) {
            text::glue(rules.words, rules.numbers, label, glued);
            label_words[glued.key].insert(docid);
            if (glued.written != glued.analysed) {
                labels[glued.written].insert(docid);
            }
        }
    }
    Names out;
    std::string form;
    for (const auto& [name, docids] : names) {
        add(format::glued_key(name), true, docids, name, out);
    }
    for (const auto& [words, docids] : label_words) {
        text::glue_words(rules.numbers, words, form);
        if (format::is_glued_name(form)) {
            add(format::glued_key(form), false, docids, form, out);
        }
    }
    for (const auto& [label, docids] : labels) {
        add(format::glued_key(label), false, docids, label, out);
    }
    for (const auto& [word, docids] : written) {
        add(format::written_name_key(word), true, docids, {}, out);
    }
    for (const auto* forms : {&names, &labels, &written}) {  // forms of a length that the index leaves out
        for (const auto& [text, docids] : *forms) {
            if (!format::is_glued_name(text)) {
                const std::uint64_t key = forms == &written ? format::written_name_key(text) : format::glued_key(text);
                out.erase(std::pair(key, forms != &labels));
            }
        }
    }
    return out;
}

}  // namespace

void expect_glued_names(const std::vector<TermOracle::Document>& documents, const store::Generation& index) {
    const Names names = names_of(documents, index.rules());
    EXPECT_EQ(index.glued_names().size(), names.size());
    std::vector<std::uint64_t> keys;
    for (const auto& [key, expected] : names) {
        std::size_t found = 0;
        index.glued_names().find(key.first,
                                 [&, is_name = key.second, &right = expected](const format::GluedName& name) {
                                     found += name.is_name == is_name && name.docid == right.first &&
                                                      std::abs(name.log_count - std::log(right.count)) < 0.05
                                                  ? 1
                                                  : 0;
                                 });
        EXPECT_GE(found, 1U) << expected.spelled << ", document " << expected.first << " of " << expected.count;
        text::deletion_keys(expected.spelled, keys);
        for (const std::uint64_t deletion : keys) {
            bool is_there = false;
            index.glued_spellings().find(deletion, [&, &right = expected](std::uint32_t of) {
                is_there = is_there || index.glued_names().name(of).docid == right.first;
            });
            EXPECT_TRUE(is_there) << expected.spelled;
        }
    }
}

}  // namespace bizrec::builder::testing
