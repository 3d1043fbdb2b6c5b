// SPDX-License-Identifier: MIT
// The mean over a tile of 4 × 4 patterns, without those at other depths.
uniform sampler2D shades;

out vec4 color;

void main()
{
    ivec2 at = ivec2( gl_FragCoord.xy ), last = textureSize( shades, 0 ) - 1;
    float ahead = texelFetch( shades, at, 0 ).g, sum = 0.0, weights = 0.0;
    for ( int i = 0; i < 16; ++i )
    {
        vec2 near = texelFetch( shades, clamp( at + ivec2( i & 3, i >> 2 ) - 2, ivec2( 0 ), last ), 0 ).rg;
        float weight = max( 1.0 - 50.0 * abs( near.g - ahead ) / ahead, 0.001 );
        sum += weight * near.r;
        weights += weight;
    }
    color = vec4( sum / weights, ahead, 0.0, 1.0 );
}
