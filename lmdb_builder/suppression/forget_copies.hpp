#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/base/result.hpp"
#include "lmdb_builder/publish/history.hpp"

namespace bizrec::builder {

struct ForgetOptions {
    std::string folder;
    Generations generations{};         ///< these go too, whatever they hold
    std::vector<std::string> files{};  ///< elsewhere: looked into, never removed
    std::string key_path{};            ///< private key in PEM that signs current.json anew; empty: it stays
    bool wait = false;                 ///< for another command that changes the folder, and for a pull
    bool incoming = true;              ///< transfers in `incoming` beside the folder go too
    std::string command = "forget";    ///< as the log names it
};

struct ForgetSummary {
    struct Removed {
        std::string generation;
        std::uint64_t entries = 0;  ///< of the list, of which it had the record or the part
    };

    std::uint64_t list = 0;     ///< in force; 0: there is none, and nothing was looked into
    std::uint64_t entries = 0;  ///< of it
    std::string current;        ///< generation, empty: none
    std::vector<Removed> generations{};
    std::vector<std::string>
        files{};  ///< paths of others that were removed: packed files, deltas, transfers, leftovers
    std::vector<std::string> notes{};  ///< what somebody should know of it
    std::vector<std::string> held{};   ///< what still has something, or may have: a sentence each, with the next step

    bool is_proved() const noexcept { return held.empty(); }
};

/// "what 2 entries of list 7 name".
std::string listed_text(std::uint64_t entries, std::uint64_t list);

/// What `lmdb_builder forget` does: removes the generations of a published folder that have anything of what its list
/// of suppressions names, with all files that carry their names, and what killed runs and transfers have left; then
/// looks into all that is left. Never removes what the link `current` or current.json names. Appends a line to the
/// folder's log. Killed at any instant, what serves goes on, and the next run ends the work.
Result<ForgetSummary> forget_copies(const ForgetOptions& options);

}  // namespace bizrec::builder
