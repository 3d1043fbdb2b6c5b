// SPDX-License-Identifier: MIT
// A triangle of a filled planar set.
in vec4 shade;
out vec4 color;

void main()
{
    color = shade;
}
