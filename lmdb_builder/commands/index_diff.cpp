#include "lmdb_builder/commands/index_diff.hpp"

#include <algorithm>
#include <utility>

#include "lmdb_builder/commands/id_order.hpp"
#include "lmdb_builder/import/source_object.hpp"

namespace bizrec::builder {
namespace {

using Members = std::vector<std::pair<std::string_view, std::string_view>>;

/// Names with their values as they are written, sorted.
Members sorted_members(const SourceObject& object) {
    Members members;
    for (const SourceMember& member : object.members()) {
        members.emplace_back(member.name, member.raw);
    }
    std::sort(members.begin(), members.end());
    return members;
}

Error damaged(const store::Generation& index, std::uint32_t docid) {
    return Error{index.path() + ": the record " + id_text(index.uuid[docid]) + " is damaged"};
}

class Comparison {
public:
    Comparison(const store::Generation& old_index, const store::Generation& new_index,
               const std::function<void(const RecordChange&)>& each)
        : old_(&old_index), new_(&new_index), each_(&each) {}

    Result<IndexDifference> run() {
        const std::vector<std::uint32_t> olds = docids_by_id(*old_);
        const std::vector<std::uint32_t> news = docids_by_id(*new_);
        auto o = olds.begin();
        auto n = news.begin();
        while (o != olds.end() || n != news.end()) {
            if (n == news.end() || (o != olds.end() && old_->uuid[*o] < new_->uuid[*n])) {
                tell(RecordChange::Kind::removed, old_->uuid[*o++], difference_.removed);
            } else if (o == olds.end() || new_->uuid[*n] < old_->uuid[*o]) {
                tell(RecordChange::Kind::added, new_->uuid[*n++], difference_.added);
            } else if (const Status compared = compare(*o++, *n++); !compared) {
                return compared.error();
            }
        }
        return std::move(difference_);
    }

private:
    void tell(RecordChange::Kind kind, const format::Uuid& id, std::uint64_t& count,
              std::vector<std::string> fields = {}) {
        ++count;
        (*each_)({kind, id_text(id), std::move(fields)});
    }

    Status compare(std::uint32_t old_docid, std::uint32_t new_docid) {
        if (!read_record_json(*old_, old_docid, old_json_)) {
            return damaged(*old_, old_docid);
        }
        if (!read_record_json(*new_, new_docid, new_json_)) {
            return damaged(*new_, new_docid);
        }
        if (old_json_ == new_json_) {
            ++difference_.unchanged;
            return ok();
        }
        std::vector<std::string> fields = changed_fields(old_json_, new_json_);
        for (const std::string& field : fields) {
            difference_.fields.add(field);
        }
        tell(RecordChange::Kind::changed, old_->uuid[old_docid], difference_.changed, std::move(fields));
        return ok();
    }

    const store::Generation* old_;
    const store::Generation* new_;
    const std::function<void(const RecordChange&)>* each_;
    IndexDifference difference_;
    std::string old_json_, new_json_;
};

}  // namespace

std::vector<std::string> changed_fields(std::string_view old_json, std::string_view new_json) {
    SourceParser parsers[2];
    SourceObject objects[2];
    RejectReason ignored;
    if (!parsers[0].parse(old_json, objects[0], ignored) || !parsers[1].parse(new_json, objects[1], ignored)) {
        return {};
    }
    const Members olds = sorted_members(objects[0]);
    const Members news = sorted_members(objects[1]);
    Members differing;
    std::set_symmetric_difference(olds.begin(), olds.end(), news.begin(), news.end(), std::back_inserter(differing));
    std::vector<std::string> fields;
    for (const auto& [name, value] : differing) {
        if (fields.empty() || fields.back() != name) {  // equal names stand side by side
            fields.emplace_back(name);
        }
    }
    return fields;
}

Result<IndexDifference> compare_indexes(const store::Generation& old_index, const store::Generation& new_index,
                                        const std::function<void(const RecordChange&)>& each) {
    return Comparison(old_index, new_index, each).run();
}

}  // namespace bizrec::builder
