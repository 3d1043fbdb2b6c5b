// SPDX-License-Identifier: MIT
#include "log/log_siconos.h"

#include <stdio.h>
#include <string.h>

// Logs of Siconos' mechanics: HDF5 files with a table /data/cf, a row per contact and time. Its columns:
//     0 t, 1 mu, 2-4 point on body 1, 5-7 point on body 2, 8-10 normal from 2 to 1, 11-13 impulse on 1,
//     14-16 gap, 17-19 velocity of 1 relative to 2 (along the normal and two tangents), 20-22 impulse in that
//     frame, 23 number of the contact, 24 and 25 bodies 1 and 2, equal where 2 is fixed
// So a is body 2 and b is body 1. Impulses become forces when they are divided by the step size. The tangents
// are not in the file: Siconos takes them from the normal, in one way until 4.4 and in another since, and the
// impulse, which is there in both frames, tells in which. Poses are in /data/dynamic and /data/static, the
// scene is in /data/input and /data/ref.

#define SIGNATURE "\x89HDF\r\n\x1a\n"

static bool recognises( const uint8_t* head, size_t size )
{
    return size >= 8 && memcmp( head, SIGNATURE, 8 ) == 0;
}

#define COLUMNS 26
#define COLUMNS_UNNAMED 24              // without the bodies
#define BLOCK 1024                      // rows read at once
#define IMAGE_MAX ( (uint64_t)1 << 31 ) // [bytes] of a file that is read into memory

typedef struct Siconos
{
    const ssHdf5Reader* reader;
    int64_t file;
    logTable contacts, info; // /data/cf, and /data/cf_info with the numbers of fixed bodies
    logSiconosScene scene;
    double h;                // [s]
    bool old, tangentsKnown; // tangents of Siconos until 4.4
    char note[160];
} Siconos;

ssResult logOpenTable(
    const ssContactLog* log, int64_t file, const char* path, int leastColumns, logTable* table )
{
    const ssHdf5Reader* reader = hdf5Reader();
    *table = ( logTable ){ .reader = reader, .dataset = -1 };
    ssHdf5Dataset dataset = reader->openDataset( file, path );
    if ( dataset.id < 0 ) { return ssOk(); }
    uint64_t rows = dataset.sizes[0], columns = dataset.sizes[1];
    bool numbers = dataset.type == ss_hdf5Float && dataset.numberSize <= 8;
    ssResult result = ssOk();
    if ( dataset.rank != 2 || !numbers || columns > 1024 || rows > (uint64_t)1 << 50 )
    {
        result = ssError(
            ss_errorFormat, "file", "%.100s: /%s is not a table of numbers", log->source.name, path );
    }
    else if ( !dataset.isStored )
    {
        result = ssError( ss_errorFormat, "file",
            "%.100s: /%s announces %.0f rows, but the file does not hold them (is it damaged?)",
            log->source.name, path, (double)rows );
    }
    else if ( (int)columns >= leastColumns )
    {
        table->dataset = dataset.id;
        table->rows = rows;
        table->columns = (int)columns;
    }
    if ( table->dataset < 0 ) { reader->closeDataset( dataset.id ); }
    return result;
}

void logCloseTable( logTable* table )
{
    if ( table->dataset >= 0 ) { table->reader->closeDataset( table->dataset ); }
    table->dataset = -1;
}

bool logReadTable( const logTable* table, uint64_t first, int count, int columns, double* numbers )
{
    if ( table->dataset < 0 || first > table->rows || (uint64_t)count > table->rows - first )
    {
        return false;
    }
    return table->reader->readRows( table->dataset, first, count, columns, numbers );
}

/// Goes through the times of a table, which are its first column.
typedef struct Times
{
    const logTable* table;
    uint64_t row, first; // of the next time, and of the block
    int count;
    double block[BLOCK];
    bool failed;
} Times;

/// The time of the row `row`; false behind the last one, and where it cannot be read.
static bool timeAt( Times* times, double* t )
{
    if ( times->table->dataset < 0 || times->row >= times->table->rows ) { return false; }
    if ( times->row >= times->first + (uint64_t)times->count )
    {
        uint64_t left = times->table->rows - times->row;
        times->first = times->row;
        times->count = left < BLOCK ? (int)left : BLOCK;
        times->failed = !logReadTable( times->table, times->first, times->count, 1, times->block );
    }
    *t = times->failed ? SS_NAN : times->block[times->row - times->first];
    return !times->failed;
}

