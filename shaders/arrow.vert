// SPDX-License-Identifier: MIT
// One rectangle around the whole arrow on the screen; the fragment shader cuts its shape out. As it is a single layer,
// a translucent arrow has no seam between shaft and head.
layout( location = 0 ) in vec4 tail; // xyz; number of heads, 0, 1 or 2
layout( location = 1 ) in vec3 tip;
layout( location = 2 ) in vec4 tint;

flat out vec4 shade;
flat out vec4 shape; // length of the arrow, length and half width of a head [px]; number of heads
out vec2 at;         // along from the tail, and across [px]

void main()
{
    vec4 a = viewProjection * vec4( tail.xyz, 1.0 );
    vec4 b = viewProjection * vec4( tip, 1.0 );
    shade = tint;
    shape = vec4( 0.0 );
    at = vec2( 0.0 );
    gl_Position = nowhere;
    if ( max( a.w, b.w ) <= eye.w )
    {
        return;
    }
    // What lies behind the eye is cut off, because the division below would mirror it.
    if ( a.w < eye.w )
    {
        a = mix( a, b, ( eye.w - a.w ) / ( b.w - a.w ) );
    }
    else if ( b.w < eye.w )
    {
        b = mix( b, a, ( eye.w - b.w ) / ( a.w - b.w ) );
    }
    a = pullNearer( a, 0.02 );
    b = pullNearer( b, 0.02 );

    vec2 from = toPixels( a ), to = toPixels( b );
    float span = length( to - from );
    vec2 along = span > 1e-3 ? ( to - from ) / span : vec2( 1.0, 0.0 );
    float headLength = 14.0 * screen.z;
    float shrink = min( 1.0, span / ( headLength * ( tail.w > 1.5 ? 1.6 : 1.0 ) ) );
    shape = vec4( span, headLength * shrink, 5.2 * screen.z * shrink, tail.w );

    float margin = 3.0 * screen.z + 1.5;
    int corner = gl_VertexID;
    at.x = corner % 2 == 0 ? -margin : span + margin;
    at.y = ( corner / 2 == 0 ? -1.0 : 1.0 ) * ( shape.z + margin );
    vec2 pixels = from + at.x * along + at.y * vec2( -along.y, along.x );
    // The position is already divided by w, so that `at` varies linearly on the screen, as a shape in pixels needs.
    float share = clamp( at.x / max( span, 1e-3 ), 0.0, 1.0 );
    gl_Position = vec4( 2.0 * pixels / screen.xy, mix( a.z / a.w, b.z / b.w, share ), 1.0 );
}
