#include "index_watch.hpp"

#include <algorithm>

#include "guard.hpp"

/// Handles a file that cannot be used: chooses its stand-in, and writes the log.
namespace bizrec::ngx {

StandInRules IndexWatch::stand_in_rules() const {
    const bool is_known = known_hash_result_.state == HashResult::State::right;
    std::string served;
    if (current_) {
        served = current_->name();
    } else if (!may_take_any_) {
        const bool is_held = served_ && served_->has_any();
        served = is_known ? known_.seal.generation() : is_held ? "of other workers" : "";
    }
    return {settings_.trust, std::move(served), unreadable_, is_unreadable_for_good_, skipped_};
}

/// Called when the candidate has proved unusable. Returns true, and looks for a usable generation of the folder, in
/// three cases: the candidate is the newest generation and made for another version; no generation serves and
/// may_take_any_ is set; or the candidate is itself a stand-in.
bool IndexWatch::look_for_stand_in(const Error& error, bool is_for_good) {
    if (unreadable_.empty() && !error.is_of_other_version && (current_ || !may_take_any_)) {
        return false;
    }
    if (unreadable_.empty()) {
        unreadable_ = error.message;
        is_unreadable_for_good_ = is_for_good;
    }
    skipped_.push_back(candidate_.path);
    look();
    return true;
}

/// Called when the candidate serves. Does nothing unless the candidate is a stand-in. Logs, once for the server, why
/// the newest generation cannot be used. If the reason holds for good, the newest file is not tried again until the
/// path names another one.
void IndexWatch::note_stand_in() {
    if (unreadable_.empty()) {
        return;
    }
    if (is_unreadable_for_good_) {
        refused_ = seen_;
    }
    remember_trouble(unreadable_, false);
    is_stand_in_ = true;
    if (hash_results_.is_first_to_say(path_ + unreadable_, seen_)) {
        ngx_log_error(NGX_LOG_ERR, ngx_cycle->log, 0, stand_in_format, path_.c_str(), unreadable_.c_str(),
                      current_->name().c_str(), "");
    }
}

void IndexWatch::refuse_wrong() {
    if (!look_for_stand_in(Error{hash_result_.reason}, true)) {
        refuse(hash_result_.reason, candidate_.identity, true);
    }
}

void IndexWatch::forget_refusals() noexcept {
    refused_.reset();
    last_refusal_ = {};
    trouble_ = {};
    is_stand_in_ = false;
}

/// Remembers for the status why the index is in trouble. Keeps the time at which the trouble began, even if its reason
/// changes. `is_of_candidate`: the reason is about the candidate, so the status names its generation.
void IndexWatch::remember_trouble(const std::string& reason, bool is_of_candidate) noexcept {
    trouble_.at_s = trouble_.reason.empty() ? ngx_time() : trouble_.at_s;
    trouble_.reason.set(reason);
    trouble_.generation = {};
    if (is_of_candidate) {
        guard("index", ngx_cycle->log, [this] { trouble_.generation.set(candidate_.seal.generation()); });
    }
}

/// Refuses a file. `is_final`: the file cannot become usable later, so it is not tried again.
void IndexWatch::refuse(const std::string& reason, const store::FileIdentity& about, bool is_final) {
    if (is_final) {
        refused_ = about;
    }
    // While the old generation serves, a new file may still be being copied to its place, which is nothing to log. A
    // reason that is not final is therefore logged only if it holds at two looks, or if no generation serves.
    const bool is_same_file = !current_ || last_refusal_.about == about;
    if (reason == last_refusal_.reason && is_same_file) {
        if (!last_refusal_.is_said) {
            say_refusal(reason, about);
        }
        return;
    }
    last_refusal_ = {reason, about, false};
    if (is_starting_ && !may_take_any_) {
        return;  // first see whether the other workers serve a usable file
    }
    if (is_final || !current_) {
        say_refusal(reason, about);
    }
}

void IndexWatch::say_refusal(const std::string& reason, const store::FileIdentity& about) {
    last_refusal_.is_said = true;
    remember_trouble(reason, about.inode != 0 && about == candidate_.identity);
    if (!current_) {
        ngx_log_error(NGX_LOG_ERR, ngx_cycle->log, 0,
                      "bizrec_index \"%s\": %s; requests are answered with 503 until the file is usable", path_.c_str(),
                      reason.c_str());
    } else if (hash_results_.is_first_to_say(path_ + reason, about)) {
        ngx_log_error(NGX_LOG_ERR, ngx_cycle->log, 0, "bizrec_index \"%s\": %s; generation %s goes on serving",
                      path_.c_str(), reason.c_str(), current_->name().c_str());
    }
}

void IndexWatch::describe(IndexReport& report) const noexcept {
    report.checked_s = checked_s_;
    report.is_stand_in = is_stand_in_;
    report.refused_reason = trouble_.reason;
    report.refused_generation = trouble_.generation;
    report.refused_s = trouble_.at_s;
    if (!current_) {
        return;
    }
    constexpr std::int64_t ns_of_second = 1'000'000'000;
    const auto open = std::count_if(before_.begin(), before_.end(), [](const auto& old) { return !old.expired(); });
    report.generation.set(current_->name());
    report.data_date.set(current_->meta().data_date);
    report.maps = static_cast<std::uint32_t>(open) + 1;
    report.records = current_->documents();
    report.bytes = current_->file().size;
    report.published_s = current_->file().changed_ns / ns_of_second;
    report.since_s = since_s_;
    report.suppression_list = suppressions_ ? suppressions_->number : 0;
    report.suppressions = suppressions_ ? suppressions_->entries.size() : 0;
    report.list_refused = list_trouble_;
}

}  // namespace bizrec::ngx
