// SPDX-License-Identifier: MIT
#include "base/room.h"
#include "why/why_private.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

// The tests on a log. Friction of every contact is compared with Coulomb's law; what is off is compared with
// what each fault would have made of it, and the faults that explain most of it are named. Lifts, moments and
// the events of tracks have tests of their own.

#define OFF 0.002  // of the bound: friction that is nearer to a law obeys it
#define BETTER 0.2 // of what Coulomb's law leaves: a fault that leaves less explains it
#define NEAR 0.02  // of the bound: what explains is never farther
#define TRIED 400  // samples that choose the polygon
#define LEAST 8    // samples, or events, that say anything
#define LEAST_SHARE 0.02
#define SURE 0.85    // likewise of a polygon, of which there are many
#define DIRECTIONS 4 // of slip that tell polygons, of twelve
#define NAMED 0.5    // a cause explains this share of what is off
#define INSIDE 0.97  // of the bound: less friction does not slide
#define CREEP 0.02   // of the speed of sliding: slower creep is rounding
#define ALIKE 0.15   // speeds over forces that differ by less have one slope
#define VISCOUS 0.9  // of creeping contacts on one slope: no spring, even where one fits as well
#define OPPOSITE ( -0.95 )
#define DIRECT 0.03 // sine of an angle: better known directions differ by less
#define RATIO 0.05  // moments that differ by less agree
#define FRAMES_AROUND 25
#define TURNS 36 // of a polygon that are tried

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
    double* bound; // mu of every sample: known, else that of the fingerprint, else the usual ratio
    double* error; // distance from Coulomb's law over its bound
    double* group; // median of the sample's group
    double* scratch;
    Key* keys; // in groups
    bool muKnown;
    int judged, off, slides;
    int directions;
    int tried; // samples that are off of which faults are asked
    ssFingerprint polygon;
} Exam;

static double quantile( Exam* e, int count, double share ) { return logQuantile( e->scratch, count, share ); }

static double speedOf( const whySample* s ) { return ssVec2_Length( s->slip ); }
static double holdOf( const whySample* s ) { return ssVec2_Length( s->force ); }
static bool slides( const Exam* e, const whySample* s ) { return speedOf( s ) > e->record->still; }

/// Cosine between friction and slip; 0 where there is none.
static double cosine( const whySample* s )
{
    double size = speedOf( s ) * holdOf( s );
    return size > 0.0 ? ssVec2_Dot( s->slip, s->force ) / size : 0.0;
}

static void tell( ssWhyFinding* f, const char* format, ... ) SS_PRINTF( 2, 3 );
static void tell( ssWhyFinding* f, const char* format, ... )
{
    va_list arguments;
    va_start( arguments, format );
    vsnprintf( f->evidence, sizeof f->evidence, format, arguments );
    va_end( arguments );
}

/// Friction of this size, against the slip.
static double missSize( const Exam* e, int i, double size )
{
    const whySample* s = e->record->samples + i;
    double speed = speedOf( s ), limit = e->bound[i] * s->load;
    ssVec2 off = ssVec2_MulAdd( s->force, size / speed, s->slip );
    return slides( e, s )
        ? ssMax( 0.0, ssVec2_Length( off ) / limit - e->audit->noise * e->record->still / speed )
        : ssMax( 0.0, ( holdOf( s ) - size ) / limit );
}

static bool isOff( const Exam* e, int i ) { return e->error[i] > OFF; }

/// Coulomb's law at every sample.
static void judge( Exam* e )
{
    const whyRecord* r = e->record;
    int used = 0, known = 0;
    for ( int i = 0; i < r->count; ++i )
    {
        known += !isnan( r->samples[i].mu );
        if ( slides( e, r->samples + i ) )
        {
            e->scratch[used++] = holdOf( r->samples + i ) / r->samples[i].load;
        }
    }
    e->slides = used;
    e->muKnown = known > 0;
    double usual = isfinite( e->audit->fingerprint.mu ) ? e->audit->fingerprint.mu : quantile( e, used, 0.5 );
    for ( int i = 0; i < r->count; ++i )
    {
        const whySample* s = r->samples + i;
        const ssLogPair* pair = ssLogPairs_Find( &e->audit->pairs, s->a, s->b );
        double mu = !isnan( s->mu ) ? s->mu : pair != NULL ? pair->mu : usual, limit = mu * s->load;
        e->bound[i] = mu;
        e->error[i] = limit > 0.0 ? missSize( e, i, limit ) : SS_NAN;
        e->judged += limit > 0.0;
        e->off += isOff( e, i );
    }
}

