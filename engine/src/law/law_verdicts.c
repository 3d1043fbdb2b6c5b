// SPDX-License-Identifier: MIT
#include "law/law_cycles.h"
#include "slipstick/advanced/law_check.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// The verdicts on a law, tried on grids; with memory, energy gains are searched (law_cycles.c).

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

static const char* const s_heldMonotone =
    "monotone, states held"; // of a law whose force at a velocity is not one number

const char* ssLawPropertyKey( ssLawProperty property ) { return s_names[property].key; }

const char* ssLawPropertyTitle( ssLawProperty property ) { return s_names[property].title; }

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
    ssLawCheckStop* stop; // may be NULL
    void* context;
    bool stopped;
} Trials;

static double trialSpeed( int i ) { return ssPow( 10.0, -7.0 + 0.5 * i ); }

static ssVec2 trialDirection( const Trials* trials, int i )
{
    // An odd angle, so that the axes of the sets are not the only directions.
    double angle = 2.0 * SS_PI * i / trials->directions + ( i % 2 == 0 ? 0.0 : 0.013 );
    return ssVec2_Make( ssCos( angle ), ssSin( angle ) );
}

/// Moves the law to trial site i and gives its load; false after the last. Varies only what it reads.
static bool moveTo( Trials* trials, int i, double* load )
{
    static const double loads[] = { 1.0, 0.01, 100.0, 1e4 }, places[] = { 0.0, 0.37, -2.9, 31.0 };
    static const struct
    {
        double time, rolling, spinning;
    } motions[] = { { 0.0, 0.0, 0.0 }, { 0.29, 0.4, 30.0 }, { 7.3, 50.0, 0.6 }, { 0.001, 0.4, 0.6 },
        { 0.02, 0.0, 0.0 }, { 110.0, 0.4, 0.6 }, { 2700.0, 0.0, 0.0 }, { 1e5, 50.0, 30.0 } };
    const unsigned moving =
        (unsigned)ss_lawInputTime | (unsigned)ss_lawInputRolling | (unsigned)ss_lawInputSpinning;
    bool byLoad = ( trials->inputs & (unsigned)ss_lawInputLoad ) != 0,
         byPlace = ( trials->inputs & (unsigned)ss_lawInputPlace ) != 0,
         byTime = ( trials->inputs & (unsigned)ss_lawInputTime ) != 0,
         byMotion = ( trials->inputs & moving ) != 0;
    int loadCount = byLoad ? SS_COUNT( loads ) : 1, placeCount = byPlace ? SS_COUNT( places ) : 1,
        motionCount = byTime ? SS_COUNT( motions )
        : byMotion           ? 3
                             : 1;
    if ( i >= loadCount * placeCount * motionCount ) { return false; }
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

SS_PRINTF( 2, 3 ) static void say( ssLawFinding* finding, const char* format, ... )
{
    va_list arguments;
    va_start( arguments, format );
    vsnprintf( finding->sentence, sizeof( finding->sentence ), format, arguments );
    va_end( arguments );
}

/// Gives the motion of the check the site of the trials.
static void placeMotion( Trials* trials, double load )
{
    ssLawMotion* motion = &trials->check->motion;
    motion->load = load;
    motion->time = trials->site.time;
    motion->x = trials->site.x;
    motion->y = trials->site.y;
    motion->rolling = trials->site.rolling;
    motion->spinning = trials->site.spinning;
}

/// The name of the place of an example: speed and angle.
static void sayVelocity( ssVec2 gamma, char* text, size_t capacity )
{
    char speed[40];
    ssFormatNumber( ssVec2_Length( gamma ), speed, (int)sizeof( speed ) );
    snprintf( text, capacity, "at %s m/s towards %.0f°", speed, ssAtan2( gamma.y, gamma.x ) * 180.0 / SS_PI );
}

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
    trials->check->motions += trials->hasStates ? 0 : 1;
    ssLawFinding *star = findingOf( trials, ss_lawIsStarShaped ),
                 *energy = findingOf( trials, ss_lawIsDissipative ),
                 *most = findingOf( trials, ss_lawIsAssociated );
    if ( isnan( force.x ) || isnan( force.y ) )
    {
        if ( !extremes->undefined ) { keepExample( star, load, gamma, ssVec2_Make( 0.0, 0.0 ) ); }
        extremes->undefined = true;
        return;
    }
    double work = ssVec2_Dot( force, direction ), size = ssVec2_Length( force );
    bool byPlace = ( trials->inputs & (unsigned)ss_lawInputPlace ) != 0;
    if ( byPlace )
    {
        // A contact that pushes here may take it back elsewhere: one that stays at its place goes to and fro.
        ssVec2 back = ssLaw_SlipForce( &trials->law, load, ssVec2_Scale( -1.0, gamma ) ).force;
        work = 0.5 * ( work - ssVec2_Dot( back, direction ) );
    }
    if ( !trials->hasStates && work < -1e-12 * size && work < extremes->leastWork )
    {
        extremes->leastWork = work;
        trials->check->work = work * speed;
        trials->check->motion = ( ssLawMotion ){ .pieces = byPlace ? 2 : 1,
            .velocity = { gamma, ssVec2_Scale( -1.0, gamma ) },
            .duration = { byPlace ? 1e-3 / speed : 1.0, 1e-3 / speed },
            .returns = true,
            .work = work * ( byPlace ? 2e-3 : speed ),
            .way = byPlace ? 2e-3 : speed,
            .gain = -work };
        placeMotion( trials, load );
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
            if ( bySpeed && !trials->hasStates && i % 8 == 0 )
            {
                ssVec2 along = trialDirection( trials, i );
                trySlip( trials, load, along, lawLeastResisted( &trials->law, load, along ), &extremes );
            }
        }
    }
    ssLawFinding* star = findingOf( trials, ss_lawIsStarShaped );
    char where[96];
    if ( extremes.undefined )
    {
        sayVelocity( star->gamma[0], where, sizeof( where ) );
        say( star, "%s the law gives no force, under %.4g N", where, star->load );
    }
    ssLawFinding* most = findingOf( trials, ss_lawIsAssociated );
    if ( most->verdict == ss_verdictFails )
    {
        sayVelocity( most->gamma[0], where, sizeof( where ) );
        say( most, "%s another force of C would dissipate %.3g %% more", where,
            100.0 * extremes.largestDefect );
    }
    ssLawFinding* energy = findingOf( trials, ss_lawIsDissipative );
    if ( energy->verdict == ss_verdictFails )
    {
        sayVelocity( energy->gamma[0], where, sizeof( where ) );
        char held[96] = "";
        const ssLawMotion* motion = &trials->check->motion;
        if ( motion->pieces > 1 )
        {
            snprintf(
                held, sizeof( held ), " and back, at x = %.4g m and y = %.4g m,", motion->x, motion->y );
        }
        say( energy, "%.60s%.60s it pushes instead of resisting: f·v = %.4g W under %.4g N", where, held,
            trials->check->work, energy->load );
    }
}

