#pragma once

#include <string>
#include <string_view>

namespace bizrec::identity {

/// A host that was typed with the wrong marks, with dots in their place: "www. joes.com", "www:joes.com",
/// "www,joes.com" and "joes,ro" (a comma where no dot is); and one behind the number of a list: "1. joes.com". The
/// scheme goes; what stands behind the host stays. Empty where there is nothing of the kind. `cleaned`: as
/// clean_pasted() gives it. Whether the result is a host is for the caller to see: "Smith,Jones" is none.
std::string repair_host_marks(std::string_view cleaned);

/// "joes.com" of "joes.comhttps" and "joes.comwww.best.com", a host that another address is glued to; empty where the
/// host holds neither.
std::string_view in_front_of_glued(std::string_view host) noexcept;

}  // namespace bizrec::identity
