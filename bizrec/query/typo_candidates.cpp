#include "bizrec/query/typo_candidates.hpp"

#include <algorithm>

#include "bizrec/base/utf8.hpp"

namespace bizrec::search {

namespace {

constexpr std::uint8_t out_of_band = 3;  // more than any allowed number of edits
constexpr std::size_t max_bytes = 4 * (TypoFinder::longest_word + out_of_band);  // a longer word cannot match

std::size_t common_prefix(std::string_view a, std::string_view b) noexcept {
    const std::size_t size = std::min(a.size(), b.size());
    return static_cast<std::size_t>(
        std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(size), b.begin()).first - a.begin());
}

/// The first word after `index` that does not begin with `prefix`. Exponential search, then binary search.
std::uint32_t pass_over(const format::Vocabulary& vocabulary, std::uint32_t index, std::string_view prefix,
                        std::uint64_t& steps_left) noexcept {
    const auto begins_so = [&](std::uint64_t at) {
        steps_left -= std::min<std::uint64_t>(steps_left, 1);
        return vocabulary.word(static_cast<std::uint32_t>(at)).substr(0, prefix.size()) == prefix;
    };
    const std::uint64_t size = vocabulary.size();
    std::uint64_t low = index;  // the word at `low` begins with the prefix
    std::uint64_t step = 1;
    while (low + step < size && begins_so(low + step)) {
        low += step;
        step *= 2;
    }
    std::uint64_t high = std::min(low + step, size);
    while (high - low > 1) {
        const std::uint64_t middle = low + (high - low) / 2;
        (begins_so(middle) ? low : high) = middle;
    }
    return static_cast<std::uint32_t>(high);
}

}  // namespace

unsigned forgiven_edits(std::size_t code_points) noexcept {
    return code_points < format::shortest_vocabulary_word ? 0U : code_points < 6 ? 1U : 2U;
}

bool TypoFinder::set_typed(std::string_view typed) {
    typed_size_ = 0;
    for (std::size_t at = 0; at < typed.size();) {
        if (typed_size_ == longest_word) {
            return false;
        }
        typed_[typed_size_++] = next_code_point(typed, at);
    }
    edits_ = forgiven_edits(typed_size_);
    return edits_ != 0;
}

unsigned TypoFinder::compute_row(std::size_t row) noexcept {
    const char32_t letter = path_[row - 1];
    auto& current = rows_[row];
    const auto& before = rows_[row - 1];
    const std::size_t first = row > edits_ ? row - edits_ : 1;
    const std::size_t last = std::min(typed_size_, row + edits_);
    if (first > last) {
        return out_of_band;
    }
    current[0] = static_cast<std::uint8_t>(std::min<std::size_t>(row, out_of_band));
    if (first > 1) {
        current[first - 1] = out_of_band;
    }
    unsigned least = first == 1 ? current[0] : out_of_band;
    for (std::size_t column = first; column <= last; ++column) {
        const char32_t typed = typed_[column - 1];
        unsigned edits = before[column - 1] + (typed == letter ? 0U : 1U);
        edits = std::min({edits, before[column] + 1U, current[column - 1] + 1U});
        if (row > 1 && column > 1 && typed == path_[row - 2] && typed_[column - 2] == letter) {
            edits = std::min(edits, rows_[row - 2][column - 2] + 1U);
        }
        current[column] = static_cast<std::uint8_t>(std::min<unsigned>(edits, out_of_band));
        least = std::min(least, edits);
    }
    current[last + 1] = out_of_band;
    return least;
}

std::size_t TypoFinder::follow(std::string_view word, std::uint64_t& steps_left) {
    const std::size_t shared = common_prefix(word, path_bytes_);
    while (path_size_ > 0 && path_end_[path_size_ - 1] > shared) {
        --path_size_;
    }
    std::size_t at = path_size_ == 0 ? 0 : path_end_[path_size_ - 1];
    path_bytes_ = word;
    while (at < word.size()) {
        path_[path_size_] = next_code_point(word, at);
        path_end_[path_size_++] = at;
        steps_left -= std::min<std::uint64_t>(steps_left, 1);
        if (compute_row(path_size_) > allowed()) {
            --path_size_;
            path_bytes_ = word.substr(0, path_size_ == 0 ? 0 : path_end_[path_size_ - 1]);
            return at;
        }
    }
    return 0;
}

void TypoFinder::find(const format::Vocabulary& vocabulary, std::string_view typed, std::uint64_t& steps_left,
                      std::vector<TypoCandidate>& out) {
    out.clear();
    if (!set_typed(typed)) {
        return;
    }
    path_size_ = 0;
    path_bytes_ = {};
    rows_[0].fill(out_of_band);
    for (std::size_t column = 0; column <= std::min<std::size_t>(typed_size_, edits_); ++column) {
        rows_[0][column] = static_cast<std::uint8_t>(column);
    }
    for (std::uint32_t index = 0; index < vocabulary.size() && steps_left != 0 && out.size() < max_candidates;) {
        const std::string_view word = vocabulary.word(index).substr(0, max_bytes);
        --steps_left;
        const std::size_t dead_end = follow(word, steps_left);
        if (dead_end != 0) {
            index = pass_over(vocabulary, index, word.substr(0, dead_end), steps_left);
            continue;
        }
        const unsigned distance = path_size_ + edits_ < typed_size_ ? out_of_band : rows_[path_size_][typed_size_];
        if (path_size_ != 0 && distance <= allowed()) {
            out.push_back({index, static_cast<std::uint8_t>(distance)});
        }
        ++index;
    }
}

}  // namespace bizrec::search
