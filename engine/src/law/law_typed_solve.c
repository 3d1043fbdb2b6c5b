// SPDX-License-Identifier: MIT
#include "law/law_typed.h"

// One contact under a typed law whose sets depend on the speed. A step is implicit in the speed s: with the
// sets C(s) and the states that belong to it, the contact has a force f(s), and the speeds that solve the
// step are the roots of |z - f(s)| - r s, where f + r gamma = z. For a disc of the bound B(s) this is |z| -
// B(s) - r s, a scalar equation. A root at which the residual falls attracts the motion: a little faster, and
// friction slows the contact down.

typedef struct SpeedSearch
{
    typedEval eval;
    ssVec2 z, ahead; // ahead: the direction of sliding, on which states may depend
    double r, size;  // |z|
    // f(s) is one step of Walker & Leine Eq. 69 from `force` and `gamma`; otherwise the solution
    bool iterates;
    ssVec2 force, gamma;
    int evaluations;
} SpeedSearch;

/// A speed, its force, and the residual.
typedef struct SpeedTrial
{
    double speed, miss;
    ssVec2 force;
} SpeedTrial;

static void beginSearch( SpeedSearch* search, const ssLaw* law, double load, ssVec2 z, double r )
{
    typedBegin( &search->eval, law, load );
    search->z = z;
    search->r = r;
    search->size = ssVec2_Length( z );
    search->ahead = search->size > 0.0 ? ssVec2_Scale( 1.0 / search->size, z ) : ssVec2_Make( 1.0, 0.0 );
    search->evaluations = 0;
}

/// The force that sets which do not change with the speed give.
static ssVec2 viewForce( const SpeedSearch* search, const ssLaw* view )
{
    double load = search->eval.load;
    return search->iterates ? ssLaw_ProxStep( view, load, search->force, search->gamma, search->r )
                            : ssLaw_SolveDirect( view, load, 1.0 / search->r,
                                  ssVec2_Scale( 1.0 / search->r, search->z ), search->force )
                                  .force;
}

static SpeedTrial trySpeed( SpeedSearch* search, double speed )
{
    SpeedTrial trial = { .speed = speed, .miss = SS_NAN, .force = { SS_NAN, SS_NAN } };
    typedMove( &search->eval, speed, search->ahead );
    search->evaluations += 1;
    if ( search->eval.typed->round )
    {
        double bound = typedBound( &search->eval );
        trial.miss = search->size - bound - search->r * speed;
        trial.force = ssVec2_Scale( bound, search->ahead );
        return trial;
    }
    ssLawAtSpeed view;
    if ( typedOpenView( &search->eval, typed_fitInside, &view ) )
    {
        trial.force = viewForce( search, &view.law );
        trial.miss = ssVec2_Length( ssVec2_Sub( search->z, trial.force ) ) - search->r * speed;
    }
    ssLawAtSpeed_Destroy( &view );
    return trial;
}

/// The sizes of the terms whose sum is the residual: rounding makes an error of some 1e-16 of them.
static double termsOf( const SpeedSearch* search, const SpeedTrial* trial )
{
    return search->size + ssVec2_Length( trial->force ) + search->r * trial->speed;
}

static bool isRoot( const SpeedSearch* search, const SpeedTrial* trial, double tolerance )
{
    return fabs( trial->miss ) <= tolerance * termsOf( search, trial );
}

#define ROUNDING 4e-16 // relative to the terms of the residual
#define SOLVED 1e-10   // where the force is known to fewer digits

/// Whether the contact can stay at rest, or comes to rest; and the residual there.
static bool sticks( SpeedSearch* search, double* miss )
{
    SpeedTrial rest = trySpeed( search, 0.0 );
    *miss = rest.miss;
    return search->eval.typed->round ? search->size <= ssMax( typedBound( &search->eval ), 0.0 )
                                     : rest.miss <= 1e-15 * search->size;
}

