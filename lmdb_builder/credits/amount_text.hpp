#pragma once

#include <string>

#include "bizrec/ledger/millicredits.hpp"

namespace bizrec::builder {

/// An amount of credits for people: "-1,234,567.5".
std::string amount_text(ledger::Millicredits amount);

}  // namespace bizrec::builder
