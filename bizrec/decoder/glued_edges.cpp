#include "bizrec/decoder/glued_edges.hpp"

#include <algorithm>
#include <cmath>

#include "bizrec/base/utf8.hpp"
#include "bizrec/decoder/spellings.hpp"
#include "bizrec/postings/work.hpp"
#include "bizrec/text/spelling_keys.hpp"
#include "bizrec/text/typing_cost.hpp"

namespace bizrec::search {

namespace {

constexpr std::size_t max_found = 24;

}  // namespace

void GluedEdges::add(Lattice& lattice, std::size_t from, std::size_t to, std::uint64_t& steps) {
    const QueryContext& context = lattice.context();
    text::glue(context->rules().words, context->rules().numbers, lattice.text(from, to), typed_);
    found_.clear();
    const auto keep = [this](const format::GluedName& name) { found_.push_back(name); };
    steps += 2 * key_work;
    context->glued_names().find(format::glued_key(typed_.analysed), keep);
    if (typed_.written != typed_.analysed) {
        context->glued_names().find(format::glued_key(typed_.written), keep);
    }
    add_found(lattice, from, to, false, steps);
}

void GluedEdges::add_mistyped(Lattice& lattice, std::size_t from, std::size_t to, std::uint64_t& steps) {
    const QueryContext& context = lattice.context();
    text::glue(context->rules().words, context->rules().numbers, lattice.text(from, to), typed_);
    found_.clear();
    text::deletion_keys(typed_.analysed, keys_);
    steps += keys_.size() * key_work;
    context->glued_spellings().find_all(keys_, [&](std::uint32_t number) {
        if (number < context->glued_names().size()) {
            found_.push_back(context->glued_names().name(number));
        }
    });
    const auto is_same = [](const auto& a, const auto& b) { return a.number == b.number; };
    std::sort(found_.begin(), found_.end(), [](const auto& a, const auto& b) {
        return a.log_count != b.log_count ? a.log_count > b.log_count : a.number < b.number;
    });
    found_.erase(std::unique(found_.begin(), found_.end(), is_same), found_.end());
    add_found(lattice, from, to, true, steps);
}

void GluedEdges::add_found(Lattice& lattice, std::size_t from, std::size_t to, bool mistyped, std::uint64_t& steps) {
    found_.resize(std::min(found_.size(), max_found));
    for (const format::GluedName& name : found_) {
        lattice.context()->prefetch_row(name.docid);
    }
    for (const format::GluedName& name : found_) {
        lattice.context()->prefetch_row_bytes(name.docid);
    }
    for (const format::GluedName& name : found_) {
        add_named(lattice, from, to, name, mistyped, steps);
    }
}

/// Adds an edge for a name or label that has the glued form `name`. The table of glued names has no texts, only the
/// docid of one such record. So each name and label of this record is compared with the tokens.
void GluedEdges::add_named(Lattice& lattice, std::size_t from, std::size_t to, const format::GluedName& name,
                           bool mistyped, std::uint64_t& steps) {
    const QueryContext& context = lattice.context();
    steps += record_work;
    if (!context.names().read(*context, name.docid)) {
        return;
    }
    for (const std::string_view text : context.names().texts()) {
        text::glue(context->rules().words, context->rules().numbers, text, glued_);
        const double cost = std::min(cost_of(typed_.analysed, glued_.analysed, mistyped, to - from),
                                     cost_of(typed_.written, glued_.written, mistyped, to - from));
        if (cost <= Spellings::max_cost) {
            lattice.analyse(text, words_);
            if (!words_.empty()) {
                lattice.add(from, EdgeSource::glued_name, to - from, cost, words_, 2 * std::exp(name.log_count) + 1);
            }
        }
    }
}

double GluedEdges::cost_of(std::string_view typed, const std::string& name, bool mistyped, std::size_t tokens) {
    if (typed == name) {
        return EdgeCosts::glued_name;
    }
    if (!mistyped) {
        return Spellings::max_cost + 1;
    }
    decode_utf8(typed, typed_letters_);
    decode_utf8(name, letters_);
    return text::typing_cost(typed_letters_, letters_, static_cast<float>(Spellings::max_cost)) +
           (tokens > 1 ? EdgeCosts::glued_name : EdgeCosts::in_one_piece);
}

}  // namespace bizrec::search
