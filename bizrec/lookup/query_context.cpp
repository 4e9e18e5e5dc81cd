#include "bizrec/lookup/query_context.hpp"

#include "bizrec/base/ascii.hpp"
#include "bizrec/postings/work.hpp"
#include "bizrec/text/fold.hpp"

namespace bizrec::search {

void QueryContext::analyse(std::string_view typed, text::AnalysedText& out) const {
    const bool is_ascii = all_ascii(typed);
    const std::size_t grown = is_ascii ? 0 : typed.size() + text::growth_of_ligatures(typed);
    if (budget_->stopped() || !budget_->take(WorkKind::fold, grown * other_byte_work)) {
        out.bytes.clear();
        out.words.clear();
        return;
    }
    text::analyse_query(generation_->rules().words, typed, out);
    budget_->take(WorkKind::cut, ((is_ascii ? typed.size() : 0) + out.bytes.size()) * text_byte_work);
}

}  // namespace bizrec::search
