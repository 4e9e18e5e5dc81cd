#pragma once

#include "status_snapshot.hpp"

namespace bizrec::ngx {

struct MainConf;

/// The status as this worker sees it now. Precondition: the configuration has a status location.
StatusSnapshot read_status(const MainConf& conf);

}  // namespace bizrec::ngx
