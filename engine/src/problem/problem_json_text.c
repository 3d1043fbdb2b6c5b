// SPDX-License-Identifier: MIT
#include "problem/problem_json.h"

#include <string.h>

// Typed laws in the JSON form: the text, the values of its parameters, and where a contact is.

/// Reads the values of the parameters, which may be called "mu_s" or
/// "law.mu_s"; those left out have their defaults.
static void readParams(
    problemReader* reader, const ssJson* object, const ssLawProgram* program, double* values )
{
    const ssJson* params = ssJson_Member( object, "law_params" );
    const ssParam* rows = ssLawProgram_Params( program );
    int count = ssLawProgram_ParamCount( program );
    for ( int i = 0; i < count; ++i )
    {
        values[i] = rows[i].defaultValue;
    }
    if ( params != NULL && !ssJson_IsObject( params ) )
    {
        readerRefuse( reader, "law_params", "an object", params );
        return;
    }
    const ssJson* member = params != NULL ? ssJson_First( params ) : NULL;
    for ( ; member != NULL && readerOk( reader ); member = ssJson_Next( member ) )
    {
        const char* key = ssJson_Key( member );
        int row = ssFindParam( rows, count, strncmp( key, "law.", 4 ) == 0 ? key + 4 : key );
        double value = 0.0;
        if ( row < 0 )
        {
            reader->result = ssError( ss_errorUnknown, "law_params",
                "%s law_params: the law \"%.60s\" has no parameter '%.40s'", reader->path,
                ssLawProgram_Title( program ), key );
        }
        else if ( !ssJson_Number( member, &value ) )
        {
            readerRefuse( reader, key, "a number", member );
        }
        else
        {
            reader->result = ssCheckParam( rows + row, value );
            values[row] = value;
        }
    }
}

/// Compiles the member `law_text` of an object; NULL where it has none or is refused.
static const ssLawProgram* compile( problemReader* reader, const ssJson* object )
{
    const ssJson* value = ssJson_Member( object, "law_text" );
    const char* text = value != NULL ? ssJson_Text( value ) : NULL;
    ssLawProgram* program = NULL;
    if ( value != NULL && text == NULL )
    {
        readerRefuse( reader, "law_text", "the text of a law", value );
    }
    if ( text != NULL && readerOk( reader ) )
    {
        ssResult result = ssCompileLaw( text, "law_text", &program, NULL );
        if ( result.code != ss_ok )
        {
            reader->result = ssError( result.code, "law_text", "%s%s%s", reader->path,
                reader->path[0] != '\0' ? ": " : "", result.message );
        }
    }
    return program;
}

void problemReadFileLaw( problemReader* reader )
{
    reader->program = compile( reader, reader->root );
    if ( reader->program != NULL )
    {
        readParams( reader, reader->root, reader->program, reader->values );
    }
    else if ( ssJson_Member( reader->root, "law_params" ) != NULL && readerOk( reader ) )
    {
        reader->result = ssError( ss_errorFormat, "law_params", "law_params belong to a law_text" );
    }
}

void problemForgetLaw( problemReader* reader )
{
    ssLawProgram_Release( reader->program );
    ssLawProgram_Release( reader->own );
    reader->program = reader->own = NULL;
}

void problemReadTypedLaw( problemReader* reader, const ssJson* object, ssLawDef* def )
{
    const ssJson* text = ssJson_Member( object, "law_text" );
    def->program = reader->program;
    memcpy( def->programValues, reader->values, sizeof def->programValues );
    // Contacts that have the same text one after another share a program.
    if ( text != NULL )
    {
        bool same = reader->own != NULL && ssJson_Text( text ) != NULL &&
            strcmp( ssJson_Text( text ), ssLawProgram_Text( reader->own ) ) == 0;
        const ssLawProgram* program = same ? ssLawProgram_Retain( reader->own ) : compile( reader, object );
        ssLawProgram_Release( reader->own );
        def->program = reader->own = program;
    }
    if ( def->program == NULL )
    {
        readerRefuse( reader, "law_text", "the text of a law, here or in the file", text );
    }
    else if ( text != NULL || ssJson_Member( object, "law_params" ) != NULL )
    {
        readParams( reader, object, def->program, def->programValues );
    }
}

/// Makes room for the sites of all contacts; false when out of memory.
static bool makeSites( ssProblem* problem )
{
    size_t count = (size_t)problem->contactCount + 1;
    if ( problem->lawSites == NULL )
    {
        problem->lawSites = ssAlloc( count * sizeof *problem->lawSites );
        problem->lawStates = ssAlloc( count * SS_LAW_MAX_STATES * sizeof *problem->lawStates );
    }
    return problem->lawSites != NULL && problem->lawStates != NULL;
}

static void readState( problemReader* reader, const ssJson* site, int i )
{
    ssProblem* problem = reader->problem;
    const ssLaw* law = problem->lawTable + problem->lawIndex[i];
    double* state = problem->lawStates + (size_t)i * SS_LAW_MAX_STATES;
    ssLaw_InitialState( law, state );
    int count = ssLaw_StateNumbers( law );
    if ( ssJson_Member( site, "state" ) != NULL )
    {
        readerNumbers( reader, site, "state", count, state );
    }
    problem->lawSites[i].state = state;
}

void problemReadSite( problemReader* reader, const ssJson* contact, int i )
{
    static const char* const keys[] = { "t", "x", "y", "wr", "ws", "h", "impulses", "state" };
    const ssJson* site = ssJson_Member( contact, "law_site" );
    if ( site == NULL || !readerOk( reader ) )
    {
        return;
    }
    if ( !ssJson_IsObject( site ) )
    {
        readerRefuse( reader, "law_site", "an object", site );
        return;
    }
    if ( !makeSites( reader->problem ) )
    {
        reader->result = problemNoMemory();
        return;
    }
    readerCheckKeys( reader, site, keys, SS_COUNT( keys ) );
    ssLawSite* at = reader->problem->lawSites + i;
    at->time = readerNumber( reader, site, "t", 0.0 );
    at->x = readerNumber( reader, site, "x", 0.0 );
    at->y = readerNumber( reader, site, "y", 0.0 );
    at->rolling = readerNumber( reader, site, "wr", 0.0 );
    at->spinning = readerNumber( reader, site, "ws", 0.0 );
    at->h = readerNumber( reader, site, "h", 0.0 );
    const ssJson* impulses = ssJson_Member( site, "impulses" );
    if ( impulses != NULL && !ssJson_Bool( impulses, &at->impulses ) )
    {
        readerRefuse( reader, "impulses", "true or false", impulses );
    }
    if ( readerOk( reader ) && ( at->h < 0.0 || ( at->impulses && at->h == 0.0 ) ) )
    {
        reader->result = ssError( ss_errorValue, "h",
            "%s.law_site.h = %g; allowed: a step >= 0, > 0 with impulses", reader->path, at->h );
    }
    readState( reader, site, i );
}
