// SPDX-License-Identifier: MIT
#include "slipstick/log_audit.h"
#include "base/room.h"
#include "log/log_private.h"
#include "log/log_samples.h"

// The checks of a log. A first pass over it collects what the fingerprint is made of, a second one measures.

#define GRAVITY 9.81    // [m/s²] what a step adds to a velocity at most scales with it
#define STEP_USUAL 0.01 // [s] a log with more time between frames leaves steps out
// Of the velocity that gravity adds in a step: what a solver leaves of zero, stopping at 1e-4 of the others.
// Slower contacts stick; checks ignore what this explains.
#define STILL 0.02
#define TINY_LOAD 1e-6    // of the largest load of the frame: contacts with less are open
#define SAMPLE_SLACK 1e-3 // [rad] rounding of directions
// A contact that has just closed may have been this many times faster than the log's largest speed.
#define IMPACT_SPEEDS 2.0
// What the fingerprint leaves unexplained of typical contacts excuses others: medians times this.
#define MISS_MARGIN 3.0

// Sticking contacts show the solver's error in velocities. The largest errors are this many times the 95 %
// quantile (piles at tolerances of 1e-4 and 1e-7), if there are this many contacts.
#define NOISE_SHARE 0.95
#define NOISE_MARGIN 20.0
#define NOISE_LEAST 0.05 // of the sliding speed
#define NOISE_COUNT 100

static const char* const s_names[ss_logCheckCount] = {
    [ss_logCheckCone] = "cone",
    [ss_logCheckSlipDirection] = "slip_direction",
    [ss_logCheckComplementarity] = "complementarity",
    [ss_logCheckEnergy] = "energy",
    [ss_logCheckRolling] = "rolling",
    [ss_logCheckSpinning] = "spinning",
    [ss_logCheckCreep] = "creep",
};

const char* ssLogCheckName( ssLogCheck check ) { return s_names[check]; }

ssLogAuditOptions ssDefaultLogAuditOptions( void )
{
    return (
        ssLogAuditOptions ){ .mu = SS_NAN, .muR = SS_NAN, .muS = SS_NAN, .h = SS_NAN, .tolerance = 1e-3 };
}

/// What the contacts of a frame are compared with.
typedef struct Scale
{
    double load;  // the largest f_N
    double still; // [m/s] slower contacts stick
    double speed; // [m/s] the largest
} Scale;

static Scale scaleOf( const ssLogAudit* audit, const ssLogFrame* frame )
{
    double load = 0.0, speed = 0.0;
    for ( int row = 0; row < frame->count; ++row )
    {
        ssVec3 n = ssLogFrame_Vector( frame, ss_logNx, row ), f = ssLogFrame_Vector( frame, ss_logFx, row );
        load = ssMax( load, ssVec3_Dot( n, f ) );
        speed = ssMax( speed, ssVec3_Length( ssLogFrame_Vector( frame, ss_logVx, row ) ) );
    }
    return ( Scale ){
        .load = load, .still = ssMax( audit->slidingSpeed, audit->tolerance * speed ), .speed = speed
    };
}

/// What the measures of a row are taken from.
typedef struct Row
{
    const ssLogAudit* audit;
    const ssLogAuditOptions* options;
    logParts parts;
    Scale scale;
    double gap, mu, muR, muS; // NaN: unknown
    double closing;           // [m/s] at most, where it has just closed; else 0
    double muErr;             // of the fingerprint's
    bool paired;              // mu is that of the pair of bodies
    bool muGiven;             // by the user or the log, not by the fingerprint
    bool lawKnown;            // friction follows from the slip: by mu, or by the fingerprint
    double miss;              // by which the fingerprint fails to explain friction, over mu
    bool sprung;              // friction has a spring
    double springPower;       // [W] beyond what it gives back; 0: the log does not say
} Row;

/// The user's number, else that of the log, else that of the fingerprint.
static double chooseNumber( double given, double logged, double found )
{
    return !isnan( given ) ? given : !isnan( logged ) ? logged : found;
}

