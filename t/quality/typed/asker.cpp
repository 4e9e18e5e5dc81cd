#include "t/quality/typed/asker.hpp"

#include <algorithm>
#include <cstddef>
#include <ctime>
#include <stdexcept>

#include "bizrec/api/endpoint.hpp"
#include "bizrec/api/reading_header.hpp"
#include "bizrec/base/json_text.hpp"
#include "bizrec/format/uuid.hpp"
#include "lmdb_builder/stages/build_index.hpp"
#include "t/quality/metrics.hpp"

namespace bizrec::quality {

namespace {

/// CPU time of this thread, which barely changes with other load on the machine.
double thread_milliseconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

}  // namespace

Asker::Asker(const std::string& index, const Directory& directory) {
    auto generation = store::Generation::open(index, store::Generation::Check::seal);
    if (!generation) {
        throw std::runtime_error(generation.error().message);
    }
    generation_ = generation.value();
    std::string id(format::uuid_characters, '\0');
    for (std::uint32_t docid = 0; docid < generation_->documents(); ++docid) {
        format::write_uuid(generation_->uuid[docid], id.data());
        numbers_.push_back(directory.number_of(id));
    }
    if (std::count(numbers_.begin(), numbers_.end(), Directory::no_record) ==
        static_cast<std::ptrdiff_t>(numbers_.size())) {
        throw std::runtime_error(index + " is not of these records: it has none of them");
    }
}

Answered Asker::ask(const Asked& asked, bool reads) {
    if (!asked.body.empty()) {
        return ask(asked.body, reads);
    }
    std::string body = R"({"query":)";
    append_json_string(body, asked.query);
    body += '}';
    return ask(std::string_view(body), reads);
}

Answered Asker::ask(std::string_view body, bool reads) {
    Answered answered;
    api::RequestNotes notes;
    api::ApiError error;
    const double begin = thread_milliseconds();
    if (!parser_.parse(body, false, api::default_search_limit, *generation_, query_, notes, error)) {
        throw std::runtime_error(std::string(body) + ": " + error.message);
    }
    query_.limit = static_cast<std::uint32_t>(depth);
    search_.run(*generation_, query_, result_);
    answered.milliseconds = thread_milliseconds() - begin;
    answered.steps = result_.visited;
    for (const search::SearchRow& row : result_.rows) {
        if (numbers_[row.docid] != Directory::no_record) {
            answered.rows.push_back(numbers_[row.docid]);
        }
    }
    if (reads) {
        std::vector<std::string_view> words;
        search_.list_words(words);
        api::write_reading(result_, words, answered.reading);
    }
    return answered;
}

void build_index_of(const std::vector<std::string>& inputs, const std::string& index) {
    builder::BuildOptions options;
    options.inputs = inputs;
    options.output = index;
    options.overwrite = true;
    const auto summary = builder::build_index(options);
    if (!summary) {
        throw std::runtime_error(summary.error().message);
    }
}

}  // namespace bizrec::quality
