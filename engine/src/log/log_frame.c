// SPDX-License-Identifier: MIT
#include "base/arena.h"
#include "log/log_private.h"
#include "slipstick/contact_log.h"

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

const char* ssLogColumnName( ssLogColumn column ) { return s_columns[column].name; }

const char* ssLogColumnUnit( ssLogColumn column ) { return s_columns[column].unit; }

ssLogColumn ssFindLogColumn( const char* name )
{
    int column = 0;
    while ( column < ss_logColumnCount && strcmp( s_columns[column].name, name ) != 0 ) { ++column; }
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
    ssLogBody* bodies = ssArena_Grow( NULL, frame->bodies, (size_t)frame->bodyCount * sizeof( ssLogBody ),
        (size_t)capacity * sizeof( ssLogBody ) );
    if ( bodies == NULL )
    {
        return ssError( ss_errorMemory, NULL, "out of memory for a frame of %d bodies", capacity );
    }
    frame->bodies = bodies;
    frame->bodyCapacity = capacity;
    return ssOk();
}

static const ssLogBody s_unknownBody = { .id = SS_NAN,
    .position = { SS_NAN, SS_NAN, SS_NAN },
    .orientation = { SS_NAN, SS_NAN, SS_NAN, SS_NAN },
    .size = { SS_NAN, SS_NAN, SS_NAN },
    .mass = SS_NAN };

/// At least `wanted`, and half as much again as there was.
static int largerCapacity( int capacity, int wanted )
{
    int64_t grown = (int64_t)capacity + capacity / 2 + 16;
    return grown > wanted && grown < INT32_MAX ? (int)grown : wanted;
}

/// Makes room; counts stay.
static ssResult reserve( ssLogFrame* frame, int count, int bodyCount )
{
    SS_TRY(
        count > frame->capacity ? growColumns( frame, largerCapacity( frame->capacity, count ) ) : ssOk() );
    return bodyCount > frame->bodyCapacity
        ? growBodies( frame, largerCapacity( frame->bodyCapacity, bodyCount ) )
        : ssOk();
}

ssResult logEmptyBodies( ssLogFrame* frame, int count )
{
    frame->bodyCount = 0;
    SS_TRY( reserve( frame, frame->count, count ) );
    frame->bodyCount = count;
    return ssOk();
}

ssResult logEmptyFrame( ssLogFrame* frame, int count )
{
    frame->count = 0;
    frame->bodyCount = 0;
    SS_TRY( reserve( frame, count, 0 ) );
    frame->count = count;
    return ssOk();
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
    SS_TRY( reserve( frame, count, bodyCount ) );
    for ( int i = 0; i < ss_logColumnCount; ++i )
    {
        for ( int row = frame->count; row < count; ++row ) { frame->columns[i][row] = SS_NAN; }
    }
    for ( int i = frame->bodyCount; i < bodyCount; ++i ) { frame->bodies[i] = s_unknownBody; }
    frame->count = count;
    frame->bodyCount = bodyCount;
    return ssOk();
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
        for ( int row = 0; row < frame->count && !known; ++row ) { known = !isnan( frame->columns[i][row] ); }
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
    // A law of its own has no single coefficient, nor has a polygon. A regularised one has that of its bound.
    bool round = c->cone.variant == ss_coneIntersection || c->cone.variant == ss_coneEllipsoidal;
    bool smooth = c->law != NULL && c->law->def.kind == ss_lawKindRegularised;
    frame->columns[ss_logMu][row] = smooth ? c->law->def.mu : c->law == NULL && round ? c->cone.mu : SS_NAN;
    frame->columns[ss_logMuR][row] = c->cone.dimension >= 5 ? c->cone.muRoll : SS_NAN;
    frame->columns[ss_logMuS][row] = c->cone.dimension == 6 ? c->cone.muSpin : SS_NAN;
}

ssResult ssLogFrame_AddViews( ssLogFrame* frame, int count, const ssContactView* contacts )
{
    int before = frame->count;
    SS_TRY( ssLogFrame_Resize( frame, before + count, frame->bodyCount ) );
    frame->count = before;
    for ( int i = 0; i < count; ++i )
    {
        if ( !contacts[i].pending )
        {
            frame->columns[ss_logContact][frame->count] = frame->count;
            appendView( frame, contacts + i );
        }
    }
    return ssOk();
}

