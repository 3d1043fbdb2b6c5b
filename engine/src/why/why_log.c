// SPDX-License-Identifier: MIT
#include "base/room.h"
#include "why/why_private.h"

#include <string.h>

// The tests on a log. Friction of every contact is compared with Coulomb's law; what is off is compared with
// what each fault would have made of it. Every sample shows some of these things, and what enough of them
// show is a cause. tests.def lists the tests.

#include "why/limits.def"

typedef enum Sign
{
    SIGNS
} Sign;

/// What the samples of a contact have in common: speed of creep over force, and over the share of the load;
/// the share of the bound at which it slides.
typedef enum Common
{
    SLOPE_OF_FORCE,
    SLOPE_OF_RATIO,
    USUAL_SHARE,
    COMMON_COUNT
} Common;

typedef struct Mean
{
    double sums[COMMON_COUNT];
    int counts[COMMON_COUNT];
} Mean;

typedef struct Exam
{
    const whyRecord* record;
    const ssLogAudit* audit;
    ssWhy* why;
    double* mu;    // of every sample: known, else that of the fingerprint, else the usual ratio
    double* error; // distance from Coulomb's law over its bound
    double* scratch;
    uint32_t* signs;
    Mean* means; // of every track or pair, and of samples without one
    bool muKnown, polygonal;
    double turning[2];     // [rad/s] slower contacts do not turn
    ssFingerprint polygon; // that explains most
    int counts[SIGN_COUNT];
} Exam;

static const whySample* at( const Exam* e, int i ) { return e->record->samples + i; }
static double speedOf( const whySample* s ) { return ssVec2_Length( s->slip ); }
static double limitOf( const Exam* e, int i ) { return e->mu[i] * at( e, i )->load; }
static double holdOf( const Exam* e, int i ) { return ssVec2_Length( at( e, i )->force ) / limitOf( e, i ); }
static bool slides( const Exam* e, int i ) { return speedOf( at( e, i ) ) > e->record->still; }

static bool shows( const Exam* e, int i, Sign sign ) { return ( e->signs[i] & 1u << sign ) != 0u; }

/// Cosine between friction and slip; 0 where there is none.
static double cosine( const whySample* s )
{
    double size = speedOf( s ) * ssVec2_Length( s->force );
    return size > 0.0 ? ssVec2_Dot( s->slip, s->force ) / size : 0.0;
}

/// The distance of friction from this size against the slip, over the bound. Velocities are known to about
/// the noise.
static double missSize( const Exam* e, int i, double size )
{
    const whySample* s = at( e, i );
    double speed = speedOf( s ), limit = limitOf( e, i ), noise = e->audit->noise * e->record->still / speed;
    ssVec2 off = ssVec2_MulAdd( s->force, size / speed, s->slip );
    double miss = slides( e, i ) ? ssVec2_Length( off ) / limit - noise : holdOf( e, i ) - size / limit;
    return isnan( miss ) ? 1.0 : ssMax( 0.0, miss );
}

