// SPDX-License-Identifier: MIT
#include "slipstick/advanced/problem_view.h"

#include <string.h>

// Contacts of a problem in the form in which scenarios show theirs.

// A velocity that is zero may be as large as the tolerance times |q|; the margin is for angular velocities,
// which follow from differences of such errors, and for a tolerance at the level of rounding.
#define RESOLUTION_MARGIN 10.0
#define TOLERANCE_MIN 1e-12

/// The largest velocity without reactions, angular ones times a length [m/s].
static double normOf( const ssProblem* problem, const double* x, double length )
{
    double sum = 0.0;
    for ( int i = 0; i < problem->contactCount * problem->dimension; ++i )
    {
        double part = x[i] * ( i % problem->dimension < 3 ? 1.0 : length );
        sum += part * part;
    }
    return sqrt( sum );
}

ssProblemView ssViewProblem( const ssProblem* problem, const double* p, const double* y, double tolerance )
{
    double length = ssProblem_Length( problem ), share = ssMax( tolerance, TOLERANCE_MIN );
    return ( ssProblemView ){
        .problem = problem,
        .p = p,
        .y = y,
        .resolution = RESOLUTION_MARGIN * share * normOf( problem, problem->q, length ),
        .slack = RESOLUTION_MARGIN * share * normOf( problem, p, 1.0 / length ),
        .length = length,
    };
}

bool ssProblemView_IsPlaced( const ssProblemView* view ) { return !ssProblem_IsExplicit( view->problem ); }

/// Where an explicit problem has contact i: on a square grid, row by row.
static ssVec3 gridPoint( int i, int count )
{
    int columns = (int)ceil( sqrt( (double)count ) );
    return ssVec3_Make( i % columns, -( i / columns ), 0.0 );
}

static void setLaw( const ssProblem* problem, int i, ssContactView* contact )
{
    contact->relaxed = problem->laws[i] == ss_contactFormRelaxed || problem->compliance != NULL;
    contact->lawScale = problem->lawScale != NULL ? problem->lawScale[i] : 1.0;
    if ( problem->laws[i] == ss_contactFormPlanar )
    {
        contact->law = &problem->lawTable[problem->lawIndex[i]];
        contact->site = problem->lawSites != NULL ? problem->lawSites[i] : ( ssLawSite ){ 0 };
    }
}

ssContactView ssProblemView_Contact( const ssProblemView* view, int i )
{
    const ssProblem* problem = view->problem;
    int d = problem->dimension;
    const double *p = view->p + (size_t)i * (size_t)d, *y = view->y + (size_t)i * (size_t)d;
    bool placed = ssProblemView_IsPlaced( view );
    const ssProblemFrame onGrid = { { 0.0, 0.0, 1.0 }, { 1.0, 0.0, 0.0 } };
    const ssMat3 frame = ssProblemFrame_Axes( placed ? problem->frames[i] : onGrid );
    ssContactView contact = { .point = placed ? problem->points[i] : gridPoint( i, problem->contactCount ),
        .normal = frame.cx,
        .tangent1 = frame.cy,
        .tangent2 = frame.cz,
        .cone = problem->cones[i],
        .a = placed ? problem->bodyA[i] : -1,
        .b = placed ? problem->bodyB[i] : -1,
        .gap = SS_NAN,
        .size = view->length,
        .slack = view->slack };
    memcpy( contact.force, p, sizeof contact.force );
    memcpy( contact.moment, p + 3, (size_t)( d - 3 ) * sizeof( double ) );
    memcpy( contact.velocity, y, (size_t)d * sizeof( double ) );
    setLaw( problem, i, &contact );
    contact.mode = ssContactView_Mode( &contact, view->resolution );
    return contact;
}
