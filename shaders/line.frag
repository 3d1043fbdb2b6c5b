// SPDX-License-Identifier: MIT
// A line with smooth edges.
uniform float opacity;
uniform float width;

flat in vec4 shade;
in float across;
out vec4 color;

void main()
{
    color = vec4( shade.rgb, shade.a * opacity * clamp( 0.5 * width + 0.5 - abs( across ), 0.0, 1.0 ) );
}
