// SPDX-License-Identifier: MIT
#include "base/room.h"
#include "why/why_private.h"

#include <stdio.h>
#include <stdlib.h>

// The tests on a log. Friction of every contact is compared with Coulomb's law; what is off is compared with
// what each fault would have made of it, and the faults that explain most of it are named. Creep, lifts,
// moments, and the events of tracks have tests of their own.

#define OFF 0.002    // of the bound: friction that is nearer to a law obeys it
#define BETTER 0.2   // of what Coulomb's law leaves: a fault that leaves less explains it …
#define NEAR 0.02    // … if that is no more than this, of the bound
#define NAMED 0.5    // a cause explains this share of what is off
#define SURE 0.85    // likewise of a polygon, of which there are many
#define DIRECTIONS 4 // of slip that tell polygons, of twelve
#define TURNS 36     // of a polygon that are tried
#define TRIED 400    // samples that choose the polygon
#define LEAST 8      // samples, or events, that say anything
#define LEAST_SHARE 0.02
#define INSIDE 0.97 // of the bound: less friction does not slide
#define HELD 0.02   // of the bound: less friction says nothing
#define CREEP 0.02  // of the speed of sliding: slower creep is rounding
#define ALIKE 0.15  // speeds over forces that differ by less have one slope
#define VISCOUS 0.9 // of creeping contacts on one slope: no spring, even where one fits as well
#define OPPOSITE ( -0.95 )
#define DIRECT 0.03 // cosines that differ by less are alike
#define RATIO 0.05  // moments and coefficients that differ by less agree
#define FRAMES_AROUND 25

/// What puts a sample into a group.
typedef struct Key
{
    double a, b;
    int sample;
} Key;

typedef struct Exam
{
    const whyRecord* record;
    const ssLogAudit* audit;
    ssWhy* why;
    ssRoom room;
    double* mu;    // of every sample: known, else that of the fingerprint, else the usual ratio
    double* error; // distance from Coulomb's law over its bound
    double* group; // median of the sample's group
    double* scratch;
    Key* keys; // in groups
    bool muKnown;
    int judged, off;
    int tried; // samples that are off of which faults are asked
    ssFingerprint polygon;
} Exam;

typedef double Number( const Exam* e, int sample );
typedef bool Property( const Exam* e, int sample );

static const whySample* at( const Exam* e, int i ) { return e->record->samples + i; }
static double speedOf( const whySample* s ) { return ssVec2_Length( s->slip ); }
static double limitOf( const Exam* e, int i ) { return e->mu[i] * at( e, i )->load; }
static double holdOf( const Exam* e, int i ) { return ssVec2_Length( at( e, i )->force ) / limitOf( e, i ); }
static bool slides( const Exam* e, int i ) { return speedOf( at( e, i ) ) > e->record->still; }
static bool isOff( const Exam* e, int i ) { return e->error[i] > OFF; }

/// Cosine between friction and slip; 0 where there is none.
static double cosine( const whySample* s )
{
    double size = speedOf( s ) * ssVec2_Length( s->force );
    return size > 0.0 ? ssVec2_Dot( s->slip, s->force ) / size : 0.0;
}

static int countWhere( const Exam* e, Property* is )
{
    int count = 0;
    for ( int i = 0; i < e->record->count; ++i )
    {
        count += is( e, i );
    }
    return count;
}

static whyNames nameWhere( const Exam* e, Property* is )
{
    whyNames names = { 0 };
    for ( int i = 0; i < e->record->count && names.count < SS_WHY_NAMED; ++i )
    {
        is( e, i ) ? whyName( &names, at( e, i )->contact ) : (void)0;
    }
    return names;
}

/// A quantile of the numbers that are known.
static double quantileOf( const Exam* e, Number* number, double share )
{
    int used = 0;
    for ( int i = 0; i < e->record->count; ++i )
    {
        e->scratch[used] = number( e, i );
        used += isfinite( e->scratch[used] );
    }
    return logQuantile( e->scratch, used, share );
}

