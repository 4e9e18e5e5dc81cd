#!/bin/bash
# Usage: parallel.sh SHARDS RUNS INDEX INPUT...
# One index from SHARDS runs, built by GNU parallel on this machine: each job reads all inputs and keeps its share of the
# ids, with one thread (THREADS for more). RUNS is a folder for the runs. Options of parallel, such as -j2 (jobs at once)
# or -S build1,build2 (machines that see the same folders), come by the environment: PARALLEL='-j2'.
set -euo pipefail
shards=$1 runs=$2 index=$3
shift 3

parallel --quote --halt now,fail=1 \
    lmdb_builder build --force --quiet --threads "${THREADS:-1}" --memory "${MEMORY:-512M}" \
    --shard "{}/$shards" -o "$runs/{}.run" -- "$@" \
    ::: $(seq "$shards")
mapfile -t files < <(seq -f "$runs/%g.run" "$shards")
exec lmdb_builder merge --force --memory "${MEMORY:-512M}" -o "$index" "${files[@]}"
