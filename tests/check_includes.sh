#!/bin/bash
# SPDX-License-Identifier: MIT
# check_includes.sh [ROOT]: includes go down the list of rooms, never up. The table below is the plan of the house;
# engine/README.md and app/README.md explain it. "Uses" is transitive. Prints every include that breaks the plan and
# ends with status 1 if there is one.
set -euo pipefail
root=${1:-$(dirname -- "${BASH_SOURCE[0]}")/..}
cd -- "$root"

# room : rooms it uses : its public headers (engine only)
engine_rooms='
base         :                       : archive base csv elementary hdf5 layout parallel param rng solve_report vecmath
linalg       : base                  :
set          : linalg                : set set_params
cone         : linalg                : cone
law/text     : set                   : law_text
law          : law/text cone         : law law_check
draw         : law                   : chart draw
audit        : draw                  : audit condition question
collide      : base                  : shape shape_query
lcp          : linalg                : pyramid
problem      : law                   : problem
local        : problem               :
gauss_seidel : local                 :
solve        : gauss_seidel lcp      : plugin solver
world        : solve collide draw    : world world_query world_save
model        : law                   : lab/belt
log          : audit problem         : contact_log log_audit problem_view
why          : log solve             : why
sim          : world model log       : lab/scenario lab/build lab/build_place lab/change lab/scene lab/log_scenario lab/plugin lab/problem_scenario
fit          : sim                   : lab/fit lab/sensitivity
scenario     : sim                   :
all          : scenario audit fit why : slipstick advanced lab/lab
'
app_rooms='
base           :
gfx/list       : base
shows          : base
session/run    : gfx/list shows
session/driver : session/run
session/fit    : session/run
session/law    : session/run
session/lesson : session/run
session/live   : session/run
cli/bench      : session/driver session/fit session/law session/lesson session/live
cli/eval       : session/driver session/fit session/law session/lesson session/live
cli/reproduce  : session/driver session/fit session/law session/lesson session/live
cli            : cli/bench cli/eval cli/reproduce
gfx/render     : gfx/list
ui/core        : gfx/render session/driver session/fit session/law session/lesson session/live
ui/plot        : ui/core
ui/panel       : ui/plot
ui/lesson      : ui/panel
ui/frame       : ui/lesson
host           : ui/frame
web            : host cli
main           : host cli
'

# Private headers that others may include: those of the models, which scenarios show and the command line evaluates, the macros
# for rows of tables, and the writers of texts and JSON and the reader of CSV, of which there is one each. Programs that link
# the libraries have none of them.
# Who : folders and headers of engine/src. (Tests may include all.)
private_headers='
scenario      : model/ sim/rows.h draw/body_loads.h
app           : base/text_writer.h base/json_writer.h base/csv_reader.h base/arena.h base/find_row.h
session/lesson : law/text/formula.h
cli           : solve/policy_text.h
cli/bench     : model/ base/elementary_many.h collide/broad_phase.h gauss_seidel/gauss_seidel.h solve/policy_text.h
cli/eval      : model/ scenario/belt.h
cli/reproduce : model/
'

# Every include of a header of our own, as "file:line:#include ...".
includes() { git ls-files -co --exclude-standard -- "$@" | grep -E '\.(c|h|cpp)$' | xargs -r grep -Hn '^ *# *include "'; }

