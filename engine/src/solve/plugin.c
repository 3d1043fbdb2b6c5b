// SPDX-License-Identifier: MIT
#include "slipstick/plugin.h"
#include "base/registration.h"

#include <string.h>

// Who may register, and what for.

static const char* s_names[registrationMax];
static int s_count;

int ssPluginCount( void ) { return s_count; }

const char* ssPluginName( int index )
{
    SS_ASSERT( index >= 0 && index < s_count );
    return s_names[index];
}

/// Refuses a plugin compiled for another library; until then only `version` may be read.
static ssResult checkVersion( const ssPlugin* plugin )
{
    if ( plugin == NULL )
    {
        return ssError(
            ss_errorValue, "plugin", "the plugin says nothing about itself: its entry point returns NULL" );
    }
    if ( plugin->version != SS_PLUGIN_VERSION )
    {
        return ssError( ss_errorValue, "plugin",
            "the plugin has version %d of the interface, wanted is version %d; compile it with the headers "
            "of slipstick %s",
            plugin->version, SS_PLUGIN_VERSION, ssVersion() );
    }
    if ( plugin->layout != SS_PLUGIN_LAYOUT )
    {
        return ssError( ss_errorValue, "plugin",
            "the plugin was compiled with the headers of another slipstick; compile it with those of "
            "slipstick %s",
            ssVersion() );
    }
    if ( plugin->library != ssVersion() )
    {
        return ssError( ss_errorValue, "plugin",
            "the plugin has a library of its own (slipstick %.20s); link it without -lslipstick",
            plugin->library != NULL ? plugin->library : "" );
    }
    return ssOk();
}

ssResult ssUsePlugin( const ssPlugin* plugin )
{
    SS_TRY( checkVersion( plugin ) );
    registrationOf of = { "plugin", plugin->name };
    SS_TRY( ssRegistration_Begin( of, s_count ) );
    for ( int i = 0; i < s_count; ++i )
    {
        SS_TRY( strcmp( s_names[i], plugin->name ) == 0 ? ssRegistration_Taken( of, NULL ) : ssOk() );
    }
    if ( plugin->registerAll == NULL )
    {
        return ssRegistration_Refuse( of, "registerAll", "the function `registerAll` is missing" );
    }
    int mark = ssRegistration_Mark();
    const char* before = ssRegistration_Origin();
    size_t scenarios = ssRegistration_Scenarios();
    s_names[s_count] = plugin->name;
    ssRegistration_Add( &s_count );
    ssRegistration_SetOrigin( plugin->name, plugin->scenarios );
    ssResult result = plugin->registerAll();
    ssRegistration_SetOrigin( before, scenarios );
    if ( result.code == ss_ok && ssRegistration_Mark() == mark + 1 )
    {
        result = ssRegistration_Refuse( of, "registerAll", "it has registered nothing" );
    }
    // Half a plugin is none.
    ssRegistration_Undo( result.code == ss_ok ? ssRegistration_Mark() : mark );
    return result;
}
