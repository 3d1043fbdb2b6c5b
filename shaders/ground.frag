// SPDX-License-Identifier: MIT
// A plane with two levels of grid lines, smooth at every distance. An infinite plane fades into the background.
uniform vec4 planeHalf;
uniform vec4 grid;
uniform float opacity;
uniform vec4 tint; // see gfxTint

in vec2 at;
in vec3 toward;
out vec4 color;

// The share of the pixel that the lines cover; the mean where cells are smaller than pixels.
float gridLines( vec2 pixel, vec2 perPixel, float spacing, float width )
{
    float cellsPerMetre = 1.0 / spacing;
    vec2 cells = pixel * cellsPerMetre;
    vec2 off = abs( fract( at * cellsPerMetre - 0.5 ) - 0.5 ) * spacing * perPixel;
    vec2 sharp = clamp( 0.5 * width + 0.5 - off, 0.0, 1.0 );
    vec2 both = mix( sharp, width * cells, clamp( 4.0 * cells - 1.0, 0.0, 1.0 ) );
    both.x *= 1.0 - planeHalf.w; // grooves run along the tangent only
    return min( max( both.x, both.y ), 1.0 );
}

void main()
{
    float far = length( toward );
    vec2 stepX = dFdx( at ), stepY = dFdy( at );
    vec2 pixel = max( sqrt( stepX * stepX + stepY * stepY ), vec2( 1e-9 * grid.x ) );
    vec2 perPixel = 1.0 / pixel;
    float fine = gridLines( pixel, perPixel, grid.x, screen.z ) * clamp( 1.4 - 0.24 * far, 0.0, 1.0 );
    float coarse = gridLines( pixel, perPixel, grid.y, 1.25 * screen.z ) * clamp( 1.3 - 0.12 * far, 0.0, 1.0 );
    vec3 base = planeHalf.x > 0.0 ? mix( ground.rgb, scenery.rgb, 0.35 ) : ground.rgb;
    float look = lookOf( tint );
    if ( look > 0.0 )
    {
        // Its colour is subdued: what stands on it is what one looks at.
        vec2 cells = at / grid.y;
        base = mix( base, lookMatt( look, tint.rgb, vec3( 1.6 * cells, 0.37 ), length( pixel ) / grid.y ),
            0.36 + 0.3 * background.w );
    }
    // A finite plane is lighter, so its fine lines need more contrast.
    vec3 thin = planeHalf.x > 0.0 ? mix( gridFine.rgb, gridCoarse.rgb, 0.5 ) : gridFine.rgb;
    vec2 lines = look > 0.0 ? vec2( 0.5, 0.6 ) * vec2( fine, coarse ) : vec2( fine, coarse );
    vec3 tone = mix( mix( base, thin, lines.x ), gridCoarse.rgb, lines.y );
    color = vec4( tone, opacity * ( 1.0 - smoothstep( 1.5, 14.0, far ) ) );
}
