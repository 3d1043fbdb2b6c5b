// SPDX-License-Identifier: MIT
#include "slipstick/law_check.h"

#include "law/law_typed.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// The verdicts on a law. Velocities, loads, places and times are tried on grids; a law with memory is moved along closed
// paths until its states return, and the work over the last turn is added up.

static const struct
{
    const char *key, *title;
} s_names[ss_lawPropertyCount] = {
    [ss_lawIsSetValued] = { "set_valued", "sticks" },
    [ss_lawIsAssociated] = { "associated", "associated" },
    [ss_lawIsDissipative] = { "dissipative", "dissipative" },
    [ss_lawIsMonotone] = { "monotone", "monotone" },
    [ss_lawIsStarShaped] = { "star_shaped", "C star-shaped" },
    [ss_lawHasConvexD] = { "d_convex", "D convex" },
    [ss_lawIsUnique] = { "unique", "unique step" },
};

const char* ssLawPropertyKey( ssLawProperty property )
{
    return s_names[property].key;
}

const char* ssLawPropertyTitle( ssLawProperty property )
{
    return s_names[property].title;
}

// ---------------------------------------------------------------------------------------------------------- trials

#define TRIAL_SPEEDS 19 // half a decade apart, from 1e-7 to 100 m/s

/// The trials of one law.
typedef struct Trials
{
    ssLaw law; // at `site`
    ssLawSite site;
    ssLawCheck* check;
    unsigned inputs; // ssLawInput bits
    int directions;
    bool quick, hasStates, isFunction;
    bool returned;      // the states did, over some cycle
    double leastReturn; // of a cycle: the net work over all work that was handled, if < 0
} Trials;

static double trialSpeed( int i )
{
    return ssPow( 10.0, -7.0 + 0.5 * i );
}

static ssVec2 trialDirection( const Trials* trials, int i )
{
    // An odd angle, so that the axes of the sets are not the only directions.
    double angle = 2.0 * SS_PI * i / trials->directions + ( i % 2 == 0 ? 0.0 : 0.013 );
    return ssVec2_Make( ssCos( angle ), ssSin( angle ) );
}

/// Moves the law to trial site i, and gives its load; false after the last one. Only what the law reads is varied.
static bool moveTo( Trials* trials, int i, double* load )
{
    static const double loads[] = { 1.0, 0.01, 100.0, 1e4 }, places[] = { 0.0, 0.37, -2.9, 31.0 };
    static const struct
    {
        double time, rolling, spinning;
    } motions[] = { { 0.0, 0.0, 0.0 }, { 0.29, 0.4, 30.0 }, { 7.3, 50.0, 0.6 } };
    const unsigned moving =
        (unsigned)ss_lawInputTime | (unsigned)ss_lawInputRolling | (unsigned)ss_lawInputSpinning;
    bool byLoad = ( trials->inputs & (unsigned)ss_lawInputLoad ) != 0,
         byPlace = ( trials->inputs & (unsigned)ss_lawInputPlace ) != 0,
         byMotion = ( trials->inputs & moving ) != 0;
    int loadCount = byLoad ? SS_COUNT( loads ) : 1, placeCount = byPlace ? SS_COUNT( places ) : 1,
        motionCount = byMotion ? SS_COUNT( motions ) : 1;
    if ( i >= loadCount * placeCount * motionCount )
    {
        return false;
    }
    *load = loads[i % loadCount];
    int place = i / loadCount % placeCount, motion = i / loadCount / placeCount;
    trials->site.x = places[place];
    trials->site.y = places[( place + 2 ) % SS_COUNT( places )] * ( byPlace ? 1.0 : 0.0 );
    trials->site.time = motions[motion].time;
    trials->site.rolling = motions[motion].rolling;
    trials->site.spinning = motions[motion].spinning;
    return true;
}

static ssLawFinding* findingOf( Trials* trials, ssLawProperty property )
{
    return &trials->check->findings[property];
}

static void keepExample( ssLawFinding* finding, double load, ssVec2 gamma, ssVec2 force )
{
    finding->verdict = ss_verdictFails;
    finding->pairs = 1;
    finding->load = load;
    finding->gamma[0] = gamma;
    finding->force[0] = force;
}

