// SPDX-License-Identifier: MIT
#pragma once

#include "base/os.h"

// The scene in the comment of an MP4, WebM or GIF and in the text "Slipstick" of a PNG: "Slipstick scene,
// 1234 bytes: {…}", JSON on one line.

/// The text to put there. The caller frees it; NULL when memory is short.
char* sceneTagText( const char* json );

/// Is this the beginning of a picture or a film, in one of these four forms?
bool sceneTagIsPicture( const void* head, size_t size );

/// Finds the scene of a picture or film and appends a zero byte; the caller frees it.
ssResult sceneTagRead( const char* path, char** json, size_t* length );

/// Puts a text into a PNG picture. Takes over `png` and returns the new picture; NULL when memory is short.
unsigned char* sceneTagPng( unsigned char* png, size_t* size, const char* text );
