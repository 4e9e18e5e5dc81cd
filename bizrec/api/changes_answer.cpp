#include "bizrec/api/changes_answer.hpp"

#include <utility>

#include "bizrec/api/header_text.hpp"
#include "bizrec/api/row_work.hpp"
#include "bizrec/base/ascii.hpp"
#include "bizrec/base/json_text.hpp"
#include "bizrec/postings/work.hpp"

namespace bizrec::api {
namespace {

constexpr std::size_t end_bytes = 128;  // room for the text after the last row, with the cursor

/// The folder of the served index, which also has the files of changes. The server opens an index by its path without
/// symbolic links, so `index_path` leads to that folder.
std::string folder_of(const std::string& index_path) {
    const std::size_t slash = index_path.rfind('/');
    return slash == std::string::npos ? "." : index_path.substr(0, slash);
}

/// Whether the arguments are "since=" and the served generation, and nothing else. Most requests are such polls, so
/// they are told apart before the arguments are read.
bool is_poll(const EndpointRequest& request) noexcept {
    constexpr std::string_view since = "since=";
    const std::string_view arguments = request.arguments;
    return arguments.size() == since.size() + request.generation->name().size() && starts_with(arguments, since) &&
           arguments.substr(since.size()) == request.generation->name();
}

void append_begin(const std::string& since, const std::string& until, std::string& body) {
    body.append("{\"since\":\"").append(since).append("\",\"until\":\"").append(until).append("\",\"data\":[");
}

constexpr std::string_view end_of_last_page = R"(],"cursor":null,"more":false})";

}  // namespace

ChangesEndpoint::ChangesEndpoint(std::shared_ptr<ChangesParsers> parsers) : parsers_(std::move(parsers)) {
    restart(answer_);
}

bool ChangesEndpoint::start(const EndpointRequest& request) noexcept {
    try {
        restart(answer_);
        answer_.trouble.clear();
        request_ = request;
        budget_ = Budget(request.inline_steps);
        if (is_poll(request)) {
            write_no_changes(request.generation->name());
            return false;
        }
        BodyStore memory;
        return parse() && !make_page(memory) && may_go_on(request_, answer_, notes_);
    } catch (...) {
        fail(answer_);
        return false;
    }
}

bool ChangesEndpoint::run(const Cancellation& cancellation, BodyStore& store) noexcept {
    try {
        restart(answer_);
        begin_again(request_.max_steps, cancellation, reading_);
        if (!make_page(store)) {
            refuse_work(answer_, budget_, notes_);
        }
    } catch (...) {
        fail(answer_);
    }
    return false;
}

/// Writes the same bytes as make_page(), from a text that is made once for each generation.
void ChangesEndpoint::write_no_changes(const std::string& generation) {
    if (no_changes_of_ != generation) {
        no_changes_.clear();
        append_begin(generation, generation, no_changes_);
        no_changes_ += end_of_last_page;
        no_changes_of_ = generation;
    }
    answer_.body.append(no_changes_);
}

/// Reads the request into query_. Returns false if the request is refused: the answer is then the refusal.
bool ChangesEndpoint::parse() {
    budget_.take(WorkKind::parse, request_.arguments.size() / body_bytes_a_step);
    if (!parsers_->take()->parse(request_.arguments, *request_.generation, request_.strict, query_, notes_, error_,
                                 budget_)) {
        refuse(answer_, error_, notes_);
        return false;
    }
    reading_ = budget_;
    return true;
}

/// Writes the answer. Returns false if the budget is used up. Otherwise the answer is a complete page, or a refusal.
bool ChangesEndpoint::make_page(BodyStore& store) {
    const store::Generation& generation = *request_.generation;
    if (query_.until.empty()) {
        query_.until = generation.name();
    }
    append_begin(query_.since, query_.until, answer_.body);
    const std::string folder = folder_of(generation.path());
    if (query_.since == query_.until &&
        (query_.until == generation.name() || store::keeps_generation(folder, query_.since))) {
        write_end(false, store);
        return true;
    }
    const auto file =
        store::ChangesFile::open(store::changes_path(folder, query_.since, query_.until), query_.since, query_.until);
    if (!file) {
        refuse_damaged(file.error());
        return true;
    }
    if (file.value() == nullptr) {
        refuse_unknown_generation(folder);
        return true;
    }
    return write_rows(*file.value(), store);
}

/// Writes the rows of the page. Returns false if the budget is used up, like make_page().
bool ChangesEndpoint::write_rows(store::ChangesFile& file, BodyStore& store) {
    ChangeWalk walk(*request_.generation, query_, file, budget_, request_.max_steps);
    ChangeWalk::Step step = walk.begin();
    bool is_full = false;
    while (step == ChangeWalk::Step::row && !is_full) {
        step = walk.next(row_);
        if (step == ChangeWalk::Step::row) {
            const Written written = answer_.total == query_.limit ? Written::page_is_full : write_row(row_, store);
            if (written == Written::stopped || written == Written::refused) {
                return written == Written::refused;
            }
            is_full = written == Written::page_is_full;
        }
    }
    if (step == ChangeWalk::Step::stopped) {
        return false;
    }
    if (step == ChangeWalk::Step::failed) {
        refuse_damaged(walk.error());
        return true;
    }
    if (step == ChangeWalk::Step::pause) {
        last_ = row_.id;
    }
    write_end(is_full || step == ChangeWalk::Step::pause, store);
    return true;
}

ChangesEndpoint::Written ChangesEndpoint::write_row(const ChangeRow& row, BodyStore& store) {
    const bool is_gone = row.is_suppressed || row.kind == format::ChangeKind::removed;
    row_text_ = answer_.total == 0 ? "{\"id\":\"" : ",{\"id\":\"";
    row_text_.resize(row_text_.size() + format::uuid_characters);
    format::write_uuid(row.id, row_text_.data() + row_text_.size() - format::uuid_characters);
    row_text_.append("\",\"kind\":\"").append(row.is_suppressed ? "suppressed" : format::word_of(row.kind)) += '"';
    if (!is_gone && row.kind == format::ChangeKind::changed) {
        std::string_view separator = ",\"fields\":[";
        for (const std::string& pointer : row.pointers) {
            row_text_ += std::exchange(separator, ",");
            append_json_string(row_text_, pointer);
        }
        row_text_ += row.pointers.empty() ? ",\"fields\":[]" : "]";
    }
    const std::uint64_t rows_before = answer_.rows;
    const Written written = !is_gone && query_.has_content ? write_content(row, store) : Written::row;
    if (written != Written::row) {
        return written;
    }
    row_text_ += '}';
    if (!take_row(budget_, row_text_.size())) {
        return Written::stopped;
    }
    if (store.bytes() + answer_.body.size() + row_text_.size() + end_bytes > request_.answer_limit) {
        answer_.rows = rows_before;
        if (answer_.total > 0) {
            return Written::page_is_full;
        }
        refuse_large(answer_, request_.answer_limit, 1, notes_);
        return Written::refused;
    }
    answer_.body += row_text_;
    store.offer(answer_.body);
    last_ = row.id;
    ++answer_.total;
    return Written::row;
}

/// Appends the record of the served generation, which is `until` unless a newer one is served. A record that was
/// removed since has no content.
ChangesEndpoint::Written ChangesEndpoint::write_content(const ChangeRow& row, BodyStore& store) {
    const store::Generation& generation = *request_.generation;
    if (!budget_.take(WorkKind::look_up, search::key_work)) {
        return Written::stopped;
    }
    const std::uint32_t docid = generation.find_id(row.id);
    if (docid == format::no_docid) {
        if (query_.until != generation.name()) {
            return Written::row;
        }
        refuse_damaged({store::changes_path(folder_of(generation.path()), query_.since, query_.until) +
                        ": lists records that the index does not hold: remove it, and publish with --changes again"});
        return Written::refused;
    }
    const format::ContentRow content = generation.content_row(docid);
    if (answer_.total > 0 && store.bytes() + answer_.body.size() + row_text_.size() + content.record_bytes + end_bytes >
                                 request_.answer_limit) {
        return Written::page_is_full;  // checked before memory is allocated for the record
    }
    record_.clear();
    if (!generation.append_row_head(content, record_) || record_.size() < format::row_content_offset) {
        fail(answer_);
        return Written::refused;
    }
    row_text_.append(",\"content\":").append(record_, format::row_content_offset);
    ++answer_.rows;
    return Written::row;
}

void ChangesEndpoint::write_end(bool more, BodyStore& store) {
    if (more) {
        answer_.body.append("],\"cursor\":\"").append(changes_cursor(query_.until, last_)).append("\",\"more\":true}");
    } else {
        answer_.body += end_of_last_page;
    }
    store.offer(answer_.body);
    join_header_names(notes_.ignored_fields, answer_.ignored_fields);
}

void ChangesEndpoint::refuse_unknown_generation(const std::string& folder) {
    const std::string& served = request_.generation->name();
    if (query_.until == served && store::may_get_changes(folder, query_.since)) {
        restart(answer_);
        refuse(answer_,
               {503,
                "index_unavailable",
                "the changes to generation " + served + " are being written; please retry shortly",
                {}},
               notes_);
        return;
    }
    std::string oldest = store::oldest_with_changes(folder, served);
    if (oldest.empty()) {
        oldest = served;
    }
    restart(answer_);
    refuse(answer_,
           {410, "generation_gone",
            "since: the changes from generation " + query_.since + " to " + query_.until +
                " are not kept here; the oldest generation whose changes are is " + oldest +
                "; fetch all records anew, and go on from " + served,
            "since", "\"oldest\":\"" + oldest + "\",\"newest\":\"" + served + '"'},
           notes_);
}

void ChangesEndpoint::refuse_damaged(const Error& error) {
    restart(answer_);
    answer_.trouble = error.message;
    refuse(answer_, {503, "index_unavailable", "the changes are not available at the moment; please retry shortly", {}},
           notes_);
}

}  // namespace bizrec::api
