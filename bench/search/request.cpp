#include "bench/search/request.hpp"
#include "bizrec/place/distance.hpp"
#include "bizrec/place/position.hpp"

#include <charconv>
#include <cstdio>
#include <fstream>
#include <string_view>

namespace bizrec::bench {
namespace {

constexpr std::string_view place_kinds[] = {"none", "country", "city", "postal", "circle"};

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    for (;;) {
        const std::size_t end = text.find(separator);
        parts.emplace_back(text.substr(0, end));
        if (end == std::string_view::npos) {
            return parts;
        }
        text.remove_prefix(end + 1);
    }
}

std::string place_text(const Request& request) {
    const search::LocationFilter& at = request.location;
    switch (request.place) {
        case Request::Place::none:
            return "-";
        case Request::Place::country:
            return at.country;
        case Request::Place::city:
            return at.country + "|" + at.state + "|" + at.city;
        case Request::Place::postal_code:
            return at.country + "|" + at.postal_codes.front();
        case Request::Place::circle:
            return at.country + "\t" + degrees(at.centre.latitude) + "\t" + degrees(at.centre.longitude) + "\t" +
                   std::to_string(static_cast<int>(at.radius_metres));
    }
    return "";
}

template <class Number>
bool parse(const std::string& text, Number& out) {
    return std::from_chars(text.data(), text.data() + text.size(), out).ptr == text.data() + text.size();
}

bool parse_circle(const std::vector<std::string>& fields, search::LocationFilter& out) {
    double latitude = 0;
    double longitude = 0;
    if (fields.size() != 10 || !parse(fields[7], latitude) || !parse(fields[8], longitude) ||
        !parse(fields[9], out.radius_metres)) {
        return false;
    }
    out.has_circle = true;
    const auto centre = place::make_position(latitude, longitude);
    out.centre = centre.value_or(place::Position());
    return centre.has_value();
}

bool parse_place(const std::vector<std::string>& fields, Request& out) {
    for (std::size_t kind = 0; kind < std::size(place_kinds); ++kind) {
        if (fields[5] == place_kinds[kind]) {
            out.place = static_cast<Request::Place>(kind);
        }
    }
    const auto parts = split(fields[6], '|');
    out.location.country = parts[0];
    switch (out.place) {
        case Request::Place::none:
        case Request::Place::country:
            return parts.size() == 1;
        case Request::Place::city:
            out.location.state = parts.size() == 3 ? parts[1] : "";
            out.location.city = parts.back();
            return parts.size() == 3;
        case Request::Place::postal_code:
            out.location.postal_codes = {parts.back()};
            return parts.size() == 2;
        case Request::Place::circle:
            return parse_circle(fields, out.location);
    }
    return false;
}

bool parse_line(const std::string& line, Request& out) {
    const auto fields = split(line, '\t');
    if (fields.size() < 7) {
        return false;
    }
    out.class_name = fields[0];
    out.any_word = fields[3] == "or";
    out.words = split(fields[4], ' ');
    return parse(fields[1], out.limit) && parse(fields[2], out.pages) && parse_place(fields, out);
}

}  // namespace

std::string text_of(const Request& request) {
    std::string out;
    for (const auto& word : request.words) {
        out.append(out.empty() ? "" : " ").append(word);
    }
    return out;
}

std::string degrees(std::int32_t units) {
    char text[32];
    std::snprintf(text, sizeof text, "%.7f", units / 1e7);
    return text;
}

Status write_requests(const std::string& path, const std::vector<Request>& requests) {
    std::ofstream file(path, std::ios::binary);
    for (const auto& request : requests) {
        file << request.class_name << '\t' << request.limit << '\t' << request.pages << '\t'
             << (request.any_word ? "or" : "and") << '\t' << text_of(request) << '\t'
             << place_kinds[static_cast<std::size_t>(request.place)] << '\t' << place_text(request) << '\n';
    }
    file.close();
    return file ? ok() : Error{path + ": cannot write"};
}

Result<std::vector<Request>> read_requests(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        return Error{path + ": cannot open the file"};
    }
    std::vector<Request> out;
    for (std::string line; std::getline(file, line);) {
        Request request;
        if (!parse_line(line, request)) {
            return Error{path + ":" + std::to_string(out.size() + 1) + ": not a line of a queries file"};
        }
        out.push_back(std::move(request));
    }
    return out;
}

}  // namespace bizrec::bench
