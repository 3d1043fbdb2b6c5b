// SPDX-License-Identifier: MIT
#include "slipstick/parallel.h"
#include "slipstick/vecmath.h"

#include "model/rolling_cylinder_noise.h"
#include "model/rolling_cylinder_step.h"

// Many runs with different seeds. Eight members go side by side, so that the processor has eight independent chains of
// roots and divisions to work on; groups of eight are the blocks of ssParallelFor. Each member's numbers are its own,
// and what is summed over members is summed in their order: the number of threads changes nothing.

enum
{
    lanes = 8,
    chunk = 1 << cylinderBlockBits
};

typedef struct Watch
{
    int state;    // -1 slow, 1 fast, 0 neither seen yet
    double since; // when it came there [s]
} Watch;

typedef struct Work
{
    const ssCylinderEnsembleDef* def;
    ssCylinderForce force;
    cylinderStride stride;
    int level;
    ssCylinderMember* members;
    int64_t* counts; // bins of every block
} Work;

typedef struct Group
{
    double v[lanes];
    double sum[lanes], squares[lanes]; // about v0
    Watch watch[lanes];
    ssCylinderNoise noise[lanes][chunk];
    double path[lanes][chunk];
} Group;

/// `count` steps of all lanes, leaving the velocities in `path`.
static inline void advance( const Work* work, Group* g, bool approx, bool euler, int count )
{
    // the compiler cannot know that the path does not overlap the numbers of the law
    ssCylinderForce force = work->force;
    cylinderStride stride = work->stride;
    for ( int t = 0; t < count; ++t )
    {
        double v[lanes], xi[lanes], eta[lanes];
        for ( int i = 0; i < lanes; ++i )
        {
            v[i] = g->v[i];
            xi[i] = g->noise[i][t].xi;
            eta[i] = g->noise[i][t].eta;
        }
        for ( int i = 0; i < lanes; ++i )
        {
            v[i] =
                cylinderStepOf( &force, &stride, approx, euler, v[i], ( ssCylinderNoise ){ xi[i], eta[i] } );
        }
        for ( int i = 0; i < lanes; ++i )
        {
            g->v[i] = g->path[i][t] = v[i];
        }
    }
}

static void advanceGroup( const Work* work, Group* g, int count )
{
    bool euler = work->def->scheme == ss_cylinderEuler;
    if ( work->def->cylinder.model == ss_cylinderApprox )
    {
        euler ? advance( work, g, true, true, count ) : advance( work, g, true, false, count );
    }
    else
    {
        euler ? advance( work, g, false, true, count ) : advance( work, g, false, false, count );
    }
}

/// Arrivals at the slow and the fast velocity, and the times between them.
static void watchPassages( const ssCylinderEnsembleDef* def, Watch* watch, const double* path, int count,
    double time, ssCylinderMember* member )
{
    for ( int t = 0; t < count; ++t )
    {
        double v = path[t];
        int now = v <= def->slow ? -1 : v >= def->fast ? 1 : 0;
        if ( now == 0 || now == watch->state )
        {
            continue;
        }
        double at = time + ( t + 1 ) * def->h;
        member->ups += watch->state < 0;
        member->downs += watch->state > 0;
        member->upTime += watch->state < 0 ? at - watch->since : 0.0;
        member->downTime += watch->state > 0 ? at - watch->since : 0.0;
        *watch = ( Watch ){ now, at };
    }
}

static void gather(
    const Work* work, Group* g, int lane, int count, double time, int64_t* counts, ssCylinderMember* member )
{
    const ssCylinderEnsembleDef* def = work->def;
    const double* path = g->path[lane];
    double sum = 0.0, squares = 0.0;
    for ( int t = 0; t < count; ++t )
    {
        double away = path[t] - def->v0;
        sum += away;
        squares += away * away;
    }
    g->sum[lane] += sum;
    g->squares[lane] += squares;
    double perBin = def->bins > 0 ? def->bins / ( def->high - def->low ) : 0.0;
    for ( int t = 0; t < count && def->bins > 0; ++t )
    {
        double bin = ( path[t] - def->low ) * perBin;
        if ( bin >= 0.0 && bin < def->bins )
        {
            ++counts[(int)bin];
        }
    }
    if ( def->fast > def->slow )
    {
        watchPassages( def, g->watch + lane, path, count, time, member );
    }
}