static void keepMotion( Trials* trials, const lawSearch* search )
{
    char how[160];
    ssLawCheck* check = trials->check;
    ssLawFinding* energy = findingOf( trials, ss_lawIsDissipative );
    check->motion = search->worst;
    placeMotion( trials, search->load );
    check->work = search->worst.work;
    keepExample( energy, search->load, search->gamma, search->force );
    motionSay( &search->worst, search->name, how, (int)sizeof( how ) );
    say( energy, "moved %s, under %.4g N, it gives out %.3g J per metre%s", how, search->load,
        search->worst.gain, search->worst.returns ? "" : ", in every turn" );
}

/// Searches motions that make a law with memory give out energy, most thoroughly at the first site.
static void searchMotions( Trials* trials )
{
    double load = 1.0;
    int mixtures = 0;
    bool explained = false;
    ssLawFinding* energy = findingOf( trials, ss_lawIsDissipative );
    for ( int s = 0; !trials->stopped && moveTo( trials, s, &load ); ++s )
    {
        lawSearch search = { &trials->law, .site = &trials->site, .load = load,
            .quick = trials->quick || s > 0, .stop = trials->stop, .context = trials->context };
        lawSearchCycles( &search );
        trials->stopped = search.stopped;
        trials->check->motions += search.motions;
        mixtures += search.mixtures;
        explained = s == 0 ? search.explained : explained;
        if ( search.worst.pieces > 0 &&
            ( trials->check->motion.pieces == 0 ||
                search.worst.gain * trials->check->motion.load > 1.2 * trials->check->motion.gain * load ) )
        {
            keepMotion( trials, &search );
        }
    }
    if ( energy->verdict == ss_verdictHolds )
    {
        int motions = trials->check->motions;
        energy->verdict = motions > 0 ? ss_verdictHolds : ss_verdictNone;
        say( energy,
            motions > 0 ? "in %d periodic motions at up to %.0f m/s, and by mixtures of velocities in %d "
                          "states, it gives out no energy%s"
                        : "no motion that was tried brought its states back",
            motions, trials->quick ? LAW_SEARCH_QUICK : LAW_SEARCH_FASTEST, mixtures,
            explained ? "; a sum of squares of its states, as stored energy, explains them" : "" );
    }
}

