# SPDX-License-Identifier: MIT
# Completion of slipstick for fish. What there is to complete is asked of the program itself: `slipstick help`, `list`, `describe`.

function __slipstick_help
    switch $argv[1]
        case 'law *'
            slipstick law (string replace 'law ' '' -- $argv[1]) --help 2>/dev/null
        case '*'
            slipstick help $argv[1] 2>/dev/null
    end
end

# Rows of a help text "  --option ARGUMENT   description" as "--option<tab>description".
function __slipstick_rows
    awk '/^  --?[a-z]/ { name = $1; sub( /^  [^ ]+( [^ ]+)?  +/, "" ); print name "\t" $0 }'
end

# __slipstick_list WHAT [ARGUMENT]: lines "word<tab>description" of one kind.
function __slipstick_list
    switch $argv[1]
        case commands
            # the summary of a long line stands on the next one
            slipstick help 2>/dev/null | awk '
                function summary( text ) { return sub( /^.*  +/, "", text ) ? text : "" }
                /^  slipstick [a-z]/ { name = $2; text = substr( $0, 3 ); if ( text ~ /  / ) { print name "\t" summary( text ); name = "" }; next }
                name != "" { print name "\t" summary( $0 ); name = "" }'
        case globals
            slipstick help 2>/dev/null | __slipstick_rows
            printf '%s\t%s\n' --help 'show all commands' --version 'print the version'
        case scenarios
            slipstick list 2>/dev/null | string replace -r '^(\S+)\s+(.*?)(?:\s\s\s.*)?$' '$1\t$2'
        case laws
            slipstick law list 2>/dev/null | string replace -r '^(\S+)\s+(.*)' '$1\t$2'
        case figures
            slipstick reproduce 2>/dev/null | string replace -r '^(\S+)\s+(.*)' '$1\t$2'
        case lessons
            slipstick lesson 2>/dev/null | string match -r '^[a-z].*' | string replace -r '^(\S+)\s+(.*)' '$1\t$2'
        case solvers
            __slipstick_help solve | awk '/^Solvers:/ { inside = 1 } inside && /^  [a-z]/ { name = $1; sub( /^  [^ ]+ +/, "" ); print name "\t" $0 }'
            printf '%s\t%s\n' all 'every one'
        case benchmarks
            __slipstick_help bench | string match -r '^  [a-z].*' | string replace -r '^  (\S+)\s+(.*)' '$1\t$2'
        case formulas
            __slipstick_help eval | string match -r '^  [a-z][a-z-]*  .*' | string replace -r '^  (\S+)\s+(.*)' '$1\t$2'
        case options
            __slipstick_help $argv[2] | __slipstick_rows
        case argument
            __slipstick_help $argv[2] | string replace -rf "^  $argv[3] (\S+)  .*" '$1'
        case Parameters Presets Measures
            slipstick describe $argv[2] 2>/dev/null | awk -v section=$argv[1] '
                $1 == section { inside = 1; next }
                /^$/ { inside = 0 }
                inside && $1 != "key" { print $1 }'
    end
end

# Everything that can stand where the cursor is.
function __slipstick_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l previous $words[-1]
    set -l command ''
    set -l scenario ''
    set -l commands (__slipstick_list commands)
    set -l scenarios (__slipstick_list scenarios)
    for word in $words[2..-1]
        if test -z "$command"; and string match -q -- $word\t'*' $commands
            set command $word
        else if test "$command" = law; and not string match -q -- '-*' $word
            set command "law $word"
        else if test -z "$scenario"; and string match -q -- $word\t'*' $scenarios
            set scenario $word
            test -n "$command"; or set command gui
        end
    end
    set -l known $command
    test -n "$known"; or set known gui

    set -l argument
    if string match -q -- '-*' $previous
        set argument (__slipstick_list argument $known $previous)
        test "$previous" = --plugin; and set argument FILE
    end
    if test -n "$argument"
        switch $previous
            case --set --free --each --vary
                __slipstick_list Parameters $scenario | string replace -r '$' '='
            case --sensitivity
                __slipstick_list Parameters $scenario
            case --preset
                __slipstick_list Presets $scenario
            case --measure
                __slipstick_list Measures $scenario
            case --law
                __slipstick_list laws
                __fish_complete_path $current
            case --lesson
                __slipstick_list lessons
                __fish_complete_path $current
            case --solver
                __slipstick_list solvers
            case '*'
                if string match -q '*FILE*' -- $argument; or string match -q '*DIR*' -- $argument
                    __fish_complete_path $current
                else if string match -qr '^[a-z]' -- $argument
                    string split '|' -- $argument
                end
        end
        return
    end
    if string match -q -- '-*' $current
        __slipstick_list options $known
        test -n "$command"; or __slipstick_list globals
        return
    end
    switch $command
        case ''
            printf '%s\n' $commands $scenarios
            __fish_complete_path $current
        case gui run shot film
            printf '%s\n' $scenarios
            __fish_complete_path $current
        case describe sweep fit
            printf '%s\n' $scenarios
        case help
            printf '%s\n' $commands
        case law
            printf '%s\n' check\t'checks a law' show\t'draws a law' export\t'prints a law in C' list\t'lists the shipped laws'
        case 'law *'
            __slipstick_list laws
            __fish_complete_path $current
        case lesson
            __slipstick_list lessons
            __fish_complete_path $current
        case reproduce
            __slipstick_list figures
        case bench
            __slipstick_list benchmarks
        case eval
            __slipstick_list formulas
        case '*'
            __fish_complete_path $current
    end
end

complete -c slipstick -f -a '(__slipstick_complete)'
