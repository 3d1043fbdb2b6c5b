// SPDX-License-Identifier: MIT
uniform float opacity;

flat in vec4 shade;
in vec3 facing;
out vec4 color;

void main()
{
    // Like tinted glass, the surface is a little denser where it turns away.
    float turned = 1.0 - abs( dot( normalize( facing ), forward.xyz ) );
    color = vec4( shade.rgb, shade.a * opacity * ( 0.8 + 0.4 * turned ) );
}
