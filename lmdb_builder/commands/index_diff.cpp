#include "lmdb_builder/commands/index_diff.hpp"

#include <algorithm>
#include <utility>

#include "bizrec/format/uuid.hpp"
#include "lmdb_builder/import/source_object.hpp"

namespace bizrec::builder {
namespace {

using Members = std::vector<std::pair<std::string_view, std::string_view>>;

/// The members, sorted by name and then by the bytes of their values.
Members sorted_members(const SourceObject& object) {
    Members members;
    for (const SourceMember& member : object.members()) {
        members.emplace_back(member.name, member.raw);
    }
    std::sort(members.begin(), members.end());
    return members;
}

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
        if (fields.empty() || fields.back() != name) {  // equal names are adjacent
            fields.emplace_back(name);
        }
    }
    return fields;
}

Result<IndexDifference> compare_indexes(const store::Generation& old_index, const store::Generation& new_index,
                                        const std::function<void(const RecordChange&)>& each) {
    IndexDifference difference;
    const auto unchanged = walk_changes(old_index, new_index, [&](const ChangedPair& pair) {
        RecordChange change{pair.kind, format::uuid_text(pair.id), {}};
        if (pair.kind == ChangeKind::changed) {
            change.fields = changed_fields(pair.before, pair.after);
            for (const std::string& field : change.fields) {
                difference.fields.add(field);
            }
        }
        ++(pair.kind == ChangeKind::added     ? difference.added
           : pair.kind == ChangeKind::removed ? difference.removed
                                              : difference.changed);
        each(change);
    });
    if (!unchanged) {
        return unchanged.error();
    }
    difference.unchanged = unchanged.value();
    return difference;
}

}  // namespace bizrec::builder
