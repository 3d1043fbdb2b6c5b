// SPDX-License-Identifier: MIT
#include "base/inline.h"
#include "problem/problem_private.h"

#include <string.h>

// The scaled problem: y = W p + q for implicit and explicit W alike.

/// Adds the effect of the reaction p at contact i to the bodies' velocities.
static void applyContact( const ssSystem* system, int i, const double* p, double* velocity )
{
    const ssProblem* problem = system->problem;
    int a = problem->bodyA[i], b = problem->bodyB[i];
    ssVec3 f, m;
    implicitForce( system, i, p, &f, &m );
    if ( a >= 0 )
    {
        implicitAddResponse( problem, a, problem->armsA[i], -1.0, f, m, velocity + 6 * (size_t)a );
    }
    if ( b >= 0 )
    {
        implicitAddResponse( problem, b, problem->armsB[i], 1.0, f, m, velocity + 6 * (size_t)b );
    }
}

/// Adds D^T velocity of contact i to y.
static void addContactVelocity( const ssSystem* system, int i, const double* velocity, double* y )
{
    const ssProblem* problem = system->problem;
    int a = problem->bodyA[i], b = problem->bodyB[i];
    if ( a >= 0 ) { implicitAddVelocity( system, i, problem->armsA[i], -1.0, velocity + 6 * (size_t)a, y ); }
    if ( b >= 0 ) { implicitAddVelocity( system, i, problem->armsB[i], 1.0, velocity + 6 * (size_t)b, y ); }
}

static void applyToBody(
    const ssProblem* problem, int body, const double* jacobian, double p, double* velocity )
{
    if ( body >= 0 )
    {
        double* v = velocity + 6 * (size_t)body;
        ssVec3 f = { p * jacobian[0], p * jacobian[1], p * jacobian[2] };
        ssVec3 m = { p * jacobian[3], p * jacobian[4], p * jacobian[5] };
        implicitAddResponse( problem, body, ssVec3_Make( 0.0, 0.0, 0.0 ), 1.0, f, m, v );
    }
}

static void applyRow( const ssSystem* system, int k, double p, double* velocity )
{
    const ssProblemRow* row = &system->problem->rows[k];
    double scaled = p * system->scale[system->contacts * system->dimension + k];
    applyToBody( system->problem, row->a, row->jacobianA, scaled, velocity );
    applyToBody( system->problem, row->b, row->jacobianB, scaled, velocity );
}

/// Sets the bodies' velocities to the effect of all of p.
static void applyAll( const ssSystem* system, const double* p, double* velocity )
{
    int n = system->contacts, d = system->dimension;
    memset( velocity, 0, (size_t)system->bodies * 6 * sizeof( double ) );
    for ( int i = 0; i < n; ++i ) { applyContact( system, i, p + (size_t)i * (size_t)d, velocity ); }
    for ( int k = 0; k < system->rows; ++k ) { applyRow( system, k, p[n * d + k], velocity ); }
}

static double rowVelocity( const ssSystem* system, int k, const double* velocity )
{
    const ssProblemRow* row = &system->problem->rows[k];
    double y = row->a >= 0 ? vecDot( 6, row->jacobianA, velocity + 6 * (size_t)row->a ) : 0.0;
    y += row->b >= 0 ? vecDot( 6, row->jacobianB, velocity + 6 * (size_t)row->b ) : 0.0;
    return y * system->scale[system->contacts * system->dimension + k];
}

/// y += W p with explicit blocks. Callers pass a constant dimension, so that the loops unroll.
static ALWAYS_INLINE void multiplyBlocks( const ssSystem* system, int d, const double* p, double* y )
{
    for ( int i = 0; i < system->contacts; ++i )
    {
        double sum[SS_CONE_MAX];
        double* row = y + (size_t)i * (size_t)d;
        memcpy( sum, row, (size_t)d * sizeof( double ) );
        for ( int k = system->blockStart[i]; k < system->blockStart[i + 1]; ++k )
        {
            const double* block = system->blocks + (size_t)k * (size_t)( d * d );
            const double* x = p + (size_t)system->blockColumn[k] * (size_t)d;
            for ( int c = 0; c < d; ++c ) { sum[c] += vecDot( d, block + c * d, x ); }
        }
        memcpy( row, sum, (size_t)d * sizeof( double ) );
    }
}

