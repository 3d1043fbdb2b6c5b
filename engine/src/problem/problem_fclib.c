// SPDX-License-Identifier: MIT
#include "base/hdf5_file.h"
#include "problem/problem_private.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// Reads contact problems of the Frictional Contact Library: HDF5 files with a group
//     fclib_local   spacedim, W, [V, R], vectors/{q, mu, [s]}:
//                   V^T r + R lambda + s = 0,  u = W r + V lambda + q
//     fclib_global  spacedim, M, H, [G], vectors/{f, w, mu, [b]}:
//                   M v = H r + G lambda + f,  G^T v + b = 0,  u = H^T v + w
// and matrices of nzmax, m, n, nz, p, i, x: triplets (nz >= 0), compressed columns (nz = -1) or rows (-2).
// Unknowns other than r are eliminated into W. Groups that end in _rolling have spacedim 5 and vectors/mu_r.
//
// The files are read with HDF5 and not with FCLIB's own functions, which end the process at the first error.
// Without a reader of HDF5 there is only a message.

// Bytes of the path of a dataset; the longest name in use is "fclib_global_rolling/vectors/mu_r".
#define FCLIB_PATH_MAX 96

typedef struct File
{
    const ssHdf5Reader* reader;
    int64_t file;
    size_t length;
    const char* group; // "fclib_local"
    ssResult result;   // the first refusal; nothing is read after it
    ssRoom room;       // of what is read
} File;

/// Keeps the first refusal and returns false.
static bool refuse( File* file, ssResult result )
{
    file->result = file->result.code == ss_ok ? result : file->result;
    return false;
}

static void pathTo( const File* file, const char* member, char path[FCLIB_PATH_MAX] )
{
    snprintf( path, FCLIB_PATH_MAX, "%s/%s", file->group, member );
}

/// Keeps the first refusal, of a member of the group, whose path begins the message. Returns false.
SS_PRINTF( 4, 5 )
static bool refuseMember( File* file, ssCode code, const char* member, const char* format, ... )
{
    char path[FCLIB_PATH_MAX], text[160];
    va_list arguments;
    va_start( arguments, format );
    vsnprintf( text, sizeof( text ), ssTranslate( format ), arguments );
    va_end( arguments );
    pathTo( file, member, path );
    return refuse( file, ssError( code, path, "%s%s", path, text ) );
}

static bool has( const File* file, const char* member )
{
    char path[FCLIB_PATH_MAX];
    pathTo( file, member, path );
    return file->reader->exists( file->file, path );
}

/// The number of numbers in a dataset; -1 when there is no such dataset.
static double countOf( const File* file, const char* member )
{
    char path[FCLIB_PATH_MAX];
    pathTo( file, member, path );
    ssHdf5Dataset dataset = file->reader->openDataset( file->file, path );
    if ( dataset.id < 0 ) { return -1.0; }
    file->reader->closeDataset( dataset.id );
    return dataset.count;
}

/// Reads the `count` numbers of a dataset into `integers`, or into `doubles` where that is NULL.
static bool readNumbers( File* file, const char* member, int count, int* integers, double* doubles )
{
    char path[FCLIB_PATH_MAX];
    pathTo( file, member, path );
    if ( file->result.code != ss_ok ) { return false; }
    const ssHdf5Reader* reader = file->reader;
    if ( !reader->exists( file->file, path ) )
    {
        return refuseMember( file, ss_errorFormat, member, ": missing" );
    }
    ssHdf5Dataset dataset = reader->openDataset( file->file, path );
    bool whole = integers != NULL;
    if ( dataset.id < 0 )
    {
        return refuseMember( file, ss_errorFormat, member, ": is not a dataset that can be read" );
    }
    if ( dataset.type != ss_hdf5Integer && ( whole || dataset.type != ss_hdf5Float ) )
    {
        refuseMember(
            file, ss_errorFormat, member, ": only %s are allowed", whole ? "whole numbers" : "numbers" );
    }
    else if ( dataset.count != (double)count )
    {
        refuseMember( file, ss_errorFormat, member, ": has %.0f numbers; expected %d", dataset.count, count );
    }
    else if ( count > 0 && !dataset.isStored )
    {
        refuseMember(
            file, ss_errorFormat, member, ": announces %d numbers, but the file does not hold them", count );
    }
    else if ( count > 0 &&
        !( whole ? reader->readIntegers( dataset.id, integers )
                 : reader->readDoubles( dataset.id, doubles ) ) )
    {
        refuseMember( file, ss_errorFormat, member, ": cannot be read (is the file damaged?)" );
    }
    reader->closeDataset( dataset.id );
    return file->result.code == ss_ok;
}