// ------------------------------------------------------------------------------------------------- friction

// Each says by how much a fault misses the friction of a sample, over its bound; NaN: it cannot say.

static double missBound( const Exam* e, int i, double load ) { return missSize( e, i, e->bound[i] * load ); }

static double missBefore( const Exam* e, int i ) { return missBound( e, i, e->record->samples[i].before ); }
static double missPairLoad( const Exam* e, int i )
{
    return missBound( e, i, e->record->samples[i].pairLoad );
}

static double missOneCone( const Exam* e, int i )
{
    const whySample* s = e->record->samples + i;
    double t = holdOf( s ) / ( e->bound[i] * s->load ), r = s->roll / ( s->muR * s->load );
    double n = s->spin / ( s->muS * s->load );
    r = s->muR > 0.0 && !isnan( r ) ? r : 0.0;
    n = s->muS > 0.0 && !isnan( n ) ? n : 0.0;
    double left = sqrt( ssMax( 0.0, 1.0 - r * r - n * n ) );
    return r + n > RATIO && t > RATIO ? missSize( e, i, left * e->bound[i] * s->load ) : 1.0;
}

/// The point of the polygon with the largest product with this direction, and the product.
static double supportOf( const ssFingerprint* polygon, ssVec2 direction )
{
    double angle = ssAtan2( direction.y, direction.x ), period = 2.0 * SS_PI / polygon->facets;
    double off = logWrap( angle - polygon->facetDeg * SS_PI / 180.0, period );
    return polygon->mu * ssCos( off );
}

/// A force within the polygon, for which no other opposes the slip more.
static double missPolygon( const Exam* e, int i )
{
    const whySample* s = e->record->samples + i;
    double limit = e->bound[i] * s->load, hold = holdOf( s ) / limit, speed = speedOf( s );
    double radius = ssFingerprint_Radius( &e->polygon, ssAtan2( s->force.y, s->force.x ) );
    double outside = ssMax( 0.0, hold / radius - 1.0 );
    if ( e->polygon.set != ss_logSetPolygon || !slides( e, s ) )
    {
        return e->polygon.set == ss_logSetPolygon ? outside : 1.0;
    }
    if ( !e->polygon.associated ) // opposite to the slip, up to the boundary
    {
        return cosine( s ) < -1.0 + DIRECT ? fabs( hold / radius - 1.0 ) : 1.0;
    }
    ssVec2 back = ssVec2_Scale( -1.0 / speed, s->slip );
    return ssMax( outside, fabs( ssVec2_Dot( s->force, back ) / limit - supportOf( &e->polygon, back ) ) );
}

/// `group` is the usual share of the bound that contacts of a pair reach.
static double missCombine( const Exam* e, int i )
{
    return e->muKnown && fabs( e->group[i] - 1.0 ) > RATIO
        ? missBound( e, i, e->group[i] * e->record->samples[i].load )
        : 1.0;
}

static double missLawEnergy( const Exam* e, int i )
{
    const whySample* s = e->record->samples + i;
    return slides( e, s ) && cosine( s ) > DIRECT ? 0.0 : 1.0;
}

static bool explains( const Exam* e, int i, double ( *miss )( const Exam*, int ) )
{
    return isOff( e, i ) && miss( e, i ) < ssMin( BETTER * e->error[i], NEAR );
}

/// The share of the samples that are off that a fault explains.
static double explained( const Exam* e, double ( *miss )( const Exam*, int ) )
{
    int count = 0, offered = 0;
    for ( int i = 0; i < e->record->count && offered < e->tried; ++i )
    {
        offered += isOff( e, i );
        count += explains( e, i, miss );
    }
    return offered > 0 ? (double)count / offered : 0.0;
}

