// SPDX-License-Identifier: MIT
#include "cli/run_watch.h"
#include "base/args.h"
#include "base/coarse_step.h"
#include "base/contact_file.h"
#include "shows/shows.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// What watches a run: tables of bodies, changes and contacts, a condition, measurements, times.

ssResult runBeginBodies( const char* path, runBodies* bodies )
{
    *bodies = ( runBodies ){ 0 };
    ssResult result = path != NULL ? osBeginStream( path, &bodies->out ) : ssOk();
    if ( bodies->out == NULL ) { return result; }
    static const char* const names[] = { "t", "body", "name", "x", "y", "z", "qw", "qx", "qy", "qz" };
    bodies->csv = csvBeginTable( bodies->out );
    for ( int i = 0; i < SS_COUNT( names ); ++i ) { csvText( &bodies->csv, names[i] ); }
    csvEndRow( &bodies->csv );
    return result;
}

typedef struct Rows
{
    csvWriter* csv;
    const ssSim* sim;
    int count;
} Rows;

/// What cannot be picked, such as a marking, has no number and is no body.
static void writeBody( Rows* rows, int body, ssVec3 center, ssQuat orientation )
{
    if ( body < 0 ) { return; }
    char name[SS_NAME_CAPACITY];
    const double numbers[] = { center.x, center.y, center.z, orientation.w, orientation.x, orientation.y,
        orientation.z };
    ssSim_BodyName( rows->sim, body, name, (int)sizeof( name ) );
    csvNumber( rows->csv, ssSim_Time( rows->sim ) );
    csvNumber( rows->csv, body );
    csvText( rows->csv, name );
    for ( int i = 0; i < SS_COUNT( numbers ); ++i ) { csvNumber( rows->csv, numbers[i] ); }
    csvEndRow( rows->csv );
    rows->count += 1;
}

static void writeSpheres( void* context, int count, const ssDrawSphere* spheres )
{
    for ( int i = 0; i < count; ++i )
    {
        writeBody( context, spheres[i].body, spheres[i].center, spheres[i].orientation );
    }
}

static void writeSolids( void* context, int count, const ssDrawSolid* solids )
{
    for ( int i = 0; i < count; ++i )
    {
        writeBody( context, solids[i].body, solids[i].center, solids[i].orientation );
    }
}

void runAddBodies( runBodies* bodies, const ssSim* sim )
{
    if ( bodies->out == NULL ) { return; }
    Rows rows = { .csv = &bodies->csv, .sim = sim };
    const ssDraw draw = {
        .flags = ss_drawBodies, .context = &rows, .spheres = writeSpheres, .solids = writeSolids
    };
    ssSim_Draw( sim, &draw );
    bodies->any = bodies->any || rows.count > 0;
    if ( osPartialName( bodies->out ) != NULL )
    {
        osFlushWrite( bodies->out ); // finished rows outlive the program
    }
}

void runEndBodies( const runBodies* bodies, const ssSim* sim )
{
    if ( bodies->out != NULL && !bodies->any )
    {
        fprintf( stderr, "slipstick run: warning: %s has no bodies, the table of --bodies has no rows\n",
            ssSim_Scenario( sim )->id );
    }
}

// Writes a row whenever a contact changes its regime.

ssResult runBeginChanges( const char* path, runChanges* changes )
{
    *changes = ( runChanges ){ 0 };
    if ( path == NULL ) { return ssOk(); }
    ssResult result = ssCreateChangeLog( &changes->log );
    result = result.code == ss_ok ? osBeginStream( path, &changes->out ) : result;
    if ( result.code != ss_ok )
    {
        runEndChanges( changes );
        return result;
    }
    static const char* const names[] = { "t", "contact", "a", "b", "from", "to", "held_s", "event" };
    changes->csv = csvBeginTable( changes->out );
    for ( int i = 0; i < SS_COUNT( names ); ++i ) { csvText( &changes->csv, names[i] ); }
    csvEndRow( &changes->csv );
    return result;
}

static void writeChange( csvWriter* csv, const ssSim* sim, ssRegime regime, const ssChange* change )
{
    char name[SS_NAME_CAPACITY];
    csvNumber( csv, change->time );
    csvNumber( csv, change->contact );
    ssSim_BodyName( sim, change->a, name, (int)sizeof( name ) );
    csvText( csv, name );
    ssSim_BodyName( sim, change->b, name, (int)sizeof( name ) );
    csvText( csv, name );
    csvText( csv, ssRegime_Word( regime, change->from ) );
    csvText( csv, ssRegime_Word( regime, change->to ) );
    csvNumber( csv, change->held );
    csvText( csv, change->jumped ? "impact without collision" : "" );
    csvEndRow( csv );
}

