// SPDX-License-Identifier: MIT
#pragma once

#include "base/os.h"

// The scene in the comment of an MP4, WebM or GIF and in the text "Slipstick" of a PNG: "Slipstick scene,
// 1234 bytes: {…}", JSON on one line.

/// JSON without the blanks between its words; no zero byte ends it. The caller frees it; NULL: out of memory.
char* sceneTagLine( const char* json, size_t* length );

/// The text to put there. The caller frees it; NULL when memory is short.
char* sceneTagText( const char* json );

/// Is this the beginning of a picture or a film, in one of these four forms?
bool sceneTagIsPicture( const void* head, size_t size );

/// Finds the scene of a picture, a film or a link and appends a zero byte; the caller frees it.
ssResult sceneTagRead( const char* path, char** json, size_t* length );

/// Puts a text into a PNG picture. Takes over `png` and returns the new picture; NULL when memory is short.
unsigned char* sceneTagPng( unsigned char* png, size_t* size, const char* text );

// Numbers of files, the highest byte first, and the check sum of PNG chunks and zip files (ISO 3309).
uint32_t sceneTagGet32( const unsigned char* bytes );
unsigned char* sceneTagPut32( unsigned char* to, uint32_t value ); ///< returns what follows
uint32_t sceneTagCheckSum( const unsigned char* bytes, size_t size );
