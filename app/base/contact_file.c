// SPDX-License-Identifier: MIT
#include "base/contact_file.h"
#include "base/embedded.h"
#include "base/file_kind.h"
#include "base/grow.h"
#include "base/link.h"
#include "base/reactions.h"
#include "base/shipped_scene.h"
#include "slipstick/lab/problem_scenario.h"
#include "slipstick/param.h"
#include "slipstick/solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Opens contact logs and contact problems on disk, also as scenarios, and writes logs.

static bool readAt( void* context, uint64_t offset, void* bytes, size_t size )
{
    return osReadAt( context, offset, bytes, size );
}

/// Takes one --map: OURS=THEIRS, the step size dt=S, or columns="..." of a dump. Returns the exit status.
static int readMap( const char* command, const char* item, ssLogRename* renames, ssLogOptions* options )
{
    const char* names[ss_logColumnCount + 2] = { "dt", "columns" };
    char key[32], hint[128];
    const char* theirs = NULL;
    if ( !argsSplitPair( item, key, sizeof( key ), &theirs ) || theirs[0] == 0 )
    {
        return argsFail( command, "--map %s: expected OURS=THEIRS, such as fx=force_x", item );
    }
    if ( strcmp( key, "dt" ) == 0 )
    {
        bool good = ssParseNumber( theirs, &options->dt ) && options->dt > 0.0;
        return good ? ARGS_STATUS_OK : argsFail( command, "--map %s: expected a step size > 0 [s]", item );
    }
    if ( strcmp( key, "columns" ) == 0 )
    {
        options->columns = theirs;
        return ARGS_STATUS_OK;
    }
    ssLogColumn column = ssFindLogColumn( key );
    if ( column < ss_logColumnCount )
    {
        if ( options->renameCount == ss_logColumnCount )
        {
            return argsFail( command, "--map is given too often; a log has %d columns", ss_logColumnCount );
        }
        renames[options->renameCount++] = ( ssLogRename ){ .column = column, .theirs = theirs };
        return ARGS_STATUS_OK;
    }
    for ( int i = 0; i < ss_logColumnCount; ++i ) { names[2 + i] = ssLogColumnName( (ssLogColumn)i ); }
    return argsFail( command, "--map %s: there is no column '%s'%s `slipstick help audit` lists them all",
        item, key, argsSuggest( key, names, SS_COUNT( names ), hint, sizeof( hint ) ) );
}

// A line on the terminal that is overwritten while the file is read.
static bool showShare( void* context, double share )
{
    double *last = context, now = osSeconds();
    if ( now - *last > 0.5 )
    {
        *last = now;
        fprintf( stderr, "\rreading: %.0f%%", 100.0 * share );
    }
    return osSignalCaught();
}

/// Reads --map into `renames` (ss_logColumnCount), which `options` points to. Returns the exit status.
static int takeRenames(
    const char* command, const argsList* map, ssLogRename* renames, ssLogOptions* options )
{
    options->renames = renames;
    options->renameCount = 0;
    for ( int i = 0; map != NULL && i < map->count; ++i )
    {
        int status = readMap( command, map->items[i], renames, options );
        if ( status != ARGS_STATUS_OK ) { return status; }
    }
    return ARGS_STATUS_OK;
}

static ssResult openFile( const char* path, const ssLogOptions* options, contactFile* file )
{
    ssSource source = { .name = path, .read = readAt, .path = path };
    const embeddedFile* shipped = findShippedCase( path );
    if ( shipped != NULL )
    {
        source = ssMemorySource( path, shipped->data, shipped->size );
        return ssOpenContactLog( &source, options, &file->log );
    }
    ssResult result = osBeginRead( path, &file->reader );
    result = result.code == ss_ok ? osReadSize( file->reader, &source.size ) : result;
    source.context = file->reader;
    result = result.code == ss_ok ? ssOpenContactLog( &source, options, &file->log ) : result;
    if ( result.code != ss_ok ) { contactClose( file ); }
    return result;
}

/// Calls `open` with the options of a command.
static int openFor( const char* command, const char* path, const argsList* map,
    ssResult ( *open )( const char* path, const ssLogOptions* options, void* made ), void* made )
{
    ssLogRename renames[ss_logColumnCount];
    double start = osSeconds(), last = start;
    ssLogOptions options = { .progress = osIsTerminal( 2 ) ? showShare : NULL, .progressContext = &last };
    int status = takeRenames( command, map, renames, &options );
    if ( status != ARGS_STATUS_OK ) { return status; }
    ssResult result = open( path, &options, made );
    if ( last > start ) { fputs( "\r                    \r", stderr ); }
    return result.code == ss_ok ? ARGS_STATUS_OK : argsRefuse( command, result );
}