void systemMultiply( const ssSystem* system, const double* p, double* y, double* velocity )
{
    int n = system->contacts, d = system->dimension;
    memcpy( y, system->q, (size_t)system->size * sizeof( double ) );
    if ( system->blocks != NULL )
    {
        d == 3       ? multiplyBlocks( system, 3, p, y )
            : d == 5 ? multiplyBlocks( system, 5, p, y )
                     : multiplyBlocks( system, d, p, y );
    }
    else
    {
        applyAll( system, p, velocity );
        for ( int i = 0; i < n; ++i )
        {
            addContactVelocity( system, i, velocity, y + (size_t)i * (size_t)d );
        }
        for ( int k = 0; k < system->rows; ++k ) { y[n * d + k] += rowVelocity( system, k, velocity ); }
    }
    for ( int i = 0; i < system->size && system->compliance != NULL; ++i )
    {
        y[i] += system->compliance[i] * p[i];
    }
}

void systemBegin( ssSystem* system, const double* p )
{
    if ( system->blocks == NULL ) { applyAll( system, p, system->velocity ); }
}

void systemContactVelocity( const ssSystem* system, const double* p, int i, double* y )
{
    int d = system->dimension;
    memcpy( y, system->q + (size_t)i * (size_t)d, (size_t)d * sizeof( double ) );
    if ( system->blocks == NULL ) { addContactVelocity( system, i, system->velocity, y ); }
    else
    {
        for ( int k = system->blockStart[i]; k < system->blockStart[i + 1]; ++k )
        {
            const double* block = system->blocks + (size_t)k * (size_t)( d * d );
            const double* x = p + (size_t)system->blockColumn[k] * (size_t)d;
            for ( int c = 0; c < d; ++c ) { y[c] += vecDot( d, block + c * d, x ); }
        }
    }
    for ( int c = 0; c < d && system->compliance != NULL; ++c )
    {
        y[c] += system->compliance[i * d + c] * p[i * d + c];
    }
}

double systemRowVelocity( const ssSystem* system, const double* p, int k )
{
    int at = system->contacts * system->dimension + k;
    double y = system->q[at] + rowVelocity( system, k, system->velocity );
    return system->compliance != NULL ? y + system->compliance[at] * p[at] : y;
}

void systemChangeContact( ssSystem* system, int i, const double* change )
{
    if ( system->blocks == NULL ) { applyContact( system, i, change, system->velocity ); }
}

void systemChangeRow( ssSystem* system, int k, double change )
{
    applyRow( system, k, change, system->velocity );
}

/// W_ii through one body: (f_r·f_c)/m + m_r·I^-1 m_c over the columns' forces and moments on that body.
static void addDiagonalBlock( const ssSystem* system, int i, int side, double* block )
{
    const ssProblem* problem = system->problem;
    int d = system->dimension, body = side == 0 ? problem->bodyA[i] : problem->bodyB[i];
    const ssMat3 frame = ssProblemFrame_Axes( problem->frames[i] );
    const ssVec3 axes[6] = { frame.cx, frame.cy, frame.cz, frame.cy, frame.cz, frame.cx },
                 arm = side == 0 ? problem->armsA[i] : problem->armsB[i];
    ssVec3 moments[6], turns[6];
    for ( int c = 0; c < d; ++c )
    {
        moments[c] = c < 3 ? ssVec3_Cross( arm, axes[c] ) : ssVec3_Scale( system->length, axes[c] );
        turns[c] = ssMat3_Mul( problem->inverseInertia[body], moments[c] );
    }
    for ( int r = 0; r < d; ++r )
    {
        block[r * d + r] += r < 3 ? problem->inverseMass[body] : 0.0;
        for ( int c = 0; c < d; ++c ) { block[r * d + c] += ssVec3_Dot( moments[r], turns[c] ); }
    }
}

