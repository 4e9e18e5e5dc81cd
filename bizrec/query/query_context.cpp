#include "bizrec/query/query_context.hpp"

#include "bizrec/base/ascii.hpp"
#include "bizrec/postings/work.hpp"

namespace bizrec::search {

void QueryContext::analyse(std::string_view typed, text::AnalysedText& out) const {
    if (budget_->stopped()) {
        out.bytes.clear();
        out.words.clear();
        return;
    }
    text::analyse_query(generation_->rules().words, typed, out);
    const WorkKind kind = all_ascii(typed) ? WorkKind::cut : WorkKind::fold;
    budget_->take(kind, (typed.size() + out.bytes.size()) * text_byte_work);
}

}  // namespace bizrec::search