/// The residual's sign change between two speeds > 0: secants, bisections, logarithms if the bracket is wide.
static SpeedTrial refine( SpeedSearch* search, SpeedTrial low, SpeedTrial high )
{
    bool falls = low.miss > 0.0;
    SpeedTrial trial = fabs( low.miss ) < fabs( high.miss ) ? low : high;
    for ( int i = 0; i < 200 && !isRoot( search, &trial, ROUNDING ); ++i )
    {
        bool wide = high.speed > 4.0 * low.speed;
        double middle = wide ? sqrt( low.speed ) * sqrt( high.speed ) : 0.5 * ( low.speed + high.speed );
        double secant = low.speed - low.miss * ( high.speed - low.speed ) / ( high.miss - low.miss );
        bool usable = i % 3 != 2 && secant > low.speed && secant < high.speed;
        double speed = usable ? secant : middle;
        if ( !( speed > low.speed && speed < high.speed ) ) { break; }
        trial = trySpeed( search, speed );
        if ( ( trial.miss > 0.0 ) == falls ) { low = trial; }
        else { high = trial; }
    }
    return trial;
}

/// The root near a speed, by secants; the first slope is that of a bound which does not change.
static bool trackRoot( SpeedSearch* search, double speed, SpeedTrial* root )
{
    SpeedTrial last = trySpeed( search, speed );
    double first = fabs( last.miss ), slope = -search->r;
    *root = last;
    for ( int i = 0; i < 16; ++i )
    {
        if ( isRoot( search, &last, ROUNDING ) )
        {
            *root = last;
            return true;
        }
        double next = last.speed - last.miss / slope;
        if ( !( next > 0.0 && isfinite( next ) ) ) { return false; }
        SpeedTrial trial = trySpeed( search, next );
        if ( !( fabs( trial.miss ) <= ( i < 2 ? 8.0 : 1.0 ) * first ) ) { return false; }
        if ( trial.speed == last.speed || ( trial.miss == last.miss && isRoot( search, &trial, SOLVED ) ) )
        {
            *root = trial;
            return isRoot( search, &trial, SOLVED );
        }
        slope = ( trial.miss - last.miss ) / ( trial.speed - last.speed );
        last = trial;
    }
    return false;
}

/// The attracting root above or below a speed with a residual > 0 or < 0; 0 if it underflows.
static SpeedTrial nextRoot( SpeedSearch* search, SpeedTrial from )
{
    double factor = 4.0;
    SpeedTrial other = from;
    bool up = from.miss > 0.0;
    for ( int i = 0; i < 60 && ( other.miss > 0.0 ) == up; ++i )
    {
        from = other;
        double speed = up ? from.speed * factor : from.speed / factor;
        if ( !( speed > 1e-290 && speed < 1e290 ) )
        {
            SpeedTrial rest = { .speed = 0.0, .miss = 0.0, .force = search->z };
            return up ? from : rest;
        }
        other = trySpeed( search, speed );
        factor = ssMin( factor * factor, 1e10 );
    }
    return up ? refine( search, from, other ) : refine( search, other, from );
}

/// Turns the direction of sliding, on which states may depend, to that of a velocity. False: it stays.
static bool turnAhead( SpeedSearch* search, ssVec2 slide )
{
    const lawTyped* typed = search->eval.typed;
    double length = ssVec2_Length( slide );
    ssVec2 ahead = length > 0.0 ? ssVec2_Scale( 1.0 / length, slide ) : search->ahead;
    bool turns = !typed->round && typed->turns && ssVec2_Length( ssVec2_Sub( ahead, search->ahead ) ) > 1e-14;
    search->ahead = turns ? ahead : search->ahead;
    return turns;
}

/// The force for a trial; where the bound jumps past every solution, the one that the balance needs.
static ssVec2 forceOf( const SpeedSearch* search, const SpeedTrial* trial )
{
    bool balanced = isRoot( search, trial, SOLVED ) || !search->eval.typed->round;
    return balanced ? trial->force : ssVec2_Scale( search->size - search->r * trial->speed, search->ahead );
}

