// SPDX-License-Identifier: MIT
#pragma once

// The small pictures of the finder, built into the program, as textures.
// They are made when they are first asked for.

typedef struct gfxPictures gfxPictures;

gfxPictures* gfxCreatePictures( void );           // NULL when memory is short
void gfxDestroyPictures( gfxPictures* pictures ); // the textures go with the context of OpenGL
// The OpenGL name of the texture; 0 where there is no such picture.
unsigned gfxPictures_Texture( gfxPictures* pictures, const char* name );
