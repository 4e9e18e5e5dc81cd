#!/bin/bash
#SBATCH --job-name=bizrec-part
#SBATCH --cpus-per-task=1
#SBATCH --mem=2G
# Each task builds one run: the first from the 1st, (n+1)th, … input, the second from the 2nd, (n+2)th, …. So each file is read
# once. Use it for inputs of many files; their order must be the same for all tasks. RUNS is a folder that all machines see.
#
#   parts=$(sbatch --parsable --array=1-50 --export=ALL,RUNS=/shared/runs slurm-part.sh /shared/dumps/*.jsonl.gz)
#   sbatch --dependency=afterok:$parts --export=ALL,RUNS=/shared/runs slurm-merge.sh /shared/index.mdb
set -euo pipefail
count=${COUNT:-$SLURM_ARRAY_TASK_COUNT}  # COUNT=16 sbatch --array=7 … repeats only one of 16
inputs=("$@") lot=()
for ((i = SLURM_ARRAY_TASK_ID - 1; i < ${#inputs[@]}; i += count)); do
    lot+=("${inputs[i]}")
done
[ "${#lot[@]}" -gt 0 ] || { echo "task $SLURM_ARRAY_TASK_ID has no input: no more than --array=1-${#inputs[@]}" >&2; exit 2; }
exec lmdb_builder build --force --threads "${SLURM_CPUS_PER_TASK:-1}" --memory "${MEMORY:-1G}" \
    -o "$RUNS/$SLURM_ARRAY_TASK_ID.run" --part "$SLURM_ARRAY_TASK_ID/$count" -- "${lot[@]}"
