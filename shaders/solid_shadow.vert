// SPDX-License-Identifier: MIT
// A soft patch on a plane under each solid near it, with its outline from above. Instances as for solid.vert.
layout( location = 3 ) in vec4 center; // w: 1 for a part of the scenery
layout( location = 4 ) in vec4 size;   // half sizes; w: kind
layout( location = 5 ) in vec4 turn;

uniform vec3 planeOrigin, planeNormal, planeTangent;

out vec2 at, place;
flat out vec4 outline;

vec3 onPlane( vec3 v )
{
    return v - dot( v, planeNormal ) * planeNormal;
}

void main()
{
    vec3 u, v, bitangent = cross( planeNormal, planeTangent );
    float rise; // half its height above the plane
    if ( size.w > 0.5 )
    {
        vec3 axis = rotate( turn, vec3( 0.0, 0.0, 1.0 ) ), beside = cross( axis, planeNormal );
        float upright = abs( dot( axis, planeNormal ) ), lying = length( beside ),
              cap = size.w > 1.5 && size.w < 2.5 ? 1.0 : 0.0;
        beside = lying > 1e-3 ? beside / lying : planeTangent;
        u = size.x * beside;
        v = ( size.z * lying + size.x * max( upright, cap ) ) * cross( planeNormal, beside );
        rise = size.z * upright + size.x * max( lying, cap );
    }
    else
    {
        vec3 x = rotate( turn, vec3( size.x, 0.0, 0.0 ) ), y = rotate( turn, vec3( 0.0, size.y, 0.0 ) ),
             z = rotate( turn, vec3( 0.0, 0.0, size.z ) );
        vec3 up = abs( vec3( dot( x, planeNormal ), dot( y, planeNormal ), dot( z, planeNormal ) ) / size.xyz );
        u = onPlane( up.x > max( up.y, up.z ) ? z : x );
        v = onPlane( up.x <= max( up.y, up.z ) && up.y > up.z ? z : y );
        rise = dot( up, size.xyz );
    }
    vec2 reach = max( vec2( length( u ), length( v ) ), vec2( 1e-6 ) );
    float height = dot( center.xyz - planeOrigin, planeNormal ), unit = min( rise, 1.5 * sqrt( reach.x * reach.y ) );
    bool corners = size.w < 0.5 || abs( dot( rotate( turn, vec3( 0.0, 0.0, 1.0 ) ), planeNormal ) ) < 0.7;
    corners = corners && ( size.w < 1.5 || size.w > 2.5 );
    outline = vec4( 1.0 + max( height - rise, 0.0 ) / unit, reach / unit, corners ? 1.0 : 0.0 );
    at = vec2( gl_VertexID % 2 == 0 ? -1.0 : 1.0, gl_VertexID / 2 == 0 ? -1.0 : 1.0 ) *
        ( 1.0 + ( 1.0 + 0.5 * outline.x ) / outline.yz );
    vec3 point = center.xyz - height * planeNormal + at.x * u + at.y * v;
    place = vec2( dot( point - planeOrigin, planeTangent ), dot( point - planeOrigin, bitangent ) );
    // What stands below the plane or high above it casts none.
    bool none = center.w > 0.5 || height < 0.0 || outline.x > 3.0;
    gl_Position = none ? nowhere : pullNearer( viewProjection * vec4( point, 1.0 ), 0.002 );
}
