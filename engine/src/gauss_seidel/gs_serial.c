// SPDX-License-Identifier: MIT
#include "gauss_seidel/gs_private.h"
#include "local/local_solve.h"

#include <string.h>

// Contacts whose law is no cone of discs, bilateral and box rows: one by one after the colours, in order.

// Iterations of the solve of one contact. A contact that is not solved by then continues in the next pass.
#define LOCAL_ITERATIONS 30

// Tolerance of the solve of one contact, relative to the mean |q| per contact: far below
// the usual tolerances of the whole problem.
#define LOCAL_TOLERANCE 1e-10
// The user's laws cost more: a share of the whole tolerance is enough. Exact prox steps reach small ones.
#define OWN_LAW_SHARE 1e-2
#define OWN_LAW_MIN 1e-13
// Share of that tolerance that the force of a law that is a function of the velocity may use up.
#define FORCE_SHARE 0.05

static double velocityAlong( const gsBody* body, const double* row )
{
    double sum = 0.0;
    for ( int c = 0; c < 3; ++c ) { sum += row[c] * body->v[c] + row[3 + c] * body->w[c]; }
    return sum;
}

/// v += M^-1 row p
static void applyRow( ssGs* gs, int body, const double* row, double p )
{
    gsBody* to = &gs->bodies[body];
    const double* m = gs->inertias[body].m;
    const double moment[3] = { p * row[3], p * row[4], p * row[5] };
    for ( int c = 0; c < 3; ++c ) { to->v[c] += to->inverseMass * ( p * row[c] ); }
    to->w[0] += m[0] * moment[0] + m[3] * moment[1] + m[4] * moment[2];
    to->w[1] += m[3] * moment[0] + m[1] * moment[1] + m[5] * moment[2];
    to->w[2] += m[4] * moment[0] + m[5] * moment[1] + m[2] * moment[2];
}

static void contactVelocity( const ssGs* gs, const serialContact* contact, double* y )
{
    for ( int c = 0; c < gs->dimension; ++c )
    {
        y[c] = contact->bias[c] + contact->compliance[c] * contact->p[c];
        y[c] += contact->a >= 0 ? velocityAlong( &gs->bodies[contact->a], contact->jacobianA[c] ) : 0.0;
        y[c] += contact->b >= 0 ? velocityAlong( &gs->bodies[contact->b], contact->jacobianB[c] ) : 0.0;
    }
}

static void applyContact( ssGs* gs, const serialContact* contact, const double* dp )
{
    for ( int c = 0; c < gs->dimension; ++c )
    {
        if ( contact->a >= 0 ) { applyRow( gs, contact->a, contact->jacobianA[c], dp[c] ); }
        if ( contact->b >= 0 ) { applyRow( gs, contact->b, contact->jacobianB[c], dp[c] ); }
    }
}

static planarContact planarOf( const ssGs* gs, const serialContact* contact, ssLaw* there )
{
    const ssProblem* problem = gs->problem;
    return problem->laws[contact->index] == ss_contactFormPlanar
        ? planarContactOf( problem, contact->index, &contact->cone, gs->length, there )
        : ( planarContact ){ .law = NULL };
}

static localProblem localOf(
    const ssGs* gs, const serialContact* contact, const planarContact* planar, const double* b )
{
    const ssProblem* problem = gs->problem;
    bool own = planar->law != NULL && planar->law->def.kind >= ss_lawKindCount;
    double trace = 0.0, tolerance = LOCAL_TOLERANCE;
    tolerance = own && gs->tolerance > 0.0 ? ssMax( OWN_LAW_SHARE * gs->tolerance, OWN_LAW_MIN ) : tolerance;
    for ( int c = 0; c < gs->dimension; ++c ) { trace += contact->w[c * gs->dimension + c]; }
    return ( localProblem ){ .dimension = gs->dimension,
        .cone = &contact->cone,
        .saxce = problem->laws[contact->index] == ss_contactFormSaxce,
        .planar = planar->law != NULL ? planar : NULL,
        .a = contact->w,
        .b = b,
        .step = gs->dimension / trace,
        .tolerance = tolerance * gs->qNorm / sqrt( (double)gs->contacts ) };
}

/// The p from which this pass begins; p becomes the previous one.
static double extrapolate( const gsPass* pass, double p, double* previous )
{
    double y = pass->extrapolates ? p + pass->beta * ( p - *previous ) : p;
    *previous = p;
    return y;
}

/// Adds a step from y to x to the restart product (first) and to |y - x|² (second).
static void recordStep( double y, double x, double previous, gsSums* sums )
{
    sums->first += ( y - x ) * ( x - previous );
    sums->second += ( y - x ) * ( y - x );
}

