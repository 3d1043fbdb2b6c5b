// SPDX-License-Identifier: MIT
#pragma once

#include "rolling_cylinder_common.h"

#include "model/euler_maruyama.h"
#include "model/rolling_cylinder_noise.h"
#include "slipstick/parallel.h"

// Many runs of the rolling cylinder with different seeds, for the tests of its statistics. A group of eight
// members advances together, so that the processor has eight independent chains of square roots and divisions
// to work on; the groups are the blocks of ssParallelFor. Every member has its own numbers, and sums over
// members are taken in their order, so the number of threads does not change the result.

/// Many runs that differ only in their seeds.
typedef struct ssCylinderEnsembleDef
{
    ssCylinder cylinder;
    const ssCylinderSpline* spline; ///< for the full model; NULL: computed for this ensemble
    ssCylinderScheme scheme;
    double h;              ///< step size [s]
    int64_t settle, steps; ///< steps before the statistics begin, and steps of the statistics
    int members;           ///< > 0
    uint64_t seed;         ///< seed of the first member; the others have the following numbers
    double v0;             ///< initial velocity [m/s]
    double slow, fast;     ///< passages between these two velocities are timed [m/s]; NaN: none
    double low, high;      ///< range of the histogram [m/s]
    int bins;              ///< number of bins; 0: no histogram
} ssCylinderEnsembleDef;

typedef struct ssCylinderMember
{
    double mean, variance, last; ///< of the velocity; `last` is the final velocity
    int64_t ups, downs;          ///< completed passages from slow to fast and from fast to slow
    double upTime, downTime;     ///< their total times [s]
} ssCylinderMember;

typedef struct ssCylinderEnsemble
{
    double mean, meanError; ///< mean velocity over the members, and its standard error [m/s]
    double std;             ///< standard deviation of the velocity [m/s]
    int64_t ups, downs;
    double passageUp, passageDown; ///< mean passage times [s]; NaN: there was no passage
    ssCylinderMember* members;
    int memberCount;
    int64_t* counts; ///< the histogram; velocities outside its range are not counted
    int bins;
} ssCylinderEnsemble;

#define GROUP_SIZE 8                           // members that advance together
#define BATCH_STEPS ( 1 << cylinderBlockBits ) // steps whose noise is generated at once

typedef struct PassageTimer
{
    int state;    // -1: slow was visited last, 1: fast was, 0: neither yet
    double since; // time of the arrival there [s]
} PassageTimer;

typedef struct Work
{
    const ssCylinderEnsembleDef* def;
    ssCylinderForce force;
    cylinderStepFactors factors;
    int level;
    ssCylinderMember* members;
    int64_t* counts; // histogram of every block
} Work;

typedef struct Group
{
    double v[GROUP_SIZE];
    double sum[GROUP_SIZE], squares[GROUP_SIZE]; // of the deviations from v0
    PassageTimer timer[GROUP_SIZE];
    ssCylinderNoise noise[GROUP_SIZE][BATCH_STEPS];
    double path[GROUP_SIZE][BATCH_STEPS];
} Group;

/// Takes `count` steps of all members and leaves the velocities in
/// `path`. `approx` and `euler` are constants.
static inline void advanceAs( const Work* work, Group* g, bool approx, bool euler, int count )
{
    // Local copies, because the compiler cannot know that writing the path does not change these numbers.
    ssCylinderForce force = work->force;
    cylinderStepFactors factors = work->factors;
    for ( int t = 0; t < count; ++t )
    {
        double v[GROUP_SIZE], xi[GROUP_SIZE], eta[GROUP_SIZE];
        for ( int i = 0; i < GROUP_SIZE; ++i )
        {
            v[i] = g->v[i];
            xi[i] = g->noise[i][t].xi;
            eta[i] = g->noise[i][t].eta;
        }
        for ( int i = 0; i < GROUP_SIZE; ++i )
        {
            v[i] =
                cylinderStep( &force, &factors, approx, euler, v[i], ( ssCylinderNoise ){ xi[i], eta[i] } );
        }
        for ( int i = 0; i < GROUP_SIZE; ++i ) { g->v[i] = g->path[i][t] = v[i]; }
    }
}

static inline void advanceGroup( const Work* work, Group* g, int count )
{
    bool euler = work->def->scheme == ss_cylinderEuler;
    if ( work->def->cylinder.model == ss_cylinderApprox )
    {
        euler ? advanceAs( work, g, true, true, count ) : advanceAs( work, g, true, false, count );
    }
    else { euler ? advanceAs( work, g, false, true, count ) : advanceAs( work, g, false, false, count ); }
}

