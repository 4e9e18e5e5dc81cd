#!/bin/sh
# Usage: built_in_rules.sh RULES.txt... > built_in_rules.cpp
# For both builds of the engine: the one by CMake, and the one in nginx's build (`config`).
set -eu
template=$(dirname "$0")/built_in_rules.cpp.in

sed '/@RULE_FILES@/,$d' "$template"
for file; do
    printf '    {"%s", R"rules(' "$(basename "$file" .txt)"
    cat "$file"
    printf ')rules"},\n'
done
sed '1,/@RULE_FILES@/d' "$template"
