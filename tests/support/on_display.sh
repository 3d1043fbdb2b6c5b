#!/bin/sh
# Opens the window on a display of its own with a window manager, and prints what a user sees of it.
#
#     on_display.sh WIDTHxHEIGHT "WIDTH HEIGHT"|"" PROGRAM [ARGUMENT...]
#
# The second word is a size that the user drags the window to; empty: none. Prints a line "opened X Y WIDTH HEIGHT TOP
# BOTTOM": the place and size of the content, and the height of the decorations above and below it. The program is closed with Ctrl+Q.
# Status 77 when Xvfb, openbox or xdotool is missing.
set -u
for tool in Xvfb openbox xdotool xprop xwininfo; do
    command -v $tool >/dev/null || exit 77
done
screen=$1 resize=$2
shift 2
folder=$(mktemp -d)
Xvfb -displayfd 3 -screen 0 "${screen}x24" 3>"$folder/display" >/dev/null 2>&1 &
server=$!
trap 'kill $server 2>/dev/null; rm -rf "$folder"' EXIT
for i in $(seq 50); do
    [ -s "$folder/display" ] && break
    sleep 0.1
done
DISPLAY=:$(cat "$folder/display")
export DISPLAY LIBGL_ALWAYS_SOFTWARE=1 SDL_VIDEODRIVER=x11 # the tests' own driver draws off screen
openbox >/dev/null 2>&1 &
sleep 0.5
"$@" &
program=$!
window=$(timeout 60 xdotool search --sync --onlyvisible --name '^Slipstick$' | tail -1)
if [ -z "$window" ]; then
    echo "no window has opened within a minute" >&2
    kill $program
    exit 1
fi
# Until the window manager has put it where it stays: three equal readings, each with its decorations.
before='' same=0
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    now=$(xprop -id "$window" _NET_FRAME_EXTENTS | grep '= ' && xwininfo -id "$window" | grep -E 'Absolute|Width|Height')
    [ -n "$now" ] && [ "$now" = "$before" ] && same=$((same + 1)) || same=0
    [ $same -ge 3 ] && break
    before=$now
    sleep 0.4
done
extents=$(xprop -id "$window" _NET_FRAME_EXTENTS | tr -d ',' | sed 's/.*= //')
eval "$(xdotool getwindowgeometry --shell "$window" | grep -E '^(WIDTH|HEIGHT)=')"
# The place on the screen, which xdotool does not know with decorations.
place=$(xwininfo -id "$window" | sed -n 's/.*Absolute upper-left [XY]: *//p' | tr '\n' ' ')
set -- $extents
echo "opened $place$WIDTH $HEIGHT $3 $4"
if [ -n "$resize" ]; then
    xdotool windowsize $window $resize
    sleep 1
fi
xdotool windowfocus "$window" key ctrl+q
for i in $(seq 100); do
    kill -0 $program 2>/dev/null || break
    sleep 0.1
done
kill $program 2>/dev/null && exit 1
wait $program
