#include "bizrec/api/change_walk.hpp"

#include <algorithm>

#include "bizrec/postings/work.hpp"
#include "bizrec/store/suppressed_field.hpp"

namespace bizrec::api {
namespace {

constexpr std::uint64_t page_work = 512;             // steps for reading a page from the file and hashing it
constexpr std::uint32_t max_entries_passed = 10000;  // entries skipped for one page, because the request excludes them

}  // namespace

ChangeWalk::Step ChangeWalk::fail(const Error& error) {
    error_ = error;
    return Step::failed;
}

/// Charges the budget for the pages read since the last call. Returns false if the budget is used up.
bool ChangeWalk::count_pages() {
    const std::uint64_t before = pages_;
    pages_ = file_.pages_read();
    return budget_.take(WorkKind::look_up, (pages_ - before) * page_work);
}

ChangeWalk::Step ChangeWalk::begin() {
    if (!filter_.begin(budget_)) {
        return Step::stopped;
    }
    const std::uint64_t used = budget_.used();
    pause_at_ = used + (max_steps_ - std::min(used, max_steps_)) / 2;  // leaves the other half for rows
    return begin_entries();
}

/// Goes to the first entry after the cursor: of the file, the list of suppressions and the requested ids.
ChangeWalk::Step ChangeWalk::begin_entries() {
    if (const store::Suppression* const suppression = generation_.suppression()) {
        const std::vector<format::Uuid>& gone = suppression->gone_ids();
        gone_end_ = gone.data() + gone.size();
        gone_ = query_.behind ? std::upper_bound(gone.data(), gone_end_, *query_.behind) : gone.data();
    }
    if (!query_.ids.empty()) {
        id_ =
            query_.behind ? std::upper_bound(query_.ids.begin(), query_.ids.end(), *query_.behind) : query_.ids.begin();
        return Step::row;
    }
    if (query_.behind) {
        if (auto found = file_.seek(*query_.behind, true); !found) {
            return fail(found.error());
        }
    }
    return count_pages() ? Step::row : Step::stopped;
}

ChangeWalk::Step ChangeWalk::next(ChangeRow& row) {
    for (;;) {
        const Step step = query_.ids.empty() ? next_of_all(row) : next_of_ids(row);
        if (step != Step::row) {
            return step;
        }
        if (!budget_.take(WorkKind::look_up, filter_.reads_index() ? search::key_work : 1)) {
            return Step::stopped;
        }
        if (filter_.passes(row)) {
            return Step::row;
        }
        if (++passed_ == max_entries_passed || budget_.used() >= pause_at_) {
            return Step::pause;
        }
    }
}

/// Sets `row` to the next change in the order of ids, before any filter. Merges the entries of the file with the
/// records that the list of suppressions hides.
ChangeWalk::Step ChangeWalk::next_of_all(ChangeRow& row) {
    if (!has_entry_ && !is_at_end_) {
        const auto read = file_.next(entry_);
        if (!read) {
            return fail(read.error());
        }
        has_entry_ = read.value();
        is_at_end_ = !read.value();
        if (!count_pages()) {
            return Step::stopped;
        }
    }
    if (gone_ != gone_end_ && (!has_entry_ || *gone_ < entry_.id)) {
        row.id = *gone_++;
        row.is_suppressed = true;
        return Step::row;
    }
    if (!has_entry_) {
        return Step::end;
    }
    gone_ += gone_ != gone_end_ && *gone_ == entry_.id ? 1 : 0;
    has_entry_ = false;
    return take_entry(entry_, row);
}

ChangeWalk::Step ChangeWalk::next_of_ids(ChangeRow& row) {
    for (; id_ != query_.ids.end(); ++id_) {
        store::ChangeEntry entry;
        const auto found = file_.seek(*id_, false);
        const auto read = found ? file_.next(entry) : Result<bool>(found.error());
        if (!read) {
            return fail(read.error());
        }
        if (!count_pages()) {
            return Step::stopped;
        }
        if (read.value() && entry.id == *id_) {
            ++id_;
            return take_entry(entry, row);
        }
        if (gone_ != gone_end_ && std::binary_search(gone_, gone_end_, *id_)) {
            row.id = *id_++;
            row.is_suppressed = true;
            return Step::row;
        }
    }
    return Step::end;
}

ChangeWalk::Step ChangeWalk::take_entry(const store::ChangeEntry& entry, ChangeRow& row) {
    const store::Suppression* const suppression = generation_.suppression();
    row.id = entry.id;
    row.kind = entry.kind;
    row.is_suppressed = suppression != nullptr && suppression->list().has_whole(entry.id);
    row.pointers.clear();
    row.is_hidden = false;
    if (row.is_suppressed || row.kind != format::ChangeKind::changed) {
        return Step::row;
    }
    if (auto read = file_.read_pointers(entry, row.pointers); !read) {
        return fail(read.error());
    }
    if (suppression != nullptr) {
        row.is_hidden = !store::remove_suppressed(suppression->list(), entry.id, generation_.name(), row.pointers);
    }
    return count_pages() ? Step::row : Step::stopped;
}

}  // namespace bizrec::api
