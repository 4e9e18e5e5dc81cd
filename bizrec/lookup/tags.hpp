#pragma once

#include <string>
#include <vector>

#include "bizrec/lookup/query_context.hpp"
#include "bizrec/rank/rank.hpp"
#include "bizrec/text/analyser.hpp"

namespace bizrec::search {

/// `tags`: category labels. A record must hold at least one of them.
class TagLists {
public:
    explicit TagLists(const QueryContext& context) : context_(context) {}

    struct Tag {
        std::uint32_t source = 0;  ///< index in the request's array; of equal tags, that of the first
        format::KeyHash hash;
        format::TermLists lists;
        std::uint32_t evidence = 0;
    };

    void ask(const std::vector<std::string>& texts);
    void read();

    /// The tags that some record holds.
    const std::vector<Tag>& tags() const noexcept { return tags_; }
    void add_lists(std::vector<FlatList>& to) const;

private:
    const QueryContext& context_;
    std::vector<Tag> tags_;
    text::AnalysedText analysed_;
    std::string label_, key_;
};

}  // namespace bizrec::search
