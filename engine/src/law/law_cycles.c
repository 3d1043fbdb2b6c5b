// SPDX-License-Identifier: MIT
#include "law/law_cycles.h"

#include <stdio.h>
#include <string.h>

// A law with memory gives out energy if some periodic motion makes it push more than it resists. Two families
// are tried. Velocities that change faster than the states hold them where their mean rate vanishes; the
// mixture with the least mean power is a linear problem in the shares, whose dual is f·gamma >= p·z'(gamma)
// for all gamma, p the slope of a stored energy. With one number as memory, a law is passive exactly if no
// mixture gains. With more, circles, swings and eights of all sizes are tried too. The best are improved, and
// the worst is computed once more with fine steps.

#define SAMPLES_MAX 400
#define SPEEDS 37 // four a decade, from 1e-7 to 100 m/s
#define ANGLES 16
#define COLUMNS_MAX ( SPEEDS * ANGLES + 1 )
#define KEPT 6 // candidates
#define TRIALS_MAX 16000
#define MOST 19

typedef struct Candidate
{
    ssLawMotion motion;
    motionTally tally;
    double score; // the energy given out: per metre [J/m], or where there is none over all that is handled
    const char* name; // of a smooth motion; NULL: it is described by its pieces
} Candidate;

typedef struct Search
{
    lawSearch* to;
    motionLaw law;
    double fastest; // speed of a candidate
    int sampleCount, columnCount;
    double samples[SAMPLES_MAX][SS_LAW_MAX_STATES];
    double sizes[SS_LAW_MAX_STATES]; // the largest among the samples
    ssVec2 gamma[COLUMNS_MAX];
    double time[COLUMNS_MAX]; // of a share of one
    double cost[COLUMNS_MAX], table[COLUMNS_MAX * MIXTURE_ROWS];
    int trialCount; // of a stored energy
    double trialCost[TRIALS_MAX + SS_LAW_MAX_STATES],
        trials[( TRIALS_MAX + SS_LAW_MAX_STATES ) * ( 1 + SS_LAW_MAX_STATES )];
    Candidate kept[KEPT]; // the best first
    int keptCount;
} Search;

static bool goesOn( Search* s )
{
    lawSearch* to = s->to;
    return !( to->stopped = to->stopped || ( to->stop != NULL && to->stop( to->context ) ) );
}

/// States far beyond those that sliding reaches are no evidence.
static bool isWithin( const Search* s, const motionTally* tally )
{
    double reached = 0.0, size = 0.0;
    for ( int k = 0; k < s->law.numbers; ++k )
    {
        reached = ssMax( reached, s->sizes[k] );
        size = ssMax( size, tally->size[k] );
    }
    return size <= 1e3 * reached;
}

static motionSteps stepsOf( const ssLawMotion* motion, bool fine )
{
    bool smooth = motion->pieces >= MOTION_MANY;
    return smooth ? ( fine ? MOTION_SMOOTH : MOTION_EVEN ) : fine ? MOTION_FINE : MOTION_COARSE;
}

/// Computes a candidate; false without solution. A gain below 1e-5 of the energy handled is rounding.
static bool tryWithSteps( Search* s, Candidate* c, motionSteps steps )
{
    c->motion.load = s->law.load;
    ssLawMotion start = c->motion;
    bool bounded = s->law.bounded, closed = motionClose( &s->law, &c->motion, steps, &c->tally );
    if ( !closed && !bounded )
    {
        // The rule of the middle overshoots where a step is long for a state, as the age of a contact.
        c->motion = start;
        s->law.bounded = true;
        closed = motionClose( &s->law, &c->motion, steps, &c->tally );
        s->law.bounded = bounded;
    }
    if ( !closed || !isWithin( s, &c->tally ) ) { return false; }
    s->to->motions += 1;
    double share = c->tally.handled > 0.0 ? -c->motion.work / c->tally.handled : -1.0;
    c->score = share > 1e-5 ? c->motion.gain : ssMin( share, 0.0 );
    return true;
}

static bool tryMotion( Search* s, Candidate* c, bool fine )
{
    return tryWithSteps( s, c, stepsOf( &c->motion, fine ) );
}