/// The name of the place of an example: speed and angle.
static void sayVelocity( ssVec2 gamma, char* text, size_t capacity )
{
    char speed[40];
    ssFormatNumber( ssVec2_Length( gamma ), speed, (int)sizeof( speed ) );
    snprintf( text, capacity, "at %s m/s towards %.0f°", speed, ssAtan2( gamma.y, gamma.x ) * 180.0 / SS_PI );
}

// --------------------------------------------------------------------------------------------------- sliding trials

/// The least f·gamma over |f||gamma| so far, and the largest defect of dissipation; both have an example.
typedef struct Extremes
{
    double leastWork, largestDefect;
    bool undefined; // some force is not a number
} Extremes;

static void trySlip( Trials* trials, double load, ssVec2 direction, double speed, Extremes* extremes )
{
    ssVec2 gamma = ssVec2_Scale( speed, direction );
    ssVec2 force = ssLaw_SlipForce( &trials->law, load, gamma ).force;
    ssLawFinding *star = findingOf( trials, ss_lawIsStarShaped ),
                 *energy = findingOf( trials, ss_lawIsDissipative ),
                 *most = findingOf( trials, ss_lawIsAssociated );
    if ( isnan( force.x ) || isnan( force.y ) )
    {
        if ( !extremes->undefined )
        {
            keepExample( star, load, gamma, ssVec2_Make( 0.0, 0.0 ) );
        }
        extremes->undefined = true;
        return;
    }
    double work = ssVec2_Dot( force, direction ), size = ssVec2_Length( force );
    if ( !trials->hasStates && work < -1e-12 * size && work < extremes->leastWork )
    {
        extremes->leastWork = work;
        trials->check->work = work * speed;
        keepExample( energy, load, gamma, force );
    }
    double defect = trials->isFunction ? 0.0 : ssLaw_DissipationDefect( &trials->law, load, gamma ) / speed;
    if ( defect > 1e-9 * size + 1e-300 && defect > extremes->largestDefect * size )
    {
        extremes->largestDefect = size > 0.0 ? defect / size : 0.0;
        keepExample( most, load, gamma, force );
    }
}

static void tryAllSlips( Trials* trials )
{
    Extremes extremes = { 0.0, 0.0, false };
    double load = 1.0;
    bool bySpeed =
        ( trials->inputs & ( (unsigned)ss_lawInputSpeed | (unsigned)ss_lawInputDirection ) ) != 0 ||
        trials->isFunction;
    for ( int s = 0; moveTo( trials, s, &load ); ++s )
    {
        for ( int i = 0; i < trials->directions; ++i )
        {
            for ( int k = 0; k < ( bySpeed ? TRIAL_SPEEDS : 1 ); ++k )
            {
                trySlip(
                    trials, load, trialDirection( trials, i ), bySpeed ? trialSpeed( k ) : 1.0, &extremes );
            }
        }
    }
    ssLawFinding* star = findingOf( trials, ss_lawIsStarShaped );
    char where[96];
    if ( extremes.undefined )
    {
        sayVelocity( star->gamma[0], where, sizeof( where ) );
        snprintf( star->sentence, sizeof( star->sentence ), "%s the law gives no force, under %.4g N", where,
            star->load );
    }
    ssLawFinding* most = findingOf( trials, ss_lawIsAssociated );
    if ( most->verdict == ss_verdictFails )
    {
        sayVelocity( most->gamma[0], where, sizeof( where ) );
        snprintf( most->sentence, sizeof( most->sentence ),
            "%s another force of C would dissipate %.3g %% more", where, 100.0 * extremes.largestDefect );
    }
    ssLawFinding* energy = findingOf( trials, ss_lawIsDissipative );
    if ( energy->verdict == ss_verdictFails )
    {
        sayVelocity( energy->gamma[0], where, sizeof( where ) );
        snprintf( energy->sentence, sizeof( energy->sentence ),
            "%s it pushes instead of resisting: f·v = %.4g W under %.4g N", where, trials->check->work,
            energy->load );
    }
}

// ----------------------------------------------------------------------------------------------------------- cycles

#define CYCLE_TURNS 12 // at most, until the states return

