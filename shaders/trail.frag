// SPDX-License-Identifier: MIT
// A segment of a trail, the more transparent the older it is.
uniform float width;

in float across;
in float fresh;
out vec4 color;

void main()
{
    color = vec4( trail.rgb, fresh * clamp( 0.5 * width + 0.5 - abs( across ), 0.0, 1.0 ) );
}
