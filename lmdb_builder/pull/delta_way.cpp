#include "lmdb_builder/pull/delta_way.hpp"

#include "lmdb_builder/pull/fetch_failure.hpp"

namespace bizrec::builder {

bool can_apply_deltas() noexcept {
    return false;
}

void apply_deltas_of_pull(const std::string&, const std::vector<std::string>&, const std::string&, const std::string&) {
    throw WrongBytes("this lmdb_builder applies no deltas");
}

}  // namespace bizrec::builder
