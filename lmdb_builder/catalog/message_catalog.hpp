#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"

namespace bizrec::builder {

/// The messages of a compiled gettext catalogue (.mo; GNU gettext manual, "The Format of GNU MO Files"), either byte
/// order, revision 0. Every offset is checked against the file; the file's hash table is not used. gettext sorts the
/// messages, so a binary search finds them. A file in another order gives fewer translations, but never wrong ones.
class MessageCatalog {
public:
    /// Errors describe the broken bytes; the caller adds the file's name.
    static Result<MessageCatalog> parse(std::string bytes);

    /// The translation of `message`, or "" if there is none.
    std::string_view translate(std::string_view message) const;

    /// The translations of `messages`, in their order; "" for a message without a translation. `messages` must ascend.
    std::vector<std::string_view> translate(const std::vector<std::string_view>& messages) const;

private:
    MessageCatalog() = default;

    std::string bytes_;
};

}  // namespace bizrec::builder