/// Finds frames from the current rows on. Poses of a frame have its time.
typedef struct Walk
{
    Times contacts, bodies;
} Walk;

/// The next frame: first row, time, place of bodies. False: there is none, or it cannot be read.
static bool nextFrame( Walk* walk, logEntry* entry )
{
    double t = 0.0, other = 0.0;
    if ( !timeAt( &walk->contacts, &t ) ) { return false; }
    *entry = ( logEntry ){ .t = t, .offset = walk->contacts.row, .firstRow = walk->contacts.row };
    while ( timeAt( &walk->contacts, &other ) && ( other == t || ( isnan( other ) && isnan( t ) ) ) )
    {
        ++walk->contacts.row;
    }
    while ( timeAt( &walk->bodies, &other ) && other < t ) { ++walk->bodies.row; }
    entry->bodies = timeAt( &walk->bodies, &other ) && other == t ? walk->bodies.row + 1 : entry->bodies;
    return true;
}

static Walk* beginWalk( Siconos* siconos, uint64_t row, uint64_t bodyRow )
{
    Walk* walk = ssAlloc( sizeof *walk );
    if ( walk != NULL )
    {
        walk->contacts = ( Times ){ .table = &siconos->contacts, .row = row };
        walk->bodies = ( Times ){ .table = &siconos->scene.dynamic, .row = bodyRow };
    }
    return walk;
}

static ssResult unreadable( const ssContactLog* log, uint64_t row )
{
    return ssError( ss_errorFormat, "file",
        "%.100s: row %llu of /data/cf cannot be read (is the file damaged?)", log->source.name,
        (unsigned long long)row );
}

static ssResult addFrames( ssContactLog* log, const ssLogOptions* options, Walk* walk, double* interval )
{
    const Siconos* siconos = log->state;
    for ( logEntry entry; nextFrame( walk, &entry ); )
    {
        char place[40];
        snprintf( place, sizeof place, "row %llu of /data/cf", (unsigned long long)entry.offset );
        double step = log->frameCount > 0 ? entry.t - log->last.t : HUGE_VAL;
        *interval = step < *interval ? step : *interval;
        SS_TRY( logAddFrame( log, entry.t, entry.offset, entry.firstRow, place ) );
        if ( walk->contacts.row - entry.firstRow > INT32_MAX )
        {
            return ssError( ss_errorFormat, "t", "%.120s: more than %d contacts at t = %.10g",
                log->source.name, INT32_MAX, entry.t );
        }
        logSetBodies( log, entry.bodies );
        double share = (double)walk->contacts.row / (double)siconos->contacts.rows;
        SS_TRY( logProgress( log, options, (uint64_t)( share * (double)log->source.size ) ) );
    }
    log->rowCount = siconos->contacts.rows;
    return walk->contacts.failed || walk->contacts.row < siconos->contacts.rows
        ? unreadable( log, walk->contacts.row )
        : ssOk();
}

static ssResult findFrames( ssContactLog* log, const ssLogOptions* options, double* interval )
{
    Walk* walk = beginWalk( log->state, 0, 0 );
    ssResult result = walk != NULL ? addFrames( log, options, walk, interval ) : logNoMemory( log );
    ssRelease( walk );
    return result;
}

/// Opens the file where it is, or its bytes.
static ssResult openHdf5( ssContactLog* log )
{
    Siconos* siconos = log->state;
    if ( log->source.path != NULL ) { siconos->file = siconos->reader->openFile( log->source.path ); }
    else
    {
        if ( log->source.size > IMAGE_MAX )
        {
            return ssError( ss_errorMemory, NULL,
                "%.100s: an HDF5 file of more than %llu bytes, which is not on a disk", log->source.name,
                (unsigned long long)IMAGE_MAX );
        }
        size_t size = (size_t)log->source.size;
        void* bytes = ssAlloc( size );
        ssResult result = bytes != NULL ? logReadBytes( log, 0, bytes, size ) : logNoMemory( log );
        siconos->file = result.code == ss_ok ? siconos->reader->openImage( bytes, size ) : -1;
        ssRelease( bytes );
        SS_TRY( result );
    }
    return siconos->file >= 0
        ? ssOk()
        : ssError( ss_errorFormat, "file",
              "%.100s: an HDF5 file that cannot be opened: it is damaged, or being written",
              log->source.name );
}

