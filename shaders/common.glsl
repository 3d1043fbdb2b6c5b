// SPDX-License-Identifier: MIT
// The loader puts this file in front of every shader, after #version. All shaders stay in the common subset of GLSL 330
// core and ES 300. Points are relative to the eye wherever that saves precision.

layout( std140 ) uniform Frame
{
    mat4 viewProjection;
    vec4 eye;        // xyz; w: near plane [m]
    vec4 right;      // xyz, unit; w: metres per pixel one metre in front of the eye
    vec4 up;         // xyz, unit; w: middle of the viewport in the window, from the left [px]
    vec4 forward;    // xyz, unit; w: and from below [px]
    vec4 light;      // xyz, unit, towards the light
    vec4 screen;     // width, height [px]; line scale; camera distance [m]
    vec4 background; // rgb; w: 1 in the light theme
    vec4 ground;
    vec4 gridFine;
    vec4 gridCoarse;
    vec4 body;
    vec4 bodyBand;
    vec4 trail;
    vec4 scenery;
};

// The depth of a point; this simple because the far plane is at infinity.
float windowDepth( float metresAhead )
{
    return 1.0 - eye.w / metresAhead;
}

// Moves a point nearer by a fraction of its distance, for the depth test only, so that lines do not sink into the
// surface they lie on.
vec4 pullNearer( vec4 clip, float fraction )
{
    clip.z = clip.w - 2.0 * eye.w / ( 1.0 - fraction );
    return clip;
}

// Pixels from the centre of the viewport.
vec2 toPixels( vec4 clip )
{
    return 0.5 * screen.xy * clip.xy / max( clip.w, 1e-3 * eye.w );
}

// Moves a vertex of a smooth curve sideways by `pixels`. `tangent` is the derivative of the curve in clip space; the
// quotient rule gives its direction on the screen.
vec4 shiftAside( vec4 clip, vec4 tangent, float pixels )
{
    vec2 along = screen.xy * ( tangent.xy * clip.w - clip.xy * tangent.w );
    float span = length( along );
    vec2 across = span > 0.0 ? vec2( -along.y, along.x ) / span : vec2( 0.0, 1.0 );
    clip.xy += 2.0 * pixels * across / screen.xy * clip.w;
    return clip;
}

// Moves a vertex by `pixels` across the direction from `from` to `to`.
vec4 shiftAcross( vec4 clip, vec4 from, vec4 to, float pixels )
{
    vec2 along = toPixels( to ) - toPixels( from );
    float span = length( along );
    vec2 across = span > 1e-4 ? vec2( -along.y, along.x ) / span : vec2( 0.0, 1.0 );
    clip.xy += 2.0 * pixels * across / screen.xy * clip.w;
    return clip;
}

// Two directions that form a right-handed frame with a unit normal, accurate for every normal (Duff et al. 2017).
void makeBasis( vec3 normal, out vec3 first, out vec3 second )
{
    float s = normal.z >= 0.0 ? 1.0 : -1.0;
    float a = -1.0 / ( s + normal.z );
    float b = normal.x * normal.y * a;
    first = vec3( 1.0 + s * normal.x * normal.x * a, s * b, -s * normal.x );
    second = vec3( b, s + normal.y * normal.y * a, -normal.y );
}

vec3 rotate( vec4 q, vec3 v )
{
    return v + 2.0 * cross( q.xyz, cross( q.xyz, v ) + q.w * v );
}

// A position outside the clip volume, with which a vertex shader drops an instance.
const vec4 nowhere = vec4( 2.0, 2.0, 2.0, 1.0 );

// The colour of matt material under the key light and the sky. `ray` is a unit vector from the eye.
vec3 shadeMatt( vec3 matt, vec3 normal, vec3 ray )
{
    float wrapped = max( 0.75 * dot( normal, light.xyz ) + 0.25, 0.0 );
    float sky = 0.5 + 0.5 * normal.z;
    float rim = 1.0 + dot( normal, ray );
    // A bright room fills the shadows more than a dark one.
    float lit = ( 1.0 - 0.14 * background.w ) * ( 0.16 * sky + 0.55 * wrapped * wrapped );
    float shade = 0.36 + 0.12 * background.w + lit;
    return matt * shade + 0.10 * rim * rim * rim * ( 0.3 + 0.7 * sky );
}

// Which look (ssLook) a tint asks for; 0: none.
float lookOf( vec4 tint )
{
    return tint.a > 0.97 ? floor( 255.0 * tint.a - 248.5 ) : 0.0;
}

float scatter( vec3 cell )
{
    cell = 17.0 * fract( cell * 0.3183099 + 0.1 );
    return fract( cell.x * cell.y * cell.z * ( cell.x + cell.y + cell.z ) );
}

