#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/store/published_history.hpp"

/// The order in which generations served; it defines "the generation before". Kept as a list instead of the files'
/// times, because a copy, a restored backup or a clock that jumps would change those.
///
/// The history is [oldest … newest], and `current` is a place in it. Publishing removes the entries after `current` and
/// appends the new one. Rolling back moves `current` towards the oldest and does not change the history. So a rollback
/// after a rollback goes further back, never to the generation that was rolled back from. History and link are two
/// files, but they never contradict each other: even if a run is killed after it changed only one of them,
/// generation_before() still gives a generation that served earlier than `current`.
namespace bizrec::builder {

using store::Generations;
using store::parse_history;

std::string history_text(const Generations& generations);

/// All generations that are `present`, oldest first. Those that are not in the history come first, sorted by name: for
/// example, generations that were rolled back from before the last publish. Those in the history follow in its order.
Generations order_of(const Generations& history, Generations present);

/// The history when `published` becomes current. `current`: the generation that was current before; "" if there was
/// none. If the history lacks `current` (`rollback --to` named it, or the file was lost), it is appended before
/// `published`, because it has served.
Generations after_publishing(const Generations& history, const std::string& current, const std::string& published);

/// The generation before `current`, or the newest if `current` is not in the history. Empty if there is none.
std::string generation_before(const Generations& history, const std::string& current);

/// The generations to remove so that the newest `keep` of `order` stay. Never contains `current` or `before`.
Generations beyond(const Generations& order, const std::string& current, const std::string& before, std::size_t keep);

}  // namespace bizrec::builder
