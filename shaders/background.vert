// SPDX-License-Identifier: MIT
// One triangle that covers the viewport.
out float rise; // 0 at the lower edge, 1 at the upper edge

void main()
{
    vec2 corner = vec2( gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0 );
    rise = 0.5 * corner.y + 0.5;
    gl_Position = vec4( corner, 0.0, 1.0 );
}
