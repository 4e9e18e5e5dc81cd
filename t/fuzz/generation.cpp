// A whole index with hostile bytes in its sections and a valid seal: it is refused, or every access of a server and of
// `verify` stays inside the file. Input: a list of changes. Each is a section and a chunk (one byte each), an offset
// (two bytes, little-endian), a length (one byte), then that number of bytes.
#include <fcntl.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

#include "bizrec/api/enrich_answer.hpp"
#include "bizrec/api/search_answer.hpp"
#include "bizrec/format/content_decoder.hpp"
#include "bizrec/place/box.hpp"
#include "bizrec/store/fd.hpp"
#include "bizrec/store/seal_writer.hpp"
#include "t/fuzz/tiny_index.hpp"

namespace {

using namespace bizrec;
using format::Section;

struct Place {
    std::size_t offset = 0;  // in the file
    std::size_t size = 0;
};

/// The valid file and the places of its chunks.
struct Original {
    std::string bytes;
    std::array<std::vector<Place>, format::section_count + 1> chunks;
};

Original read_original() {
    const fuzz::TinyIndexFile file;
    Original original;
    std::ifstream in(file.path(), std::ios::binary);
    original.bytes.assign(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    const auto generation = store::Generation::open(file.path(), store::Generation::Check::hash);
    if (!generation) {
        fuzz::give_up(generation.error().message);
    }
    // The mapping has the bytes of the file in the same order, so the place of one chunk in the file gives the places
    // of all others.
    const auto& rows = generation.value()->chunks(Section::content).front();
    const std::size_t rows_at = original.bytes.find(std::string(reinterpret_cast<const char*>(rows.bytes), rows.size));
    for (std::size_t section = 1; section <= format::section_count; ++section) {
        for (const auto& chunk : generation.value()->chunks(static_cast<Section>(section))) {
            original.chunks[section].push_back(
                {rows_at + static_cast<std::size_t>(chunk.bytes - rows.bytes), chunk.size});
        }
    }
    return original;
}

std::string changed(const Original& original, const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t head = 5;
    std::string bytes = original.bytes;
    while (size >= head) {
        const auto& chunks = original.chunks[data[0] % format::section_count + 1];
        if (chunks.empty()) {
            data += head;
            size -= head;
            continue;
        }
        const Place place = chunks[data[1] % chunks.size()];
        const std::size_t at = (data[2] | static_cast<std::size_t>(data[3]) << 8) % place.size;
        const std::size_t length = std::min({std::size_t{data[4]}, size - head, place.size - at});
        std::memcpy(bytes.data() + place.offset + at, data + head, length);
        data += head + length;
        size -= head + length;
    }
    return bytes;
}

/// A file in memory, sealed as the builder seals.
class SealedFile {
public:
    explicit SealedFile(const std::string& bytes) : fd_(memfd_create("index", MFD_CLOEXEC)) {
        const std::size_t unsealed = bytes.size() - format::page_bytes;
        if (!store::write_at(fd_.get(), bytes.data(), unsealed, 0) || !store::write_seal(path())) {
            fuzz::give_up("cannot write a file in memory");
        }
    }
    std::string path() const { return "/proc/self/fd/" + std::to_string(fd_.get()); }

private:
    store::FileDescriptor fd_;
};

/// Reads all that a server reads of a document, for the first 2000 documents.
std::uint64_t read_documents(const store::Generation& g) {
    std::uint64_t sum = 0;
    std::string row;
    for (std::uint32_t docid = 0; docid < std::min(g.documents(), 2000U); ++docid) {
        row.clear();
        sum += g.append_row_head(docid, row) ? static_cast<unsigned char>(row.back()) : 0U;
        sum += g.uuid[docid][15] + g.quality[docid] + g.num_stores[docid] + g.reviews[docid] + g.price_tier[docid];
        sum += g.ownership[docid] + g.flags[docid] + static_cast<std::uint64_t>(g.opened[docid] ^ g.refreshed[docid]);
        sum += g.rating[docid] > 3.0F ? 1U : 0U;
        sum += place::contains(g.boxes()[docid / format::documents_per_box], g.position[docid]) ? 1U : 0U;
        sum += g.place_id(docid).size() + g.find_id(g.uuid[docid]);
    }
    return sum;
}

void expect_rows_of(const api::Answer& answer) {
    if (answer.rows > answer.total) {
        __builtin_trap();
    }
}

/// Searches as typed, and with corrected spellings, competing spellings and names without spaces.
void ask_search(const store::Generation& generation) {
    static api::SearchEndpoint endpoint;
    for (const char* body :
         {R"({"query":"tiny coffee"})", R"({"query":"tinny cofee in C1"})", R"({"query":"tinyecoffee"})",
          R"({"query":"ti ny bokos","store_name":"coffe"})", R"({"query":"cafe near 94101"})"}) {
        expect_rows_of(endpoint.answer(generation, body, false));
    }
}

void ask_enrich(const store::Generation& generation) {
    static api::EnrichEndpoint endpoint;
    for (const char* body :
         {R"({"website":"tiny.com"})", R"({"website":"https://tiny.com/x","social_media_link":"facebook.com/tiny1"})",
          R"({"website":"tiny.com","location":[{"country":"France","city":"C1"},{"state":"CA","zip_code":"94101"}]})",
          R"({"website":"tiny.com","location":{"country":"US","lat":30,"long":-30,"geo_radius":500000}})"}) {
        expect_rows_of(endpoint.answer(generation, body, false));
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Original original = read_original();
    const SealedFile file(changed(original, data, size));
    const auto generation = store::Generation::open(file.path(), store::Generation::Check::hash);
    if (!generation) {
        return generation.error().message.empty() ? -1 : 0;
    }
    volatile std::uint64_t sink = read_documents(*generation.value());
    (void)sink;
    ask_enrich(*generation.value());
    ask_search(*generation.value());
    (void)store::verify_structure(*generation.value());
    return 0;
}
