#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bizrec::builder {

/// The number of typing errors between two names: a letter too many, missing or wrong, or two neighbouring letters
/// swapped (optimal string alignment). Time and memory grow with the product of their lengths, so use it only for
/// names.
std::size_t name_distance(std::string_view a, std::string_view b);

/// The name that `wrong` most likely stands for: the one with the fewest typing errors, or the first of several such
/// names. At most one error per `letters_an_error` letters of `wrong` is accepted. "" if no name is similar enough, or
/// if `wrong` has more than 64 bytes.
std::string_view nearest_name(std::string_view wrong, const std::vector<std::string_view>& names,
                              std::size_t letters_an_error = 3);

/// The end of a message about an unknown name: "; did you mean publish?", or "" if no name is similar.
std::string did_you_mean(std::string_view wrong, const std::vector<std::string_view>& names);

}  // namespace bizrec::builder
