// SPDX-License-Identifier: MIT
#include "law/law_private.h"
#include "law/law_typed.h"

// Laws that are functions of the velocity, f = f(gamma): typed ones and callbacks. A contact needs only the
// resolvent, the velocity with f(gamma) + R gamma = z, R symmetric positive. The function may be steep (a
// bristle of 1e6 1/m), have a kink at rest, fall with the speed, or hold a remembered force at rest.

bool lawForceIsUsable( ssVec2 force )
{
    return fabs( force.x ) <= LAW_FORCE_MAX && fabs( force.y ) <= LAW_FORCE_MAX;
}

const char* lawMissing( const ssLaw* law, double load, ssVec2 gamma )
{
    if ( typedChanges( law ) && !lawIsVaryingCone( law ) ) { return typedMissing( law, load, gamma ); }
    if ( law->type->function == NULL ) { return NULL; }
    ssVec2 force;
    double next[SS_LAW_MAX_STATES] = { 0.0 }, sum = 0.0;
    law->type->function( law, load, gamma, &force, NULL, next );
    for ( int k = 0; k < ssLaw_StateNumbers( law ); ++k ) { sum += next[k]; }
    return !lawForceIsUsable( force ) ? "finite force" : isfinite( sum ) ? NULL : "finite state";
}

typedef struct Resolvent
{
    const ssLaw* law;
    double load;
    lawSym2 r;
    ssVec2 z;
    double tolerance; // of |F|
    bool any;         // solutions that repel the motion will do
    int evaluations;
    int faults;   // trials where the law gave no usable force
    ssVec2 fault; // as in functionSolution
} Resolvent;

static ssVec2 times( lawSym2 r, ssVec2 v )
{
    return ssVec2_Make( r.xx * v.x + r.xy * v.y, r.xy * v.x + r.yy * v.y );
}

static double sizeOf( lawSym2 r ) { return ssMax( r.xx, r.yy ); }

/// A velocity, its force, and F = f(gamma) + R gamma - z, which is zero at the solution.
typedef struct Trial
{
    ssVec2 gamma, force, miss;
    double size; // |F|
} Trial;

static Trial tryVelocity( Resolvent* search, ssVec2 gamma, double* derivative )
{
    Trial trial = { .gamma = gamma };
    search->law->type->function( search->law, search->load, gamma, &trial.force, derivative, NULL );
    if ( !lawForceIsUsable( trial.force ) )
    {
        search->fault = search->faults == 0 ? gamma : search->fault;
        search->faults += 1;
    }
    trial.miss = ssVec2_Add( ssVec2_Sub( trial.force, search->z ), times( search->r, gamma ) );
    trial.size = ssVec2_Length( trial.miss );
    search->evaluations += 1;
    return trial;
}

#define MAX_TRIALS 1000 // velocities that one solve tries; a usual solve takes ten, a hard one some hundred
// of them without a force: a step that went too far is shortened, a law without numbers is left
#define MAX_FAULTS 8

static bool isSpent( const Resolvent* search )
{
    return search->evaluations >= MAX_TRIALS || search->faults >= MAX_FAULTS;
}

/// The sizes of the terms whose sum is F: rounding makes an error of some 1e-16 of them.
static double termsOf( const Resolvent* search, const Trial* trial )
{
    return ssVec2_Length( search->z ) + ssVec2_Length( trial->force ) +
        sizeOf( search->r ) * ssVec2_Length( trial->gamma );
}

/// Whether |F| may be all rounding. The parts of a force, such as springs that pull against each other, may
/// be much larger than the force, but hardly than the load.
static bool isSmall( const Resolvent* search, const Trial* trial )
{
    return trial->size <= 1e-11 * termsOf( search, trial ) + 1e-14 * search->load + search->tolerance;
}

/// The Newton step, or -F where that leads uphill, so that solutions that attract the motion are found.
static ssVec2 chooseStep( const Resolvent* search, const Trial* trial, const double derivative[4] )
{
    double a = derivative[0] + search->r.xx, b = derivative[1] + search->r.xy,
           c = derivative[2] + search->r.xy, d = derivative[3] + search->r.yy;
    double det = a * d - b * c;
    ssVec2 miss = trial->miss, step;
    step.x = ( b * miss.y - d * miss.x ) / det;
    step.y = ( c * miss.x - a * miss.y ) / det;
    if ( ssVec2_IsFinite( step ) && ( search->any || ssVec2_Dot( step, miss ) < 0.0 ) ) { return step; }
    double steepest = sizeOf( search->r ) + ssHypot( ssHypot( a, b ), ssHypot( c, d ) );
    return ssVec2_Scale( -1.0 / ( isfinite( steepest ) && steepest > 0.0 ? steepest : 1.0 ), miss );
}