/// The closed paths. Some laws create energy only in one direction, or only round a circle in one sense. A quick check
/// tries the first three.
static const struct
{
    const char* name;
    double across; // of the second harmonic or of a circle, over the size
    bool eight;
    double tilt; // [rad]
} s_paths[] = {
    { "to and fro by", 0.0, false, 0.3 },
    { "round a circle of radius", 1.0, false, 0.3 },
    { "clockwise round a circle of radius", -1.0, false, 0.3 },
    { "along a figure of eight of size", 1.0, true, 0.3 },
    { "to and fro by", 0.0, false, 0.3 + SS_PI / 3.0 },
    { "to and fro by", 0.0, false, 0.3 + 2.0 * SS_PI / 3.0 },
};

static ssVec2 pathPoint( int path, double size, double turn )
{
    double angle = 2.0 * SS_PI * turn, x = size * ssCos( angle );
    double y = size * s_paths[path].across * ssSin( s_paths[path].eight ? 2.0 * angle : angle );
    double c = ssCos( s_paths[path].tilt ), s = ssSin( s_paths[path].tilt );
    return ssVec2_Make( c * x - s * y, s * x + c * y );
}

/// A closed path of a law with memory, and what happened on its last turn.
typedef struct Cycle
{
    int path, steps;
    double size, h, load;
    double state[SS_LAW_MAX_STATES],
        swing[SS_LAW_MAX_STATES]; // swing: how far they were from where they began
    double work, handled;         // net, and without signs [J]
    ssVec2 gamma, force;          // where the law pushed most
} Cycle;

/// Takes the states over one step, and gives the force in the middle of it: so neither a spring nor a force across the
/// velocity gains or loses work because steps are finite.
static ssVec2 cycleForce( Trials* trials, Cycle* cycle, ssVec2 gamma )
{
    double next[SS_LAW_MAX_STATES] = { 0.0 }, middle[SS_LAW_MAX_STATES];
    trials->site.h = cycle->h;
    trials->site.state = cycle->state;
    ssLaw_NextState( &trials->law, cycle->load, gamma, next );
    for ( int k = 0; k < SS_LAW_MAX_STATES; ++k )
    {
        middle[k] = 0.5 * ( cycle->state[k] + next[k] );
    }
    trials->site.h = 0.0;
    trials->site.state = middle;
    ssVec2 force = ssLaw_SlipForce( &trials->law, cycle->load, gamma ).force;
    trials->site.state = NULL;
    memcpy( cycle->state, next, sizeof( next ) );
    return force;
}

/// Makes one turn; true if the states have returned.
static bool oneTurn( Trials* trials, Cycle* cycle )
{
    double before[SS_LAW_MAX_STATES], least = 0.0, largest = 0.0;
    memcpy( before, cycle->state, sizeof( before ) );
    memset( cycle->swing, 0, sizeof( cycle->swing ) );
    cycle->work = cycle->handled = 0.0;
    for ( int i = 0; i < cycle->steps; ++i )
    {
        ssVec2 a = pathPoint( cycle->path, cycle->size, (double)i / cycle->steps ),
               b = pathPoint( cycle->path, cycle->size, (double)( i + 1 ) / cycle->steps );
        ssVec2 gamma = ssVec2_Scale( 1.0 / cycle->h, ssVec2_Sub( b, a ) );
        ssVec2 force = cycleForce( trials, cycle, gamma );
        double power = isfinite( force.x ) && isfinite( force.y ) ? ssVec2_Dot( force, gamma ) : 0.0;
        cycle->work += cycle->h * power;
        cycle->handled += cycle->h * fabs( power );
        cycle->gamma = power < least ? gamma : cycle->gamma;
        cycle->force = power < least ? force : cycle->force;
        least = ssMin( least, power );
        for ( int k = 0; k < SS_LAW_MAX_STATES; ++k )
        {
            cycle->swing[k] = ssMax( cycle->swing[k], fabs( cycle->state[k] - before[k] ) );
            largest = ssMax( largest, ssMax( cycle->swing[k], fabs( cycle->state[k] ) ) );
        }
    }
    bool returned = true;
    for ( int k = 0; k < ssLaw_StateNumbers( &trials->law ); ++k )
    {
        double size = ssMax( cycle->swing[k], fabs( cycle->state[k] ) );
        returned = returned && fabs( cycle->state[k] - before[k] ) <= 1e-6 * size + 1e-12 * largest;
    }
    return returned;
}

