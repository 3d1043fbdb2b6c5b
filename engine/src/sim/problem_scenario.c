// SPDX-License-Identifier: MIT
#include "slipstick/lab/problem_scenario.h"
#include "slipstick/advanced/problem_view.h"

#include <string.h>

// A contact problem as a log of one frame.

#define BATCH 128      // contacts that are converted at once
#define ROUND 0.01     // moments of inertia of a sphere differ by at most this share
#define ROUND_ARMS 0.1 // likewise its arms, to points half-way across a gap or an overlap
// a box with a half diagonal above this times the longest arm says nothing about the body
#define BOX_SHARE 2.0
#define POINT_SHARE 0.15 // of the longest arm: the radius of a body that is drawn as a point

/// What the scenario keeps besides its log.
typedef struct Owner
{
    ssProblem problem;
    double *p, *y;
    ssProblemView view;
} Owner;

static void release( void* context )
{
    Owner* owner = context;
    ssProblem_Destroy( &owner->problem );
    ssRelease( owner->p );
    ssRelease( owner->y );
    ssRelease( owner );
}

/// The contact of the problem: with the law, axes and velocities that a row of a log cannot hold.
static void complete( void* context, int row, ssContactView* view )
{
    const Owner* owner = context;
    ssContactView own = ssProblemView_Contact( &owner->view, row );
    own.recorded = true;
    own.number = row;
    own.a = view->a;
    own.b = view->b;
    own.surface = view->surface;
    own.size = view->size > 0.0 ? view->size : own.size;
    for ( int i = 0; i < 3 && owner->problem.dimension == 3; ++i )
    {
        own.moment[i] = own.velocity[3 + i] = SS_NAN; // it has none
    }
    *view = own; // it closes at u_N = 0: gaps are part of q
}

/// Shortest and longest distance of the contacts of each body from its centre.
static void findArms( const ssProblem* problem, double* shortest, double* longest )
{
    for ( int i = 0; i < problem->bodyCount; ++i )
    {
        shortest[i] = HUGE_VAL;
        longest[i] = 0.0;
    }
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        const int bodies[2] = { problem->bodyA[i], problem->bodyB[i] };
        for ( int k = 0; k < 2; ++k )
        {
            if ( bodies[k] >= 0 )
            {
                double arm = ssVec3_Length( k == 0 ? problem->armsA[i] : problem->armsB[i] );
                shortest[bodies[k]] = ssMin( shortest[bodies[k]], arm );
                longest[bodies[k]] = ssMax( longest[bodies[k]], arm );
            }
        }
    }
}

/// The half side, along the first axis, of the box with these moments of inertia; 0: there is none.
static double halfSide( double own, double second, double third, double mass )
{
    return sqrt( ssMax( 1.5 * ( second + third - own ) / mass, 0.0 ) );
}

static ssLogBody bodyOf( const ssProblem* problem, int i, double shortest, double longest, double usual )
{
    const ssProblemBody* body = &problem->bodies[i];
    ssVec3 j = body->inertia;
    double low = ssMin( j.x, ssMin( j.y, j.z ) ), high = ssMax( j.x, ssMax( j.y, j.z ) );
    bool round = high - low <= ROUND * high;
    ssLogBody out = {
        .id = i, .position = body->position, .orientation = body->orientation, .mass = body->mass
    };
    if ( round && longest > 0.0 && longest - shortest <= ROUND_ARMS * longest )
    {
        double arm = 0.5 * ( shortest + longest ), solid = sqrt( 2.5 * j.x / body->mass );
        double radius = fabs( solid - arm ) <= ROUND_ARMS * arm ? solid : arm;
        out.shape = ss_logShapeSphere;
        out.size = ssVec3_Make( radius, radius, radius );
        return out;
    }
    ssVec3 half = { halfSide( j.x, j.y, j.z, body->mass ), halfSide( j.y, j.z, j.x, body->mass ),
        halfSide( j.z, j.x, j.y, body->mass ) };
    bool fits = longest > 0.0 && ssVec3_Length( half ) <= BOX_SHARE * longest;
    double radius = POINT_SHARE * ( longest > 0.0 ? longest : usual );
    out.shape = fits ? ss_logShapeBox : ss_logShapeSphere;
    out.size = fits ? half : ssVec3_Make( radius, radius, radius );
    return out;
}