/// The root of F·step between 0 and `high`, also where the force jumps. Only the signs are trusted.
static Trial bisectStep( Resolvent* search, const Trial* from, ssVec2 step, double high, Trial beyond )
{
    double low = 0.0, below = ssVec2_Dot( from->miss, step ), above = ssVec2_Dot( beyond.miss, step );
    Trial best = *from;
    for ( int i = 0; i < 80 && !isSpent( search ); ++i )
    {
        double t = low - below * ( high - low ) / ( above - below );
        bool secant = i % 3 != 2 && t > low && t < high;
        t = secant ? t : 0.5 * ( low + high );
        if ( !( t > low && t < high ) ) { break; }
        Trial trial = tryVelocity( search, ssVec2_MulAdd( from->gamma, t, step ), NULL );
        double along = ssVec2_Dot( trial.miss, step );
        best = trial.size < best.size || i == 0 ? trial : best;
        if ( trial.size <= 0.5 * from->size ) { break; }
        low = along < 0.0 ? t : low;
        below = along < 0.0 ? along : below;
        high = along < 0.0 ? high : t;
        above = along < 0.0 ? above : along;
    }
    return best;
}

/// A point along a step at which |F| is smaller, and the derivative of the force there.
/// If the step goes too far, the point lies where F turns its direction; if it does not
/// go far enough, it is doubled until it does.
static Trial searchAlong( Resolvent* search, const Trial* from, ssVec2 step, double derivative[4] )
{
    Trial trial = tryVelocity( search, ssVec2_Add( from->gamma, step ), derivative );
    if ( trial.size <= 0.9 * from->size ) { return trial; }
    if ( isSmall( search, from ) ) { return tryVelocity( search, from->gamma, derivative ); }
    double t = 1.0;
    for ( int i = 0; i < 30 && search->any && !( trial.size <= 0.99 * from->size ) && !isSpent( search );
          ++i )
    {
        t *= 0.5;
        trial = tryVelocity( search, ssVec2_MulAdd( from->gamma, t, step ), NULL );
    }
    for ( int i = 0; i < 60 && !search->any && ssVec2_Dot( trial.miss, step ) < 0.0 &&
          !( trial.size <= 0.9 * from->size ) && !isSpent( search );
          ++i )
    {
        t *= 2.0;
        trial = tryVelocity( search, ssVec2_MulAdd( from->gamma, t, step ), NULL );
    }
    if ( !search->any && !( trial.size <= 0.9 * from->size ) )
    {
        trial = bisectStep( search, from, step, t, trial );
    }
    return tryVelocity( search, trial.gamma, derivative );
}

/// The trial at the guess, or at rest where the function is not defined at the guess.
static Trial begin( Resolvent* search, ssVec2 guess, double derivative[4] )
{
    Trial trial =
        tryVelocity( search, ssVec2_IsFinite( guess ) ? guess : ssVec2_Make( 0.0, 0.0 ), derivative );
    return isfinite( trial.size ) ? trial : tryVelocity( search, ssVec2_Make( 0.0, 0.0 ), derivative );
}

/// Newton's method from a guess; the result comes closest to a solution.
static Trial runNewton( Resolvent* search, ssVec2 guess )
{
    double derivative[4];
    Trial now = begin( search, guess, derivative ), best = now;
    int stalled = 0;
    for ( int i = 0; i < 60 && stalled < 3 && isfinite( now.size ) && !isSpent( search ); ++i )
    {
        if ( now.size <= 2e-16 * termsOf( search, &now ) + search->tolerance ) { break; }
        ssVec2 step = chooseStep( search, &now, derivative );
        now = searchAlong( search, &now, step, derivative );
        stalled = now.size <= ( search->any ? 0.999 : 0.9 ) * best.size ? 0
            : isSmall( search, &best )                                  ? 3
                                                                        : stalled + 1;
        best = now.size < best.size ? now : best;
    }
    return best;
}

#define MAX_ROUNDS 200

/// Where the force falls with the speed, Newton's method may fail. A dashpot rho makes the force rise, so
/// that the contact moves a little towards an attracting solution, as in time. It is weakened to nothing as
/// long as that works.
static Trial relax( Resolvent* search, ssVec2 guess )
{
    const Resolvent whole = *search;
    double derivative[4];
    Trial now = begin( search, guess, derivative );
    double slope =
        ssHypot( ssHypot( derivative[0], derivative[1] ), ssHypot( derivative[2], derivative[3] ) );
    double rho = sizeOf( whole.r ) + ( isfinite( slope ) ? 0.1 * slope : 0.0 );
    int failed = 0;
    for ( int i = 0; i < MAX_ROUNDS && !isSmall( search, &now ) && failed < 8 && !isSpent( search ); ++i )
    {
        search->r = ( lawSym2 ){ whole.r.xx + rho, whole.r.xy, whole.r.yy + rho };
        search->z = ssVec2_MulAdd( whole.z, rho, now.gamma );
        Trial moved = runNewton( search, now.gamma );
        bool reached = isSmall( search, &moved );
        search->r = whole.r;
        search->z = whole.z;
        if ( reached )
        {
            now = tryVelocity( search, moved.gamma, NULL );
            Trial end = rho <= sizeOf( whole.r ) || i % 8 == 0 ? runNewton( search, now.gamma ) : now;
            now = isSmall( search, &end ) ? end : now;
        }
        failed = reached ? 0 : failed + 1;
        rho *= reached ? 0.25 : 8.0;
    }
    return now;
}