/// Whether 3, 7 and 15 times finer steps agree: if the steps do not resolve the force, gains differ.
static bool stands( Search* s, const Candidate* c )
{
    static const int finer[] = { 3, 7, 15 };
    bool same = true;
    for ( int i = 0; i < SS_COUNT( finer ) && same && goesOn( s ); ++i )
    {
        Candidate again = *c;
        motionSteps steps = stepsOf( &c->motion, true );
        steps.count *= finer[i];
        steps.growth = ssPow( steps.growth, 1.0 / finer[i] );
        same = tryWithSteps( s, &again, steps ) && again.score > 0.0 &&
            fabs( again.motion.gain - c->motion.gain ) <= 0.03 * c->motion.gain;
    }
    return same;
}

/// Keeps the best ones.
static void keep( Search* s, const Candidate* c )
{
    int at = s->keptCount < KEPT ? s->keptCount++ : KEPT - 1;
    if ( s->keptCount == KEPT && at == KEPT - 1 && s->kept[at].motion.pieces > 0 &&
        s->kept[at].score >= c->score )
    {
        return;
    }
    for ( ; at > 0 && s->kept[at - 1].score < c->score; --at ) { s->kept[at] = s->kept[at - 1]; }
    s->kept[at] = *c;
}

/// Energy may come out in one direction or sense only. A quick search tries the first three.
static const struct
{
    const char* name;
    double across; // of the second harmonic or of a circle, over the size
    bool eight;
    double tilt; // [rad]
} s_paths[] = {
    { "to and fro", 0.0, false, 0.3 },
    { "round a circle", 1.0, false, 0.3 },
    { "clockwise round a circle", -1.0, false, 0.3 },
    { "along a figure of eight", 1.0, true, 0.3 },
    { "to and fro", 0.0, false, 0.3 + SS_PI / 3.0 },
    { "to and fro", 0.0, false, 0.3 + 2.0 * SS_PI / 3.0 },
};

static ssVec2 pathPoint( int path, double size, double turn )
{
    double angle = 2.0 * SS_PI * turn, x = size * ssCos( angle );
    double y = size * s_paths[path].across * ssSin( s_paths[path].eight ? 2.0 * angle : angle );
    double c = ssCos( s_paths[path].tilt ), s = ssSin( s_paths[path].tilt );
    return ssVec2_Make( c * x - s * y, s * x + c * y );
}

static ssLawMotion smoothMotion( int path, double size, double period )
{
    const int count = SS_LAW_PIECES;
    ssLawMotion motion = { .pieces = count };
    double h = period / count;
    for ( int i = 0; i < count; ++i )
    {
        ssVec2 a = pathPoint( path, size, i / (double)count ),
               b = pathPoint( path, size, ( i + 1.0 ) / count );
        motion.velocity[i] = ssVec2_Scale( 1.0 / h, ssVec2_Sub( b, a ) );
        motion.duration[i] = h;
    }
    return motion;
}

static bool isSlowEnough( const Search* s, const ssLawMotion* motion )
{
    int i = 0;
    while ( i < motion->pieces && ssVec2_Length( motion->velocity[i] ) <= s->fastest ) { ++i; }
    return i == motion->pieces;
}

/// Swings of all frequencies, close to each other: a law may be active in a narrow band only.
static void scanFrequencies( Search* s )
{
    const int perDecade = s->to->quick ? 3 : 14, speeds = s->to->quick ? 1 : 3;
    for ( int k = 0; k < speeds; ++k )
    {
        double speed = ssPow( 10.0, -2.0 * k );
        for ( int i = 0; i <= 6 * perDecade && goesOn( s ) && speed <= s->fastest; ++i )
        {
            double period = ssPow( 10.0, 1.0 - (double)i / perDecade );
            Candidate c = { .motion = smoothMotion( 0, 0.99 * speed * period / ( 2.0 * SS_PI ), period ),
                .name = s_paths[0].name };
            ssLaw_InitialState( &s->law.law, c.motion.state );
            if ( tryMotion( s, &c, false ) ) { keep( s, &c ); }
        }
    }
}

static void trySmooth( Search* s )
{
    int paths = s->to->quick ? 3 : SS_COUNT( s_paths ), every = s->to->quick ? 2 : 1;
    for ( int k = 0; k < 7; k += every )
    {
        for ( int p = 0; p < 3 && goesOn( s ); p += every )
        {
            for ( int path = 0; path < paths; ++path )
            {
                Candidate c = { .motion = smoothMotion( path, ssPow( 10.0, k - 6 ), ssPow( 10.0, 1 - p ) ),
                    .name = s_paths[path].name };
                ssLaw_InitialState( &s->law.law, c.motion.state );
                if ( isSlowEnough( s, &c.motion ) && tryMotion( s, &c, false ) ) { keep( s, &c ); }
            }
        }
    }
}

