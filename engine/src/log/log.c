// SPDX-License-Identifier: MIT
#include "log/log_private.h"

#include <stdio.h>
#include <string.h>

// Opens, reads and writes logs of every form.

#define HEAD_SIZE 4096 // [bytes] enough to recognise a form

// How far a normal may be from length 1: fits six digits, but not degrees or raw differences.
#define NORMAL_TOLERANCE 1e-3

ssResult logNoMemory( const ssContactLog* log )
{
    return ssError( ss_errorMemory, NULL, "%.150s: out of memory", log->source.name );
}

ssResult logChanged( const ssContactLog* log )
{
    return ssError( ss_errorFormat, "file", "%.150s: the file has changed", log->source.name );
}

static bool readMemory( void* context, uint64_t offset, void* bytes, size_t size )
{
    memcpy( bytes, (const char*)context + offset, size );
    return true;
}

ssSource ssMemorySource( const char* name, const void* bytes, size_t size )
{
    // The callback never writes through the context.
    union
    {
        const void* given;
        void* context;
    } pointer = { .given = bytes };
    return ( ssSource ){ .context = pointer.context, .size = size, .name = name, .read = readMemory };
}

ssResult logReadBytes( const ssContactLog* log, uint64_t offset, void* bytes, size_t size )
{
    const ssSource* source = &log->source;
    bool inside = offset <= source->size && size <= source->size - offset;
    return inside && ( size == 0 || source->read( source->context, offset, bytes, size ) )
        ? ssOk()
        : ssError( ss_errorFormat, "file", "%.120s: cannot read %zu bytes at offset %llu", source->name, size,
              (unsigned long long)offset );
}

ssResult logProgress( const ssContactLog* log, const ssLogOptions* options, uint64_t offset )
{
    double size = (double)log->source.size, share = size > 0.0 ? (double)offset / size : 1.0;
    bool ends = options->progress != NULL && options->progress( options->progressContext, share );
    return ends ? ssError( ss_errorValue, NULL, "%.150s: the reading was stopped", log->source.name )
                : ssOk();
}

// Every form of log; the first that recognises a file reads it. CSV, without signature, comes last.

static const logForm* const s_forms[] = { &log_mcap, &log_siconos, &log_dump, &log_csv };

static const logForm* recogniseForm( const uint8_t* head, size_t size )
{
    for ( int i = 0; i < SS_COUNT( s_forms ); ++i )
    {
        if ( s_forms[i]->recognises( head, size ) ) { return s_forms[i]; }
    }
    return NULL;
}

/// Finds the form and the frames of the log's source.
static ssResult openLog( ssContactLog* log, const ssLogOptions* options )
{
    uint8_t head[HEAD_SIZE];
    size_t size = log->source.size < HEAD_SIZE ? (size_t)log->source.size : HEAD_SIZE;
    SS_TRY( logReadBytes( log, 0, head, size ) );
    if ( size == 0 )
    {
        return ssError( ss_errorFormat, "file", "%.150s: the file is empty", log->source.name );
    }
    log->form = recogniseForm( head, size );
    if ( log->form == NULL )
    {
        return ssError( ss_errorFormat, "file",
            "%.120s: no contact log; expected CSV with a line of headings, MCAP, HDF5 of Siconos, or `dump "
            "local`",
            log->source.name );
    }
    const char* unused = options->dt > 0.0 && !log->form->usesStep ? "dt"
        : options->columns != NULL && !log->form->usesColumns      ? "columns"
                                                                   : NULL;
    if ( unused != NULL )
    {
        return ssError( ss_errorValue, unused, "%.120s: a log of the form %s has no use for `%s`",
            log->source.name, log->form->name, unused );
    }
    log->grows = log->source.sizeNow != NULL && log->form->extend != NULL;
    log->recordMax = options->recordMax;
    SS_TRY( log->form->index( log, options ) );
    return log->frameCount > 0 || log->grows
        ? ssOk()
        : ssError( ss_errorFormat, "file", "%.150s: the log has no contacts", log->source.name );
}

ssResult ssOpenContactLog( const ssSource* source, const ssLogOptions* options, ssContactLog** log )
{
    static const ssLogOptions none = { 0 };
    *log = ssAlloc( sizeof **log );
    if ( *log == NULL ) { return ssError( ss_errorMemory, NULL, "%.150s: out of memory", source->name ); }
    ( *log )->source = *source;
    ( *log )->self = *log;
    logBeginIndex( *log, options != NULL ? options : &none );
    ssResult result = openLog( *log, options != NULL ? options : &none );
    if ( result.code != ss_ok )
    {
        ssCloseContactLog( *log );
        *log = NULL;
    }
    return result;
}

ssResult ssContactLog_Extend( ssContactLog* log )
{
    bool ended = false;
    uint64_t size = log->grows ? log->source.sizeNow( log->source.context, &ended ) : 0;
    ssResult result = ssOk();
    if ( size > log->source.size )
    {
        log->source.size = size;
        result = log->form->extend( log );
    }
    log->grows = log->grows && !ended && result.code == ss_ok;
    return result;
}