ssResult runAddChanges( runChanges* changes, const ssSim* sim )
{
    const ssChange* found = NULL;
    int count = 0;
    if ( changes->log == NULL || osWriteStopped( changes->out ) ) { return ssOk(); }
    ssResult result = ssChangeLog_Visit( changes->log, sim, &count, &found );
    ssRegime regime = ssFindRegime( ssSim_Scenario( sim ) );
    // Branches of a motion are no modes of a contact, which rolls on either.
    for ( int i = 0; i < count && regime.kind != ss_regimeBranch; ++i )
    {
        writeChange( &changes->csv, sim, regime, found + i );
    }
    if ( count > 0 && osPartialName( changes->out ) != NULL )
    {
        osFlushWrite( changes->out ); // finished rows outlive the program
    }
    return result;
}

void runEndChanges( runChanges* changes )
{
    ssDestroyChangeLog( changes->log );
    changes->log = NULL;
}

// Everything that a contact of a scenario knows.
#define COLUMNS ( ( 1u << ss_logColumnCount ) - 1u )

ssResult runBeginContacts( const char* path, const ssScenario* scenario, runContacts* contacts )
{
    *contacts = ( runContacts ){ 0 };
    if ( path == NULL ) { return ssOk(); }
    const char* noContacts = showFind( scenario )->noContacts;
    if ( noContacts != NULL )
    {
        return ssError(
            ss_errorValue, "--contacts", "%s has no contacts to log: %s", scenario->id, noContacts );
    }
    const char* form = NULL;
    ssResult result = contactFormOf( path, &form );
    contacts->bodies = result.code == ss_ok && strcmp( form, "mcap" ) == 0;
    result = result.code == ss_ok ? osBeginStream( path, &contacts->out ) : result;
    if ( result.code != ss_ok ) { return result; }
    const ssSink sink = contactSink( contacts->out );
    result = ssBeginLog( &sink, form, COLUMNS, &contacts->writer );
    if ( result.code != ss_ok )
    {
        osAbortWrite( contacts->out );
        contacts->out = NULL;
    }
    return result;
}

ssResult runAddContacts( runContacts* contacts, const ssSim* sim )
{
    if ( contacts->writer == NULL || ( contacts->out != NULL && osWriteStopped( contacts->out ) ) )
    {
        return ssOk(); // why it stopped is said in the end
    }
    bool pending = false;
    SS_TRY( sessionFillFrame( sim, &contacts->frame, &pending ) );
    // A frame without contacts has only bodies, for which not every form has a place.
    bool empty = contacts->frame.count == 0 && ( !contacts->bodies || pending );
    if ( empty ) { return ssOk(); }
    contacts->any = contacts->any || contacts->frame.count > 0;
    ssResult result = ssLogWriter_Frame( contacts->writer, &contacts->frame );
    if ( contacts->out != NULL && osPartialName( contacts->out ) != NULL ) { osFlushWrite( contacts->out ); }
    return contacts->out != NULL && osWriteStopped( contacts->out ) ? ssOk() : result;
}

ssResult runEndContacts( runContacts* contacts )
{
    bool stopped = contacts->out != NULL && osWriteStopped( contacts->out );
    ssResult result = ssLogWriter_End( contacts->writer );
    result = stopped ? ssOk() : result;
    contacts->writer = NULL;
    ssLogFrame_Destroy( &contacts->frame );
    if ( contacts->out != NULL && !contacts->any )
    {
        fputs( "slipstick run: warning: nothing touched, the log of --contacts has no rows\n", stderr );
    }
    return result;
}

// Stops a run in the first state in which a contact begins to satisfy the condition of `--break`.

/// Takes the text for a condition on the whole state: the run ends when it first holds. `*column` is where
/// the text is refused.
static ssResult askBreak( const char* text, ssSimDef* def, runBreak* stop, int* column )
{
    static const char before[] = "first(";
    char first[SS_LAW_TEXT_CAPACITY] = "";
    size_t size = strlen( text ) + sizeof before + 1;
    if ( size > sizeof first ) { return ssError( ss_errorFormat, "--break", "the condition is too long" ); }
    snprintf( first, size, "%s%s)", before, text );
    bool known = ssFindMeasure( def->scenario, first ) >= 0;
    ssResult result = known ? ssOk() : ssSimDef_Ask( def, NULL, first );
    stop->measure = result.code == ss_ok ? ssFindMeasure( def->scenario, first ) : -1;
    int skip = 0;
    if ( result.code != ss_ok && sscanf( result.message, "column %d: %n", column, &skip ) == 1 )
    {
        *column -= (int)sizeof before - 1;
        result = ssError( result.code, "--break", "column %d: %.200s", *column, result.message + skip );
    }
    return result;
}