static Row beginRow(
    const ssLogAudit* audit, const ssLogAuditOptions* options, const ssLogFrame* frame, int row, Scale scale )
{
    const ssFingerprint* print = &audit->fingerprint;
    double mu = frame->columns[ss_logMu][row];
    bool given = !isnan( options->mu ) || !isnan( mu ), mixed = audit->pairs.count > 0;
    const ssLogPair* pair =
        ssLogPairs_Find( &audit->pairs, frame->columns[ss_logA][row], frame->columns[ss_logB][row] );
    double found = pair != NULL ? pair->mu : mixed ? SS_NAN : print->mu;
    return ( Row ){
        .audit = audit,
        .options = options,
        .parts = logResolve( frame, row ),
        .scale = scale,
        .gap = frame->columns[ss_logGap][row],
        .mu = chooseNumber( options->mu, mu, found ),
        .muErr = pair != NULL ? pair->muErr : print->muErr,
        .paired = pair != NULL,
        .muGiven = given,
        .lawKnown = given || print->set != ss_logSetUnknown || !ssFingerprint_IsOtherLaw( print ),
        .miss = given || isnan( print->miss ) ? 0.0 : MISS_MARGIN * print->miss,
        .sprung = print->spring.stiffness > 0.0,
        .muR = chooseNumber( options->muR, frame->columns[ss_logMuR][row], print->muR ),
        .muS = chooseNumber( options->muS, frame->columns[ss_logMuS][row], print->muS ),
    };
}

/// |f_T| / f_N at which the contact would slide, in the direction of its force. What the fingerprint does not
/// know or explain is no violation of a contact.
static double boundOf( const Row* r, double side )
{
    const ssFingerprint* print = &r->audit->fingerprint;
    double angle = ssAtan2( r->parts.force.y, r->parts.force.x );
    double radius = r->paired ? r->mu : ssFingerprint_Radius( print, angle );
    return r->muGiven ? r->mu : radius + side * ( r->muErr + r->miss * r->mu );
}

/// The part of the force that no slip of this velocity explains.
static double slipMeasure( const Row* r, double ratio, double speed )
{
    const ssFingerprint* print = &r->audit->fingerprint;
    const logParts* p = &r->parts;
    if ( speed <= r->scale.still ) { return 0.0; }
    // Velocities are known to about the noise, so that the slip may have any direction within this angle.
    double slack =
        ssAsin( r->audit->noise * r->scale.still / speed ) + SAMPLE_SLACK * r->audit->tolerance + r->miss;
    double slip = ssAtan2( -p->slip.y, -p->slip.x ), force = ssAtan2( p->force.y, p->force.x );
    double middle = ssFingerprint_ForceAngle( print, slip );
    double low = logWrap( ssFingerprint_ForceAngle( print, slip - slack ) - middle, 2.0 * SS_PI );
    double high = logWrap( ssFingerprint_ForceAngle( print, slip + slack ) - middle, 2.0 * SS_PI );
    double off = logWrap( force - middle, 2.0 * SS_PI );
    double mismatch = ssMax( 0.0, ssMax( low - off, off - high ) );
    return ratio * ( mismatch < 0.5 * SS_PI ? ssSin( mismatch ) : 1.0 );
}

/// f_N > 0 needs gap + h v_N <= 0. An opening contact may have bounced, having closed at least as fast,
/// unless all open (relaxed law); one that has just closed may have stopped.
static double complementarityMeasure( const Row* r )
{
    const logParts* p = &r->parts;
    double h = r->audit->h;
    if ( isnan( r->gap ) || isnan( h ) ) { return SS_NAN; }
    double bounced = p->opening > r->scale.still && !r->audit->fingerprint.relaxed ? p->opening : 0.0;
    double closing = ssMax( r->closing, ssMax( bounced, -p->opening ) );
    double left = r->gap - h * ( closing + r->scale.still );
    double reach = h * ssMax( ssHypot( p->opening, ssVec2_Length( p->slip ) ), GRAVITY * h );
    double pull = r->scale.load > 0.0 ? -p->load / r->scale.load : -p->load > 0.0 ? 1.0 : 0.0;
    return p->load > 0.0 ? ssMax( 0.0, left / reach ) : ssMax( 0.0, pull );
}

/// The power of a moment at a solver's residual angular velocity. As mu times the load bounds the moment, mu
/// times the angular velocity is compared like a velocity.
static double explainedPower( double moment, double mu, double still )
{
    return mu > 0.0 ? fabs( moment ) * still / mu : 0.0;
}

/// Power that friction adds, relative to the load times a speed. Moments that are unknown do not count.
static double energyMeasure( const Row* r, double speed )
{
    const logParts* p = &r->parts;
    double rolling = ssVec2_Dot( p->moment, p->turning ), spinning = p->spinMoment * p->spin;
    double power = r->sprung ? r->springPower : ssVec2_Dot( p->force, p->slip );
    double scale = p->load * ssMax( speed, r->audit->slidingSpeed / STILL );
    if ( !isnan( rolling ) && !isnan( spinning ) )
    {
        power += rolling + spinning - explainedPower( ssVec2_Length( p->moment ), r->muR, r->scale.still ) -
            explainedPower( p->spinMoment, r->muS, r->scale.still );
        scale += ssVec2_Length( p->moment ) * ssVec2_Length( p->turning ) + fabs( spinning );
    }
    power -= ssVec2_Length( p->force ) * r->scale.still;
    return ssMax( 0.0, power ) / scale;
}