bool ssContactLog_Grows( const ssContactLog* log ) { return log->grows; }

void ssCloseContactLog( ssContactLog* log )
{
    if ( log == NULL ) { return; }
    if ( log->form != NULL ) { log->form->close( log ); }
    ssRelease( log->kept );
    ssRelease( log->block );
    ssRelease( log );
}

const char* ssContactLog_Form( const ssContactLog* log ) { return log->form->name; }

int ssContactLog_FrameCount( const ssContactLog* log ) { return log->frameCount; }

uint64_t ssContactLog_RowCount( const ssContactLog* log ) { return log->rowCount; }

const char* ssContactLog_Note( const ssContactLog* log ) { return log->note; }

uint32_t ssContactLog_Known( const ssContactLog* log ) { return log->known; }

static inline bool isValid( const ssLogFrame* contacts, int row )
{
    ssVec3 n = ssLogFrame_Vector( contacts, ss_logNx, row ), f = ssLogFrame_Vector( contacts, ss_logFx, row );
    ssVec3 v = ssLogFrame_Vector( contacts, ss_logVx, row );
    double sum = f.x + f.y + f.z + v.x + v.y + v.z, length = sqrt( n.x * n.x + n.y * n.y + n.z * n.z );
    bool negative = contacts->columns[ss_logMu][row] < 0.0 || contacts->columns[ss_logMuR][row] < 0.0 ||
        contacts->columns[ss_logMuS][row] < 0.0; // unknown is neither
    return isfinite( sum ) && isfinite( contacts->columns[ss_logT][row] ) &&
        fabs( length - 1.0 ) <= NORMAL_TOLERANCE && !negative;
}

bool logRowIsValid( const ssLogFrame* contacts, int row ) { return isValid( contacts, row ); }

int logFindInvalid( const ssLogFrame* contacts, int first, int last )
{
    int row = first;
    while ( row < last && isValid( contacts, row ) ) { ++row; }
    return row < last ? row : -1;
}

ssResult logCheckRow( const ssContactLog* log, const ssLogFrame* contacts, int row, const char* place )
{
    for ( int i = 0; i < ss_logColumnCount; ++i )
    {
        double number = contacts->columns[i][row];
        if ( i >= ss_logMu && i <= ss_logMuS && number < 0.0 )
        {
            return ssError( ss_errorFormat, ssLogColumnName( (ssLogColumn)i ),
                "%.120s, %s: %s = %g; allowed: >= 0, or nothing where it is unknown", log->source.name, place,
                ssLogColumnName( (ssLogColumn)i ), number );
        }
        if ( ( SS_LOG_OBLIGATORY & SS_LOG_BIT( i ) ) != 0 && !isfinite( number ) )
        {
            return ssError( ss_errorFormat, ssLogColumnName( (ssLogColumn)i ),
                "%.120s, %s: %s is not known; t, normal, force and velocity must be finite numbers",
                log->source.name, place, ssLogColumnName( (ssLogColumn)i ) );
        }
    }
    double length = ssVec3_Length( ssLogFrame_Vector( contacts, ss_logNx, row ) );
    return fabs( length - 1.0 ) <= NORMAL_TOLERANCE
        ? ssOk()
        : ssError( ss_errorFormat, "nx", "%.120s, %s: the normal has length %.6g; allowed: 1 ± %g",
              log->source.name, place, length, NORMAL_TOLERANCE );
}

ssResult ssContactLog_ReadFrame( ssContactLog* log, int frame, ssLogFrame* contacts )
{
    SS_ASSERT( frame >= 0 && frame < log->frameCount );
    SS_TRY( logEmptyFrame( contacts, ssContactLog_Count( log, frame ) ) );
    contacts->t = ssContactLog_Time( log, frame );
    SS_TRY( log->form->readFrame( log, frame, contacts ) );
    ssLogFrame_UpdateKnown( contacts );
    log->known |= contacts->known;
    return ssOk();
}

ssResult ssContactLog_FindKnown(
    ssContactLog* log, bool ( *progress )( void* context, double share ), void* context )
{
    ssLogFrame frame = { 0 };
    ssResult result = ssOk();
    for ( int k = 0; k < log->frameCount && log->form->sampled && result.code == ss_ok; ++k )
    {
        result = ssContactLog_ReadFrame( log, k, &frame );
        if ( progress != NULL && k % 256 == 0 && progress( context, (double)k / log->frameCount ) )
        {
            result = ssError( ss_errorValue, NULL, "%.150s: the reading was stopped", log->source.name );
        }
    }
    ssLogFrame_Destroy( &frame );
    return result;
}

