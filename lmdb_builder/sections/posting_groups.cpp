#include "lmdb_builder/sections/posting_groups.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "bizrec/format/identity_entry.hpp"
#include "lmdb_builder/memory/byte_codec.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t hash_bytes = 16;

Posting decode_posting(std::string_view key, std::string_view payload) {
    Posting posting;
    posting.docid = read_big_endian<std::uint32_t>(key.substr(hash_bytes));
    ByteReader reader(payload);
    posting.quality = reader.raw<std::uint8_t>();
    posting.is_website = reader.raw<bool>();
    if (posting.is_website) {
        posting.host = reader.raw<format::KeyHash>();
        posting.page = reader.raw<format::KeyHash>();
        posting.bare_page = reader.raw<format::KeyHash>();
    }
    return posting;
}

bool comes_first(const Posting& a, const Posting& b) noexcept {
    return a.quality != b.quality ? a.quality > b.quality : a.docid < b.docid;
}

}  // namespace

void encode_posting(const format::KeyHash& hash, const Posting& posting, std::string& key, std::string& payload) {
    key.clear();
    append_big_endian(key, hash.position);
    append_big_endian(key, hash.tag);
    append_big_endian(key, posting.docid);
    payload.clear();
    append_raw(payload, posting.quality);
    append_raw(payload, posting.is_website);
    if (posting.is_website) {
        append_raw(payload, posting.host);
        append_raw(payload, posting.page);
        append_raw(payload, posting.bare_page);
    }
}

PostingGroups::PostingGroups(ExternalSorter::Cursor cursor) : cursor_(std::move(cursor)), more_(cursor_.next()) {}

bool PostingGroups::next() {
    if (!more_) {
        return false;
    }
    std::array<char, hash_bytes> bytes;
    std::memcpy(bytes.data(), cursor_.key().data(), bytes.size());
    const std::string_view group(bytes.data(), bytes.size());
    hash_.position = read_big_endian<std::uint64_t>(group);
    hash_.tag = read_big_endian<std::uint64_t>(group.substr(8));
    postings_.clear();
    for (; more_ && cursor_.key().substr(0, hash_bytes) == group; more_ = cursor_.next()) {
        postings_.push_back(decode_posting(cursor_.key(), cursor_.payload()));
    }
    return true;
}

void make_posting_entry(const std::vector<Posting>& postings, bool is_shared, PostingEntry& out) {
    out.values.clear();
    if (is_shared) {
        out.aux[0] = 0;
        out.aux[1] = format::entry_flag::shared;
        return;
    }
    for (const Posting& posting : postings) {
        out.values.push_back(posting.docid);
    }
    if (postings.size() == 1) {
        out.aux[0] = postings.front().host.tag;  // for a single document: the fingerprints of its host and page
        out.aux[1] = postings.front().bare_page.tag;
        return;
    }
    out.aux[0] = postings.size();
    out.aux[1] = 0;
    if (postings.size() > format::best_documents) {
        std::vector<Posting> best = postings;
        std::sort(best.begin(), best.end(), comes_first);
        for (const Posting& posting : best) {
            out.values.push_back(posting.docid);
        }
    }
}

}  // namespace bizrec::builder
