// SPDX-License-Identifier: MIT
#include "law/law_private.h"
#include "problem/problem_private.h"

#include <string.h>

// Contacts with a law of the law table: one prox step per component block, with the law's own for sliding.
// The cone bounds moments unless a regularised law smooths them; a patch law couples sliding and spin.

/// Whether the law is the user's own, and may depend on more than load and velocity.
static bool dependsOnSite( const ssLaw* law ) { return law->def.kind >= ss_lawKindCount; }

planarContact planarContactOf(
    const ssProblem* problem, int i, const ssCone* cone, double length, ssLaw* there )
{
    const ssLaw* law = &problem->lawTable[problem->lawIndex[i]];
    if ( problem->lawSites != NULL && dependsOnSite( law ) )
    {
        *there = ssLaw_At( law, &problem->lawSites[i] );
        law = there;
    }
    return ( planarContact ){ law, .cone = cone, .length = length,
        .scale = problem->lawScale != NULL ? problem->lawScale[i] : 1.0 };
}

/// Shortens components first … last, of this length, to `size` where they are longer.
static void shorten( double* p, int first, int last, double length, double size )
{
    double shrink = length > size ? size / length : 1.0;
    for ( int c = first; c <= last; ++c ) { p[c] *= shrink; }
}

static bool hasPatch( const planarContact* contact, int dimension )
{
    return contact->law->patch != NULL && dimension == 6;
}

/// The force of a law that is a function; none where it gives no number, so that a solve ends there.
static ssVec2 functionForce( const planarContact* contact, double load, ssVec2 z, lawSym2 r, const double* y )
{
    const ssVec2 guess = { y[1], y[2] };
    functionSolution found = lawFunctionSolveBlock( contact->law, load, z, r, guess, contact->tolerance );
    return found.hasFault && !found.converged ? ssVec2_Make( SS_NAN, SS_NAN ) : found.force;
}

void planarSlide( const planarContact* contact, int dimension, double r, const double* y, double* p )
{
    const ssLaw* law = contact->law;
    double load = contact->scale * ssMax( p[0], 0.0 );
    if ( hasPatch( contact, dimension ) )
    {
        double x[3] = { p[1] - r * y[1], p[2] - r * y[2], p[5] - r * y[5] };
        double size = ssHypot( x[0], x[1] ), force = size, moment = fabs( x[2] );
        lawPatchProx( law, law->def.mu * load, law->def.patchRadius / contact->length, &force, &moment );
        p[1] = size > 0.0 ? force * ( x[0] / size ) : 0.0;
        p[2] = size > 0.0 ? force * ( x[1] / size ) : 0.0;
        p[5] = copysign( moment, x[2] );
        return;
    }
    ssVec2 f = { 0.0, 0.0 };
    if ( load > 0.0 && law->type->function != NULL )
    {
        ssVec2 z = { r * y[1] - p[1], r * y[2] - p[2] };
        f = functionForce( contact, load, z, ( lawSym2 ){ r, 0.0, r }, y );
    }
    else if ( load > 0.0 )
    {
        f = ssLaw_ProxStep( law, load, ssVec2_Make( -p[1], -p[2] ), ssVec2_Make( y[1], y[2] ), r );
    }
    p[1] = -f.x;
    p[2] = -f.y;
}

void planarSlideExactly( const planarContact* contact, const double* w, const double* y, double* p )
{
    double load = contact->scale * ssMax( p[0], 0.0 ), det = w[0] * w[3] - w[1] * w[2];
    ssVec2 f = { 0.0, 0.0 };
    if ( load > 0.0 )
    {
        lawSym2 r = { w[3] / det, -0.5 * ( w[1] + w[2] ) / det, w[0] / det };
        ssVec2 z = { r.xx * y[1] + r.xy * y[2] - p[1], r.xy * y[1] + r.yy * y[2] - p[2] };
        f = functionForce( contact, load, z, r, y );
    }
    p[1] = -f.x;
    p[2] = -f.y;
}

