#include "lmdb_builder/deltas/record_changes.hpp"

#include <algorithm>
#include <utility>

#include "bizrec/base/sort_unique.hpp"
#include "lmdb_builder/deltas/delta_layout.hpp"
#include "lmdb_builder/deltas/index_records.hpp"
#include "lmdb_builder/import/source_object.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t max_depth = 8;

class Walk {
public:
    Walk(const store::Generation& before, const store::Generation& after,
         const std::function<void(const ChangedPair&)>& each)
        : before_(&before), after_(&after), each_(&each) {}

    Result<std::uint64_t> run() {
        const std::vector<std::uint32_t> olds = docids_by_id(*before_);
        const std::vector<std::uint32_t> news = docids_by_id(*after_);
        auto o = olds.begin();
        auto n = news.begin();
        while (o != olds.end() || n != news.end()) {
            Status told = ok();
            if (n == news.end() || (o != olds.end() && before_->uuid[*o] < after_->uuid[*n])) {
                told = tell_removed(*o++);
            } else if (o == olds.end() || after_->uuid[*n] < before_->uuid[*o]) {
                told = tell_added(*n++);
            } else {
                told = compare(*o++, *n++);
            }
            if (!told) {
                return told.error();
            }
        }
        return alike_;
    }

private:
    Status tell_removed(std::uint32_t docid) {
        if (!read_record_json(*before_, docid, old_json_)) {
            return damaged_record(*before_, docid);
        }
        (*each_)({ChangeKind::removed, before_->uuid[docid], old_json_, {}});
        return ok();
    }

    Status tell_added(std::uint32_t docid) {
        if (!read_record_json(*after_, docid, new_json_)) {
            return damaged_record(*after_, docid);
        }
        (*each_)({ChangeKind::added, after_->uuid[docid], {}, new_json_});
        return ok();
    }

    Status compare(std::uint32_t old_docid, std::uint32_t new_docid) {
        if (!read_record_json(*before_, old_docid, old_json_)) {
            return damaged_record(*before_, old_docid);
        }
        if (!read_record_json(*after_, new_docid, new_json_)) {
            return damaged_record(*after_, new_docid);
        }
        if (old_json_ == new_json_) {
            ++alike_;
        } else {
            (*each_)({ChangeKind::changed, before_->uuid[old_docid], old_json_, new_json_});
        }
        return ok();
    }

    const store::Generation* before_;
    const store::Generation* after_;
    const std::function<void(const ChangedPair&)>* each_;
    std::uint64_t alike_ = 0;
    std::string old_json_, new_json_;
};

using Members = std::vector<const SourceMember*>;

Members sorted_members(const SourceObject& object) {
    Members members;
    for (const SourceMember& member : object.members()) {
        members.push_back(&member);
    }
    std::sort(members.begin(), members.end(), [](const SourceMember* a, const SourceMember* b) {
        return std::pair(a->name, a->raw) < std::pair(b->name, b->raw);
    });
    return members;
}

std::string below(const std::string& pointer, std::string_view name) {
    std::string text = pointer + '/';
    for (const char c : name) {
        if (c == '~' || c == '/') {
            text += c == '~' ? "~0" : "~1";
        } else {
            text += c;
        }
    }
    return text;
}

class PointerList {
public:
    explicit PointerList(std::size_t depth) : depth_(depth) {}

    void compare(const SourceObject& before, const SourceObject& after, const std::string& pointer, std::size_t depth) {
        const Members olds = sorted_members(before);
        const Members news = sorted_members(after);
        auto o = olds.begin();
        auto n = news.begin();
        while (o != olds.end() || n != news.end()) {
            const std::string_view name =
                n == news.end() || (o != olds.end() && (*o)->name < (*n)->name) ? (*o)->name : (*n)->name;
            const auto other = [name](const SourceMember* member) { return member->name != name; };
            const auto old_end = std::find_if(o, olds.end(), other);
            const auto new_end = std::find_if(n, news.end(), other);
            if (!std::equal(o, old_end, n, new_end, [](auto* a, auto* b) { return a->raw == b->raw; })) {
                differ({o, old_end}, {n, new_end}, below(pointer, name), depth);
            }
            o = old_end;
            n = new_end;
        }
    }

    std::vector<std::string> take() {
        sort_unique(pointers_);
        return std::move(pointers_);
    }

private:
    /// Compares the old and new members of one name. An object may have several members of a name.
    void differ(const Members& olds, const Members& news, const std::string& pointer, std::size_t depth) {
        simdjson::dom::object before, after;
        if (depth < depth_ && olds.size() == 1 && news.size() == 1 &&
            olds.front()->value.get(before) == simdjson::SUCCESS &&
            news.front()->value.get(after) == simdjson::SUCCESS) {
            compare({before, olds.front()->raw}, {after, news.front()->raw}, pointer, depth + 1);
        } else {
            pointers_.push_back(pointer);
        }
    }

    std::size_t depth_;
    std::vector<std::string> pointers_;
};

}  // namespace

Result<std::uint64_t> walk_changes(const store::Generation& before, const store::Generation& after,
                                   const std::function<void(const ChangedPair&)>& each) {
    return Walk(before, after, each).run();
}

std::vector<std::string> changed_pointers(std::string_view before, std::string_view after) {
    SourceParser parsers[2];
    SourceObject objects[2];
    RejectReason ignored;
    if (!parsers[0].parse(before, objects[0], ignored) || !parsers[1].parse(after, objects[1], ignored)) {
        return {};
    }
    PointerList pointers(max_depth);
    pointers.compare(objects[0], objects[1], "", 1);
    std::vector<std::string> list = pointers.take();
    if (list.size() > delta::max_pointers) {
        PointerList top(1);
        top.compare(objects[0], objects[1], "", 1);
        list = top.take();
    }
    return list.size() > delta::max_pointers ? std::vector<std::string>{""} : list;
}

}  // namespace bizrec::builder
