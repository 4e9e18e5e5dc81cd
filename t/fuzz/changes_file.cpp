// A file of changes of any bytes, and one with correct hashes over hostile pages: it is refused with a reason, or it
// can be read and has at most as many entries as its head says.
#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/bytes.hpp"
#include "bizrec/base/xxh.hpp"
#include "bizrec/store/changes_file.hpp"
#include "t/fuzz/require.hpp"

namespace {

using namespace bizrec;
using fuzz::require;
namespace layout = format::changes;

const std::string since(16, 'a'), until(16, 'b');

template <class Page>
void append_sealed(std::string& to, Page page, std::uint64_t number) {
    const std::string_view bytes = bytes_of(page).substr(sizeof page.hash);
    page.hash = XXH3_64bits_withSeed(bytes.data(), bytes.size(), number);
    to += bytes_of(page);
}

/// Input: the number of entries (two bytes), 24 bytes for each entry, then the texts. All hashes of the file are
/// correct.
std::string hostile_file(std::string_view bytes) {
    layout::Head head;
    std::copy(since.begin(), since.end(), head.since.begin());
    std::copy(until.begin(), until.end(), head.until.begin());
    const std::size_t size = std::min<std::size_t>(bytes.size(), 2);
    for (std::size_t i = 0; i < size; ++i) {
        head.entries = head.entries << 8 | static_cast<unsigned char>(bytes[i]);
    }
    head.entries %= 1000;
    bytes.remove_prefix(size);
    std::string pages;
    for (std::uint64_t number = 1, left = head.entries; left > 0; ++number) {
        layout::Page page;
        page.entries = static_cast<std::uint32_t>(std::min<std::uint64_t>(left, layout::entries_of_page));
        left -= page.entries;
        for (std::uint32_t i = 0; i < page.entries && bytes.size() >= sizeof(layout::Entry); ++i) {
            page.entry[i] = load_unaligned<layout::Entry>(bytes.data());
            bytes.remove_prefix(sizeof(layout::Entry));
        }
        append_sealed(pages, page, number);
    }
    std::string text(bytes);
    if (text.size() >= sizeof(layout::TextHead)) {
        const std::string_view hashed = std::string_view(text).substr(sizeof(std::uint64_t));
        store_unaligned(text.data(), XXH3_64bits_withSeed(hashed.data(), hashed.size(), 0));
    }
    head.file_bytes = sizeof head + pages.size() + text.size();
    std::string file;
    append_sealed(file, head, 0);
    return file + pages + text;
}

void read_file(const std::string& bytes) {
    const store::FileDescriptor memory(memfd_create("changes", MFD_CLOEXEC));
    require(store::write_at(memory.get(), bytes.data(), bytes.size(), 0));
    const std::string path = "/proc/self/fd/" + std::to_string(memory.get());
    const auto opened = store::ChangesFile::open(path, since, until);
    if (!opened) {
        require(opened.error().message.compare(0, path.size(), path) == 0);
        return;
    }
    store::ChangesFile& file = *opened.value();
    store::ChangeEntry entry;
    std::vector<std::string> pointers;
    std::uint64_t entries = 0;
    for (auto read = file.next(entry); read && read.value(); read = file.next(entry)) {
        ++entries;
        require(entry.kind <= format::ChangeKind::changed);
        if (file.read_pointers(entry, pointers)) {
            require(pointers.size() <= layout::max_pointers);
        }
    }
    require(entries <= file.entries());
    for (const bool behind : {false, true}) {
        if (file.seek(entry.id, behind)) {
            (void)file.next(entry);
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    read_file(std::string(bytes));
    read_file(hostile_file(bytes));
    return 0;
}