/// Turns until the states return. A law of which a state never does, such as wear, creates energy if it pushes in every
/// turn, and not less in the last one than in the first.
static void tryCycle( Trials* trials, int path, double size, double period, double load )
{
    int steps = trials->quick ? 48 : 160, turns = trials->quick ? 4 : CYCLE_TURNS;
    Cycle cycle = { .path = path, .steps = steps, .size = size, .h = period / steps, .load = load };
    ssLaw_InitialState( &trials->law, cycle.state );
    bool closed = false, pushes = true;
    double first = 0.0;
    for ( int turn = 0; turn < turns && !closed; ++turn )
    {
        closed = oneTurn( trials, &cycle );
        first = turn == 0 ? cycle.work : first;
        pushes = pushes && cycle.work < -1e-3 * cycle.handled;
    }
    trials->returned = trials->returned || closed;
    bool creates = closed ? cycle.work < -1e-5 * cycle.handled : pushes && cycle.work <= first;
    double share = creates ? cycle.work / cycle.handled : 0.0;
    if ( share < 1.0001 * trials->leastReturn )
    {
        ssLawFinding* energy = findingOf( trials, ss_lawIsDissipative );
        trials->leastReturn = share;
        trials->check->work = cycle.work;
        keepExample( energy, load, cycle.gamma, cycle.force );
        snprintf( energy->sentence, sizeof( energy->sentence ),
            "moved %s %.3g m within %.3g s under %.4g N, it %s %.3g J%s", s_paths[path].name, size, period,
            load, closed ? "returns to its state and has given out" : "gives out", -cycle.work,
            closed ? "" : " in every turn" );
    }
}

static void tryAllCycles( Trials* trials )
{
    double load = 1.0;
    int paths = trials->quick ? 3 : SS_COUNT( s_paths );
    for ( int s = 0; moveTo( trials, s, &load ); ++s )
    {
        int every = trials->quick || s > 0 ? 2 : 1;
        for ( int k = 0; k < 7; k += every )
        {
            for ( int p = 0; p < 3; p += every )
            {
                for ( int path = 0; path < paths; ++path )
                {
                    tryCycle( trials, path, ssPow( 10.0, k - 6 ), ssPow( 10.0, 1 - p ), load );
                }
            }
        }
    }
    ssLawFinding* energy = findingOf( trials, ss_lawIsDissipative );
    if ( energy->verdict == ss_verdictHolds )
    {
        energy->verdict = trials->returned ? ss_verdictHolds : ss_verdictNone;
        snprintf( energy->sentence, sizeof( energy->sentence ), "%s",
            trials->returned ? "over every closed cycle that was tried it takes in energy"
                             : "no cycle that was tried brought its states back" );
    }
}

// -------------------------------------------------------------------------------------------------------- uniqueness

/// Where the velocity points into C, the force could also hold the contact at rest: it may slide or stick. Where it does so
/// nowhere, f + s gamma covers the outside of C once, and a step with these sets has one solution.
static bool pointsInwards( Trials* trials, const ssLaw* law, double load )
{
    const int count = trials->quick ? 180 : 720;
    for ( int i = 0; i < count && !law->frictionless && !law->sharesSets; ++i )
    {
        double angle = 2.0 * SS_PI * ( i + 0.137 ) / count;
        ssVec2 ray = ssVec2_Make( ssCos( angle ), ssSin( angle ) ), outwards, gamma;
        double gauge = ssSet_GaugeGradient( &law->c, ray, &outwards );
        ssSet_GaugeGradient( &law->d, ray, &gamma );
        gamma = ssVec2_Scale( 1.0 / ssVec2_Length( gamma ), gamma );
        if ( ssVec2_Dot( outwards, gamma ) < -1e-9 * ssVec2_Length( outwards ) )
        {
            ssLawFinding* unique = findingOf( trials, ss_lawIsUnique );
            keepExample( unique, load, gamma, ssVec2_Scale( load / ( law->cForce * gauge ), ray ) );
            snprintf( unique->sentence, sizeof( unique->sentence ),
                "sliding towards %.0f° the velocity points into C: the contact could stick as well",
                ssAtan2( gamma.y, gamma.x ) * 180.0 / SS_PI );
            return true;
        }
    }
    return false;
}