/// A prox step of moment components first … last: into the disc, or smoothed by a regularised law.
static void momentStep( const planarContact* contact, int first, int last, double mu, bool smooth, double r,
    const double* y, double* p )
{
    const ssLaw* law = contact->law;
    double square = 0.0, bound = mu * ssMax( p[0], 0.0 );
    for ( int c = first; c <= last; ++c )
    {
        p[c] -= r * y[c];
        square += p[c] * p[c];
    }
    double length = sqrt( square );
    double size = smooth && law->def.kind == ss_lawKindRegularised
        ? lawRegularisedProx( law, bound, law->def.length / contact->length, r, length )
        : bound;
    shorten( p, first, last, length, size );
}

void planarRoll( const planarContact* contact, double r, const double* y, double* p )
{
    momentStep( contact, 3, 4, contact->cone->muRoll, contact->law->dimension >= 5, r, y, p );
}

void planarSpin( const planarContact* contact, int dimension, double r, const double* y, double* p )
{
    if ( !hasPatch( contact, dimension ) )
    {
        momentStep( contact, 5, 5, contact->cone->muSpin, contact->law->dimension == 6, r, y, p );
    }
}

double planarExcess( const planarContact* contact, int dimension, const double* p )
{
    // A prox step with zero velocity does not change what the law allows.
    const double still[SS_CONE_MAX] = { 0.0 };
    double inside[SS_CONE_MAX], out = ssMax( -p[0], 0.0 ), load = contact->scale * ssMax( p[0], 0.0 );
    memcpy( inside, p, (size_t)dimension * sizeof *p );
    if ( hasPatch( contact, dimension ) )
    {
        planarSlide( contact, dimension, 1.0, still, inside );
        out += sqrt( ( p[1] - inside[1] ) * ( p[1] - inside[1] ) +
            ( p[2] - inside[2] ) * ( p[2] - inside[2] ) + ( p[5] - inside[5] ) * ( p[5] - inside[5] ) );
    }
    else
    {
        double gauge = load > 0.0 ? lawReachGauge( contact->law, load, ssVec2_Make( -p[1], -p[2] ) ) : 0.0;
        out += ssMax( gauge - 1.0, 0.0 ) * ssHypot( p[1], p[2] );
        out += dimension == 6 ? ssMax( fabs( p[5] ) - contact->cone->muSpin * p[0], 0.0 ) : 0.0;
    }
    return dimension >= 5 ? out + ssMax( ssHypot( p[3], p[4] ) - contact->cone->muRoll * p[0], 0.0 ) : out;
}

void planarMakeFeasible( const planarContact* contact, int dimension, double* p )
{
    const double still[SS_CONE_MAX] = { 0.0 };
    p[0] = ssMax( p[0], 0.0 );
    double load = contact->scale * p[0];
    if ( hasPatch( contact, dimension ) || load == 0.0 ) { planarSlide( contact, dimension, 1.0, still, p ); }
    else
    {
        // It moves along the ray: a prox step would find the nearest point in the metric of D, not of C.
        double gauge = lawReachGauge( contact->law, load, ssVec2_Make( -p[1], -p[2] ) );
        shorten( p, 1, 2, gauge, 1.0 );
    }
    if ( dimension >= 5 ) { shorten( p, 3, 4, ssHypot( p[3], p[4] ), contact->cone->muRoll * p[0] ); }
    if ( dimension == 6 && !hasPatch( contact, dimension ) )
    {
        shorten( p, 5, 5, fabs( p[5] ), contact->cone->muSpin * p[0] );
    }
}

void planarMap(
    const planarContact* contact, int dimension, const double* p, const double* y, double r, double* map )
{
    double next[SS_CONE_MAX] = { 0 };
    memcpy( next, p, (size_t)dimension * sizeof *p );
    planarSlide( contact, dimension, r, y, next );
    if ( dimension >= 5 ) { planarRoll( contact, r, y, next ); }
    if ( dimension == 6 ) { planarSpin( contact, dimension, r, y, next ); }
    next[0] = ssMax( p[0] - r * y[0], 0.0 );
    for ( int c = 0; c < dimension; ++c ) { map[c] = p[c] - next[c]; }
}
