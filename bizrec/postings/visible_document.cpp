#include "bizrec/postings/visible_document.hpp"

#include <algorithm>

#include "bizrec/postings/list_cursor.hpp"

namespace bizrec::search {

bool has_visible_document(const store::Generation& generation, const format::TermLists& lists, std::uint64_t& visited) {
    const store::Suppression* const suppression = generation.suppression();
    if (suppression == nullptr || lists.count > suppression->hidden_from_search().size()) {
        return lists.count != 0;
    }
    ListCursor cursor;
    cursor.open(lists);
    for (std::uint32_t target = 0; cursor.seek(target, visited); target = cursor.last() + 1) {
        visited += cursor.size();
        const std::uint32_t* const end = cursor.docids() + cursor.size();
        if (!std::all_of(cursor.docids(), end,
                         [&](std::uint32_t docid) { return suppression->hides_from_search(docid); })) {
            return true;
        }
    }
    return false;
}

}  // namespace bizrec::search
