// SPDX-License-Identifier: MIT
#include "log/log_private.h"

#include <math.h>
#include <string.h>

// The columns of a log, and one frame of it.

static const struct
{
    const char *name, *unit;
} s_columns[ss_logColumnCount] = {
    [ss_logT] = { "t", "s" },
    [ss_logContact] = { "contact", NULL },
    [ss_logA] = { "a", NULL },
    [ss_logB] = { "b", NULL },
    [ss_logPx] = { "px", "m" },
    [ss_logPy] = { "py", "m" },
    [ss_logPz] = { "pz", "m" },
    [ss_logNx] = { "nx", "" },
    [ss_logNy] = { "ny", "" },
    [ss_logNz] = { "nz", "" },
    [ss_logFx] = { "fx", "N" },
    [ss_logFy] = { "fy", "N" },
    [ss_logFz] = { "fz", "N" },
    [ss_logMx] = { "mx", "N m" },
    [ss_logMy] = { "my", "N m" },
    [ss_logMz] = { "mz", "N m" },
    [ss_logVx] = { "vx", "m/s" },
    [ss_logVy] = { "vy", "m/s" },
    [ss_logVz] = { "vz", "m/s" },
    [ss_logWx] = { "wx", "rad/s" },
    [ss_logWy] = { "wy", "rad/s" },
    [ss_logWz] = { "wz", "rad/s" },
    [ss_logGap] = { "gap", "m" },
    [ss_logMu] = { "mu", "" },
    [ss_logMuR] = { "mu_r", "m" },
    [ss_logMuS] = { "mu_s", "m" },
};

const char* ssLogColumnName( ssLogColumn column )
{
    return s_columns[column].name;
}

const char* ssLogColumnUnit( ssLogColumn column )
{
    return s_columns[column].unit;
}

ssLogColumn ssFindLogColumn( const char* name )
{
    int column = 0;
    while ( column < ss_logColumnCount && strcmp( s_columns[column].name, name ) != 0 )
    {
        ++column;
    }
    return (ssLogColumn)column;
}

/// Copies the numbers that are there into columns of a new capacity.
static ssResult growColumns( ssLogFrame* frame, int capacity )
{
    double* block = ssAlloc( (size_t)capacity * ss_logColumnCount * sizeof( double ) );
    if ( block == NULL )
    {
        return ssError( ss_errorMemory, NULL, "out of memory for a frame of %d contacts", capacity );
    }
    for ( int i = 0; i < ss_logColumnCount; ++i )
    {
        double* column = block + (size_t)i * (size_t)capacity;
        if ( frame->count > 0 )
        {
            memcpy( column, frame->columns[i], (size_t)frame->count * sizeof( double ) );
        }
    }
    ssRelease( frame->columns[0] );
    for ( int i = 0; i < ss_logColumnCount; ++i )
    {
        frame->columns[i] = block + (size_t)i * (size_t)capacity;
    }
    frame->capacity = capacity;
    return ssOk();
}

static ssResult growBodies( ssLogFrame* frame, int capacity )
{
    ssLogBody* bodies = ssAlloc( (size_t)capacity * sizeof( ssLogBody ) );
    if ( bodies == NULL )
    {
        return ssError( ss_errorMemory, NULL, "out of memory for a frame of %d bodies", capacity );
    }
    if ( frame->bodyCount > 0 )
    {
        memcpy( bodies, frame->bodies, (size_t)frame->bodyCount * sizeof( ssLogBody ) );
    }
    ssRelease( frame->bodies );
    frame->bodies = bodies;
    frame->bodyCapacity = capacity;
    return ssOk();
}

static const ssLogBody s_unknownBody = { .id = SS_NAN,
    .position = { SS_NAN, SS_NAN, SS_NAN },
    .orientation = { SS_NAN, SS_NAN, SS_NAN, SS_NAN },
    .size = { SS_NAN, SS_NAN, SS_NAN },
    .mass = SS_NAN };

/// At least `wanted`, and one and a half times what there was.
static int largerCapacity( int capacity, int wanted )
{
    int64_t grown = (int64_t)capacity + capacity / 2 + 16;
    return grown > wanted && grown < INT32_MAX ? (int)grown : wanted;
}

/// Makes room; counts stay.
static ssResult reserve( ssLogFrame* frame, int count, int bodyCount )
{
    ssResult result = ssOk();
    if ( count > frame->capacity )
    {
        result = growColumns( frame, largerCapacity( frame->capacity, count ) );
    }
    if ( result.code == ss_ok && bodyCount > frame->bodyCapacity )
    {
        result = growBodies( frame, largerCapacity( frame->bodyCapacity, bodyCount ) );
    }
    return result;
}

ssResult logEmptyBodies( ssLogFrame* frame, int count )
{
    frame->bodyCount = 0;
    ssResult result = reserve( frame, frame->count, count );
    frame->bodyCount = result.code == ss_ok ? count : 0;
    return result;
}

