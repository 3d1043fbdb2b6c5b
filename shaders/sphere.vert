// SPDX-License-Identifier: MIT
// A square that just covers the outline of a sphere.
layout( location = 0 ) in vec4 sphere; // centre; radius
layout( location = 1 ) in vec4 orientation; // quaternion
layout( location = 2 ) in vec4 tint; // with alpha 0 the sphere keeps its own colour

out vec3 toward; // from the eye to the square
flat out vec4 ball; // centre relative to the eye; radius
flat out vec4 turn;
flat out vec4 shade;

void main()
{
    vec3 center = sphere.xyz - eye.xyz;
    float square = dot( center, center );
    float gap = square - sphere.w * sphere.w;
    ball = vec4( center, sphere.w );
    turn = orientation;
    shade = tint;
    toward = center;
    if ( gap <= 0.0 ) // the eye is inside
    {
        gl_Position = nowhere;
        return;
    }
    float away = sqrt( square );
    vec3 side = normalize( cross( center, abs( dot( center, up.xyz ) ) < 0.9 * away ? up.xyz : right.xyz ) );
    vec3 top = cross( side, center / away );
    // Half the side: where the tangents from the eye pass the centre, and a pixel for the smooth edge.
    float reach = sphere.w * away * inversesqrt( gap ) + 1.5 * right.w * away;
    vec2 corner = vec2( gl_VertexID % 2 == 0 ? -1.0 : 1.0, gl_VertexID / 2 == 0 ? -1.0 : 1.0 );
    toward = center + reach * ( corner.x * side + corner.y * top );
    gl_Position = viewProjection * vec4( eye.xyz + toward, 1.0 );
}