static int compareKeys( const void* x, const void* y )
{
    const Key *s = x, *t = y;
    int order = ( s->a > t->a ) - ( s->a < t->a );
    return order != 0 ? order : ( s->b > t->b ) - ( s->b < t->b );
}

/// The median of a number of samples by pairs of bodies or by contacts; groups of few have none.
static void groupMedians( const Exam* e, bool byContact, Number* number )
{
    int n = e->record->count;
    for ( int i = 0; i < n; ++i )
    {
        const whySample* s = at( e, i );
        double a = byContact ? s->track : s->a, b = byContact ? 0.0 : s->b;
        e->keys[i] = ( Key ){ isnan( a ) ? -HUGE_VAL : a, isnan( b ) ? -HUGE_VAL : b, i };
    }
    qsort( e->keys, (size_t)n, sizeof *e->keys, compareKeys );
    for ( int begin = 0, end = 0; begin < n; begin = end )
    {
        int used = 0;
        for ( end = begin; end < n && compareKeys( e->keys + begin, e->keys + end ) == 0; ++end )
        {
            e->scratch[used] = number( e, e->keys[end].sample );
            used += isfinite( e->scratch[used] );
        }
        double middle = used >= LEAST ? logMedian( e->scratch, used ) : SS_NAN;
        for ( int k = begin; k < end; ++k )
        {
            e->group[e->keys[k].sample] = middle;
        }
    }
}

// ------------------------------------------------------------------------------------------------- friction

/// The distance of friction from this size against the slip, over the bound. Velocities are known to about
/// the noise.
static double missSize( const Exam* e, int i, double size )
{
    const whySample* s = at( e, i );
    double speed = speedOf( s ), limit = limitOf( e, i );
    ssVec2 off = ssVec2_MulAdd( s->force, size / speed, s->slip );
    double noise = e->audit->noise * e->record->still / speed;
    return ssMax(
        0.0, slides( e, i ) ? ssVec2_Length( off ) / limit - noise : holdOf( e, i ) - size / limit );
}

static double ratioOf( const Exam* e, int i )
{
    return slides( e, i ) ? ssVec2_Length( at( e, i )->force ) / at( e, i )->load : SS_NAN;
}

/// Coulomb's law at every sample.
static void judge( Exam* e )
{
    double usual =
        isfinite( e->audit->fingerprint.mu ) ? e->audit->fingerprint.mu : quantileOf( e, ratioOf, 0.5 );
    for ( int i = 0; i < e->record->count; ++i )
    {
        const whySample* s = at( e, i );
        const ssLogPair* pair = ssLogPairs_Find( &e->audit->pairs, s->a, s->b );
        e->muKnown = e->muKnown || !isnan( s->mu );
        e->mu[i] = !isnan( s->mu ) ? s->mu : pair != NULL ? pair->mu : usual;
        e->error[i] = e->mu[i] > 0.0 ? missSize( e, i, limitOf( e, i ) ) : SS_NAN;
        e->judged += e->mu[i] > 0.0;
        e->off += isOff( e, i );
    }
}

// Each says by how much a fault misses the friction of a sample, over its bound.

static double missBefore( const Exam* e, int i ) { return missSize( e, i, e->mu[i] * at( e, i )->before ); }
static double missMean( const Exam* e, int i ) { return missSize( e, i, e->mu[i] * at( e, i )->pairLoad ); }

static double missOneCone( const Exam* e, int i )
{
    const whySample* s = at( e, i );
    double left = 1.0;
    for ( int k = 0; k < 2; ++k )
    {
        double share = s->moment[k] / ( s->bound[k] * s->load );
        left -= s->bound[k] > 0.0 && isfinite( share ) ? share * share : 0.0;
    }
    bool shared = left < 1.0 - RATIO * RATIO && holdOf( e, i ) > RATIO;
    return shared ? missSize( e, i, sqrt( ssMax( 0.0, left ) ) * limitOf( e, i ) ) : 1.0;
}

