#include "lmdb_builder/suppression/listed_in_file.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <set>

#include "bizrec/store/generation.hpp"
#include "lmdb_builder/input/byte_source.hpp"
#include "lmdb_builder/suppression/file_kind.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t text_block_bytes = std::size_t{1} << 18;
constexpr std::size_t first_hyphen = 8;  ///< position in a UUID

ListedInFile of_index(const store::Generation& generation, const SuppressionScreen& screen) {
    ListedInFile found;
    found.is_index = true;
    try {
        found.entries = screen.held_by(generation);
    } catch (const BuildFailure& failure) {
        found.unknown = failure.what();
    }
    return found;
}

/// Adds the ids in `window` that are on the list.
void add_ids(std::string_view window, const SuppressionScreen& screen, std::set<format::Uuid>& ids) {
    for (std::size_t at = window.find('-'); at != std::string_view::npos; at = window.find('-', at + 1)) {
        format::Uuid id{};
        if (at >= first_hyphen && format::read_uuid(window.substr(at - first_hyphen, format::uuid_characters), id) &&
            screen.find(id) != SuppressionScreen::Finding::nothing) {
            ids.insert(id);
        }
    }
}

/// Searches in blocks. Each starts with the end of the preceding block, because an id may cross the boundary.
ListedInFile of_text(const std::string& path, const SuppressionScreen& screen) {
    ListedInFile found;
    InputProgress progress;
    const auto source = open_byte_source(path, progress);
    if (!source) {
        found.unknown = source.error().message;
        return found;
    }
    std::set<format::Uuid> ids;
    std::string window;
    std::string block(text_block_bytes, '\0');
    for (;;) {
        const auto size = source.value()->read(block.data(), block.size());
        if (!size) {
            found.unknown = size.error().message;
            break;
        }
        if (size.value() == 0) {
            break;
        }
        if (std::memchr(block.data(), '\0', size.value()) != nullptr) {
            found.unknown = path + ": is no index and no text";
            break;
        }
        window.append(block, 0, size.value());
        add_ids(window, screen, ids);
        window.erase(0, window.size() - std::min(window.size(), format::uuid_characters - 1));
    }
    found.entries = ids.size();
    return found;
}

}  // namespace

ListedInFile listed_in_file(const std::string& path, const SuppressionScreen& screen) {
    const auto generation = store::Generation::open(path, store::Generation::Check::seal);
    if (generation) {
        return of_index(*generation.value(), screen);
    }
    ListedInFile found;
    switch (kind_of_file(path)) {
        case FileKind::lmdb:
            found.is_index = true;
            found.unknown = generation.error().message;
            return found;
        case FileKind::run:
            found.unknown = path + ": is a run of build --shard, and merge --suppress screens it";
            return found;
        case FileKind::other:
            break;
    }
    return of_text(path, screen);
}

}  // namespace bizrec::builder