/// Names the contacts of which it explains most.
static ssWhyFinding* accuse(
    Exam* e, ssWhyCause cause, double confidence, double ( *miss )( const Exam*, int ) )
{
    ssWhyFinding* f = whyAdd( e->why, cause, confidence, (double)e->off / ( e->judged > 0 ? e->judged : 1 ) );
    for ( int i = 0; i < e->record->count; ++i )
    {
        if ( explains( e, i, miss ) )
        {
            whyName( f, e->record->samples[i].contact );
        }
    }
    return f;
}

static int compareKeys( const void* x, const void* y )
{
    const Key *s = x, *t = y;
    int order = ( s->a > t->a ) - ( s->a < t->a );
    return order != 0 ? order : ( s->b > t->b ) - ( s->b < t->b );
}

/// The median of a number of the samples that have one, by pairs of bodies or by contacts; groups of few have
/// none.
static void groupMedians( Exam* e, bool byContact, double ( *value )( const Exam*, int ) )
{
    int n = e->record->count;
    for ( int i = 0; i < n; ++i )
    {
        const whySample* s = e->record->samples + i;
        e->keys[i] = ( Key ){ .sample = i, .a = byContact ? s->track : s->a, .b = byContact ? 0.0 : s->b };
        e->keys[i].a = isnan( e->keys[i].a ) ? -HUGE_VAL : e->keys[i].a;
        e->keys[i].b = isnan( e->keys[i].b ) ? -HUGE_VAL : e->keys[i].b;
    }
    qsort( e->keys, (size_t)n, sizeof *e->keys, compareKeys );
    for ( int begin = 0, end = 0; begin < n; begin = end )
    {
        int used = 0;
        for ( end = begin; end < n && compareKeys( e->keys + begin, e->keys + end ) == 0; ++end )
        {
            double x = value( e, e->keys[end].sample );
            e->scratch[used] = x;
            used += isnan( x ) ? 0 : 1;
        }
        double middle = used >= LEAST ? quantile( e, used, 0.5 ) : SS_NAN;
        for ( int k = begin; k < end; ++k )
        {
            e->group[e->keys[k].sample] = middle;
        }
    }
}

static double shareOfBound( const Exam* e, int i )
{
    const whySample* s = e->record->samples + i;
    return slides( e, s ) && cosine( s ) < -1.0 + DIRECT ? holdOf( s ) / ( e->bound[i] * s->load ) : SS_NAN;
}

/// The polygon inside or around the circle that explains most. Of those that explain as much, the first.
static void fitPolygon( Exam* e )
{
    static const int corners[] = { 4, 3, 6, 8, 5, 12, 16 };
    ssFingerprint best = { 0 };
    double most = 0.0;
    e->tried = TRIED;
    for ( int i = 0; i < SS_COUNT( corners ) * 4 * TURNS; ++i )
    {
        int k = corners[i / ( 4 * TURNS )], kind = i / TURNS % 4;
        double inner = ssCos( SS_PI / k );
        e->polygon = ( ssFingerprint ){ .set = ss_logSetPolygon,
            .facets = k,
            .facetDeg = 360.0 / k * ( i % TURNS ) / TURNS,
            .mu = kind % 2 == 0 ? 1.0 : 1.0 / inner,
            .muMinor = kind % 2 == 0 ? inner : 1.0,
            .associated = kind < 2 };
        double share = explained( e, missPolygon );
        best = share > most + 0.03 ? e->polygon : best;
        most = share > most + 0.03 ? share : most;
    }
    e->polygon = best;
    e->tried = e->record->count;
}

/// How many of twelve directions, opposite ones being one, the slip of samples that are off has.
static void countDirections( Exam* e )
{
    int counts[12] = { 0 };
    for ( int i = 0; i < e->record->count; ++i )
    {
        const whySample* s = e->record->samples + i;
        double turn = logWrap( ssAtan2( s->slip.y, s->slip.x ), SS_PI ) / SS_PI + 0.5;
        counts[(int)( 11.999 * turn )] += isOff( e, i ) && slides( e, s );
    }
    for ( int i = 0; i < 12; ++i )
    {
        e->directions += counts[i] > 0 && 100 * counts[i] > e->off;
    }
}