/// A force within the polygon, for which no other opposes the slip more; or opposite to it, on the boundary.
static double missPolygon( const Exam* e, int i )
{
    const whySample* s = at( e, i );
    const ssFingerprint* polygon = &e->polygon;
    double hold = holdOf( e, i ) / ssFingerprint_Radius( polygon, ssAtan2( s->force.y, s->force.x ) );
    if ( polygon->associated && slides( e, i ) )
    {
        ssVec2 back = ssVec2_Scale( -1.0 / speedOf( s ), s->slip );
        double corner = polygon->facetDeg * SS_PI / 180.0, period = 2.0 * SS_PI / polygon->facets;
        double most = polygon->mu * ssCos( logWrap( ssAtan2( back.y, back.x ) - corner, period ) );
        return ssMax( hold - 1.0, fabs( ssVec2_Dot( s->force, back ) / limitOf( e, i ) - most ) );
    }
    return !slides( e, i ) ? ssMax( 0.0, hold - 1.0 ) : cosine( s ) < DIRECT - 1.0 ? fabs( hold - 1.0 ) : 1.0;
}

/// `group` is the usual share of the bound that contacts of a pair reach.
static double missCombine( const Exam* e, int i )
{
    bool other = e->muKnown && fabs( e->group[i] - 1.0 ) > RATIO;
    return other ? missSize( e, i, e->group[i] * limitOf( e, i ) ) : 1.0;
}

static double missEnergy( const Exam* e, int i )
{
    return slides( e, i ) && cosine( at( e, i ) ) > DIRECT ? 0.0 : 1.0;
}

static bool explains( const Exam* e, int i, Number* miss )
{
    return isOff( e, i ) && miss( e, i ) < ssMin( BETTER * e->error[i], NEAR );
}

/// The share of the samples that are off that a fault explains.
static double explained( const Exam* e, Number* miss, whyNames* names )
{
    int count = 0, offered = 0;
    for ( int i = 0; i < e->record->count && offered < e->tried; ++i )
    {
        bool is = explains( e, i, miss );
        offered += isOff( e, i );
        count += is;
        is ? whyName( names, at( e, i )->contact ) : (void)0;
    }
    return offered > 0 ? (double)count / offered : 0.0;
}

/// The polygon inside or around the circle that explains most. Of those that explain as much, the first.
static void fitPolygon( Exam* e )
{
    static const int corners[] = { 4, 3, 6, 8, 5, 12, 16 };
    ssFingerprint best = { .mu = 1.0, .muMinor = 1.0 };
    double most = 0.0;
    e->tried = TRIED;
    for ( int i = 0; i < SS_COUNT( corners ) * 4 * TURNS; ++i )
    {
        int k = corners[i / ( 4 * TURNS )], kind = i / TURNS % 4;
        double inner = ssCos( SS_PI / k ), angle = 360.0 / k * ( i % TURNS ) / TURNS;
        whyNames ignored = { 0 };
        e->polygon = ( ssFingerprint ){ .set = ss_logSetPolygon, .facets = k, .facetDeg = angle };
        e->polygon.mu = kind % 2 == 0 ? 1.0 : 1.0 / inner;
        e->polygon.muMinor = inner * e->polygon.mu;
        e->polygon.associated = kind < 2;
        double share = explained( e, missPolygon, &ignored );
        best = share > most + DIRECT ? e->polygon : best;
        most = share > most + DIRECT ? share : most;
    }
    e->polygon = best;
    e->tried = e->record->count;
}

/// How many of twelve directions, opposite ones being one, the slip of samples that are off has.
static int countDirections( const Exam* e )
{
    int counts[12] = { 0 }, directions = 0;
    for ( int i = 0; i < e->record->count; ++i )
    {
        ssVec2 v = at( e, i )->slip;
        counts[(int)( 11.999 * ( logWrap( ssAtan2( v.y, v.x ), SS_PI ) / SS_PI + 0.5 ) )] +=
            isOff( e, i ) && slides( e, i );
    }
    for ( int i = 0; i < 12; ++i )
    {
        directions += counts[i] > 0 && 100 * counts[i] > e->off;
    }
    return directions;
}

static double shareOfBound( const Exam* e, int i )
{
    return slides( e, i ) && cosine( at( e, i ) ) < DIRECT - 1.0 ? holdOf( e, i ) : SS_NAN;
}

