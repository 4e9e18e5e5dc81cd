#include "lmdb_builder/terminal/nearest_name.hpp"

#include <algorithm>

namespace bizrec::builder {
namespace {

constexpr std::size_t max_name_bytes = 64;

}  // namespace

std::size_t name_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1);
    std::vector<std::size_t> last(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) {
        last[j] = j;
    }
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t changed = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({changed, last[j] + 1, row[j - 1] + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = std::min(row[j], before[j - 2] + 1);
            }
        }
        before.swap(last);
        last.swap(row);
    }
    return last[b.size()];
}

std::string_view nearest_name(std::string_view wrong, const std::vector<std::string_view>& names,
                              std::size_t letters_an_error) {
    if (wrong.size() > max_name_bytes) {
        return {};
    }
    std::string_view nearest;
    std::size_t fewest = wrong.size() / letters_an_error + 1;  // one more error than is accepted
    for (const std::string_view name : names) {
        const std::size_t distance = name_distance(wrong, name);
        if (distance < fewest) {
            fewest = distance;
            nearest = name;
        }
    }
    return nearest;
}

std::string did_you_mean(std::string_view wrong, const std::vector<std::string_view>& names) {
    const std::string_view nearest = nearest_name(wrong, names);
    return nearest.empty() ? std::string() : "; did you mean " + std::string(nearest) + "?";
}

}  // namespace bizrec::builder
