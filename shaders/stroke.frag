// SPDX-License-Identifier: MIT
// A straight line with round ends and smooth edges.
uniform float opacity;

flat in vec4 shade;
flat in float width;
flat in float span;
in vec2 at;
out vec4 color;

void main()
{
    float beyond = max( max( -at.x, at.x - span ), 0.0 );
    float off = length( vec2( beyond, at.y ) );
    color = vec4( shade.rgb, opacity * shade.a * clamp( 0.5 * width + 0.5 - off, 0.0, 1.0 ) );
}
