// SPDX-License-Identifier: MIT
#include "gauss_seidel/gs_private.h"
#include "local/local_solve.h"

#include <string.h>

// What has no lanes: bilateral and box rows, and contacts whose law is not a cone of discs. One by one after the
// colours, in the order of the problem.

#define LOCAL_ITERATIONS 30
#define LOCAL_TOLERANCE 1e-10 // of the mean of q

static double readRow( const gsBody* body, const double* row )
{
    double sum = 0.0;
    for ( int c = 0; c < 3; ++c )
    {
        sum += row[c] * body->v[c] + row[3 + c] * body->w[c];
    }
    return sum;
}

/// v += M^-1 row p
static void pushRow( ssGs* s, int body, const double* row, double p )
{
    gsBody* to = &s->bodies[body];
    const double* m = s->inertias[body].m;
    const double turn[3] = { p * row[3], p * row[4], p * row[5] };
    for ( int c = 0; c < 3; ++c )
    {
        to->v[c] += to->inverseMass * ( p * row[c] );
    }
    to->w[0] += m[0] * turn[0] + m[3] * turn[1] + m[4] * turn[2];
    to->w[1] += m[3] * turn[0] + m[1] * turn[1] + m[5] * turn[2];
    to->w[2] += m[4] * turn[0] + m[5] * turn[1] + m[2] * turn[2];
}

// ----------------------------------------------------------------------------------------------------- odd contacts

static void oddVelocity( const ssGs* s, const oddContact* odd, double* y )
{
    for ( int c = 0; c < s->dimension; ++c )
    {
        y[c] = odd->bias[c] + odd->compliance[c] * odd->p[c];
        y[c] += odd->a >= 0 ? readRow( &s->bodies[odd->a], odd->jacobianA[c] ) : 0.0;
        y[c] += odd->b >= 0 ? readRow( &s->bodies[odd->b], odd->jacobianB[c] ) : 0.0;
    }
}

static void pushOdd( ssGs* s, const oddContact* odd, const double* dp )
{
    for ( int c = 0; c < s->dimension; ++c )
    {
        if ( odd->a >= 0 )
        {
            pushRow( s, odd->a, odd->jacobianA[c], dp[c] );
        }
        if ( odd->b >= 0 )
        {
            pushRow( s, odd->b, odd->jacobianB[c], dp[c] );
        }
    }
}

static planarContact planarOf( const ssGs* s, const oddContact* odd )
{
    const ssProblem* problem = s->problem;
    if ( problem->laws[odd->contact] != ss_contactFormPlanar )
    {
        return ( planarContact ){ .law = NULL };
    }
    return ( planarContact ){ .law = &problem->lawTable[problem->lawIndex[odd->contact]],
        .cone = &odd->cone,
        .length = s->length,
        .scale = problem->lawScale != NULL ? problem->lawScale[odd->contact] : 1.0 };
}

static localProblem localOf(
    const ssGs* s, const oddContact* odd, const planarContact* planar, const double* b )
{
    const ssProblem* problem = s->problem;
    double trace = 0.0;
    for ( int c = 0; c < s->dimension; ++c )
    {
        trace += odd->w[c * s->dimension + c];
    }
    return ( localProblem ){ .dimension = s->dimension,
        .cone = &odd->cone,
        .saxce = problem->laws[odd->contact] == ss_contactFormSaxce,
        .planar = planar->law != NULL ? planar : NULL,
        .a = odd->w,
        .b = b,
        .step = s->dimension / trace,
        .tolerance = LOCAL_TOLERANCE * s->qNorm / sqrt( (double)s->contacts ) };
}

static double ahead( const gsPass* pass, double p, double* last )
{
    double y = pass->extrapolates ? p + pass->beta * ( p - *last ) : p;
    *last = p;
    return y;
}

static void tell( double y, double x, double last, gsSums* sums )
{
    sums->first += ( y - x ) * ( x - last );
    sums->second += ( y - x ) * ( y - x );
}

