#include "lmdb_builder/suppression/drop_file.hpp"

#include <algorithm>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/date_time.hpp"
#include "bizrec/store/sha256.hpp"
#include "lmdb_builder/import/csv_rows.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t date_digits = 8;
constexpr std::size_t row_limit = 4096;  // bytes; a valid row has at most some 150
constexpr std::string_view removed_type = "removed";

/// Passes the bytes on and hashes them.
class DigestingSource : public ByteSource {
public:
    explicit DigestingSource(ByteSource& source) : source_(&source) {}

    Result<std::size_t> read(char* out, std::size_t capacity) override {
        auto got = source_->read(out, capacity);
        if (got) {
            digest_.update(out, got.value());
        }
        return got;
    }
    InputFault fault() const noexcept override { return source_->fault(); }
    bool finish(store::Sha256& digest) noexcept { return digest_.finish(digest); }

private:
    ByteSource* source_;
    store::Sha256Stream digest_;
};

/// Whether eight digits are a date that exists. 20260231 does not, so no real download is named after it.
bool is_day(std::string_view digits) {
    const auto part = [&digits](std::size_t at, std::size_t count) { return std::string(digits.substr(at, count)); };
    return text::parse_date_time(part(0, 4) + "-" + part(4, 2) + "-" + part(6, 2)).has_value();
}

/// The size of a cell, for messages. The content must not be shown, because it may be personal data.
std::string sizes(std::string_view cell) {
    return cell.empty() ? "nothing" : std::to_string(cell.size()) + " bytes";
}

class DropReader {
public:
    DropReader(const DropFileName& name, ByteSource& source) : source_(source), rows_(source_, ',', row_limit) {
        file_.name = name;
    }

    Result<DropFile> run() {
        Status status = next();
        if (status && cells_.empty()) {
            return at_line("is empty; expected the header " + header());
        }
        status = status ? check_header() : status;
        while (status) {
            status = next();
            if (status && cells_.empty()) {
                return finished();
            }
            status = status ? add_row() : status;
        }
        return status.error();
    }

private:
    std::size_t columns() const noexcept { return file_.name.type ? 2 : 3; }
    std::string header() const { return file_.name.type ? "ID,Hash" : "ID,Hash,ListType"; }

    Error at_line(const std::string& message) const {
        return Error{std::to_string(std::max<std::uint64_t>(1, rows_.line())) + ": " + message};
    }

    /// Reads the next row into cells_, which is empty at the end.
    Status next() {
        cells_.clear();
        switch (rows_.next(cells_)) {
            case CsvRows::Next::row:
                return ok();
            case CsvRows::Next::end:
                cells_.clear();
                return ok();
            case CsvRows::Next::too_long:
                return at_line("is longer than " + std::to_string(row_limit) + " bytes");
            case CsvRows::Next::malformed:
                return at_line(rows_.problem());
            default:
                return at_line(rows_.error().message);
        }
    }

    Status check_header() const {
        const bool is_it = cells_.size() == columns() && equals_ignoring_case(cells_[0], "id") &&
                           equals_ignoring_case(cells_[1], "hash") &&
                           (columns() == 2 || equals_ignoring_case(cells_[2], "listtype"));
        return is_it ? ok() : Status(at_line("expected the header " + header()));
    }

    Status add_row() {
        if (cells_.size() != columns()) {
            return at_line("expected " + header() + ", found " + std::to_string(cells_.size()) + " cells");
        }
        DropRow row;
        if (!is_deletion_id(cells_[0])) {
            return at_line("ID: expected 1 to " + std::to_string(max_deletion_id_bytes) +
                           " visible characters of ASCII but quotes and commas, found " + sizes(cells_[0]));
        }
        if (!read_hash(cells_[1], row.entry.hash)) {
            return at_line("Hash: expected a SHA-256 in Base64, " + std::to_string(hash_text_bytes) +
                           " characters, found " + sizes(cells_[1]));
        }
        const auto type = file_.name.type ? file_.name.type : hash_type_of(cells_[2]);
        if (!type) {
            return at_line("ListType: expected Email, Phone, NDZ, NameVIN, MAID or CTVID");
        }
        row.type = *type;
        row.entry.id = cells_[0];
        file_.rows.push_back(std::move(row));
        return ok();
    }

    Result<DropFile> finished() {
        if (!source_.finish(file_.digest)) {
            return Error{"1: OpenSSL refuses to compute SHA-256"};
        }
        return std::move(file_);
    }

    DigestingSource source_;
    CsvRows rows_;
    DropFile file_;
    std::vector<std::string_view> cells_;
};

}  // namespace

Result<DropFileName> parse_drop_name(std::string_view name) {
    constexpr std::string_view suffix = ".csv";
    const Error other_form{
        "expected files YYYYMMDD_BROKER_TYPE[_SUFFIX].csv, where TYPE is Email, Phone, NDZ, NameVIN, MAID, CTVID or "
        "Removed, or a zip archive of them"};
    name.remove_prefix(name.rfind('/') + 1);  // npos + 1 is 0
    if (name.size() > max_imported_name_bytes || name.size() < suffix.size() || !is_visible_ascii(name) ||
        !equals_ignoring_case(name.substr(name.size() - suffix.size()), suffix)) {
        return other_form;
    }
    name.remove_suffix(suffix.size());
    std::vector<std::string_view> words;
    for (std::size_t begin = 0; begin <= name.size();) {
        const std::size_t end = std::min(name.find('_', begin), name.size());
        words.push_back(name.substr(begin, end - begin));
        begin = end + 1;
    }
    if (words.size() < 3 || words[0].size() != date_digits || !all_digits(words[0]) || words[1].empty()) {
        return other_form;
    }
    if (!is_day(words[0])) {
        return Error{"YYYYMMDD: expected a day of the calendar, such as 20260228; got \"" + std::string(words[0]) +
                     "\""};
    }
    // A broker's name and a suffix may have underscores, so they could also hold the name of a type.
    std::optional<DropFileName> parsed;
    std::string_view type_word;
    for (std::size_t i = 2; i < words.size(); ++i) {
        const auto type = hash_type_of(words[i]);
        if (!type && !equals_ignoring_case(words[i], removed_type)) {
            continue;
        }
        if (parsed) {
            return Error{"\"" + std::string(type_word) + "\" and \"" + std::string(words[i]) +
                         "\" could both be the TYPE of YYYYMMDD_BROKER_TYPE[_SUFFIX].csv: rename the file so that only "
                         "its type is a word of its own"};
        }
        parsed = DropFileName{std::string(words[0]), type};
        type_word = words[i];
    }
    return parsed ? Result<DropFileName>(*std::move(parsed)) : Result<DropFileName>(other_form);
}

Status check_drop_day(const DropFileName& name, std::int64_t unix_now) {
    constexpr std::int64_t day_seconds = 86'400;
    const std::string tomorrow = text::date_of(unix_now + day_seconds);
    const std::string latest = tomorrow.substr(0, 4) + tomorrow.substr(5, 2) + tomorrow.substr(8, 2);
    return name.date <= latest ? ok()
                               : Status(Error{"YYYYMMDD: expected a day up to " + latest +
                                              ", one after that of this machine's clock; got \"" + name.date + "\""});
}

Result<DropFile> read_drop_file(const DropFileName& name, ByteSource& source) {
    return DropReader(name, source).run();
}

}  // namespace bizrec::builder
