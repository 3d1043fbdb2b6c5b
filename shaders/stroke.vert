// SPDX-License-Identifier: MIT
// A rectangle around a straight line of constant width on the screen.
layout( location = 0 ) in vec4 start; // xyz; width [px]
layout( location = 1 ) in vec3 end;
layout( location = 2 ) in vec4 tint;

uniform vec2 ghost; // y: by which share of its distance the edge of a ghost lies deeper

flat out vec4 shade;
flat out float width;
flat out float span; // [px]
out vec2 at;         // along from the start, and across [px]

void main()
{
    vec4 a = viewProjection * vec4( start.xyz, 1.0 );
    vec4 b = viewProjection * vec4( end, 1.0 );
    // What lies behind the eye is cut off, because its projection would be upside down.
    float near = 1.01 * eye.w;
    if ( a.w < near && b.w < near )
    {
        gl_Position = nowhere;
        return;
    }
    if ( a.w < near )
    {
        a = mix( a, b, ( near - a.w ) / ( b.w - a.w ) );
    }
    if ( b.w < near )
    {
        b = mix( b, a, ( near - b.w ) / ( a.w - b.w ) );
    }
    shade = tint;
    width = start.w;
    vec2 along = toPixels( b ) - toPixels( a );
    span = length( along );
    vec2 unit = span > 1e-3 ? along / span : vec2( 1.0, 0.0 );
    float reach = 0.5 * width + 1.0;
    bool atEnd = gl_VertexID / 2 == 1;
    float side = gl_VertexID % 2 == 0 ? -reach : reach;
    at = vec2( atEnd ? span + reach : -reach, side );
    vec4 clip = atEnd ? b : a;
    vec2 shift = unit * ( atEnd ? reach : -reach ) + vec2( -unit.y, unit.x ) * side;
    clip.xy += 2.0 * shift / screen.xy * clip.w;
    gl_Position = pullNearer( clip, 0.004 - ghost.y );
}
