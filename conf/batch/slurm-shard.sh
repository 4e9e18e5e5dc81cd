#!/bin/bash
#SBATCH --job-name=bizrec-shard
#SBATCH --cpus-per-task=1
#SBATCH --mem=2G
# Each task builds one run: it reads all inputs and keeps its share of the ids. RUNS is a folder that all machines see.
#
#   shards=$(sbatch --parsable --array=1-16 --export=ALL,RUNS=/shared/runs slurm-shard.sh /shared/dumps/*.jsonl.gz)
#   sbatch --dependency=afterok:$shards --export=ALL,RUNS=/shared/runs slurm-merge.sh /shared/index.mdb
set -euo pipefail
count=${COUNT:-$SLURM_ARRAY_TASK_COUNT}  # COUNT=16 sbatch --array=7 … repeats only one of 16
exec lmdb_builder build --force --threads "${SLURM_CPUS_PER_TASK:-1}" --memory "${MEMORY:-1G}" \
    -o "$RUNS/$SLURM_ARRAY_TASK_ID.run" --shard "$SLURM_ARRAY_TASK_ID/$count" -- "$@"
