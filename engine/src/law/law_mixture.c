// SPDX-License-Identifier: MIT
#include "law/law_cycles.h"
#include "slipstick/elementary.h"

#include <string.h>

// Dantzig's revised simplex method with an explicit inverse: few rows, many columns. The right sides that
// vanish are shifted by some 1e-9, so that no two vertices coincide. Artificial columns begin.

#define MAX_PIVOTS 300
#define TINY 1e-11

typedef struct Simplex
{
    int rows, columns;
    const double *cost, *table;
    double inverse[MIXTURE_ROWS][MIXTURE_ROWS];
    double value[MIXTURE_ROWS]; // of the basis
    int basis[MIXTURE_ROWS];    // columns; beyond them artificial ones
    double penalty;
} Simplex;

static double costOf( const Simplex* s, int column )
{
    return column < s->columns ? s->cost[column] : s->penalty;
}

static void begin( Simplex* s )
{
    double most = 0.0;
    for ( int i = 0; i < s->rows; ++i )
    {
        s->value[i] = i == 0 ? 1.0 : 1e-9 * ( 1.0 + 0.37 * i );
        s->basis[i] = s->columns + i;
        memset( s->inverse[i], 0, sizeof( s->inverse[i] ) );
        s->inverse[i][i] = 1.0;
    }
    for ( int j = 0; j < s->columns; ++j ) { most = ssMax( most, fabs( s->cost[j] ) ); }
    s->penalty = 1e4 * most + 1e-300;
}

static void findPrice( const Simplex* s, double* price )
{
    for ( int k = 0; k < s->rows; ++k )
    {
        price[k] = 0.0;
        for ( int i = 0; i < s->rows; ++i ) { price[k] += costOf( s, s->basis[i] ) * s->inverse[i][k]; }
    }
}

/// The column that lowers the cost most per share; -1: none.
static int chooseColumn( const Simplex* s, const double* price )
{
    int best = -1;
    double least = -1e-16 * s->penalty;
    for ( int j = 0; j < s->columns; ++j )
    {
        const double* a = s->table + j * s->rows;
        double reduced = s->cost[j];
        for ( int i = 0; i < s->rows; ++i ) { reduced -= price[i] * a[i]; }
        best = reduced < least ? j : best;
        least = ssMin( least, reduced );
    }
    return best;
}

/// Takes a column into the basis; false if nothing limits its share.
static bool pivot( Simplex* s, int column )
{
    double direction[MIXTURE_ROWS], limit = (double)INFINITY;
    const double* a = s->table + column * s->rows;
    int leaves = -1;
    for ( int i = 0; i < s->rows; ++i )
    {
        direction[i] = 0.0;
        for ( int k = 0; k < s->rows; ++k ) { direction[i] += s->inverse[i][k] * a[k]; }
        if ( direction[i] > TINY && s->value[i] / direction[i] < limit )
        {
            limit = s->value[i] / direction[i];
            leaves = i;
        }
    }
    if ( leaves < 0 ) { return false; }
    for ( int k = 0; k < s->rows; ++k ) { s->inverse[leaves][k] /= direction[leaves]; }
    for ( int i = 0; i < s->rows; ++i )
    {
        for ( int k = 0; k < s->rows && i != leaves; ++k )
        {
            s->inverse[i][k] -= direction[i] * s->inverse[leaves][k];
        }
        s->value[i] = i == leaves ? limit : ssMax( s->value[i] - direction[i] * limit, 0.0 );
    }
    s->basis[leaves] = column;
    return true;
}

bool solveMixture( int rows, int columns, const double* cost, const double* table, mixture* m )
{
    Simplex s = { .rows = rows, .columns = columns, .cost = cost, .table = table };
    begin( &s );
    double price[MIXTURE_ROWS];
    bool bounded = true;
    for ( int i = 0; i < MAX_PIVOTS && bounded; ++i )
    {
        findPrice( &s, price );
        int column = chooseColumn( &s, price );
        if ( column < 0 ) { break; }
        bounded = pivot( &s, column );
    }
    *m = ( mixture ){ .count = 0 };
    bool balanced = bounded;
    for ( int i = 0; i < rows; ++i )
    {
        m->price[i] = price[i];
        if ( s.basis[i] >= columns ) { balanced = balanced && s.value[i] < 1e-6; }
        else if ( s.value[i] > 1e-8 )
        {
            m->column[m->count] = s.basis[i];
            m->share[m->count++] = s.value[i];
            m->cost += s.value[i] * cost[s.basis[i]];
        }
    }
    return balanced && m->count > 0;
}
