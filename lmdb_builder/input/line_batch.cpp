#include "lmdb_builder/input/line_batch.hpp"

#include <utility>

namespace bizrec::builder {
namespace {

/// Removes the file's name from "file: what", because the caller adds the name itself.
std::string without_name(const std::string& message, const std::string& name) {
    const std::string prefix = (name == "-" ? "standard input" : name) + ": ";
    return message.compare(0, prefix.size(), prefix) == 0 ? message.substr(prefix.size()) : message;
}

}  // namespace

LineBatchReader::LineBatchReader(std::vector<std::string> inputs, std::size_t batch_bytes)
    : inputs_(std::move(inputs)), batch_bytes_(batch_bytes) {}

Result<bool> LineBatchReader::next(LineBatch& batch) {
    batch.bytes_.clear();
    batch.lines_.clear();
    batch.failure_.clear();
    while (batch.lines_.empty()) {
        if (reader_ == nullptr) {
            if (input_ == inputs_.size()) {
                return false;
            }
            auto opened = LineReader::open(inputs_[input_]);
            if (!opened) {
                return opened.error();
            }
            reader_ = std::move(opened).value();
        }
        batch.input_ = input_;
        const auto filled = fill(batch);
        if (!filled) {
            return filled.error();
        }
    }
    batch.bytes_.append(LineBatch::padding_bytes, '\0');
    return true;
}

/// Reads until the batch is full or the input ends.
Result<bool> LineBatchReader::fill(LineBatch& batch) {
    using Fault = LineBatch::Fault;
    while (batch.bytes_.size() + batch.lines_.size() * sizeof(LineBatch::Line) < batch_bytes_) {
        std::string_view text;
        const LineReader::Next next = reader_->next(text);
        if (next == LineReader::Next::failed && reader_->fault() == InputFault::unreadable) {
            return reader_->error();
        }
        if (next == LineReader::Next::failed) {
            const Fault fault = reader_->fault() == InputFault::cut_off ? Fault::cut_off : Fault::damaged;
            batch.failure_ = without_name(reader_->error().message, inputs_[input_]);
            batch.lines_.push_back({reader_->line_number() + 1, 0, 0, fault});
        }
        if (next == LineReader::Next::failed || next == LineReader::Next::end) {
            end_input(batch);
            return true;
        }
        const Fault fault = next == LineReader::Next::line ? Fault::none : Fault::too_long;
        batch.lines_.push_back({reader_->line_number(), batch.bytes_.size(), text.size(), fault});
        if (fault == Fault::none) {
            batch.bytes_.append(text).push_back('\n');  // separates each text from the next
        }
    }
    batch.consumed_ = consumed_ + reader_->compressed_bytes();
    return true;
}

void LineBatchReader::end_input(LineBatch& batch) {
    consumed_ += reader_->compressed_bytes();
    batch.consumed_ = consumed_;
    reader_.reset();
    ++input_;
}

}  // namespace bizrec::builder
