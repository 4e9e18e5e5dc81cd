#include "lmdb_builder/suppression/suppression_file.hpp"

#include <unistd.h>

#include <algorithm>
#include <vector>

#include "bizrec/store/small_file.hpp"
#include "lmdb_builder/publish/carried_names.hpp"
#include "lmdb_builder/publish/durable_file.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

std::vector<std::uint64_t> list_numbers(const std::string& folder) {
    std::vector<std::uint64_t> numbers;
    for (const std::string& name : sorted_names_in(folder)) {
        if (const std::uint64_t number = store::suppression_number_of(name); number != 0) {
            numbers.push_back(number);
        }
    }
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

std::string path_of(const std::string& folder, std::uint64_t number) {
    return folder + "/" + store::suppression_file_name(number);
}

/// Keeps list `in_force` and the list before it, and removes all older ones. Files with greater numbers stay, because
/// they may be newer lists that this program cannot read. The next list gets a number above them.
void remove_old_lists(const std::string& folder, std::uint64_t in_force) {
    const std::vector<std::uint64_t> numbers = list_numbers(folder);
    const auto named = std::lower_bound(numbers.begin(), numbers.end(), in_force);
    for (auto number = numbers.begin(); named - number > 1; ++number) {
        if (!remove_file(path_of(folder, *number))) {
            fail_with_errno("remove \"" + path_of(folder, *number) + "\"");
        }
    }
}

}  // namespace

std::uint64_t next_list_number(const std::string& folder) {
    const std::vector<std::uint64_t> numbers = list_numbers(folder);
    return numbers.empty() ? 1 : numbers.back() + 1;
}

bool has_one_list(const std::string& folder) {
    return list_numbers(folder).size() == 1;
}

bool is_signed_list(const std::string& folder, std::uint64_t number) {
    const std::string text = must(store::read_small_file(path_of(folder, number), store::suppression_limit, ""));
    const std::string unsigned_line = store::suppression_signature_line("");
    return text.size() < unsigned_line.size() ||
           text.compare(text.size() - unsigned_line.size(), unsigned_line.size(), unsigned_line) != 0;
}

void write_list(const PublishedFolder& folder, const store::SuppressionList& list, const SigningKey* key,
                const StagingFolder& staging) {
    const std::string lines = store::serialise_suppression(list);
    const std::string signature = key == nullptr ? std::string() : must(key->sign(lines));
    place_list(folder, list.number, lines + store::suppression_signature_line(signature), staging);
}

void place_list(const PublishedFolder& folder, std::uint64_t number, const std::string& bytes,
                const StagingFolder& staging) {
    write_durable(staging.manifest(), bytes);
    rename_file(staging.manifest(), path_of(folder.path(), number));
    sync_folder_of_files(folder.path());
    link_list(folder, number, staging);
    remove_old_lists(folder.path(), number);
}

void link_list(const PublishedFolder& folder, std::uint64_t number, const StagingFolder& staging) {
    if (::symlink(store::suppression_file_name(number).c_str(), staging.current().c_str()) != 0) {
        fail_with_errno("make the link \"" + staging.current() + "\"");
    }
    rename_file(staging.current(), store::suppression_link_of(folder.path()));
    sync_folder_of_files(folder.path());
}

}  // namespace bizrec::builder