/// Times the passages between the slow and the fast velocity.
static inline void timePassages( const ssCylinderEnsembleDef* def, PassageTimer* timer, const double* path,
    int count, double time, ssCylinderMember* member )
{
    for ( int t = 0; t < count; ++t )
    {
        double v = path[t];
        int state = v <= def->slow ? -1 : v >= def->fast ? 1 : 0;
        if ( state == 0 || state == timer->state ) { continue; }
        double at = time + ( t + 1 ) * def->h;
        member->ups += timer->state < 0;
        member->downs += timer->state > 0;
        member->upTime += timer->state < 0 ? at - timer->since : 0.0;
        member->downTime += timer->state > 0 ? at - timer->since : 0.0;
        *timer = ( PassageTimer ){ state, at };
    }
}

/// Adds the velocities of one batch to the moments, the histogram and
/// the passages of member `index` of the group.
static inline void accumulate(
    const Work* work, Group* g, int index, int count, double time, int64_t* counts, ssCylinderMember* member )
{
    const ssCylinderEnsembleDef* def = work->def;
    const double* path = g->path[index];
    double sum = 0.0, squares = 0.0;
    for ( int t = 0; t < count; ++t )
    {
        double deviation = path[t] - def->v0;
        sum += deviation;
        squares += deviation * deviation;
    }
    g->sum[index] += sum;
    g->squares[index] += squares;
    double perBin = def->bins > 0 ? def->bins / ( def->high - def->low ) : 0.0;
    for ( int t = 0; t < count && def->bins > 0; ++t )
    {
        double bin = ( path[t] - def->low ) * perBin;
        if ( bin >= 0.0 && bin < def->bins ) { ++counts[(int)bin]; }
    }
    if ( def->fast > def->slow ) { timePassages( def, g->timer + index, path, count, time, member ); }
}

static inline void runGroup( void* context, int block, int first, int last )
{
    Work* work = context;
    const ssCylinderEnsembleDef* def = work->def;
    Group g;
    int64_t total = def->settle + def->steps, *counts = work->counts + (int64_t)block * def->bins;
    for ( int i = 0; i < GROUP_SIZE; ++i )
    {
        g.v[i] = def->v0;
        g.sum[i] = g.squares[i] = 0.0;
        g.timer[i] = ( PassageTimer ){ def->v0 == def->slow ? -1 : def->v0 == def->fast ? 1 : 0, 0.0 };
    }
    for ( int64_t step = 0; step < total; )
    {
        // A batch ends where the settling time does.
        int64_t stop = step < def->settle ? def->settle : total;
        int count = (int)( stop - step < BATCH_STEPS ? stop - step : BATCH_STEPS );
        for ( int i = 0; i < GROUP_SIZE; ++i )
        {
            // The last group may have fewer members; the rest of it repeats the last member and is ignored.
            int member = first + i < last ? first + i : last - 1;
            ssCylinderNoise_Fill( def->seed + (uint64_t)member, work->level, step, count, g.noise[i] );
        }
        advanceGroup( work, &g, count );
        for ( int i = 0; first + i < last && step >= def->settle; ++i )
        {
            accumulate( work, &g, i, count, (double)( step - def->settle ) * def->h, counts,
                work->members + first + i );
        }
        step += count;
    }
    for ( int i = 0; first + i < last; ++i )
    {
        ssCylinderMember* member = work->members + first + i;
        double deviation = g.sum[i] / (double)def->steps;
        member->mean = def->v0 + deviation;
        member->variance = ssMax( g.squares[i] / (double)def->steps - deviation * deviation, 0.0 );
        member->last = g.v[i];
    }
}

static inline ssCylinderEnsembleDef ssDefaultCylinderEnsembleDef( void )
{
    return ( ssCylinderEnsembleDef ){ .cylinder = ssDefaultCylinder(),
        .scheme = ss_cylinderSra1,
        .h = 1.0,
        .steps = 16000,
        .members = 10,
        .seed = 1,
        .slow = SS_NAN,
        .fast = SS_NAN };
}