static void examineBounds( Exam* e )
{
    if ( e->off < LEAST || e->off < LEAST_SHARE * e->judged )
    {
        return;
    }
    countDirections( e );
    fitPolygon( e );
    double polygon = explained( e, missPolygon ), before = explained( e, missBefore );
    double pairLoad = explained( e, missPairLoad ), oneCone = explained( e, missOneCone );
    double energy = explained( e, missLawEnergy );
    if ( polygon > SURE && e->directions >= DIRECTIONS )
    {
        tell( accuse( e, ss_whyPolygon, polygon, missPolygon ),
            "the forces of %d contacts that slide fill a polygon of %d corners, from %.3g to %.3g times the "
            "bound",
            e->slides, e->polygon.facets, e->polygon.muMinor, e->polygon.mu );
    }
    if ( ssMax( before, pairLoad ) > NAMED )
    {
        bool earlier = before >= pairLoad;
        tell( accuse( e, ss_whyStaleNormal, ssMax( before, pairLoad ), earlier ? missBefore : missPairLoad ),
            "|f_T| is mu times %s in %.0f%% of the contacts that are off the bound of their own",
            earlier ? "the normal force of the frame before" : "the mean normal force of the pair",
            100.0 * ssMax( before, pairLoad ) );
    }
    if ( oneCone > NAMED )
    {
        tell( accuse( e, ss_whyOneCone, oneCone, missOneCone ),
            "(f_T / mu)² + (m / mu_r)² + (m_N / mu_s)² is f_N² in %.0f%% of the contacts that slide below "
            "their bound",
            100.0 * oneCone );
    }
    if ( energy > NAMED )
    {
        tell( accuse( e, ss_whyLawEnergy, energy, missLawEnergy ),
            "friction pushes along the slip in %.0f%% of the contacts that are off Coulomb's law",
            100.0 * energy );
    }
    groupMedians( e, false, shareOfBound );
    double combine = explained( e, missCombine );
    if ( combine > NAMED )
    {
        double least = HUGE_VAL, most = 0.0;
        for ( int i = 0; i < e->record->count; ++i )
        {
            bool counts = explains( e, i, missCombine );
            least = counts ? ssMin( least, e->group[i] ) : least;
            most = counts ? ssMax( most, e->group[i] ) : most;
        }
        tell( accuse( e, ss_whyCombine, 0.99 * combine, missCombine ),
            "pairs slide at %.4g to %.4g times the mu that the log has for them, always the same for a pair",
            least, most );
    }
}

// ---------------------------------------------------------------------------------------------------- creep

static bool isInside( const Exam* e, int i )
{
    const whySample* s = e->record->samples + i;
    double hold = holdOf( s ), limit = e->bound[i] * s->load;
    return ( e->muKnown || isfinite( e->audit->fingerprint.vEps ) ) && hold < INSIDE * limit &&
        hold > 0.02 * limit;
}

static bool creeps( const Exam* e, int i )
{
    return isInside( e, i ) && speedOf( e->record->samples + i ) > CREEP * e->record->still;
}

static double slopeOfForce( const Exam* e, int i )
{
    const whySample* s = e->record->samples + i;
    return creeps( e, i ) && cosine( s ) < OPPOSITE ? speedOf( s ) / holdOf( s ) : SS_NAN;
}

static double slopeOfRatio( const Exam* e, int i )
{
    return slopeOfForce( e, i ) * e->record->samples[i].load;
}

/// The share of creeping contacts whose slip is the usual one for their force.
static double explainCreep( Exam* e, double ( *slope )( const Exam*, int ), int creeping )
{
    groupMedians( e, true, slope );
    int count = 0;
    for ( int i = 0; i < e->record->count; ++i )
    {
        count += creeps( e, i ) && fabs( slope( e, i ) / e->group[i] - 1.0 ) < ALIKE;
    }
    return (double)count / ( creeping > 0 ? creeping : 1 );
}