/// Excess of a moment over its bound; without a bound, relative to the load times one metre.
static double momentMeasure( double moment, double mu, double load )
{
    double excess = ssMax( 0.0, fabs( moment ) - mu * load );
    return isnan( moment ) || isnan( mu ) ? SS_NAN : excess / ( mu > 0.0 ? mu * load : load );
}

/// A contact without load may have no friction either.
static void measureOpen( const Row* r, double measures[ss_logCheckCount] )
{
    const logParts* p = &r->parts;
    double force = ssMax( ssVec2_Length( p->force ), -p->load );
    double excess =
        force > TINY_LOAD * r->scale.load ? r->scale.load > 0.0 ? force / r->scale.load : 1.0 : 0.0;
    measures[ss_logCheckCone] = excess;
    measures[ss_logCheckSlipDirection] = r->lawKnown && !r->sprung ? 0.0 : SS_NAN;
    measures[ss_logCheckComplementarity] = isnan( r->gap ) || isnan( r->audit->h ) ? SS_NAN
        : p->load < 0.0                                                            ? ssMin( excess, 1.0 )
                                                                                   : 0.0;
    measures[ss_logCheckEnergy] = 0.0;
    measures[ss_logCheckRolling] = isnan( r->muR ) || isnan( p->moment.x ) ? SS_NAN : 0.0;
    measures[ss_logCheckSpinning] = isnan( r->muS ) || isnan( p->spinMoment ) ? SS_NAN : 0.0;
    measures[ss_logCheckCreep] = isnan( r->mu ) || !r->lawKnown || r->sprung ? SS_NAN : 0.0;
}

static void measureRow( const Row* r, double measures[ss_logCheckCount] )
{
    const logParts* p = &r->parts;
    if ( !( p->load > TINY_LOAD * r->scale.load ) )
    {
        measureOpen( r, measures );
        return;
    }
    double ratio = ssVec2_Length( p->force ) / p->load, speed = ssVec2_Length( p->slip );
    bool known = r->lawKnown && !isnan( r->mu );
    measures[ss_logCheckCone] = known ? ssMax( 0.0, ratio - boundOf( r, 1.0 ) ) : SS_NAN;
    measures[ss_logCheckSlipDirection] = r->lawKnown && !r->sprung ? slipMeasure( r, ratio, speed ) : SS_NAN;
    measures[ss_logCheckComplementarity] = complementarityMeasure( r );
    measures[ss_logCheckEnergy] = energyMeasure( r, speed );
    measures[ss_logCheckRolling] = momentMeasure( ssVec2_Length( p->moment ), r->muR, p->load );
    measures[ss_logCheckSpinning] = momentMeasure( p->spinMoment, r->muS, p->load );
    measures[ss_logCheckCreep] = !known || r->sprung ? SS_NAN
        : speed > r->scale.still                     ? ssMax( 0.0, boundOf( r, -1.0 ) - ratio )
                                                     : 0.0;
}

/// The number of a body in a condition: its own, or that of the ground.
static int bodyOf( double id ) { return id >= 0.0 && id < 1e9 ? (int)id : -1; }

/// The row as conditions see it, in the directions of logResolve.
static ssContactView viewOf( const ssLogAuditOptions* options, const ssLogFrame* frame, int row )
{
    double* const* columns = frame->columns;
    logParts p = logResolve( frame, row );
    ssContactView view = { .recorded = true,
        .lawScale = 1.0,
        .number = columns[ss_logContact][row],
        .a = bodyOf( columns[ss_logA][row] ),
        .b = bodyOf( columns[ss_logB][row] ),
        .force = { p.load, p.force.x, p.force.y },
        .velocity = { p.opening, p.slip.x, p.slip.y, p.turning.x, p.turning.y, p.spin },
        .gap = columns[ss_logGap][row],
        .allowance = p.opening };
    bool moments = !isnan( p.moment.x ) && !isnan( p.spinMoment );
    view.moment[0] = moments ? p.moment.x : 0.0;
    view.moment[1] = moments ? p.moment.y : 0.0;
    view.moment[2] = moments ? p.spinMoment : 0.0;
    view.cone.dimension = 3;
    view.cone.mu = chooseNumber( options->mu, columns[ss_logMu][row], SS_NAN );
    view.slack = options->tolerance * ssVec3_Length( ssLogFrame_Vector( frame, ss_logFx, row ) );
    return view;
}