static void runGroup( void* context, int block, int first, int last )
{
    Work* work = context;
    const ssCylinderEnsembleDef* def = work->def;
    Group g;
    int64_t total = def->settle + def->steps, *counts = work->counts + (int64_t)block * def->bins;
    for ( int i = 0; i < lanes; ++i )
    {
        g.v[i] = def->v0;
        g.sum[i] = g.squares[i] = 0.0;
        g.watch[i] = ( Watch ){ def->v0 == def->slow ? -1 : def->v0 == def->fast ? 1 : 0, 0.0 };
    }
    for ( int64_t step = 0; step < total; )
    {
        // a chunk ends where looking begins
        int64_t stop = step < def->settle ? def->settle : total;
        int count = (int)( stop - step < chunk ? stop - step : chunk );
        for ( int i = 0; i < lanes; ++i )
        {
            // lanes without a member of their own run along with the last one's noise, unseen
            int member = first + i < last ? first + i : last - 1;
            ssCylinderNoise_Fill( def->seed + (uint64_t)member, work->level, step, count, g.noise[i] );
        }
        advanceGroup( work, &g, count );
        for ( int i = 0; first + i < last && step >= def->settle; ++i )
        {
            gather( work, &g, i, count, (double)( step - def->settle ) * def->h, counts,
                work->members + first + i );
        }
        step += count;
    }
    for ( int i = 0; first + i < last; ++i )
    {
        ssCylinderMember* member = work->members + first + i;
        double away = g.sum[i] / (double)def->steps;
        member->mean = def->v0 + away;
        member->variance = fmax( g.squares[i] / (double)def->steps - away * away, 0.0 );
        member->last = g.v[i];
    }
}

ssCylinderEnsembleDef ssDefaultCylinderEnsembleDef( void )
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

static ssResult checkDef( const ssCylinderEnsembleDef* def )
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
            "settling",
            def->members, (long long)def->settle, (long long)def->steps );
    }
    if ( result.code == ss_ok && ( def->bins < 0 || ( def->bins > 0 && !( def->high > def->low ) ) ) )
    {
        result = ssError( ss_errorValue, "bins", "%d bins from %g to %g; allowed: a range that rises",
            def->bins, def->low, def->high );
    }
    return result;
}

static void summarise( const Work* work, int blocks, ssCylinderEnsemble* e )
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
        double away = e->members[i].mean - e->mean;
        squares += away * away;
        e->std += ( e->members[i].variance + away * away ) / n;
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

ssResult ssRunCylinderEnsemble( const ssCylinderEnsembleDef* def, ssCylinderEnsemble* ensemble )
{
    *ensemble = ( ssCylinderEnsemble ){ .memberCount = def->members, .bins = def->bins };
    ssResult result = checkDef( def );
    ssCylinderSpline spline = { .cellCount = 0 };
    bool given = def->spline != NULL && ssCylinderSpline_Matches( def->spline, &def->cylinder );
    if ( result.code == ss_ok && def->cylinder.model == ss_cylinderFull && !given )
    {
        result = ssMakeCylinderSpline( &def->cylinder, &spline );
    }
    if ( result.code != ss_ok )
    {
        ssCylinderSpline_Destroy( &spline );
        return result;
    }
    int blocks = ssBlockCount( def->members, lanes );
    Work work = { .def = def,
        .force = ssPrepareCylinder( &def->cylinder, given ? def->spline : &spline ),
        .level = ssCylinderNoise_Level( def->h ) };
    work.stride = cylinderMakeStride( &work.force, def->h );
    // one more, because nothing cannot be allocated
    work.counts = ssAlloc( ( (size_t)blocks * (size_t)def->bins + 1 ) * sizeof( int64_t ) );
    ensemble->counts = ssAlloc( ( (size_t)def->bins + 1 ) * sizeof( int64_t ) );
    work.members = ensemble->members = ssAlloc( (size_t)def->members * sizeof( ssCylinderMember ) );
    if ( work.counts == NULL || ensemble->counts == NULL || work.members == NULL )
    {
        result = ssError( ss_errorMemory, NULL, "no memory for an ensemble of %d members", def->members );
        ssCylinderEnsemble_Destroy( ensemble );
    }
    else
    {
        ssParallelFor( def->members, lanes, runGroup, &work );
        summarise( &work, blocks, ensemble );
    }
    ssRelease( work.counts );
    ssCylinderSpline_Destroy( &spline );
    return result;
}

void ssCylinderEnsemble_Destroy( ssCylinderEnsemble* ensemble )
{
    ssRelease( ensemble->members );
    ssRelease( ensemble->counts );
    *ensemble = ( ssCylinderEnsemble ){ .memberCount = 0 };
}