static ssResult openLog( const char* path, const ssLogOptions* options, void* made )
{
    contactFile* file = made;
    ssResult result = openFile( path, options, file );
    if ( result.code == ss_ok && ssContactLog_Note( file->log ) != NULL )
    {
        fprintf( stderr, "note: %s: %s\n", path, ssContactLog_Note( file->log ) );
    }
    return result;
}

int contactOpen( const char* command, const char* path, const argsList* map, contactFile* file )
{
    *file = ( contactFile ){ 0 };
    return openFor( command, path, map, openLog, file );
}

char* contactsOfLink( const char* word )
{
    static char path[64];
    char* text = NULL;
    size_t length = 0;
    bool link =
        linkFind( word ) != NULL && !osFileExists( word ) && linkRead( word, &text, &length ).code == ss_ok;
    bool contacts = link && text[0] != '{' && osFillScratch( text, length, path, sizeof( path ) ) >= 0;
    free( text );
    return contacts ? path : NULL;
}

void contactClose( contactFile* file )
{
    ssCloseContactLog( file->log );
    osEndRead( file->reader );
    *file = ( contactFile ){ 0 };
}

// A program may still be writing a file this recent; it is given up when nothing comes for a while [s].
#define FRESH 10.0
#define GIVEN_UP 30.0

// What a scenario of a log keeps open. Messages of its reader name the path.
typedef struct LogFile
{
    osReader* reader;
    uint64_t size;  // [bytes] when it was looked at last
    double changed; // [s] when it had grown
    char path[];
} LogFile;

static bool readKept( void* context, uint64_t offset, void* bytes, size_t size )
{
    return osReadAt( ( (const LogFile*)context )->reader, offset, bytes, size );
}

/// The size of a file that a program is still writing.
static uint64_t sizeNow( void* context, bool* ended )
{
    LogFile* kept = context;
    uint64_t size = 0;
    if ( osReadSize( kept->reader, &size ).code == ss_ok && size > kept->size )
    {
        kept->size = size;
        kept->changed = osSeconds();
    }
    *ended = osSeconds() - kept->changed > GIVEN_UP;
    return kept->size;
}

static void releaseFile( void* context )
{
    LogFile* kept = context;
    osEndRead( kept->reader );
    free( kept );
}

static ssResult openKept( LogFile* kept, const ssLogOptions* options, ssContactLog** log )
{
    const embeddedFile* shipped = findShippedCase( kept->path );
    if ( shipped != NULL )
    {
        const ssSource memory = ssMemorySource( kept->path, shipped->data, shipped->size );
        return ssOpenContactLog( &memory, options, log );
    }
    SS_TRY( osBeginRead( kept->path, &kept->reader ) );
    SS_TRY( osReadSize( kept->reader, &kept->size ) );
    kept->changed = osSeconds();
    const ssSource source = { .context = kept,
        .name = kept->path,
        .path = kept->path,
        .size = kept->size,
        .read = readKept,
        .sizeNow = osReadAge( kept->reader ) < FRESH ? sizeNow : NULL };
    SS_TRY( ssOpenContactLog( &source, options, log ) );
    return ssContactLog_FrameCount( *log ) == 0
        ? ssError( ss_errorFormat, "file", "%.150s: the log has no complete frame yet", kept->path )
        : ssOk();
}

ssResult contactScenario( const char* path, const ssLogOptions* options, const ssScenario** scenario )
{
    *scenario = NULL;
    LogFile* kept = calloc( 1, sizeof *kept + strlen( path ) + 1 );
    if ( kept == NULL ) { return ssError( ss_errorMemory, NULL, "%.150s: out of memory", path ); }
    memcpy( kept->path, path, strlen( path ) + 1 );
    ssContactLog* log = NULL;
    ssResult result = openKept( kept, options, &log );
    const char* slash = strrchr( path, '/' );
    char source[256];
    if ( result.code == ss_ok )
    {
        const char* note = ssContactLog_Note( log );
        snprintf( source, sizeof source, "contact log (%s), %d frame%s%s%s%s", ssContactLog_Form( log ),
            ssContactLog_FrameCount( log ), ssContactLog_FrameCount( log ) == 1 ? "" : "s",
            ssContactLog_Grows( log ) ? " so far" : "", note != NULL ? "; " : "", note != NULL ? note : "" );
        const ssLogScenarioDef def = { .log = log,
            .title = slash != NULL ? slash + 1 : path,
            .source = source,
            .release = releaseFile,
            .context = kept };
        result = ssMakeLogScenario( &def, scenario );
    }
    if ( result.code != ss_ok )
    {
        ssCloseContactLog( log );
        releaseFile( kept );
    }
    return result;
}

