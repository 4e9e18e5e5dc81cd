#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"
#include "lmdb_builder/input/line_reader.hpp"

namespace bizrec::builder {

/// Some lines of one input, in its order, so that another thread can parse them.
class LineBatch {
public:
    /// After each text, this many more bytes can be read, because a vectorised parser reads past the end of a text.
    static constexpr std::size_t padding_bytes = 64;

    enum class Fault : std::uint8_t { none, too_long, cut_off, damaged };
    struct Line {
        std::uint64_t number = 0;  ///< in its input, from 1
        std::size_t offset = 0, length = 0;
        Fault fault = Fault::none;  ///< if not `none`, the line has no text()
    };

    const std::vector<Line>& lines() const noexcept { return lines_; }
    std::string_view text(const Line& line) const noexcept { return {bytes_.data() + line.offset, line.length}; }

    std::size_t input() const noexcept { return input_; }                ///< index of the input, from 0
    const std::string& failure() const noexcept { return failure_; }     ///< the reason of cut_off and damaged
    std::uint64_t consumed_bytes() const noexcept { return consumed_; }  ///< bytes read of all inputs so far

private:
    friend class LineBatchReader;

    std::string bytes_, failure_;
    std::vector<Line> lines_;
    std::size_t input_ = 0;
    std::uint64_t consumed_ = 0;
};

/// Reads inputs one after the other into batches. If a packed input is truncated or damaged, an entry with that fault
/// follows its last complete line, and the next input comes next.
class LineBatchReader {
public:
    /// A batch ends when its input ends, or as soon as its text and its table of lines together have `batch_bytes`
    /// bytes.
    LineBatchReader(std::vector<std::string> inputs, std::size_t batch_bytes);

    /// Reads the next batch. Returns false after the last one. Fails if an input cannot be opened or read.
    Result<bool> next(LineBatch& batch);

private:
    Result<bool> fill(LineBatch& batch);
    void end_input(LineBatch& batch);

    std::vector<std::string> inputs_;
    std::size_t batch_bytes_;
    std::unique_ptr<LineReader> reader_;
    std::size_t input_ = 0;       // index of the current input, or of the next one to open
    std::uint64_t consumed_ = 0;  // bytes of the finished inputs
};

}  // namespace bizrec::builder
