// SPDX-License-Identifier: MIT
// A vertex of a box, cylinder or capsule: `round` scales with the radius size.x, `extent` with the half sizes.
layout( location = 0 ) in vec3 round;
layout( location = 1 ) in vec3 extent;
layout( location = 2 ) in vec3 facing;
layout( location = 3 ) in vec4 place; // centre; w: 1 for a part of the scenery
layout( location = 4 ) in vec4 size;  // half sizes; w: kind, 0 box, 1 cylinder, 2 capsule, 3 hoop, whose hole is y
layout( location = 5 ) in vec4 turn;  // quaternion
layout( location = 6 ) in vec4 tint;  // with alpha 0 the solid keeps its own colour

uniform vec2 ghost; // see solid.frag

out vec3 normal;
out vec3 toward; // from the eye
out vec3 local;  // on the unit solid
out vec3 grain;  // the same with its proportions
flat out float kind;
flat out float fixedPart;
flat out vec4 shade;

void main()
{
    vec3 at = round * size.x + extent * ( size.w > 2.5 ? size.yyz : size.xyz );
    grain = at * pow( size.x * size.y * size.z, -0.3333333 );
    local = round + extent;
    kind = size.w;
    fixedPart = place.w;
    shade = tint;
    normal = rotate( turn, facing );
    vec3 point = place.xyz + rotate( turn, at );
    toward = point - eye.xyz;
    gl_Position = viewProjection * vec4( point, 1.0 );
    if ( ghost.y > 0.0 )
    {
        gl_Position = pullNearer( gl_Position, -ghost.y );
    }
}