static void fillDiagonal( ssSystem* system )
{
    const ssProblem* problem = system->problem;
    int d = system->dimension;
    for ( int i = 0; i < system->contacts; ++i )
    {
        double* block = system->diag + (size_t)i * (size_t)( d * d );
        memset( block, 0, (size_t)( d * d ) * sizeof( double ) );
        if ( system->blocks != NULL )
        {
            memcpy( block, system->blocks + (size_t)system->diagBlock[i] * (size_t)( d * d ),
                (size_t)( d * d ) * sizeof( double ) );
        }
        else
        {
            for ( int side = 0; side < 2; ++side )
            {
                if ( ( side == 0 ? problem->bodyA[i] : problem->bodyB[i] ) >= 0 )
                {
                    addDiagonalBlock( system, i, side, block );
                }
            }
        }
        for ( int c = 0; c < d && system->compliance != NULL; ++c )
        {
            block[c * d + c] += system->compliance[i * d + c];
        }
    }
}

/// Sums of the diagonal of W over translational and over rotational components.
static void sumDiagonal( const ssSystem* system, double* translational, double* rotational )
{
    int d = system->dimension;
    *translational = 0.0;
    *rotational = 0.0;
    for ( int i = 0; i < system->contacts; ++i )
    {
        for ( int c = 0; c < d; ++c )
        {
            double entry = system->diag[(size_t)i * (size_t)( d * d ) + (size_t)( c * d + c )];
            *translational += c < 3 ? entry : 0.0;
            *rotational += c < 3 ? 0.0 : entry;
        }
    }
}

static void scaleContacts( ssSystem* system )
{
    const ssProblem* problem = system->problem;
    int d = system->dimension, n = system->contacts;
    for ( int i = 0; i < n; ++i )
    {
        system->cones[i] = problem->cones[i];
        system->cones[i].muRoll /= system->length;
        system->cones[i].muSpin /= system->length;
        for ( int c = 0; c < d; ++c )
        {
            double s = c < 3 ? 1.0 : system->length;
            system->scale[i * d + c] = s;
            system->q[i * d + c] = s * problem->q[i * d + c];
            if ( system->compliance != NULL )
            {
                system->compliance[i * d + c] = s * s * problem->compliance[i * d + c];
            }
        }
    }
    int blockCount = system->blocks != NULL ? system->blockStart[n] : 0;
    for ( int k = 0; k < blockCount && d > 3; ++k )
    {
        for ( int c = 0; c < d * d; ++c )
        {
            double s = ( c / d < 3 ? 1.0 : system->length ) * ( c % d < 3 ? 1.0 : system->length );
            system->blocks[(size_t)k * (size_t)( d * d ) + (size_t)c] *= s;
        }
    }
}

static void scaleRows( ssSystem* system )
{
    const ssProblem* problem = system->problem;
    int first = system->contacts * system->dimension;
    for ( int k = 0; k < system->rows; ++k )
    {
        const ssProblemRow* row = &problem->rows[k];
        double own = problem->compliance != NULL ? problem->compliance[first + k] : 0.0;
        system->scale[first + k] = 1.0;
        memset( system->velocity, 0, (size_t)system->bodies * 6 * sizeof( double ) );
        applyRow( system, k, 1.0, system->velocity );
        double diag = rowVelocity( system, k, system->velocity ) + own;
        system->meanDiag = k == 0 && system->contacts == 0 ? diag : system->meanDiag;
        double s = sqrt( system->meanDiag / diag );
        system->scale[first + k] = s;
        system->rowDiag[k] = s * s * diag;
        system->q[first + k] = s * row->q;
        // A bound that no multiplier reaches counts as infinite, or the middle of a box would overflow.
        system->lo[k] = row->lo / s < -SS_PROBLEM_LARGEST ? -(double)INFINITY : row->lo / s;
        system->hi[k] = row->hi / s > SS_PROBLEM_LARGEST ? (double)INFINITY : row->hi / s;
        if ( system->compliance != NULL ) { system->compliance[first + k] = s * s * own; }
    }
}

