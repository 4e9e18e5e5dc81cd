#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "bizrec/query/named_place.hpp"

namespace bizrec::search {

/// Tokens first..end-1.
struct TokenSpan {
    std::size_t first = 0, end = 0;
    std::size_t size() const noexcept { return end - first; }
};

/// The words of a query as they are typed, between blanks, commas and semicolons: names of places are made of them.
class TypedTokens {
public:
    /// `query` must live as long as this is used.
    void split(std::string_view query);
    std::size_t size() const noexcept { return tokens_.size(); }
    std::string_view operator[](std::size_t i) const noexcept { return tokens_[i]; }
    /// With what stands between; "" of none.
    std::string_view text(TokenSpan span) const noexcept {
        return span.first == span.end
                   ? std::string_view()
                   : query_.substr(begin_of(span.first), end_of(span.end - 1) - begin_of(span.first));
    }

    /// In the query, in bytes.
    std::size_t begin_of(std::size_t i) const noexcept {
        return static_cast<std::size_t>(tokens_[i].data() - query_.data());
    }

private:
    std::size_t end_of(std::size_t i) const noexcept { return begin_of(i) + tokens_[i].size(); }

    std::string_view query_;
    std::vector<std::string_view> tokens_;
};

/// What a word is before the name of a place, whatever its case. `word`: of ASCII alone, or folded.
Preposition preposition(std::string_view word) noexcept;
/// False of most tokens that are no Preposition::near, after a look at their first letters. `token`: not empty.
bool may_be_near(std::string_view token) noexcept;
/// "cerca de Madrid"
bool may_follow_near(std::string_view word) noexcept;
/// Of a state or a country, where it stands alone: "AL". Behind other words "tx" is one too, for that is no other word.
/// `folded`: the same word.
bool means_code(std::string_view name, std::string_view folded, bool behind_words) noexcept;

}  // namespace bizrec::search
