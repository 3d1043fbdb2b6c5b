// SPDX-License-Identifier: MIT
// Darkens the scene. Of the four shades around a pixel, those at its own depth count.
uniform sampler2D depths;
uniform sampler2D shades;
uniform vec2 corner; // lower left of the viewport [px]

out vec4 color;

void main()
{
    vec2 pixel = gl_FragCoord.xy - corner;
    float depth = texelFetch( depths, ivec2( pixel ), 0 ).r;
    float ahead = eye.w / max( 1.0 - depth, 1e-7 ) / screen.w;
    vec2 half2 = 0.5 * pixel - 0.5;
    ivec2 first = ivec2( floor( half2 ) ), last = textureSize( shades, 0 ) - 1;
    vec2 part = half2 - vec2( first );
    float sum = 0.0, weights = 1e-6;
    for ( int i = 0; i < 4; ++i )
    {
        ivec2 step = ivec2( i & 1, i >> 1 );
        vec2 near = texelFetch( shades, clamp( first + step, ivec2( 0 ), last ), 0 ).rg;
        vec2 share = mix( 1.0 - part, part, vec2( step ) );
        float weight = share.x * share.y * max( 1.0 - 50.0 * abs( near.g - ahead ) / ahead, 0.001 );
        sum += weight * near.r;
        weights += weight;
    }
    float strength = background.w > 0.5 ? 2.2 : 3.0;
    color = vec4( 0.0, 0.0, 0.0, min( strength * sum / weights, 0.75 ) );
}
