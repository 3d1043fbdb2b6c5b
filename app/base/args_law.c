// SPDX-License-Identifier: MIT
#include "base/args_law.h"
#include "base/grow.h"
#include "base/law_tables.h"
#include "slipstick/advanced/law_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Reads typed laws for the command line, and refuses or warns of what they cannot be combined with.

#define LAWS_MAX 128 // names considered for a suggestion

static char s_lawName[512]; // as the user gave it; empty until a law was read

/// Can this word only be a file? Then "no such file" helps more than "no shipped law".
static bool namesFile( const char* name )
{
    size_t length = strlen( name );
    return strchr( name, '/' ) != NULL || ( length > 4 && strcmp( name + length - 4, ".law" ) == 0 );
}

static int unknownLaw( const char* command, const char* name )
{
    const char* names[LAWS_MAX];
    char hint[128];
    int count = 0;
    for ( int i = 0; i < ssShippedLawCount() && count < LAWS_MAX; ++i )
    {
        names[count++] = ssGetShippedLaw( i )->name;
    }
    return argsFail( command, "'%s' is neither a file nor a shipped law%s `slipstick law list` shows those",
        name, argsSuggest( name, names, count, hint, sizeof( hint ) ) );
}

/// Reads a law from a file, or else the shipped law of that name. The caller frees it; NULL after a message.
static char* readLaw( const char* command, const char* name, int* status )
{
    const ssShippedLaw* shipped = ssFindShippedLaw( name );
    bool file = strcmp( name, "-" ) == 0 || osFileExists( name ) || namesFile( name );
    char* text = NULL;
    size_t length = 0;
    *status = ARGS_STATUS_BAD_INPUT;
    snprintf( s_lawName, sizeof( s_lawName ), "%s", strcmp( name, "-" ) == 0 ? "standard input" : name );
    if ( !file && shipped == NULL )
    {
        unknownLaw( command, name );
        return NULL;
    }
    if ( !file )
    {
        text = copyText( shipped->text );
        *status =
            text != NULL ? *status : argsRefuse( command, ssError( ss_errorMemory, NULL, "out of memory" ) );
        return text;
    }
    ssResult result = osReadFile( name, &text, &length );
    if ( result.code == ss_ok && strlen( text ) != length )
    {
        result = ssError( ss_errorFormat, NULL, "%.150s is not a text: it contains a zero byte", name );
    }
    char* whole = NULL;
    result = result.code == ss_ok ? lawTakeTables( text, name, &whole ) : result;
    free( text );
    text = whole;
    if ( result.code != ss_ok )
    {
        *status = argsRefuse( command, result );
        free( text );
        return NULL;
    }
    return text;
}

int argsRefuseLaw( const char* command, const char* name, ssResult result )
{
    const char* start = ARGS_LAW_FILE ":";
    if ( strncmp( result.message, start, strlen( start ) ) != 0 ) { return argsRefuse( command, result ); }
    argsPrintLine(
        "%s:%s", strcmp( name, "-" ) == 0 ? "standard input" : name, result.message + strlen( start ) );
    return ARGS_STATUS_BAD_INPUT;
}

bool argsRefuseAtPlace( const ssResult* result )
{
    int line = 0, column = 0, end = 0;
    if ( s_lawName[0] == '\0' ||
        sscanf( result->message, "line %d, column %d: %n", &line, &column, &end ) != 2 || end == 0 )
    {
        return false;
    }
    argsPrintLine( "%s:%d:%d: %s", s_lawName, line, column, result->message + end );
    return true;
}

ssLawProgram* argsCompileLaw( const char* command, const char* name, int* status )
{
    ssLawProgram* program = NULL;
    char* text = readLaw( command, name, status );
    if ( text != NULL )
    {
        ssResult result = ssCompileLaw( text, ARGS_LAW_FILE, &program, NULL );
        *status = result.code == ss_ok ? ARGS_STATUS_OK : argsRefuseLaw( command, name, result );
        free( text );
    }
    return program;
}

