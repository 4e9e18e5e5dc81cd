#include "fair_queue.hpp"

#include <algorithm>

namespace bizrec::ngx {
namespace {

constexpr std::int64_t max_debt = std::int64_t{1} << 60;

/// If the queue knows more teams than this, the debt of a team is forgotten as soon as the team is idle. There may be
/// many teams, because an address counts as one, and each take() looks at every line.
constexpr std::size_t max_lines = 1024;

}  // namespace

bool FairQueue::add(Item& item, Team team, std::size_t max_waiting, std::uint64_t now_ms) {
    const auto [place, is_new] = lines_.try_emplace(team);
    Line& line = place->second;
    if (is_new) {
        line.credit = round_;
        line.turn = ++turns_;
    }
    note_visit(team, now_ms);
    if (line.length >= max_waiting) {
        forget_if_idle(team);
        return false;
    }
    item.team_ = team;
    append(line, item);
    return true;
}

FairQueue::Item* FairQueue::take() noexcept {
    Line* const line = next_line();
    if (line == nullptr) {
        return nullptr;
    }
    Item& item = *line->first;
    unlink(*line, item);
    ++line->at_work;
    ++at_work_;
    line->credit -= round_;  // in advance, so that another thread takes an item of another team
    line->turn = ++turns_;
    return &item;
}

void FairQueue::put_back(Item& item, std::uint64_t steps) noexcept {
    append(charge_line(item, steps), item);
}

void FairQueue::finish(Item& item, std::uint64_t steps) noexcept {
    charge_line(item, steps);
    forget_if_idle(item.team_);
}

bool FairQueue::remove(Item& item) noexcept {
    if (!item.waits_) {
        return false;
    }
    unlink(lines_.find(item.team_)->second, item);
    forget_if_idle(item.team_);
    return true;
}

FairQueue::Item* FairQueue::make_room(Team team) noexcept {
    const auto own = lines_.find(team);
    const Line* longest = nullptr;
    std::size_t length = own == lines_.end() ? 0 : own->second.length;
    for (const auto& [other, line] : lines_) {
        if (line.length > length) {
            longest = &line;
            length = line.length;
        }
    }
    if (longest == nullptr) {
        return nullptr;
    }
    Item* const newest = longest->last;
    remove(*newest);
    return newest;
}

void FairQueue::enter_thread() noexcept {
    max_threads_ = std::max(max_threads_, ++threads_);
}

bool FairQueue::may_begin(const Line& line) const noexcept {
    const bool is_shared = has_other_ && visited_ms_ - other_visited_ms_ < shared_for_ms;
    return line.first != nullptr && (!is_shared || max_threads_ < 2 || line.at_work < max_threads_ - 1);
}

FairQueue::Line* FairQueue::next_line() noexcept {
    for (;;) {
        Line* next = nullptr;
        bool has_any = false;
        Credit highest = -max_debt;
        for (auto& [team, line] : lines_) {
            if (!may_begin(line)) {
                continue;
            }
            has_any = true;
            highest = std::max(highest, line.credit);
            if (line.credit > 0 && (next == nullptr || line.turn < next->turn)) {
                next = &line;
            }
        }
        if (next != nullptr || !has_any) {
            return next;
        }
        add_rounds(1 - highest / round_);  // as many rounds in one step as the best team needs: highest is 0 or below
    }
}

void FairQueue::add_rounds(Credit rounds) noexcept {
    for (auto at = lines_.begin(); at != lines_.end();) {
        Line& line = at->second;
        line.credit = std::min(round_, line.credit + rounds * round_);
        const bool is_idle = line.first == nullptr && line.at_work == 0;
        at = is_idle && line.credit == round_ ? lines_.erase(at) : std::next(at);
    }
}

void FairQueue::append(Line& line, Item& item) noexcept {
    item.previous_ = line.last;
    item.next_ = nullptr;
    item.waits_ = true;
    (line.last == nullptr ? line.first : line.last->next_) = &item;
    line.last = &item;
    ++line.length;
    ++waiting_;
}

void FairQueue::unlink(Line& line, Item& item) noexcept {
    (item.previous_ == nullptr ? line.first : item.previous_->next_) = item.next_;
    (item.next_ == nullptr ? line.last : item.next_->previous_) = item.previous_;
    item.waits_ = false;
    --line.length;
    --waiting_;
}

FairQueue::Line& FairQueue::charge_line(const Item& item, std::uint64_t steps) noexcept {
    Line& line = lines_.find(item.team_)->second;
    --line.at_work;
    --at_work_;
    const auto paid = static_cast<Credit>(std::min(steps, static_cast<std::uint64_t>(max_debt / 2)));
    line.credit = std::max(std::min(round_, line.credit + round_ - paid), -max_debt);
    return line;
}

void FairQueue::note_visit(Team team, std::uint64_t now_ms) noexcept {
    if (has_visitor_ && team != visitor_) {
        has_other_ = true;
        other_visited_ms_ = visited_ms_;
    }
    has_visitor_ = true;
    visitor_ = team;
    visited_ms_ = now_ms;
}

void FairQueue::forget_if_idle(Team team) noexcept {
    if (waiting_ == 0 && at_work_ == 0) {
        lines_.clear();
        return;
    }
    const auto at = lines_.find(team);
    const Line& line = at->second;
    if (line.first == nullptr && line.at_work == 0 && (line.credit == round_ || lines_.size() > max_lines)) {
        lines_.erase(at);
    }
}

}  // namespace bizrec::ngx
