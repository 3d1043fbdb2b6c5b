// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/solver.h"

// Plugins: shared objects that add laws, sets and solvers to a program that has the library, as in
// `slipstick --plugin parts.so solve FILE --solver plain`. Those that add scenarios include
// "slipstick/lab/plugin.h" instead. A plugin does not link the library: the program has the only one.
//
//     #include <slipstick/plugin.h>
//
//     static ssResult addAll( void )
//     {
//         return ssRegisterSolver( &solver );
//     }
//
//     SS_PLUGIN( "parts", addAll )
//
//     cc -shared -fPIC $(pkg-config --cflags slipstick) parts.c -o parts.so
//
// What it registers must stay valid, so a plugin is never unloaded. The tables are frozen when the first
// simulation is created: a number such as the index of a choice then keeps its meaning. A program that embeds
// the library may call the functions ssRegisterLaw, ssRegisterSet, ssRegisterSolver and ssRegisterScenario
// itself, without a plugin.

#define SS_PLUGIN_VERSION 2 ///< changes when plugins must be compiled again

/// What a plugin says about itself.
typedef struct ssPlugin
{
    int version;         ///< SS_PLUGIN_VERSION of the headers that it was compiled with
    size_t layout;       ///< SS_PLUGIN_LAYOUT of those headers
    size_t scenarios;    ///< SS_SCENARIO_LAYOUT of lab/plugin.h; 0: it adds no scenarios
    const char* library; ///< ssVersion, as the plugin sees it: another pointer is that of a second library
    const char* name;    ///< "parts": lower-case letters, digits and '-'
    ssResult ( *registerAll )( void ); ///< registers everything; a refusal is that of the plugin
} ssPlugin;

/// The sizes of what plugins fill in: they tell headers apart that have the same version.
#define SS_PLUGIN_LAYOUT \
    ( sizeof( ssParam ) + 3u * sizeof( ssSolver ) + 5u * sizeof( ssSetType ) + 7u * sizeof( ssLawEntry ) )

#define SS_PLUGIN_SCENARIOS 0 ///< ssPlugin.scenarios; lab/plugin.h has another

/// The function that a plugin exports.
typedef const ssPlugin* ssPluginEntryFunction( void );
#define SS_PLUGIN_ENTRY "ssPluginEntry"

/// Defines the entry point of a plugin.
#define SS_PLUGIN( Name, RegisterAll )                                                                   \
    SS_API_SETUP const ssPlugin* ssPluginEntry( void );                                                  \
    const ssPlugin* ssPluginEntry( void )                                                                \
    {                                                                                                    \
        static ssPlugin plugin = { SS_PLUGIN_VERSION, SS_PLUGIN_LAYOUT, SS_PLUGIN_SCENARIOS, NULL, Name, \
            RegisterAll };                                                                               \
        plugin.library = ssVersion();                                                                    \
        return &plugin;                                                                                  \
    }

/// Lets a plugin register. Refused: NULL, another version (the message says which), headers of another
/// library, a plugin that brings a library of its own, a name that is taken, a plugin that registers nothing,
/// and whatever the plugin refuses. A refused plugin leaves nothing: what it had registered before is taken
/// back.
SS_API_SETUP SS_CHECKED ssResult ssUsePlugin( const ssPlugin* plugin );

SS_API_ANY int ssPluginCount( void );
SS_API_ANY const char* ssPluginName( int index );
