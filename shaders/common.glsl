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