// The bodies of a scenario, as it draws them, for the frames of a log.

static ssResult addBody( ssLogFrame* frame, const ssLogBody* body )
{
    SS_TRY( ssLogFrame_Resize( frame, frame->count, frame->bodyCount + 1 ) );
    frame->bodies[frame->bodyCount - 1] = *body;
    return ssOk();
}

/// The number by which views pick a body; NaN for one that cannot be picked.
static double numberOf( int body ) { return body >= 0 ? body : SS_NAN; }

ssResult ssLogFrame_AddSpheres( ssLogFrame* frame, int count, const ssDrawSphere* spheres )
{
    for ( int i = 0; i < count; ++i )
    {
        const ssDrawSphere* s = spheres + i;
        const ssLogBody body = { .id = numberOf( s->body ),
            .position = s->center,
            .orientation = s->orientation,
            .shape = ss_logShapeSphere,
            .size = { s->radius, s->radius, s->radius },
            .mass = s->body >= 0 ? SS_NAN : 0.0 };
        SS_TRY( addBody( frame, &body ) );
    }
    return ssOk();
}

ssResult ssLogFrame_AddSolids( ssLogFrame* frame, int count, const ssDrawSolid* solids )
{
    static const ssLogShape shapes[] = { [ss_solidBox] = ss_logShapeBox,
        [ss_solidCylinder] = ss_logShapeCylinder,
        [ss_solidCapsule] = ss_logShapeCapsule,
        [ss_solidHull] = ss_logShapeBox }; // logs know no hulls: a box of its size
    for ( int i = 0; i < count; ++i )
    {
        const ssDrawSolid* s = solids + i;
        const ssLogBody body = { .id = numberOf( s->body ),
            .position = s->center,
            .orientation = s->orientation,
            .shape = shapes[s->kind],
            .size = s->half,
            .mass = s->fixed ? 0.0 : SS_NAN };
        SS_TRY( addBody( frame, &body ) );
    }
    return ssOk();
}

/// The rotation that takes the axes x and z to these, which are orthogonal unit vectors.
static ssQuat rotationTo( ssVec3 x, ssVec3 z )
{
    ssVec3 y = ssVec3_Cross( z, x );
    // The largest of the four numbers is computed first, so that nothing is divided by a small one.
    const double square[4] = { 1.0 + x.x + y.y + z.z, 1.0 + x.x - y.y - z.z, 1.0 - x.x + y.y - z.z,
        1.0 - x.x - y.y + z.z };
    int largest = 0;
    for ( int i = 1; i < 4; ++i ) { largest = square[i] > square[largest] ? i : largest; }
    double s = 0.5 / sqrt( square[largest] ), first = 0.5 * sqrt( square[largest] );
    double wx = s * ( y.z - z.y ), wy = s * ( z.x - x.z ), wz = s * ( x.y - y.x );
    double xy = s * ( y.x + x.y ), xz = s * ( z.x + x.z ), yz = s * ( z.y + y.z );
    switch ( largest )
    {
        case 0: return ( ssQuat ){ .w = first, .x = wx, .y = wy, .z = wz };
        case 1: return ( ssQuat ){ .w = wx, .x = first, .y = xy, .z = xz };
        case 2: return ( ssQuat ){ .w = wy, .x = xy, .y = first, .z = yz };
        default: return ( ssQuat ){ .w = wz, .x = xz, .y = yz, .z = first };
    }
}

ssResult ssLogFrame_AddPlanes( ssLogFrame* frame, int count, const ssDrawPlane* planes )
{
    for ( int i = 0; i < count; ++i )
    {
        const ssDrawPlane* p = planes + i;
        const ssLogBody body = { .id = SS_NAN,
            .position = p->origin,
            .orientation = rotationTo( p->tangent, p->normal ),
            .shape = ss_logShapePlane,
            .size = { p->halfX, p->halfY, 0.0 },
            .mass = 0.0 };
        SS_TRY( addBody( frame, &body ) );
    }
    return ssOk();
}
