// SPDX-License-Identifier: MIT
// A faint vertical gradient.
in float rise;
out vec4 color;

void main()
{
    vec3 lift = background.w > 0.5 ? vec3( -0.022, -0.018, -0.012 ) : vec3( 0.038, 0.045, 0.056 );
    // Dark gradients show bands in eight bits; half a step of noise hides them (Jimenez 2014).
    float noise = fract( 52.9829189 * fract( dot( gl_FragCoord.xy, vec2( 0.06711056, 0.00583715 ) ) ) );
    color = vec4( background.rgb + rise * lift + ( noise - 0.5 ) / 255.0, 1.0 );
}