static void examineCreep( Exam* e )
{
    const whyRecord* r = e->record;
    int inside = 0, creeping = 0;
    for ( int i = 0; i < r->count; ++i )
    {
        inside += isInside( e, i );
        creeping += creeps( e, i );
    }
    if ( creeping < LEAST || creeping < 0.3 * inside )
    {
        return;
    }
    double force = explainCreep( e, slopeOfForce, creeping ),
           ratio = explainCreep( e, slopeOfRatio, creeping );
    if ( ssMax( force, ratio ) <= NAMED )
    {
        return;
    }
    ssWhyFinding* f = whyAdd( e->why, ss_whySoft, ssMax( force, ratio ), (double)creeping / r->count );
    int used = 0;
    double fastest = 0.0;
    for ( int i = 0; i < r->count; ++i )
    {
        double slope = slopeOfRatio( e, i );
        e->scratch[used] = slope / 9.81;
        used += isnan( slope ) ? 0 : 1;
        fastest = creeps( e, i ) ? ssMax( fastest, speedOf( r->samples + i ) ) : fastest;
        if ( creeps( e, i ) )
        {
            whyName( f, r->samples[i].contact );
        }
    }
    tell( f,
        "%d contacts inside their bound slip at up to %.3g m/s, against their friction and in proportion to "
        "it: "
        "time constant %.3g s",
        creeping, fastest, quantile( e, used, 0.5 ) );
}

// ------------------------------------------------------------------------------------ lifts, moments, solver

/// The normal velocity that slip alone would make under the relaxed law, or the gap that it has made.
static bool lifts( const Exam* e, int i )
{
    const whySample* s = e->record->samples + i;
    double expected = e->bound[i] * speedOf( s ), h = e->record->h;
    double ways[3] = { s->opening, s->opening + s->gap / h, s->rise };
    bool is = false;
    for ( int k = 0; k < 3; ++k )
    {
        is = is || fabs( ways[k] - expected ) < 0.1 * expected; // not where unknown
    }
    return is;
}

static void examineLift( Exam* e )
{
    int moving = 0, lifting = 0, open = 0;
    for ( int i = 0; i < e->record->count; ++i )
    {
        bool counts = e->bound[i] * speedOf( e->record->samples + i ) > 2.0 * e->record->still;
        moving += counts;
        open += counts && lifts( e, i );
    }
    lifting = open;
    if ( lifting < LEAST || lifting < NAMED * moving )
    {
        return;
    }
    ssWhyFinding* f =
        whyAdd( e->why, ss_whyRelaxation, (double)lifting / moving, (double)lifting / e->record->count );
    for ( int i = 0; i < e->record->count; ++i )
    {
        if ( e->bound[i] * speedOf( e->record->samples + i ) > 2.0 * e->record->still && lifts( e, i ) )
        {
            whyName( f, e->record->samples[i].contact );
        }
    }
    tell( f, "%d of %d contacts that slide lift at mu |v_T|, or stand off by h mu |v_T|", lifting, moving );
}

/// The usual factor by which a moment misses its bound, where it turns; `power` is that of the radius.
static double momentFactor( Exam* e, bool spin, double power, double* spread, int* count )
{
    double fastest = 0.0;
    int used = 0;
    for ( int i = 0; i < e->record->count; ++i )
    {
        double w = spin ? e->record->samples[i].spinSpeed : e->record->samples[i].rollSpeed;
        fastest = isnan( w ) ? fastest : ssMax( fastest, w );
    }
    for ( int i = 0; i < e->record->count; ++i )
    {
        const whySample* s = e->record->samples + i;
        double w = spin ? s->spinSpeed : s->rollSpeed, m = spin ? s->spin : s->roll,
               mu = spin ? s->muS : s->muR;
        double factor =
            m / ( mu * s->load ) / ( power != 0.0 ? ( power > 0.0 ? s->radius : 1.0 / s->radius ) : 1.0 );
        if ( w > 0.05 * fastest && w > 0.0 && mu > 0.0 && isfinite( factor ) )
        {
            e->scratch[used++] = factor;
        }
    }
    double low = quantile( e, used, 0.2 ), high = quantile( e, used, 0.8 );
    *spread = ( high - low ) / ( high + low );
    *count = used;
    return quantile( e, used, 0.5 );
}