static double groupShare( const Exam* e, int i )
{
    return explains( e, i, missCombine ) ? e->group[i] : SS_NAN;
}

static void examineBounds( Exam* e )
{
    static const struct
    {
        ssWhyCause cause;
        Number* miss;
        double least;
        const char* evidence;
    } faults[] = {
        { ss_whyPolygon, missPolygon, SURE, "a polygon gives the force" },
        { ss_whyStaleNormal, missBefore, NAMED, "|f_T| is mu times the normal force of the frame before" },
        { ss_whyStaleNormal, missMean, NAMED, "|f_T| is mu times the mean normal force of the pair" },
        { ss_whyOneCone, missOneCone, NAMED, "(f_T/mu)² + (m/mu_r)² + (m_N/mu_s)² is f_N²" },
        { ss_whyCombine, missCombine, NAMED, "|f_T| / f_N is the same other mu for all contacts of a pair" },
        { ss_whyLawEnergy, missEnergy, NAMED, "friction pushes along the slip" },
    };
    if ( e->off < LEAST || e->off < LEAST_SHARE * e->judged )
    {
        return;
    }
    fitPolygon( e );
    groupMedians( e, false, shareOfBound );
    double stale = 0.0;
    for ( int i = 0; i < SS_COUNT( faults ); ++i )
    {
        whyNames names = { 0 };
        char more[96] = "";
        ssWhyCause cause = faults[i].cause;
        double share = explained( e, faults[i].miss, &names );
        bool is = share > faults[i].least &&
            ( cause != ss_whyPolygon || countDirections( e ) >= DIRECTIONS ) &&
            ( cause != ss_whyStaleNormal || share > stale );
        stale = cause == ss_whyStaleNormal ? ssMax( stale, share ) : 0.0;
        if ( is && cause == ss_whyPolygon )
        {
            snprintf( more, sizeof more, ": %d corners, from %.3g to %.3g times the bound", e->polygon.facets,
                e->polygon.muMinor, e->polygon.mu );
        }
        else if ( is && cause == ss_whyCombine )
        {
            snprintf( more, sizeof more, ": %.4g to %.4g times that of the log",
                quantileOf( e, groupShare, 0.0 ), quantileOf( e, groupShare, 1.0 ) );
        }
        if ( is )
        {
            // What a pair has in common may be what another fault makes of it.
            whyAdd( e->why, cause, cause == ss_whyCombine ? 0.99 * share : share, (double)e->off / e->judged,
                &names, "%s in %.0f%% of %d contacts that are off Coulomb's law%s", faults[i].evidence,
                100.0 * share, e->off, more );
        }
    }
}

// ---------------------------------------------------------------------------------------------------- creep

static bool isInside( const Exam* e, int i )
{
    bool bounded = e->muKnown || isfinite( e->audit->fingerprint.vEps );
    return bounded && holdOf( e, i ) < INSIDE && holdOf( e, i ) > HELD;
}

static bool creeps( const Exam* e, int i )
{
    return isInside( e, i ) && speedOf( at( e, i ) ) > CREEP * e->record->still;
}

static double slopeOfForce( const Exam* e, int i )
{
    const whySample* s = at( e, i );
    return creeps( e, i ) && cosine( s ) < OPPOSITE ? speedOf( s ) / ssVec2_Length( s->force ) : SS_NAN;
}

static double slopeOfRatio( const Exam* e, int i ) { return slopeOfForce( e, i ) * at( e, i )->load; }
static double creepOf( const Exam* e, int i ) { return creeps( e, i ) ? speedOf( at( e, i ) ) : SS_NAN; }
static bool isOfForce( const Exam* e, int i )
{
    return fabs( slopeOfForce( e, i ) / e->group[i] - 1.0 ) < ALIKE;
}
static bool isOfRatio( const Exam* e, int i )
{
    return fabs( slopeOfRatio( e, i ) / e->group[i] - 1.0 ) < ALIKE;
}

