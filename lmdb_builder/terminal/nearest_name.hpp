#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bizrec::builder {

/// Typing errors between two names: letters more, less, other, or two neighbours in the wrong order (optimal string
/// alignment). Time and memory grow with the product of their lengths: for names.
std::size_t name_distance(std::string_view a, std::string_view b);

/// The name that `wrong` most likely stands for: the one with the fewest typing errors, at most one for so many
/// letters; the first of several. "" where none is near, or `wrong` is longer than any name.
std::string_view nearest_name(std::string_view wrong, const std::vector<std::string_view>& names,
                              std::size_t letters_an_error = 3);

/// "; did you mean publish?", "" where none is near.
std::string did_you_mean(std::string_view wrong, const std::vector<std::string_view>& names);

}  // namespace bizrec::builder
