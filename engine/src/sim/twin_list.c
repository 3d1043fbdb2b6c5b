// SPDX-License-Identifier: MIT
#include "sim/scene_private.h"

#include <stdio.h>
#include <string.h>

// A twin's values in one line, as for the command line: "law=relaxed,mu=0.1".

#define ITEM_CAPACITY 512 // [bytes] of one "key=value"

/// Gives the twin a row's value in that definition.
static ssResult takeRow( ssTwin* twin, const ssSimDef* run, const ssSimDef* from, int param )
{
    const ssParam* row = from->scenario->model.params + param;
    int slot = ssTextSlot( from->scenario->model.params, param );
    char number[64];
    if ( row->kind == ss_paramChoice )
    {
        ssFormatParam( row, from->values[param], number, (int)sizeof number );
    }
    else { snprintf( number, sizeof number, "%.17g", from->values[param] ); }
    return ssTwin_Set( twin, run, row->key, slot >= 0 ? from->texts[slot] : number );
}

/// Gives the twin what a preset has and the run has not.
static ssResult takePreset( ssTwin* twin, const ssSimDef* run, ssSimDef* preset, const char* name )
{
    *preset = ssDefaultSimDef( ssScenario_Base( run->scenario ) );
    ssResult result = ssSimDef_ApplyPreset( preset, name );
    if ( result.code == ss_ok && preset->scenario != run->scenario )
    {
        const ssLawProgram* law = preset->scenario->law;
        result = ssTwin_SetLaw( twin, run, law != NULL ? ssLawProgram_Info( law )->text : "" );
    }
    for ( int i = 0; i < preset->scenario->model.paramCount && result.code == ss_ok; ++i )
    {
        const ssParam* row = preset->scenario->model.params + i;
        int same = ssFindParam( run->scenario->model.params, run->scenario->model.paramCount, row->key );
        int slot = ssTextSlot( preset->scenario->model.params, i );
        bool differs = same < 0 ||
            ( slot >= 0 ? strcmp( preset->texts[slot], ssSimDef_Text( run, same ) ) != 0
                        : preset->values[i] != run->values[same] );
        result = differs ? takeRow( twin, run, preset, i ) : result;
    }
    return result;
}

/// Takes one "key=value".
static ssResult takeItem( ssTwin* twin, const ssSimDef* run, char* item )
{
    char* equals = strchr( item, '=' );
    if ( equals == NULL || equals == item )
    {
        return ssError(
            ss_errorFormat, "twin", "twin: '%.60s' is not of the form KEY=VALUE, such as mu=0.1", item );
    }
    *equals = '\0';
    if ( strcmp( item, "law_text" ) == 0 )
    {
        const ssShippedLaw* law = ssFindShippedLaw( equals + 1 );
        return law != NULL
            ? ssTwin_SetLaw( twin, run, law->text )
            : ssError( ss_errorUnknown, "law_text", "law_text: there is no shipped law '%.40s'", equals + 1 );
    }
    if ( strcmp( item, "preset" ) != 0 ) { return ssTwin_Set( twin, run, item, equals + 1 ); }
    ssSimDef* preset = ssAlloc( sizeof *preset ); // too large for a stack
    ssResult result = preset != NULL ? takePreset( twin, run, preset, equals + 1 )
                                     : ssError( ss_errorMemory, "twin", "out of memory for a preset" );
    ssRelease( preset );
    return result;
}

ssResult ssTwin_SetAll( ssTwin* twin, const ssSimDef* def, const char* list )
{
    ssTwin wanted;
    ssResult result = ssTwin_Copy( twin, &wanted );
    while ( result.code == ss_ok && *list != '\0' )
    {
        char item[ITEM_CAPACITY];
        size_t length = strcspn( list, "," );
        if ( length >= sizeof item )
        {
            result = ssError( ss_errorFormat, "twin", "twin: a value has %zu bytes; allowed: at most %d",
                length, ITEM_CAPACITY - 1 );
            break;
        }
        memcpy( item, list, length );
        item[length] = '\0';
        result = takeItem( &wanted, def, item );
        list += length + ( list[length] == ',' ? 1 : 0 );
    }
    if ( result.code != ss_ok )
    {
        ssTwin_Destroy( &wanted );
        return result;
    }
    ssTwin_Destroy( twin );
    *twin = wanted;
    twin->on = true;
    return result;
}
