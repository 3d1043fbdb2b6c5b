// SPDX-License-Identifier: MIT
#include "base/reactions.h"
#include "base/csv_table.h"
#include "base/find_row.h"
#include "base/grow.h"
#include "slipstick/advanced/problem_view.h"
#include "slipstick/solver.h"

#include <stdlib.h>
#include <string.h>

// Writes answers to contact problems as CSV and reads them back.

static const char* const s_reactions[SS_CONE_MAX] = { "p_n", "p_t1", "p_t2", "p_r1", "p_r2", "p_s" };
static const char* const s_velocities[SS_CONE_MAX] = { "u_n", "u_t1", "u_t2", "w_r1", "w_r2", "w_s" };

static ssResult noMemory( void )
{
    return ssError( ss_errorMemory, NULL, "out of memory for the reactions" );
}

static void writeRows( csvWriter* csv, const ssProblemView* view )
{
    int d = view->problem->dimension;
    csvText( csv, "contact" );
    for ( int c = 0; c < 2 * d; ++c ) { csvText( csv, c < d ? s_reactions[c] : s_velocities[c - d] ); }
    csvText( csv, "mode" );
    csvEndRow( csv );
    for ( int i = 0; i < view->problem->contactCount; ++i )
    {
        size_t at = (size_t)i * (size_t)d;
        csvNumber( csv, i );
        for ( int c = 0; c < 2 * d; ++c )
        {
            csvNumber( csv, c < d ? view->p[at + (size_t)c] : view->y[at + (size_t)( c - d )] );
        }
        csvText( csv, ssContactModeWord( ssProblemView_Contact( view, i ).mode ) );
        csvEndRow( csv );
    }
}

ssResult reactionsWrite( osWriter* out, const ssProblem* problem, const double* p, double tolerance )
{
    double* y = ssAlloc( ( (size_t)ssProblem_Size( problem ) + 1 ) * sizeof( double ) );
    ssResult result = y != NULL ? ssProblem_Velocity( problem, p, y ) : noMemory();
    if ( result.code == ss_ok )
    {
        ssProblemView view = ssViewProblem( problem, p, y, tolerance );
        csvWriter csv = csvBeginTable( out );
        writeRows( &csv, &view );
        result = osCommitWrite( out );
    }
    else { osAbortWrite( out ); }
    ssRelease( y );
    return result;
}

typedef struct Reading
{
    const ssProblem* problem;
    csvReader csv;
    int contact, reactions[SS_CONE_MAX], velocities[SS_CONE_MAX]; // columns; -1: missing
    int* lines;                                                   // of the contacts' rows; 0: none yet
    double* u;                                                    // velocities of the file, NaN: none
    double* p;
} Reading;

/// "p_n, p_t1, p_t2"
static const char* listNames( const char* const* names, int count, char* text, size_t capacity )
{
    text[0] = 0;
    for ( int c = 0; c < count; ++c ) { addText( text, capacity, "%s%s", c > 0 ? ", " : "", names[c] ); }
    return text;
}

/// An unknown column that looks like a reaction or velocity is a mistake; others may say anything.
static ssResult checkNames( const Reading* r )
{
    int d = r->problem->dimension;
    char list[64];
    for ( int k = 0; k < r->csv.columnCount; ++k )
    {
        const char* name = r->csv.names[k];
        bool reaction = strncmp( name, "p_", 2 ) == 0;
        bool velocity = strncmp( name, "u_", 2 ) == 0 || strncmp( name, "w_", 2 ) == 0;
        const char* const* names = reaction ? s_reactions : s_velocities;
        if ( ( reaction || velocity ) && FIND_ROW( names, d, name ) < 0 )
        {
            return ssError( ss_errorFormat, name,
                "%.100s, line 1: unknown column '%.20s'; allowed in dimension %d: %s", r->csv.source, name, d,
                listNames( names, d, list, sizeof( list ) ) );
        }
    }
    return ssOk();
}

static ssResult findColumns( Reading* r )
{
    int d = r->problem->dimension;
    char list[64];
    r->contact = csvFindColumn( &r->csv, "contact" );
    for ( int c = 0; c < d; ++c )
    {
        r->reactions[c] = csvFindColumn( &r->csv, s_reactions[c] );
        r->velocities[c] = csvFindColumn( &r->csv, s_velocities[c] );
        if ( r->reactions[c] < 0 )
        {
            return ssError( ss_errorFormat, s_reactions[c],
                "%.100s, line 1: there is no column '%s'; a problem of dimension %d needs %s", r->csv.source,
                s_reactions[c], d, listNames( s_reactions, d, list, sizeof( list ) ) );
        }
    }
    return checkNames( r );
}

