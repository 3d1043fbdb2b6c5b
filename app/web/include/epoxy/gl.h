// SPDX-License-Identifier: MIT
#pragma once

#include <GLES3/gl3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// OpenGL in a page is WebGL 2, which is OpenGL ES 3.0. This header stands where libepoxy's does elsewhere,
// and says what the program asks libepoxy.

static inline int epoxy_gl_version( void ) { return 30; }

static inline bool epoxy_is_desktop_gl( void ) { return false; }

static inline bool epoxy_has_gl_extension( const char* name )
{
    (void)name;
    return false;
}

// Buffers that stay mapped do not exist there, and nobody asks for one that was not offered.
#define GL_MAP_PERSISTENT_BIT 0
#define GL_MAP_COHERENT_BIT 0
#define glMapBufferRange( target, offset, size, access ) NULL
#define glBufferStorage( target, size, data, flags ) glBufferData( target, size, data, GL_STREAM_DRAW )