/// Is the contact one of those that the condition chooses?
static bool isChosen( const ssLogAuditOptions* options, const ssLogFrame* frame, int row )
{
    if ( options->where == NULL ) { return true; }
    const ssConditionState state = { .speed = STILL * GRAVITY * STEP_USUAL, .t = frame->t };
    ssContactView view = viewOf( options, frame, row );
    view.mode = ssContactView_Mode( &view, state.speed );
    double number = frame->columns[ss_logContact][row];
    return ssCondition_Holds( options->where, &state, &view, isnan( number ) ? row : (int)number );
}

static ssResult tellProgress( const ssLogAuditOptions* options, double share )
{
    bool stops = options->progress != NULL && options->progress( options->context, share );
    return stops ? ssError( ss_errorValue, NULL, "the audit was stopped" ) : ssOk();
}

/// What the first pass collects.
typedef struct Collection
{
    ssRoom room;
    logSamples sliding, slow;
    logIncrements increments;
    logTouches touches;
    double fastest; // [m/s]
} Collection;

static void sampleFrame( const ssLogAudit* audit, const ssLogAuditOptions* options, const ssLogFrame* frame,
    double dt, Collection* to )
{
    Scale scale = scaleOf( audit, frame );
    to->fastest = ssMax( to->fastest, scale.speed );
    for ( int row = 0; row < frame->count; ++row )
    {
        logParts parts = logResolve( frame, row );
        if ( !( parts.load > TINY_LOAD * scale.load ) || !isChosen( options, frame, row ) ) { continue; }
        bool slides = ssVec2_Length( parts.slip ) > scale.still;
        logAddSample( slides ? &to->sliding : &to->slow, &parts, frame->columns[ss_logGap][row] / audit->h );
        const logTouch* before =
            logTouches_Before( &to->touches, frame->columns[ss_logA][row], frame->columns[ss_logB][row] );
        if ( before != NULL )
        {
            logTouch now = logTouchOf( frame, row );
            logAddIncrement( &to->increments, before, &now, dt );
        }
    }
}

/// The share of the sliding speed to which velocities are known, from contacts that are slower.
static double noiseOf( const logSamples* slow, double slidingSpeed )
{
    double* speeds = slow->count >= NOISE_COUNT ? logNumbers( slow->count ) : NULL;
    if ( speeds == NULL ) { return 1.0; }
    for ( int i = 0; i < slow->count; ++i ) { speeds[i] = slow->items[i].speed; }
    double noise = NOISE_MARGIN * logQuantile( speeds, slow->count, NOISE_SHARE ) / slidingSpeed;
    ssRelease( speeds );
    return ssMin( ssMax( noise, NOISE_LEAST ), 1.0 );
}

static double timeSince( const ssContactLog* log, int frame )
{
    return frame > 0 ? ssContactLog_Time( log, frame ) - ssContactLog_Time( log, frame - 1 ) : SS_NAN;
}

static ssResult collect( ssContactLog* log, const ssLogAuditOptions* options, ssLogFrame* frame,
    const ssLogAudit* audit, Collection* to )
{
    int frames = ssContactLog_FrameCount( log );
    to->sliding.items = ssRoom_Take( &to->room, LOG_SAMPLES_MAX, sizeof( logSample ) );
    to->slow.items = ssRoom_Take( &to->room, LOG_SAMPLES_MAX, sizeof( logSample ) );
    to->increments.items = ssRoom_Take( &to->room, LOG_SAMPLES_MAX, sizeof( logIncrement ) );
    SS_TRY( to->room.failed ? logNoMemory( log ) : ssOk() );
    for ( int k = 0; k < frames; ++k )
    {
        SS_TRY( ssContactLog_ReadFrame( log, k, frame ) );
        SS_TRY( logTouches_Add( &to->touches, frame, audit->h ) );
        sampleFrame( audit, options, frame, timeSince( log, k ), to );
        SS_TRY( tellProgress( options, 0.5 * k / frames ) );
    }
    return ssOk();
}

static ssResult takeFingerprint( ssContactLog* log, const ssLogAuditOptions* options, ssLogFrame* frame,
    double* fastest, ssLogAudit* audit )
{
    Collection all = { 0 };
    ssResult result = collect( log, options, frame, audit, &all );
    if ( result.code == ss_ok )
    {
        *fastest = all.fastest;
        audit->noise = noiseOf( &all.slow, audit->slidingSpeed );
        audit->fingerprint = logFingerprint( &all.sliding, &all.slow, &audit->pairs );
        logFindSpring( &all.increments, &audit->fingerprint );
        audit->pairs.count = audit->fingerprint.spring.stiffness > 0.0 ? 0 : audit->pairs.count;
    }
    ssRoom_Release( &all.room );
    logTouches_End( &all.touches );
    return result;
}

