#pragma once

#include <string>
#include <string_view>

#include "bench/corpus/trades.hpp"
#include "bench/corpus/vocabulary.hpp"

namespace bizrec::generator {

/// Appends the name of a single business of a trade. `city`: the city of the business.
void append_single_name(std::string& out, const Vocabulary& vocabulary, const Trade& trade, std::string_view city,
                        Random& random);

/// Appends the name of a chain: one to three words, and in half of all cases a word of the trade.
void append_chain_name(std::string& out, const Vocabulary& vocabulary, const Trade& trade, Random& random);

/// Appends a domain that fits a business name: "goldendragon.com".
void append_domain(std::string& out, std::string_view name, Random& random);

/// Appends a sentence or two about a business.
void append_description(std::string& out, const Vocabulary& vocabulary, const Trade& trade, std::string_view name,
                        std::string_view city, Random& random);

}  // namespace bizrec::generator