static void examineMoments( Exam* e )
{
    for ( int spin = 0; spin < 2; ++spin )
    {
        double spread, other;
        int count, ignored;
        double plain = momentFactor( e, spin == 1, 0.0, &spread, &count );
        if ( count < LEAST || fabs( plain - 1.0 ) < RATIO || e->why->count == ss_whyCauseCount )
        {
            continue;
        }
        double longer = momentFactor( e, spin == 1, 1.0, &other, &ignored );
        double shorter = momentFactor( e, spin == 1, -1.0, &other, &ignored );
        bool times = fabs( longer - 1.0 ) < RATIO, over = fabs( shorter - 1.0 ) < RATIO;
        if ( !times && !over )
        {
            continue;
        }
        ssWhyFinding* f = whyAdd( e->why, ss_whyUnits, 0.95, (double)count / e->record->count );
        for ( int i = 0; i < e->record->count; ++i )
        {
            if ( e->record->samples[i].muR > 0.0 || e->record->samples[i].muS > 0.0 )
            {
                whyName( f, e->record->samples[i].contact );
            }
        }
        tell( f, "%s moments of %d contacts are %.4g times %s f_N: the radius %s it",
            spin == 1 ? "spinning" : "rolling", count, plain, spin == 1 ? "mu_s" : "mu_r",
            times ? "multiplies" : "divides" );
    }
}

/// Do bodies approach although they overlap and press?
static bool sinks( const Exam* e, const whySample* s )
{
    return s->gap < e->record->h * e->record->still && s->opening < -2.0 * e->record->still;
}

static void examineSolver( Exam* e )
{
    int sinking = 0, astray = 0, several = 0, counts[2] = { 0 }, off[2] = { 0 };
    for ( int i = 0; i < e->record->count; ++i )
    {
        const whySample* s = e->record->samples + i;
        bool wrong = isOff( e, i ) || sinks( e, s );
        several += !isnan( s->order );
        sinking += sinks( e, s ) && !isnan( s->order );
        astray += isOff( e, i ) && cosine( s ) > -0.99;
        counts[s->order == 1.0] += !isnan( s->order );
        off[s->order == 1.0] += wrong && !isnan( s->order );
    }
    bool normal = sinking >= LEAST && sinking > LEAST_SHARE * several;
    bool friction = e->off >= LEAST && e->off > LEAST_SHARE * e->judged && astray > 0.3 * e->off &&
        ( e->audit->fingerprint.set == ss_logSetUnknown || e->muKnown );
    bool named = e->why->count > 0 && e->why->findings[0].confidence > 0.8;
    if ( several < LEAST || !( normal || friction ) || ( named && !normal ) )
    {
        return;
    }
    double last = (double)off[1] / ( counts[1] > 0 ? counts[1] : 1 ),
           others = (double)off[0] / ( counts[0] > 0 ? counts[0] : 1 );
    bool ordered = last < 0.5 * others;
    ssWhyFinding* f = whyAdd( e->why, ss_whyUnconverged, ordered ? 0.9 : 0.6, others );
    for ( int i = 0; i < e->record->count; ++i )
    {
        if ( isOff( e, i ) || sinks( e, e->record->samples + i ) )
        {
            whyName( f, e->record->samples[i].contact );
        }
    }
    tell( f,
        "%.0f%% of the contacts break their law, but %.0f%% of those that are last in their frame; %d "
        "overlap and sink on",
        100.0 * others, 100.0 * last, sinking );
}

// --------------------------------------------------------------------------------------------------- events

/// Sums up what happened to all tracks; a track counts where it happened often enough.
static ssWhyFinding* examineEvent( Exam* e, whyEvent event, ssWhyCause cause, int least, double share )
{
    const whyRecord* r = e->record;
    ssWhyFinding* f = NULL;
    int count = 0, chances = 0;
    double size = 0.0;
    for ( int i = 0; i < r->trackMax; ++i )
    {
        const whyTrack* t = r->tracks + i;
        if ( t->used && t->counts[event] >= least && t->counts[event] > share * t->chances[event] )
        {
            f = f != NULL ? f : whyAdd( e->why, cause, 0.0, 0.0 );
            whyName( f, t->number );
            count += t->counts[event];
            chances += t->chances[event];
            size = event == why_drifts ? size + t->sizes[event] : ssMax( size, t->sizes[event] );
        }
    }
    if ( f != NULL )
    {
        f->share = (double)count / chances;
        f->confidence = ssMin( 0.97, 0.75 + 0.25 * f->share );
        switch ( event )
        {
            case why_flips:
                tell( f,
                    "%d times a contact was pressed for at most three frames between one or two without load",
                    count );
                break;
            case why_jumps:
                tell( f, "%d jumps of normal or point in %d frames, of the normal by up to %.3g°", count,
                    chances, size * 180.0 / SS_PI );
                break;
            case why_gains:
                tell( f, "%d of %d impacts left faster than they came, up to %.4g times", count, chances,
                    size );
                break;
            case why_drifts:
                tell( f, "moved by %.3g m in %d steps along the load, while the log says that it stands",
                    size, count );
                break;
            default:
                tell( f,
                    "%d times bodies overlapped by up to %.3g m and went on approaching, without a force",
                    count, size );
        }
    }
    return f;
}

