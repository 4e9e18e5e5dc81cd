#pragma once

#include "lmdb_builder/system/failure.hpp"

/// Why a file could not be fetched. The next step of a pull depends on the cause.
namespace bizrec::builder {

/// The source did not send the file, or not all of it. The received bytes stay, and a later pull resumes after them.
class SourceFailure : public BuildFailure {
public:
    using BuildFailure::BuildFailure;
};

/// The source answered that it lacks the file or refuses to send it. Bytes that were received before are removed.
/// Another way to fetch the generation may work.
class NotGiven : public SourceFailure {
public:
    using SourceFailure::SourceFailure;
};

/// The source sent other bytes than the publisher signed: all received bytes are useless.
class WrongBytes : public BuildFailure {
public:
    using BuildFailure::BuildFailure;
};

}  // namespace bizrec::builder