static bool systemAllocate( ssSystem* system )
{
    const ssProblem* problem = system->problem;
    size_t n = (size_t)system->contacts + 1, size = (size_t)system->size + 1, rows = (size_t)system->rows + 1;
    size_t square = (size_t)( system->dimension * system->dimension );
    system->scale = ssArena_Alloc( system->arena, size * sizeof( double ) );
    system->q = ssArena_Alloc( system->arena, size * sizeof( double ) );
    system->cones = ssArena_Alloc( system->arena, n * sizeof( ssCone ) );
    system->diag = ssArena_Alloc( system->arena, n * square * sizeof( double ) );
    system->rowDiag = ssArena_Alloc( system->arena, rows * sizeof( double ) );
    system->lo = ssArena_Alloc( system->arena, rows * sizeof( double ) );
    system->hi = ssArena_Alloc( system->arena, rows * sizeof( double ) );
    system->velocity = ssArena_Alloc( system->arena, ( (size_t)system->bodies + 1 ) * 6 * sizeof( double ) );
    bool room = system->scale && system->q && system->cones && system->diag && system->rowDiag &&
        system->lo && system->hi && system->velocity;
    if ( problem->compliance != NULL )
    {
        system->compliance = ssArena_Alloc( system->arena, size * sizeof( double ) );
        room = room && system->compliance != NULL;
    }
    if ( problem->blockStart != NULL )
    {
        size_t count = (size_t)problem->blockStart[system->contacts];
        system->blocks = ssArena_Alloc( system->arena, ( count + 1 ) * square * sizeof( double ) );
        system->diagBlock = ssArena_Alloc( system->arena, n * sizeof( int ) );
        room = room && system->blocks != NULL && system->diagBlock != NULL;
        if ( room && count > 0 )
        {
            memcpy( system->blocks, problem->blocks, count * square * sizeof( double ) );
        }
    }
    return room;
}

static void findDiagonalBlocks( ssSystem* system )
{
    for ( int i = 0; i < system->contacts && system->blocks != NULL; ++i )
    {
        for ( int k = system->blockStart[i]; k < system->blockStart[i + 1]; ++k )
        {
            system->diagBlock[i] = system->blockColumn[k] == i ? k : system->diagBlock[i];
        }
    }
}

/// Finds L from the diagonal with L = 1, then scales contacts and rows with it.
static void scaleSystem( ssSystem* system )
{
    if ( system->compliance != NULL )
    {
        memcpy( system->compliance, system->problem->compliance, (size_t)system->size * sizeof( double ) );
    }
    fillDiagonal( system );
    double translational, rotational;
    sumDiagonal( system, &translational, &rotational );
    int d = system->dimension;
    if ( d > 3 && system->contacts > 0 )
    {
        system->length = sqrt( ( translational / 3.0 ) / ( rotational / ( d - 3 ) ) );
    }
    scaleContacts( system );
    if ( d > 3 )
    {
        fillDiagonal( system );
        sumDiagonal( system, &translational, &rotational );
    }
    if ( system->contacts > 0 )
    {
        system->meanDiag = ( translational + rotational ) / ( (double)system->contacts * d );
    }
    scaleRows( system );
}

static bool isUsable( double x )
{
    return x >= 1.0 / SS_PROBLEM_LARGEST && x <= SS_PROBLEM_LARGEST; // false for a NaN
}

