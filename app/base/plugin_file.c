// SPDX-License-Identifier: MIT
#include "base/plugin_file.h"

#include "base/os.h"

#include <stdio.h>
#include <string.h>

/// The refusal of a file, with the end of its path if that is long.
static ssResult refuse( const char* path, const char* why )
{
    const size_t shownMax = 60;
    size_t length = strlen( path );
    const char* tail = length > shownMax ? path + length - shownMax : path;
    return ssError( ss_errorFormat, NULL, "plugin '%s%s': %.180s", tail != path ? "..." : "", tail, why );
}

ssResult pluginLoad( const char* path )
{
    char place[1024], reason[256];
    // A bare name would be looked for among the libraries of the system.
    int written = snprintf( place, sizeof place, "%s%s", strchr( path, '/' ) == NULL ? "./" : "", path );
    if ( written < 0 || (size_t)written >= sizeof place || !osFileExists( place ) )
    {
        return refuse( path, "no such file" );
    }
    void* library = osOpenPlugin( place, reason, sizeof reason );
    if ( library == NULL )
    {
        return refuse( path, reason );
    }
    ssPluginEntryFunction* entry = NULL;
    void* symbol = osFindInLibrary( library, SS_PLUGIN_ENTRY );
    if ( symbol == NULL )
    {
        return refuse( path,
            "it has no function " SS_PLUGIN_ENTRY "; the macro SS_PLUGIN of slipstick/plugin.h defines it" );
    }
    memcpy( &entry, &symbol, sizeof entry ); // POSIX: an address from dlsym is that of a function
    ssResult result = ssUsePlugin( entry() );
    return result.code == ss_ok ? result : refuse( path, result.message );
}