/// Where the velocity points into C, a contact may slide or stick. If it does so nowhere, f + s gamma covers
/// the outside of C once, and a step with these sets has one solution.
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
            say( unique, "sliding towards %.0f° the velocity points into C: the contact could stick as well",
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
        ssLawAtSpeed view;
        found =
            typedOpenViewAt( &trials->law, load, speeds[i], ssVec2_Make( 1.0, 0.0 ), typed_fitNone, &view ) &&
            pointsInwards( trials, &view.law, load );
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
            if ( !( size > 0.0 && isfinite( size ) ) ) { continue; }
            double g = ssPow( 10.0, 0.5 * m ) * speed / size;
            ssVec2 free = ssVec2_Add( ssVec2_Scale( speed, direction ), ssVec2_Scale( g, slip ) );
            ssPlanarSolution step = ssLaw_SolveDirect( &trials->law, load, g, free, slip );
            if ( step.solutions > 1 )
            {
                ssLawFinding* unique = findingOf( trials, ss_lawIsUnique );
                keepExample( unique, load, free, step.force );
                say( unique,
                    "%d solutions near %.3g m/s, with h/m = %.3g s/kg under %.4g N: friction falls too fast "
                    "with the speed",
                    step.solutions, speed, g, load );
                return true;
            }
        }
    }
    return false;
}

/// gamma + g f(gamma) is one to one for all g > 0 exactly if f is monotone, here over a step of the states.
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
            say( unique, "the force falls with the speed%s: a light body may have several solutions",
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
            say( unique, "at %.3g m/s a step of %.3g s has no solution: its states do not reach the end",
                speed, steps[i % SS_COUNT( steps )] );
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
        if ( trials->hasStates && !tryStates( trials, load ) ) { continue; }
        if ( trials->isFunction ) { tryFunction( trials, load ); }
        else if ( !tryInwards( trials, load ) && typedChanges( &trials->law ) )
        {
            trials->site.h = trials->hasStates ? 1e-3 : 0.0;
            trySteps( trials, load );
            trials->site.h = 0.0;
        }
    }
}

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
        say( finding, "a larger velocity never meets a smaller force" );
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
    say( finding, "between %s and %s: (f1 - f2)·(v1 - v2) = %.3g W", one + 3,
        ssVec2_Length( pair.gamma2 ) > 0.0 ? other + 3 : "rest", pair.value );
}

/// Says within which limits the law was found to dissipate.
static void sayLimits( Trials* trials )
{
    static const struct
    {
        ssLawInput input;
        const char* text;
    } limits[] = { { ss_lawInputLoad, "; N from 0.01 to 10 000 N" },
        { ss_lawInputTime, "; t held, at 8 times to 1e5 s" },
        { ss_lawInputPlace, "; x, y held, at 4 places to 31 m" } };
    ssLawFinding* energy = findingOf( trials, ss_lawIsDissipative );
    for ( int i = 0; i < SS_COUNT( limits ) && energy->verdict == ss_verdictHolds; ++i )
    {
        size_t used = strlen( energy->sentence );
        bool reads = ( trials->inputs & (unsigned)limits[i].input ) != 0;
        snprintf(
            energy->sentence + used, sizeof( energy->sentence ) - used, "%s", reads ? limits[i].text : "" );
    }
}

static void sayWhatHolds( Trials* trials )
{
    const ssLaw* law = &trials->law;
    const char* const holds[ss_lawPropertyCount] = {
        [ss_lawIsAssociated] = "wherever it was tried, no other force of C would dissipate more",
        [ss_lawIsDissipative] = "wherever it was tried, it gives out no energy",
        [ss_lawIsStarShaped] = "every ray from the origin leaves C once",
        [ss_lawIsUnique] = "every step that was tried has one solution",
    };
    for ( int i = 0; i < ss_lawPropertyCount; ++i )
    {
        ssLawFinding* finding = &trials->check->findings[i];
        if ( finding->verdict == ss_verdictHolds && finding->sentence[0] == '\0' && holds[i] != NULL )
        {
            say( finding, "%s", holds[i] );
        }
    }
    sayLimits( trials );
    ssLawFinding* sticks = findingOf( trials, ss_lawIsSetValued );
    bool set = ssLaw_SlipForce( law, 1.0, ssVec2_Make( 0.0, 0.0 ) ).setValued;
    sticks->verdict = set ? ss_verdictHolds : ss_verdictFails;
    say( sticks, "%s",
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
        say( star,
            "every ray from the origin leaves C once; polar(…) is the polygon through 720 of its points, "
            "within %.2g of the radius",
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
                say( others[i], "the law has no sets" );
            }
        }
        return;
    }
    if ( law->sharesSets )
    {
        say( convex, "D is C" );
        return;
    }
    say( convex, "D is scaled by %.6g into C, which it touches at %.1f°", law->dScale, law->touchAngleDeg );
}