static bool tryInwards( Trials* trials, double load )
{
    static const double speeds[] = { 0.0, 1e-3, 1.0 };
    if ( trials->law.typed == NULL || !typedChanges( &trials->law ) )
    {
        return pointsInwards( trials, &trials->law, load );
    }
    bool found = false;
    for ( int i = 0; i < SS_COUNT( speeds ) && !found; ++i )
    {
        typedEval eval;
        ssLawAtSpeed view;
        typedBegin( &eval, &trials->law, load );
        typedMove( &eval, speeds[i], ssVec2_Make( 1.0, 0.0 ) );
        found = typedOpenView( &eval, typed_fitNone, &view ) && pointsInwards( trials, &view.law, load );
        ssLawAtSpeed_Destroy( &view );
    }
    return found;
}

/// Tries to find a step gamma = gammaFree - g f with several solutions.
static bool trySteps( Trials* trials, double load )
{
    for ( int k = 0; k < TRIAL_SPEEDS - 2; k += trials->quick ? 2 : 1 )
    {
        double speed = trialSpeed( k );
        for ( int m = -4; m <= 4; ++m )
        {
            ssVec2 direction = trialDirection( trials, ( k + m + 4 ) % trials->directions );
            // A load and mass under which friction changes the speed by 10^m of itself.
            ssVec2 slip = ssLaw_SlipForce( &trials->law, load, ssVec2_Scale( speed, direction ) ).force;
            double size = ssVec2_Length( slip );
            if ( !( size > 0.0 && isfinite( size ) ) )
            {
                continue;
            }
            double g = ssPow( 10.0, 0.5 * m ) * speed / size;
            ssVec2 free = ssVec2_Add( ssVec2_Scale( speed, direction ), ssVec2_Scale( g, slip ) );
            ssPlanarSolution step = ssLaw_SolveDirect( &trials->law, load, g, free, slip );
            if ( step.solutions > 1 )
            {
                ssLawFinding* unique = findingOf( trials, ss_lawIsUnique );
                keepExample( unique, load, free, step.force );
                snprintf( unique->sentence, sizeof( unique->sentence ),
                    "%d solutions near %.3g m/s, with h/m = %.3g s/kg under %.4g N: friction falls too fast "
                    "with the speed",
                    step.solutions, speed, g, load );
                return true;
            }
        }
    }
    return false;
}

/// gamma + g f(gamma) is one to one for every g > 0 exactly if f is monotone; here over a step, in which the states move.
static void tryFunction( Trials* trials, double load )
{
    static const double steps[] = { 0.0, 1e-3, 1.0 };
    ssLawFinding* unique = findingOf( trials, ss_lawIsUnique );
    for ( int i = 0; i < ( trials->hasStates ? SS_COUNT( steps ) : 1 ); ++i )
    {
        trials->site.h = steps[i];
        ssMonotonicity pair = ssLaw_CheckMonotone( &trials->law, load, trials->quick ? 12 : 24 );
        trials->site.h = 0.0;
        if ( !pair.holds )
        {
            keepExample( unique, load, pair.gamma1, pair.force1 );
            snprintf( unique->sentence, sizeof( unique->sentence ),
                "the force falls with the speed%s: a light body may have several solutions",
                steps[i] == 1e-3      ? " over a step of 1 ms"
                    : steps[i] == 1.0 ? " over a step of 1 s"
                                      : "" );
            return;
        }
    }
}

