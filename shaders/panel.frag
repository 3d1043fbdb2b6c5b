// SPDX-License-Identifier: MIT
// Letters, and everything with smooth edges.
uniform sampler2D letters;

in vec2 at;
in vec4 shade;
out vec4 color;

void main()
{
    color = shade * texture( letters, at );
}