ssResult runBeginBreak( const char* text, ssSimDef* def, runBreak* stop )
{
    *stop = ( runBreak ){ .measure = -1 };
    if ( text == NULL ) { return ssOk(); }
    stop->text = text;
    const char* noContacts = showFind( def->scenario )->noContacts;
    ssResult result = text[0] == '\0' ? ssError( ss_errorFormat, "condition", "the condition is empty" )
        : noContacts != NULL
        ? ssError( ss_errorValue, "--break", "%s has no contacts that could satisfy it: %s",
              def->scenario->id, noContacts )
        : sessionBreakWatch_Set( &stop->watch, text );
    if ( result.code != ss_ok && text[0] != '\0' )
    {
        int column = 0, other = 1;
        ssResult asked = askBreak( text, def, stop, &column );
        bool placed = sscanf( result.message, "column %d:", &other ) == 1;
        bool known = strstr( asked.message, "not known here" ) == NULL;
        result = asked.code == ss_ok || ( placed && ( known ? column >= other : column > other ) ) ? asked
                                                                                                   : result;
    }
    return result.code == ss_ok ? result : ssError( result.code, "--break", "--break: %s", result.message );
}

void runWatchBreak( runBreak* stop, const ssSim* sim )
{
    stop->broke = stop->measure >= 0 ? isfinite( ssSim_Measure( sim, stop->measure ) )
                                     : sessionBreakWatch_Visit( &stop->watch, sim, &stop->found );
    if ( stop->broke && stop->measure >= 0 )
    {
        stop->found = ( sessionBreak ){ .time = ssSim_Time( sim ), .step = ssSim_StepIndex( sim ) };
    }
}

void runPrintBreak( const runBreak* stop )
{
    char what[200];
    if ( stop->broke && stop->measure >= 0 )
    {
        fprintf( stderr, "slipstick run: break at step %" PRId64 ", t = %.10g s: %s\n", stop->found.step,
            stop->found.time, stop->text );
    }
    else if ( stop->broke )
    {
        sessionBreak_Describe( &stop->found, what, sizeof( what ) );
        fprintf( stderr, "slipstick run: break at step %" PRId64 ", t = %.10g s: contact %d, %s\n",
            stop->found.step, stop->found.time, stop->found.number, what );
    }
    else if ( stop->text != NULL )
    {
        fprintf( stderr, "slipstick run: note: %s --break \"%s\"\n",
            stop->measure >= 0 ? "the state never satisfied" : "no contact began to satisfy", stop->text );
    }
}

void runWriteBreak( jsonWriter* json, const runBreak* stop )
{
    if ( stop->text == NULL ) { return; }
    if ( !stop->broke )
    {
        jsonNull( json, "break" );
        return;
    }
    const sessionBreak* found = &stop->found;
    if ( stop->measure >= 0 )
    {
        jsonRow( json, "break", "t", found->time, "step", (double)found->step );
        return;
    }
    jsonBeginObject( json, "break" );
    jsonMembers( json, "t", found->time, "step", (double)found->step, "contact", found->number, "a", found->a,
        "b", found->b, "values", found->values, "contacts", found->contacts );
    jsonEndObject( json );
}

void runEndBreak( runBreak* stop ) { sessionBreakWatch_Free( &stop->watch ); }

/// Says what of the table does not count.
static void noteLeftOut( const ssFitData* data, double until )
{
    int outside = 0;
    for ( int i = 0; i < data->rowCount; ++i )
    {
        outside += data->times[i] < 0.0 || data->times[i] > until * ( 1.0 + 1e-9 );
    }
    if ( outside > 0 )
    {
        argsPrintLine( "slipstick run: %s: %d of %d rows lie outside of the run, 0 to %g s, and do not count",
            data->name, outside, data->rowCount, until );
    }
    if ( data->gapCount > 0 )
    {
        argsPrintLine( "slipstick run: %s: empty or nan cells are skipped: %d", data->name, data->gapCount );
    }
}

