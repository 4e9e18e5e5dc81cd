#include "bizrec/decoder/query_decoder.hpp"

#include <algorithm>
#include <cmath>

#include "bizrec/decoder/category_edges.hpp"
#include "bizrec/decoder/doubt.hpp"
#include "bizrec/lookup/whole_texts.hpp"
#include "bizrec/postings/work.hpp"
#include "bizrec/text/typing_cost.hpp"

namespace bizrec::search {

namespace {

/// The lowest cost of a misspelling.
constexpr double min_error = text::TypingCosts::slip;
constexpr double min_glued_error = min_error + EdgeCosts::in_one_piece;
/// The null reading pays this many nats for each word, because every word was typed for nothing. Measured with a value
/// of 3: of the names that no record has, 72 % still get some row, and one right answer in a hundred is lost. With a
/// value of 4: 84 % of these names get a row, and two or three right answers in a thousand are lost.
constexpr double for_nothing = 3.8;
/// The null reading also pays this for each letter of an unknown token beyond `letters_by_chance`, because a long word
/// rarely matches by chance.
constexpr double for_a_letter = 0.8;
constexpr std::size_t letters_by_chance = 8;
/// If the best reading so far leaves no word out, mistyped glued names are tried only if a name of this many records
/// could score higher. A single token of more than `letters_by_chance` letters has no such limit.
constexpr double max_glued_name_part = 100;

}  // namespace

void QueryDecoder::find(const std::vector<Scope>& scopes, Typed typed, std::uint64_t most, std::uint64_t& steps) {
    scopes_ = &scopes;
    typed_ = typed;
    names_end_.assign(lattice_.size(), 0);
    end_ = steps + most;
    end_of_request_ = lattice_.context().budget().end_for(steps, decoding_step_work);
    result_ = {};
    add_first(steps);
    // In a request of one token, exact names count more. The null score rises by the same factor, so that such names
    // get no advantage over the null reading.
    null_score_ = null_score(0, lattice_.size()) + std::log(name_weight() / WholeTexts::whole_name_weight);
    decoder_.begin(lattice_, scopes, end_of_request_);
    for (std::size_t i = 0; i < scopes.size(); ++i) {
        // The readings of a scope that leaves a place out must beat the null reading of its words, without the place.
        const Nats least = null_score_ - Decoder::near_by;
        decoder_.require(i, scopes[i].leaves_place_out
                                ? std::max(least, null_score(scopes[i].from, scopes[i].to) - scopes[i].cost)
                                : least);
    }
    rename_categories(Which::first, steps);
    decode(steps);
    if (spell_existing(steps)) {
        decode(steps);
    }
    if ((typed_ == Typed::name_has_more || explains_too_little() || leaves_place_out() || spells_a_word() ||
         changes_the_name()) &&
        describe(steps)) {
        decode(steps);
    }
    if ((explains_too_little() || leaves_place_out() || spells_a_word()) && rename_categories(Which::further, steps)) {
        decode(steps);
    }
    if (explains_too_little() && spell_further(steps)) {
        decode(steps);
    }
}

void QueryDecoder::add_first(std::uint64_t& steps) {
    makers_.add_first(lattice_, steps);
    for (std::size_t from = 0; from < lattice_.size() && steps < end_of_request_; ++from) {
        if (lattice_.place_in_text(from) >= GluedEdges::max_starts) {
            continue;
        }
        const std::size_t last = std::min(lattice_.end_of_text(from), from + GluedEdges::max_tokens);
        for (std::size_t to = from + 1; to <= last; ++to) {
            if (!lattice_.token(from).words.empty() && !lattice_.token(to - 1).is_function_word) {
                names_.add(lattice_, from, to, steps);
            }
        }
    }
}

/// Keeps the reading that was found before if the further edges give no better one, or cost too much.
void QueryDecoder::decode(std::uint64_t& steps) {
    decoder_.decode(end_, steps, further_result_);
    const Interpretation& further = further_result_.best;
    if (!best().is_found() || (further.is_found() && further.score >= best().score)) {
        std::swap(result_, further_result_);
    }
}

/// Adds spellings one error away and mistyped names, if they may give a better reading. Returns whether it tried any.
bool QueryDecoder::spell_existing(std::uint64_t& steps) {
    bool any = false;
    for (std::size_t scope = 0; scope < scopes_->size(); ++scope) {
        any = spell_scope(scope, steps) || any;
    }
    return any;
}

/// Does the work of spell_existing() for one scope. If the best reading leaves words out, only its score is used, and
/// not the costs and counts of its edges.
bool QueryDecoder::spell_scope(std::size_t number, std::uint64_t& steps) {
    const Scope& scope = (*scopes_)[number];
    const bool is_sure = result_.best.is_found() && !result_.best.leaves_out();
    const Nats score = std::max(result_.best.score, null_score_);
    const double all = lattice_.all_documents();
    std::vector<double> most(lattice_.size(), all), paid(lattice_.size(), 0);
    for (std::size_t at = 0; at < lattice_.size(); ++at) {
        const double documents = lattice_.token(at).documents;
        most[at] = documents > 0 ? documents : all;
    }
    if (is_sure) {
        for (const Interpretation::Step& step : result_.best.path) {
            for (std::size_t at = step.token; at < step.token + step.edge.tokens; ++at) {
                most[at] = step.edge.words == 0 ? all : step.edge.most;
            }
            paid[step.token] = step.edge.cost;
        }
    }
    const double inside = decoder_.inside(number);
    const auto is_word = [&](std::size_t at) { return scope.has_word(at, lattice_.query_size()); };
    bool any = false;
    for (std::size_t at = 0; at < lattice_.size() && steps < end_of_request_; ++at) {
        if (!is_word(at) || !EdgeMakers::may_spell(lattice_, at) || lattice_.token(at).is_spelled ||
            lattice_.token(at).words.size() != 1) {
            continue;
        }
        double others = inside, cost = 0;
        for (std::size_t other = 0; other < lattice_.size(); ++other) {
            if (other != at && is_word(other)) {
                others = std::min(others, most[other]);
                cost += paid[other];
            }
        }
        if (max_by_spelling(at, others, cost) > score) {
            makers_.spell(lattice_, at, Spellings::Errors::one, {cost_of_another(at), max_error(score, others, cost)},
                          steps);
            any = true;
        }
    }
    return spell_names(scope, inside, steps) || any;
}

/// The most that another spelling may cost if the words as typed have hits, so that it is not worth less than they are.
/// `score`: of the words as typed. `others` and `cost`: as for max_by_spelling().
Nats QueryDecoder::max_error(Nats score, double others, double cost) const {
    return has_hits() ? WholeTexts::max_prior(others, lattice_.all_documents(), name_weight()) - cost - score +
                            Decoder::near_by
                      : Spellings::max_cost;
}

/// The cost, beside that of the error, of taking a token that is a word for another word.
Nats QueryDecoder::cost_of_another(std::size_t token) {
    const std::string& word = lattice_.token(token).words.front();
    const bool is_meant = lattice_.context()->rules().categories.find(word).is_label || written_names_.count(word) > 0;
    return is_meant ? EdgeCosts::respelled_name : 0;
}

/// Adds names that begin with the first token of the scope and that were typed with other spaces and an error. Returns
/// whether it tried any.
bool QueryDecoder::spell_names(const Scope& scope, double inside, std::uint64_t& steps) {
    const bool is_sure = result_.best.is_found() && !result_.best.leaves_out();
    const Nats score = std::max(result_.best.score, null_score_);
    const double all = lattice_.all_documents();
    const bool is_long = scope.to == scope.from + 1 && lattice_.text(scope.from, scope.to).size() > letters_by_chance;
    const double of_name = is_sure && !is_long ? max_glued_name_part : all;
    const Nats greatest = -min_glued_error + WholeTexts::max_prior(std::min(inside, of_name), all, name_weight());
    if (greatest <= score || scope.from == scope.to) {
        return false;
    }
    const std::size_t first = std::max(scope.from, names_end_[scope.from]) + 1;
    const std::size_t last = std::min(scope.to, scope.from + GluedEdges::max_tokens);
    for (std::size_t to = first; to <= last && steps < end_of_request_; ++to) {
        names_end_[scope.from] = to;
        if (!lattice_.token(to - 1).is_function_word) {
            names_.add_mistyped(lattice_, scope.from, to, steps);
        }
    }
    return first <= last;
}

/// The highest score that a spelling of the token can give. `others`: the count of the rarest of the other words.
/// `cost`: the cost of the other words.
Nats QueryDecoder::max_by_spelling(std::size_t token, double others, double cost) const {
    const double all = lattice_.all_documents();
    const Nats by_others = -min_error - cost + WholeTexts::max_prior(others, all, name_weight());
    const Nats by_rival = std::min(0.0, rival_of(lattice_.context(), lattice_.token(token).words.front()) +
                                            std::log(name_weight() / all)) -
                          cost;
    return std::min(by_others, by_rival);
}

bool QueryDecoder::spells_a_word() const noexcept {
    const std::vector<Interpretation::Step>& path = best().path;
    return std::any_of(path.begin(), path.end(), [](const Interpretation::Step& step) {
        return step.edge.source == EdgeSource::spelled || step.edge.source == EdgeSource::cut;
    });
}

/// Whether the best reading leaves out the first words, or reads a number word as digits. A name may begin with what
/// else describes no record, or have the digits: "best buy store", "seven eleven store".
bool QueryDecoder::changes_the_name() const noexcept {
    const std::vector<Interpretation::Step>& path = best().path;
    return std::any_of(path.begin(), path.end(), [](const Interpretation::Step& step) {
        return step.edge.source == EdgeSource::number_word ||
               (step.token == 0 && step.edge.source == EdgeSource::left_out);
    });
}

/// Adds other names of categories. First those of names that no record has as a label. If the request has no hits, only
/// those at the beginning of a text: elsewhere they may describe the business that precedes them. Returns whether it
/// added any.
bool QueryDecoder::rename_categories(Which which, std::uint64_t& steps) {
    bool any = false;
    for (std::size_t at = 0; at < lattice_.size() && steps < std::min(end_, end_of_request_); ++at) {
        const bool is_first = has_hits() || lattice_.begins_text(at);
        if (is_first == (which == Which::first)) {
            any = add_category_edges(lattice_, at, false, steps) || any;
        }
        if (which == Which::further) {
            any = add_category_edges(lattice_, at, true, steps) || any;
            any = add_misspelt_category_edges(lattice_, at, steps) || any;
        }
    }
    return any;
}

/// Adds descriptions, unless records have all words as typed; with Typed::name_has_more only words of names of
/// categories. Returns whether it added any.
bool QueryDecoder::describe(std::uint64_t& steps) {
    const bool has_both_texts = lattice_.query_size() != 0 && lattice_.query_size() != lattice_.size();
    if (typed_ == Typed::has_hits || names_several_ || has_both_texts) {
        return false;
    }
    bool any = false;
    for (std::size_t at = 0; at < lattice_.size() && steps < std::min(end_, end_of_request_); ++at) {
        std::size_t end = at;  // of the rest of a category's name
        while (end < lattice_.end_of_text(at) && lattice_.token(end).in_category == InCategory::part) {
            ++end;
        }
        if (end > at + 1 && !lattice_.begins_text(at) && !is_name(at - 1, at + 1, 0, steps)) {
            lattice_.add(at, EdgeSource::description, end - at, EdgeCosts::description_of_category, {});
            any = true;
        }
        if ((!has_hits() || is_of_categories(at)) && may_describe(at, steps)) {
            EdgeMakers::add_description(lattice_, at);
            any = true;
        }
    }
    return any;
}

/// Adds spellings two errors away for words that no record has, and the edges of EdgeMakers::spell_boldly() for all
/// words. Returns whether it tried any.
bool QueryDecoder::spell_further(std::uint64_t& steps) {
    bool any = false;
    for (std::size_t at = 0; at < lattice_.size() && steps < std::min(end_, end_of_request_); ++at) {
        if (!EdgeMakers::may_spell(lattice_, at)) {
            continue;
        }
        makers_.spell_further(lattice_, at, steps);
        makers_.spell_boldly(lattice_, at, steps);
        any = true;
    }
    return any;
}

bool QueryDecoder::is_of_categories(std::size_t token) const {
    const std::vector<std::string>& words = lattice_.token(token).words;
    return words.size() == 1 && lattice_.context()->rules().categories.has_word(words.front());
}

/// Whether the tokens are the name of more records than `documents`, counted as exact names.
bool QueryDecoder::is_name(std::size_t from, std::size_t to, double documents, std::uint64_t& steps) {
    return written_names_.count_in_any_form(lattice_.text(from, to), steps) * WholeTexts::whole_name_weight > documents;
}

bool QueryDecoder::may_describe(std::size_t token, std::uint64_t& steps) {
    const auto is_word = [this](std::size_t at) { return !lattice_.token(at).is_function_word; };
    const std::size_t from = lattice_.place_in_text(token) > 1 && is_word(token - 1) ? token - 1 : token;
    const bool has_next = token + 1 < lattice_.end_of_text(token) && is_word(token + 1);
    const std::size_t to = has_next ? token + 2 : token + 1;
    if (!EdgeMakers::may_spell(lattice_, token) || !EdgeMakers::may_describe(lattice_, token) ||
        lattice_.token(token).names_city) {
        return false;
    }
    return !is_name(token, token + 1, lattice_.token(token).documents, steps) &&
           (from == token || !is_name(from, token + 1, 0, steps)) && (to == token + 1 || !is_name(token, to, 0, steps));
}

std::size_t QueryDecoder::fillers_at_end() const noexcept {
    std::size_t end = lattice_.query_size();
    while (end > 1 && lattice_.token(end - 1).is_filler) {
        --end;
    }
    return lattice_.query_size() - end;
}

Nats QueryDecoder::null_score(std::size_t from, std::size_t to) {
    Nats score = 0;
    for (std::size_t at = from; at < to; ++at) {
        // Function words cost the null reading nothing: "in" may mean Indiana, but most likely does not.
        if (lattice_.token(at).is_filler) {
            score -= EdgeCosts::filler;
        } else if (!lattice_.token(at).words.empty() && !lattice_.token(at).is_function_word) {
            score -= for_nothing + lattice_.information(null_documents(at));
            score -= for_a_letter * further_letters(at);
        }
    }
    return score;
}

double QueryDecoder::further_letters(std::size_t token) const {
    const std::size_t letters = lattice_.text(token, token + 1).size();
    return lattice_.token(token).documents > 0 || letters <= letters_by_chance
               ? 0
               : static_cast<double>(letters - letters_by_chance);
}

/// The documents that the null reading assumes for a token: those that hold its rarest word, or whole_name_weight for
/// each record whose exact name it is, if that is more.
double QueryDecoder::null_documents(std::size_t token) {
    const std::vector<std::string>& words = lattice_.token(token).words;
    double documents = lattice_.token(token).documents;
    if (words.size() == 1 && documents > 0) {
        const double names = written_names_.count(words.front());
        documents = std::max(documents, WholeTexts::whole_name_weight * names);
    }
    return std::min(documents, lattice_.all_documents());
}

void QueryDecoder::copy_likeliest_words(const Scope& scope, TypedWords& out) const {
    out = {};
    for (std::size_t at = 0; at < lattice_.size(); ++at) {
        const std::vector<Edge>& edges = lattice_.from(at);
        if (lattice_.token(at).is_filler || !scope.has_word(at, lattice_.query_size())) {
            continue;
        }
        const Edge* likeliest = nullptr;
        for (const Edge& edge : edges) {
            const auto worth = [](const Edge& each) { return std::log(each.most) - each.cost; };
            const bool is_one = edge.tokens == 1 && edge.words != 0 && !lattice_.is_cut_by_chance(at, edge);
            const bool is_typed = likeliest != nullptr && likeliest->source == EdgeSource::typed;
            if (is_one && !is_typed &&
                (likeliest == nullptr || edge.source == EdgeSource::typed || worth(edge) > worth(*likeliest))) {
                likeliest = &edge;
            }
        }
        for (std::uint32_t i = 0; likeliest != nullptr && i < likeliest->words; ++i) {
            out.of(*lattice_.token(at).rule).push_back(lattice_.word(lattice_.edge_word(*likeliest, i)).text);
        }
    }
}

}  // namespace bizrec::search
