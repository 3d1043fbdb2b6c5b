// SPDX-License-Identifier: MIT
// How much of the sky is hidden from a point, estimated from the depths around it: samples within `reach` that rise
// above the tangent plane hide a part (McGuire et al. 2011). There is one value for 2 × 2 pixels; ambient_smooth.frag
// averages over the rotated patterns.
uniform sampler2D depths;
uniform float reach; // [m]

out vec4 color; // the hidden share of the sky; the distance ahead [camera distances]

const int samples = 8;

vec3 pointAt( ivec2 pixel )
{
    ivec2 last = ivec2( screen.xy ) - 1;
    float ahead = eye.w / max( 1.0 - texelFetch( depths, clamp( pixel, ivec2( 0 ), last ), 0 ).r, 1e-7 );
    return vec3( ( vec2( pixel ) + 0.5 - 0.5 * screen.xy ) * right.w, 1.0 ) * ahead;
}

// Of the two steps along an axis, the shorter one stays on the surface.
vec3 shorter( vec3 forth, vec3 back )
{
    return dot( forth, forth ) < dot( back, back ) ? forth : back;
}

void main()
{
    ivec2 pixel = 2 * ivec2( gl_FragCoord.xy );
    vec3 at = pointAt( pixel );
    vec3 across = shorter( pointAt( pixel + ivec2( 1, 0 ) ) - at, at - pointAt( pixel - ivec2( 1, 0 ) ) );
    vec3 along = shorter( pointAt( pixel + ivec2( 0, 1 ) ) - at, at - pointAt( pixel - ivec2( 0, 1 ) ) );
    vec3 normal = normalize( cross( along, across ) );
    float pixels = clamp( reach / ( right.w * at.z ), 3.0, 0.08 * screen.y );
    float radius = pixels * right.w * at.z;
    float slack = 0.03 * radius + 2e-4 * at.z;
    // There are sixteen patterns, one for each place in a tile of 4 × 4.
    ivec2 cell = ivec2( gl_FragCoord.xy ) & 3;
    float turn = 6.2831853 * float( ( 5 * cell.x + 4 * cell.y + 7 * ( cell.x ^ cell.y ) ) & 15 ) / 16.0;
    float hidden = 0.0;
    for ( int i = 0; i < samples; ++i )
    {
        float angle = turn + 2.3999632 * float( i );
        float away = pixels * ( ( float( i ) + 0.5 ) / float( samples ) );
        vec3 to = pointAt( pixel + ivec2( round( away * vec2( cos( angle ), sin( angle ) ) ) ) ) - at;
        float square = dot( to, to );
        float near = max( 1.0 - square / ( radius * radius ), 0.0 );
        // The slack keeps flat ground from shading itself, as its depths and its normal are rounded.
        hidden += near * max( dot( to, normal ) - slack, 0.0 ) * inversesqrt( square + 1e-12 );
    }
    color = vec4( hidden / float( samples ), min( at.z / screen.w, 1000.0 ), 0.0, 1.0 );
}
