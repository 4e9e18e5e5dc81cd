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

std::uint64_t Exclusions::work(std::uint32_t documents) const noexcept {
    std::uint64_t sum = any() ? documents / 64 : 0;
    sum += owners_.documents();
    for (const KeywordSets::Keyword& keyword : keywords_.keywords()) {
        sum += std::uint64_t{keywords_.fewest_documents(keyword)} * keyword.count + format::block_postings;
    }
    return sum;
}

void Exclusions::mark(RowTest& test, std::uint32_t documents) {
    for (const Postings& list : owners_.lists()) {
        test.exclude(list.docids, list.count, documents);
    }
    for (const KeywordSets::Keyword& keyword : keywords_.keywords()) {
        keywords_.copy_lists(keyword, lists_);
        test.exclude_all_of(lists_, documents);
    }
}

}  // namespace bizrec::search