static int readCount( File* file, const char* member, int min, int max )
{
    int value = 0;
    if ( readNumbers( file, member, 1, &value, NULL ) && ( value < min || value > max ) )
    {
        refuseMember(
            file, ss_errorValue, member, " = %d; allowed: a whole number from %d to %d", value, min, max );
    }
    return file->result.code == ss_ok ? value : 0;
}

/// Refuses counts for which the whole file is too small, before anything is allocated.
static bool fits( File* file, const char* member, double bytes )
{
    if ( file->result.code == ss_ok && bytes > SS_HDF5_DEFLATE_MAX * (double)file->length )
    {
        refuseMember( file, ss_errorFormat, member, ": announces %.3g bytes of numbers in a file of %zu",
            bytes, file->length );
    }
    return file->result.code == ss_ok;
}

/// Reads a vector of finite numbers, each >= `least`. It may be NULL after a refusal.
static double* readVector( File* file, const char* member, int count, double least )
{
    if ( !fits( file, member, (double)count * sizeof( double ) ) ) { return NULL; }
    double* numbers = ssRoom_Take( &file->room, (size_t)count, sizeof( double ) );
    if ( numbers == NULL ) { refuse( file, problemNoMemory() ); }
    else if ( readNumbers( file, member, count, NULL, numbers ) )
    {
        for ( int i = 0; i < count; ++i )
        {
            if ( !isfinite( numbers[i] ) || numbers[i] < least )
            {
                refuseMember( file, ss_errorValue, member, ": number %d is %g; allowed: a finite number%s", i,
                    numbers[i], least > -HUGE_VAL ? " >= 0" : "" );
                break;
            }
        }
    }
    return numbers;
}

static void refusePlace( File* file, const char* matrix, const char* part, int at, int value, int below )
{
    refuse( file,
        ssError( ss_errorValue, part, "%s/%s/%s: number %d is %d; allowed: 0 to %d", file->group, matrix,
            part, at, value, below - 1 ) );
}

/// Writes for every entry the line (row or column) it is in, from the starts p of compressed lines.
static bool spread( File* file, const char* matrix, const int* p, int lines, int count, int* line )
{
    for ( int l = 0; l < lines; ++l )
    {
        int begin = l > 0 ? p[l] : 0, end = p[l + 1];
        if ( p[0] != 0 || end < begin || end > count )
        {
            refusePlace( file, matrix, "p", p[0] != 0 ? 0 : l + 1, p[0] != 0 ? p[0] : end, count + 1 );
            return false;
        }
        for ( int k = begin; k < end; ++k ) { line[k] = l; }
    }
    return true;
}

/// The first index that is not in [0, below), or -1.
static int misplaced( const int* places, int count, int below )
{
    for ( int k = 0; k < count; ++k )
    {
        if ( places[k] < 0 || places[k] >= below ) { return k; }
    }
    return -1;
}

/// FCLIB's header has rows in p and columns in i, its files the reverse: swaps where only the header fits.
static void orderTriplets( sparseMatrix* sparse )
{
    int n = sparse->count;
    if ( ( misplaced( sparse->row, n, sparse->rows ) >= 0 ||
             misplaced( sparse->column, n, sparse->columns ) >= 0 ) &&
        misplaced( sparse->column, n, sparse->rows ) < 0 && misplaced( sparse->row, n, sparse->columns ) < 0 )
    {
        int* swap = sparse->row;
        sparse->row = sparse->column;
        sparse->column = swap;
    }
}

static void checkPlaces( File* file, const char* matrix, bool byRows, const sparseMatrix* sparse )
{
    int row = misplaced( sparse->row, sparse->count, sparse->rows );
    int column = misplaced( sparse->column, sparse->count, sparse->columns );
    if ( row >= 0 ) { refusePlace( file, matrix, byRows ? "p" : "i", row, sparse->row[row], sparse->rows ); }
    else if ( column >= 0 )
    {
        refusePlace( file, matrix, byRows ? "i" : "p", column, sparse->column[column], sparse->columns );
    }
}

