#include "lmdb_builder/sorting/sort_arena.hpp"

#include <sys/mman.h>
#include <algorithm>
#include <cstring>
#include <new>

namespace bizrec::builder {
namespace {

char* map_bytes(std::size_t size) {
    void* bytes = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (bytes == MAP_FAILED) {
        throw std::bad_alloc();
    }
    if (size >= MemoryBlock::huge_page_bytes) {
        ::madvise(bytes, size, MADV_HUGEPAGE);  // only a hint: without huge pages everything works, but slower
    }
    return static_cast<char*>(bytes);
}

}  // namespace

MemoryBlock::MemoryBlock(std::size_t size)
    : bytes_(size < min_map_bytes ? new char[size] : map_bytes(size)), size_(size) {}

void MemoryBlock::resize(std::size_t size) {
    if (size_ < min_map_bytes || size < min_map_bytes) {
        MemoryBlock other(size);
        std::memcpy(other.bytes_, bytes_, std::min(size, size_));
        *this = std::move(other);
        return;
    }
    void* moved = ::mremap(bytes_, size_, size, MREMAP_MAYMOVE);
    if (moved == MAP_FAILED) {
        throw std::bad_alloc();
    }
    bytes_ = static_cast<char*>(moved);
    size_ = size;
}

MemoryBlock::~MemoryBlock() {
    if (size_ < min_map_bytes) {
        delete[] bytes_;
    } else {
        ::munmap(bytes_, size_);
    }
}

namespace {

constexpr std::size_t first_block_bytes = 4U << 10;

/// Number of bytes at the beginning of a key that are compared 8 at a time. Keys that agree in all of these bytes are
/// mostly equal, so they are compared as a whole.
constexpr std::size_t deepest_part = 64;
constexpr std::ptrdiff_t few_entries = 8;
constexpr std::ptrdiff_t sorted_ahead = 8;

bool entry_before(const SortArena::Entry& a, const SortArena::Entry& b) noexcept {
    const RunEntry left = a.entry(), right = b.entry();
    const int order = left.key().compare(right.key());
    return order != 0 ? order < 0 : left.payload() < right.payload();
}

/// Stores the 8 bytes of each key from `begin` on in Entry::prefix. Returns whether some key has such bytes.
bool store_prefixes(SortArena::Entry* first, SortArena::Entry* last, std::size_t begin) noexcept {
    bool more = false;
    for (SortArena::Entry* each = first; each != last; ++each) {
        if (last - each > sorted_ahead) {
            __builtin_prefetch(each[sorted_ahead].bytes);
        }
        const std::string_view key = each->entry().key();
        each->prefix = key_prefix(key.substr(std::min(begin, key.size())));
        more = more || key.size() > begin;
    }
    return more;
}

/// Whether keys that are equal up to their ends are equal: a key may end in zeros, as prefixes do.
bool have_same_key_size(const SortArena::Entry* first, const SortArena::Entry* last) noexcept {
    const std::size_t size = first->entry().key().size();
    return std::all_of(first, last, [size](const SortArena::Entry& each) { return each.entry().key().size() == size; });
}

/// Sorts entries with the same key. Overwrites Entry::prefix.
void sort_by_payload(SortArena::Entry* first, SortArena::Entry* last) {
    std::for_each(first, last, [](SortArena::Entry& each) { each.prefix = key_prefix(each.entry().payload()); });
    std::sort(first, last, [](const SortArena::Entry& a, const SortArena::Entry& b) noexcept {
        return a.prefix != b.prefix ? a.prefix < b.prefix : a.entry().payload() < b.entry().payload();
    });
}

/// Sorts entries whose keys have the same bytes before `begin`. Entry::prefix has the next 8 bytes of each key. The
/// bytes of an entry may be anywhere in the arena, so they are read once for 8 bytes of the key, and not for each
/// comparison.
void sort_by_parts(SortArena::Entry* first, SortArena::Entry* last, std::size_t begin) {
    std::sort(first, last,
              [](const SortArena::Entry& a, const SortArena::Entry& b) noexcept { return a.prefix < b.prefix; });
    for (SortArena::Entry* run = first; run != last;) {
        const std::uint64_t part = run->prefix;
        SortArena::Entry* end = run + 1;
        while (end != last && end->prefix == part) {
            ++end;
        }
        const std::size_t next = begin + sizeof part;
        if (end - run > few_entries && next < deepest_part) {
            if (store_prefixes(run, end, next)) {
                sort_by_parts(run, end, next);
            } else if (have_same_key_size(run, end)) {
                sort_by_payload(run, end);
            } else {
                std::sort(run, end, entry_before);
            }
        } else if (end - run > 1) {
            std::sort(run, end, entry_before);
        }
        std::for_each(run, end, [part](SortArena::Entry& each) { each.prefix = part; });
        run = end;
    }
}

}  // namespace

std::uint64_t key_prefix(std::string_view key) noexcept {
    std::uint64_t prefix = 0;
    if (key.size() >= sizeof prefix) {
        std::memcpy(&prefix, key.data(), sizeof prefix);
        return __builtin_bswap64(prefix);
    }
    for (std::size_t i = 0; i < sizeof prefix; ++i) {
        prefix = prefix << 8 | (i < key.size() ? static_cast<unsigned char>(key[i]) : 0U);
    }
    return prefix;
}

void SortArena::open_block(std::size_t size) {
    while (open_blocks_ < blocks_.size() && blocks_[open_blocks_].size() < size) {
        blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(open_blocks_));
    }
    if (open_blocks_ == blocks_.size()) {
        const std::size_t grown =
            blocks_.empty() ? first_block_bytes : std::min(blocks_.back().size() * 2, largest_block_);
        blocks_.emplace_back(std::max(size, grown));
    }
    block_bytes_ += blocks_[open_blocks_++].size();
    block_used_ = 0;
}

char* SortArena::allocate(std::size_t size) {
    if (open_blocks_ == 0 || blocks_[open_blocks_ - 1].size() - block_used_ < size) {
        open_block(size);
    }
    char* place = blocks_[open_blocks_ - 1].data() + block_used_;
    block_used_ += size;
    return place;
}

void SortArena::add(std::string_view key, std::string_view payload) {
    const RunEntryHead head = RunEntryHead::make(key, payload);
    char* bytes = allocate(head.entry_bytes());
    std::memcpy(bytes, &head, sizeof head);
    if (!key.empty()) {
        std::memcpy(bytes + sizeof head, key.data(), key.size());
    }
    if (!payload.empty()) {
        std::memcpy(bytes + sizeof head + key.size(), payload.data(), payload.size());
    }
    content_bytes_ += head.entry_bytes();
    if ((size_ + 1) * sizeof(Entry) > table_bytes_) {
        grow_table();
    }
    new (table() + size_++) Entry{key_prefix(key), bytes};
}

void SortArena::grow_table() {
    const std::size_t step = table_bytes_ < MemoryBlock::min_map_bytes ? table_bytes_ : table_bytes_ / 4;
    const std::size_t wanted = std::max(table_bytes_ + step, first_table_bytes);
    if (wanted > table_.size()) {
        table_.resize(wanted);
    }
    table_bytes_ = wanted;
}

void SortArena::sort() {
    sort_by_parts(table(), table() + size_, 0);
}

void SortArena::reset() noexcept {
    size_ = table_bytes_ = 0;
    open_blocks_ = 0;
    block_used_ = 0;
    block_bytes_ = content_bytes_ = 0;
}

void SortArena::clear() {
    reset();
    blocks_.clear();
    table_ = MemoryBlock(first_table_bytes);
}

}  // namespace bizrec::builder
