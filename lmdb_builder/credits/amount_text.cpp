#include "lmdb_builder/credits/amount_text.hpp"

#include <cstdint>

#include "lmdb_builder/terminal/number_text.hpp"

namespace bizrec::builder {

std::string amount_text(ledger::Millicredits amount) {
    const std::string plain = ledger::credits_text(amount < 0 ? -amount : amount);
    const std::size_t point = plain.find('.');
    const std::string whole = with_separators(std::stoull(plain.substr(0, point)));
    return (amount < 0 ? "-" : "") + whole + (point == plain.npos ? "" : plain.substr(point));
}

}  // namespace bizrec::builder