functionSolution lawFunctionSolve( const ssLaw* law, double load, ssVec2 z, double r, ssVec2 guess )
{
    return lawFunctionSolveBlock( law, load, z, ( lawSym2 ){ r, 0.0, r }, guess, 0.0 );
}

functionSolution lawFunctionSolveBlock(
    const ssLaw* law, double load, ssVec2 z, lawSym2 r, ssVec2 guess, double tolerance )
{
    const ssVec2 none = { SS_NAN, SS_NAN };
    if ( !ssVec2_IsFinite( z ) )
    {
        return ( functionSolution ){ .gamma = none, .force = none, .miss = SS_NAN };
    }
    Resolvent search = { .law = law, .load = load, .r = r, .z = z, .tolerance = tolerance };
    Trial best = runNewton( &search, guess );
    const ssVec2 rest = { 0.0, 0.0 };
    for ( int i = 0; i < 4 && !isSmall( &search, &best ) && isfinite( best.size ) && !isSpent( &search );
          ++i )
    {
        // Where a moving contact has no solution nearby, it comes to rest.
        search.any = i >= 2;
        Trial other = i == 1 ? relax( &search, guess ) : runNewton( &search, i == 3 ? guess : rest );
        best = other.size < best.size ? other : best;
    }
    return ( functionSolution ){ best.gamma, .force = best.force, .miss = best.size,
        .converged = isSmall( &search, &best ), .evaluations = search.evaluations,
        .hasFault = search.faults > 0, .fault = search.fault };
}

ssLawForce lawFunctionSlip( const ssLaw* law, double load, ssVec2 gamma )
{
    ssLawForce slip = { .force = { SS_NAN, SS_NAN }, .setValued = false };
    if ( isnan( load ) || !ssVec2_IsFinite( gamma ) ) { return slip; }
    slip.force = ssVec2_Make( 0.0, 0.0 );
    if ( load > 0.0 ) { law->type->function( law, load, gamma, &slip.force, NULL, NULL ); }
    return slip;
}

ssVec2 lawFunctionStep( const ssLaw* law, double load, ssVec2 force, ssVec2 gamma, double r0 )
{
    if ( !( load > 0.0 ) ) { return ssVec2_Make( 0.0, 0.0 ); }
    return lawFunctionSolve( law, load, ssVec2_MulAdd( force, r0, gamma ), r0, gamma ).force;
}

ssPlanarSolution lawFunctionSolveDirect(
    const ssLaw* law, double load, double g, ssVec2 gammaFree, ssVec2 start )
{
    if ( !( load > 0.0 ) ) { return ( ssPlanarSolution ){ .gamma = gammaFree, .converged = true }; }
    ssVec2 guess = ssVec2_MulAdd( gammaFree, -g, start );
    functionSolution found =
        lawFunctionSolve( law, load, ssVec2_Scale( 1.0 / g, gammaFree ), 1.0 / g, guess );
    return ( ssPlanarSolution ){ found.force, .gamma = found.gamma, .converged = found.converged,
        .iterations = found.evaluations, .error = found.miss };
}

double lawFunctionCreep( const ssLaw* law, double load, ssVec2 force, ssVec2* gamma )
{
    *gamma = ssVec2_Make( 0.0, 0.0 );
    if ( isnan( load ) || !ssVec2_IsFinite( force ) ) { return SS_NAN; }
    if ( !( load > 0.0 ) ) { return force.x == 0.0 && force.y == 0.0 ? 0.0 : (double)INFINITY; }
    functionSolution found = lawFunctionSolve( law, load, force, 0.0, *gamma );
    *gamma = found.gamma;
    return found.converged ? ssVec2_Length( found.gamma ) : (double)INFINITY;
}

ssSlideDirections lawFunctionDirections( const ssLaw* law, double load, ssVec2 force )
{
    ssVec2 none = { SS_NAN, SS_NAN }, gamma;
    double speed = lawFunctionCreep( law, load, force, &gamma );
    ssSlideDirections slide = { .verdict = ss_slideImpossible, .first = none, .last = none };
    if ( isfinite( speed ) )
    {
        slide.verdict = speed > 0.0 ? ss_slidePossible : ss_slideStick;
        slide.first = slide.last = speed > 0.0 ? ssVec2_Scale( 1.0 / speed, gamma ) : none;
    }
    return slide;
}

