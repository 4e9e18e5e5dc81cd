#include "bizrec/query/rivals.hpp"

#include <cmath>
#include <string>

#include "bizrec/format/rival.hpp"
#include "bizrec/format/term_key.hpp"
#include "bizrec/text/typing_cost.hpp"

namespace bizrec::search {

Nats rival_of(const QueryContext& context, std::string_view word) {
    if (!format::belongs_to_vocabulary(word)) {
        // The vocabulary has no words of two letters, so such a word has no rival byte. It may be any word of three
        // letters with one left out. So the bound assumes a neighbour that all documents hold. The test counts bytes:
        // it recognises such words only in ASCII.
        return word.size() == 2 ? std::log(context->documents()) - text::TypingCosts::near : impossible;
    }
    std::string key;
    format::term_key(format::TermKind::word, word, key);
    return format::rival_nats(context->term(key).rival);
}

}  // namespace bizrec::search