static ssVec2 stepBySpeed( SpeedSearch* search, double speed )
{
    SpeedTrial root;
    if ( speed > 0.0 && trackRoot( search, speed, &root ) ) { return forceOf( search, &root ); }
    bool faster = speed > 0.0 && root.miss > 0.0;
    double atRest;
    if ( !faster && sticks( search, &atRest ) ) { return search->z; }
    // No friction slows it down to less than this.
    SpeedTrial from = faster ? root : trySpeed( search, speed > 0.0 ? speed : search->size / search->r );
    if ( isnan( from.miss ) ) { return ssVec2_Make( SS_NAN, SS_NAN ); }
    root = nextRoot( search, from );
    return forceOf( search, &root );
}

ssVec2 typedStep( const ssLaw* law, double load, ssVec2 force, ssVec2 gamma, double r0 )
{
    if ( !( load > 0.0 ) ) { return ssVec2_Make( 0.0, 0.0 ); }
    SpeedSearch search;
    beginSearch( &search, law, load, ssVec2_MulAdd( force, r0, gamma ), r0 );
    search.iterates = true;
    search.force = force;
    search.gamma = gamma;
    bool round = search.eval.typed->round;
    const ssLawSite* site = lawSiteOf( law );
    if ( !search.eval.typed->bySpeed || site->frozen || !( r0 > 0.0 ) )
    {
        double given = site->frozen ? site->frozenSpeed : 0.0;
        SpeedTrial trial = trySpeed( &search, r0 > 0.0 ? given : ssVec2_Length( gamma ) );
        bool inside = round && search.size <= ssVec2_Length( trial.force );
        return inside ? search.z : trial.force;
    }
    double speed = ssVec2_Length( gamma );
    ssVec2 next = { SS_NAN, SS_NAN };
    // States that depend on the direction need the one that results, which a disc knows from the start.
    for ( int i = 0; i < 20 && ( i == 0 || turnAhead( &search, ssVec2_Sub( search.z, next ) ) ); ++i )
    {
        next = stepBySpeed( &search, speed );
    }
    return next;
}

#define PER_DECADE 4
#define DECADES 20
#define SCAN ( PER_DECADE * DECADES + 1 )
#define MAX_ROOTS 16

typedef struct Roots
{
    int count;
    SpeedTrial roots[MAX_ROOTS];
    bool attracting[MAX_ROOTS];
} Roots;

static void addRoot( SpeedSearch* search, SpeedTrial low, SpeedTrial high, Roots* found )
{
    bool falls = low.miss > 0.0;
    SpeedTrial root = refine( search, low, high );
    // A bound that jumps up holds the speed where it jumps; one that jumps down has no solution there.
    if ( ( isRoot( search, &root, SOLVED ) || falls ) && found->count < MAX_ROOTS )
    {
        found->attracting[found->count] = falls;
        found->roots[found->count++] = root;
    }
}

/// A pair of roots between samples of equal sign shows as a dip of the residual, which is searched by thirds.
static void searchDip( SpeedSearch* search, SpeedTrial low, SpeedTrial middle, SpeedTrial high, Roots* found )
{
    bool positive = middle.miss > 0.0;
    for ( int i = 0; i < 24; ++i )
    {
        SpeedTrial a = trySpeed( search, 0.5 * ( low.speed + middle.speed ) ),
                   b = trySpeed( search, 0.5 * ( middle.speed + high.speed ) );
        SpeedTrial best = fabs( a.miss ) < fabs( middle.miss ) ? a : middle;
        best = fabs( b.miss ) < fabs( best.miss ) ? b : best;
        bool crossesA = ( a.miss > 0.0 ) != positive, crossesB = ( b.miss > 0.0 ) != positive;
        if ( crossesA || crossesB )
        {
            SpeedTrial inner = crossesA ? a : b;
            addRoot( search, low, inner, found );
            addRoot( search, inner, high, found );
            return;
        }
        low = best.speed == b.speed ? middle : best.speed == middle.speed ? a : low;
        high = best.speed == a.speed ? middle : best.speed == middle.speed ? b : high;
        middle = best;
    }
}