static ssResult openTables( ssContactLog* log )
{
    Siconos* siconos = log->state;
    SS_TRY( logOpenTable( log, siconos->file, "data/cf", 0, &siconos->contacts ) );
    if ( siconos->contacts.dataset < 0 )
    {
        return ssError( ss_errorFormat, "file",
            "%.100s: an HDF5 file without /data/cf; Siconos' mechanics writes one", log->source.name );
    }
    int columns = siconos->contacts.columns;
    if ( columns < COLUMNS && columns != COLUMNS_UNNAMED )
    {
        return ssError( ss_errorFormat, "file",
            "%.80s: /data/cf has %d columns; expected %d: Siconos before 4.2 wrote no velocities",
            log->source.name, columns, COLUMNS );
    }
    ssResult result = logOpenTable( log, siconos->file, "data/cf_info", 5, &siconos->info );
    if ( siconos->info.dataset >= 0 && siconos->info.rows != siconos->contacts.rows )
    {
        logCloseTable( &siconos->info );
    }
    return result.code == ss_ok ? logOpenSiconosScene( log, siconos->file, &siconos->scene ) : result;
}

/// The step size: what the user says, else the shortest time between two frames.
static ssResult setStep( ssContactLog* log, const ssLogOptions* options, double interval )
{
    Siconos* siconos = log->state;
    siconos->h = options->dt > 0.0 ? options->dt : interval;
    if ( !isfinite( siconos->h ) )
    {
        return ssError( ss_errorFormat, "dt",
            "%.80s: contacts at one time only, and impulses instead of forces; give the step size, as --map "
            "dt=0.005",
            log->source.name );
    }
    if ( options->dt <= 0.0 )
    {
        snprintf( siconos->note, sizeof siconos->note,
            "forces are impulses over %.6g s, the time between frames; where not every step was written, "
            "give the step size with --map dt=",
            siconos->h );
        log->note = siconos->note;
    }
    return ssOk();
}

static ssResult openSiconos( ssContactLog* log, const ssLogOptions* options )
{
    double interval = HUGE_VAL;
    SS_TRY( openHdf5( log ) );
    SS_TRY( openTables( log ) );
    SS_TRY( findFrames( log, options, &interval ) );
    if ( log->frameCount == 0 )
    {
        return ssError( ss_errorFormat, "file", "%.150s: the log has no contacts", log->source.name );
    }
    const Siconos* siconos = log->state;
    log->known = SS_LOG_OBLIGATORY | SS_LOG_BIT( ss_logContact ) | SS_LOG_VECTOR( ss_logPx ) |
        SS_LOG_BIT( ss_logGap ) | SS_LOG_BIT( ss_logMu ) |
        ( siconos->contacts.columns >= COLUMNS ? SS_LOG_BIT( ss_logA ) | SS_LOG_BIT( ss_logB ) : 0u );
    return setStep( log, options, interval );
}

static ssResult indexSiconos( ssContactLog* log, const ssLogOptions* options )
{
    if ( hdf5Reader() == NULL )
    {
        return ssError( ss_errorFormat, "file",
            "%.80s: an HDF5 file (Siconos?), but this program was built without HDF5 (in C: ssUseHdf5); "
            "install libhdf5-dev (Debian) and build again",
            log->source.name );
    }
    Siconos* siconos = ssAlloc( sizeof *siconos );
    log->state = siconos;
    if ( siconos == NULL ) { return logNoMemory( log ); }
    siconos->reader = hdf5Reader();
    siconos->file = siconos->contacts.dataset = siconos->info.dataset = -1;
    siconos->scene.dynamic.dataset = siconos->scene.fixed.dataset = -1;
    return openSiconos( log, options );
}

static int spanSiconos( ssContactLog* log, int count, logEntry* entries )
{
    uint64_t bodies = entries[0].bodies;
    Siconos* siconos = log->state;
    Walk* walk =
        beginWalk( siconos, entries[0].offset, bodies > 0 ? bodies - 1 : siconos->scene.dynamic.rows );
    int found = 0;
    while ( walk != NULL && found < count && nextFrame( walk, entries + found ) ) { ++found; }
    ssRelease( walk );
    return found > 0 ? found : 1;
}

typedef struct Tangents
{
    ssVec3 first, second;
} Tangents;

/// What Siconos takes since 4.5 (Duff et al. 2017, Building an orthonormal basis, revisited).
static Tangents newTangents( ssVec3 n )
{
    double sign = n.z >= 0.0 ? 1.0 : -1.0, a = -1.0 / ( sign + n.z ), b = n.x * n.y * a;
    return ( Tangents ){ .first = { 1.0 + sign * n.x * n.x * a, sign * b, -sign * n.x },
        .second = { b, sign + n.y * n.y * a, -n.y } };
}