static void solveContact( const gsPass* pass, serialContact* contact, gsSums* sums )
{
    ssGs* gs = pass->gs;
    int d = gs->dimension;
    double b[SS_CONE_MAX], p[SS_CONE_MAX], dp[SS_CONE_MAX];
    for ( int c = 0; c < d; ++c )
    {
        contact->p[c] = extrapolate( pass, contact->p[c], &contact->previous[c] );
    }
    contactVelocity( gs, contact, b );
    for ( int c = 0; c < d; ++c )
    {
        b[c] -= vecDot( d, contact->w + c * d, contact->p );
        p[c] = contact->p[c];
    }
    ssLaw there;
    planarContact planar = planarOf( gs, contact, &there );
    localProblem local = localOf( gs, contact, &planar, b );
    if ( local.planar == NULL && local.saxce && b[0] >= 0.0 )
    {
        memset( p, 0, sizeof( p ) ); // the contact opens
    }
    else
    {
        planar.tolerance = FORCE_SHARE * local.step * local.tolerance;
        localSolve( &local, local_newton, LOCAL_ITERATIONS, p );
    }
    for ( int c = 0; c < d; ++c )
    {
        dp[c] = p[c] - contact->p[c];
        recordStep( contact->p[c], p[c], contact->previous[c], sums );
        contact->p[c] = p[c];
    }
    applyContact( gs, contact, dp );
}

static void packContact( ssGs* gs, serialContact* contact, const double* p )
{
    const ssProblem* problem = gs->problem;
    int d = gs->dimension, i = contact->index;
    *contact = ( serialContact ){ .index = i, .a = contact->a, .b = contact->b, .cone = problem->cones[i] };
    contact->cone.muRoll /= gs->length;
    contact->cone.muSpin /= gs->length;
    gsContactRows( gs, i, contact->jacobianA, contact->jacobianB );
    gsContactBlock( gs, i, contact->jacobianA, contact->jacobianB, contact->w );
    for ( int c = 0; c < d; ++c )
    {
        size_t at = (size_t)i * (size_t)d + (size_t)c;
        double scale = c < 3 ? 1.0 : gs->length;
        contact->p[c] = p[at] / scale;
        contact->compliance[c] = problem->compliance != NULL ? scale * scale * problem->compliance[at] : 0.0;
        contact->bias[c] = scale * problem->q[at];
        contact->bias[c] -=
            contact->a >= 0 ? velocityAlong( &gs->bodies[contact->a], contact->jacobianA[c] ) : 0.0;
        contact->bias[c] -=
            contact->b >= 0 ? velocityAlong( &gs->bodies[contact->b], contact->jacobianB[c] ) : 0.0;
    }
}

/// |p - P_K(p - r yhat)|² with the judge's step r.
static double contactMap( const ssGs* gs, const serialContact* contact )
{
    double y[SS_CONE_MAX], b[SS_CONE_MAX];
    contactVelocity( gs, contact, y );
    for ( int c = 0; c < gs->dimension; ++c )
    {
        b[c] = y[c] - vecDot( gs->dimension, contact->w + c * gs->dimension, contact->p );
    }
    ssLaw there;
    planarContact planar = planarOf( gs, contact, &there );
    localProblem local = localOf( gs, contact, &planar, b );
    local.step = gs->step;
    double error = localError( &local, contact->p ) * gs->step;
    return error * error;
}

static double rowVelocity( const ssGs* gs, const gsRow* row )
{
    double y = row->bias + row->compliance * row->p;
    y += row->a >= 0 ? velocityAlong( &gs->bodies[row->a], row->jacobianA ) : 0.0;
    return row->b >= 0 ? y + velocityAlong( &gs->bodies[row->b], row->jacobianB ) : y;
}

static void applyToBoth( ssGs* gs, const gsRow* row, double p )
{
    if ( row->a >= 0 ) { applyRow( gs, row->a, row->jacobianA, p ); }
    if ( row->b >= 0 ) { applyRow( gs, row->b, row->jacobianB, p ); }
}

static double rowDiagonal( const ssGs* gs, int body, const double* row )
{
    if ( body < 0 ) { return 0.0; }
    const double *m = gs->inertias[body].m, *t = row + 3;
    double linear = row[0] * row[0] + row[1] * row[1] + row[2] * row[2];
    double angular = t[0] * ( m[0] * t[0] + m[3] * t[1] + m[4] * t[2] ) +
        t[1] * ( m[3] * t[0] + m[1] * t[1] + m[5] * t[2] ) +
        t[2] * ( m[4] * t[0] + m[5] * t[1] + m[2] * t[2] );
    return gs->problem->inverseMass[body] * linear + angular;
}

