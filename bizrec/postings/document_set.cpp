#include "bizrec/postings/document_set.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace bizrec::search {
namespace {

constexpr std::size_t kept_words = 8192;  // half a million documents; clear() frees larger sets

}  // namespace

void FreeWords::operator()(std::uint64_t* words) const noexcept {
    if (mapped_bytes == 0) {
        delete[] words;
    } else {
        ::munmap(words, mapped_bytes);
    }
}

DocumentSet::Words DocumentSet::make(std::size_t words) {
    if (words <= kept_words) {
        return Words(new std::uint64_t[words]());
    }
    const std::size_t bytes = words * sizeof(std::uint64_t);
    void* pages = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) {
        throw std::bad_alloc();
    }
    return Words(static_cast<std::uint64_t*>(pages), FreeWords{bytes});
}

void DocumentSet::open(std::uint32_t documents) {
    const std::size_t words = (std::size_t{documents} + 63) / 64;
    if (size_ < words) {
        Words grown = make(words);
        if (is_used_) {
            std::copy_n(words_.get(), size_, grown.get());
        }
        words_ = std::move(grown);
        size_ = words;
    }
    is_used_ = true;
}

void DocumentSet::clear() noexcept {
    if (size_ > kept_words) {
        words_.reset();
        size_ = 0;
    } else if (is_used_) {
        std::fill_n(words_.get(), size_, 0);
    }
    is_used_ = false;
}

}  // namespace bizrec::search
