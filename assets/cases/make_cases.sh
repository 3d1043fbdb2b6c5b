#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes the contact logs of the four cases again, by our own engine with the fault built in:
#     assets/cases/make_cases.sh build/release/slipstick [FOLDER]
# The folder is that of this script, if it is not given. Rows are cut to what a doctor needs and to nine digits.
set -eu
slipstick=${1:-slipstick}
here=${2:-$(cd "$(dirname "$0")" && pwd)}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
log=$folder/log.csv

# keep NAME AWK: the rows that AWK lets through, with shorter numbers. Its columns are those of the log.
keep()
{
    awk -F, -v OFS=, -v CONVFMT=%.9g "NR > 1 { $2 } { for (i = 1; i <= NF; ++i) if (NR > 1 && \$i != \"\") \$i = sprintf(\"%.9g\", \$i); print }" \
        "$log" >"$here/$1.csv"
}

# A gripper squeezes with twenty times the force that is needed; friction is smooth, as under a soft cone.
"$slipstick" run gripper --preset creeps --until 3 --every 0.05 --contacts "$log" >/dev/null
keep creeping-gripper ''

# Fingertips of 0.9 and a box of 0.1: the user takes the geometric mean, 0.3, and the engine the larger one.
"$slipstick" run gripper --set mu=0.9 --set patch_radius=0 --set squeeze=3.5 --until 0.2 --every 0.002 \
    --contacts "$log" >/dev/null
keep force-outside-cone '$24 = 0.3'

# A block slides under the convex relaxation of Coulomb's law.
"$slipstick" run dilatancy-twins --preset block --until 0.1 --contacts "$log" >/dev/null
keep lift-while-sliding 'if ($4 != 2) next'

# A ball of 0.4 m: the user gives 0.05 for a length, and the engine multiplies it by the radius.
"$slipstick" run rolling-sphere --preset fig3a --set mu_r=0.02 --set radius=0.4 --set u0=2 --set omega0=5 \
    --until 2 --every 0.02 --contacts "$log" >/dev/null
keep rolling-number '$25 = 0.05'