static ssResult openScenario( const char* path, const ssLogOptions* options, void* made )
{
    return contactScenario( path, options, made );
}

/// Opens a recording for a command, with --map and, on a terminal, the progress. Returns the exit status.
static int openRecording(
    const char* command, const char* path, const argsList* map, const ssScenario** scenario )
{
    return openFor( command, path, map, openScenario, scenario );
}

ssResult contactFormOf( const char* path, const char** form )
{
    char endings[64];
    *form = ssLogFormOfPath( path, endings, sizeof( endings ) );
    return *form != NULL ? ssOk()
                         : ssError( ss_errorValue, "file",
                               "'%.150s': the ending names the form of a log; known: %s", path, endings );
}

static bool writeOut( void* context, const void* bytes, size_t size )
{
    osWrite( context, bytes, size );
    return !osWriteStopped( context );
}

ssSink contactSink( osWriter* out ) { return ( ssSink ){ .context = out, .write = writeOut }; }

// Makes a scenario of a file with a contact problem, solved by us or with somebody else's answer.

#define TOLERANCE 1e-8  // of an answer that counts as a solution, as for `solve`
#define TIME_LIMIT 10.0 // [s] for a solve that somebody waits for

static bool contains( const char* head, size_t size, const char* word )
{
    size_t length = strlen( word );
    for ( size_t i = 0; i + length <= size; ++i )
    {
        if ( memcmp( head + i, word, length ) == 0 ) { return true; }
    }
    return false;
}

bool problemIsFile( const char* head, size_t size )
{
    size_t at = 0;
    while ( at < size && strchr( " \t\r\n", head[at] ) != NULL && head[at] != 0 ) { ++at; }
    if ( at == size ) { return false; }
    if ( head[at] == '{' ) { return contains( head, size, "\"slipstick-problem\"" ); }
    if ( size >= 4 && memcmp( head, "\x89HDF", 4 ) == 0 ) { return contains( head, size, "fclib_" ); }
    // Siconos' text form begins with a lone number, the dimension.
    size_t digits = 0;
    while ( at + digits < size && head[at + digits] >= '0' && head[at + digits] <= '9' ) { ++digits; }
    size_t end = at + digits;
    return digits > 0 && ( end == size || strchr( " \t\r\n", head[end] ) != NULL );
}

static bool isPast( void* context ) { return osSeconds() > *(const double*)context; }

static ssResult solveOwn( const ssProblem* problem, double* p, ssSolveReport* report )
{
    ssSolveOptions options = ssDefaultSolveOptions();
    double end = osSeconds() + TIME_LIMIT;
    options.tolerance = TOLERANCE;
    options.stop = isPast;
    options.stopContext = &end;
    return ssSolve( ssFindSolver( "auto" ), problem, &options, p, report );
}

/// Says how good the answer is; returns the length.
static void writeVerdict( const char* judgePath, bool solution, double residual, char* text, size_t capacity )
{
    if ( judgePath == NULL )
    {
        snprintf(
            text, capacity, "%s by auto, residual %.2g.", solution ? "Solved" : "NOT solved", residual );
        return;
    }
    const char* slash = strrchr( judgePath, '/' );
    snprintf( text, capacity, "The answer of %.80s is %s, residual %.2g.",
        slash != NULL ? slash + 1 : judgePath, solution ? "a solution" : "NOT a solution", residual );
}

/// What there is to see, in a sentence or two.
static ssResult describe( const ssProblem* problem, const char* judgePath, const double* p, char* text,
    size_t capacity, int* contact )
{
    ssJudgement whole;
    ssContactJudgement* contacts = calloc( (size_t)problem->contactCount + 1, sizeof *contacts );
    ssResult result = contacts != NULL ? ssJudge( problem, p, &whole, NULL )
                                       : ssError( ss_errorMemory, NULL, "out of memory for the judgement" );
    result = result.code == ss_ok ? ssJudgeContacts( problem, p, contacts ) : result;
    if ( result.code == ss_ok )
    {
        bool solution = ssJudgement_IsSolution( &whole, TOLERANCE );
        *contact = whole.worstContact < 0 ? 0 : whole.worstContact;
        writeVerdict( judgePath, solution, whole.residual, text, capacity );
        if ( !solution )
        {
            addText( text, capacity, " Worst is contact %d: %s.", *contact,
                ssAnswerFaultText( contacts[*contact].fault ) );
        }
        if ( ssProblem_IsExplicit( problem ) )
        {
            addText( text, capacity, " The file has no positions: contacts stand on a grid in their order." );
        }
    }
    free( contacts );
    return result;
}

