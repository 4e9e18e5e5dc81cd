#pragma once

#include <gtest/gtest.h>
#include <simdjson.h>

#include <set>
#include <string>
#include <vector>

#include "bizrec/api/answer.hpp"

namespace bizrec::api {

/// A row of a search answer as a client reads it.
struct ReadRow {
    std::string id, place_id, cursor;  ///< cursor: as JSON text, for the next request
    double score = 0;
    bool operator==(const ReadRow& other) const {
        return id == other.id && place_id == other.place_id && cursor == other.cursor && score == other.score;
    }
};

struct ReadAnswer {
    std::vector<ReadRow> rows;
    std::int64_t total = -1;  ///< -1: the answer was a plain array

    std::set<std::string> ids() const {
        std::set<std::string> all;
        for (const ReadRow& row : rows) {
            all.insert(row.id);
        }
        return all;
    }
};

/// Fails the test if the answer breaks a promise of docs/api.md.
ReadAnswer read_answer(const Answer& answer);

}  // namespace bizrec::api
