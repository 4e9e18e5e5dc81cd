#include "lmdb_builder/deltas/changes_writer.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "bizrec/base/bytes.hpp"
#include "bizrec/base/xxh.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

namespace layout = format::changes;

constexpr std::size_t max_texts = std::size_t{64} << 20;  // bytes of all lists of pointers together

template <class Page>
void seal_page(Page& page, std::uint64_t number) {
    const std::string_view bytes = bytes_of(page).substr(sizeof page.hash);
    page.hash = XXH3_64bits_withSeed(bytes.data(), bytes.size(), number);
}

std::string bytes_of_pointers(const std::vector<std::string>& pointers) {
    std::string bytes;
    for (const std::string& pointer : pointers) {
        const auto size = static_cast<std::uint32_t>(pointer.size());
        bytes.append(bytes_of(size)) += pointer;
    }
    return bytes;
}

}  // namespace

ChangesWriter::ChangesWriter(const std::string& path, const std::string& since, const std::string& until)
    : path_(path), file_(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)) {
    if (file_.get() < 0) {
        fail_with_errno("make \"" + path_ + "\"");
    }
    std::copy_n(since.begin(), std::min(since.size(), head_.since.size()), head_.since.begin());
    std::copy_n(until.begin(), std::min(until.size(), head_.until.size()), head_.until.begin());
}

void ChangesWriter::add(format::ChangeKind kind, const format::Uuid& id, const std::vector<std::string>& pointers) {
    if (page_.entries == layout::entries_of_page) {
        write_page();
    }
    const bool has_text = kind == format::ChangeKind::changed && !pointers.empty();
    const std::uint64_t text = has_text ? place_of(pointers) : layout::no_text;
    page_.entry[page_.entries++] = {id, static_cast<std::uint64_t>(kind) << layout::text_bits | text};
    ++head_.entries;
}

std::uint64_t ChangesWriter::place_of(const std::vector<std::string>& pointers) {
    std::string bytes = bytes_of_pointers(pointers);
    auto count = static_cast<std::uint32_t>(pointers.size());
    const bool is_too_large = bytes.size() > layout::max_text_bytes || count > layout::max_pointers;
    if (is_too_large || (texts_.size() + bytes.size() > max_texts && places_.count(bytes) == 0)) {
        bytes = bytes_of_pointers({""});
        count = 1;
    }
    const auto [place, is_new] = places_.emplace(std::move(bytes), texts_.size());
    if (is_new) {
        layout::TextHead head{0, static_cast<std::uint32_t>(place->first.size()), count};
        const std::string hashed = std::string(bytes_of(head).substr(sizeof head.hash)) + place->first;
        head.hash = XXH3_64bits_withSeed(hashed.data(), hashed.size(), place->second);
        texts_.append(bytes_of(head.hash)) += hashed;
    }
    return place->second;
}

void ChangesWriter::write_page() {
    seal_page(page_, ++pages_);
    write(&page_, sizeof page_, pages_ * layout::page_bytes);
    page_ = {};
}

void ChangesWriter::write(const void* bytes, std::size_t size, std::uint64_t offset) {
    if (!store::write_at(file_.get(), bytes, size, offset)) {
        fail_with_errno("write \"" + path_ + "\"");
    }
}

std::uint64_t ChangesWriter::finish() {
    if (page_.entries > 0) {
        write_page();
    }
    const std::uint64_t texts_offset = (pages_ + 1) * layout::page_bytes;
    write(texts_.data(), texts_.size(), texts_offset);
    head_.file_bytes = texts_offset + texts_.size();
    seal_page(head_, 0);
    write(&head_, sizeof head_, 0);
    if (::fchmod(file_.get(), 0444) != 0) {
        fail_with_errno("make \"" + path_ + "\" read-only");
    }
    if (::fsync(file_.get()) != 0) {
        fail_with_errno("sync \"" + path_ + "\"");
    }
    return head_.file_bytes;
}

}  // namespace bizrec::builder