static void examineSpring( Exam* e )
{
    const ssLogSpring* spring = &e->audit->fingerprint.spring;
    if ( spring->stiffness > 0.0 )
    {
        tell( whyAdd( e->why, ss_whyTangentialSpring, 0.95 * ( 1.0 - spring->miss ), 1.0 ),
            "f_T = -k s - c v_T with k = %.4g N/m, c = %.3g N s/m leaves %.1f%% of the increments of "
            "friction",
            spring->stiffness, spring->damping, 100.0 * spring->miss );
    }
}

static void findMissing( const Exam* e, const ssWhyOptions* options )
{
    const uint32_t known = e->record->known, moments = SS_LOG_VECTOR( ss_logMx ) | SS_LOG_VECTOR( ss_logWx );
    const uint32_t pair = SS_LOG_BIT( ss_logA ) | SS_LOG_BIT( ss_logB );
    bool turns = ( known & moments ) == moments;
    bool bounded =
        !isnan( options->muR ) || !isnan( options->muS ) || ( known & SS_LOG_BIT( ss_logMuR ) ) != 0;
    ssWhy* why = e->why;
    if ( !e->muKnown )
    {
        whyMiss( why, ss_whySoft, "mu, by its column or --set mu=" );
        whyMiss( why, ss_whyCombine, "what the materials say: mu, by its column or --set mu=" );
    }
    if ( !turns || !bounded )
    {
        whyMiss( why, ss_whyOneCone, "columns mx my mz wx wy wz, and mu_r or mu_s" );
        whyMiss( why, ss_whyUnits, "columns mx my mz wx wy wz, and mu_r or mu_s" );
    }
    else if ( !e->record->sizesKnown )
    {
        whyMiss( why, ss_whyUnits, "sizes of bodies (MCAP has them), or --set radius=" );
    }
    if ( ( known & SS_LOG_BIT( ss_logGap ) ) == 0 )
    {
        whyMiss( why, ss_whyNoContact, "column gap" );
    }
    if ( ( known & pair ) != pair || isnan( e->record->h ) )
    {
        whyMiss( why, ss_whyStaleNormal, "several frames, and columns a and b" );
        whyMiss( why, ss_whyFlicker, "several frames, and columns a and b" );
        whyMiss( why, ss_whyRestitution, "several frames, and columns a and b" );
    }
    if ( ( known & SS_LOG_VECTOR( ss_logPx ) ) != SS_LOG_VECTOR( ss_logPx ) )
    {
        whyMiss( why, ss_whyJumpingContact, "columns px py pz, and several frames" );
    }
    if ( !e->record->placesKnown || ( known & SS_LOG_VECTOR( ss_logWx ) ) != SS_LOG_VECTOR( ss_logWx ) )
    {
        whyMiss( why, ss_whyStep, "columns px py pz wx wy wz, or positions of bodies" );
    }
    whyMiss( why, ss_whyInfeasible, "the contact problem of a step, for `slipstick why PROBLEM`" );
    whyMiss( why, ss_whySeveralSolutions, "the contact problem of a step, for `slipstick why PROBLEM`" );
}