/// Marks what holds for all velocities. With fixed sets, C star-shaped and D convex about the origin, f·gamma
/// = Psi*_D(gamma)/alpha > 0 (Walker & Leine Prop. 5). If D is C, the law is associated, so monotone (Props.
/// 2, 3), and a step, as its resolvent, is unique.
static void markProofs( Trials* trials )
{
    const ssLaw* law = &trials->law;
    bool known = law->def.kind < ss_lawKindCount;
    bool fixed = !trials->isFunction && !trials->hasStates && trials->inputs == 0 &&
        law->def.stribeck.curve == ss_stribeckNone && !typedChanges( law );
    bool shares = fixed && law->sharesSets && !law->followsRule;
    const bool proved[ss_lawPropertyCount] = { [ss_lawIsSetValued] = true,
        [ss_lawIsAssociated] = shares,
        [ss_lawIsDissipative] = fixed || ( known && law->type->dissipative ),
        [ss_lawIsMonotone] = shares,
        [ss_lawIsStarShaped] = fixed,
        [ss_lawHasConvexD] = fixed,
        [ss_lawIsUnique] = shares };
    static const char* const reasons[ss_lawPropertyCount] = {
        [ss_lawIsAssociated] = "D is C: it takes the force of C that dissipates most",
        [ss_lawIsDissipative] = "f·v > 0 for every velocity, by the form of the law",
        [ss_lawIsMonotone] = "as every associated law is",
        [ss_lawIsUnique] = "a step of a monotone law has one solution",
    };
    for ( int i = 0; i < ss_lawPropertyCount; ++i )
    {
        ssLawFinding* finding = &trials->check->findings[i];
        finding->proved = proved[i] && finding->verdict == ss_verdictHolds;
        if ( finding->proved && reasons[i] != NULL ) { say( finding, "%s", reasons[i] ); }
    }
}

void ssCheckLaw( const ssLaw* law, bool quick, ssLawCheck* check )
{
    ssCheckLawUntil( law, quick, NULL, NULL, check );
}

bool ssCheckLawUntil( const ssLaw* law, bool quick, ssLawCheckStop* stop, void* context, ssLawCheck* check )
{
    memset( check, 0, sizeof( *check ) );
    Trials trials = {
        .check = check, .quick = quick, .directions = quick ? 16 : 48, .stop = stop, .context = context
    };
    trials.law = ssLaw_At( law, &trials.site );
    trials.hasStates = ssLaw_StateNumbers( law ) > 0;
    trials.isFunction = law->type->setValued == false;
    trials.inputs = law->typed != NULL        ? ssLawProgram_Info( law->typed->program )->inputs
        : law->def.kind == ss_lawKindCallback ? (unsigned)ss_lawInputSpeed | (unsigned)ss_lawInputLoad
        : ( ssLaw_Flags( law ) & (unsigned)ss_lawFlagVelocity ) != 0 ? (unsigned)ss_lawInputSpeed
                                                                     : 0u;
    for ( int i = 0; i < ss_lawPropertyCount; ++i )
    {
        check->findings[i].verdict = ss_verdictHolds;
        bool held = i == ss_lawIsMonotone && trials.hasStates;
        check->findings[i].title = held ? s_heldMonotone : s_names[i].title;
    }
    tryAllSlips( &trials );
    if ( trials.hasStates ) { searchMotions( &trials ); }
    if ( trials.stopped ) { return false; }
    double load = 1.0;
    moveTo( &trials, 0, &load );
    checkMonotone( &trials );
    tryUnique( &trials );
    moveTo( &trials, 0, &load );
    checkSets( &trials );
    sayWhatHolds( &trials );
    markProofs( &trials );
    check->createsEnergy = check->findings[ss_lawIsDissipative].verdict == ss_verdictFails;
    return true;
}

void ssCheckRefusedLaw( const ssResult* refusal, ssLawCheck* check )
{
    memset( check, 0, sizeof( *check ) );
    for ( int i = 0; i < ss_lawPropertyCount; ++i ) { check->findings[i].title = s_names[i].title; }
    check->dScale = SS_NAN;
    bool ofD = strstr( refusal->message, ": D: " ) != NULL;
    if ( !ofD && strstr( refusal->message, ": C: " ) == NULL ) { return; }
    ssLawFinding* finding = &check->findings[ofD ? ss_lawHasConvexD : ss_lawIsStarShaped];
    finding->verdict = ss_verdictFails;
    say( finding, "%.200s", refusal->message );
}