/// Takes a state among the samples unless there is one like it.
static void takeSample( Search* s, const double* state )
{
    // More numbers make a mixture dearer.
    int most = 4 * SAMPLES_MAX / ( ( s->to->quick ? 2 : 1 ) * ( s->law.numbers + 3 ) );
    bool fresh = s->sampleCount < most;
    for ( int i = 0; i < s->sampleCount && fresh; ++i )
    {
        fresh = false;
        for ( int k = 0; k < s->law.numbers; ++k )
        {
            double size = ssMax( fabs( state[k] ), fabs( s->samples[i][k] ) );
            fresh = fresh || !( fabs( state[k] - s->samples[i][k] ) <= 0.03 * size );
        }
    }
    if ( fresh ) { memcpy( s->samples[s->sampleCount++], state, SS_LAW_MAX_STATES * sizeof( double ) ); }
    for ( int k = 0; k < s->law.numbers; ++k ) { s->sizes[k] = ssMax( s->sizes[k], fabs( state[k] ) ); }
}

/// Slides at one speed for some ten seconds and takes samples on the way; `state` is updated.
static void slide( Search* s, ssVec2 gamma, double* state )
{
    double h = 1e-6;
    bool fine = true;
    for ( int i = 0; i < 24 && fine; ++i )
    {
        double before[SS_LAW_MAX_STATES], way = h * ssVec2_Length( gamma );
        memcpy( before, state, sizeof( before ) );
        fine = motionRelax( &s->law, gamma, h, state );
        for ( int k = 0; k < s->law.numbers && fine; ++k )
        {
            s->law.perMetre[k] = ssMax( s->law.perMetre[k], fabs( state[k] - before[k] ) / way );
        }
        if ( fine ) { takeSample( s, state ); }
        h *= 2.0;
    }
}

static void sampleStates( Search* s )
{
    int directions = s->to->quick ? 1 : 2, every = s->to->quick ? 4 : 2;
    double start[SS_LAW_MAX_STATES];
    ssLaw_InitialState( &s->law.law, start );
    takeSample( s, start );
    for ( int d = 0; d < directions; ++d )
    {
        // The first direction is an axis of the law, the other one of the columns of the mixtures.
        double angle = d * 2.0 * SS_PI * 3.0 / ANGLES;
        for ( int k = SPEEDS - 9; k >= 4 && goesOn( s ); k -= every )
        {
            ssVec2 along = { ssCos( angle ), ssSin( angle ) };
            double speed = ssPow( 10.0, -7.0 + 0.25 * k ), state[SS_LAW_MAX_STATES];
            memcpy( state, start, sizeof( state ) );
            slide( s, ssVec2_Scale( speed, along ), state );
            slide( s, ssVec2_Scale( k > SPEEDS / 2 ? 1e-5 : 0.3, along ), state );
        }
    }
}

/// The rates of the states at a velocity; false if the law gives none.
static bool ratesAt( Search* s, const double* state, ssVec2 gamma, double* rates )
{
    motionLaw* m = &s->law;
    if ( m->law.typed == NULL || m->law.typed->program->function != NULL ) { return false; }
    const ssLawProgram* program = m->law.typed->program;
    double fastest = 0.0;
    typedEval eval;
    m->site.state = state;
    typedMoveTo( &eval, &m->law, m->load, gamma );
    for ( int k = 0; k < program->stateCount; ++k )
    {
        for ( int i = 0; i < program->states[k].row.size; ++i )
        {
            int at = program->states[k].row.first + i;
            rates[at] = typedValue( eval.registers, program->states[k].rate[i], 0.0 );
            fastest = ssMax( fastest, s->sizes[at] > 0.0 ? fabs( rates[at] ) / s->sizes[at] : 0.0 );
        }
    }
    if ( m->bounded && fastest > 0.0 )
    {
        // What the bounds leave of them, over a short step.
        m->site.h = 1e-6 / fastest;
        typedMoveTo( &eval, &m->law, m->load, gamma );
        for ( int k = 0; k < m->numbers; ++k ) { rates[k] = ( eval.state[k] - state[k] ) / m->site.h; }
        m->site.h = 0.0;
    }
    m->site.state = NULL;
    int k = 0;
    while ( k < m->numbers && isfinite( rates[k] ) ) { ++k; }
    return k == m->numbers;
}

