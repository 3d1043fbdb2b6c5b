// SPDX-License-Identifier: MIT
// A soft patch on a plane under each sphere near it.
layout( location = 0 ) in vec4 sphere; // centre; radius

uniform vec3 planeOrigin, planeNormal, planeTangent;

out vec2 at; // on the plane, from the foot of the centre, in radii
out vec2 place;
flat out vec4 outline; // see shadow.frag

void main()
{
    float height = dot( sphere.xyz - planeOrigin, planeNormal );
    float above = height / sphere.w;
    outline = vec4( above, 1.0, 1.0, 0.0 );
    at = vec2( gl_VertexID % 2 == 0 ? -1.0 : 1.0, gl_VertexID / 2 == 0 ? -1.0 : 1.0 ) * ( 2.0 + 0.5 * above );
    place = vec2( 0.0 );
    // A higher sphere shades less than an eighth of the sky.
    if ( above < 0.0 || above > 3.0 )
    {
        gl_Position = nowhere;
        return;
    }
    vec3 bitangent = cross( planeNormal, planeTangent );
    vec3 foot = sphere.xyz - height * planeNormal;
    vec3 point = foot + sphere.w * ( at.x * planeTangent + at.y * bitangent );
    place = vec2( dot( point - planeOrigin, planeTangent ), dot( point - planeOrigin, bitangent ) );
    gl_Position = pullNearer( viewProjection * vec4( point, 1.0 ), 0.002 );
}