ssResult logEmptyFrame( ssLogFrame* frame, int count )
{
    frame->count = 0;
    frame->bodyCount = 0;
    ssResult result = reserve( frame, count, 0 );
    frame->count = result.code == ss_ok ? count : 0;
    return result;
}

void logFillUnknown( ssLogFrame* frame, uint32_t known )
{
    for ( int i = 0; i < ss_logColumnCount; ++i )
    {
        for ( int row = 0; row < frame->count && ( known & SS_LOG_BIT( i ) ) == 0; ++row )
        {
            frame->columns[i][row] = SS_NAN;
        }
    }
}

ssResult ssLogFrame_Resize( ssLogFrame* frame, int count, int bodyCount )
{
    ssResult result = reserve( frame, count, bodyCount );
    if ( result.code != ss_ok )
    {
        return result;
    }
    for ( int i = 0; i < ss_logColumnCount; ++i )
    {
        for ( int row = frame->count; row < count; ++row )
        {
            frame->columns[i][row] = SS_NAN;
        }
    }
    for ( int i = frame->bodyCount; i < bodyCount; ++i )
    {
        frame->bodies[i] = s_unknownBody;
    }
    frame->count = count;
    frame->bodyCount = bodyCount;
    return result;
}

void ssLogFrame_Destroy( ssLogFrame* frame )
{
    ssRelease( frame->columns[0] ); // all columns are one block
    ssRelease( frame->bodies );
    *frame = ( ssLogFrame ){ 0 };
}

void ssLogFrame_SetVector( ssLogFrame* frame, ssLogColumn x, int row, ssVec3 value )
{
    frame->columns[x][row] = value.x;
    frame->columns[x + 1][row] = value.y;
    frame->columns[x + 2][row] = value.z;
}

void ssLogFrame_UpdateKnown( ssLogFrame* frame )
{
    frame->known = 0;
    for ( int i = 0; i < ss_logColumnCount; ++i )
    {
        bool known = false;
        for ( int row = 0; row < frame->count && !known; ++row )
        {
            known = !isnan( frame->columns[i][row] );
        }
        frame->known |= known ? SS_LOG_BIT( i ) : 0u;
    }
}

/// Adds a contact to the end of the frame, which has room for it.
static void appendView( ssLogFrame* frame, const ssContactView* c )
{
    int row = frame->count++;
    const double *f = c->force, *m = c->moment, *y = c->velocity;
    const ssVec3 axes[3] = { c->normal, c->tangent1, c->tangent2 };
    ssVec3 force = { 0.0, 0.0, 0.0 }, velocity = force;
    for ( int i = 0; i < 3; ++i )
    {
        force = ssVec3_MulAdd( force, f[i], axes[i] );
        velocity = ssVec3_MulAdd( velocity, y[i], axes[i] );
    }
    // Moments and angular velocities have their normal component last.
    ssVec3 moment = ssVec3_Scale( m[2], c->normal ), turning = ssVec3_Scale( y[5], c->normal );
    for ( int i = 0; i < 2; ++i )
    {
        moment = ssVec3_MulAdd( moment, m[i], axes[1 + i] );
        turning = ssVec3_MulAdd( turning, y[3 + i], axes[1 + i] );
    }
    frame->columns[ss_logT][row] = frame->t;
    frame->columns[ss_logA][row] = c->a >= 0 ? c->a : -1.0 - c->surface;
    frame->columns[ss_logB][row] = c->b >= 0 ? c->b : -1.0 - c->surface;
    ssLogFrame_SetVector( frame, ss_logPx, row, c->point );
    ssLogFrame_SetVector( frame, ss_logNx, row, c->normal );
    ssLogFrame_SetVector( frame, ss_logFx, row, force );
    ssLogFrame_SetVector( frame, ss_logMx, row, moment );
    ssLogFrame_SetVector( frame, ss_logVx, row, velocity );
    ssLogFrame_SetVector( frame, ss_logWx, row, turning );
    frame->columns[ss_logGap][row] = c->gap;
    // A law of its own has no single coefficient, nor has a polygon.
    bool round = c->cone.variant == ss_coneIntersection || c->cone.variant == ss_coneEllipsoidal;
    frame->columns[ss_logMu][row] = c->law == NULL && round ? c->cone.mu : SS_NAN;
    frame->columns[ss_logMuR][row] = c->cone.dimension >= 5 ? c->cone.muRoll : SS_NAN;
    frame->columns[ss_logMuS][row] = c->cone.dimension == 6 ? c->cone.muSpin : SS_NAN;
}

ssResult ssLogFrame_AddViews( ssLogFrame* frame, int count, const ssContactView* contacts )
{
    int before = frame->count;
    ssResult result = ssLogFrame_Resize( frame, before + count, frame->bodyCount );
    if ( result.code != ss_ok )
    {
        return result;
    }
    frame->count = before;
    for ( int i = 0; i < count; ++i )
    {
        if ( !contacts[i].pending )
        {
            frame->columns[ss_logContact][frame->count] = frame->count;
            appendView( frame, contacts + i );
        }
    }
    return result;
}
