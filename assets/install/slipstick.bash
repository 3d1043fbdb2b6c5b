# SPDX-License-Identifier: MIT
# Completion of slipstick for bash. What there is to complete is asked of the program itself: `slipstick help`, `list`, `describe`.

# __slipstick_words PROGRAM WHAT [ARGUMENT]: words of one kind, one per line.
__slipstick_words() {
    case $2 in
        commands) "$1" help | sed -n 's/^  slipstick \([a-z][a-z]*\).*/\1/p' ;;
        globals) "$1" help | sed -n 's/^  \(--[a-z][a-z-]*\).*/\1/p'; printf '%s\n' --help --version ;;
        scenarios) "$1" list | awk '{ print $1 }' ;;
        lessons) "$1" lesson | sed -n 's/^\([a-z][a-z0-9-]*\) .*/\1/p' ;;
        laws) "$1" law list | awk '{ print $1 }' ;;
        figures) "$1" reproduce | awk '{ print $1 }' ;;
        solvers) "$1" help solve | sed -n '/^Solvers:/,$s/^  \([a-z][a-z-]*\) .*/\1/p'; echo all ;;
        benchmarks) "$1" help bench | sed -n 's/^  \([a-z][a-z-]*\) .*/\1/p' ;;
        formulas) "$1" help eval | sed -n 's/^  \([a-z][a-z-]*\)  .*/\1/p' ;;
        # of a command, two words for those of `law`
        options) __slipstick_help "$1" "$3" | sed -n 's/^  \(--*[a-z][a-z-]*\).*/\1/p' ;;
        # what an option takes: the word behind it in the help
        argument) __slipstick_help "$1" "$3" | sed -n "s/^  $4 \([^ ][^ ]*\)  .*/\1/p" ;;
        # of a scenario: Parameters, Presets or Measures
        Parameters | Presets | Measures)
            "$1" describe "$3" | awk -v section="$2" '
                $1 == section { inside = 1; next }
                /^$/ { inside = 0 }
                inside && $1 != "key" { print $1 }' ;;
    esac 2> /dev/null
}

__slipstick_help() {
    case $2 in
        law\ *) "$1" law "${2#law }" --help ;;
        *) "$1" help "$2" ;;
    esac
}

_slipstick() {
    local program=${COMP_WORDS[0]} current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local command= scenario= word argument= words= files=false nospace=false i
    local commands=$'\n'$(__slipstick_words "$program" commands)$'\n' scenarios=$'\n'$(__slipstick_words "$program" scenarios)$'\n'
    COMPREPLY=()
    for ((i = 1; i < COMP_CWORD; ++i)); do
        word=${COMP_WORDS[i]}
        if [[ -z $command && $commands == *$'\n'"$word"$'\n'* ]]; then
            command=$word
        elif [[ $command == law && $word != -* ]]; then
            command="law $word"
        elif [[ -z $scenario && $scenarios == *$'\n'"$word"$'\n'* ]]; then
            scenario=$word command=${command:-gui}
        fi
    done
    if [[ $previous == -* ]]; then
        argument=$(__slipstick_words "$program" argument "${command:-gui}" "$previous")
        [[ $previous != --plugin ]] || argument=FILE
    fi

    if [[ -n $argument ]]; then
        case $previous in
            --set | --free | --each | --vary)
                words=$(__slipstick_words "$program" Parameters "$scenario" | sed 's/$/=/') nospace=true ;;
            --preset) words=$(__slipstick_words "$program" Presets "$scenario") ;;
            --measure) words=$(__slipstick_words "$program" Measures "$scenario") ;;
            --sensitivity) words=$(__slipstick_words "$program" Parameters "$scenario") ;;
            --law) words=$(__slipstick_words "$program" laws) files=true ;;
            --lesson) words=$(__slipstick_words "$program" lessons) files=true ;;
            --solver) words=$(__slipstick_words "$program" solvers) ;;
            *)
                case $argument in
                    *FILE* | *DIR*) files=true ;;
                    [a-z]*\|*) words=${argument//|/ } ;; # de|en
                    [a-z]*) words=$argument ;;
                esac ;;
        esac
    elif [[ $current == -* ]]; then
        words=$(__slipstick_words "$program" options "${command:-gui}")
        [[ -n $command ]] || words+=" $(__slipstick_words "$program" globals)"
    else
        case $command in
            '') words="$commands $scenarios" files=true ;;
            gui | run | shot | film) words=$scenarios files=true ;;
            describe | sweep | fit) words=$scenarios ;;
            help) words=$(__slipstick_words "$program" commands) ;;
            law) words="check show export list" ;;
            law\ *) words=$(__slipstick_words "$program" laws) files=true ;;
            lesson) words=$(__slipstick_words "$program" lessons) files=true ;;
            reproduce) words=$(__slipstick_words "$program" figures) ;;
            bench) words=$(__slipstick_words "$program" benchmarks) ;;
            eval) words=$(__slipstick_words "$program" formulas) ;;
            *) files=true ;;
        esac
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current"; ! $files || compgen -f -- "$current")
    if $files; then compopt -o filenames; fi 2> /dev/null
    if $nospace; then compopt -o nospace; fi 2> /dev/null
}
complete -F _slipstick slipstick
