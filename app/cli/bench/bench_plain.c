// SPDX-License-Identifier: MIT
#include "cli/bench/bench_plain.h"

#include <math.h>
#include <stdlib.h>

typedef struct Body
{
    double v[3], inverseMass, w[3], inverseInertia;
} Body;

typedef struct Contact
{
    int a, b;
    double n[3], ra, rb, mu, muRoll, muSpin, stepN, stepT, stepR;
    double biasU[3], biasW[3]; // the part of q that the free velocities do not give
    double f[3], m[3];
} Contact;

struct plainLoop
{
    int contactCount, bodyCount;
    Contact* contacts;
    Body *bodies, *start; // the last one is the ground
    double length;
};

static double dot( const double* a, const double* b )
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross( const double* a, const double* b, double* out )
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

// --------------------------------------------------------------------------------------------------------- the loop

/// The force of one contact: p_N, then the p_T within its bound, and what their change does to the bodies.
static double solveForce( Contact* c, Body* a, Body* b )
{
    double turn[3], u[3], t[3], df[3];
    for ( int k = 0; k < 3; ++k )
    {
        turn[k] = c->rb * b->w[k] + c->ra * a->w[k];
    }
    cross( c->n, turn, u );
    for ( int k = 0; k < 3; ++k )
    {
        u[k] += b->v[k] - a->v[k] + c->biasU[k];
    }
    double un = dot( u, c->n ), old = dot( c->f, c->n ), pn = fmax( old - un * c->stepN, 0.0 );
    double out = old - c->stepT * un;
    for ( int k = 0; k < 3; ++k )
    {
        t[k] = c->f[k] - c->stepT * u[k] - out * c->n[k];
    }
    double length = sqrt( dot( t, t ) ), bound = c->mu * pn, slide = length > bound ? bound / length : 1.0;
    for ( int k = 0; k < 3; ++k )
    {
        double f = pn * c->n[k] + slide * t[k];
        df[k] = f - c->f[k];
        c->f[k] = f;
    }
    cross( c->n, df, turn );
    for ( int k = 0; k < 3; ++k )
    {
        a->v[k] -= a->inverseMass * df[k];
        b->v[k] += b->inverseMass * df[k];
        a->w[k] -= a->inverseInertia * c->ra * turn[k];
        b->w[k] -= b->inverseInertia * c->rb * turn[k];
    }
    return pn;
}

/// The moment of one contact, within the bounds that p_N sets, and what its change does to the bodies.
static void solveMoment( Contact* c, Body* a, Body* b, double pn )
{
    double g[3];
    for ( int k = 0; k < 3; ++k )
    {
        g[k] = c->m[k] - c->stepR * ( b->w[k] - a->w[k] + c->biasW[k] );
    }
    double spin = dot( g, c->n ), boundS = c->muSpin * pn, boundR = c->muRoll * pn;
    for ( int k = 0; k < 3; ++k )
    {
        g[k] -= spin * c->n[k];
    }
    double length = sqrt( dot( g, g ) ), roll = length > boundR ? boundR / length : 1.0;
    spin = fmax( fmin( spin, boundS ), -boundS );
    for ( int k = 0; k < 3; ++k )
    {
        double m = spin * c->n[k] + roll * g[k], dm = m - c->m[k];
        c->m[k] = m;
        a->w[k] -= a->inverseInertia * dm;
        b->w[k] += b->inverseInertia * dm;
    }
}

void plainPass( plainLoop* loop )
{
    for ( int i = 0; i < loop->contactCount; ++i )
    {
        Contact* c = &loop->contacts[i];
        Body *a = &loop->bodies[c->a], *b = &loop->bodies[c->b];
        solveMoment( c, a, b, solveForce( c, a, b ) );
    }
}

// --------------------------------------------------------------------------------------------------- to and from it

void plainReset( plainLoop* loop )
{
    for ( int i = 0; i <= loop->bodyCount; ++i )
    {
        loop->bodies[i] = loop->start[i];
    }
    for ( int i = 0; i < loop->contactCount; ++i )
    {
        for ( int k = 0; k < 3; ++k )
        {
            loop->contacts[i].f[k] = loop->contacts[i].m[k] = 0.0;
        }
    }
}

