// SPDX-License-Identifier: MIT
// The surface of a cone as a fan of `segments` triangles; with height 0 it is a disc.
layout( location = 0 ) in vec4 apex; // xyz; height
layout( location = 1 ) in vec4 axis; // xyz, unit; radius of the rim
layout( location = 2 ) in vec4 tint;

uniform int segments;

flat out vec4 shade;
out vec3 facing; // normal of the surface, not of unit length

void main()
{
    vec3 first, second;
    makeBasis( axis.xyz, first, second );
    // Corner 0 is the apex, with the normal in the middle of the triangle; corners 1 and 2 are on the rim.
    int corner = gl_VertexID % 3;
    float place = float( gl_VertexID / 3 ) + ( corner == 0 ? 0.5 : corner == 1 ? 0.0 : 1.0 );
    float angle = 6.28318531 / float( segments ) * place;
    vec3 outward = cos( angle ) * first + sin( angle ) * second;
    vec3 point = apex.xyz;
    if ( corner != 0 )
    {
        point += apex.w * axis.xyz + axis.w * outward;
    }
    shade = vec4( tint.rgb, 1.0 );
    facing = apex.w * outward - axis.w * axis.xyz;
    gl_Position = pullNearer( viewProjection * vec4( point, 1.0 ), 0.008 );
}
