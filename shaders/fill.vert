// SPDX-License-Identifier: MIT
layout( location = 0 ) in vec3 point;
layout( location = 1 ) in vec4 tint;

out vec4 shade;

void main()
{
    shade = tint;
    gl_Position = pullNearer( viewProjection * vec4( point, 1.0 ), 0.003 );
}