/// Slip in proportion to the force, or to its share of the bound. Returns the share of creep that is.
static double examineCreep( const Exam* e )
{
    int creeping = countWhere( e, creeps );
    if ( creeping < LEAST || creeping < 0.3 * countWhere( e, isInside ) )
    {
        return 0.0;
    }
    groupMedians( e, true, slopeOfForce );
    int force = countWhere( e, isOfForce );
    groupMedians( e, true, slopeOfRatio );
    int ratio = countWhere( e, isOfRatio );
    double share = (double)( force > ratio ? force : ratio ) / creeping;
    if ( share > NAMED )
    {
        whyNames names = nameWhere( e, creeps );
        whyAdd( e->why, ss_whySoft, share, (double)creeping / e->record->count, &names,
            "%d contacts inside their bound slip at up to %.3g m/s, against friction and in proportion to "
            "it: time "
            "constant %.3g s",
            creeping, quantileOf( e, creepOf, 1.0 ), quantileOf( e, slopeOfRatio, 0.5 ) / 9.81 );
    }
    return share;
}

// ------------------------------------------------------------------------------------ lifts, moments, solver

static bool couldLift( const Exam* e, int i )
{
    return e->mu[i] * speedOf( at( e, i ) ) > 2.0 * e->record->still;
}

/// By the normal velocity that slip alone makes under the relaxed law, or the gap that it has made.
static bool lifts( const Exam* e, int i )
{
    const whySample* s = at( e, i );
    double expected = e->mu[i] * speedOf( s ), whole = s->opening + s->gap / e->record->h; // NaN: unknown gap
    double off = fabs( s->opening - expected ), offWhole = fabs( whole - expected );
    return couldLift( e, i ) && ( off < 0.1 * expected || offWhole < 0.1 * expected );
}

static void examineLift( const Exam* e )
{
    int sliding = countWhere( e, couldLift ), lifting = countWhere( e, lifts );
    if ( lifting >= LEAST && lifting > NAMED * sliding )
    {
        whyNames names = nameWhere( e, lifts );
        whyAdd( e->why, ss_whyRelaxation, (double)lifting / sliding, (double)lifting / e->record->count,
            &names, "%d of %d contacts that slide lift at mu |v_T|, or stand off by h mu |v_T|", lifting,
            sliding );
    }
}

/// Does it turn fast enough for its moment to have reached the bound?
static bool turns( const Exam* e, int i, int k ) { return at( e, i )->turning[k] > e->group[0]; }

static double turningOf( const Exam* e, int i ) { return at( e, i )->turning[0]; }
static double spinningOf( const Exam* e, int i ) { return at( e, i )->turning[1]; }

static double factor( const Exam* e, int i, int k )
{
    const whySample* s = at( e, i );
    return turns( e, i, k ) && s->bound[k] > 0.0 ? s->moment[k] / ( s->bound[k] * s->load ) : SS_NAN;
}

static double rolling( const Exam* e, int i ) { return factor( e, i, 0 ); }
static double rollingOver( const Exam* e, int i ) { return factor( e, i, 0 ) / at( e, i )->radius; }
static double rollingTimes( const Exam* e, int i ) { return factor( e, i, 0 ) * at( e, i )->radius; }
static double spinning( const Exam* e, int i ) { return factor( e, i, 1 ); }
static double spinningOver( const Exam* e, int i ) { return factor( e, i, 1 ) / at( e, i )->radius; }
static double spinningTimes( const Exam* e, int i ) { return factor( e, i, 1 ) * at( e, i )->radius; }
static bool hasRolling( const Exam* e, int i ) { return isfinite( rollingOver( e, i ) ); }
static bool hasSpinning( const Exam* e, int i ) { return isfinite( spinningOver( e, i ) ); }