/// Scales the row as ssSystem does, so that its diagonal is the mean of the contacts' diagonal.
static void packRow( ssGs* gs, int k, const double* p )
{
    const ssProblem* problem = gs->problem;
    const ssProblemRow* from = &problem->rows[k];
    gsRow* row = &gs->rows[k];
    size_t at = (size_t)gs->contacts * (size_t)gs->dimension + (size_t)k;
    double own = problem->compliance != NULL ? problem->compliance[at] : 0.0;
    *row = ( gsRow ){ .a = from->a, .b = from->b };
    row->a = from->a >= 0 && ( gs->flags[from->a] & GS_MOVES ) ? from->a : -1;
    row->b = from->b >= 0 && ( gs->flags[from->b] & GS_MOVES ) ? from->b : -1;
    for ( int c = 0; c < 6; ++c )
    {
        // Rows act on L omega.
        double scale = c < 3 ? 1.0 : 1.0 / gs->length;
        row->jacobianA[c] = from->jacobianA[c] * scale;
        row->jacobianB[c] = from->jacobianB[c] * scale;
    }
    double diag = rowDiagonal( gs, row->a, row->jacobianA ) + rowDiagonal( gs, row->b, row->jacobianB ) + own;
    if ( k == 0 && gs->contacts == 0 )
    {
        gs->meanDiag = diag;
        gs->step = 1.0 / diag;
    }
    row->scale = sqrt( gs->meanDiag / diag );
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
    gs->qNorm += q * q; // still |q|²: gsPack takes the root
    row->bias = q;
    row->bias -= row->a >= 0 ? velocityAlong( &gs->bodies[row->a], row->jacobianA ) : 0.0;
    row->bias -= row->b >= 0 ? velocityAlong( &gs->bodies[row->b], row->jacobianB ) : 0.0;
}

bool gsPackSerial( ssGs* gs, const double* p )
{
    gs->rows = gsReserve( gs, (size_t)gs->rowCount * sizeof( gsRow ) );
    if ( gs->rows == NULL ) { return false; }
    for ( int k = 0; k < gs->serialCount; ++k ) { packContact( gs, &gs->serialContacts[k], p ); }
    for ( int k = 0; k < gs->rowCount; ++k ) { packRow( gs, k, p ); }
    return true;
}

void gsReadOutSerial( ssGs* gs, double* p )
{
    size_t d = (size_t)gs->dimension;
    for ( int k = 0; k < gs->serialCount; ++k )
    {
        for ( size_t c = 0; c < d; ++c )
        {
            p[(size_t)gs->serialContacts[k].index * d + c] =
                gs->serialContacts[k].p[c] * ( c < 3 ? 1.0 : gs->length );
        }
    }
    for ( int k = 0; k < gs->rowCount; ++k )
    {
        p[(size_t)gs->contacts * d + (size_t)k] = gs->rows[k].p * gs->rows[k].scale;
    }
}

gsSums gsSolveSerial( const gsPass* pass )
{
    ssGs* gs = pass->gs;
    gsSums sums = { 0.0, 0.0 };
    for ( int k = 0; k < gs->serialCount; ++k ) { solveContact( pass, &gs->serialContacts[k], &sums ); }
    for ( int k = 0; k < gs->rowCount; ++k )
    {
        gsRow* row = &gs->rows[k];
        row->p = extrapolate( pass, row->p, &row->previous );
        double next = row->p - pass->omega * rowVelocity( gs, row ) / row->diag;
        next = ssMin( ssMax( next, row->lo ), row->hi );
        applyToBoth( gs, row, next - row->p );
        recordStep( row->p, next, row->previous, &sums );
        row->p = next;
    }
    return sums;
}

void gsApplySerial( ssGs* gs )
{
    for ( int k = 0; k < gs->serialCount; ++k )
    {
        applyContact( gs, &gs->serialContacts[k], gs->serialContacts[k].p );
    }
    for ( int k = 0; k < gs->rowCount; ++k ) { applyToBoth( gs, &gs->rows[k], gs->rows[k].p ); }
}

double gsSerialMap( ssGs* gs )
{
    double sum = 0.0;
    for ( int k = 0; k < gs->serialCount; ++k ) { sum += contactMap( gs, &gs->serialContacts[k] ); }
    for ( int k = 0; k < gs->rowCount; ++k )
    {
        const gsRow* row = &gs->rows[k];
        double off = row->p - ssMin( ssMax( row->p - gs->step * rowVelocity( gs, row ), row->lo ), row->hi );
        sum += off * off;
    }
    return sum;
}
