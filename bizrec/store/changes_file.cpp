#include "bizrec/store/changes_file.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>

#include "bizrec/base/bytes.hpp"
#include "bizrec/base/xxh.hpp"
#include "bizrec/store/manifest.hpp"
#include "bizrec/store/published_history.hpp"
#include "bizrec/store/small_file.hpp"

namespace bizrec::store {
namespace {

namespace layout = format::changes;

constexpr std::size_t max_kept_texts = std::size_t{256} << 10;  // bytes, and one text more

template <class Page>
bool has_right_hash(const Page& page, std::uint64_t number) noexcept {
    static_assert(sizeof page == layout::page_bytes);
    const std::string_view bytes = bytes_of(page).substr(sizeof page.hash);
    return page.hash == XXH3_64bits_withSeed(bytes.data(), bytes.size(), number);
}

bool has_suffix(std::string_view name) noexcept {
    return name.size() > changes_suffix.size() && name.substr(name.size() - changes_suffix.size()) == changes_suffix;
}

std::string_view text_of(const std::array<char, 16>& generation) noexcept {
    return {generation.data(), generation.size()};
}

}  // namespace

std::string changes_path(const std::string& folder, std::string_view since, std::string_view until) {
    return folder + "/" + std::string(since) + '-' + std::string(until) + std::string(changes_suffix);
}

std::string oldest_with_changes(const std::string& folder, std::string_view until) {
    const auto text = read_small_file(folder + "/history", history_limit, "");
    for (const std::string& generation : text ? parse_history(text.value()) : Generations()) {
        if (::access(changes_path(folder, generation, until).c_str(), R_OK) == 0) {
            return generation;
        }
    }
    return {};
}

bool keeps_generation(const std::string& folder, std::string_view generation) {
    return ::access((folder + '/' + std::string(generation) + ".mdb").c_str(), R_OK) == 0;
}

bool may_get_changes(const std::string& folder, std::string_view since) {
    constexpr std::time_t hour = 3600;
    struct stat link {};
    if (::lstat((folder + "/current").c_str(), &link) != 0 || std::time(nullptr) - link.st_mtime > hour ||
        !keeps_generation(folder, since)) {
        return false;
    }
    const std::unique_ptr<DIR, int (*)(DIR*)> names(::opendir(folder.c_str()), &::closedir);
    const dirent* name = names == nullptr ? nullptr : ::readdir(names.get());
    while (name != nullptr && !has_suffix(name->d_name)) {
        name = ::readdir(names.get());
    }
    return name != nullptr;
}

Result<std::unique_ptr<ChangesFile>> ChangesFile::open(const std::string& path, std::string_view since,
                                                       std::string_view until) {
    FileDescriptor file(
        ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));  // O_NONBLOCK: do not wait for the writer of a pipe
    if (file.get() < 0) {
        return errno == ENOENT ? Result<std::unique_ptr<ChangesFile>>(nullptr)
                               : system_error(path, "cannot be opened", errno);
    }
    std::unique_ptr<ChangesFile> opened(new ChangesFile(path, std::move(file)));
    if (auto right = opened->read_head(since, until); !right) {
        return right.error();
    }
    return opened;
}

Status ChangesFile::read_head(std::string_view since, std::string_view until) {
    layout::Head head;
    struct stat status {};
    if (::fstat(file_.get(), &status) != 0) {
        return system_error(path_, "cannot be examined", errno);
    }
    if (!S_ISREG(status.st_mode) || !read_at(file_.get(), &head, sizeof head, 0) ||
        head.magic != layout::Head().magic) {
        return file_error(path_, "is no file of changes");
    }
    if (head.version != layout::format_version) {
        return version_error(path_, "is made for another version of this program");
    }
    const std::uint64_t pages = layout::pages_of(head.entries);
    file_bytes_ = static_cast<std::uint64_t>(status.st_size);
    if (!has_right_hash(head, 0) || head.file_bytes != file_bytes_ || pages >= file_bytes_ / layout::page_bytes) {
        return damaged();
    }
    if (text_of(head.since) != since || text_of(head.until) != until) {
        return file_error(path_, "holds the changes between other generations than its name says");
    }
    entries_ = head.entries;
    texts_offset_ = (pages + 1) * layout::page_bytes;
    return ok();
}

Error ChangesFile::damaged() const {
    return file_error(path_, "is damaged: remove it, and publish with --changes again");
}

/// Reads a page into page_ and checks it. `number`: from 1 to the number of pages.
Status ChangesFile::read_page(std::uint64_t number) {
    if (number == page_number_) {
        return ok();
    }
    ++pages_read_;
    page_number_ = 0;
    if (!read_at(file_.get(), &page_, sizeof page_, number * layout::page_bytes)) {
        return errno == 0 ? damaged() : system_error(path_, "cannot be read", errno);
    }
    const std::uint64_t expected =
        std::min<std::uint64_t>(entries_ - (number - 1) * layout::entries_of_page, layout::entries_of_page);
    if (!has_right_hash(page_, number) || page_.entries != expected) {
        return damaged();
    }
    page_number_ = number;
    return ok();
}

