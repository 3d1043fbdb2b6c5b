#!/bin/bash
# SPDX-License-Identifier: MIT
# assets/make_pictures.sh PROGRAM: draws the pictures of the finder (assets/finder/SCENARIO.PRESET.png, scene.NAME.png of a
# built scene), each eight seconds after it was chosen (scenes: three), and those of the README. Needs ImageMagick, which shrinks them.
set -euo pipefail
program=$(realpath -- "${1:?usage: assets/make_pictures.sh PROGRAM}")
cd -- "$(dirname -- "${BASH_SOURCE[0]}")"
picture=$(mktemp --suffix .png)
trap 'rm -f "$picture"' EXIT

# The preset of each scenario for the README; the first one elsewhere.
declare -A shown=([gravel-pile]=heap [rolling-cylinder]=fig5-bistable [rolling-sphere]=fig3b
    [tribometer]=fig24)

mkdir -p finder
for scene in scenes/*.json; do
    name=$(basename -- "$scene" .json)
    "$program" shot "$scene" --after 3 --bare --size 720x600 -o "$picture"
    convert "$picture" -gravity center -crop 3:2 +repage -resize "168x112!" +dither -colors 96 "png8:finder/scene.$name.png"
done
for scenario in $("$program" list --json | grep -o '"id": *"[^"]*"' | cut -d'"' -f4); do
    presets=$("$program" describe "$scenario" | awk '/^Presets/ { on = 1; next } /^$/ { on = 0 } on { print $1 }')
    set -- $presets
    "$program" shot "$scenario" --preset "${shown[$scenario]:-$1}" --after 8 --size 1920x1080 -o "$picture"
    convert "$picture" +dither -colors 192 -define png:compression-level=9 "png8:$scenario.png"
    for preset in $presets; do
        [ "$preset" != tiny ] || continue
        "$program" shot "$scenario" --preset "$preset" --twin none --after 8 --bare --size 720x600 -o "$picture"
        convert "$picture" -gravity center -crop 3:2 +repage -resize "168x112!" +dither -colors 96 "png8:finder/$scenario.$preset.png"
    done
done
