// SPDX-License-Identifier: MIT
#include "base/args_law.h"
#include "base/csv_table.h"
#include "base/json_writer.h"
#include "cli/law_commands.h"
#include "slipstick/advanced/law_check.h"

#include <stdio.h>
#include <string.h>

// `slipstick law check`: what a law is, with an example where a property fails.

static bool applySetting( const char* command, const char* setting, ssLawDef* def, int* status )
{
    const ssLawProgram* law = def->program;
    char key[64];
    const char* text = NULL;
    if ( !argsSplitPair( setting, key, sizeof( key ), &text ) )
    {
        *status = argsFail( command, "--set %s: expected KEY=VALUE", setting );
        return false;
    }
    const ssParam* rows = ssLawProgram_Info( law )->params;
    const char* name = strncmp( key, "law.", 4 ) == 0 ? key + 4 : key;
    int row = ssFindParam( rows, ssLawProgram_Info( law )->paramCount, name );
    if ( row < 0 )
    {
        const char* keys[SS_LAW_MAX_PARAMS];
        for ( int i = 0; i < ssLawProgram_Info( law )->paramCount; ++i ) { keys[i] = rows[i].key; }
        const char* near = ssClosestName( name, keys, ssLawProgram_Info( law )->paramCount );
        *status = argsFail( command, "--set %s: the law has no parameter %s%s%s%s", setting, name,
            near != NULL ? "; did you mean " : "", near != NULL ? near : "", near != NULL ? "?" : "" );
        return false;
    }
    ssResult result = ssParseParam( rows + row, text, def->programValues + row );
    *status = result.code == ss_ok ? *status : argsRefuse( command, result );
    return result.code == ss_ok;
}

bool lawReadDef( const char* command, const char* name, const argsList* settings, ssLawDef* def, int* status )
{
    ssLawProgram* law = argsCompileLaw( command, name, status );
    if ( law == NULL ) { return false; }
    *def = ssTextLawDef( law );
    for ( int i = 0; i < settings->count; ++i )
    {
        if ( !applySetting( command, settings->items[i], def, status ) )
        {
            ssLawProgram_Release( law );
            return false;
        }
    }
    return true;
}

/// The motion that makes the law give out most, piece by piece.
static void writeMotion( osWriter* out, const ssLawMotion* motion )
{
    osPrintf( out, "The worst motion found, over and over under %.4g N: %.4g J per metre\n", motion->load,
        motion->gain );
    osPrintf( out, "  %12s  %12s  %12s\n", "for [s]", "vx [m/s]", "vy [m/s]" );
    for ( int i = 0; i < motion->pieces; ++i )
    {
        osPrintf( out, "  %12.6g  %12.6g  %12.6g\n", motion->duration[i], motion->velocity[i].x,
            motion->velocity[i].y );
    }
    osWriteText( out,
        "--csv FILE writes it as a run: velocity, force, states and the energy given out over the time.\n" );
}

static void writeText( osWriter* out, const ssLawProgram* law, const ssLawCheck* check )
{
    osPrintf( out, "%s\n", ssLawProgram_Info( law )->title );
    for ( int i = 0; i < ss_lawPropertyCount; ++i )
    {
        const ssLawFinding* finding = &check->findings[i];
        if ( finding->verdict == ss_verdictNone && finding->sentence[0] == '\0' )
        {
            continue; // of a law that was refused
        }
        const char* word = finding->verdict == ss_verdictNone ? "-"
            : finding->verdict == ss_verdictFails             ? "no"
            : finding->proved                                 ? "yes"
                                                              : "no counter-example found";
        osPrintf( out, "  %-21s  %-24s  %s\n", finding->title, word, finding->sentence );
    }
    if ( check->createsEnergy )
    {
        osWriteText( out, "This law creates energy.\n" );
        writeMotion( out, &check->motion );
    }
}

static void writePair( jsonWriter* json, const char* key, ssVec2 pair )
{
    jsonBeginArray( json, key );
    jsonMembers( json, NULL, pair.x, NULL, pair.y );
    jsonEndArray( json );
}

