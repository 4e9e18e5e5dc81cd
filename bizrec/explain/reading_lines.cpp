#include "bizrec/explain/reading_lines.hpp"

#include <cmath>
#include <cstdio>

namespace bizrec::search {

namespace {

std::string with_one_digit(double number) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", number);
    return text;
}

std::string words_of(const Lattice& lattice, const Edge& edge) {
    std::string words;
    for (std::uint32_t i = 0; i < edge.words; ++i) {
        words.append(i == 0 ? "" : " ").append(lattice.word(lattice.edge_word(edge, i)).text);
    }
    return words;
}

std::string tell_step(const Lattice& lattice, const Interpretation::Step& step) {
    std::string text = '"' + std::string(lattice.text(step.token, step.token + step.edge.tokens)) + "\" ";
    text += told(step.edge.source);
    if (step.edge.source != EdgeSource::typed && step.edge.words != 0) {
        text += " \"" + words_of(lattice, step.edge) + '"';
    }
    return text + (step.edge.cost > 0 ? " (-" + with_one_digit(step.edge.cost) + ")" : "");
}

std::string tell_reading(const Lattice& lattice, const Interpretation& reading) {
    std::string text;
    for (const Interpretation::Step& step : reading.path) {
        text.append(text.empty() ? "" : ", ").append(tell_step(lattice, step));
    }
    return text + ": about " + std::to_string(std::llround(reading.documents)) + " records, score " +
           with_one_digit(reading.score);
}

}  // namespace

std::string reading_text(const SearchResult& result) {
    std::string text = names_of(result.reading).told;
    if (result.in_place && result.reading != Reading::in_place) {
        text += ", inside a place";
    }
    return text;
}

std::vector<std::string> decoding_lines(const QueryDecoder& decoder) {
    std::vector<std::string> lines;
    if (decoder.best().is_found()) {
        lines.push_back("likeliest: " + tell_reading(decoder.lattice(), decoder.best()));
    }
    if (decoder.next().is_found()) {
        lines.push_back("next: " + tell_reading(decoder.lattice(), decoder.next()));
    }
    lines.push_back("nothing of it: score " + with_one_digit(decoder.null_score()) +
                    (decoder.is_above_null() ? "" : ", which is likelier than any reading"));
    if (decoder.is_spent()) {
        lines.emplace_back("a better reading may have cost too much to look for");
    }
    return lines;
}

}  // namespace bizrec::search
