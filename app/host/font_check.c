// SPDX-License-Identifier: MIT
#include "host/font_check.h"

#include "base/args.h"
#include "base/os.h"
#include "ui/core/ui.h"
#include <stdlib.h>

// Tries a font of the user's in a child process before the window loads it.

static const double s_fontSeconds = 20.0; // of processor time that drawing the letters of a font may take

static void tryFont( void* context, void* answer )
{
    const char* path = context;
    *(bool*)answer = uiTryFont( path );
}

int hostCheckFont( const hostWindowDef* def )
{
    bool good = false;
    char* text = NULL;
    size_t length = 0;
    ssResult result = def->font != NULL ? osReadFile( def->font, &text, &length ) : ssOk();
    free( text );
    if ( result.code != ss_ok )
    {
        return argsFail( def->command, "--font %s: %s", def->font, result.message );
    }
    if ( def->font != NULL &&
        ( !osTry( tryFont, (char*)(uintptr_t)def->font, &good, sizeof good, s_fontSeconds ) || !good ) )
    {
        return argsFail( def->command,
            "--font %s: this is not a TrueType or OpenType font, or it is damaged; allowed: an intact .ttf, "
            ".otf or "
            ".ttc file",
            def->font );
    }
    return ARGS_STATUS_OK;
}
