#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/store/published_history.hpp"

/// In which order generations served: what "the one before" means. Kept as a list and not taken from the files' times,
/// which a copy, a restored backup or a clock that jumps would change.
///
/// The history is [oldest … newest], and `current` is a place in it. Publishing cuts it off behind `current` and
/// appends; rolling back moves `current` towards the oldest and leaves the history alone. So a rollback after a
/// rollback goes further back and never to what was left, and history and link contradict each other at no instant,
/// though they are two files: whichever of them a killed run has not changed yet, the one before `current` is one that
/// served before it.
namespace bizrec::builder {

using store::Generations;
using store::parse_history;

std::string history_text(const Generations& generations);

/// All generations that are `present`, oldest first: those that the history does not know (they were rolled back from)
/// by name, then those that it knows.
Generations order_of(const Generations& history, Generations present);

/// The history once `published` is current after `current` (empty: none). One that the history does not know, because
/// `rollback --to` named it or the file was lost, has served nevertheless: it comes behind all others.
Generations after_publishing(const Generations& history, const std::string& current, const std::string& published);

/// The generation before `current`; the newest where `current` is not in the history; empty where there is none.
std::string generation_before(const Generations& history, const std::string& current);

/// What goes where the newest `keep` of `order` stay: never `current`, never `before`.
Generations beyond(const Generations& order, const std::string& current, const std::string& before, std::size_t keep);

}  // namespace bizrec::builder