/// Reads a matrix with these numbers of rows and columns; -1 stands for any number up to `max`.
static void readMatrix( File* file, const char* name, int rows, int columns, int max, sparseMatrix* sparse )
{
    char member[FCLIB_PATH_MAX / 2];
#define MEMBER( part ) ( snprintf( member, sizeof( member ), "%s/%s", name, part ), member )
    int m = readCount( file, MEMBER( "m" ), rows >= 0 ? rows : 1, rows >= 0 ? rows : max );
    int n = readCount( file, MEMBER( "n" ), columns >= 0 ? columns : 1, columns >= 0 ? columns : max );
    int nz = readCount( file, MEMBER( "nz" ), -2, 2147483646 );
    int nzmax = readCount( file, MEMBER( "nzmax" ), nz >= 0 ? nz : 0, 2147483646 );
    bool triplets = nz >= 0, byRows = nz == -2;
    int lines = byRows ? m : n, count = triplets ? nz : nzmax;
    // Entries beyond nz are spare room, which some writers store and some do not.
    int stored = triplets && countOf( file, MEMBER( "x" ) ) == (double)nzmax ? nzmax : count;
    double bytes = (double)count * ( 2.0 * sizeof( int ) + sizeof( double ) ) + (double)lines * sizeof( int );
    if ( !fits( file, name, bytes ) ) { return; }
    int* p = triplets ? NULL : ssRoom_Take( &file->room, (size_t)lines, sizeof( int ) );
    if ( !sparseAllocate( &file->room, sparse, m, n, count ) )
    {
        refuse( file, problemNoMemory() );
        return;
    }
    readNumbers( file, MEMBER( "p" ), triplets ? count : lines + 1, triplets ? sparse->column : p, NULL );
    readNumbers( file, MEMBER( "i" ), count, byRows ? sparse->column : sparse->row, NULL );
    double* x = readVector( file, MEMBER( "x" ), stored, -HUGE_VAL );
#undef MEMBER
    if ( file->result.code == ss_ok )
    {
        memcpy( sparse->value, x, (size_t)count * sizeof( double ) );
        if ( triplets ) { orderTriplets( sparse ); }
        else if ( spread( file, name, p, lines, count, byRows ? sparse->row : sparse->column ) )
        {
            sparse->count = p[lines];
        }
        checkPlaces( file, name, byRows, sparse );
    }
}

/// What a group of the file holds.
typedef struct Parts
{
    int d, n; // dimension and number of contacts
    double *q, *mu, *muRoll;
    sparseMatrix w;
    sparseElimination elimination;
    bool eliminate;
} Parts;

/// Finds the number of contacts from the length of a vector of reactions.
static void countContacts( File* file, const char* name, int numbers, Parts* parts )
{
    if ( file->result.code == ss_ok && numbers % parts->d != 0 )
    {
        refuse( file,
            ssError( ss_errorValue, name, "%s/%s = %d is not a multiple of spacedim = %d", file->group, name,
                numbers, parts->d ) );
    }
    parts->n = numbers / parts->d;
}

static void readLocal( File* file, Parts* parts )
{
    int max = SS_PROBLEM_CONTACTS_MAX * parts->d;
    readMatrix( file, "W", -1, -1, max, &parts->w );
    int size = parts->w.rows;
    if ( file->result.code == ss_ok && parts->w.columns != size )
    {
        refuse( file,
            ssError( ss_errorValue, "W", "%s/W has %d rows and %d columns; allowed: a square matrix",
                file->group, size, parts->w.columns ) );
    }
    countContacts( file, "W/m", size, parts );
    parts->q = readVector( file, "vectors/q", size, -HUGE_VAL );
    if ( file->result.code == ss_ok && has( file, "R" ) )
    {
        sparseElimination* e = &parts->elimination;
        sparseMatrix v = { 0 };
        parts->eliminate = true;
        readMatrix( file, "R", -1, -1, max, &e->k );
        readMatrix( file, "V", size, e->k.rows, max, &v );
        e->f = readVector( file, "vectors/s", e->k.rows, -HUGE_VAL );
        for ( int i = 0; i < e->k.rows && e->f != NULL; ++i )
        {
            e->f[i] = -e->f[i]; // R lambda = -s - V^T r
        }
        e->sign = -1.0;
        e->h = ( sparseMatrix ){ v.columns, v.rows, v.count, v.column, v.row, v.value };
    }
}

/// Extends K to [[M, -G], [G^T, 0]], H by rows of zeros and f by -b.
static void appendConstraints(
    File* file, Parts* parts, int velocities, const sparseMatrix* g, const double* b )
{
    sparseElimination* e = &parts->elimination;
    int rows = g->columns, old = e->k.count;
    sparseMatrix k = { 0 };
    double* f = ssRoom_Take( &file->room, (size_t)velocities + (size_t)rows, sizeof( double ) );
    if ( old > ( 2147483647 - 2 * (double)g->count ) ||
        !sparseAllocate( &file->room, &k, velocities + rows, velocities + rows, old + 2 * g->count ) )
    {
        refuse( file, problemNoMemory() );
        return;
    }
    memcpy( k.row, e->k.row, (size_t)old * sizeof( int ) );
    memcpy( k.column, e->k.column, (size_t)old * sizeof( int ) );
    memcpy( k.value, e->k.value, (size_t)old * sizeof( double ) );
    for ( int i = 0; i < g->count; ++i )
    {
        int above = old + 2 * i, below = above + 1;
        k.row[above] = k.column[below] = g->row[i];
        k.column[above] = k.row[below] = velocities + g->column[i];
        k.value[above] = -g->value[i];
        k.value[below] = g->value[i];
    }
    memcpy( f, e->f, (size_t)velocities * sizeof( double ) );
    for ( int i = 0; i < rows; ++i ) { f[velocities + i] = -b[i]; }
    e->k = k;
    e->f = f;
    e->h.rows = velocities + rows;
}