/// A step has to have a solution at all: a state whose rate has no bound may have none.
static bool tryStates( Trials* trials, double load )
{
    static const double steps[] = { 1e-6, 1e-3, 1.0 };
    bool solved = true;
    for ( int i = 0; i < SS_COUNT( steps ) * TRIAL_SPEEDS && solved && trials->law.typed != NULL; ++i )
    {
        double speed = trialSpeed( i / SS_COUNT( steps ) );
        ssVec2 direction = trialDirection( trials, i % trials->directions );
        typedEval eval;
        trials->site.h = steps[i % SS_COUNT( steps )];
        typedBegin( &eval, &trials->law, load );
        solved = typedMove( &eval, speed, direction );
        trials->site.h = 0.0;
        if ( !solved )
        {
            ssLawFinding* unique = findingOf( trials, ss_lawIsUnique );
            keepExample( unique, load, ssVec2_Scale( speed, direction ), ssVec2_Make( 0.0, 0.0 ) );
            snprintf( unique->sentence, sizeof( unique->sentence ),
                "at %.3g m/s a step of %.3g s has no solution: its states do not reach the end", speed,
                steps[i % SS_COUNT( steps )] );
        }
    }
    return solved;
}

static void tryUnique( Trials* trials )
{
    double load = 1.0;
    ssLawFinding* unique = findingOf( trials, ss_lawIsUnique );
    for ( int s = 0; unique->verdict != ss_verdictFails && moveTo( trials, s, &load ); ++s )
    {
        if ( trials->hasStates && !tryStates( trials, load ) )
        {
            continue;
        }
        if ( trials->isFunction )
        {
            tryFunction( trials, load );
        }
        else if ( !tryInwards( trials, load ) && typedChanges( &trials->law ) )
        {
            trials->site.h = trials->hasStates ? 1e-3 : 0.0;
            trySteps( trials, load );
            trials->site.h = 0.0;
        }
    }
}

// ------------------------------------------------------------------------------------------------------------- whole

static void checkMonotone( Trials* trials )
{
    ssLawFinding* finding = findingOf( trials, ss_lawIsMonotone );
    ssMonotonicity pair = { .holds = true };
    double load = 1.0;
    for ( int s = 0; pair.holds && moveTo( trials, s, &load ); ++s )
    {
        pair = ssLaw_CheckMonotone( &trials->law, load, trials->quick ? 24 : 72 );
        finding->load = load;
    }
    if ( pair.holds )
    {
        snprintf( finding->sentence, sizeof( finding->sentence ),
            "a larger velocity never meets a smaller force%s",
            trials->hasStates ? ", with the states held" : "" );
        return;
    }
    finding->verdict = ss_verdictFails;
    finding->pairs = 2;
    finding->gamma[0] = pair.gamma1;
    finding->gamma[1] = pair.gamma2;
    finding->force[0] = pair.force1;
    finding->force[1] = pair.force2;
    char one[96], other[96];
    sayVelocity( pair.gamma1, one, sizeof( one ) );
    sayVelocity( pair.gamma2, other, sizeof( other ) );
    snprintf( finding->sentence, sizeof( finding->sentence ),
        "between %s and %s: (f1 - f2)·(v1 - v2) = %.3g W", one + 3,
        ssVec2_Length( pair.gamma2 ) > 0.0 ? other + 3 : "rest", pair.value );
}

static void sayWhatHolds( Trials* trials )
{
    const ssLaw* law = &trials->law;
    const char* const holds[ss_lawPropertyCount] = {
        [ss_lawIsAssociated] = "wherever it was tried no other force of C would dissipate more",
        [ss_lawIsDissipative] = trials->isFunction ? "wherever it was tried it takes in energy"
                                                   : "wherever it was tried it gives out no energy",
        [ss_lawIsStarShaped] = "every ray from the origin leaves C once",
        [ss_lawIsUnique] = "every step that was tried has one solution",
    };
    for ( int i = 0; i < ss_lawPropertyCount; ++i )
    {
        ssLawFinding* finding = &trials->check->findings[i];
        if ( finding->verdict == ss_verdictHolds && finding->sentence[0] == '\0' && holds[i] != NULL )
        {
            snprintf( finding->sentence, sizeof( finding->sentence ), "%s", holds[i] );
        }
    }
    ssLawFinding* sticks = findingOf( trials, ss_lawIsSetValued );
    bool set = ssLaw_SlipForce( law, 1.0, ssVec2_Make( 0.0, 0.0 ) ).setValued;
    sticks->verdict = set ? ss_verdictHolds : ss_verdictFails;
    snprintf( sticks->sentence, sizeof( sticks->sentence ), "%s",
        set                       ? "at rest any force of C holds the contact"
            : law->frictionless   ? "there is no friction"
            : !trials->isFunction ? "at rest C is the origin alone: the contact creeps"
            : trials->hasStates
            ? "a function of velocity and memory: the contact yields a little before it holds"
            : "a function of the velocity: at rest no range of forces holds the contact, and it creeps" );
}

