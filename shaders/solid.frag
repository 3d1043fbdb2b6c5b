// SPDX-License-Identifier: MIT
// A matt surface, as on the spheres; stripes on round solids show their rotation.
in vec3 normal;
in vec3 toward;
in vec3 local;
in vec3 grain;
flat in float kind;
flat in float fixedPart;
flat in vec4 shade;
uniform vec2 ghost; // opacity of a ghost, 0 for a body; by which share of its distance it lies deeper
out vec4 color;

float stripe( float off, float halfWidth )
{
    float pixel = max( fwidth( off ), 1e-4 );
    return clamp( ( halfWidth - abs( off ) ) / pixel + 0.5, 0.0, 1.0 ) * min( 1.0, 2.0 * halfWidth / pixel );
}

void main()
{
    float marked = kind > 0.5 && fixedPart < 0.5 ? max( stripe( local.x, 0.045 ), stripe( local.y, 0.045 ) ) : 0.0;
    float look = lookOf( shade ), blur = length( fwidth( grain ) );
    vec3 matt = fixedPart > 0.5 && look == 0.0 ? scenery.rgb : mix( body.rgb, shade.rgb, shade.a );
    // A surface with a look shows by itself how it turns.
    matt = mix( matt, bodyBand.rgb, look > 0.0 ? 0.45 * marked : marked );
    color = vec4( shadeLook( look, matt, grain, blur, normalize( normal ), normalize( toward ) ), 1.0 );
    if ( fixedPart > 0.5 && background.w < 0.5 )
    {
        // In a dark room a wall's face away from the light would vanish into the background.
        color.rgb = max( color.rgb, ( 2.8 + 0.15 * normal.z ) * background.rgb );
    }
    if ( ghost.x > 0.0 )
    {
        if ( dot( normal, toward ) > 0.0 )
        {
            discard; // the far side would be seen through the near one
        }
        color = vec4( shade.rgb, ghost.x * ( 1.0 + marked ) );
    }
}