ssResult logWriteBytes( ssLogWriter* writer, const void* bytes, size_t size )
{
    return writer->sink.write( writer->sink.context, bytes, size )
        ? ssOk()
        : ssError( ss_errorFormat, "file", "the log cannot be written" );
}

const char* ssLogFormOfPath( const char* path, char* endings, int capacity )
{
    const char* found = NULL;
    size_t length = strlen( path ), used = 0;
    for ( int i = 0; i < SS_COUNT( s_forms ); ++i )
    {
        const logForm* form = s_forms[i];
        size_t size = strlen( form->ending );
        if ( form->begin == NULL ) { continue; }
        found = length > size && strcmp( path + length - size, form->ending ) == 0 ? form->name : found;
        if ( endings != NULL && used < (size_t)capacity )
        {
            int n = snprintf(
                endings + used, (size_t)capacity - used, "%s%s", used > 0 ? ", " : "", form->ending );
            used += n > 0 ? (size_t)n : 0;
        }
    }
    return found;
}

/// The form of this name that can be written; the message lists them.
static ssResult findWritable( const char* name, const logForm** form )
{
    char names[128] = "";
    for ( int i = 0; i < SS_COUNT( s_forms ); ++i )
    {
        if ( s_forms[i]->begin == NULL ) { continue; }
        if ( strcmp( s_forms[i]->name, name ) == 0 )
        {
            *form = s_forms[i];
            return ssOk();
        }
        size_t used = strlen( names );
        snprintf( names + used, sizeof names - used, "%s%s", used > 0 ? ", " : "", s_forms[i]->name );
    }
    return ssError( ss_errorUnknown, "form", "logs cannot be written as '%.40s'; known: %s", name, names );
}

ssResult ssBeginLog( const ssSink* sink, const char* form, uint32_t columns, ssLogWriter** writer )
{
    *writer = NULL;
    const logForm* found = NULL;
    SS_TRY( findWritable( form, &found ) );
    ssLogWriter* w = ssAlloc( sizeof *w );
    if ( w == NULL ) { return ssError( ss_errorMemory, NULL, "out of memory" ); }
    *w = ( ssLogWriter ){ .sink = *sink, .form = found, .columns = columns | SS_LOG_OBLIGATORY };
    ssResult result = found->begin( w );
    if ( result.code != ss_ok )
    {
        ssRelease( w->state );
        ssRelease( w );
        return result;
    }
    *writer = w;
    return result;
}

ssResult ssLogWriter_Frame( ssLogWriter* writer, const ssLogFrame* frame )
{
    return writer->form->writeFrame( writer, frame );
}

ssResult ssLogWriter_End( ssLogWriter* writer )
{
    if ( writer == NULL ) { return ssOk(); }
    ssResult result = writer->form->end( writer );
    ssRelease( writer->state );
    ssRelease( writer );
    return result;
}

// A log of one frame that is in memory: contacts that come from no file.

static ssResult readFrame( ssContactLog* log, int frame, ssLogFrame* contacts )
{
    const ssLogFrame* own = log->state;
    (void)frame;
    SS_TRY( ssLogFrame_Resize( contacts, own->count, own->bodyCount ) );
    for ( int i = 0; i < ss_logColumnCount && own->count > 0; ++i )
    {
        memcpy( contacts->columns[i], own->columns[i], (size_t)own->count * sizeof( double ) );
    }
    if ( own->bodyCount > 0 )
    {
        memcpy( contacts->bodies, own->bodies, (size_t)own->bodyCount * sizeof *own->bodies );
    }
    return ssOk();
}

static void closeFrame( ssContactLog* log )
{
    if ( log->state != NULL )
    {
        ssLogFrame_Destroy( log->state );
        ssRelease( log->state );
    }
}

static const logForm s_memory = {
    .name = "memory", .ending = "", .readFrame = readFrame, .close = closeFrame
};

ssResult ssMakeMemoryLog( ssLogFrame* frame, ssContactLog** log )
{
    static const ssLogOptions none = { 0 };
    *log = ssAlloc( sizeof **log );
    ssLogFrame* own = *log != NULL ? ssAlloc( sizeof *own ) : NULL;
    if ( own == NULL )
    {
        ssRelease( *log );
        *log = NULL;
        return ssError( ss_errorMemory, NULL, "out of memory for a log" );
    }
    **log = ( ssContactLog ){ .source = ssMemorySource( "memory", NULL, 0 ), .form = &s_memory };
    ( *log )->self = *log;
    ( *log )->state = own;
    logBeginIndex( *log, &none );
    ssResult result = logAddFrame( *log, frame->t, 0, 0, "the frame" );
    if ( result.code != ss_ok )
    {
        ssCloseContactLog( *log );
        *log = NULL;
        return result;
    }
    *own = *frame;
    *frame = ( ssLogFrame ){ 0 };
    ssLogFrame_UpdateKnown( own );
    ( *log )->rowCount = (uint64_t)own->count;
    ( *log )->known = own->known;
    return result;
}