static void readGlobal( File* file, Parts* parts )
{
    sparseElimination* e = &parts->elimination;
    int max = SS_PROBLEM_CONTACTS_MAX * parts->d;
    parts->eliminate = true;
    e->sign = 1.0;
    readMatrix( file, "M", -1, -1, max, &e->k );
    int velocities = e->k.rows;
    if ( file->result.code == ss_ok && e->k.columns != velocities )
    {
        refuse( file,
            ssError( ss_errorValue, "M", "%s/M has %d rows and %d columns; allowed: a square matrix",
                file->group, velocities, e->k.columns ) );
    }
    readMatrix( file, "H", velocities, -1, max, &e->h );
    countContacts( file, "H/n", e->h.columns, parts );
    e->f = readVector( file, "vectors/f", velocities, -HUGE_VAL );
    parts->q = readVector( file, "vectors/w", e->h.columns, -HUGE_VAL );
    if ( file->result.code == ss_ok && has( file, "G" ) )
    {
        sparseMatrix g = { 0 };
        readMatrix( file, "G", velocities, -1, max, &g );
        double* b = readVector( file, "vectors/b", g.columns, -HUGE_VAL );
        if ( file->result.code == ss_ok ) { appendConstraints( file, parts, velocities, &g, b ); }
    }
}

static ssResult build( File* file, Parts* parts, ssProblem* problem )
{
    char name[FCLIB_PATH_MAX];
    ssCone* cones = ssRoom_Take( &file->room, (size_t)parts->n, sizeof( ssCone ) );
    if ( cones == NULL ) { return problemNoMemory(); }
    for ( int i = 0; i < parts->n; ++i )
    {
        cones[i] = ( ssCone ){ .dimension = parts->d,
            .mu = parts->mu[i],
            .muRoll = parts->muRoll != NULL ? parts->muRoll[i] : 0.0 };
    }
    pathTo( file, parts->w.row != NULL ? "R" : "M", name );
    parts->elimination.name = name;
    return sparseMakeProblem( &file->room, parts->d, parts->n, parts->w.row != NULL ? &parts->w : NULL,
        parts->eliminate ? &parts->elimination : NULL, parts->q, cones, problem );
}

static ssResult readGroup( File* file, bool local, bool rolling, ssProblem* problem )
{
    Parts parts = { .d = readCount( file, "spacedim", rolling ? 5 : 3, rolling ? 5 : 3 ) };
    if ( file->result.code == ss_ok )
    {
        ( local ? readLocal : readGlobal )( file, &parts );
        parts.mu = readVector( file, "vectors/mu", parts.n, 0.0 );
        parts.muRoll = rolling ? readVector( file, "vectors/mu_r", parts.n, 0.0 ) : NULL;
    }
    ssResult result = file->result.code == ss_ok ? build( file, &parts, problem ) : file->result;
    ssRoom_Release( &file->room );
    return result;
}

ssResult problemReadFclib( const char* bytes, size_t length, ssProblem* problem )
{
    static const struct
    {
        const char* name;
        bool local, rolling;
    } groups[] = { { "fclib_local", true, false }, { "fclib_global", false, false },
        { "fclib_local_rolling", true, true }, { "fclib_global_rolling", false, true } };
    const ssHdf5Reader* reader = hdf5Reader();
    if ( reader == NULL )
    {
        return ssError( ss_errorFormat, NULL,
            "an HDF5 file (FCLIB), but this program was built without HDF5 (in C: ssUseHdf5); install "
            "libfclib-dev (Debian) and build again" );
    }
    File file = { .reader = reader, .file = reader->openImage( bytes, length ), .length = length };
    ssResult result = file.file >= 0
        ? ssError( ss_errorFormat, "fclib_local",
              "an HDF5 file without a group of FCLIB; allowed: fclib_local, fclib_global, "
              "fclib_local_rolling or fclib_global_rolling" )
        : ssError( ss_errorFormat, NULL,
              "an HDF5 file (FCLIB?) that cannot be opened: it is truncated or damaged" );
    for ( int i = 0; i < SS_COUNT( groups ) && file.file >= 0; ++i )
    {
        if ( reader->exists( file.file, groups[i].name ) )
        {
            file.group = groups[i].name;
            result = readGroup( &file, groups[i].local, groups[i].rolling, problem );
            break;
        }
    }
    if ( file.file >= 0 ) { reader->closeFile( file.file ); }
    return result;
}
