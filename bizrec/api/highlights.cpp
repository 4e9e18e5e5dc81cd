#include "bizrec/api/highlights.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/json_text.hpp"

namespace bizrec::api {
namespace {

namespace dom = simdjson::dom;

constexpr std::size_t longest_highlight = 200;  // bytes, of a text that has a word, but no piece that has it alone
constexpr std::string_view punctuation = " \t\r\n,;:.!?()[]{}\"|/";

std::string whole_key(const text::WordForms& forms, std::string_view text, text::AnalysedText& analysed) {
    std::string key;
    text::analyse_record(forms, text, analysed);
    text::whole_text_key(forms, analysed, 0, analysed.words.size(), key);
    return key;
}

}  // namespace

void Highlights::begin(const text::WordForms& forms, const std::vector<std::string_view>& words,
                       const std::vector<std::string>& tags) {
    forms_ = &forms;
    words_ = words;
    tags_.clear();
    for (const std::string& tag : tags) {
        tags_.push_back(whole_key(forms, tag, analysed_));
    }
}

void Highlights::append(std::string_view record, std::string& out) {
    found_.clear();
    is_met_.assign(words_.size(), 0);
    if ((!words_.empty() || !tags_.empty()) && read(record)) {
        for (const std::size_t rank : {names, labels, place, texts}) {
            if (rank == texts && found_all_words()) {
                break;
            }
            for (const std::string_view text : fields_[rank]) {
                if (!is_done()) {
                    rank == labels ? find_label(text) : find_in(text);
                }
            }
        }
    }
    out += '[';
    for (std::size_t i = 0; i < found_.size(); ++i) {
        out += i == 0 ? "" : ",";
        append_json_string(out, found_[i]);
    }
    out += ']';
}

/// The fields that are searched (docs/search.md).
std::size_t Highlights::rank_of(std::string_view field) noexcept {
    constexpr std::pair<std::string_view, Rank> known[] = {
        {"business_name", names},
        {"store_name", names},
        {"brand_name", names},
        {"business_categories", labels},
        {"tags", labels},
        {"city", place},
        {"state", place},
        {"country", place},
        {"zip_code", place},
        {"zipcode", place},
        {"postal_code", place},
        {"business_type", texts},
        {"business_specialty", texts},
        {"business_keywords", texts},
        {"product_services_offered", texts},
        {"brand_description", texts},
        {"store_description", texts},
        {"root_domain", texts},
        {"website_url", texts},
        {"website", texts},
    };
    const auto* found =
        std::find_if(std::begin(known), std::end(known), [&](const auto& one) { return one.first == field; });
    return found == std::end(known) ? ranks : found->second;
}

/// Fills fields_, whose bytes live in the parser.
bool Highlights::read(std::string_view record) {
    for (auto& texts : fields_) {
        texts.clear();
    }
    record_.assign(record);
    dom::object object;
    const simdjson::error_code parsed = parser_.parse(record_).get(object);
    if (parsed == simdjson::MEMALLOC) {
        parser_ = dom::parser();  // it takes itself for as large as it failed to become, and writes there
        throw std::bad_alloc();
    }
    if (parsed != simdjson::SUCCESS) {
        return false;
    }
    for (const auto member : object) {
        const std::size_t rank = rank_of(member.key);
        if (rank == ranks) {
            continue;
        }
        dom::array array;
        std::string_view text;
        if (member.value.get(text) == simdjson::SUCCESS) {
            fields_[rank].push_back(text);
        } else if (member.value.get(array) == simdjson::SUCCESS) {
            for (const dom::element element : array) {
                if (element.get(text) == simdjson::SUCCESS) {
                    fields_[rank].push_back(text);
                }
            }
        }
    }
    return true;
}

void Highlights::find_label(std::string_view label) {
    if (!tags_.empty() && std::find(tags_.begin(), tags_.end(), whole_key(*forms_, label, analysed_)) != tags_.end()) {
        add(label);
    } else {
        find_in(label);
    }
}

void Highlights::find_in(std::string_view text) {
    if (!has_word(text)) {
        return;
    }
    const std::size_t before = found_.size();
    find_pieces(text);
    if (found_.size() == before && !is_done() && text.size() <= longest_highlight) {
        add(text);  // "AT & T", of which no piece is the word
    }
}

/// Marks the words of it that are met.
bool Highlights::has_word(std::string_view text) {
    bool any = false;
    text::analyse_record(*forms_, text, analysed_);
    for (const text::Word& word : analysed_.words) {
        const auto found = std::find(words_.begin(), words_.end(), analysed_.view(word));
        if (found != words_.end()) {
            is_met_[static_cast<std::size_t>(found - words_.begin())] = 1;
            any = true;
        }
    }
    return any;
}

/// Neighbouring pieces between spaces, each with a word, are one highlight.
void Highlights::find_pieces(std::string_view text) {
    const auto is_blank_at = [&](std::size_t at) { return is_space(text[at]); };
    std::size_t begin = std::string_view::npos;  // of the pieces that go on
    std::size_t end = 0;
    for (std::size_t at = 0; at < text.size() && !is_done();) {
        if (is_blank_at(at)) {
            ++at;
            continue;
        }
        const std::size_t piece = at;
        while (at < text.size() && !is_blank_at(at)) {
            ++at;
        }
        if (has_word(text.substr(piece, at - piece))) {
            begin = std::min(begin, piece);
            end = at;
        } else if (begin != std::string_view::npos) {
            add(text.substr(begin, end - begin));
            begin = std::string_view::npos;
        }
    }
    if (begin != std::string_view::npos && !is_done()) {
        add(text.substr(begin, end - begin));
    }
}

void Highlights::add(std::string_view text) {
    const std::string_view trimmed = trim(text, punctuation);
    if (!trimmed.empty() && std::find(found_.begin(), found_.end(), trimmed) == found_.end()) {
        found_.push_back(trimmed);
    }
}

bool Highlights::found_all_words() const noexcept {
    return std::all_of(is_met_.begin(), is_met_.end(), [](std::uint8_t met) { return met != 0; });
}

}  // namespace bizrec::api