/// q minus the free velocities of the bodies, as vectors.
static void setBias( const plainLoop* loop, const ssProblem* problem, int i )
{
    Contact* c = &loop->contacts[i];
    const Body *a = &loop->start[c->a], *b = &loop->start[c->b];
    const ssMat3 axes = ssProblemFrame_Axes( problem->frames[i] );
    const ssVec3 rows[6] = { axes.cx, axes.cy, axes.cz, axes.cy, axes.cz, axes.cx };
    double turn[3], u[3];
    for ( int k = 0; k < 3; ++k )
    {
        turn[k] = c->rb * b->w[k] + c->ra * a->w[k];
    }
    cross( c->n, turn, u );
    for ( int k = 0; k < 3; ++k )
    {
        c->biasU[k] = -( u[k] + b->v[k] - a->v[k] );
        c->biasW[k] = -( b->w[k] - a->w[k] );
    }
    for ( int r = 0; r < problem->dimension; ++r )
    {
        double q =
            problem->q[(size_t)i * (size_t)problem->dimension + (size_t)r] * ( r < 3 ? 1.0 : loop->length );
        double* bias = r < 3 ? c->biasU : c->biasW;
        bias[0] += q * rows[r].x;
        bias[1] += q * rows[r].y;
        bias[2] += q * rows[r].z;
    }
}

static void setContact( const plainLoop* loop, const ssProblem* problem, int i )
{
    Contact* c = &loop->contacts[i];
    double length = loop->length;
    ssVec3 n = problem->frames[i].n;
    *c = ( Contact ){ .a = problem->bodyA[i] >= 0 ? problem->bodyA[i] : problem->bodyCount,
        .b = problem->bodyB[i] >= 0 ? problem->bodyB[i] : problem->bodyCount,
        .n = { n.x, n.y, n.z },
        .ra = ssVec3_Dot( problem->armsA[i], n ) / length,
        .rb = -ssVec3_Dot( problem->armsB[i], n ) / length,
        .mu = problem->cones[i].mu,
        .muRoll = problem->dimension > 3 ? problem->cones[i].muRoll / length : 0.0,
        .muSpin = problem->dimension > 5 ? problem->cones[i].muSpin / length : 0.0 };
    const Body *a = &loop->start[c->a], *b = &loop->start[c->b];
    double wn = a->inverseMass + b->inverseMass;
    c->stepN = 1.0 / wn;
    c->stepT = 1.0 / ( wn + c->ra * c->ra * a->inverseInertia + c->rb * c->rb * b->inverseInertia );
    c->stepR = 1.0 / ( a->inverseInertia + b->inverseInertia );
    setBias( loop, problem, i );
}

plainLoop* plainMake( const ssProblem* problem )
{
    plainLoop* loop = calloc( 1, sizeof( *loop ) );
    size_t bodies = (size_t)problem->bodyCount + 1;
    if ( loop != NULL )
    {
        loop->contactCount = problem->contactCount;
        loop->bodyCount = problem->bodyCount;
        loop->length = ssProblem_Length( problem );
        loop->contacts = calloc( (size_t)problem->contactCount + 1, sizeof( Contact ) );
        loop->bodies = calloc( bodies, sizeof( Body ) );
        loop->start = calloc( bodies, sizeof( Body ) );
    }
    if ( loop == NULL || loop->contacts == NULL || loop->bodies == NULL || loop->start == NULL )
    {
        plainFree( loop );
        return NULL;
    }
    double length = loop->length;
    for ( int i = 0; i < problem->bodyCount; ++i )
    {
        Body* body = &loop->start[i];
        body->inverseMass = problem->inverseMass[i];
        body->inverseInertia = problem->inverseInertia[i].cx.x * length * length;
        for ( int c = 0; c < 3 && problem->freeVelocity != NULL; ++c )
        {
            body->v[c] = problem->freeVelocity[6 * i + c];
            body->w[c] = problem->freeVelocity[6 * i + 3 + c] * length;
        }
    }
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        setContact( loop, problem, i );
    }
    plainReset( loop );
    return loop;
}

void plainFree( plainLoop* loop )
{
    if ( loop != NULL )
    {
        free( loop->contacts );
        free( loop->bodies );
        free( loop->start );
        free( loop );
    }
}

void plainReactions( const plainLoop* loop, const ssProblem* problem, double* p )
{
    for ( int i = 0; i < loop->contactCount; ++i )
    {
        const Contact* c = &loop->contacts[i];
        const ssMat3 axes = ssProblemFrame_Axes( problem->frames[i] );
        const ssVec3 rows[6] = { axes.cx, axes.cy, axes.cz, axes.cy, axes.cz, axes.cx };
        for ( int r = 0; r < problem->dimension; ++r )
        {
            const double* of = r < 3 ? c->f : c->m;
            double along = of[0] * rows[r].x + of[1] * rows[r].y + of[2] * rows[r].z;
            p[(size_t)i * (size_t)problem->dimension + (size_t)r] = along * ( r < 3 ? 1.0 : loop->length );
        }
    }
}

double plainVelocity( const plainLoop* loop )
{
    return loop->bodies[0].v[0];
}
