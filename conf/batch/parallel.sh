#!/bin/bash
# Usage: parallel.sh SHARDS RUNS INDEX INPUT...
# One index from SHARDS runs, built by GNU parallel on this machine: each job reads all inputs and keeps its share of the
# ids, with one thread (THREADS for more). RUNS is a folder for the runs. Options of parallel, such as -j2 (jobs at once)
# or -S build1,build2 (machines that see the same folders), come by the environment: PARALLEL='-j2'.
set -euo pipefail
said=$(parallel --version < /dev/null 2> /dev/null || true)
if [[ $said != "GNU parallel"* ]]; then
    echo "parallel.sh: needs GNU parallel, and $(command -v parallel || echo "no parallel") is here; moreutils has another program of" \
        "that name: apt-get install parallel" >&2
    exit 1
fi
shards=$1 runs=$2 index=$3
shift 3

# The words in quotes that any POSIX shell takes off again.
quoted() {
    local word quote="'\\''"
    for word in "$@"; do
        printf "'%s' " "${word//\'/$quote}"
    done
}

# Each job is a whole command and no template: parallel would fill in "{}" and its kin wherever a path holds them.
files=() jobs=()
for ((shard = 1; shard <= shards; ++shard)); do
    files+=("$runs/$shard.run")
    jobs+=("$(quoted lmdb_builder build --force --quiet --threads "${THREADS:-1}" --memory "${MEMORY:-512M}" \
        --shard "$shard/$shards" -o "$runs/$shard.run" -- "$@")")
done
printf '%s\0' "${jobs[@]}" | parallel --null --halt now,fail=1
exec lmdb_builder merge --force --memory "${MEMORY:-512M}" -o "$index" -- "${files[@]}"
