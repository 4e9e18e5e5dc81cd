#!/bin/bash
#SBATCH --job-name=bizrec-merge
#SBATCH --cpus-per-task=2
#SBATCH --mem=4G
# Merges all runs in RUNS into the index. Submit it with --dependency=afterok:JOB of slurm-shard.sh or slurm-part.sh.
# The merge refuses a missing or duplicate run, and a run of another split. So RUNS must have only the runs of one split.
set -euo pipefail
exec lmdb_builder merge --force --threads "${SLURM_CPUS_PER_TASK:-1}" --memory "${MEMORY:-2G}" -o "$1" "$RUNS"/*.run