ssResult lawUseFunction( ssLaw* law )
{
    // The disc for pictures: the largest force in steady sliding (a very long step) under a load of 1 N.
    const ssLawSite steady = { .h = 1e9 };
    ssLaw there = ssLaw_At( law, &steady );
    double radius = 0.0;
    for ( int i = 0; i < 32; ++i )
    {
        double speed = ssPow( 10.0, -3.0 + i / 8 ), angle = 0.25 * SS_PI * ( i % 8 );
        ssVec2 gamma = { speed * ssCos( angle ), speed * ssSin( angle ) };
        double size = ssVec2_Length( lawFunctionSlip( &there, 1.0, gamma ).force );
        radius = isfinite( size ) ? ssMax( radius, size ) : radius;
    }
    ssSetDef circle = ssDefaultSetDef( ss_setCircle );
    circle.a = radius > 0.0 ? radius : 1.0;
    ssResult result = ssMakeSet( &circle, &law->c );
    lawShareSets( law );
    return result;
}

// A law from the caller's function, or from one that is registered (a text with the line `use "NAME"`). They
// work in forces; converted where the site works in impulses.

/// A call at the law's site, in forces or impulses like the site.
static ssVec2 call( const ssLaw* law, double load, ssVec2 gamma, double* derivative, double* next )
{
    const ssLawCallback* callback = &law->def.callback;
    const ssLawSite* site = lawSiteOf( law );
    double initial[SS_LAW_MAX_STATES], perForce = lawImpulsePerForce( law );
    ssLaw_InitialState( law, initial );
    const double* state = site->state != NULL ? site->state : initial;
    ssVec2 force = { SS_NAN, SS_NAN };
    if ( law->typed != NULL )
    {
        law->typed->program->function->force(
            law->def.programValues, load / perForce, gamma, state, site->h, &force, derivative, next );
    }
    else
    {
        callback->force(
            callback->context, load / perForce, gamma, state, site->h, &force, derivative, next );
    }
    for ( int i = 0; i < 4 && derivative != NULL; ++i ) { derivative[i] *= perForce; }
    return ssVec2_Scale( perForce, force );
}

/// The step is relative to the speed; near rest it is far below the scale of smoothed jumps.
static void takeDifferences( const ssLaw* law, double load, ssVec2 gamma, double derivative[4] )
{
    double step = 1e-6 * ssVec2_Length( gamma ) + 1e-10;
    for ( int k = 0; k < 2; ++k )
    {
        ssVec2 shift = { k == 0 ? step : 0.0, k == 0 ? 0.0 : step };
        ssVec2 above = call( law, load, ssVec2_Add( gamma, shift ), NULL, NULL ),
               below = call( law, load, ssVec2_Sub( gamma, shift ), NULL, NULL );
        derivative[k] = ( above.x - below.x ) / ( 2.0 * step );
        derivative[2 + k] = ( above.y - below.y ) / ( 2.0 * step );
    }
}

void lawCalledForce(
    const ssLaw* law, double load, ssVec2 gamma, ssVec2* force, double* derivative, double* next )
{
    bool given = law->typed != NULL ? law->typed->program->function->givesDerivative
                                    : law->def.callback.givesDerivative;
    *force = call( law, load, gamma, given ? derivative : NULL, next );
    if ( derivative != NULL && !given ) { takeDifferences( law, load, gamma, derivative ); }
}

static ssResult prepareCallback( const ssLawDef* def, ssLaw* law )
{
    if ( def->callback.force == NULL )
    {
        return ssError( ss_errorValue, "callback", "callback: the law has no function; set callback.force" );
    }
    int numbers = def->callback.stateNumbers;
    if ( numbers < 0 || numbers > SS_LAW_MAX_STATES )
    {
        return ssError( ss_errorValue, "callback", "callback.stateNumbers = %d; allowed: 0 to %d", numbers,
            SS_LAW_MAX_STATES );
    }
    int pairs = def->callback.statePairs;
    if ( pairs < 0 || 2 * pairs > numbers )
    {
        return ssError( ss_errorValue, "callback",
            "callback.statePairs = %d; allowed with %d state numbers: 0 to %d", pairs, numbers, numbers / 2 );
    }
    return lawUseFunction( law );
}

const ssLawType ss_lawTypeCallback = { ss_lawKindCallback, "callback", "a function of the caller's",
    "the program that uses the library", .needs = ss_needsCallback, .flags = ss_lawFlagSingleValued,
    LAW_OF_ROWS( 3, 6 ), .prepare = prepareCallback, .function = lawCalledForce };