static void solveOdd( const gsPass* pass, oddContact* odd, gsSums* sums )
{
    ssGs* s = pass->gs;
    int d = s->dimension;
    double b[SS_CONE_MAX], p[SS_CONE_MAX], dp[SS_CONE_MAX];
    for ( int c = 0; c < d; ++c )
    {
        odd->p[c] = ahead( pass, odd->p[c], &odd->last[c] );
    }
    oddVelocity( s, odd, b );
    for ( int c = 0; c < d; ++c )
    {
        b[c] -= vecDot( d, odd->w + c * d, odd->p );
        p[c] = odd->p[c];
    }
    planarContact planar = planarOf( s, odd );
    localProblem local = localOf( s, odd, &planar, b );
    if ( local.planar == NULL && local.saxce && b[0] >= 0.0 )
    {
        memset( p, 0, sizeof( p ) ); // it opens
    }
    else
    {
        localSolve( &local, local_newton, LOCAL_ITERATIONS, p );
    }
    for ( int c = 0; c < d; ++c )
    {
        dp[c] = p[c] - odd->p[c];
        tell( odd->p[c], p[c], odd->last[c], sums );
        odd->p[c] = p[c];
    }
    pushOdd( s, odd, dp );
}

static void packOdd( ssGs* s, oddContact* odd, const double* p )
{
    const ssProblem* problem = s->problem;
    int d = s->dimension, i = odd->contact;
    *odd = ( oddContact ){ .contact = i, .a = odd->a, .b = odd->b, .cone = problem->cones[i] };
    odd->cone.muRoll /= s->length;
    odd->cone.muSpin /= s->length;
    gsContactRows( s, i, odd->jacobianA, odd->jacobianB );
    gsContactBlock( s, i, odd->jacobianA, odd->jacobianB, odd->w );
    for ( int c = 0; c < d; ++c )
    {
        size_t at = (size_t)i * (size_t)d + (size_t)c;
        double scale = c < 3 ? 1.0 : s->length;
        odd->p[c] = p[at] / scale;
        odd->compliance[c] = problem->compliance != NULL ? scale * scale * problem->compliance[at] : 0.0;
        odd->bias[c] = scale * problem->q[at];
        odd->bias[c] -= odd->a >= 0 ? readRow( &s->bodies[odd->a], odd->jacobianA[c] ) : 0.0;
        odd->bias[c] -= odd->b >= 0 ? readRow( &s->bodies[odd->b], odd->jacobianB[c] ) : 0.0;
    }
}

/// The natural map of the judge, with the judge's step.
static double oddMap( const ssGs* s, const oddContact* odd )
{
    double y[SS_CONE_MAX], b[SS_CONE_MAX];
    oddVelocity( s, odd, y );
    for ( int c = 0; c < s->dimension; ++c )
    {
        b[c] = y[c] - vecDot( s->dimension, odd->w + c * s->dimension, odd->p );
    }
    planarContact planar = planarOf( s, odd );
    localProblem local = localOf( s, odd, &planar, b );
    local.step = s->step;
    double error = localError( &local, odd->p ) * s->step;
    return error * error;
}

// -------------------------------------------------------------------------------------------------------------- rows

static double rowVelocity( const ssGs* s, const gsRow* row )
{
    double y = row->bias + row->compliance * row->p;
    y += row->a >= 0 ? readRow( &s->bodies[row->a], row->jacobianA ) : 0.0;
    return row->b >= 0 ? y + readRow( &s->bodies[row->b], row->jacobianB ) : y;
}

static void pushBoth( ssGs* s, const gsRow* row, double p )
{
    if ( row->a >= 0 )
    {
        pushRow( s, row->a, row->jacobianA, p );
    }
    if ( row->b >= 0 )
    {
        pushRow( s, row->b, row->jacobianB, p );
    }
}

static double rowDiagonal( const ssGs* s, int body, const double* row )
{
    if ( body < 0 )
    {
        return 0.0;
    }
    const double *m = s->inertias[body].m, *t = row + 3;
    double push = row[0] * row[0] + row[1] * row[1] + row[2] * row[2];
    double turn = t[0] * ( m[0] * t[0] + m[3] * t[1] + m[4] * t[2] ) +
        t[1] * ( m[3] * t[0] + m[1] * t[1] + m[5] * t[2] ) +
        t[2] * ( m[4] * t[0] + m[5] * t[1] + m[2] * t[2] );
    return s->problem->inverseMass[body] * push + turn;
}