static inline ssResult checkDef( const ssCylinderEnsembleDef* def )
{
    ssResult result = ssCylinder_Check( &def->cylinder );
    result = result.code == ss_ok ? ssCylinder_CheckSpeed( &def->cylinder, "v0", def->v0 ) : result;
    if ( result.code == ss_ok && !( def->h > 0.0 && isfinite( def->h ) ) )
    {
        result = ssError( ss_errorValue, "h", "h = %g s; allowed: a finite step size > 0", def->h );
    }
    if ( result.code == ss_ok && ( def->members < 1 || def->steps < 1 || def->settle < 0 ) )
    {
        result = ssError( ss_errorValue, "members",
            "members = %d with %lld + %lld steps; allowed: at least one member, one step and no negative "
            "settling time",
            def->members, (long long)def->settle, (long long)def->steps );
    }
    if ( result.code == ss_ok && ( def->bins < 0 || ( def->bins > 0 && !( def->high > def->low ) ) ) )
    {
        result = ssError( ss_errorValue, "bins", "%d bins from %g to %g; allowed: an ascending range",
            def->bins, def->low, def->high );
    }
    return result;
}

static inline void summarise( const Work* work, int blocks, ssCylinderEnsemble* e )
{
    const ssCylinderEnsembleDef* def = work->def;
    double squares = 0.0, upTime = 0.0, downTime = 0.0, n = def->members;
    for ( int i = 0; i < def->members; ++i )
    {
        const ssCylinderMember* m = e->members + i;
        e->mean += m->mean / n;
        e->ups += m->ups;
        e->downs += m->downs;
        upTime += m->upTime;
        downTime += m->downTime;
    }
    for ( int i = 0; i < def->members; ++i )
    {
        double deviation = e->members[i].mean - e->mean;
        squares += deviation * deviation;
        e->std += ( e->members[i].variance + deviation * deviation ) / n;
    }
    e->std = sqrt( e->std );
    e->meanError = n > 1.0 ? sqrt( squares / ( n - 1.0 ) / n ) : SS_NAN;
    e->passageUp = e->ups > 0 ? upTime / (double)e->ups : SS_NAN;
    e->passageDown = e->downs > 0 ? downTime / (double)e->downs : SS_NAN;
    for ( int block = 0; block < blocks; ++block )
    {
        for ( int i = 0; i < def->bins; ++i )
        {
            e->counts[i] += work->counts[(int64_t)block * def->bins + i];
        }
    }
}

static inline void ssCylinderEnsemble_Destroy( ssCylinderEnsemble* ensemble )
{
    ssRelease( ensemble->members );
    ssRelease( ensemble->counts );
    *ensemble = ( ssCylinderEnsemble ){ .memberCount = 0 };
}

static inline ssResult ssRunCylinderEnsemble( const ssCylinderEnsembleDef* def, ssCylinderEnsemble* ensemble )
{
    *ensemble = ( ssCylinderEnsemble ){ .memberCount = def->members, .bins = def->bins };
    ssResult result = checkDef( def );
    ssCylinderSpline spline = { .cellCount = 0 };
    bool hasSpline = def->spline != NULL && ssCylinderSpline_Matches( def->spline, &def->cylinder );
    if ( result.code == ss_ok && def->cylinder.model == ss_cylinderFull && !hasSpline )
    {
        result = ssMakeCylinderSpline( &def->cylinder, &spline );
    }
    if ( result.code != ss_ok )
    {
        ssCylinderSpline_Destroy( &spline );
        return result;
    }
    int blocks = ssBlockCount( def->members, GROUP_SIZE );
    Work work = { .def = def,
        .force = ssPrepareCylinder( &def->cylinder, hasSpline ? def->spline : &spline ),
        .level = ssCylinderNoise_Level( def->h ) };
    work.factors = cylinderMakeStepFactors( &work.force, def->h );
    // One element more than needed, because there may be no bins.
    work.counts = ssAlloc( ( (size_t)blocks * (size_t)def->bins + 1 ) * sizeof( int64_t ) );
    ensemble->counts = ssAlloc( ( (size_t)def->bins + 1 ) * sizeof( int64_t ) );
    work.members = ensemble->members = ssAlloc( (size_t)def->members * sizeof( ssCylinderMember ) );
    if ( work.counts == NULL || ensemble->counts == NULL || work.members == NULL )
    {
        result = ssError( ss_errorMemory, NULL, "out of memory for an ensemble of %d members", def->members );
        ssCylinderEnsemble_Destroy( ensemble );
    }
    else
    {
        ssParallelFor( def->members, GROUP_SIZE, runGroup, &work );
        summarise( &work, blocks, ensemble );
    }
    ssRelease( work.counts );
    ssCylinderSpline_Destroy( &spline );
    return result;
}
