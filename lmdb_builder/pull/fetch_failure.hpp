#pragma once

#include "lmdb_builder/system/failure.hpp"

/// Why something could not be fetched: what a pull does next depends on whose fault it is.
namespace bizrec::builder {

/// The source did not give it, or not all of it; what has come stays, and a later pull goes on there.
class SourceFailure : public BuildFailure {
public:
    using BuildFailure::BuildFailure;
};

/// The source answered that it has no such file, or will not give it: another way may lead on.
class NotGiven : public SourceFailure {
public:
    using SourceFailure::SourceFailure;
};

/// What the source gave is not what the publisher signed: nothing of it is of use.
class WrongBytes : public BuildFailure {
public:
    using BuildFailure::BuildFailure;
};

}  // namespace bizrec::builder
