#include "bizrec/format/rivals.hpp"

#include <algorithm>
#include <cmath>

#include "bizrec/base/utf8.hpp"
#include "bizrec/format/rival.hpp"
#include "bizrec/format/spelling_table.hpp"
#include "bizrec/text/spelling_keys.hpp"
#include "bizrec/text/typing_cost.hpp"

namespace bizrec::format {
namespace {

constexpr double min_cost = std::min(text::TypingCosts::slip, text::TypingCosts::sound);

double log_of(std::uint32_t documents) noexcept {
    return std::log(static_cast<double>(std::max(documents, 1U)));
}

}  // namespace

void Rivals::decode(const BucketEntry* group, std::size_t size) {
    letters_.clear();
    spelled_.clear();
    ends_.clear();
    for (std::size_t i = 0; i < size; ++i) {
        const std::string_view word = words_->word(static_cast<std::uint32_t>(group[i].value));
        for (std::size_t at = 0; at < word.size();) {
            letters_.push_back(next_code_point(word, at));
        }
        ends_.push_back(letters_.size());
    }
    std::size_t begin = 0;
    for (std::size_t i = 0; i < size; ++i) {
        spelled_.emplace_back(letters_.data() + begin, ends_[i] - begin);
        begin = ends_[i];
    }
}

void Rivals::add(const BucketEntry* group, std::size_t size) {
    logs_.clear();
    for (std::size_t i = 0; i < std::min<std::size_t>(size, max_under_a_key); ++i) {
        logs_.push_back(log_of(documents_[group[i].value]));
    }
    bool is_decoded = false;
    for (std::size_t i = 0; i < size; ++i) {
        std::uint8_t& byte = bytes_[group[i].value];
        for (std::size_t j = i == 0 ? 1 : 0; j < logs_.size(); j += j + 1 == i ? 2 : 1) {
            const std::uint8_t most = rival_byte(logs_[j] - min_cost);
            if (most <= byte) {
                break;  // later neighbours have no more documents, so they are not stronger
            }
            if (documents_[group[j].value] <= mere_documents) {
                byte = most;
                break;
            }
            if (!is_decoded) {
                decode(group, size);
                is_decoded = true;
            }
            const double dear = logs_[j] - std::max(rival_nats(byte), min_rival_nats);
            byte = std::max(byte, rival_byte(logs_[j] - cost(group, i, j, dear)));
        }
    }
}

/// The cost of typing word `i` instead of word `j`. The result is exact if it is at most `dear`; otherwise it is some
/// number above `dear`.
double Rivals::cost(const BucketEntry* group, std::size_t i, std::size_t j, double dear) const {
    const double typed = text::typing_cost(spelled_[i], spelled_[j], static_cast<float>(dear));
    constexpr double same = text::TypingCosts::same_consonants;
    const auto word = [&](std::size_t at) { return words_->word(static_cast<std::uint32_t>(group[at].value)); };
    return typed > same && dear > same && text::have_same_sound(word(i), word(j)) ? same : typed;
}

void Rivals::add_to(std::vector<std::uint8_t>& most) const {
    for (std::size_t i = 0; i < bytes_.size(); ++i) {
        most[i] = std::max(most[i], bytes_[i]);
    }
}

}  // namespace bizrec::format
