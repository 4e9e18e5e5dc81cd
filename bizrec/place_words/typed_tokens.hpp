#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "bizrec/place_words/named_place.hpp"

namespace bizrec::search {

/// Tokens first..end-1.
struct TokenSpan {
    std::size_t first = 0, end = 0;
    std::size_t size() const noexcept { return end - first; }
};

/// The words of a query as typed, separated by blanks, commas and semicolons. Names of places consist of them.
class TypedTokens {
public:
    /// `query` must live as long as this object is used.
    void split(std::string_view query);
    /// Drops the tokens that begin at this byte of the query, or later.
    void end_at(std::size_t byte) noexcept {
        while (!tokens_.empty() && begin_of(tokens_.size() - 1) >= byte) {
            tokens_.pop_back();
        }
    }
    std::size_t size() const noexcept { return tokens_.size(); }
    std::string_view operator[](std::size_t i) const noexcept { return tokens_[i]; }
    /// The text from the first to the last token of a span, with everything between them; "" for an empty span.
    std::string_view text(TokenSpan span) const noexcept {
        return span.first == span.end
                   ? std::string_view()
                   : query_.substr(begin_of(span.first), end_of(span.end - 1) - begin_of(span.first));
    }

    /// Byte offset in the query.
    std::size_t begin_of(std::size_t i) const noexcept {
        return static_cast<std::size_t>(tokens_[i].data() - query_.data());
    }

private:
    std::size_t end_of(std::size_t i) const noexcept { return begin_of(i) + tokens_[i].size(); }

    std::string_view query_;
    std::vector<std::string_view> tokens_;
};

inline constexpr std::size_t code_letters = 2;  ///< of a state's or a country's code

/// The kind of preposition that the word is if it precedes the name of a place. Ignores case. `word`: ASCII, or folded.
Preposition preposition(std::string_view word) noexcept;
/// A quick test of the first two letters. False: the token is not Preposition::near. True: it may be. `token`: not
/// empty.
bool may_be_near(std::string_view token) noexcept;
/// Whether the word may stand between "near" and a name: "cerca de Madrid".
bool may_follow_near(std::string_view word) noexcept;
/// Whether a name of two letters is the code of a state or country: "AL". After other words a code may be in lower
/// case, unless it is a common word: "tx" may, "in" may not. `folded`: the same name, folded.
bool means_code(std::string_view name, std::string_view folded, bool behind_words) noexcept;

}  // namespace bizrec::search
