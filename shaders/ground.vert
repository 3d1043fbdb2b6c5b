// SPDX-License-Identifier: MIT
// A square on the plane under the eye, so large that the plane has faded before its edges; or a finite plane.
uniform vec3 planeOrigin, planeNormal, planeTangent;
uniform vec4 planeHalf; // [m] half its size, 0 when infinite; shift of its lines; w: 1 when grooved
uniform vec4 grid; // [m] spacing of fine and of coarse lines; the point under the eye, modulo the coarse spacing

out vec2 at;     // on the plane, along its tangent and bitangent [m]
out vec3 toward; // from the eye, in units of `reach`

void main()
{
    float height = dot( eye.xyz - planeOrigin, planeNormal );
    float reach = max( screen.w, abs( height ) );
    vec2 sign = vec2( gl_VertexID % 2 == 0 ? -1.0 : 1.0, gl_VertexID / 2 == 0 ? -1.0 : 1.0 );
    vec2 corner = 14.0 * reach * sign;
    vec3 bitangent = cross( planeNormal, planeTangent );
    vec3 offset = corner.x * planeTangent + corner.y * bitangent - height * planeNormal;
    at = grid.zw + corner;
    toward = offset / reach;
    if ( planeHalf.x > 0.0 )
    {
        corner = planeHalf.xy * sign;
        offset = planeOrigin - eye.xyz + corner.x * planeTangent + corner.y * bitangent;
        at = grid.zw + corner;
        toward = vec3( 0.0 ); // a finite plane does not fade
    }
    gl_Position = viewProjection * vec4( eye.xyz + offset, 1.0 );
}
