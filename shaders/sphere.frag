// SPDX-License-Identifier: MIT
// Intersects the ray with the sphere, which is matt, with two bands along great circles that show its rotation.
in vec3 toward;
flat in vec4 ball;
flat in vec4 turn;
flat in vec4 shade;
uniform vec2 ghost; // opacity of a ghost, 0 for a body; by which share of its distance it lies deeper
out vec4 color;

float band( float off, float halfWidth )
{
    float pixel = max( fwidth( off ), 1e-4 );
    // Where the band is narrower than a pixel, its mean is used, so that it does not flicker.
    return clamp( ( halfWidth - abs( off ) ) / pixel + 0.5, 0.0, 1.0 ) * min( 1.0, 2.0 * halfWidth / pixel );
}

void main()
{
    vec3 ray = normalize( toward );
    float ahead = dot( ball.xyz, ray );
    // The vector from the centre to the ray avoids the cancellation in the usual discriminant.
    vec3 miss = ahead * ray - ball.xyz;
    float off = length( miss );
    float depth = sqrt( max( ball.w * ball.w - off * off, 0.0 ) );
    vec3 normal = normalize( miss - depth * ray );
    vec3 local = rotate( vec4( -turn.xyz, turn.w ), normal );
    float stripe = max( band( local.z, 0.062 ), band( local.x, 0.034 ) );

    float pixel = right.w * ahead * dot( ray, forward.xyz );
    float cover = clamp( ( ball.w - off ) / pixel + 0.5, 0.0, 1.0 );
    if ( cover <= 0.0 )
    {
        discard;
    }

    vec3 matt = mix( mix( body.rgb, shade.rgb, shade.a ), bodyBand.rgb, stripe );
    color = vec4( shadeMatt( matt, normal, ray ), cover );
    if ( ghost.x > 0.0 )
    {
        // The colour of the ghost alone, with the outline as a ring and its bands.
        float ring = clamp( 1.5 - ( ball.w - off ) / ( 1.3 * screen.z * pixel ), 0.0, 1.0 );
        color = vec4( shade.rgb, cover * max( ghost.x * ( 1.0 + stripe ), min( 0.95, 3.5 * ghost.x ) * ring ) );
    }
    gl_FragDepth = windowDepth( ( 1.0 + ghost.y ) * dot( ( ahead - depth ) * ray, forward.xyz ) );
}