static ssResult addBodies( const ssProblem* problem, ssLogFrame* frame )
{
    int count = problem->bodyCount;
    double* arms = ssAlloc( 2 * ( (size_t)count + 1 ) * sizeof( double ) );
    ssResult result = arms != NULL ? ssLogFrame_Resize( frame, frame->count, count )
                                   : ssError( ss_errorMemory, NULL, "out of memory for %d bodies", count );
    if ( result.code == ss_ok )
    {
        double usual = 0.0;
        findArms( problem, arms, arms + count );
        for ( int i = 0; i < count; ++i ) { usual = ssMax( usual, arms[count + i] ); }
        for ( int i = 0; i < count; ++i )
        {
            frame->bodies[i] = bodyOf( problem, i, arms[i], arms[count + i], usual > 0.0 ? usual : 1.0 );
        }
    }
    ssRelease( arms );
    return result;
}

static ssResult makeFrame( const Owner* owner, ssLogFrame* frame )
{
    ssContactView list[BATCH];
    int count = 0, all = owner->problem.contactCount;
    ssResult result = ssOk();
    for ( int i = 0; i < all && result.code == ss_ok; ++i )
    {
        list[count++] = ssProblemView_Contact( &owner->view, i );
        if ( count == BATCH || i == all - 1 )
        {
            result = ssLogFrame_AddViews( frame, count, list );
            count = 0;
        }
    }
    for ( int i = 0; i < frame->count && owner->problem.dimension == 3; ++i )
    {
        const ssVec3 none = { SS_NAN, SS_NAN, SS_NAN };
        ssLogFrame_SetVector( frame, ss_logMx, i, none );
        ssLogFrame_SetVector( frame, ss_logWx, i, none );
    }
    for ( int i = 0; i < frame->count && !ssProblemView_IsPlaced( &owner->view ); ++i )
    {
        frame->columns[ss_logA][i] = frame->columns[ss_logB][i] = SS_NAN; // nobody knows whose contact it is
    }
    return result.code == ss_ok && owner->problem.bodyCount > 0 ? addBodies( &owner->problem, frame )
                                                                : result;
}

/// Takes the problem over and computes the velocities.
static ssResult beginOwner( const ssProblemScenarioDef* def, Owner* owner )
{
    size_t size = ( (size_t)ssProblem_Size( def->problem ) + 1 ) * sizeof( double );
    owner->p = ssAlloc( size );
    owner->y = ssAlloc( size );
    if ( owner->p == NULL || owner->y == NULL )
    {
        return ssError( ss_errorMemory, NULL, "out of memory for a problem" );
    }
    memcpy( owner->p, def->p, size - sizeof( double ) );
    SS_TRY( ssProblem_Velocity( def->problem, owner->p, owner->y ) );
    owner->problem = *def->problem;
    owner->view = ssViewProblem( &owner->problem, owner->p, owner->y, def->tolerance );
    return ssOk();
}

static ssResult makeScenario( const ssProblemScenarioDef* def, Owner* owner, const ssScenario** scenario )
{
    ssLogFrame frame = { 0 };
    ssContactLog* log = NULL;
    ssResult result = makeFrame( owner, &frame );
    result = result.code == ss_ok ? ssMakeMemoryLog( &frame, &log ) : result;
    if ( result.code == ss_ok )
    {
        const ssLogScenarioDef made = { .log = log,
            .title = def->title,
            .source = def->source,
            .noun = "problem",
            .summary = def->summary != NULL ? def->summary
                                            : "A contact problem with an answer: the reactions and "
                                              "velocities of its contacts, as they are "
                                              "in the one step that it describes.",
            .complete = complete,
            .release = release,
            .context = owner };
        result = ssMakeLogScenario( &made, scenario );
    }
    if ( result.code != ss_ok ) { ssCloseContactLog( log ); }
    ssLogFrame_Destroy( &frame );
    return result;
}

ssResult ssMakeProblemScenario( const ssProblemScenarioDef* def, const ssScenario** scenario )
{
    *scenario = NULL;
    if ( def->problem->contactCount == 0 )
    {
        return ssError( ss_errorValue, "contacts", "the problem has no contacts to show" );
    }
    Owner* owner = ssAlloc( sizeof *owner );
    ssResult result = owner != NULL ? beginOwner( def, owner )
                                    : ssError( ss_errorMemory, NULL, "out of memory for a problem" );
    result = result.code == ss_ok ? makeScenario( def, owner, scenario ) : result;
    if ( result.code == ss_ok ) { *def->problem = ( ssProblem ){ 0 }; }
    else if ( owner != NULL )
    {
        owner->problem = ( ssProblem ){ 0 }; // it is still the caller's
        release( owner );
    }
    return result;
}