/// Which contact the current row is about.
static ssResult rowContact( const Reading* r, int row, int* contact )
{
    int count = r->problem->contactCount;
    double number = row;
    SS_TRY( r->contact >= 0 ? csvReadNumber( &r->csv, r->contact, &number ) : ssOk() );
    if ( !( number >= 0.0 && number < count && number == floor( number ) ) )
    {
        return r->contact >= 0 || count == 0
            ? ssError( ss_errorValue, "contact",
                  "%.100s, line %lld: contact %g; the problem has %d contact%s, counted from 0",
                  r->csv.source, (long long)r->csv.line, number, count, count == 1 ? "" : "s" )
            : ssError( ss_errorValue, "contact",
                  "%.100s, line %lld: one row too many; the problem has %d contact%s", r->csv.source,
                  (long long)r->csv.line, count, count == 1 ? "" : "s" );
    }
    *contact = (int)number;
    return r->lines[*contact] == 0
        ? ssOk()
        : ssError( ss_errorValue, "contact", "%.100s, line %lld: contact %d has a row already, in line %d",
              r->csv.source, (long long)r->csv.line, *contact, r->lines[*contact] );
}

static ssResult readRow( Reading* r, int row )
{
    int contact = 0, d = r->problem->dimension;
    ssResult result = rowContact( r, row, &contact );
    for ( int c = 0; c < d && result.code == ss_ok; ++c )
    {
        size_t at = (size_t)contact * (size_t)d + (size_t)c;
        r->lines[contact] = (int)r->csv.line;
        result = csvReadNumber( &r->csv, r->reactions[c], &r->p[at] );
        if ( result.code == ss_ok && fabs( r->p[at] ) > SS_PROBLEM_LARGEST )
        {
            result = ssError( ss_errorValue, s_reactions[c], "%.100s, line %lld: %s = %g; allowed: up to %g",
                r->csv.source, (long long)r->csv.line, s_reactions[c], r->p[at], SS_PROBLEM_LARGEST );
        }
        if ( result.code == ss_ok && r->velocities[c] >= 0 )
        {
            result = csvReadNumberOrGap( &r->csv, r->velocities[c], &r->u[at] );
        }
    }
    return result;
}

static ssResult readRows( Reading* r )
{
    int row = 0, count = r->problem->contactCount;
    bool more = true;
    ssResult result = findColumns( r );
    while ( result.code == ss_ok && more )
    {
        result = csvNextRow( &r->csv, &more );
        result = result.code == ss_ok && more ? readRow( r, row++ ) : result;
    }
    for ( int i = 0; i < count && result.code == ss_ok; ++i )
    {
        if ( r->lines[i] == 0 )
        {
            result = ssError( ss_errorValue, "contact",
                "%.100s: %d row%s, and none for contact %d; the problem has %d contact%s, counted from 0",
                r->csv.source, row, row == 1 ? "" : "s", i, count, count == 1 ? "" : "s" );
        }
    }
    return result;
}

/// Compares velocities of file and answer; angular ones count times the problem's length.
static void compareVelocities( const Reading* r, reactionsAnswer* answer )
{
    int d = r->problem->dimension;
    double length = ssProblem_Length( r->problem ), worst = -1.0, largest = 0.0;
    for ( int i = 0; i < r->problem->contactCount * d; ++i )
    {
        double unit = i % d < 3 ? 1.0 : length, off = unit * fabs( r->u[i] - answer->y[i] );
        largest = fmax( largest, unit * fmax( fabs( answer->y[i] ), fabs( r->problem->q[i] ) ) );
        if ( off > worst ) // not where the file has none
        {
            worst = off;
            answer->velocityContact = i / d;
        }
    }
    answer->hasVelocities = worst >= 0.0;
    answer->velocityError = worst > 0.0 ? worst / largest : 0.0;
}

ssResult reactionsRead( const char* path, const ssProblem* problem, reactionsAnswer* answer )
{
    size_t size = (size_t)ssProblem_Size( problem ) + 1;
    *answer = ( reactionsAnswer ){ .p = calloc( 1, size * sizeof( double ) ),
        .y = malloc( size * sizeof( double ) ) };
    Reading r = { .problem = problem,
        .p = answer->p,
        .u = malloc( size * sizeof( double ) ),
        .lines = calloc( 1, ( (size_t)problem->contactCount + 1 ) * sizeof( int ) ) };
    bool room = answer->p != NULL && answer->y != NULL && r.u != NULL && r.lines != NULL;
    ssResult result = room ? csvBeginRead( path, &r.csv ) : noMemory();
    if ( result.code == ss_ok )
    {
        for ( size_t i = 0; i < size; ++i ) { r.u[i] = SS_NAN; }
        result = readRows( &r );
        result = result.code == ss_ok ? ssSolveRows( problem, answer->p ) : result;
        result = result.code == ss_ok ? ssProblem_Velocity( problem, answer->p, answer->y ) : result;
        if ( result.code == ss_ok ) { compareVelocities( &r, answer ); }
        csvEndRead( &r.csv );
    }
    free( r.u );
    free( r.lines );
    if ( result.code != ss_ok ) { reactionsDestroy( answer ); }
    return result;
}

void reactionsDestroy( reactionsAnswer* answer )
{
    free( answer->p );
    free( answer->y );
    *answer = ( reactionsAnswer ){ 0 };
}
