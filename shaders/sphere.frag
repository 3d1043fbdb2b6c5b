// SPDX-License-Identifier: MIT
// Intersects the ray with the sphere, which is matt, with two bands along great circles that show its rotation.
flat in vec4 ball;
flat in vec4 sideAway;
flat in vec4 topScale;
flat in vec3 pole, prime;
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
    // Where the pixel lies on the square, from its centre [m]. An interpolation would round by where the square is cut, and
    // a pixel at the very edge would be drawn or not.
    vec2 place = ( gl_FragCoord.xy - vec2( up.w, forward.w ) ) * right.w;
    vec3 toward = forward.xyz + place.x * right.xyz + place.y * up.xyz;
    vec2 beside = sideAway.w / dot( toward, ball.xyz ) *
        vec2( dot( toward, sideAway.xyz ), dot( toward, topScale.xyz ) );
    // The square is perpendicular to the centre c, so the ray through c + s passes it at the distance
    // | c | | s | / | c + s |; nothing is lost to cancellation, however far the sphere is.
    vec3 aside = beside.x * sideAway.xyz + beside.y * topScale.xyz;
    float square = dot( beside, beside ), whole = 1.0 / ( sideAway.w + square );
    float inside = ball.w * ball.w - sideAway.w * square * whole;
    float depth = sqrt( max( inside, 0.0 ) ), per = sqrt( whole );
    vec3 ray = per * ( ball.xyz + aside );
    vec3 normal = ( whole * ( sideAway.w * aside - square * ball.xyz ) - depth * ray ) / ball.w;
    float stripe = max( band( dot( normal, pole ), 0.062 ), band( dot( normal, prime ), 0.034 ) );

    float look = lookOf( shade ), blur = 0.0;
    vec3 grain = vec3( 0.0 );
    if ( look > 0.0 ) // the same for all pixels of the square
    {
        grain = vec3( dot( normal, prime ), dot( normal, cross( pole, prime ) ), dot( normal, pole ) );
        blur = length( fwidth( grain ) );
    }
    float rim = inside * topScale.w / ( 2.0 * ball.w ); // pixels from the edge, near it
    float cover = clamp( rim + 0.5, 0.0, 1.0 );
    if ( cover <= 0.0 )
    {
        discard;
    }

    vec3 matt = mix( mix( body.rgb, shade.rgb, shade.a ), bodyBand.rgb, look > 0.0 ? 0.45 * stripe : stripe );
    color = vec4( shadeLook( look, matt, grain, blur, normal, ray ), cover );
    if ( ghost.x > 0.0 )
    {
        // The colour of the ghost alone, with the outline as a ring and its bands.
        float ring = clamp( 1.5 - rim / ( 1.3 * screen.z ), 0.0, 1.0 );
        color = vec4( shade.rgb, cover * max( ghost.x * ( 1.0 + stripe ), min( 0.95, 3.5 * ghost.x ) * ring ) );
    }
    gl_FragDepth = windowDepth( ( 1.0 + ghost.y ) * ( per * sideAway.w - depth ) * dot( ray, forward.xyz ) );
}