/// Says how far the polygon of a polar set is from its text.
static void saySampling( Trials* trials )
{
    trials->check->samplingError = trials->law.typed != NULL ? typedSamplingError( &trials->law ) : 0.0;
    ssLawFinding* star = findingOf( trials, ss_lawIsStarShaped );
    if ( trials->check->samplingError > 0.0 && star->verdict == ss_verdictHolds )
    {
        snprintf( star->sentence, sizeof( star->sentence ),
            "every ray from the origin leaves C once; polar(…) is the polygon through 720 of its points, "
            "within "
            "%.2g of the radius",
            trials->check->samplingError );
    }
}

static void checkSets( Trials* trials )
{
    const ssLaw* law = &trials->law;
    saySampling( trials );
    ssLawFinding* convex = findingOf( trials, ss_lawHasConvexD );
    bool none = trials->isFunction;
    trials->check->dScale = none || law->sharesSets ? SS_NAN : law->dScale;
    if ( none )
    {
        ssLawFinding* others[] = { convex, findingOf( trials, ss_lawIsStarShaped ),
            findingOf( trials, ss_lawIsAssociated ) };
        for ( int i = 0; i < SS_COUNT( others ); ++i )
        {
            if ( others[i]->verdict != ss_verdictFails )
            {
                others[i]->verdict = ss_verdictNone;
                snprintf( others[i]->sentence, SS_LAW_SENTENCE, "the law has no sets" );
            }
        }
        return;
    }
    if ( law->sharesSets )
    {
        snprintf( convex->sentence, sizeof( convex->sentence ), "D is C" );
        return;
    }
    snprintf( convex->sentence, sizeof( convex->sentence ),
        "D is scaled by %.6g into C, which it touches at %.1f°", law->dScale, law->touchAngleDeg );
}

void ssCheckLaw( const ssLaw* law, bool quick, ssLawCheck* check )
{
    memset( check, 0, sizeof( *check ) );
    Trials trials = { .check = check, .quick = quick, .directions = quick ? 16 : 48 };
    trials.law = ssLaw_At( law, &trials.site );
    trials.hasStates = ssLaw_StateNumbers( law ) > 0;
    trials.isFunction = law->type->setValued == false;
    trials.inputs = law->typed != NULL        ? ssLawProgram_Inputs( law->typed->program )
        : law->def.kind == ss_lawKindCallback ? (unsigned)ss_lawInputSpeed | (unsigned)ss_lawInputLoad
        : ( ssLaw_Flags( law ) & (unsigned)ss_lawFlagVelocity ) != 0 ? (unsigned)ss_lawInputSpeed
                                                                     : 0u;
    for ( int i = 0; i < ss_lawPropertyCount; ++i )
    {
        check->findings[i].verdict = ss_verdictHolds;
    }
    tryAllSlips( &trials );
    if ( trials.hasStates )
    {
        tryAllCycles( &trials );
    }
    double load = 1.0;
    moveTo( &trials, 0, &load );
    checkMonotone( &trials );
    tryUnique( &trials );
    moveTo( &trials, 0, &load );
    checkSets( &trials );
    sayWhatHolds( &trials );
    check->createsEnergy = check->findings[ss_lawIsDissipative].verdict == ss_verdictFails;
}

void ssCheckRefusedLaw( const ssResult* refusal, ssLawCheck* check )
{
    memset( check, 0, sizeof( *check ) );
    check->dScale = SS_NAN;
    bool ofD = strstr( refusal->message, ": D: " ) != NULL;
    if ( !ofD && strstr( refusal->message, ": C: " ) == NULL )
    {
        return;
    }
    ssLawFinding* finding = &check->findings[ofD ? ss_lawHasConvexD : ss_lawIsStarShaped];
    finding->verdict = ss_verdictFails;
    snprintf( finding->sentence, sizeof( finding->sentence ), "%.200s", refusal->message );
}