/// Numbers that are each small enough may not be so together: 1e-90 kg beside an arm of 1e90 m.
static ssResult checkScales( const ssSystem* system )
{
    int d = system->dimension;
    double low = 1.0 / SS_PROBLEM_LARGEST, high = SS_PROBLEM_LARGEST;
    if ( !isUsable( system->length ) )
    {
        return ssError( ss_errorValue, "w",
            "the length that compares moments with forces is %g m; allowed: %g to %g", system->length, low,
            high );
    }
    for ( int i = 0; i < system->contacts; ++i )
    {
        double mean = 0.0;
        for ( int c = 0; c < d; ++c )
        {
            mean += system->diag[(size_t)i * (size_t)( d * d ) + (size_t)( c * d + c )] / d;
        }
        if ( !isUsable( mean ) )
        {
            return ssError( ss_errorValue, "w",
                "contact %d: the mean diagonal of its block of W is %g; allowed: %g to %g", i, mean, low,
                high );
        }
    }
    for ( int k = 0; k < system->rows; ++k )
    {
        if ( !isUsable( system->rowDiag[k] ) || !isUsable( system->scale[system->contacts * d + k] ) ||
            system->lo[k] > high || system->hi[k] < -high )
        {
            return ssError( ss_errorValue, "rows",
                "row %d: its jacobians, or its lo and hi, are too large or too small beside the entries of W",
                k );
        }
    }
    if ( !( system->qNorm <= high && system->qNorm * system->step <= high ) )
    {
        return ssError( ss_errorValue, "q",
            "|q| is %g, and |q| over the mean diagonal of W is %g; allowed: up to %g", system->qNorm,
            system->qNorm * system->step, high );
    }
    return ssOk();
}

ssResult systemCreate( const ssProblem* problem, ssArena* arena, ssSystem* system )
{
    ssResult result = ssProblem_Check( problem );
    *system = ( ssSystem ){ arena, .problem = problem, .contacts = problem->contactCount,
        .dimension = problem->dimension, .rows = problem->rowCount, .size = ssProblem_Size( problem ),
        .bodies = problem->bodyCount, .length = 1.0, .meanDiag = 1.0, .laws = problem->laws,
        .blockStart = problem->blockStart, .blockColumn = problem->blockColumn };
    if ( result.code != ss_ok ) { return result; }
    if ( !systemAllocate( system ) )
    {
        systemDestroy( system );
        return problemNoMemory();
    }
    findDiagonalBlocks( system );
    scaleSystem( system );
    system->step = 1.0 / system->meanDiag;
    system->qNorm = vecNorm( system->size, system->q );
    system->asymmetry = ssProblem_Asymmetry( problem );
    result = checkScales( system );
    if ( result.code != ss_ok ) { systemDestroy( system ); }
    return result;
}

void systemDestroy( ssSystem* system )
{
    void* owned[] = { system->scale, system->q, system->cones, system->compliance, system->lo, system->hi,
        system->diag, system->rowDiag, system->blocks, system->diagBlock, system->velocity };
    for ( int i = 0; i < SS_COUNT( owned ); ++i ) { ssArena_Free( system->arena, owned[i] ); }
    *system = ( ssSystem ){ 0 };
}

void systemScaleReaction( const ssSystem* system, const double* p, double* scaled )
{
    for ( int i = 0; i < system->size; ++i ) { scaled[i] = p[i] / system->scale[i]; }
}

void systemUnscaleReaction( const ssSystem* system, const double* scaled, double* p )
{
    for ( int i = 0; i < system->size; ++i ) { p[i] = scaled[i] * system->scale[i]; }
}

void systemContactSteps( const ssSystem* system, double* steps )
{
    size_t d = (size_t)system->dimension;
    for ( int i = 0; i < system->contacts; ++i )
    {
        double trace = 0.0;
        for ( size_t c = 0; c < d; ++c ) { trace += system->diag[(size_t)i * d * d + c * ( d + 1 )]; }
        steps[i] = (double)d / trace;
    }
}