/// What it took before. Where z is the largest component, the first is not perpendicular to the normal.
static Tangents oldTangents( ssVec3 n )
{
    double x = fabs( n.x ), y = fabs( n.y ), z = fabs( n.z );
    ssVec3 first = x > y && x > z ? ssVec3_Make( n.y, -n.x, 0.0 )
        : x <= y && y > z         ? ssVec3_Make( -n.y, n.x, 0.0 )
                                  : ssVec3_Make( 0.0, -n.z, n.x );
    first = ssVec3_Scale( 1.0 / ssVec3_Length( first ), first );
    return ( Tangents ){ .first = first, .second = ssVec3_Cross( n, first ) };
}

/// Does the impulse have the components of the row along these tangents?
static bool fitsImpulse( const double* row, Tangents tangents )
{
    ssVec3 impulse = ssVec3_At( row + 11 ), sum = ssVec3_Scale( row[20], ssVec3_At( row + 8 ) );
    sum = ssVec3_MulAdd( ssVec3_MulAdd( sum, row[21], tangents.first ), row[22], tangents.second );
    return ssVec3_Length( ssVec3_Sub( sum, impulse ) ) <= 1e-6 * ssVec3_Length( impulse );
}

/// Has the impulse a direction in the tangential plane?
static bool isOblique( const double* row ) { return ssHypot( row[21], row[22] ) > 1e-6 * fabs( row[20] ); }

/// The vector v with n·v, first·v and second·v as given.
static ssVec3 solveFrame( ssVec3 n, Tangents t, const double* components )
{
    ssVec3 a = ssVec3_Cross( t.first, t.second ), b = ssVec3_Cross( t.second, n ),
           c = ssVec3_Cross( n, t.first );
    ssVec3 sum = ssVec3_Scale( components[0], a );
    sum = ssVec3_MulAdd( ssVec3_MulAdd( sum, components[1], b ), components[2], c );
    return ssVec3_Scale( 1.0 / ssVec3_Dot( n, a ), sum );
}

/// Perpendicular tangents, turned so that the impulse fits them.
static Tangents turnedTangents( const double* row )
{
    ssVec3 n = ssVec3_At( row + 8 ), impulse = ssVec3_At( row + 11 );
    Tangents t = newTangents( n );
    double c = ssVec3_Dot( impulse, t.first ), s = ssVec3_Dot( impulse, t.second );
    double size = sqrt( ( c * c + s * s ) * ( row[21] * row[21] + row[22] * row[22] ) );
    if ( !isOblique( row ) || !( size > 0.0 ) ) { return t; }
    double cosine = ( c * row[21] + s * row[22] ) / size, sine = ( s * row[21] - c * row[22] ) / size;
    ssVec3 first = ssVec3_MulAdd( ssVec3_Scale( cosine, t.first ), sine, t.second );
    return ( Tangents ){ .first = first, .second = ssVec3_Cross( n, first ) };
}

static Tangents tangentsOf( const Siconos* siconos, const double* row )
{
    ssVec3 n = ssVec3_At( row + 8 );
    Tangents older = oldTangents( n ), newer = newTangents( n );
    if ( !isOblique( row ) ) { return siconos->old ? older : newer; }
    return fitsImpulse( row, newer ) ? newer : fitsImpulse( row, older ) ? older : turnedTangents( row );
}

/// Finds out which tangents the file has, from those of its first rows whose impulses tell.
static void findTangents( Siconos* siconos, double* block )
{
    int columns = siconos->contacts.columns < COLUMNS ? COLUMNS_UNNAMED : COLUMNS;
    int count = siconos->contacts.rows < BLOCK ? (int)siconos->contacts.rows : BLOCK;
    if ( !logReadTable( &siconos->contacts, 0, count, columns, block ) )
    {
        return; // reported when the frame is read
    }
    int older = 0, newer = 0;
    for ( int i = 0; i < count; ++i )
    {
        const double* row = block + i * columns;
        ssVec3 n = ssVec3_At( row + 8 );
        older += isOblique( row ) && fitsImpulse( row, oldTangents( n ) );
        newer += isOblique( row ) && fitsImpulse( row, newTangents( n ) );
    }
    siconos->old = older > newer;
}

