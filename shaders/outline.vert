// SPDX-License-Identifier: MIT
// The lines of cones and discs, a fixed number of pixels wide: rim, generators, and the reservoir (the circle of radius
// mu r_N around the contact that the tangential reaction cannot leave).
layout( location = 0 ) in vec4 apex; // xyz; height
layout( location = 1 ) in vec4 axis; // xyz, unit; radius of the rim
layout( location = 2 ) in vec4 tint;

uniform int segments;
uniform int part;    // 0: rim (strip), 1: generators (4 × 2 triangles), 2: reservoir (strip, where tint.a is 1)
uniform float width; // [px]

flat out vec4 shade;
out float across; // from the middle of the line [px]

void main()
{
    vec3 first, second;
    makeBasis( axis.xyz, first, second );
    float reach = 0.5 * width + 1.0;
    vec3 top = apex.xyz + apex.w * axis.xyz;
    shade = vec4( tint.rgb, 1.0 );
    across = 0.0;
    gl_Position = nowhere;

    if ( part != 1 )
    {
        if ( part == 2 && tint.a < 0.5 )
        {
            return;
        }
        vec3 center = part == 0 ? top : apex.xyz;
        float angle = 6.28318531 / float( segments ) * float( gl_VertexID / 2 );
        float c = cos( angle ), s = sin( angle );
        across = gl_VertexID % 2 == 0 ? -reach : reach;
        vec4 clip = viewProjection * vec4( center + axis.w * ( c * first + s * second ), 1.0 );
        vec4 tangent = viewProjection * vec4( c * second - s * first, 0.0 );
        gl_Position = pullNearer( shiftAside( clip, tangent, across ), 0.01 );
        return;
    }

    // Generators are drawn at the silhouette, where the normal e(angle) - mu n is perpendicular to the view. Seen from
    // inside the cone has no silhouette, and four evenly spaced generators show the slope instead.
    int line = gl_VertexID / 6;
    vec3 view = eye.xyz - apex.xyz;
    float a = dot( view, first ), b = dot( view, second ), c = dot( view, axis.xyz );
    float flank = apex.w > 0.0 ? axis.w / apex.w * c * inversesqrt( max( a * a + b * b, 1e-30 ) ) : 2.0;
    float angle;
    if ( apex.w == 0.0 )
    {
        return;
    }
    if ( abs( flank ) < 1.0 )
    {
        if ( line > 1 )
        {
            return;
        }
        angle = atan( b, a ) + ( line == 0 ? 1.0 : -1.0 ) * acos( flank );
    }
    else
    {
        angle = 1.57079633 * ( float( line ) + 0.5 );
    }
    int corner = gl_VertexID % 6;
    bool atRim = corner == 1 || corner == 3 || corner == 4;
    bool left = corner == 0 || corner == 1 || corner == 3;
    vec4 low = viewProjection * vec4( apex.xyz, 1.0 );
    vec4 high = viewProjection * vec4( top + axis.w * ( cos( angle ) * first + sin( angle ) * second ), 1.0 );
    across = left ? -reach : reach;
    gl_Position = pullNearer( shiftAcross( atRim ? high : low, low, high, across ), 0.01 );
}
