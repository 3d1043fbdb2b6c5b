// SPDX-License-Identifier: MIT
// The shadow of a sphere on a plane, under a uniform sky.
in vec2 at;
flat in float above;
out vec4 color;

void main()
{
    // The share of the sky, weighted by the cosine, that a unit sphere hides: cos(angle) / distance squared.
    float square = dot( at, at ) + above * above;
    float hidden = above * inversesqrt( square * square * square );
    float edge = 1.0 - smoothstep( 0.35, 1.0, length( at ) / ( 2.0 + 0.5 * above ) );
    float strength = background.w > 0.5 ? 0.42 : 0.72;
    color = vec4( 0.0, 0.0, 0.0, strength * min( hidden, 1.0 ) * edge );
}