static void makeContact( const Siconos* siconos, const double* row, ssLogFrame* contacts, int index )
{
    ssVec3 n = ssVec3_At( row + 8 ), impulse = ssVec3_At( row + 11 );
    ssVec3 velocity = solveFrame( n, tangentsOf( siconos, row ), row + 17 );
    bool named = siconos->contacts.columns >= COLUMNS;
    contacts->columns[ss_logT][index] = contacts->t;
    contacts->columns[ss_logContact][index] = row[23];
    contacts->columns[ss_logA][index] = named && row[24] != row[25] ? row[25] : SS_NAN;
    contacts->columns[ss_logB][index] = named ? row[24] : SS_NAN;
    contacts->columns[ss_logGap][index] = row[14];
    contacts->columns[ss_logMu][index] = row[1];
    ssLogFrame_SetVector( contacts, ss_logPx, index, ssVec3_At( row + 2 ) );
    ssLogFrame_SetVector( contacts, ss_logNx, index, n );
    ssLogFrame_SetVector( contacts, ss_logFx, index, ssVec3_Scale( 1.0 / siconos->h, impulse ) );
    ssLogFrame_SetVector( contacts, ss_logVx, index, velocity );
}

/// The numbers of the fixed bodies, where the file has them.
static bool nameFixed( const Siconos* siconos, uint64_t first, int count, ssLogFrame* contacts, int at )
{
    double info[64][5];
    for ( int done = 0; done < count && siconos->info.dataset >= 0; done += SS_COUNT( info ) )
    {
        int part = count - done < SS_COUNT( info ) ? count - done : SS_COUNT( info );
        if ( !logReadTable( &siconos->info, first + (uint64_t)done, part, 5, info[0] ) ) { return false; }
        for ( int i = 0; i < part; ++i )
        {
            double* a = contacts->columns[ss_logA] + at + done + i;
            *a = isnan( *a ) && info[i][4] != 0.0 ? info[i][4] : *a;
        }
    }
    return true;
}

static ssResult readRows( ssContactLog* log, const logEntry* entry, double* block, ssLogFrame* contacts )
{
    const Siconos* siconos = log->state;
    int columns = siconos->contacts.columns < COLUMNS ? COLUMNS_UNNAMED : COLUMNS;
    for ( int first = 0; first < contacts->count; first += BLOCK )
    {
        int count = contacts->count - first < BLOCK ? contacts->count - first : BLOCK;
        uint64_t row = entry->offset + (uint64_t)first;
        if ( !logReadTable( &siconos->contacts, row, count, columns, block ) )
        {
            return unreadable( log, row );
        }
        for ( int i = 0; i < count; ++i )
        {
            makeContact( siconos, block + i * columns, contacts, first + i );
            if ( !logRowIsValid( contacts, first + i ) )
            {
                char place[64];
                snprintf(
                    place, sizeof place, "row %llu of /data/cf", (unsigned long long)row + (unsigned)i );
                return logCheckRow( log, contacts, first + i, place );
            }
        }
        if ( !nameFixed( siconos, row, count, contacts, first ) ) { return unreadable( log, row ); }
    }
    return ssOk();
}

static ssResult readSiconosFrame( ssContactLog* log, int frame, ssLogFrame* contacts )
{
    Siconos* siconos = log->state;
    const logEntry entry = logFrame( log, frame );
    double* block = ssAlloc( BLOCK * COLUMNS * sizeof( double ) );
    if ( block == NULL ) { return logNoMemory( log ); }
    logFillUnknown( contacts, log->known );
    if ( !siconos->tangentsKnown )
    {
        findTangents( siconos, block );
        siconos->tangentsKnown = true;
    }
    ssResult result = readRows( log, &entry, block, contacts );
    if ( result.code == ss_ok )
    {
        uint64_t row = entry.bodies > 0 ? entry.bodies - 1 : siconos->scene.dynamic.rows;
        result = logReadSiconosBodies( log, &siconos->scene, entry.t, row, contacts );
    }
    ssRelease( block );
    return result;
}

static void closeSiconos( ssContactLog* log )
{
    Siconos* siconos = log->state;
    if ( siconos != NULL )
    {
        logCloseTable( &siconos->contacts );
        logCloseTable( &siconos->info );
        logCloseSiconosScene( &siconos->scene );
        if ( siconos->file >= 0 ) { siconos->reader->closeFile( siconos->file ); }
    }
    ssRelease( siconos );
}

const logForm log_siconos = {
    .name = "siconos",
    .ending = "",
    .usesStep = true,
    .recognises = recognises,
    .index = indexSiconos,
    .readFrame = readSiconosFrame,
    .span = spanSiconos,
    .close = closeSiconos,
};