/// Writes a column: per metre, or at rest per second.
static void addColumn( Search* s, const double* state, ssVec2 gamma )
{
    double rates[SS_LAW_MAX_STATES], speed = ssVec2_Length( gamma ), per = speed > 0.0 ? speed : 1.0;
    ssVec2 force = { 0.0, 0.0 };
    if ( !ratesAt( s, state, gamma, rates ) ) { return; }
    if ( speed > 0.0 )
    {
        s->law.site.state = state;
        force = ssLaw_SlipForce( &s->law.law, s->law.load, gamma ).force;
        s->law.site.state = NULL;
    }
    int rows = s->law.numbers + 1;
    double* column = s->table + s->columnCount * rows;
    double cost = ssVec2_Dot( force, gamma ) / per;
    if ( !isfinite( cost ) ) { return; }
    // Rates differ by many decades: every column is scaled to about one.
    column[0] = speed > 0.0 ? 1.0 : 0.0;
    double norm = column[0];
    for ( int k = 0; k < s->law.numbers; ++k )
    {
        column[1 + k] = rates[k] / ( per * ( s->sizes[k] > 0.0 ? s->sizes[k] : 1.0 ) );
        norm = ssMax( norm, fabs( column[1 + k] ) );
    }
    norm = norm > 0.0 ? norm : 1.0; // at rest nothing may change
    for ( int k = 0; k < rows; ++k ) { column[k] /= norm; }
    s->gamma[s->columnCount] = gamma;
    s->time[s->columnCount] = 1.0 / ( norm * per );
    s->cost[s->columnCount++] = cost / norm;
}

static void makeColumns( Search* s, const double* state )
{
    int angles = s->to->quick ? 4 : ANGLES, every = s->to->quick ? 2 : 1;
    s->columnCount = 0;
    addColumn( s, state, ssVec2_Make( 0.0, 0.0 ) );
    for ( int k = 0; k < SPEEDS; k += every )
    {
        double speed = ssPow( 10.0, -7.0 + 0.25 * k );
        for ( int a = 0; a < angles && speed <= 1.001 * s->fastest; ++a )
        {
            double angle = 2.0 * SS_PI * a / angles;
            addColumn( s, state, ssVec2_Make( speed * ssCos( angle ), speed * ssSin( angle ) ) );
        }
    }
}

static ssLawMotion motionOf( const Search* s, const mixture* m, const double* state, double period )
{
    ssLawMotion motion = { .pieces = m->count };
    double whole = 0.0;
    for ( int pass = 0; pass < 2; ++pass )
    {
        for ( int i = 0; i < m->count; ++i )
        {
            double time = m->share[i] * s->time[m->column[i]];
            motion.velocity[i] = s->gamma[m->column[i]];
            motion.duration[i] = pass > 0 ? time * period / whole : 0.0;
            whole += pass == 0 ? time : 0.0;
        }
    }
    memcpy( motion.state, state, sizeof( motion.state ) );
    return motion;
}

/// Tries a mixture as motions of several periods, and keeps the longest among those that are about the best.
static void tryMixture( Search* s, const mixture* m, const double* state )
{
    double score[MOST], best = -HUGE_VAL, factor = s->to->quick ? 0.1 : 0.3162277660168379;
    int count = s->to->quick ? 10 : MOST;
    Candidate c = { .motion = { .pieces = 0 } };
    for ( int pass = 0; pass < 2; ++pass )
    {
        double period = 10.0;
        for ( int i = 0; i < count && goesOn( s ); ++i, period *= factor )
        {
            if ( pass > 0 && score[i] < best - 0.05 * fabs( best ) ) { continue; }
            c = ( Candidate ){ .motion = motionOf( s, m, state, period ) };
            score[i] = tryMotion( s, &c, false ) ? c.score : -HUGE_VAL;
            best = ssMax( best, score[i] );
            if ( pass > 0 )
            {
                keep( s, &c );
                return;
            }
        }
    }
}

