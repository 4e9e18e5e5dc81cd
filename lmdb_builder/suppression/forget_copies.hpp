#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/base/result.hpp"
#include "lmdb_builder/publish/history.hpp"

namespace bizrec::builder {

struct ForgetOptions {
    std::string folder;
    Generations generations{};         ///< also removed, even if they hold nothing listed
    std::vector<std::string> files{};  ///< files elsewhere: searched, never removed
    /// Private key in PEM that signs current.json, which is rewritten without the removed deltas. Empty: current.json
    /// is not rewritten.
    std::string key_path{};
    bool wait = false;               ///< wait for another command that changes the folder, and for a pull
    bool incoming = true;            ///< also remove fetched files in `incoming` beside the folder
    std::string command = "forget";  ///< name in the log
};

struct ForgetSummary {
    struct Removed {
        std::string generation;
        std::uint64_t entries = 0;  ///< entries of the list whose record or part it held
    };

    std::uint64_t list = 0;     ///< number of the list in force; 0: none, so only named generations are removed
    std::uint64_t entries = 0;  ///< number of entries of that list
    std::string current;        ///< the current generation; empty: none
    std::vector<Removed> generations{};
    std::vector<std::string> files{};  ///< other removed paths: packed files, deltas, files of `incoming`, leftovers
    std::vector<std::string> notes{};  ///< consequences that an operator should know
    std::vector<std::string> held{};   ///< a sentence for each file that holds, or may hold, a listed record

    bool is_proved() const noexcept { return held.empty(); }
};

/// "what 2 entries of list 7 name".
std::string listed_text(std::uint64_t entries, std::uint64_t list);

/// Implements `lmdb_builder forget`: removes the generations of a published folder that hold records or parts on its
/// list of suppressions, with all files of their names. Also removes the leftovers of killed runs, and files that pulls
/// have fetched into `incoming`. Then searches the files that remain. Never removes the generations that the link
/// `current` or current.json names. Appends a line to the folder's log. If the process is killed, servers keep serving,
/// and the next run finishes the work.
Result<ForgetSummary> forget_copies(const ForgetOptions& options);

}  // namespace bizrec::builder