static void writeFinding( jsonWriter* json, const char* key, const ssLawFinding* finding )
{
    jsonBeginObject( json, key );
    finding->verdict == ss_verdictNone ? jsonNull( json, "holds" )
                                       : jsonBool( json, "holds", finding->verdict == ss_verdictHolds );
    jsonMembers( json, "proved", finding->proved, "says", finding->sentence );
    if ( finding->pairs > 0 )
    {
        jsonBeginArray( json, "example" );
        for ( int i = 0; i < finding->pairs; ++i )
        {
            jsonInLine( json );
            jsonBeginObject( json, NULL );
            jsonNumber( json, "load", finding->load );
            writePair( json, "velocity", finding->gamma[i] );
            writePair( json, "force", finding->force[i] );
            jsonEndObject( json );
        }
        jsonEndArray( json );
    }
    jsonEndObject( json );
}

static void writeJsonMotion( jsonWriter* json, const ssLawProgram* law, const ssLawMotion* motion )
{
    if ( motion->pieces == 0 )
    {
        jsonNull( json, "motion" );
        return;
    }
    jsonBeginObject( json, "motion" );
    jsonMembers( json, "load", motion->load, "gain", motion->gain, "work", motion->work, "way", motion->way,
        "returns", motion->returns );
    jsonBeginArray( json, "state" );
    int numbers = 0;
    for ( int i = 0; i < ssLawProgram_Info( law )->stateCount; ++i )
    {
        numbers += ssLawProgram_Info( law )->states[i].size;
    }
    for ( int i = 0; i < numbers; ++i ) { jsonNumber( json, NULL, motion->state[i] ); }
    jsonEndArray( json );
    jsonBeginArray( json, "pieces" );
    for ( int i = 0; i < motion->pieces; ++i )
    {
        jsonInLine( json );
        jsonBeginObject( json, NULL );
        jsonNumber( json, "for", motion->duration[i] );
        writePair( json, "velocity", motion->velocity[i] );
        jsonEndObject( json );
    }
    jsonEndArray( json );
    jsonEndObject( json );
}

static void writeJson( osWriter* out, const ssLawProgram* law, const ssLawCheck* check )
{
    jsonWriter json = jsonBegin( osText( out ) );
    jsonBeginObject( &json, NULL );
    jsonText( &json, "law", ssLawProgram_Info( law )->title );
    jsonBeginArray( &json, "states" );
    for ( int i = 0; i < ssLawProgram_Info( law )->stateCount; ++i )
    {
        jsonText( &json, NULL, ssLawProgram_Info( law )->states[i].name );
    }
    jsonEndArray( &json );
    jsonMembers( &json, "creates_energy", check->createsEnergy, "d_scale", check->dScale, "sampling_error",
        check->samplingError, "motions", check->motions );
    writeJsonMotion( &json, law, &check->motion );
    jsonBeginObject( &json, "checks" );
    for ( int i = 0; i < ss_lawPropertyCount; ++i )
    {
        writeFinding( &json, ssLawPropertyKey( (ssLawProperty)i ), &check->findings[i] );
    }
    jsonEndObject( &json );
    jsonEndObject( &json );
}

#define TURNS 3

typedef struct MotionTable
{
    csvWriter csv;
    int numbers;
} MotionTable;

static void writeMoment( void* context, const ssLawMoment* m )
{
    MotionTable* table = context;
    const double row[] = { m->time, m->place.x, m->place.y, m->velocity.x, m->velocity.y, m->force.x,
        m->force.y, -ssVec2_Dot( m->force, m->velocity ), m->energy };
    for ( int i = 0; i < SS_COUNT( row ); ++i ) { csvNumber( &table->csv, row[i] ); }
    for ( int i = 0; i < table->numbers; ++i ) { csvNumber( &table->csv, m->state[i] ); }
    csvEndRow( &table->csv );
}

