#include "lmdb_builder/publish/history.hpp"

#include <algorithm>

#include "bizrec/store/manifest.hpp"

namespace bizrec::builder {
namespace {

bool holds(const Generations& generations, const std::string& generation) {
    return std::find(generations.begin(), generations.end(), generation) != generations.end();
}

void drop(Generations& generations, const std::string& generation) {
    generations.erase(std::remove(generations.begin(), generations.end(), generation), generations.end());
}

}  // namespace

std::string history_text(const Generations& generations) {
    std::string text;
    for (const std::string& generation : generations) {
        text += generation + '\n';
    }
    return text;
}

Generations order_of(const Generations& history, Generations present) {
    std::sort(present.begin(), present.end());
    Generations order;
    std::copy_if(present.begin(), present.end(), std::back_inserter(order),
                 [&](const std::string& generation) { return !holds(history, generation); });
    std::copy_if(history.begin(), history.end(), std::back_inserter(order),
                 [&](const std::string& generation) { return holds(present, generation); });
    return order;
}

Generations after_publishing(const Generations& history, const std::string& current, const std::string& published) {
    if (current == published && holds(history, current)) {
        return history;
    }
    Generations served = history;
    const auto at = std::find(served.begin(), served.end(), current);
    if (at != served.end()) {
        served.erase(at + 1, served.end());
    } else if (!current.empty()) {
        served.push_back(current);
    }
    drop(served, published);
    served.push_back(published);
    return served;
}

std::string generation_before(const Generations& history, const std::string& current) {
    const auto at = std::find(history.begin(), history.end(), current);
    return at == history.begin() ? std::string() : *(at - 1);
}

Generations beyond(const Generations& order, const std::string& current, const std::string& before, std::size_t keep) {
    const std::size_t old = order.size() - std::min(order.size(), keep);
    Generations out;
    std::copy_if(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(old), std::back_inserter(out),
                 [&](const std::string& generation) { return generation != current && generation != before; });
    return out;
}

}  // namespace bizrec::builder
