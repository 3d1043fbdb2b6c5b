// SPDX-License-Identifier: MIT
// Two levels of grid lines, smooth at every distance; the plane fades into the background before it ends.
uniform vec4 planeHalf;
uniform vec4 grid;
uniform float opacity;

in vec2 at;
in vec3 toward;
out vec4 color;

// How much of the pixel the lines cover; where cells shrink below pixels, their mean.
float gridLines( vec2 pixel, float spacing, float width )
{
    vec2 cells = pixel / spacing;
    vec2 off = abs( fract( at / spacing - 0.5 ) - 0.5 ) / cells;
    vec2 sharp = clamp( 0.5 * width + 0.5 - off, 0.0, 1.0 );
    vec2 both = mix( sharp, width * cells, clamp( 4.0 * cells - 1.0, 0.0, 1.0 ) );
    both.x *= 1.0 - planeHalf.w; // grooves run along the tangent alone
    return min( max( both.x, both.y ), 1.0 );
}

void main()
{
    float far = length( toward );
    vec2 stepX = dFdx( at ), stepY = dFdy( at );
    vec2 pixel = max( sqrt( stepX * stepX + stepY * stepY ), vec2( 1e-9 * grid.x ) );
    float fine = gridLines( pixel, grid.x, screen.z ) * clamp( 1.4 - 0.24 * far, 0.0, 1.0 );
    float coarse = gridLines( pixel, grid.y, 1.25 * screen.z ) * clamp( 1.3 - 0.12 * far, 0.0, 1.0 );
    vec3 base = planeHalf.x > 0.0 ? mix( ground.rgb, scenery.rgb, 0.35 ) : ground.rgb;
    // On a piece, whose ground is lighter, fine lines need more to be seen.
    vec3 thin = planeHalf.x > 0.0 ? mix( gridFine.rgb, gridCoarse.rgb, 0.5 ) : gridFine.rgb;
    vec3 tone = mix( mix( base, thin, fine ), gridCoarse.rgb, coarse );
    color = vec4( tone, opacity * ( 1.0 - smoothstep( 1.5, 14.0, far ) ) );
}
