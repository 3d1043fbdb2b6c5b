// SPDX-License-Identifier: MIT
// A corner of a large face of one colour, in units of the window.
layout( location = 0 ) in vec2 place;
layout( location = 2 ) in vec4 tint;

uniform vec4 window; // upper left; 2 / size

flat out vec4 shade; // the same at all corners

void main()
{
    shade = tint;
    vec2 corner = ( place - window.xy ) * window.zw;
    gl_Position = vec4( corner.x - 1.0, 1.0 - corner.y, 0.0, 1.0 );
}