static void examineMoments( const Exam* e )
{
    static const struct
    {
        Number *speed, *plain, *over, *times;
        Property* has;
        const char* bound;
    } kinds[2] = { { turningOf, rolling, rollingOver, rollingTimes, hasRolling, "rolling moments: mu_r" },
        { spinningOf, spinning, spinningOver, spinningTimes, hasSpinning, "spinning moments: mu_s" } };
    for ( int k = 0; k < 2; ++k )
    {
        e->group[0] = RATIO * quantileOf( e, kinds[k].speed, 1.0 );
        int count = countWhere( e, kinds[k].has );
        double plain = quantileOf( e, kinds[k].plain, 0.5 );
        bool times = fabs( quantileOf( e, kinds[k].over, 0.5 ) - 1.0 ) < RATIO;
        bool over = fabs( quantileOf( e, kinds[k].times, 0.5 ) - 1.0 ) < RATIO;
        if ( count >= LEAST && fabs( plain - 1.0 ) > RATIO && ( times || over ) )
        {
            whyNames names = nameWhere( e, kinds[k].has );
            whyAdd( e->why, ss_whyUnits, 0.95, (double)count / e->record->count, &names,
                "%s f_N times %.4g at %d contacts that turn: the radius %s it", kinds[k].bound, plain, count,
                times ? "multiplies" : "divides" );
        }
    }
}

/// Do bodies approach although they overlap and press?
static bool sinks( const Exam* e, int i )
{
    const whySample* s = at( e, i );
    double still = e->record->still;
    return !isnan( s->order ) && s->gap < e->record->h * still && s->opening < -2.0 * still;
}

static bool isWrong( const Exam* e, int i ) { return isOff( e, i ) || sinks( e, i ); }
static bool isAstray( const Exam* e, int i ) { return isOff( e, i ) && cosine( at( e, i ) ) > DIRECT - 1.0; }
static bool isLast( const Exam* e, int i ) { return at( e, i )->order == 1.0; }
static bool isEarlier( const Exam* e, int i ) { return at( e, i )->order < 1.0; }
static bool lastIsWrong( const Exam* e, int i ) { return isLast( e, i ) && isWrong( e, i ); }
static bool earlierIsWrong( const Exam* e, int i ) { return isEarlier( e, i ) && isWrong( e, i ); }

/// What no law explains, among several contacts. The one that was solved last obeys its law.
static void examineSolver( const Exam* e )
{
    int last = countWhere( e, isLast ), others = countWhere( e, isEarlier ), sinking = countWhere( e, sinks );
    bool normal = sinking >= LEAST && sinking > LEAST_SHARE * ( last + others );
    bool friction =
        e->off >= LEAST && e->off > LEAST_SHARE * e->judged && countWhere( e, isAstray ) > 0.3 * e->off;
    bool named = e->why->count > 0 && e->why->findings[0].confidence > 0.8;
    bool known = e->muKnown || e->audit->fingerprint.set == ss_logSetUnknown;
    if ( others >= LEAST && ( normal || ( friction && known && !named ) ) )
    {
        double lastShare = (double)countWhere( e, lastIsWrong ) / last;
        double share = (double)countWhere( e, earlierIsWrong ) / others;
        whyNames names = nameWhere( e, isWrong );
        whyAdd( e->why, ss_whyUnconverged, lastShare < 0.5 * share ? 0.9 : 0.6, share, &names,
            "%.0f%% of the contacts break their law, and %.0f%% of those that are last in their frame; %d "
            "overlap "
            "and sink on",
            100.0 * share, 100.0 * lastShare, sinking );
    }
}

// --------------------------------------------------------------------------------------------------- events

/// Sums up what happened to all tracks; a track counts where it happened often enough.
static void examineEvents( const Exam* e )
{
    static const struct
    {
        whyEvent event;
        ssWhyCause cause;
        int least;
        double share;
        const char* evidence; // how often, of how many chances, how large, over how many contacts
    } events[] = {
        { why_flips, ss_whyFlicker, 2 * LEAST, 0.3,
            "%d of %d times a contact was pressed for at most three frames, between one or two without "
            "load" },
        { why_jumps, ss_whyJumpingContact, LEAST / 2, 0.01,
            "%d jumps of point or normal in %d frames, by up to %.3g" },
        { why_gains, ss_whyRestitution, 3, 0.6,
            "%d of %d impacts left faster than they came, up to %.4g times" },
        { why_drifts, ss_whyStep, 2 * LEAST, 0.5,
            "in %d of %d steps it moved along the load, by %.3g m in all, while the log says that it "
            "stands" },
        { why_missed, ss_whyNoContact, LEAST, 0.1,
            "%d of %d times bodies overlapped, by up to %.3g m, and went on approaching without a force" },
    };
    for ( int k = 0; k < SS_COUNT( events ); ++k )
    {
        whyNames names = { 0 };
        int count = 0, chances = 0;
        double size = 0.0;
        char text[160];
        for ( int i = 0; i < e->record->trackMax; ++i )
        {
            const whyTrack* t = e->record->tracks + i;
            int happened = t->counts[events[k].event], could = t->chances[events[k].event];
            if ( happened >= events[k].least && happened > events[k].share * could )
            {
                whyName( &names, t->number );
                count += happened;
                chances += could;
                size = ssMax( size, t->sizes[events[k].event] );
            }
        }
        if ( count > 0 )
        {
            double share = (double)count / chances;
            // A format of this table, each with these three numbers or the first two.
            snprintf( text, sizeof text, events[k].evidence, count, chances, size );
            whyAdd( e->why, events[k].cause, 0.75 + 0.22 * share, share, &names, "%s", text );
        }
    }
}

