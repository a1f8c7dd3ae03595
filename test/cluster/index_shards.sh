#!/usr/bin/env bash
# index_shards.sh - a Slurm job array that indexes a tree: each task one shard
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# sbatch --array=1-N index_shards.sh TREE OUT N: task K writes OUT/shard-K.blx. Index files appear whole or not at all, so
# that the same line again makes what is missing, and brings what is there up to date. N is an argument as the array of a
# rerun may be shorter (--array=3,7). Then: bitleap index --merge -o all.blx OUT/shard-*.blx
#SBATCH --job-name=bitleap-index
#SBATCH --cpus-per-task=1
set -eu

tree=$1 shard=$2/shard-$SLURM_ARRAY_TASK_ID.blx
bitleap=${BITLEAP:-bitleap}
if [ -e "$shard" ]; then
    exec "$bitleap" index --update --threads "$SLURM_CPUS_PER_TASK" "$shard"
fi
exec "$bitleap" index --shard "$SLURM_ARRAY_TASK_ID/$3" --threads "$SLURM_CPUS_PER_TASK" -o "$shard" "$tree"
