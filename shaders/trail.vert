// SPDX-License-Identifier: MIT
// One segment of a polyline. Its neighbours determine the directions of its ends, so that segments share their corners.
layout( location = 0 ) in vec4 before; // xyz; freshness, 0 … 1
layout( location = 1 ) in vec4 start;
layout( location = 2 ) in vec4 end;
layout( location = 3 ) in vec4 after;

uniform float width; // [px]

out float across; // from the middle of the line [px]
out float fresh;

void main()
{
    bool atEnd = gl_VertexID / 2 == 1;
    vec4 a = viewProjection * vec4( start.xyz, 1.0 );
    vec4 b = viewProjection * vec4( end.xyz, 1.0 );
    across = ( gl_VertexID % 2 == 0 ? -1.0 : 1.0 ) * ( 0.5 * width + 1.0 );
    fresh = atEnd ? end.w : start.w;
    vec4 clip = atEnd ? shiftAcross( b, a, viewProjection * vec4( after.xyz, 1.0 ), across )
                      : shiftAcross( a, viewProjection * vec4( before.xyz, 1.0 ), b, across );
    gl_Position = pullNearer( clip, 0.004 );
}
