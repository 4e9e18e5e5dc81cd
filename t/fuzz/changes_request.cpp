// For every query string the answer to a request for changes is JSON: a page with at most 1000 rows in the order of
// their ids, or a refusal with its code and field.
#include <simdjson.h>
#include <unistd.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/api/changes_answer.hpp"
#include "bizrec/store/changes_file.hpp"
#include "lmdb_builder/deltas/changes_writer.hpp"
#include "t/fuzz/require.hpp"
#include "t/fuzz/tiny_index.hpp"

namespace {

using namespace bizrec;
using fuzz::require;

const std::string night_before(16, 'a');

/// The tiny index, and beside it the changes since the night before.
class ChangedIndex {
public:
    ChangedIndex() {
        auto opened = store::Generation::open(file_.path(), store::Generation::Check::hash);
        require(static_cast<bool>(opened));
        generation_ = std::move(opened).value();
        const std::string& path = generation_->path();
        changes_ = store::changes_path(path.substr(0, path.rfind('/')), night_before, generation_->name());
        builder::ChangesWriter writer(changes_, night_before, generation_->name());
        format::Uuid id{0xc0, 0, 0, 0, 0, 0, 0x40, 0, 0x80};
        for (unsigned char number = 0; number < 0x60; ++number) {
            id.back() = number;
            const bool has_record = generation_->find_id(id) != format::no_docid;
            const auto kind = has_record ? static_cast<format::ChangeKind>(number % 3) : format::ChangeKind::removed;
            writer.add(kind, id, {number % 2 == 0 ? "/city" : "/phone"});
        }
        writer.finish();
    }
    ~ChangedIndex() { unlink(changes_.c_str()); }
    ChangedIndex(const ChangedIndex&) = delete;
    ChangedIndex& operator=(const ChangedIndex&) = delete;

    const store::Generation& generation() const { return *generation_; }

private:
    fuzz::TinyIndexFile file_;
    std::shared_ptr<const store::Generation> generation_;
    std::string changes_;
};

void check_page(const simdjson::dom::element& page, const api::Answer& answer) {
    std::string_view last;
    std::uint64_t rows = 0;
    for (const simdjson::dom::element row : page["data"]) {
        const std::string_view id = row["id"];
        require(last < id);
        last = id;
        ++rows;
    }
    require(rows <= api::max_changes_limit && rows == answer.total && answer.rows <= rows);
    require(bool(page["more"]) != page["cursor"].is_null());
}

}  // namespace

/// Input: bits of the first byte say whether parsing is strict, and whether the query string begins with `since=` and
/// the served generation (2), or the one before (4). The query string follows.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const ChangedIndex index;
    static api::ChangesEndpoint endpoint;
    static simdjson::dom::parser parser;
    if (size == 0) {
        return 0;
    }
    const std::string since = (data[0] & 4) != 0 ? night_before : index.generation().name();
    std::string arguments((data[0] & 6) != 0 ? "since=" + since : "");
    arguments.append(reinterpret_cast<const char*>(data) + 1, size - 1);
    api::EndpointRequest request;
    request.generation = &index.generation();
    request.strict = (data[0] & 1) != 0;
    request.arguments = arguments;
    if (endpoint.start(request)) {
        endpoint.run();
    }
    const api::Answer& answer = endpoint.answer();
    simdjson::dom::element root;
    require(parser.parse(answer.body).get(root) == simdjson::SUCCESS);
    if (answer.status == 200) {
        check_page(root, answer);
        return 0;
    }
    require(answer.rows == 0 && (answer.status == 410 || answer.status == 422));
    require(std::string_view(root["code"]) == answer.error_code && !std::string_view(root["field"]).empty());
    return 0;
}