/// Samples the residual from the frictionless speed down to its value at rest; `samples` ascend.
static int sampleSpeeds( SpeedSearch* search, double top, double atRest, SpeedTrial samples[SCAN] )
{
    const double step = 0.5623413251903491; // 10^(-1/4)
    SpeedTrial down[SCAN];
    double speed = top;
    int count = 0, settled = 0;
    while ( count < SCAN && settled < 3 )
    {
        down[count] = trySpeed( search, speed );
        // The next solution is found faster from this one.
        search->force = search->iterates || isnan( down[count].miss ) ? search->force : down[count].force;
        settled = fabs( down[count].miss - atRest ) <= 0.01 * fabs( atRest ) ? settled + 1 : 0;
        speed *= step;
        ++count;
    }
    for ( int i = 0; i < count; ++i ) { samples[i] = down[count - 1 - i]; }
    return count;
}

static void addBeyond( SpeedSearch* search, SpeedTrial from, Roots* found )
{
    SpeedTrial root = nextRoot( search, from );
    if ( isRoot( search, &root, SOLVED ) && found->count < MAX_ROOTS )
    {
        found->attracting[found->count] = true;
        found->roots[found->count++] = root;
    }
}

/// All sliding solutions, from the slowest to the fastest.
static void findRoots( SpeedSearch* search, double top, double atRest, bool rests, Roots* found )
{
    SpeedTrial samples[SCAN];
    int count = sampleSpeeds( search, top, atRest, samples );
    if ( !rests && samples[0].miss < 0.0 ) { addBeyond( search, samples[0], found ); }
    for ( int k = 1; k < count; ++k )
    {
        SpeedTrial a = samples[k - 1], b = samples[k], c = samples[k + 1 < count ? k + 1 : k];
        if ( ( a.miss > 0.0 ) != ( b.miss > 0.0 ) ) { addRoot( search, a, b, found ); }
        else if ( fabs( b.miss ) < fabs( a.miss ) && fabs( b.miss ) < fabs( c.miss ) &&
            ( b.miss > 0.0 ) == ( c.miss > 0.0 ) )
        {
            searchDip( search, a, b, c, found );
        }
    }
    if ( samples[count - 1].miss > 0.0 ) { addBeyond( search, samples[count - 1], found ); }
}

/// The attracting root nearest to the speed that continues the motion.
static int chooseRoot( const Roots* found, double expected )
{
    int best = -1;
    for ( int i = 0; i < found->count; ++i )
    {
        if ( !found->attracting[i] ) { continue; }
        bool nearer = best < 0 ||
            fabs( found->roots[i].speed - expected ) <= fabs( found->roots[best].speed - expected );
        best = nearer ? i : best;
    }
    return best >= 0 ? best : found->count - 1;
}

/// The solution at a root; a disc knows the direction, so that the speed keeps all its digits.
static ssPlanarSolution solutionAt( const SpeedSearch* search, const SpeedTrial* root )
{
    ssVec2 force = forceOf( search, root );
    ssPlanarSolution s = { force,
        .gamma = search->eval.typed->round ? ssVec2_Scale( root->speed, search->ahead )
                                           : ssVec2_Scale( 1.0 / search->r, ssVec2_Sub( search->z, force ) ),
        .converged = isRoot( search, root, SOLVED ), .iterations = search->evaluations,
        .error = fabs( root->miss ) };
    return s;
}

