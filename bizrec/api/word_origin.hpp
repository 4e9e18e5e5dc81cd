#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/api/searched_texts.hpp"
#include "bizrec/store/generation.hpp"
#include "bizrec/text/analyser.hpp"

namespace bizrec::api {

/// Says, for a person, which text of one record a word in the index comes from. The index does not tell, so the answer
/// is derived from the record's texts. For names of its state and country, the index is asked for the record's place.
class WordOrigin {
public:
    /// `docid` < generation.documents(); `generation` must outlive this object.
    WordOrigin(const store::Generation& generation, std::uint32_t docid);

    /// Says where the word comes from: `in business_name "Grand Theatre" as "Theatre"`, `another spelling of
    /// business_name "Müller": "Mueller"`, `a name of its country "DE"`.
    std::string describe(std::string_view word);

private:
    std::string of_spelling(std::string_view word);
    std::string of_place(std::string_view word);
    std::string of_other_script(std::string_view word);
    bool has_word(std::string_view text, std::string_view word);
    std::string_view find_written(std::string_view text, std::string_view word);
    static std::string quoted(const SearchedText& text);

    const store::Generation* generation_;
    std::uint32_t docid_;
    SearchedTexts texts_;
    text::AnalysedText analysed_;
    std::string key_, other_;
};

}  // namespace bizrec::api