# judge NAME ROOMS: reads the includes from stdin and prints those that the rooms do not allow.
judge() {
    awk -v half="$1" -v rooms="$2" -v private="$private_headers" '
        function trim( text ) { gsub( /^ +| +$/, "", text ); return text }
        # the longest room that a path lies in; "" when it lies in none
        function room_of( path,    room, best ) {
            best = ""
            for ( room in known )
                if ( index( path, room "/" ) == 1 && length( room ) > length( best ) ) best = room
            return best
        }
        # whether a room may include this private header of the engine
        function lent( room, target,    k ) {
            for ( k = 1; k <= loans[room]; ++k )
                if ( index( target, loan[room, k] ) == 1 ) return 1
            return 0
        }
        function wrong( why ) { printf "%s:%s: %s: %s\n", file, line, why, text; bad = 1 }
        BEGIN {
            count = split( private, rows, "\n" )
            for ( i = 1; i <= count; ++i ) {
                if ( trim( rows[i] ) == "" ) continue
                split( rows[i], part, ":" )
                room = trim( part[1] )
                loans[room] = split( trim( part[2] ), below, " +" )
                for ( k = 1; k <= loans[room]; ++k ) loan[room, k] = below[k]
            }
            count = split( rooms, rows, "\n" )
            for ( i = 1; i <= count; ++i ) {
                if ( trim( rows[i] ) == "" ) continue
                split( rows[i], part, ":" )
                room = trim( part[1] )
                known[room] = 1
                may[room, room] = 1
                # rooms stand below those that use them, so that what they may use is complete already
                uses = split( trim( part[2] ), below, " +" )
                for ( k = 1; k <= uses; ++k ) {
                    if ( !( below[k] in known ) ) { printf "%s: %s uses %s, which is not below it\n", half, room, below[k]; bad = 1 }
                    for ( other in known ) if ( may[below[k], other] ) may[room, other] = 1
                }
                headers = split( trim( part[3] ), public, " +" )
                for ( k = 1; k <= headers; ++k ) owner[public[k]] = room
            }
        }
        {
            split( $0, field, ":" )
            file = field[1]; line = field[2]
            text = substr( $0, length( file ) + length( line ) + 3 )
            split( text, quoted, "\"" )
            target = quoted[2]
            if ( half == "engine" && file ~ /^engine\/include\// ) {
                name = file; sub( /^engine\/include\/slipstick\/(advanced\/)?/, "", name ); sub( /\.h$/, "", name )
                here = owner[name]
                if ( here == "" ) { wrong( "this public header belongs to no room" ); next }
            } else {
                path = file; sub( half == "engine" ? "^engine/src/" : "^app/", "", path )
                here = path == "main.c" ? "main" : room_of( path )
                if ( here == "" ) { wrong( "this file lies in no room" ); next }
            }
            if ( target ~ /^cimgui/ ) next # generated; which rooms may see it is checked below
            if ( target ~ /^slipstick\// ) {
                if ( half == "app" ) next
                name = target; sub( /^slipstick\/(advanced\/)?/, "", name ); sub( /\.h$/, "", name )
                there = owner[name]
                if ( there == "" ) { wrong( "this public header belongs to no room" ); next }
            } else {
                if ( half == "app" && ( lent( "app", target ) || lent( here, target ) ) ) next
                there = room_of( target )
                if ( there == "" ) {
                    if ( target !~ /\// || half == "app" ) wrong( "an include names the room of its header" )
                    next
                }
                if ( here == "scenario" && there != "scenario" && !lent( here, target ) && file !~ /scenario_table\.c$/ )
                    wrong( "a scenario uses public headers and those of its own room" )
                if ( file ~ /^engine\/include\// ) wrong( "a public header includes public headers alone" )
            }
            if ( !may[here, there] ) wrong( here " may not use " there )
        }
        END { exit bad }'
}

status=0
includes engine/src engine/include | judge engine "$engine_rooms" || status=1
includes app | judge app "$app_rooms" || status=1

# Libraries of the window stay in the rooms of the window.
if git grep -nE '^ *# *include *[<"](SDL|epoxy|GL/|GLES|cimgui|imgui|cglm|stb)' -- engine app/base app/shows app/session app/cli app/gfx/list; then
    echo "SDL, OpenGL and Dear ImGui belong to app/gfx/render, app/ui and app/host"
    status=1
fi

# Every folder is in the plan, and the READMEs name it.
for folder in engine/src/*/ engine/src/*/*/; do
    room=${folder#engine/src/}
    room=${room%/}
    grep -qE "^$room +:" <<< "$engine_rooms" || { echo "$folder is not in the plan"; status=1; }
    grep -qF "| \`$room/\`" engine/README.md || { echo "engine/README.md does not list $room/"; status=1; }
done
[[ $status -ne 0 ]] || echo "includes go downward only"
exit "$status"
