#!/bin/bash
# Usage: parallel.sh SHARDS RUNS INDEX INPUT...
# Builds one index from SHARDS runs by GNU parallel on this machine. Each job reads all inputs and keeps its share of the
# ids, with one thread (THREADS for more). RUNS is a folder for the runs. Give options of parallel, such as -j2 (jobs at once)
# or -S build1,build2 (machines that see the same folders), in the environment: PARALLEL='-j2'.
set -euo pipefail
said=$(parallel --version < /dev/null 2> /dev/null || true)
if [[ $said != "GNU parallel"* ]]; then
    echo "parallel.sh: needs GNU parallel, and $(command -v parallel || echo "no parallel") is here; moreutils has another program of" \
        "that name: apt-get install parallel" >&2
    exit 1
fi
shards=$1 runs=$2 index=$3
shift 3

# Quotes the words for any POSIX shell.
quoted() {
    local word quote="'\\''"
    for word in "$@"; do
        printf "'%s' " "${word//\'/$quote}"
    done
}

# Each job is a complete command and no template: parallel would replace "{}" and similar text inside a path.
files=() jobs=()
for ((shard = 1; shard <= shards; ++shard)); do
    files+=("$runs/$shard.run")
    jobs+=("$(quoted lmdb_builder build --force --quiet --threads "${THREADS:-1}" --memory "${MEMORY:-512M}" \
        --shard "$shard/$shards" -o "$runs/$shard.run" -- "$@")")
done
printf '%s\0' "${jobs[@]}" | parallel --null --halt now,fail=1
exec lmdb_builder merge --force --memory "${MEMORY:-512M}" -o "$index" -- "${files[@]}"
