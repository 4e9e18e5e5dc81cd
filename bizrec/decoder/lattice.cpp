#include "bizrec/decoder/lattice.hpp"

#include <algorithm>
#include <cmath>

#include "bizrec/base/ascii.hpp"
#include "bizrec/lookup/whole_texts.hpp"
#include "bizrec/postings/visible_document.hpp"
#include "bizrec/text/fold.hpp"

namespace bizrec::search {

namespace {

bool is_token_byte(char c) noexcept {
    return is_alnum(c) || c == '\'' || static_cast<unsigned char>(c) >= 0x80;
}

/// Whether the word [begin, end) may be a state code. It may if it is the last word, precedes a number (a postal code),
/// or is in capitals.
bool may_be_state_code(std::string_view text, std::size_t begin, std::size_t end) noexcept {
    const auto* const next = std::find_if(text.begin() + end, text.end(), is_token_byte);
    return next == text.end() || is_digit(*next) ||
           std::all_of(text.begin() + begin, text.begin() + end, [](char c) { return is_upper(c); });
}

}  // namespace

void Lattice::begin(const SearchQuery& request) {
    request_ = &request;
    documents_ = std::max(1.0, static_cast<double>(context_->documents()));
    tokens_.clear();
    words_.clear();
    numbers_.clear();
    edge_words_.clear();
    split(request.query, query_rule);
    query_size_ = tokens_.size();
    split(request.store_name, store_name_rule);
    edges_.resize(std::max(edges_.size(), tokens_.size()));
    for (std::vector<Edge>& edges : edges_) {
        edges.clear();
    }
    reaches_.assign(tokens_.size(), {});
}

void Lattice::split(const std::string& text, const ClauseRule& rule) {
    std::vector<std::string> plain;
    analyse(text, plain);
    for (std::size_t i = 0; i < text.size();) {
        if (!is_token_byte(text[i])) {
            ++i;
            continue;
        }
        Token token;
        token.rule = &rule;
        token.begin = i;
        while (i < text.size() && is_token_byte(text[i])) {
            ++i;
        }
        token.end = i;
        analyse(std::string_view(text).substr(token.begin, token.end - token.begin), token.words);
        if (plain.empty()) {  // a text of function words alone, "The Who": look for those
            for_each_used_word(analysed_, [&token](std::string_view word) { token.words.emplace_back(word); });
        }
        token.is_function_word = token.words.empty();
        if (token.words.empty() && !tokens_.empty() && tokens_.back().rule == &rule &&
            may_be_state_code(text, token.begin, token.end)) {
            find_state_code(std::string_view(text).substr(tokens_.back().begin, token.end - tokens_.back().begin),
                            token);
        }
        token.documents = documents_;
        text::fold_letters(std::string_view(text).substr(token.begin, token.end - token.begin), folded_);
        token.has_other_form = token.words.size() == 1 && token.words.front() != folded_;
        for (const std::string& word : token.words) {
            const std::uint32_t number = find_word(rule, word);
            token.documents =
                std::min(token.documents, number == no_word ? 0.0 : static_cast<double>(words_[number].lists.count));
        }
        tokens_.push_back(std::move(token));
    }
}

/// Reads a function word after another word as a state's code if the analyser does: "portland or".
void Lattice::find_state_code(std::string_view with_word_before, Token& token) {
    std::vector<std::string> words;
    analyse(with_word_before, words);
    if (words.size() == tokens_.back().words.size() + 1) {
        token.words.assign(1, words.back());
    }
}

std::string_view Lattice::text(std::size_t from, std::size_t to) const noexcept {
    const std::string& all = from < query_size_ ? request_->query : request_->store_name;
    return std::string_view(all).substr(tokens_[from].begin, tokens_[to - 1].end - tokens_[from].begin);
}

char Lattice::before(std::size_t at) const noexcept {
    const std::string& all = at < query_size_ ? request_->query : request_->store_name;
    const std::size_t found = std::string_view(all).substr(0, tokens_[at].begin).find_last_not_of(' ');
    return found == std::string_view::npos ? '\0' : all[found];
}

bool Lattice::has_words(std::size_t end_of_text) const noexcept {
    const auto begin = tokens_.begin() + static_cast<std::ptrdiff_t>(end_of_text == query_size_ ? 0 : query_size_);
    return std::any_of(begin, tokens_.begin() + static_cast<std::ptrdiff_t>(end_of_text),
                       [](const Token& token) { return !token.words.empty(); });
}

std::size_t Lattice::token_behind(std::size_t byte) const noexcept {
    std::size_t at = 0;
    while (at < query_size_ && tokens_[at].begin < byte) {
        ++at;
    }
    return at;
}

std::uint32_t Lattice::find_word(const ClauseRule& rule, std::string_view word) {
    format::term_key(rule.words, word, key_);
    const auto known = numbers_.find(key_);
    if (known != numbers_.end()) {
        return known->second;
    }
    const format::TermLists lists = context_->term(key_);
    if (lists.count == 0) {
        return no_word;  // not noted: most of the words looked for do not exist
    }
    std::uint64_t visited = 0;
    const bool exists = has_visible_document(*context_, lists, visited);
    context_.budget().take(WorkKind::postings, visited);
    const std::uint32_t number = exists ? static_cast<std::uint32_t>(words_.size()) : no_word;
    if (number != no_word) {
        words_.push_back({std::string(word), &rule, lists});
    }
    numbers_.emplace(key_, number);
    return number;
}

format::KeyHash Lattice::hash_of(const ClauseRule& rule, std::string_view word) {
    format::term_key(rule.words, word, key_);
    return format::hash_key(key_);
}

double Lattice::information(double documents) const noexcept {
    return std::log(documents_ / std::max(0.5, documents));
}

bool Lattice::is_same(const Edge& edge, const std::vector<std::uint32_t>& words) const noexcept {
    return edge.words == words.size() &&
           std::equal(words.begin(), words.end(), edge_words_.begin() + static_cast<std::ptrdiff_t>(edge.first_word));
}

void Lattice::add(std::size_t at, EdgeSource source, std::size_t tokens, double cost,
                  const std::vector<std::string>& words, double most) {
    Edge edge;
    edge.source = source;
    edge.tokens = static_cast<std::uint32_t>(tokens);
    edge.cost = cost;
    edge.most = std::min(most, documents_);
    added_.clear();
    for (const std::string& word : words) {
        const std::uint32_t number = find_word(*tokens_[at].rule, word);
        if (number == no_word) {
            return;
        }
        edge.most = std::min(edge.most, static_cast<double>(words_[number].lists.count));
        added_.push_back(number);
    }
    for (Edge& other : edges_[at]) {
        const bool both_empty = words.empty() && other.words == 0 && other.source != source;
        if (other.tokens == edge.tokens && is_same(other, added_) && !both_empty) {
            if (cost >= other.cost) {
                return;
            }
            other.is_replaced = true;
        }
    }
    edge.max_prior = WholeTexts::max_prior(edge.most, documents_, WholeTexts::name_weight_of(is_lone()));
    edge.information = information(words.empty() ? tokens_[at].documents : edge.most);
    edge.first_word = static_cast<std::uint32_t>(edge_words_.size());
    edge.words = static_cast<std::uint32_t>(added_.size());
    edge_words_.insert(edge_words_.end(), added_.begin(), added_.end());
    edges_[at].push_back(edge);
    note_reach(at, edge);
}

void Lattice::note_reach(std::size_t at, const Edge& edge) {
    const double worth = edge.max_prior - edge.cost;
    for (Reach& reach : reaches_[at]) {
        if (reach.tokens == edge.tokens) {
            reach.cost = std::min(reach.cost, edge.cost);
            reach.max_worth = std::max(reach.max_worth, worth);
            return;
        }
    }
    reaches_[at].push_back({edge.tokens, edge.cost, worth});
}

void Lattice::analyse(std::string_view text, std::vector<std::string>& words) {
    context_.analyse(text, analysed_);
    words.clear();
    for (const text::Word& word : analysed_.words) {
        if (word.kind == text::WordKind::plain) {
            words.emplace_back(analysed_.view(word));
        }
    }
}

}  // namespace bizrec::search
