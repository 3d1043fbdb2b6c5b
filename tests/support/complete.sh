#!/bin/bash
# SPDX-License-Identifier: MIT
# complete.sh SHELL WORDS...: what the completion in assets/install offers for the last word, one word per line. `slipstick` must
# be in the PATH. zsh completes in its editor alone: there, the words that it would offer are listed, and the beginning is cut.
set -euo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../../assets/install" && pwd)
shell=$1
shift
case $shell in
    bash)
        . "$here/slipstick.bash"
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _slipstick || true # compopt is for completion alone
        printf '%s\n' "${COMPREPLY[@]}"
        ;;
    fish)
        home=$(mktemp -d) # fish writes settings
        trap 'rm -rf "$home"' EXIT
        HOME=$home fish -c 'source $argv[1]/slipstick.fish; complete -C "$argv[2]"' "$here" "$*" | cut -f 1
        ;;
    zsh)
        list=(commands)
        case $#:${*: -1} in
            2:-*) list=(globals) ;;
            3:-*) list=(options "$2") ;;
            3:*) list=(scenarios) ;;
            5:*) list=(Presets "$3") ;;
        esac
        zsh -f -c 'compdef() { : }; source $1/_slipstick; shift; __slipstick_list slipstick $@' zsh "$here" "${list[@]}" |
            sed 's/:.*//' | awk -v start="${*: -1}" 'index( $0, start ) == 1'
        ;;
esac