static ssPlanarSolution solveBySpeed( SpeedSearch* search, double expected )
{
    double atRest;
    bool rests = sticks( search, &atRest );
    Roots found = { .count = 0 };
    double top = search->size / search->r;
    if ( top > 0.0 ) { findRoots( search, top, atRest, rests, &found ); }
    ssPlanarSolution s = { .stick = true, .converged = true, .force = search->z };
    if ( !rests && found.count > 0 )
    {
        s = solutionAt( search, &found.roots[chooseRoot( &found, expected )] );
    }
    else if ( !rests )
    {
        s = ( ssPlanarSolution ){ .force = { SS_NAN, SS_NAN }, .gamma = { SS_NAN, SS_NAN }, .error = SS_NAN };
    }
    s.solutions = found.count + ( rests ? 1 : 0 );
    s.iterations = search->evaluations;
    return s;
}

ssPlanarSolution typedSolveDirect( const ssLaw* law, double load, double g, ssVec2 gammaFree, ssVec2 start )
{
    if ( !( load > 0.0 ) ) { return ( ssPlanarSolution ){ .gamma = gammaFree, .converged = true }; }
    SpeedSearch search;
    beginSearch( &search, law, load, ssVec2_Scale( 1.0 / g, gammaFree ), 1.0 / g );
    search.iterates = false;
    search.force = start;
    const lawTyped* typed = search.eval.typed;
    if ( !typed->bySpeed )
    {
        ssLawAtSpeed view;
        typedMove( &search.eval, 0.0, search.ahead );
        ssPlanarSolution s = { .force = { SS_NAN, SS_NAN }, .gamma = { SS_NAN, SS_NAN }, .error = SS_NAN };
        s = typedOpenView( &search.eval, typed_fitInside, &view )
            ? ssLaw_SolveDirect( &view.law, load, g, gammaFree, start )
            : s;
        ssLawAtSpeed_Destroy( &view );
        return s;
    }
    bool known = isfinite( start.x ) && isfinite( start.y );
    double expected = ssVec2_Length( known ? ssVec2_MulAdd( gammaFree, -g, start ) : gammaFree );
    ssPlanarSolution s = { .converged = false };
    for ( int i = 0; i < 20 && ( i == 0 || turnAhead( &search, s.gamma ) ); ++i )
    {
        s = solveBySpeed( &search, expected );
    }
    return s;
}

/// The attracting root near a speed, by secants over its logarithm, in which such forces are straight.
static bool followRoot( SpeedSearch* search, double speed, SpeedTrial* root )
{
    const double first = 1e-4, farthest = 3.0;
    SpeedTrial last = trySpeed( search, speed ), trial = trySpeed( search, speed * ( 1.0 + first ) );
    double moved = first;
    for ( int i = 0; i < 24; ++i )
    {
        *root = fabs( last.miss ) < fabs( trial.miss ) ? last : trial;
        if ( isRoot( search, root, ROUNDING ) ) { return true; }
        double slope = ( trial.miss - last.miss ) / moved;
        if ( !( slope < 0.0 ) ) { return isRoot( search, root, SOLVED ) && i > 2; }
        moved = ssMin( ssMax( -trial.miss / slope, -farthest ), farthest );
        double next = trial.speed * ssExp( moved );
        if ( next == trial.speed || !( next > 1e-290 && next < 1e290 ) )
        {
            return isRoot( search, root, SOLVED );
        }
        last = trial;
        trial = trySpeed( search, next );
    }
    return false;
}

bool typedSolveNear(
    const ssLaw* law, double load, double g, ssVec2 gammaFree, double speed, ssPlanarSolution* solution )
{
    SpeedSearch search;
    SpeedTrial root;
    double miss;
    beginSearch( &search, law, load, ssVec2_Scale( 1.0 / g, gammaFree ), 1.0 / g );
    search.iterates = false;
    const lawTyped* typed = search.eval.typed;
    if ( !typed->bySpeed || !typed->round || sticks( &search, &miss ) ||
        !followRoot( &search, speed, &root ) )
    {
        return false;
    }
    *solution = solutionAt( &search, &root );
    return true;
}