static ssResult examine(
    const whyRecord* record, const ssLogAudit* audit, const ssWhyOptions* options, ssWhy* why )
{
    Exam e = { .record = record, .audit = audit, .why = why };
    size_t n = (size_t)record->count;
    e.bound = ssRoom_Take( &e.room, n, sizeof( double ) );
    e.error = ssRoom_Take( &e.room, n, sizeof( double ) );
    e.group = ssRoom_Take( &e.room, n, sizeof( double ) );
    e.scratch = ssRoom_Take( &e.room, n, sizeof( double ) );
    e.keys = ssRoom_Take( &e.room, n, sizeof( Key ) );
    ssResult result = e.room.failed ? ssError( ss_errorMemory, NULL, "out of memory for the tests" ) : ssOk();
    if ( result.code == ss_ok )
    {
        judge( &e );
        examineCreep( &e );
        bool viscous = why->count > 0 && why->findings[0].confidence > VISCOUS;
        bool sprung = !viscous && audit->fingerprint.spring.stiffness > 0.0;
        sprung ? examineSpring( &e ) : viscous ? (void)0 : examineBounds( &e );
        examineLift( &e );
        examineMoments( &e );
        examineEvent( &e, why_flips, ss_whyFlicker, 2 * LEAST, 0.3 );
        examineEvent( &e, why_jumps, ss_whyJumpingContact, 4, 0.01 );
        examineEvent( &e, why_gains, ss_whyRestitution, 3, 0.6 );
        examineEvent( &e, why_drifts, ss_whyStep, 2 * LEAST, 0.5 );
        whySort( why );
        if ( !sprung )
        {
            examineSolver( &e );
        }
        if ( record->loaded == 0 )
        {
            tell( whyAdd( why, ss_whyNoContact, 1.0, 1.0 ), "no row of %.0f carries a load",
                (double)record->rows );
        }
        else
        {
            examineEvent( &e, why_missed, ss_whyNoContact, LEAST, 0.1 );
        }
        findMissing( &e, options );
        whySort( why );
    }
    ssRoom_Release( &e.room );
    return result;
}

// --------------------------------------------------------------------------------------------------- reading

static ssResult readAll( ssContactLog* log, const ssWhyOptions* options, whyRecord* record )
{
    int frames = ssContactLog_FrameCount( log ), first = 0, last = frames;
    if ( !isnan( options->time ) )
    {
        int middle = ssContactLog_FindFrame( log, options->time );
        first = middle - FRAMES_AROUND > 0 ? middle - FRAMES_AROUND : 0;
        last = middle + FRAMES_AROUND + 1 < frames ? middle + FRAMES_AROUND + 1 : frames;
    }
    ssLogFrame frame = { 0 };
    logTouches touches = { 0 };
    ssResult result = ssOk();
    for ( int k = first; k < last && result.code == ss_ok; ++k )
    {
        result = ssContactLog_ReadFrame( log, k, &frame );
        result = result.code == ss_ok ? logTouches_Add( &touches, &frame, record->h ) : result;
        if ( result.code == ss_ok )
        {
            whyRecord_Add( record, options, &frame, &touches );
        }
    }
    logTouches_End( &touches );
    ssLogFrame_Destroy( &frame );
    return result;
}

ssResult ssWhyContactLog( ssContactLog* log, const ssWhyOptions* options, ssWhy* why )
{
    *why = ( ssWhy ){ 0 };
    ssLogAuditOptions known = ssDefaultLogAuditOptions();
    known.mu = options->mu, known.muR = options->muR, known.muS = options->muS, known.h = options->h;
    ssLogAudit audit;
    SS_TRY( ssAuditContactLog( log, &known, &audit ) );
    uint64_t rows = ssContactLog_RowCount( log );
    whyRecord record = { .h = audit.h, .still = audit.slidingSpeed, .trackMax = 64 };
    while ( record.trackMax < 1 << 16 && (uint64_t)record.trackMax < 4 * rows )
    {
        record.trackMax *= 2;
    }
    ssRoom room = { 0 };
    record.samples = ssRoom_Take( &room, LOG_SAMPLES_MAX, sizeof( whySample ) );
    record.tracks = ssRoom_Take( &room, (size_t)record.trackMax, sizeof( whyTrack ) );
    ssResult result = room.failed ? ssError( ss_errorMemory, NULL, "out of memory for the tests" ) : ssOk();
    result = result.code == ss_ok ? readAll( log, options, &record ) : result;
    why->contacts = record.rows;
    if ( result.code == ss_ok && record.rows == 0 &&
        ( !isnan( options->contact ) || !isnan( options->time ) ) )
    {
        result = ssError( ss_errorValue, "contact",
            "the log has no such contact; it has %.0f rows from t = %g to %g s", (double)rows,
            ssContactLog_Time( log, 0 ), ssContactLog_Time( log, ssContactLog_FrameCount( log ) - 1 ) );
    }
    result = result.code == ss_ok ? examine( &record, &audit, options, why ) : result;
    ssRoom_Release( &room );
    return result;
}
