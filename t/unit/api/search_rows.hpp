#pragma once

#include <gtest/gtest.h>
#include <simdjson.h>

#include <set>
#include <string>
#include <vector>

#include "bizrec/api/answer.hpp"

namespace bizrec::api {

/// A search answer as a client reads it.
struct ReadRow {
    std::string id, place_id, cursor;  ///< cursor: the JSON of it, to be sent back
    double score = 0;
    bool operator==(const ReadRow& other) const {
        return id == other.id && place_id == other.place_id && cursor == other.cursor && score == other.score;
    }
};

struct ReadAnswer {
    std::vector<ReadRow> rows;
    std::int64_t total = -1;  ///< -1: a raw array came

    std::set<std::string> ids() const {
        std::set<std::string> all;
        for (const ReadRow& row : rows) {
            all.insert(row.id);
        }
        return all;
    }
};

/// Fails the test where the answer is not what docs/api.md promises.
ReadAnswer read_answer(const Answer& answer);

}  // namespace bizrec::api
