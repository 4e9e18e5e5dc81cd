#include "bizrec/query/exclusions.hpp"

namespace bizrec::search {

void Exclusions::ask(const std::vector<RootDomain>& domains, const std::vector<std::string>& keywords) {
    owners_.ask(domains);
    keywords_.ask(keywords);
}

void Exclusions::read() {
    owners_.read();
    keywords_.read();
}

std::uint64_t Exclusions::mark(RowTest& test, std::uint32_t documents) {
    std::uint64_t steps = 0;
    const auto take = [&](std::uint64_t more) {
        steps += more;
        return context_.budget().take(WorkKind::postings, more);
    };
    if (!any() || !take(documents / 64)) {
        return steps;
    }
    for (const Postings& list : owners_.lists()) {
        if (!take(list.count)) {
            return steps;
        }
        test.exclude(list.docids, list.count, documents);
    }
    for (const KeywordSets::Keyword& keyword : keywords_.keywords()) {
        if (!take(std::uint64_t{keywords_.min_documents(keyword)} * keyword.count + format::block_postings)) {
            return steps;
        }
        keywords_.copy_lists(keyword, lists_);
        test.exclude_all_of(lists_, documents);
    }
    return steps;
}

}  // namespace bizrec::search