bool argsSetLaw( const char* command, const char* name, ssSimDef* def, int* status )
{
    char* text = readLaw( command, name, status );
    if ( text == NULL ) { return false; }
    ssResult result = ssSimDef_SetLaw( def, text, ARGS_LAW_FILE );
    // An empty file is not the wish to have no law.
    if ( text[0] == '\0' )
    {
        result =
            ssError( ss_errorFormat, "law", ARGS_LAW_FILE ":1:1: the text is empty; expected law \"title\"" );
    }
    free( text );
    *status = result.code == ss_ok ? ARGS_STATUS_OK : argsRefuseLaw( command, name, result );
    return result.code == ss_ok;
}

void argsWarnOfEnergy( const char* command, const ssSimDef* def )
{
    ssSim* sim = NULL;
    ssLawDef lawDef;
    ssLaw law;
    if ( def->scenario->law == NULL || ssCreateSim( def, &sim ).code != ss_ok ) { return; }
    if ( ssSim_LawDef( sim, &lawDef ) && ssMakeLaw( &lawDef, &law ).code == ss_ok )
    {
        ssLawCheck check;
        ssCheckLaw( &law, true, &check );
        if ( check.createsEnergy )
        {
            argsPrintLine( "slipstick %s: warning: the law \"%s\" creates energy: %s", command,
                ssLawProgram_Info( lawDef.program )->title, check.findings[ss_lawIsDissipative].sentence );
        }
        ssLaw_Destroy( &law );
    }
    ssDestroySim( sim );
}

bool argsReplacedByLaw( const ssScenario* scenario, int param )
{
    if ( scenario->law == NULL || param < 0 || param >= ssScenario_Base( scenario )->model.paramCount )
    {
        return false;
    }
    const char* key = scenario->model.params[param].key;
    size_t length = strlen( key );
    for ( const char* at = scenario->model.lawReplaces; at != NULL && *at != '\0'; )
    {
        size_t end = strcspn( at, " " );
        if ( end == length && strncmp( at, key, length ) == 0 ) { return true; }
        at += end + ( at[end] == ' ' ? 1 : 0 );
    }
    return strcmp( key, "law" ) == 0 || strncmp( key, "c_", 2 ) == 0 || strncmp( key, "d_", 2 ) == 0;
}

bool argsReplacedByBuild( const ssSimDef* def, int param )
{
    ssSim* sim = NULL;
    if ( def->scenario->build == NULL || param < 0 || ssCreateSim( def, &sim ).code != ss_ok )
    {
        return false; // what else is wrong is said where it is run
    }
    bool unused = !ssSim_Uses( sim, param );
    ssDestroySim( sim );
    return unused;
}

int argsRefuseBuilt( const char* command, const char* option, const char* text )
{
    return argsFail( command,
        "%s%.60s: the parts of a built scene have values of their own, in its file; this one acts on none",
        option, text );
}

int argsRefuseReplaced(
    const char* command, const ssScenario* scenario, const char* option, const char* text )
{
    return argsFail( command,
        "%s%.60s: the typed law \"%.60s\" takes the place of law, c_* and d_*%s%s; leave out one of them",
        option, text, ssLawProgram_Info( scenario->law )->title,
        scenario->model.lawReplaces != NULL ? ", " : "",
        scenario->model.lawReplaces != NULL ? scenario->model.lawReplaces : "" );
}

void argsWarnOfNamesake(
    const char* command, const ssScenario* scenario, const char* option, const char* key )
{
    if ( scenario->law == NULL ) { return; }
    int own = ssFindParam( scenario->model.params, ssScenario_Base( scenario )->model.paramCount, key );
    int other = ssFindParam(
        ssLawProgram_Info( scenario->law )->params, ssLawProgram_Info( scenario->law )->paramCount, key );
    if ( own >= 0 && other >= 0 )
    {
        argsPrintLine(
            "slipstick %s: warning: %s%.60s is the parameter of the scenario; that of the law is law.%.60s",
            command, option, key, key );
    }
}
