// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/scene.h"

// A scene as a link: "#s=" and, in base64url, a zlib stream (RFC 1950) of what ssFormatSceneBrief writes,
// without blanks. The stream may begin with the dictionary in link.c. engine/FORMS.md describes the form.

#define LINK_MOST 8000 ///< characters of a link that is made: what mail, chats and browsers pass on

/// What follows "#s=" in a link, which may be the end of an address; NULL: it is none.
const char* linkFind( const char* word );

/// The JSON of a link, with a zero byte behind it, or whatever text somebody has put there; the caller frees
/// it.
ssResult linkRead( const char* word, char** text, size_t* length );

/// Makes "#s=…" of a text, which the caller releases with ssRelease. NULL: out of memory.
char* linkOfText( const char* text, size_t length );

/// The same of a scene; what does not fit into a link is refused and named.
ssResult linkOfScene( const ssScene* scene, char** link );
