#include "bizrec/lookup/written_names.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "bizrec/format/glued_names.hpp"
#include "bizrec/postings/work.hpp"

namespace bizrec::search {

double WrittenNames::count(std::string_view word) {
    double count = 0;
    context_->glued_names().find(format::written_name_key(word), [&](const format::GluedName& name) {
        if (has_name(name.docid, word)) {
            count = std::max<double>(count, std::exp(name.log_count));
        }
    });
    return count;
}

double WrittenNames::count_in_any_form(std::string_view text, std::uint64_t& steps) {
    text::glue(context_->rules().words, context_->rules().numbers, text, typed_);
    double count = 0;
    steps += key_work;
    context_->glued_names().find(format::glued_key(typed_.analysed), [&](const format::GluedName& name) {
        steps += record_work;
        RecordNames& names = context_.names();
        if (!names.read(*context_, name.docid)) {
            return;
        }
        for (std::size_t i = 0; i < names.names(); ++i) {
            text::glue(context_->rules().words, context_->rules().numbers, names.texts()[i], glued_);
            if (glued_.analysed == typed_.analysed) {
                count = std::max<double>(count, std::exp(name.log_count));
            }
        }
    });
    return count;
}

std::uint32_t WrittenNames::words_of_glued(std::uint32_t docid, std::string_view glued, std::uint64_t& steps) {
    steps += record_work;
    const bool is_found =
        has_text(docid, [&](const text::GluedText& text) { return text.analysed == glued || text.written == glued; });
    return is_found ? glued_.tokens : 0;
}

bool WrittenNames::has_name(std::uint32_t docid, std::string_view word) {
    return has_text(docid, [&](const text::GluedText& text) { return text.tokens == 1 && text.written == word; });
}

/// Whether is(text) is true for a name or label of the record. The table holds only hashes of names, so the record must
/// confirm.
template <class Is>
bool WrittenNames::has_text(std::uint32_t docid, Is&& is) {
    const std::vector<std::string_view>& texts = context_.names().texts();
    return context_.names().read(*context_, docid) &&
           std::any_of(texts.begin(), texts.end(), [&](std::string_view text) {
               text::glue(context_->rules().words, context_->rules().numbers, text, glued_);
               return is(std::as_const(glued_));
           });
}

}  // namespace bizrec::search
