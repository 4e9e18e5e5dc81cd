#include "lmdb_builder/publish/carried_names.hpp"

#include <gtest/gtest.h>

namespace bizrec::builder {
namespace {

const std::string older(16, 'a'), newer(16, '9');

TEST(CarriedNamesTest, WhateverFollowsAGeneration) {
    for (const char* const suffix : {".mdb", ".mdb.zst", ".json", ".report.json", ".anything", "."}) {
        EXPECT_EQ(generations_in_name(older + suffix), Generations{older}) << suffix;
        EXPECT_EQ(generations_in_name("." + older + suffix), Generations{older}) << suffix;
        EXPECT_EQ(generations_in_name(older + '-' + newer + suffix), (Generations{older, newer})) << suffix;
    }
}

TEST(CarriedNamesTest, OtherNamesCarryNone) {
    for (const std::string& name :
         {std::string(), std::string("."), std::string("current"), std::string("7.suppressed"), older, older + "mdb",
          older + older + ".mdb", older + "-x.delta", older + '-' + newer, older + '-' + newer + '-' + newer + ".delta",
          "x" + older + ".mdb", std::string(16, 'A') + ".mdb", std::string(15, 'a') + ".mdb",
          std::string(16, 'g') + ".mdb"}) {
        EXPECT_EQ(generations_in_name(name), Generations()) << name;
    }
}

}  // namespace
}  // namespace bizrec::builder