int runBeginAgainst( const char* path, const ssScenario* scenario, double until, runAgainst* against )
{
    if ( path == NULL ) { return ARGS_STATUS_OK; }
    against->scenario = scenario;
    ssResult result = ssReadFitData( path, scenario, NULL, &against->data );
    result = result.code == ss_ok ? ssCreateAgainst( &against->data, scenario, &against->against ) : result;
    if ( result.code == ss_ok ) { noteLeftOut( &against->data, until ); }
    return result.code == ss_ok ? ARGS_STATUS_OK : argsRefuse( "run", result );
}

void runEndAgainst( runAgainst* against )
{
    ssDestroyAgainst( against->against );
    ssFitData_Destroy( &against->data );
    against->against = NULL;
}

void runVisitAgainst( const runAgainst* against, const ssSim* sim )
{
    if ( against->against != NULL ) { ssAgainst_Visit( against->against, sim ); }
}

void runAgainstHeadings( const runAgainst* against, csvWriter* csv )
{
    for ( int c = 0; c < against->data.columnCount; ++c )
    {
        char heading[SS_FIT_KEY + 8];
        snprintf( heading, sizeof heading, "data.%.60s",
            against->scenario->model.signals[against->data.columns[c].signal].name );
        csvText( csv, heading );
    }
}

void runAgainstCells( const runAgainst* against, csvWriter* csv, double time )
{
    for ( int c = 0; c < against->data.columnCount; ++c )
    {
        csvNumber( csv, ssFitData_At( &against->data, c, time ) );
    }
}

void runCountCoarse( runCoarse* coarse, const ssSim* sim, const ssStepScale* scale )
{
    if ( scale->coarse == ss_coarseNot ) { return; }
    if ( coarse->count == 0 || scale->enough < coarse->worst.enough )
    {
        coarse->worst = *scale;
        coarse->worstTime = ssSim_Time( sim );
    }
    coarse->count += 1;
}

void runWarnCoarse( const runCoarse* coarse, const ssSim* sim, int64_t steps )
{
    if ( coarse->count > 0 )
    {
        char sentence[160], name[SS_NAME_CAPACITY];
        coarseStepSentence( &coarse->worst, sentence, sizeof( sentence ) );
        ssSim_BodyName( sim, coarse->worst.body.slot1 - 1, name, (int)sizeof( name ) );
        fprintf( stderr,
            "slipstick run: warning: %s; so it is in %" PRId64 " of %" PRId64
            " steps, worst at t = %.10g s because of %s\n",
            sentence, coarse->count, steps, coarse->worstTime, name );
    }
}

void runWriteCoarse( jsonWriter* json, const runCoarse* coarse, const ssSim* sim )
{
    static const char* const words[] = {
        [ss_coarseSpin] = "spin", [ss_coarseSpeed] = "speed", [ss_coarseTurning] = "turning"
    };
    if ( coarse->count == 0 ) { return; }
    char name[SS_NAME_CAPACITY];
    ssSim_BodyName( sim, coarse->worst.body.slot1 - 1, name, (int)sizeof( name ) );
    jsonBeginObject( json, "coarse" );
    jsonMembers( json, "steps", (double)coarse->count, "because_of", words[coarse->worst.coarse], "body",
        name, "t", coarse->worstTime, "enough", coarse->worst.enough );
    jsonEndObject( json );
}

// Measures the steps of a run and prints how long each stage took.

ssStepReport runTimedStep( runWatch* watch, ssSim* sim )
{
    double start = osSeconds();
    ssStepReport report = ssSim_Step( sim );
    watch->seconds += osSeconds() - start;
    return report;
}

static void printTime( const char* name, double seconds, const runWatch* watch, int64_t steps )
{
    fprintf( stderr, "%-10s %12.6f ms %5.1f%%\n", name, 1e3 * seconds / (double)steps,
        100.0 * seconds / watch->seconds );
}

void runPrintTimings( const runWatch* watch, int64_t steps )
{
    double rest = watch->seconds;
    if ( steps == 0 || !( watch->seconds > 0.0 ) ) { return; }
    for ( int i = 0; i < ss_stageCount && watch->stages.hasSteps; ++i )
    {
        rest -= watch->stages.stages[i];
        printTime( ssWorldStageName( (ssWorldStage)i ), watch->stages.stages[i], watch, steps );
    }
    if ( watch->stages.hasSteps ) { printTime( "scenario", rest, watch, steps ); }
    printTime( "step", watch->seconds, watch, steps );
}