/// As ssSystem scales a row: so that its diagonal is the mean of the contacts'.
static void packRow( ssGs* s, int k, const double* p )
{
    const ssProblem* problem = s->problem;
    const ssProblemRow* from = &problem->rows[k];
    gsRow* row = &s->rows[k];
    size_t at = (size_t)s->contacts * (size_t)s->dimension + (size_t)k;
    double own = problem->compliance != NULL ? problem->compliance[at] : 0.0;
    *row = ( gsRow ){ .a = from->a, .b = from->b };
    row->a = from->a >= 0 && ( s->flags[from->a] & GS_MOVES ) ? from->a : -1;
    row->b = from->b >= 0 && ( s->flags[from->b] & GS_MOVES ) ? from->b : -1;
    for ( int c = 0; c < 6; ++c )
    {
        // on L omega
        double scale = c < 3 ? 1.0 : 1.0 / s->length;
        row->jacobianA[c] = from->jacobianA[c] * scale;
        row->jacobianB[c] = from->jacobianB[c] * scale;
    }
    double diag = rowDiagonal( s, row->a, row->jacobianA ) + rowDiagonal( s, row->b, row->jacobianB ) + own;
    if ( k == 0 && s->contacts == 0 )
    {
        s->meanDiag = diag;
        s->step = 1.0 / diag;
    }
    row->scale = sqrt( s->meanDiag / diag );
    for ( int c = 0; c < 6; ++c )
    {
        row->jacobianA[c] *= row->scale;
        row->jacobianB[c] *= row->scale;
    }
    row->diag = row->scale * row->scale * diag;
    row->compliance = row->scale * row->scale * own;
    row->lo = from->lo / row->scale;
    row->hi = from->hi / row->scale;
    row->p = p[at] / row->scale;
    double q = row->scale * from->q;
    s->qNorm += q * q; // still a square
    row->bias = q;
    row->bias -= row->a >= 0 ? readRow( &s->bodies[row->a], row->jacobianA ) : 0.0;
    row->bias -= row->b >= 0 ? readRow( &s->bodies[row->b], row->jacobianB ) : 0.0;
}

// --------------------------------------------------------------------------------------------------------------- all

bool gsPackSerial( ssGs* s, const double* p )
{
    if ( !gsReserve( &s->rowStore, 0, (size_t)s->rowCount * sizeof( gsRow ), &s->rows ) )
    {
        return false;
    }
    for ( int k = 0; k < s->oddCount; ++k )
    {
        packOdd( s, &s->odds[k], p );
    }
    for ( int k = 0; k < s->rowCount; ++k )
    {
        packRow( s, k, p );
    }
    return true;
}

void gsReadOutSerial( ssGs* s, double* p )
{
    size_t d = (size_t)s->dimension;
    for ( int k = 0; k < s->oddCount; ++k )
    {
        for ( size_t c = 0; c < d; ++c )
        {
            p[(size_t)s->odds[k].contact * d + c] = s->odds[k].p[c] * ( c < 3 ? 1.0 : s->length );
        }
    }
    for ( int k = 0; k < s->rowCount; ++k )
    {
        p[(size_t)s->contacts * d + (size_t)k] = s->rows[k].p * s->rows[k].scale;
    }
}

gsSums gsSerial( const gsPass* pass )
{
    ssGs* s = pass->gs;
    gsSums sums = { 0.0, 0.0 };
    for ( int k = 0; k < s->oddCount; ++k )
    {
        solveOdd( pass, &s->odds[k], &sums );
    }
    for ( int k = 0; k < s->rowCount; ++k )
    {
        gsRow* row = &s->rows[k];
        row->p = ahead( pass, row->p, &row->last );
        double next = row->p - pass->omega * rowVelocity( s, row ) / row->diag;
        next = fmin( fmax( next, row->lo ), row->hi );
        pushBoth( s, row, next - row->p );
        tell( row->p, next, row->last, &sums );
        row->p = next;
    }
    return sums;
}

void gsPushSerial( ssGs* s )
{
    for ( int k = 0; k < s->oddCount; ++k )
    {
        pushOdd( s, &s->odds[k], s->odds[k].p );
    }
    for ( int k = 0; k < s->rowCount; ++k )
    {
        pushBoth( s, &s->rows[k], s->rows[k].p );
    }
}

double gsSerialMap( ssGs* s )
{
    double sum = 0.0;
    for ( int k = 0; k < s->oddCount; ++k )
    {
        sum += oddMap( s, &s->odds[k] );
    }
    for ( int k = 0; k < s->rowCount; ++k )
    {
        const gsRow* row = &s->rows[k];
        double off = row->p - fmin( fmax( row->p - s->step * rowVelocity( s, row ), row->lo ), row->hi );
        sum += off * off;
    }
    return sum;
}