Status ChangesFile::seek(const format::Uuid& id, bool behind) {
    const auto is_before = [&id, behind](const layout::Entry& entry) {
        return behind ? !(id < entry.id) : entry.id < id;
    };
    std::uint64_t low = 0;  // number of pages whose first entry is before the wanted position
    for (std::uint64_t high = layout::pages_of(entries_); low < high;) {
        const std::uint64_t middle = low + (high - low) / 2;
        if (auto read = read_page(middle + 1); !read) {
            return read;
        }
        (is_before(page_.entry.front()) ? low : high) = is_before(page_.entry.front()) ? middle + 1 : middle;
    }
    at_ = 0;
    if (low == 0) {
        return ok();
    }
    if (auto read = read_page(low); !read) {
        return read;
    }
    const auto end = page_.entry.begin() + page_.entries;
    const auto place = std::partition_point(page_.entry.begin(), end, is_before);
    at_ = (low - 1) * layout::entries_of_page + static_cast<std::uint64_t>(place - page_.entry.begin());
    return ok();
}

Result<bool> ChangesFile::next(ChangeEntry& entry) {
    if (at_ == entries_) {
        return false;
    }
    if (auto read = read_page(at_ / layout::entries_of_page + 1); !read) {
        return read.error();
    }
    const std::size_t in_page = static_cast<std::size_t>(at_ % layout::entries_of_page);
    const layout::Entry& from = page_.entry[in_page];
    const std::uint64_t kind = from.kind_and_text >> layout::text_bits;
    if (kind > static_cast<std::uint64_t>(format::ChangeKind::changed) ||
        (in_page > 0 && !(page_.entry[in_page - 1].id < from.id))) {
        return damaged();
    }
    entry = {from.id, static_cast<format::ChangeKind>(kind), from.kind_and_text & layout::no_text};
    ++at_;
    return true;
}

/// Reads bytes from the texts after the pages.
Status ChangesFile::read_texts(std::uint64_t offset, std::uint64_t size, std::string& bytes) {
    const std::uint64_t texts = file_bytes_ - texts_offset_;
    if (size > texts || offset > texts - size) {
        return damaged();
    }
    bytes.resize(static_cast<std::size_t>(size));
    ++pages_read_;
    if (!read_at(file_.get(), bytes.data(), bytes.size(), texts_offset_ + offset)) {
        return errno == 0 ? damaged() : system_error(path_, "cannot be read", errno);
    }
    return ok();
}

/// Reads a text and checks it. Most texts are short, so one read gets the head and the rest.
Result<std::string> ChangesFile::read_text(std::uint64_t offset) {
    std::string text;
    const std::uint64_t texts = file_bytes_ - texts_offset_;
    const std::uint64_t first = std::min<std::uint64_t>(texts - std::min(offset, texts), layout::page_bytes);
    if (auto read = read_texts(offset, std::max<std::uint64_t>(first, sizeof(layout::TextHead)), text); !read) {
        return read.error();
    }
    const auto head = load_unaligned<layout::TextHead>(text.data());
    if (head.bytes > layout::max_text_bytes || head.pointers > layout::max_pointers) {
        return damaged();
    }
    const std::size_t size = sizeof head + head.bytes;
    if (size > text.size()) {
        if (auto read = read_texts(offset, size, text); !read) {
            return read.error();
        }
    }
    text.resize(size);
    const std::string_view hashed = std::string_view(text).substr(sizeof head.hash);
    if (head.hash != XXH3_64bits_withSeed(hashed.data(), hashed.size(), offset)) {
        return damaged();
    }
    return text;
}

/// Makes sure that texts_ has the text at `offset`.
Status ChangesFile::keep_text(std::uint64_t offset) {
    if (texts_.find(offset) != texts_.end()) {
        return ok();
    }
    auto text = read_text(offset);
    if (!text) {
        return text.error();
    }
    if (bytes_of_texts_ > max_kept_texts) {
        texts_.clear();
        bytes_of_texts_ = 0;
    }
    bytes_of_texts_ += text.value().size();
    texts_.emplace(offset, std::move(text).value());
    return ok();
}

Status ChangesFile::read_pointers(const ChangeEntry& entry, std::vector<std::string>& pointers) {
    pointers.clear();
    if (entry.text == layout::no_text) {
        return ok();
    }
    if (auto kept = keep_text(entry.text); !kept) {
        return kept;
    }
    const std::string_view text = texts_.at(entry.text);
    const auto head = load_unaligned<layout::TextHead>(text.data());
    std::string_view rest = text.substr(sizeof head);
    for (std::uint32_t i = 0; i < head.pointers; ++i) {
        std::uint32_t size = 0;
        if (rest.size() < sizeof size ||
            (size = load_unaligned<std::uint32_t>(rest.data())) > rest.size() - sizeof size) {
            return damaged();
        }
        pointers.emplace_back(rest.substr(sizeof size, size));
        rest.remove_prefix(sizeof size + size);
    }
    return rest.empty() ? ok() : Status(damaged());
}

}  // namespace bizrec::store