/// Adds columns of the latest state to those by which a stored energy is judged.
static void addTrials( Search* s, const double* state )
{
    const ssLawProgram* program = s->law.law.typed->program;
    int rows = 1 + program->stateCount, every = s->columnCount / 40 + 1;
    for ( int j = 0; j < s->columnCount && s->trialCount < TRIALS_MAX; j += every )
    {
        const double* from = s->table + j * ( 1 + s->law.numbers );
        double* to = s->trials + s->trialCount * rows;
        to[0] = from[0];
        for ( int k = 0; k < program->stateCount; ++k )
        {
            int first = program->states[k].row.first, last = first + program->states[k].row.size - 1;
            double size = ssMax( s->sizes[first], s->sizes[last] ), sum = 0.0;
            for ( int i = first; i <= last; ++i )
            {
                sum += state[i] * from[1 + i] * ( s->sizes[i] > 0.0 ? s->sizes[i] : 1.0 );
            }
            to[1 + k] = size > 0.0 ? sum / ( size * size ) : 0.0;
        }
        s->trialCost[s->trialCount++] = s->cost[j];
    }
}

/// Looks for a stored energy S = sum kappa_k |z_k|²/2, kappa >= 0, with f·gamma >= S' at all trials: the
/// prices of the cheapest mixture of them over which no |z_k| falls.
static void explain( Search* s )
{
    const ssLawProgram* program = s->law.law.typed != NULL ? s->law.law.typed->program : NULL;
    int rows = program != NULL ? 1 + program->stateCount : 0;
    for ( int k = 1; k < rows; ++k, ++s->trialCount )
    {
        memset( s->trials + s->trialCount * rows, 0, (size_t)rows * sizeof( double ) );
        s->trials[s->trialCount * rows + k] = -1.0; // S may grow
        s->trialCost[s->trialCount] = 0.0;
    }
    mixture m;
    s->to->explained = rows > 0 && s->trialCount >= rows &&
        solveMixture( rows, s->trialCount, s->trialCost, s->trials, &m ) && m.cost >= -1e-7 * s->law.load;
}

static void tryMixtures( Search* s )
{
    enum
    {
        most = 8
    };
    mixture worst[most];
    int at[most], count = 0;
    for ( int i = 0; i < s->sampleCount && goesOn( s ); ++i )
    {
        mixture m;
        makeColumns( s, s->samples[i] );
        if ( s->columnCount == 0 ||
            !solveMixture( s->law.numbers + 1, s->columnCount, s->cost, s->table, &m ) )
        {
            continue;
        }
        s->to->mixtures += 1;
        if ( s->fastest > 1.0 ) { addTrials( s, s->samples[i] ); }
        bool fresh = m.cost < -1e-9 * s->law.load;
        for ( int k = 0; k < count && fresh; ++k )
        {
            fresh = fabs( worst[k].cost - m.cost ) > 0.01 * fabs( m.cost );
        }
        if ( !fresh ) { continue; }
        int k = count < most ? count++ : most;
        for ( ; k > 0 && worst[k - 1].cost > m.cost; --k )
        {
            if ( k < most )
            {
                worst[k] = worst[k - 1];
                at[k] = at[k - 1];
            }
        }
        if ( k < most )
        {
            worst[k] = m;
            at[k] = i;
        }
    }
    for ( int k = 0; k < ( s->to->quick && count > 3 ? 3 : count ); ++k )
    {
        makeColumns( s, s->samples[at[k]] ); // the velocities of its columns
        tryMixture( s, &worst[k], s->samples[at[k]] );
    }
}

#define MOVES ( 3 + 2 * MOTION_MANY )

/// Changes a motion: all speeds, all durations, the direction across, one speed or one duration.
static bool change( ssLawMotion* motion, int move, double factor )
{
    bool smooth = motion->pieces >= MOTION_MANY;
    int piece = ( move - 3 ) / 2;
    if ( move >= 3 && ( smooth || piece >= motion->pieces ) ) { return false; }
    ssVec2 axis = motion->velocity[0];
    double square = ssVec2_Dot( axis, axis );
    for ( int i = 0; i < motion->pieces; ++i )
    {
        ssVec2* v = &motion->velocity[i];
        bool all = move < 3, one = move >= 3 && i == piece, speed = all ? move == 0 : move % 2 != 0;
        if ( move == 2 && square > 0.0 )
        {
            ssVec2 along = ssVec2_Scale( ssVec2_Dot( *v, axis ) / square, axis );
            *v = ssVec2_MulAdd( along, factor, ssVec2_Sub( *v, along ) );
        }
        else if ( ( all || one ) && speed ) { *v = ssVec2_Scale( factor, *v ); }
        else if ( move == 1 || one ) { motion->duration[i] *= factor; }
    }
    return true;
}