// Smooth noise from 0 to 1 with cells of size 1.
float noise( vec3 p )
{
    vec3 cell = floor( p ), f = p - cell;
    f = f * f * ( 3.0 - 2.0 * f );
    vec4 low = vec4( scatter( cell ), scatter( cell + vec3( 1.0, 0.0, 0.0 ) ), scatter( cell + vec3( 0.0, 1.0, 0.0 ) ),
        scatter( cell + vec3( 1.0, 1.0, 0.0 ) ) );
    cell.z += 1.0;
    vec4 high = vec4( scatter( cell ), scatter( cell + vec3( 1.0, 0.0, 0.0 ) ), scatter( cell + vec3( 0.0, 1.0, 0.0 ) ),
        scatter( cell + vec3( 1.0, 1.0, 0.0 ) ) );
    vec4 z = mix( low, high, f.z );
    vec2 y = mix( z.xy, z.zw, f.y );
    return mix( y.x, y.y, f.x );
}

// How much of a pattern with this many cells per unit is left where a pixel covers `blur` units.
float sharpness( float cells, float blur )
{
    return clamp( 1.6 - 2.0 * cells * blur, 0.0, 1.0 );
}

// The colour of a material before light falls on it: `p` is the place on the body, about 1 from its middle.
vec3 lookMatt( float look, vec3 matt, vec3 p, float blur )
{
    if ( look < 1.5 ) // wood: rings about an axis along x, and fibres
    {
        vec2 off = p.yz + vec2( 0.31, 1.37 ) + 0.05 * vec2( sin( 2.1 * p.x + 0.7 ), sin( 1.3 * p.x ) );
        float sway = 0.03 * sin( 4.0 * p.x + 5.0 * p.y ) + 0.03 * sin( 11.0 * p.z - 5.0 * p.x );
        float ring = fract( 5.0 * length( off ) + sway );
        ring = smoothstep( 0.0, 0.75, ring ) * ( 1.0 - smoothstep( 0.86, 1.0, ring ) );
        float fibre = noise( vec3( 3.0, 38.0, 38.0 ) * p ) - 0.5;
        return matt * ( 1.04 - 0.26 * ring * sharpness( 7.0, blur ) + 0.22 * fibre * sharpness( 38.0, blur ) );
    }
    if ( look < 2.5 ) // ice: milky patches, and cracks along one of their contours
    {
        float milk = noise( 2.3 * p + 4.0 ), crack = 1.0 - smoothstep( 0.0, 0.016 + 2.0 * blur, abs( milk - 0.5 ) );
        return mix( matt, vec3( 0.90, 0.97, 1.0 ), 0.30 * milk + 0.55 * crack * sharpness( 8.0, blur ) );
    }
    if ( look < 3.5 ) // steel: ground along x
    {
        return matt * ( 0.94 + 0.16 * ( noise( vec3( 2.0, 60.0, 60.0 ) * p ) - 0.5 ) * sharpness( 60.0, blur ) );
    }
    if ( look < 4.5 ) // rubber: moulded, hardly any pattern
    {
        return matt * ( 1.0 + 0.25 * ( noise( 22.0 * p ) - 0.5 ) * sharpness( 22.0, blur ) );
    }
    if ( look < 5.5 ) // stone: grains of several sizes
    {
        float fine = noise( 16.0 * p + 7.0 ), sharp = sharpness( 16.0, blur );
        float grains = 0.55 * ( noise( 4.0 * p ) - 0.5 ) + 0.45 * ( fine - 0.5 ) * sharp;
        float speck = smoothstep( 0.72, 0.8, fine ) * sharp;
        return matt * ( 1.0 + 0.75 * grains - 0.45 * speck );
    }
    float nap = noise( vec3( 46.0, 46.0, 46.0 ) * p ) - 0.5; // felt
    return matt * ( 1.0 + 0.5 * nap * sharpness( 46.0, blur ) + 0.22 * ( noise( 3.0 * p ) - 0.5 ) );
}

// A lit surface: matt, or with the gloss of its look.
vec3 shadeLook( float look, vec3 matt, vec3 p, float blur, vec3 normal, vec3 ray )
{
    if ( look < 0.5 )
    {
        return shadeMatt( matt, normal, ray );
    }
    vec3 mirrored = reflect( ray, normal );
    float spot = max( dot( mirrored, light.xyz ), 0.0 ), sky = smoothstep( -0.35, 0.75, mirrored.z ),
          rim = pow( max( 1.0 + dot( normal, ray ), 0.0 ), 3.0 );
    vec3 lit = shadeMatt( lookMatt( look, matt, p, blur ), normal, ray );
    if ( look < 1.5 )
    {
        return lit + 0.08 * pow( spot, 12.0 );
    }
    if ( look < 2.5 )
    {
        return lit + vec3( 0.10, 0.13, 0.15 ) * sky + 0.55 * pow( spot, 60.0 ) + 0.25 * rim;
    }
    if ( look < 3.5 )
    {
        return lit * ( 0.45 + 0.85 * sky ) + 0.6 * pow( spot, 28.0 );
    }
    return lit + ( look < 4.5 ? 0.10 * pow( spot, 5.0 ) : look < 5.5 ? 0.0 : 0.16 * rim ) * vec3( 1.0 );
}
