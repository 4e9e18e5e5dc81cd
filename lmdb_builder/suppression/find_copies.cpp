#include "lmdb_builder/suppression/find_copies.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "bizrec/base/ascii.hpp"
#include "bizrec/store/generation.hpp"
#include "bizrec/store/suppression_folder.hpp"
#include "lmdb_builder/publish/carried_names.hpp"
#include "lmdb_builder/publish/current_file.hpp"
#include "lmdb_builder/suppression/audit_line.hpp"
#include "lmdb_builder/system/output_file.hpp"

namespace bizrec::builder {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t block_bytes = std::size_t{1} << 20;
constexpr std::string_view packings[] = {".gz", ".zst", ".bz2", ".xz", ".zip", ".delta"};
constexpr std::string_view partial_suffix = ".part";

struct Sought {
    std::string text;  // lower case, with hyphens
    format::Uuid id;
    std::string bytes() const { return {reinterpret_cast<const char*>(id.data()), id.size()}; }
};

class Looking {
public:
    Looking(std::vector<Sought> sought, store::SharedSuppressions list)
        : sought_(std::move(sought)), list_(std::move(list)) {}

    CopySearch run(const fs::path& folder) {
        std::error_code error;
        for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
            std::error_code unknown;
            if (at->symlink_status(unknown).type() == fs::file_type::regular) {
                look(at->path());
            }
        }
        if (error) {
            found_.unread.push_back(folder.string() + ": " + error.message());
        }
        return std::move(found_);
    }

private:
    /// Whether the packed file has only records of indexes that are beside it: it is a packed index, or a delta.
    static bool has_indexes_beside(const fs::path& path) {
        const std::string name = path.filename().string();
        const Generations named = generations_in_name(name);
        const bool is_such =
            (named.size() == 1 && ends_with(name, packed_suffix)) || (named.size() == 2 && ends_with(name, ".delta"));
        return is_such && std::all_of(named.begin(), named.end(), [&](const std::string& generation) {
                   return fs::exists(path.parent_path() / (generation + std::string(store::index_suffix)));
               });
    }

    void look(const fs::path& path) {
        const std::string name = path.filename().string();
        if (store::suppression_number_of(name) != 0 || name == audit_name || name == ".lock") {
            return;
        }
        if (std::any_of(std::begin(packings), std::end(packings),
                        [&](std::string_view end) { return ends_with(name, end); })) {
            if (!has_indexes_beside(path)) {
                found_.unread.push_back(path.string() + ": is packed");
            }
            return;
        }
        if (ends_with(name, partial_suffix) || is_output_folder(path.parent_path().filename().string())) {
            found_.unread.push_back(path.string() + ": is not whole");
            return;
        }
        ++found_.files;
        const auto generation = store::Generation::open(path.string(), store::Generation::Check::seal);
        generation ? look_into_index(path.string(), generation.value()) : look_into_bytes(path);
    }

    void look_into_index(const std::string& path, const std::shared_ptr<const store::Generation>& generation) {
        const auto view = store::Generation::suppress(generation, list_);
        for (const Sought& sought : sought_) {
            const std::uint32_t docid = generation->find_id(sought.id);
            if (docid == format::no_docid) {
                continue;
            }
            const bool is_gone = view->find_id(sought.id) == format::no_docid;
            const bool is_cut = !is_gone && list_ && view->suppression()->changes_content(docid);
            const std::string number = list_ ? std::to_string(list_->number) : std::string();
            found_.copies.push_back({sought.text, path,
                                     is_gone  ? "suppressed by list " + number
                                     : is_cut ? "served without the parts of list " + number
                                              : "served",
                                     !is_gone && !is_cut});
        }
    }

    /// Searches in blocks. Each starts with the end of the preceding block, because an id may cross the boundary.
    void look_into_bytes(const fs::path& path) {
        std::ifstream file(path, std::ios::binary);
        std::vector<bool> seen(sought_.size());
        std::string window;
        std::string block(block_bytes, '\0');
        while (file.read(block.data(), static_cast<std::streamsize>(block.size())) || file.gcount() > 0) {
            window.append(block, 0, static_cast<std::size_t>(file.gcount()));
            for (std::size_t i = 0; i < sought_.size(); ++i) {
                seen[i] = seen[i] || holds(window, sought_[i]);
            }
            window.erase(0, window.size() - std::min(window.size(), format::uuid_characters));
        }
        if (file.bad() || !file.eof()) {
            found_.unread.push_back(path.string() + ": cannot be read");
        }
        for (std::size_t i = 0; i < sought_.size(); ++i) {
            if (seen[i]) {
                found_.copies.push_back({sought_[i].text, path.string(), "the id stands in it", false});
            }
        }
    }

    static bool holds(const std::string& window, const Sought& sought) {
        std::string upper = sought.text;
        std::transform(upper.begin(), upper.end(), upper.begin(),
                       [](char c) { return c >= 'a' && c <= 'f' ? static_cast<char>(c - 0x20) : c; });
        return window.find(sought.text) != std::string::npos || window.find(upper) != std::string::npos ||
               window.find(sought.bytes()) != std::string::npos;
    }

    std::vector<Sought> sought_;
    store::SharedSuppressions list_;
    CopySearch found_;
};

void add(CopySearch& to, CopySearch&& more) {
    to.copies.insert(to.copies.end(), more.copies.begin(), more.copies.end());
    to.unread.insert(to.unread.end(), more.unread.begin(), more.unread.end());
    to.files += more.files;
}

}  // namespace

Result<CopySearch> find_copies(const std::string& folder, const std::vector<std::string>& ids) {
    std::vector<Sought> sought;
    for (const std::string& text : ids) {
        Sought one{std::string(format::uuid_characters, '\0'), {}};
        if (!format::read_uuid(text, one.id)) {
            return Error{"\"" + text + "\" is no id: a UUID has 32 hexadecimal digits in five groups"};
        }
        format::write_uuid(one.id, one.text.data());
        sought.push_back(std::move(one));
    }
    std::error_code error;
    const fs::path path = fs::canonical(folder, error);
    if (error) {
        return Error{"\"" + folder + "\": " + error.message()};
    }
    auto list = store::find_suppressions(path.string(), nullptr, nullptr);
    if (!list) {
        return list.error();
    }
    CopySearch all;
    add(all, Looking(sought, list.value().list).run(path));
    if (const fs::path incoming = path.parent_path() / "incoming"; fs::is_directory(incoming, error)) {
        add(all, Looking(sought, list.value().list).run(incoming));
    }
    return all;
}

}  // namespace bizrec::builder
