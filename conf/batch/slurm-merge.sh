#!/bin/bash
#SBATCH --job-name=bizrec-merge
#SBATCH --cpus-per-task=2
#SBATCH --mem=4G
# The index from all runs in RUNS: submit it with --dependency=afterok:JOB of slurm-shard.sh or slurm-part.sh.
# A run that is missing, doubled or of another split is refused, so RUNS must hold the runs of one split alone.
set -euo pipefail
exec lmdb_builder merge --force --threads "${SLURM_CPUS_PER_TASK:-1}" --memory "${MEMORY:-2G}" -o "$1" "$RUNS"/*.run