/// Writes the motion of a law that creates energy as a table, over some turns.
static ssResult writeRun(
    const char* path, const ssLaw* law, const ssLawProgram* program, const ssLawMotion* motion )
{
    static const char* const names[] = { "t", "x", "y", "vx", "vy", "fx", "fy", "power_out", "energy_out" };
    osWriter* out = osOpenWrite( path );
    MotionTable table = { .csv = csvBeginTable( out ), .numbers = ssLaw_StateNumbers( law ) };
    for ( int i = 0; i < SS_COUNT( names ); ++i ) { csvText( &table.csv, names[i] ); }
    for ( int i = 0; i < ssLawProgram_Info( program )->stateCount; ++i )
    {
        const ssLawState* state = ssLawProgram_Info( program )->states + i;
        for ( int k = 0; k < state->size; ++k )
        {
            char name[80];
            snprintf( name, sizeof( name ), "%.70s%s", state->name,
                state->size == 1 ? ""
                    : k == 0     ? "_x"
                                 : "_y" );
            csvText( &table.csv, name );
        }
    }
    csvEndRow( &table.csv );
    ssLaw_FollowMotion( law, motion, TURNS, writeMoment, &table );
    return osCommitWrite( out );
}

/// Status 1 if the law creates energy, 2 if it is none: then `refusal` says why.
static int report( const char* command, const char* name, const ssLawProgram* law, bool json,
    const ssLawCheck* check, const ssResult* refusal )
{
    osWriter* out = osOpenWrite( "-" );
    ( json ? writeJson : writeText )( out, law, check );
    ssResult result = osCommitWrite( out );
    if ( result.code != ss_ok ) { return argsRefuse( command, result ); }
    return refusal->code != ss_ok ? argsRefuseLaw( command, name, *refusal )
        : check->createsEnergy    ? ARGS_STATUS_CHECK_FAILED
                                  : ARGS_STATUS_OK;
}

int lawCheck( int argc, char** argv )
{
    bool json = false;
    const char* csvPath = NULL;
    argsList settings = { .count = 0 };
    const argsOption options[] = { { "--json", NULL, "print JSON, for scripts", .flag = &json },
        { "--set", "KEY=VALUE", "a parameter of the law; repeatable", .list = &settings },
        { "--csv", "FILE", "the motion of a law that creates energy, as a run", .text = &csvPath,
            .writes = true } };
    argsSpec spec = { "law check", .usage = "FILE [--set KEY=VALUE]... [--json] [--csv FILE]",
        .summary = "Says what a law is: whether it sticks, dissipates, is monotone, has one solution a step.",
        .notes =
            "FILE is a file, or the name of a shipped law. `yes` is proved; where nothing is, velocities "
            "and, for a law with memory, periodic motions are searched for a counter-example. The status is "
            "1 only if the law creates energy, and 2 if the text is none: FILE:LINE:COL: what.",
        ARGS_OPTIONS( options ), .wordMin = 1, .wordMax = 1, .wordName = "a law" };
    int status = ARGS_STATUS_OK;
    ssLawDef def;
    if ( argsParse( &spec, argc, argv, &status ) == false ||
        !lawReadDef( spec.command, spec.words.items[0], &settings, &def, &status ) )
    {
        return status;
    }
    ssLaw law;
    ssLawCheck check;
    ssResult refusal = ssMakeLaw( &def, &law ), written = ssOk();
    if ( refusal.code == ss_ok )
    {
        ssCheckLaw( &law, false, &check );
        written = csvPath != NULL && check.createsEnergy
            ? writeRun( csvPath, &law, def.program, &check.motion )
            : ssOk();
        ssLaw_Destroy( &law );
    }
    else { ssCheckRefusedLaw( &refusal, &check ); }
    if ( csvPath != NULL && refusal.code == ss_ok && !check.createsEnergy )
    {
        argsPrintLine( "slipstick law check: no motion to write to %s: none was found that gains", csvPath );
    }
    status = written.code != ss_ok
        ? argsRefuse( spec.command, written )
        : report( spec.command, spec.words.items[0], def.program, json, &check, &refusal );
    ssLawProgram_Release( def.program );
    return status;
}
