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
#define TRIAL_SITES 36

/// The trials of one law.
typedef struct Trials
{
    ssLaw law; // at `site`
    ssLawSite site;
    ssLawCheck* check;
    unsigned inputs; // ssLawInput bits
    int directions;
    bool quick, hasStates, isFunction;
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
    static const double loads[] = { 1.0, 0.01, 100.0 }, places[] = { 0.0, 0.37, -2.9, 0.011 },
                        times[] = { 0.0, 0.29, 7.3 };
    bool byLoad = ( trials->inputs & (unsigned)ss_lawInputLoad ) != 0,
         byPlace = ( trials->inputs & (unsigned)ss_lawInputPlace ) != 0,
         byTime = ( trials->inputs & (unsigned)ss_lawInputTime ) != 0;
    int loadCount = byLoad ? SS_COUNT( loads ) : 1, placeCount = byPlace ? SS_COUNT( places ) : 1,
        timeCount = byTime ? SS_COUNT( times ) : 1;
    if ( i >= loadCount * placeCount * timeCount )
    {
        return false;
    }
    *load = loads[i % loadCount];
    int place = i / loadCount % placeCount, time = i / loadCount / placeCount;
    trials->site.x = places[place];
    trials->site.y = places[( place + 2 ) % SS_COUNT( places )] * ( byPlace ? 1.0 : 0.0 );
    trials->site.time = times[time];
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

/// The closed paths: along a line, round a circle, along a figure of eight.
typedef enum Path
{
    pathLine,
    pathCircle,
    pathEight,
    pathCount
} Path;

static ssVec2 pathPoint( Path path, double tilt, double size, double turn )
{
    double angle = 2.0 * SS_PI * turn, x = size * ssSin( angle );
    double y = path == pathLine ? 0.0
        : path == pathCircle    ? size * ssCos( angle )
                                : size * ssSin( 2.0 * angle );
    double c = ssCos( tilt ), s = ssSin( tilt );
    return ssVec2_Make( c * x - s * y, s * x + c * y );
}

/// One turn: the work that the law takes in, and that which it gives out at times.
static double oneTurn( Trials* trials, Path path, double size, double h, int steps, double load,
    double* state, double* handled, ssVec2 example[2] )
{
    double work = 0.0, least = 0.0;
    *handled = 0.0;
    for ( int i = 0; i < steps; ++i )
    {
        ssVec2 a = pathPoint( path, 0.3, size, (double)i / steps ),
               b = pathPoint( path, 0.3, size, (double)( i + 1 ) / steps );
        ssVec2 gamma = ssVec2_Scale( 1.0 / h, ssVec2_Sub( b, a ) );
        trials->site.h = h;
        trials->site.state = state;
        ssVec2 force = ssLaw_SlipForce( &trials->law, load, gamma ).force;
        double next[SS_LAW_MAX_STATES] = { 0.0 };
        ssLaw_NextState( &trials->law, load, gamma, next );
        memcpy( state, next, sizeof( next ) );
        double power = isfinite( force.x ) && isfinite( force.y ) ? ssVec2_Dot( force, gamma ) : 0.0;
        work += h * power;
        *handled += h * fabs( power );
        if ( power < least )
        {
            least = power;
            example[0] = gamma;
            example[1] = force;
        }
    }
    return work;
}

/// Whether the states are those of a turn before, to within what a turn changes.
static bool returned( int count, const double* before, const double* after )
{
    double change = 0.0, size = 0.0;
    for ( int k = 0; k < count; ++k )
    {
        change = ssMax( change, fabs( after[k] - before[k] ) );
        size = ssMax( size, fabs( after[k] ) );
    }
    return change <= 1e-6 * size;
}

static void tryCycle( Trials* trials, Path path, double size, double period, double load )
{
    int steps = trials->quick ? 48 : 160, numbers = ssLaw_StateNumbers( &trials->law );
    double state[SS_LAW_MAX_STATES], before[SS_LAW_MAX_STATES], handled = 0.0, work = 0.0;
    ssVec2 example[2] = { { 0.0, 0.0 }, { 0.0, 0.0 } };
    ssLaw_InitialState( &trials->law, state );
    bool closed = false;
    for ( int turn = 0; turn < ( trials->quick ? 4 : CYCLE_TURNS ) && !closed; ++turn )
    {
        memcpy( before, state, sizeof( before ) );
        work = oneTurn( trials, path, size, period / steps, steps, load, state, &handled, example );
        closed = returned( numbers, before, state );
    }
    trials->site.h = 0.0;
    trials->site.state = NULL;
    ssLawFinding* energy = findingOf( trials, ss_lawIsDissipative );
    if ( closed && work < -1e-6 * handled && work / size < trials->check->work )
    {
        static const char* const names[pathCount] = { "to and fro", "round a circle",
            "along a figure of eight" };
        trials->check->work = work;
        keepExample( energy, load, example[0], example[1] );
        snprintf( energy->sentence, sizeof( energy->sentence ),
            "moved %s by %.3g m within %.3g s, it returns to its state and has given out %.3g J", names[path],
            size, period, -work );
    }
}

static void tryAllCycles( Trials* trials )
{
    double load = 1.0;
    int every = trials->quick ? 2 : 1;
    for ( int s = 0; moveTo( trials, s, &load ); ++s )
    {
        for ( int k = 0; k < 7; k += every )
        {
            for ( int p = 0; p < 3; p += every )
            {
                for ( int path = 0; path < ( trials->quick ? 2 : (int)pathCount ); ++path )
                {
                    tryCycle( trials, (Path)path, ssPow( 10.0, k - 6 ), ssPow( 10.0, 1 - p ), load );
                }
            }
        }
    }
}

// -------------------------------------------------------------------------------------------------------- uniqueness

/// Where the velocity points into C, the force could also hold the contact at rest: it may slide or stick.
static bool tryInward( Trials* trials, double load )
{
    for ( int i = 0; i < trials->directions; ++i )
    {
        ssVec2 direction = trialDirection( trials, i ), normal;
        ssVec2 force = ssLaw_SlipForce( &trials->law, load, direction ).force;
        if ( isnan( force.x ) || isnan( force.y ) || ( force.x == 0.0 && force.y == 0.0 ) )
        {
            continue;
        }
        ssSet_GaugeGradient( &trials->law.c, force, &normal );
        double outwards = ssVec2_Dot( normal, direction ) / ssVec2_Length( normal );
        if ( outwards < -1e-9 )
        {
            ssLawFinding* unique = findingOf( trials, ss_lawIsUnique );
            keepExample( unique, load, direction, force );
            snprintf( unique->sentence, sizeof( unique->sentence ),
                "sliding towards %.0f° the velocity points into C: the contact could stick as well",
                ssAtan2( direction.y, direction.x ) * 180.0 / SS_PI );
            return true;
        }
    }
    return false;
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
                    "%d solutions: friction falls faster with the speed than a contact with h/m = %.3g s/kg "
                    "under "
                    "%.4g N can follow, about %.3g m/s",
                    step.solutions, g, load, speed );
                return true;
            }
        }
    }
    return false;
}

