#include "lmdb_builder/suppression/drop_file.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "lmdb_builder/suppression/zip_archive.hpp"
#include "t/fuzz/pieces.hpp"
#include "t/fuzz/require.hpp"

namespace {

using namespace bizrec::builder;
using bizrec::fuzz::Pieces;
using bizrec::fuzz::require;

void read_rows(const DropFileName& name, ByteSource& source) {
    const auto file = read_drop_file(name, source);
    require(file || file.error().message.find(": ") != std::string::npos);
    for (std::size_t i = 0; file && i < file.value().rows.size(); ++i) {
        require(is_deletion_id(file.value().rows[i].entry.id));
    }
}

}  // namespace

/// Hostile bytes as a downloaded archive and as a file from one: the rows are valid, or the file is refused with the
/// place of the error. No member has more bytes than its archive says.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    for (const std::optional<HashType>& type : {std::optional<HashType>(HashType::email), std::optional<HashType>()}) {
        Pieces source(bytes, 1 + size % 7);
        read_rows({"20260801", type}, source);
    }
    const auto name = parse_drop_name(bytes);
    require(name || !name.error().message.empty());
    const auto archive = ZipArchive::read(bytes);
    for (std::size_t i = 0; archive && i < archive.value().members().size(); ++i) {
        const ZipMember& member = archive.value().members()[i];
        const auto source = archive.value().open(member);
        std::uint64_t unpacked = 0;
        char piece[4096];
        for (bool goes_on = static_cast<bool>(source); goes_on && unpacked <= std::uint64_t{1} << 20;) {
            const auto got = source.value()->read(piece, sizeof piece);
            goes_on = got && got.value() != 0;
            unpacked += goes_on ? got.value() : 0;
            require(unpacked <= member.size);
        }
    }
    return 0;
}