static ssResult makeScenario( const char* path, const char* judgePath, ssProblem* problem, const double* p,
    const ssScenario** scenario, int* contact )
{
    char point[320], source[128];
    SS_TRY( describe( problem, judgePath, p, point, sizeof point, contact ) );
    const char* slash = strrchr( path, '/' );
    snprintf( source, sizeof source,
        "contact problem, %d contact%s in dimension %d; reactions in the file's units", problem->contactCount,
        problem->contactCount == 1 ? "" : "s", problem->dimension );
    const ssProblemScenarioDef def = { .problem = problem,
        .p = p,
        .tolerance = TOLERANCE,
        .title = slash != NULL ? slash + 1 : path,
        .source = source,
        .summary = point };
    return ssMakeProblemScenario( &def, scenario );
}

ssResult problemRead( const char* path, ssProblem* problem )
{
    char* text = NULL;
    size_t length = 0;
    SS_TRY( osReadFile( path, &text, &length ) );
    ssResult read = ssReadProblem( text, length, problem );
    free( text );
    return read.code == ss_ok ? read : ssError( read.code, read.field, "%.100s: %.150s", path, read.message );
}

ssResult problemScenario( const char* path, const char* judgePath, const ssScenario** scenario, int* contact )
{
    ssProblem problem = { 0 };
    reactionsAnswer answer = { 0 };
    ssSolveReport report;
    *scenario = NULL;
    ssResult result = problemRead( path, &problem );
    if ( result.code == ss_ok && judgePath != NULL )
    {
        result = reactionsRead( judgePath, &problem, &answer );
    }
    else if ( result.code == ss_ok )
    {
        answer.p = calloc( (size_t)ssProblem_Size( &problem ) + 1, sizeof( double ) );
        result = answer.p != NULL ? solveOwn( &problem, answer.p, &report )
                                  : ssError( ss_errorMemory, NULL, "out of memory for the reactions" );
    }
    result = result.code == ss_ok ? makeScenario( path, judgePath, &problem, answer.p, scenario, contact )
                                  : result;
    reactionsDestroy( &answer );
    ssProblem_Destroy( &problem );
    return result;
}

/// Fills the scene with a scenario that was made of a file.
static void holdScenario( argsSpec* spec, const ssScenario* scenario )
{
    spec->scene->def = ssDefaultSimDef( scenario );
    spec->scene->viewFlags = ss_drawDefault;
    ssScene_Hold( spec->scene );
    ssScenario_Release( scenario );
}

/// A contact log is a scenario made of that file.
static bool loadLog( argsSpec* spec, const char* path, int* status )
{
    const ssScenario* scenario = NULL;
    *status = openRecording( spec->command, path, spec->map, &scenario );
    if ( *status != ARGS_STATUS_OK ) { return false; }
    holdScenario( spec, scenario );
    return true;
}

/// So is a contact problem, with its answer; the plots follow its worst contact.
static bool loadProblem( argsSpec* spec, const char* path, int* status )
{
    const ssScenario* scenario = NULL;
    int contact = 0;
    char text[16];
    ssResult result = problemScenario( path, spec->judge != NULL ? *spec->judge : NULL, &scenario, &contact );
    if ( result.code != ss_ok )
    {
        *status = argsRefuse( spec->command, result );
        return false;
    }
    holdScenario( spec, scenario );
    snprintf( text, sizeof( text ), "%d", contact );
    result = ssSimDef_Set( &spec->scene->def, "contact", text );
    if ( result.code != ss_ok )
    {
        *status = argsRefuse( spec->command, result );
        return false;
    }
    return true;
}

bool argsLoadContacts( argsSpec* spec, const char* path, bool* loaded, int* status )
{
    fileKind kind = osFileExists( path ) || findShippedCase( path ) != NULL ? fileKindOf( path ) : file_scene;
    if ( spec->judge != NULL && *spec->judge != NULL && kind != file_problem )
    {
        *status = argsFail( spec->command, "--judge %s: '%s' is not a contact problem", *spec->judge, path );
        return false;
    }
    // A word on the command line names what is shown; a table is no
    // scene, and the message says what a log has.
    kind = kind == file_table ? file_log : kind;
    *loaded = kind == file_log || kind == file_problem;
    return kind == file_log    ? loadLog( spec, path, status )
        : kind == file_problem ? loadProblem( spec, path, status )
                               : true;
}

bool argsFitsLog( const argsSpec* spec, bool step, bool until, int* status )
{
    if ( !ssScenario_IsLog( spec->scene->def.scenario ) || ( !step && !until ) ) { return true; }
    *status = argsFail(
        spec->command, "%s: the times of a contact log are those of its frames", step ? "--h" : "--until" );
    return false;
}
