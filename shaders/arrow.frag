// SPDX-License-Identifier: MIT
// Cuts the shape of an arrow out of its rectangle.
uniform float opacity;

flat in vec4 shade;
flat in vec4 shape;
in vec2 at;
out vec4 color;

// Signed distance to a head with its tip at x = 0, pointing along +x [px].
float head( vec2 p )
{
    vec2 flank = vec2( shape.z, shape.y ) / max( length( shape.yz ), 1e-3 );
    return max( dot( p, flank ), -shape.y - p.x );
}

void main()
{
    vec2 p = vec2( at.x, abs( at.y ) );
    float shaftEnd = max( shape.x - ( shape.w > 0.5 ? 0.8 * shape.y : 0.0 ), 0.0 );
    float outside = length( vec2( p.x - clamp( p.x, 0.0, shaftEnd ), p.y ) ) - 1.25 * screen.z;
    if ( shape.w > 0.5 )
    {
        outside = min( outside, head( p - vec2( shape.x, 0.0 ) ) );
    }
    if ( shape.w > 1.5 )
    {
        outside = min( outside, head( p - vec2( shape.x - 0.6 * shape.y, 0.0 ) ) );
    }
    // A thin veil in the colour of the background keeps the arrow readable on a body of the same brightness.
    float veil = 0.45 * clamp( 0.5 + 1.4 * screen.z - outside, 0.0, 1.0 );
    float cover = clamp( 0.5 - outside, 0.0, 1.0 );
    float both = cover + veil * ( 1.0 - cover );
    if ( both <= 0.0 )
    {
        discard;
    }
    color = vec4( mix( background.rgb, shade.rgb, cover / both ), shade.a * opacity * both );
}
