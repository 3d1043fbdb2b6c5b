// SPDX-License-Identifier: MIT
// A triangle of a filled planar set.
layout( location = 0 ) in vec3 point;
layout( location = 1 ) in vec4 tint;

out vec4 shade;

void main()
{
    shade = tint;
    gl_Position = pullNearer( viewProjection * vec4( point, 1.0 ), 0.003 );
}
