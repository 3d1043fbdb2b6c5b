// SPDX-License-Identifier: MIT
// A square that just covers the outline of a sphere, or the part of it that is seen.
layout( location = 0 ) in vec4 sphere; // centre; radius
layout( location = 1 ) in vec4 orientation; // quaternion
layout( location = 2 ) in vec4 tint; // with alpha 0 the sphere keeps its own colour
layout( location = 3 ) in vec4 box; // the part of the square, from 0 to 1: its lower left and its upper right

flat out vec4 ball; // centre relative to the eye; radius
flat out vec4 sideAway; // unit vector across the square; squared distance of the centre
flat out vec4 topScale; // and up; pixels per metre at the centre
flat out vec3 pole, prime; // axes of the two bands
flat out vec4 shade;

void main()
{
    vec3 center = sphere.xyz - eye.xyz;
    float square = dot( center, center );
    float gap = square - sphere.w * sphere.w;
    float ahead = dot( center, forward.xyz );
    ball = vec4( center, sphere.w );
    pole = rotate( orientation, vec3( 0.0, 0.0, 1.0 ) );
    prime = rotate( orientation, vec3( 1.0, 0.0, 0.0 ) );
    shade = tint;
    sideAway = vec4( 0.0 );
    topScale = vec4( 0.0 );
    if ( gap <= 0.0 ) // the eye is inside
    {
        gl_Position = nowhere;
        return;
    }
    float away = sqrt( square );
    vec3 side = normalize( cross( center, abs( dot( center, up.xyz ) ) < 0.9 * away ? up.xyz : right.xyz ) );
    vec3 top = cross( side, center / away );
    sideAway = vec4( side, square );
    topScale = vec4( top, 1.0 / ( right.w * max( ahead, 1e-3 * away ) ) );
    // Half the side: where the tangents from the eye pass the centre, and a pixel for the smooth edge.
    float reach = sphere.w * away * inversesqrt( gap ) + 0.8 * right.w * away;
    vec2 corner =
        2.0 * vec2( gl_VertexID % 2 == 0 ? box.x : box.z, gl_VertexID / 2 == 0 ? box.y : box.w ) - 1.0;
    corner *= reach;
    gl_Position = viewProjection * vec4( sphere.xyz + corner.x * side + corner.y * top, 1.0 );
}
