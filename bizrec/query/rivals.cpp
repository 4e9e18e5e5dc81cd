#include "bizrec/query/rivals.hpp"

#include <cmath>

#include "bizrec/text/spelling_keys.hpp"
#include "bizrec/text/typing_cost.hpp"

namespace bizrec::search {

Nats rival_of(const QueryContext& context, std::string_view word) {
    if (!format::belongs_to_vocabulary(word)) {
        // Of two letters any may have been left out.
        return word.size() == 2 ? std::log(context->documents()) - text::TypingCosts::near : impossible;
    }
    Nats rival = impossible;
    context->spellings().find(text::spelling_key(word), [&](std::uint32_t number) {
        if (context->vocabulary().word(number) == word) {
            rival = format::rival_nats(context->rival(number));
        }
    });
    return rival;
}

}  // namespace bizrec::search