/// The power of a spring, where the log has the contact in the frame before.
static double springPowerOf(
    const ssLogAudit* audit, const ssLogFrame* frame, int row, const logTouches* touches, double dt )
{
    const logTouch* before =
        logTouches_Before( touches, frame->columns[ss_logA][row], frame->columns[ss_logB][row] );
    if ( before == NULL || !( audit->fingerprint.spring.stiffness > 0.0 ) ) { return 0.0; }
    logTouch now = logTouchOf( frame, row );
    return logSpringPower( &audit->fingerprint, before, &now, dt );
}

static void checkFrame( const ssLogAuditOptions* options, const ssLogFrame* frame, const logTouches* touches,
    double dt, double fastest, ssLogAudit* audit )
{
    int chosen = 0;
    Scale scale = scaleOf( audit, frame );
    double measures[ss_logCheckCount];
    for ( int row = 0; row < frame->count; ++row )
    {
        if ( !isChosen( options, frame, row ) ) { continue; }
        ++chosen;
        double number = frame->columns[ss_logContact][row], contact = isnan( number ) ? row : number;
        Row r = beginRow( audit, options, frame, row, scale );
        r.springPower = springPowerOf( audit, frame, row, touches, dt );
        bool isNew = logTouches_IsNew( touches, frame->columns[ss_logA][row], frame->columns[ss_logB][row] );
        r.closing = isNew ? IMPACT_SPEEDS * fastest : 0.0;
        measureRow( &r, measures );
        for ( int i = 0; i < ss_logCheckCount; ++i )
        {
            ssLogFinding* finding = audit->checks + i;
            if ( isnan( measures[i] ) ) { continue; }
            if ( !finding->known || measures[i] > finding->worst )
            {
                finding->worst = measures[i];
                finding->t = frame->t;
                finding->contact = contact;
            }
            finding->known = true;
            if ( measures[i] > audit->tolerance )
            {
                ++finding->violations;
                if ( options->violation != NULL )
                {
                    options->violation( options->context, (ssLogCheck)i, frame->t, contact, measures[i] );
                }
            }
        }
    }
    audit->contacts += (uint64_t)chosen;
    audit->frames += chosen > 0 ? 1 : 0;
}

/// The least time between frames; NaN: there is one frame only.
static double leastStep( const ssContactLog* log, int frames )
{
    double least = SS_NAN;
    for ( int k = 1; k < frames; ++k )
    {
        double step = ssContactLog_Time( log, k ) - ssContactLog_Time( log, k - 1 );
        least = step < least || isnan( least ) ? step : least;
    }
    return least;
}

ssResult logBeginAudit( ssContactLog* log, const ssLogAuditOptions* options, ssLogFrame* frame,
    double* fastest, ssLogAudit* audit )
{
    *audit = ( ssLogAudit ){ .h = isnan( options->h ) ? leastStep( log, ssContactLog_FrameCount( log ) )
                                                      : options->h,
        .tolerance = options->tolerance,
        .noise = 1.0 };
    audit->slidingSpeed = STILL * GRAVITY * ( audit->h < STEP_USUAL ? audit->h : STEP_USUAL );
    return takeFingerprint( log, options, frame, fastest, audit );
}

ssResult ssAuditContactLog( ssContactLog* log, const ssLogAuditOptions* options, ssLogAudit* audit )
{
    int frames = ssContactLog_FrameCount( log );
    ssLogFrame frame = { 0 };
    double fastest = 0.0;
    ssResult result = logBeginAudit( log, options, &frame, &fastest, audit );
    logTouches touches = { .any = frames > 1 && ssContactLog_Time( log, 0 ) > 1.5 * audit->h };
    for ( int k = 0; k < frames && result.code == ss_ok; ++k )
    {
        result = ssContactLog_ReadFrame( log, k, &frame );
        result = result.code == ss_ok ? logTouches_Add( &touches, &frame, audit->h ) : result;
        if ( result.code == ss_ok )
        {
            checkFrame( options, &frame, &touches, timeSince( log, k ), fastest, audit );
            result = tellProgress( options, 0.5 + 0.5 * k / frames );
        }
    }
    logTouches_End( &touches );
    ssLogFrame_Destroy( &frame );
    if ( result.code == ss_ok && audit->contacts == 0 && options->where != NULL )
    {
        return ssError( ss_errorValue, "where", "no contact of the log satisfies the condition" );
    }
    return result;
}