/// What rolling and spinning leave of a shared bound.
static double leftOf( const whySample* s )
{
    double left = 1.0;
    for ( int k = 0; k < 2; ++k )
    {
        double share = s->moment[k] / ( s->bound[k] * s->load );
        left -= s->bound[k] > 0.0 && isfinite( share ) ? share * share : 0.0;
    }
    return left < 1.0 - RATIO * RATIO ? sqrt( ssMax( 0.0, left ) ) : SS_NAN;
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

static bool explains( const Exam* e, int i, double miss )
{
    return e->error[i] > OFF_LAW && miss < ssMin( BETTER * e->error[i], NEAR );
}

/// The polygon inside or around the circle that explains most. Of those that explain as much, the first.
static void fitPolygon( Exam* e )
{
    static const int corners[] = { 4, 3, 6, 8, 5, 12, 16 };
    ssFingerprint best = { .facets = 4 };
    int most = 0, directions = 0, seen[12] = { 0 };
    for ( int k = 0; k < SS_COUNT( corners ) * 4 * PLACES_TRIED; ++k )
    {
        int facets = corners[k / ( 4 * PLACES_TRIED )], kind = k / PLACES_TRIED % 4, count = 0, offered = 0;
        double inner = ssCos( SS_PI / facets ), mu = kind % 2 == 0 ? 1.0 : 1.0 / inner;
        e->polygon = ( ssFingerprint ){ .set = ss_logSetPolygon, .facets = facets, .associated = kind < 2 };
        e->polygon.mu = mu, e->polygon.muMinor = mu * inner;
        e->polygon.facetDeg = 360.0 / facets * ( k % PLACES_TRIED ) / PLACES_TRIED;
        for ( int i = 0; i < e->record->count && offered < TRIED; ++i )
        {
            offered += e->error[i] > OFF_LAW;
            count += e->error[i] > OFF_LAW && explains( e, i, missPolygon( e, i ) );
        }
        best = count > most + DIRECT * offered ? e->polygon : best;
        most = count > most + DIRECT * offered ? count : most;
    }
    for ( int i = 0; i < e->record->count; ++i )
    {
        ssVec2 v = at( e, i )->slip;
        int twelfth = (int)( 11.999 * ( logWrap( ssAtan2( v.y, v.x ), SS_PI ) / SS_PI + 0.5 ) );
        bool counts = slides( e, i ) && e->error[i] > OFF_LAW;
        directions += counts && ++seen[twelfth] == 1 + e->record->count / 100;
    }
    e->polygon = best;
    bool known = e->muKnown || e->audit->fingerprint.set == ss_logSetPolygon;
    e->polygonal = known && most > 0 && directions >= DIRECTIONS;
}

static double commonNumber( const Exam* e, int i, Common common )
{
    const whySample* s = at( e, i );
    double slope = speedOf( s ) / ssVec2_Length( s->force );
    bool against = cosine( s ) < DIRECT - 1.0, creeps = shows( e, i, CREEPS );
    return !against                ? SS_NAN
        : common == USUAL_SHARE    ? ( slides( e, i ) ? holdOf( e, i ) : SS_NAN )
        : !creeps                  ? SS_NAN
        : common == SLOPE_OF_FORCE ? slope
                                   : slope * s->load;
}

/// The mean that this number goes into: creep is that of a contact, the coefficient that of a pair.
static Mean* meanOf( const Exam* e, int i, Common common )
{
    return e->means + 1 + ( common == USUAL_SHARE ? at( e, i )->pair : at( e, i )->track );
}

static double commonOf( const Exam* e, int i, Common common )
{
    const Mean* mean = meanOf( e, i, common );
    return mean->counts[common] >= LEAST ? mean->sums[common] / mean->counts[common] : SS_NAN;
}

/// The moment over its bound, of what turns: that of rolling, else that of spinning. NaN: it does not.
static double momentShare( const Exam* e, const whySample* s )
{
    double share[2];
    for ( int k = 0; k < 2; ++k )
    {
        bool turns = s->turning[k] > RATIO * e->turning[k] && s->bound[k] > 0.0 && s->radius > 0.0;
        share[k] = turns ? s->moment[k] / ( s->bound[k] * s->load ) : SS_NAN;
    }
    return isnan( share[0] ) || fabs( share[0] - 1.0 ) < RATIO ? share[1] : share[0];
}

static uint32_t bit( bool is, Sign sign ) { return is ? 1u << sign : 0u; }

/// The speed at which the relaxed law lifts: friction times slip, and moments times turning.
static double liftOf( const Exam* e, int i )
{
    const whySample* s = at( e, i );
    double lift = e->mu[i] * speedOf( s );
    for ( int k = 0; k < 2; ++k )
    {
        double turning = s->bound[k] * s->turning[k];
        lift += isfinite( turning ) ? turning : 0.0;
    }
    return lift;
}

/// What is asked of a sample by itself.
static uint32_t firstSigns( const Exam* e, int i )
{
    const whySample* s = at( e, i );
    double h = e->record->h, still = e->record->still, hold = holdOf( e, i ), lift = liftOf( e, i );
    bool regular = isfinite( e->audit->fingerprint.vEps ),
         slow = regular || speedOf( s ) < FAST * GRAVITY * h;
    bool known = e->muKnown || regular, off = e->error[i] > OFF_LAW;
    bool inside = known && hold < BELOW && hold > HELD, moves = lift > 2.0 * still;
    bool lifts =
        fabs( s->opening - lift ) < 0.1 * lift || fabs( s->opening + s->gap / h - lift ) < 0.1 * lift;
    bool sinks = !isnan( s->order ) && s->gap < h * still && s->opening < -2.0 * still;
    bool last = s->order == 1.0, earlier = s->order < 1.0;
    double share = momentShare( e, s );
    bool scaled = fabs( share / s->radius - 1.0 ) < RATIO || fabs( share * s->radius - 1.0 ) < RATIO;
    return bit( e->mu[i] > 0.0, JUDGED ) | bit( off, OFF ) | bit( inside, INSIDE ) | bit( moves, MOVES ) |
        bit( inside && slow && speedOf( s ) > CREEP * still, CREEPS ) | bit( moves && lifts, LIFTS ) |
        bit( !isnan( share ), TURNS ) | bit( scaled && fabs( share - 1.0 ) > RATIO, BY_RADIUS ) |
        bit( sinks, SINKS ) | bit( off && cosine( s ) > DIRECT - 1.0, ASTRAY ) | bit( last, LAST ) |
        bit( earlier, EARLIER ) | bit( last && ( off || sinks ), LAST_WRONG ) |
        bit( earlier && ( off || sinks ), EARLIER_WRONG );
}

/// What is asked of it beside the others.
static uint32_t otherSigns( const Exam* e, int i )
{
    const whySample* s = at( e, i );
    double left = leftOf( s ), usual = commonOf( e, i, USUAL_SHARE ), limit = limitOf( e, i );
    double force = commonNumber( e, i, SLOPE_OF_FORCE ) / commonOf( e, i, SLOPE_OF_FORCE );
    double ratio = commonNumber( e, i, SLOPE_OF_RATIO ) / commonOf( e, i, SLOPE_OF_RATIO );
    bool other = e->muKnown && fabs( usual - 1.0 ) > RATIO;
    return bit( fabs( force - 1.0 ) < ALIKE || fabs( ratio - 1.0 ) < ALIKE, CREEPS_ALIKE ) |
        bit( e->polygonal && explains( e, i, missPolygon( e, i ) ), IN_POLYGON ) |
        bit( explains( e, i, missSize( e, i, e->mu[i] * s->before ) ), BY_BEFORE ) |
        bit( explains( e, i, missSize( e, i, e->mu[i] * s->pairLoad ) ), BY_MEAN ) |
        bit( holdOf( e, i ) > RATIO && explains( e, i, missSize( e, i, left * limit ) ), SHARED ) |
        bit( other && explains( e, i, missSize( e, i, usual * limit ) ), BY_OTHER_MU ) |
        bit( e->error[i] > OFF_LAW && slides( e, i ) && cosine( s ) > DIRECT, PUSHES );
}

/// Coulomb's law at every sample, and all signs.
static void judge( Exam* e )
{
    int n = e->record->count, used = 0;
    for ( int i = 0; i < n; ++i )
    {
        const whySample* s = at( e, i );
        e->scratch[used] = ssVec2_Length( s->force ) / s->load;
        used += slides( e, i );
        for ( int k = 0; k < 2; ++k )
        {
            e->turning[k] = s->turning[k] > e->turning[k] ? s->turning[k] : e->turning[k];
        }
    }
    double found = e->audit->fingerprint.mu,
           usual = isfinite( found ) ? found : logMedian( e->scratch, used );
    for ( int i = 0; i < n; ++i )
    {
        const whySample* s = at( e, i );
        const ssLogPair* pair = ssLogPairs_Find( &e->audit->pairs, s->a, s->b );
        e->muKnown = e->muKnown || !isnan( s->mu );
        e->mu[i] = !isnan( s->mu ) ? s->mu : pair != NULL ? pair->mu : usual;
        e->error[i] = e->mu[i] > 0.0 ? missSize( e, i, limitOf( e, i ) ) : SS_NAN;
    }
    fitPolygon( e );
    for ( int i = 0; i < n; ++i )
    {
        e->signs[i] = firstSigns( e, i );
        for ( int k = 0; k < COMMON_COUNT; ++k )
        {
            Mean* mean = meanOf( e, i, (Common)k );
            double number = commonNumber( e, i, (Common)k );
            mean->sums[k] += isfinite( number ) ? number : 0.0;
            mean->counts[k] += isfinite( number );
        }
    }
    for ( int i = 0; i < n; ++i )
    {
        e->signs[i] |= otherSigns( e, i );
        for ( int k = 0; k < SIGN_COUNT; ++k ) { e->counts[k] += shows( e, i, (Sign)k ); }
    }
}

/// The median of the number that goes with a sign.
static double numberOf( const Exam* e, Sign sign )
{
    int used = 0;
    for ( int i = 0; i < e->record->count; ++i )
    {
        e->scratch[used] = sign == CREEPS_ALIKE ? commonNumber( e, i, SLOPE_OF_RATIO ) / GRAVITY
            : sign == IN_POLYGON                ? e->polygon.facets
            : sign == BY_OTHER_MU               ? commonOf( e, i, USUAL_SHARE )
                                                : momentShare( e, at( e, i ) );
        used += shows( e, i, sign );
    }
    return logMedian( e->scratch, used );
}

static void nameAll( const Exam* e, ssWhyFinding* finding, Sign sign )
{
    for ( int i = 0; i < e->record->count; ++i )
    {
        shows( e, i, sign ) ? whyName( finding, at( e, i )->contact ) : (void)0;
    }
}

/// A row of tests.def, where stands which number means what.
typedef struct Row
{
    bool ofSamples, ofTracks, ofMissing;
    ssWhyCause cause;
    uint32_t sign, base;
    double least;
    Sign of;
    double ofLeast, worth;
    const char* text;
} Row;

#define SHOWN( cause, ... ) { true, false, false, ss_why##cause, __VA_ARGS__ },
#define EVENT( id, event, number, share, evidence ) \
    { false, true, false, ss_why##id, why_##event, number, share, .text = evidence },
#define MISSING( id, columns, channel ) { false, false, true, ss_why##id, columns, .text = channel },
static const Row s_rows[] = {
#include "why/tests.def"
};

static void askSamples( const Exam* e, const Row* test )
{
    int count = e->counts[test->sign], base = e->counts[test->base];
    double share = (double)base / e->record->count;
    if ( base >= LEAST && base >= test->ofLeast * e->counts[test->of] && count > test->least * base )
    {
        nameAll( e,
            whyAdd( e->why, test->cause, test->worth * count / base, share, test->text, count, base,
                numberOf( e, test->sign ) ),
            test->sign );
    }
}

/// Sums up the tracks to which it happened often enough.
static void askTracks( const Exam* e, const Row* test )
{
    ssWhyFinding names = { 0 };
    int count = 0, chances = 0;
    double size = 0.0;
    for ( int i = 0; i < e->record->trackMax; ++i )
    {
        const whyTrack* t = e->record->tracks + i;
        int happened = t->counts[test->sign], could = t->chances[test->sign];
        if ( happened >= (int)test->base && happened > test->least * could )
        {
            double number = t->number != NONE ? t->number : t->latest;
            isnan( number ) ? (void)0 : whyName( &names, number );
            count += happened, chances += could;
            size = ssMax( size, t->sizes[test->sign] );
        }
    }
    double share = (double)count / chances;
    if ( count > 0 )
    {
        ssWhyFinding* f =
            whyAdd( e->why, test->cause, 0.75 + 0.22 * share, share, test->text, count, chances, size );
        f->contactCount = names.contactCount;
        memcpy( f->contacts, names.contacts, sizeof f->contacts );
    }
}

/// The covariances of gap, v_N now and before, and f_N, at one contact.
typedef struct Course
{
    int count;
    double means[4], sums[4][4];
} Course;

/// How much of the variance of loads follows from overlap and its speed: nearly all where contacts are soft,
/// little where a solver was stopped early.
static double complianceOf( const Exam* e )
{
    ssRoom room = { 0 };
    Course* courses = ssRoom_Take( &room, (size_t)e->record->trackMax, sizeof( Course ) );
    double all = 0.0, left = 0.0;
    for ( int i = 0; i < e->record->count && courses != NULL; ++i )
    {
        const whySample* s = at( e, i );
        const double x[4] = { s->gap, s->opening, s->came, s->load };
        if ( s->track < 0 || isnan( s->gap ) || isnan( s->came ) ) { continue; }
        Course* c = courses + s->track;
        double off[4];
        c->count += 1;
        for ( int k = 0; k < 4; ++k )
        {
            off[k] = x[k] - c->means[k];
            c->means[k] += off[k] / c->count;
            for ( int m = 0; m <= k; ++m ) { c->sums[k][m] += off[k] * off[m] * ( 1.0 - 1.0 / c->count ); }
        }
    }
    for ( int i = 0; i < e->record->trackMax && courses != NULL; ++i )
    {
        Course* c = courses + i;
        if ( c->count < COURSE ) { continue; }
        all += c->sums[3][3];
        for ( int k = 0; k < 3; ++k ) // eliminates one after the other
        {
            double pivot = c->sums[k][k];
            for ( int m = k + 1; m < 4 && pivot > 0.0; ++m )
            {
                double share = c->sums[m][k] / pivot;
                for ( int n = k + 1; n <= m; ++n ) { c->sums[m][n] -= share * c->sums[n][k]; }
            }
        }
        left += ssMax( 0.0, c->sums[3][3] );
    }
    ssRoom_Release( &room );
    return all > 0.0 ? 1.0 - left / all : 0.0;
}

/// What no law explains, among several contacts. The one that was solved last obeys its law.
static void askSolver( const Exam* e )
{
    const int* n = e->counts;
    bool normal = n[SINKS] >= LEAST && n[SINKS] > HELD * ( n[LAST] + n[EARLIER] );
    bool friction = n[OFF] >= LEAST && n[OFF] > HELD * n[JUDGED] && n[ASTRAY] > 0.3 * n[OFF];
    double last = (double)n[LAST_WRONG] / n[LAST], share = (double)n[EARLIER_WRONG] / n[EARLIER];
    double soft = normal && !( last < 0.5 * share ) ? complianceOf( e ) : 0.0; // softness is that of all
    normal = normal && soft < COMPLIANT;
    if ( soft >= COMPLIANT && ( e->why->count == 0 || e->why->findings[0].cause != ss_whySoft ) )
    {
        whyAdd( e->why, ss_whySoft, 0.9 * soft, (double)n[SINKS] / ( n[LAST] + n[EARLIER] ),
            "%.1f%% of the variance of normal forces follows from overlap and its speed: they give way by "
            "compliance",
            100.0 * soft );
    }
    bool named = soft >= COMPLIANT || ( e->why->count > 0 && e->why->findings[0].confidence > 0.8 );
    // Without mu, it may be another law than Coulomb's.
    if ( n[EARLIER] >= LEAST && ( normal || ( friction && e->muKnown && !named ) ) )
    {
        ssWhyFinding* f = whyAdd( e->why, ss_whyUnconverged, last < 0.5 * share ? 0.9 : 0.6, share,
            "%.0f%% of the contacts break their law, and %.0f%% of those that are last in their frame; %d "
            "overlap "
            "and sink on",
            100.0 * share, 100.0 * last, n[SINKS] );
        nameAll( e, f, EARLIER_WRONG );
        for ( int i = 0; i < e->why->count && normal; ++i ) // contacts that it has left out press nothing
        {
            ssWhyFinding* other = e->why->findings + i;
            other->confidence *= other->cause == ss_whyNoContact ? 0.5 : 1.0;
        }
    }
}

static void findMissing( const Exam* e )
{
    const whyRecord* r = e->record;
    uint32_t known = r->known | ( r->sizesKnown ? SIZES : 0u ) | ( r->placesKnown ? PLACES : 0u );
    known |= e->muKnown ? SS_LOG_BIT( ss_logMu ) : 0u;
    known &= isnan( r->h ) ? ~PAIRS : ~0u;
    for ( int k = 0; k < SS_COUNT( s_rows ); ++k )
    {
        bool unknown = s_rows[k].ofMissing && ( known & s_rows[k].sign ) != s_rows[k].sign;
        for ( int i = 0; i < e->why->count; ++i )
        {
            unknown = unknown && e->why->findings[i].cause != s_rows[k].cause;
        }
        if ( unknown )
        {
            e->why->missing[e->why->missingCount++] = ( ssWhyMissing ){ s_rows[k].cause, s_rows[k].text };
        }
    }
}

/// All tests. A spring, or creep, leaves nothing of Coulomb's law with which friction could be compared.
static void ask( Exam* e )
{
    const ssLogSpring* spring = &e->audit->fingerprint.spring;
    judge( e );
    askSamples( e, s_rows );
    bool viscous = e->why->count > 0 && e->why->findings[0].confidence > VISCOUS;
    bool sprung = !viscous && spring->stiffness > 0.0;
    if ( sprung )
    {
        whyAdd( e->why, ss_whyTangentialSpring, 0.95 * ( 1.0 - spring->miss ), 1.0,
            "f_T = -k s - c v_T with k = %.4g N/m, c = %.3g N s/m leaves %.1f%% of the increments of "
            "friction",
            spring->stiffness, spring->damping, 100.0 * spring->miss );
    }
    for ( int k = 1; k < SS_COUNT( s_rows ); ++k )
    {
        bool asked = s_rows[k].ofSamples && ( s_rows[k].base != OFF || !( sprung || viscous ) );
        asked ? askSamples( e, s_rows + k ) : s_rows[k].ofTracks ? askTracks( e, s_rows + k ) : (void)0;
    }
    whySort( e->why );
    sprung ? (void)0 : askSolver( e );
    whySort( e->why );
}

static ssResult examine( const whyRecord* record, const ssLogAudit* audit, ssRoom* room, ssWhy* why )
{
    size_t n = (size_t)record->count;
    Exam e = { .record = record, .audit = audit, .why = why };
    e.mu = ssRoom_Take( room, n, sizeof( double ) );
    e.error = ssRoom_Take( room, n, sizeof( double ) );
    e.scratch = ssRoom_Take( room, n, sizeof( double ) );
    e.signs = ssRoom_Take( room, n, sizeof( uint32_t ) );
    e.means = ssRoom_Take( room, (size_t)record->trackMax + 1, sizeof( Mean ) );
    SS_TRY( room->failed ? ssError( ss_errorMemory, NULL, "out of memory for the tests" ) : ssOk() );
    if ( record->loaded > 0 ) { ask( &e ); }
    else
    {
        whyAdd( why, ss_whyNoContact, 1.0, 1.0, "none of %.0f rows carries a load", (double)record->rows );
    }
    findMissing( &e );
    return ssOk();
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
    bool failed = result.code == ss_ok && room.failed;
    result = failed ? ssError( ss_errorMemory, NULL, "out of memory for the tests" ) : result;
    result = result.code == ss_ok ? readAll( log, options, &frame, &record ) : result;
    why->contacts = record.rows;
    result = result.code == ss_ok ? examine( &record, &audit, &room, why ) : result;
    ssRoom_Release( &room );
    ssLogFrame_Destroy( &frame );
    return result;
}