static void tryUnique( Trials* trials )
{
    double load = 1.0;
    ssLawFinding* unique = findingOf( trials, ss_lawIsUnique );
    bool typed = typedChanges( &trials->law );
    for ( int s = 0; unique->verdict != ss_verdictFails && moveTo( trials, s, &load ); ++s )
    {
        if ( typed )
        {
            trySteps( trials, load );
        }
        else if ( !trials->isFunction && !trials->law.frictionless && !trials->law.sharesSets )
        {
            tryInward( trials, load );
        }
    }
    if ( unique->verdict != ss_verdictFails && trials->isFunction )
    {
        // gamma + g f(gamma) is one to one for every g > 0 exactly if f is monotone.
        const ssLawFinding* monotone = findingOf( trials, ss_lawIsMonotone );
        *unique = *monotone;
        snprintf( unique->sentence, sizeof( unique->sentence ), "%s",
            monotone->verdict == ss_verdictFails
                ? "the force falls with the velocity: a light body may have several"
                : "the force grows with the velocity" );
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
    static const char* const holds[ss_lawPropertyCount] = {
        [ss_lawIsAssociated] = "no other force of C would dissipate more",
        [ss_lawIsDissipative] = "it never gives out energy",
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
    if ( trials->hasStates && trials->check->findings[ss_lawIsDissipative].verdict == ss_verdictHolds )
    {
        snprintf( trials->check->findings[ss_lawIsDissipative].sentence, SS_LAW_SENTENCE,
            "over every closed cycle that was tried it takes in energy" );
    }
    ssLawFinding* sticks = findingOf( trials, ss_lawIsSetValued );
    bool set = ssLaw_SlipForce( law, 1.0, ssVec2_Make( 0.0, 0.0 ) ).setValued;
    sticks->verdict = set ? ss_verdictHolds : ss_verdictFails;
    snprintf( sticks->sentence, sizeof( sticks->sentence ), "%s",
        set ? "at rest any force of C holds the contact"
            : trials->hasStates
            ? "a function of velocity and memory: the contact yields a little before it holds"
            : "a function of the velocity: at rest there is no force, and the contact creeps" );
}

static void checkSets( Trials* trials )
{
    const ssLaw* law = &trials->law;
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
    trials.inputs = law->typed != NULL ? ssLawProgram_Inputs( law->typed->program )
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
    ssLawFinding* finding = &check->findings[ofD ? ss_lawHasConvexD : ss_lawIsStarShaped];
    finding->verdict = ss_verdictFails;
    snprintf( finding->sentence, sizeof( finding->sentence ), "%.200s", refusal->message );
}
