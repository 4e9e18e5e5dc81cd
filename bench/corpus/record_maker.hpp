#pragma once

#include <cstdint>
#include <string>

#include "bench/corpus/places.hpp"
#include "bench/corpus/trades.hpp"
#include "bench/corpus/vocabulary.hpp"
#include "bench/generator/object_writer.hpp"

namespace bizrec::generator {

/// Makes the records of a corpus one by one, in the shape of docs/records.md. A record depends only on the seed and its
/// number, so a corpus of a million is the beginning of one of ten million.
///
/// Three of ten records are stores of 100,000 chains whose sizes follow Zipf's law. The largest chain has 0.18 % of all
/// records: 17,600 of ten million. The other records are single businesses.
class RecordMaker {
public:
    RecordMaker(std::uint64_t seed, const Gazetteer& gazetteer);

    /// Appends record `number` as a line of JSON.
    void append(std::uint64_t number, std::string& out);

private:
    struct Business {
        const Trade* trade = nullptr;
        bool is_chain = false;
        std::string name, domain, brand_id;
        std::uint32_t stores = 1;
    };

    void make_chain(Random& random);
    void make_single(const Places::Spot& spot, Random& random);
    void write_identity(ObjectWriter& record, Random& random);
    void write_place(ObjectWriter& record, const Places::Spot& spot, Random& random);
    void write_trade(ObjectWriter& record, Random& random);
    void write_text(ObjectWriter& record, const Places::Spot& spot, Random& random);
    void write_opinions(ObjectWriter& record, Random& random);

    std::uint64_t seed_;
    Places places_;
    Vocabulary vocabulary_;
    Zipf chains_;
    Business business_;    // the current one; its memory is reused
    std::string scratch_;  // a text while it is made; its memory is reused
};

}  // namespace bizrec::generator