/// Improves a candidate by factors that shrink, along one change after the other.
static void improve( Search* s, Candidate* best )
{
    double factor = 2.0;
    int rounds = s->to->quick ? 3 : 14;
    for ( int round = 0; round < rounds && goesOn( s ); ++round )
    {
        bool better = false;
        for ( int move = 0; move < 2 * MOVES; ++move )
        {
            Candidate c = *best;
            if ( change( &c.motion, move / 2, move % 2 == 0 ? factor : 1.0 / factor ) &&
                isSlowEnough( s, &c.motion ) && tryMotion( s, &c, false ) &&
                c.score > best->score + 0.01 * fabs( best->score ) )
            {
                *best = c;
                better = true;
            }
        }
        factor = better ? factor : sqrt( factor );
    }
}

/// Makes short pieces longer and slow ones faster while little is lost: such motions say more.
static void soften( Search* s, Candidate* best )
{
    double least = 0.96 * best->score;
    bool better = best->motion.pieces < MOTION_MANY && best->score > 0.0;
    for ( int round = 0; round < 20 && better && goesOn( s ); ++round )
    {
        better = false;
        for ( int i = 0; i < best->motion.pieces; ++i )
        {
            Candidate c = *best;
            double factor = c.motion.duration[i] < 1e-3 ? 2.0 : c.motion.duration[i] > 1e-2 ? 0.5 : 1.0;
            c.motion.duration[i] *= factor;
            c.motion.velocity[i] = ssVec2_Scale( factor < 1.0 ? 2.0 : 1.0, c.motion.velocity[i] );
            if ( factor != 1.0 && isSlowEnough( s, &c.motion ) && tryMotion( s, &c, false ) &&
                c.score >= least )
            {
                *best = c;
                better = true;
            }
        }
    }
}

/// Computes the candidates with fine steps, the best ones first, and reports the first that stands.
static bool confirm( Search* s )
{
    for ( int i = 0; i < s->keptCount; ++i )
    {
        for ( int k = i + 1; k < s->keptCount; ++k )
        {
            Candidate other = s->kept[k];
            bool better = other.score > s->kept[i].score;
            s->kept[k] = better ? s->kept[i] : other;
            s->kept[i] = better ? other : s->kept[i];
        }
        Candidate c = s->kept[i];
        double coarse = c.motion.gain;
        if ( !( c.score > 0.0 && tryMotion( s, &c, true ) && c.score > 0.0 ) ||
            !( fabs( c.motion.gain - coarse ) <= 0.5 * c.motion.gain ) || !stands( s, &c ) )
        {
            continue;
        }
        s->to->worst = c.motion;
        s->to->gamma = c.tally.gamma;
        s->to->force = c.tally.force;
        snprintf( s->to->name, sizeof( s->to->name ), "%s", c.name != NULL ? c.name : "" );
        return true;
    }
    return false;
}

static bool searchUpTo( Search* s, double fastest )
{
    s->fastest = fastest;
    s->keptCount = 0;
    trySmooth( s );
    scanFrequencies( s );
    tryMixtures( s );
    for ( int i = 0; i < s->keptCount && ( !s->to->quick || ( i < 3 && s->kept[i].score > 0.0 ) ); ++i )
    {
        improve( s, &s->kept[i] );
        soften( s, &s->kept[i] );
    }
    return confirm( s );
}

void lawSearchCycles( lawSearch* search )
{
    Search* s = ssAlloc( sizeof( *s ) );
    if ( s == NULL ) { return; }
    s->to = search;
    s->sampleCount = s->columnCount = s->keptCount = s->trialCount = 0;
    memset( s->sizes, 0, sizeof( s->sizes ) );
    motionBegin( &s->law, search->law, search->site, search->load );
    sampleStates( s );
    bool found = searchUpTo( s, LAW_SEARCH_QUICK );
    found = !found && !search->quick && goesOn( s ) ? searchUpTo( s, LAW_SEARCH_FASTEST ) : found;
    if ( !found && !search->quick && goesOn( s ) ) { explain( s ); }
    ssRelease( s );
}
