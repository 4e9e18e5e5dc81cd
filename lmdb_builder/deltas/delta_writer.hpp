#pragma once

#include <zstd.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lmdb_builder/deltas/delta_header.hpp"
#include "lmdb_builder/deltas/record_changes.hpp"
#include "lmdb_builder/publish/signing_key.hpp"
#include "lmdb_builder/system/temp_file.hpp"

namespace bizrec::builder {

/// Writes one delta: the constructor takes the tables, add() the changed records in the order of their ids, and
/// finish() writes the file. The compressed body waits in a file without a name until the counts for the header are
/// known. Throws BuildFailure.
class DeltaWriter {
public:
    /// The target's tables. `rules`: "" if the base has the same. `city_names`: "" if they are the compiled-in names.
    DeltaWriter(const std::string& temp_folder, std::string_view rules, std::string_view city_names);

    void add(const ChangedPair& pair);

    /// Writes everything into `file`, which must be empty, and syncs it. Fills in the counts of `header`. `key`: signs
    /// the delta; null: unsigned. Returns the file's size in bytes.
    std::uint64_t finish(int file, const std::string& name, DeltaHeader& header, const SigningKey* key);

private:
    struct FreeContext {
        void operator()(ZSTD_CCtx* context) const noexcept { ZSTD_freeCCtx(context); }
    };

    template <class T>
    void write_number(T number) {
        write(bytes_of_number(number));
    }
    template <class T>
    static std::string_view bytes_of_number(const T& number) {
        return {reinterpret_cast<const char*>(&number), sizeof number};
    }
    void write(std::string_view bytes);
    void write_text(std::string_view text);
    void write_record(const format::Uuid& id, std::string_view json);
    void pack(ZSTD_EndDirective directive, std::string_view bytes);

    std::unique_ptr<ZSTD_CCtx, FreeContext> context_;
    TempFile packed_;
    std::vector<char> out_;
    std::string waiting_;  // bytes that are not compressed yet
    std::uint64_t removed_ = 0, added_ = 0, changed_ = 0, body_bytes_ = 0;
};

/// The text that the key signs for a signed delta. No other text that this project signs begins like it.
std::string signed_text(const store::Sha256& sha256);

}  // namespace bizrec::builder