static void examineSpring( const Exam* e )
{
    const ssLogSpring* spring = &e->audit->fingerprint.spring;
    whyAdd( e->why, ss_whyTangentialSpring, 0.95 * ( 1.0 - spring->miss ), 1.0, NULL,
        "f_T = -k s - c v_T with k = %.4g N/m, c = %.3g N s/m leaves %.1f%% of the increments of friction",
        spring->stiffness, spring->damping, 100.0 * spring->miss );
}

static void miss( ssWhy* why, bool unknown, ssWhyCause cause, const char* channel )
{
    for ( int i = 0; i < why->count; ++i )
    {
        unknown = unknown && why->findings[i].cause != cause;
    }
    if ( unknown )
    {
        why->missing[why->missingCount++] = ( ssWhyMissing ){ cause, channel };
    }
}

static void findMissing( const Exam* e )
{
    const uint32_t known = e->record->known, moments = SS_LOG_VECTOR( ss_logMx ) | SS_LOG_VECTOR( ss_logWx );
    const uint32_t pair = SS_LOG_BIT( ss_logA ) | SS_LOG_BIT( ss_logB ), w = SS_LOG_VECTOR( ss_logWx );
    bool turns = ( known & moments ) == moments, single = isnan( e->record->h ), bounded = false;
    for ( int i = 0; i < e->record->count; ++i )
    {
        bounded = bounded || at( e, i )->bound[0] >= 0.0 || at( e, i )->bound[1] >= 0.0;
    }
    bool paired = ( known & pair ) == pair && !single;
    const char* bounds = "columns mx my mz wx wy wz, and mu_r or mu_s";
    const char* problem = "the contact problem of a step: slipstick why PROBLEM";
    const char* frames = "several frames, and columns a and b";
    ssWhy* why = e->why;
    miss( why, !e->muKnown, ss_whySoft, "mu: its column, or --set mu=" );
    miss( why, !e->muKnown, ss_whyCombine, "what the materials say: column mu, or --set mu=" );
    miss( why, !turns || !bounded, ss_whyOneCone, bounds );
    miss( why, !turns || !bounded, ss_whyUnits, bounds );
    miss( why, turns && bounded && !e->record->sizesKnown, ss_whyUnits,
        "sizes of bodies (MCAP), or --set radius=" );
    miss( why, ( known & SS_LOG_BIT( ss_logGap ) ) == 0, ss_whyNoContact, "column gap" );
    miss( why, !paired, ss_whyStaleNormal, frames );
    miss( why, !paired, ss_whyFlicker, frames );
    miss( why, !paired, ss_whyRestitution, frames );
    miss( why, single || ( known & SS_LOG_BIT( ss_logPx ) ) == 0, ss_whyJumpingContact,
        "columns px py pz, and frames" );
    miss( why, !e->record->placesKnown || ( known & w ) != w, ss_whyStep,
        "px py pz wx wy wz, or bodies (MCAP)" );
    miss( why, true, ss_whyInfeasible, problem );
    miss( why, true, ss_whySeveralSolutions, problem );
}

