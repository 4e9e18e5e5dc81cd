#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// In which order generations were published: what "the one before" means. Kept as a list and not taken from the
/// files' times, which a copy, a restored backup or a clock that jumps would change.
///
/// The list is [oldest … newest], and `current` is a place in it. Publishing appends; rolling back moves `current`
/// towards the oldest and leaves the list alone. So a rollback after a rollback goes further back, never to what was
/// just left, and there is no instant at which list and link contradict each other.
namespace bizrec::builder {

using Generations = std::vector<std::string>;

/// One generation a line. Other lines are passed over; of one that is there twice the last place counts.
Generations parse_history(std::string_view text);
std::string history_text(const Generations& generations);

/// The generations that are `present`, in the order of `history`; those that it does not know come first, by name.
Generations order_of(const Generations& history, Generations present);

/// The list once `published` is current after `current` (empty: none). Generations behind `current` were rolled back
/// from: they become the oldest, so that a later rollback does not meet them.
Generations after_publishing(const Generations& order, const std::string& current, const std::string& published);

/// The generation before `current`; the newest where `current` is not in the list; empty where there is none.
std::string generation_before(const Generations& order, const std::string& current);

/// What goes where the newest `keep` stay: never `current`, never the one before it.
Generations beyond(const Generations& order, const std::string& current, std::size_t keep);

}  // namespace bizrec::builder
