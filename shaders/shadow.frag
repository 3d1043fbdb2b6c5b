// SPDX-License-Identifier: MIT
// The shadow of a body on a plane, under a uniform sky.
uniform vec4 planeHalf;

in vec2 at;        // 1 at the edge of the body, seen from above
in vec2 place;     // on the plane [m]
flat in vec4 outline; // height of its middle; its half sizes, both in units in which the shadow fades; 1: it has corners
out vec4 color;

void main()
{
    if ( planeHalf.x > 0.0 && ( abs( place.x ) > planeHalf.x || abs( place.y ) > planeHalf.y ) )
    {
        discard;
    }
    vec2 two = at * at;
    float edge = outline.w > 0.5 ? sqrt( sqrt( dot( two, two ) ) ) : sqrt( two.x + two.y );
    // Outside, the distance counts, in units of the body's height: of a flat plate the shadow is as narrow as it is thin.
    float off = edge > 1.0 ? 1.0 + ( edge - 1.0 ) * length( at * outline.yz ) * inversesqrt( two.x + two.y ) : edge;
    // The share of the sky, weighted by the cosine, that a unit sphere hides: cos(angle) / distance squared.
    float square = off * off + outline.x * outline.x;
    float hidden = outline.x * inversesqrt( square * square * square );
    float fade = 1.0 - smoothstep( 0.35, 1.0, off / ( 2.0 + 0.5 * outline.x ) );
    float strength = background.w > 0.5 ? 0.42 : 0.72;
    color = vec4( 0.0, 0.0, 0.0, strength * min( hidden, 1.0 ) * fade );
}
