#include "lmdb_builder/record/reject_limit.hpp"

namespace bizrec::builder {
namespace {

constexpr std::uint64_t few_rejects = 9;  ///< this many rejects, or fewer, may be more than half of the records

}  // namespace

bool RejectLimit::holds(std::uint64_t refused, std::uint64_t read) const noexcept {
    if (refused > records) {
        return false;
    }
    const bool are_most = refused > few_rejects && refused > read / 2;
    const double share = static_cast<double>(read) * percent / 100;
    return (refused <= free && !are_most) || static_cast<double>(refused) <= share;
}

}  // namespace bizrec::builder
