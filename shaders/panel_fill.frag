// SPDX-License-Identifier: MIT
// A large face of one colour.
flat in vec4 shade;
out vec4 color;

void main()
{
    color = shade;
}