static ssResult examine( const whyRecord* record, const ssLogAudit* audit, ssWhy* why )
{
    size_t n = (size_t)record->count;
    Exam e = { .record = record, .audit = audit, .why = why, .tried = record->count };
    e.mu = ssRoom_Take( &e.room, n, sizeof( double ) );
    e.error = ssRoom_Take( &e.room, n, sizeof( double ) );
    e.group = ssRoom_Take( &e.room, n, sizeof( double ) );
    e.scratch = ssRoom_Take( &e.room, n, sizeof( double ) );
    e.keys = ssRoom_Take( &e.room, n, sizeof( Key ) );
    bool failed = e.room.failed;
    if ( !failed && record->loaded > 0 )
    {
        judge( &e );
        bool viscous = examineCreep( &e ) > VISCOUS,
             sprung = !viscous && audit->fingerprint.spring.stiffness > 0.0;
        sprung ? examineSpring( &e ) : viscous ? (void)0 : examineBounds( &e );
        examineLift( &e );
        examineMoments( &e );
        examineEvents( &e );
        sprung ? (void)0 : examineSolver( &e );
    }
    else if ( !failed )
    {
        whyAdd(
            why, ss_whyNoContact, 1.0, 1.0, NULL, "none of %.0f rows carries a load", (double)record->rows );
    }
    findMissing( &e );
    ssRoom_Release( &e.room );
    return failed ? ssError( ss_errorMemory, NULL, "out of memory for the tests" ) : ssOk();
}

static ssResult readAll(
    ssContactLog* log, const ssWhyOptions* options, ssLogFrame* frame, whyRecord* record )
{
    bool around = !isnan( options->time );
    int first = 0, last = ssContactLog_FrameCount( log ),
        middle = around ? ssContactLog_FindFrame( log, options->time ) : 0;
    first = around && middle > FRAMES_AROUND ? middle - FRAMES_AROUND : first;
    last = around && middle + FRAMES_AROUND < last ? middle + FRAMES_AROUND + 1 : last;
    logTouches touches = { 0 };
    ssResult result = ssOk();
    for ( int k = first; k < last && result.code == ss_ok; ++k )
    {
        result = ssContactLog_ReadFrame( log, k, frame );
        result = result.code == ss_ok ? logTouches_Add( &touches, frame, record->h ) : result;
        result.code == ss_ok ? whyRecord_Add( record, options, frame, &touches ) : (void)0;
    }
    logTouches_End( &touches );
    bool none = result.code == ss_ok && record->rows == 0 && !isnan( options->contact );
    return none ? ssError( ss_errorValue, "contact", "the log has no contact %g there", options->contact )
                : result;
}

ssResult ssWhyContactLog( ssContactLog* log, const ssWhyOptions* options, ssWhy* why )
{
    *why = ( ssWhy ){ 0 };
    ssLogAuditOptions known = ssDefaultLogAuditOptions();
    known.mu = options->mu, known.muR = options->muR, known.muS = options->muS, known.h = options->h;
    ssLogAudit audit;
    ssLogFrame frame = { 0 };
    ssRoom room = { 0 };
    double fastest = 0.0;
    ssResult result = logBeginAudit( log, &known, &frame, &fastest, &audit );
    whyRecord record = { .h = audit.h, .still = audit.slidingSpeed, .trackMax = 64 };
    while ( record.trackMax < 1 << 16 && (uint64_t)record.trackMax < 4 * ssContactLog_RowCount( log ) )
    {
        record.trackMax *= 2;
    }
    record.samples = ssRoom_Take( &room, LOG_SAMPLES_MAX, sizeof( whySample ) );
    record.tracks = ssRoom_Take( &room, (size_t)record.trackMax, sizeof( whyTrack ) );
    result = result.code != ss_ok || !room.failed
        ? result
        : ssError( ss_errorMemory, NULL, "out of memory for the tests" );
    result = result.code == ss_ok ? readAll( log, options, &frame, &record ) : result;
    why->contacts = record.rows;
    result = result.code == ss_ok ? examine( &record, &audit, why ) : result;
    ssRoom_Release( &room );
    ssLogFrame_Destroy( &frame );
    return result;
}
