// SPDX-License-Identifier: MIT
#include "session/law/law_picture.h"
#include "base/words.h"

#include <stdio.h>
#include <string.h>

// Computes the curves of the law editor: force over speed, the sets, and the trail of the contact.

#define TURN_POINTS 1100 // of a motion, at most
#define CORNERS ( session_lawCorners - 1 )

#define FORCE_CHART( log )                                                                       \
    {                                                                                            \
        .id = "law-force", .title = TR( "force over speed" ), .xLabel = "v", .xUnit = "m/s",     \
        .yLabel = "|f|/N", .yUnit = "", .doc = TR( "force per newton of load while it slides" ), \
        .logX = log, .shown = true                                                               \
    }

const ssChart session_lawForceChart[2] = { FORCE_CHART( false ), FORCE_CHART( true ) };

const ssChart session_lawSetChart = { "law-set", .title = TR( "forces" ), .xLabel = "f₁/N", .xUnit = "",
    .yLabel = "f₂/N", .yUnit = "", .doc = TR( "force per newton of load: inside C it sticks" ),
    .equalScales = true, .shown = true };

sessionLawMoment sessionLawMomentOf( const sessionContactDetail* contact, double time )
{
    if ( !contact->found || !( contact->view.force[0] > 0.0 ) )
    {
        return ( sessionLawMoment ){ .load = 1.0, .time = time };
    }
    const ssContactView* v = &contact->view;
    return ( sessionLawMoment ){ .found = true,
        .load = v->force[0],
        .force = { -v->force[1], -v->force[2] }, // f = -lambda
        .slip = { v->velocity[1], v->velocity[2] },
        .time = time,
        .x = v->point.x,
        .y = v->point.y };
}

static void forgetTrail( sessionLawPicture* picture ) { picture->trailCount = picture->trailNext = 0; }

static void follow( sessionLawPicture* p, const sessionLawMoment* m )
{
    if ( p->trailCount > 0 && m->time < p->trailTime )
    {
        forgetTrail( p ); // another run, or an earlier moment of this one
    }
    if ( !m->found || ( p->trailCount > 0 && m->time == p->trailTime ) ) { return; }
    double* point = p->trail[p->trailNext];
    point[0] = hypot( m->slip.x, m->slip.y );
    point[1] = hypot( m->force.x, m->force.y ) / m->load;
    point[2] = m->force.x / m->load;
    point[3] = m->force.y / m->load;
    p->trailNext = ( p->trailNext + 1 ) % session_lawTrail;
    p->trailCount = p->trailCount < session_lawTrail ? p->trailCount + 1 : session_lawTrail;
    p->trailTime = m->time;
}

/// Copies two columns of the trail, the oldest point first.
static int copyTrail( const sessionLawPicture* p, int column, double least, double* x, double* y )
{
    int first = p->trailCount < session_lawTrail ? 0 : p->trailNext;
    for ( int i = 0; i < p->trailCount; ++i )
    {
        const double* point = p->trail[( first + i ) % session_lawTrail];
        x[i] = fmax( point[column], least );
        y[i] = point[column + 1];
    }
    return p->trailCount;
}

/// The ends of the axis: decades around the speeds of law and contact, or from rest to beyond both.
static void chooseSpeeds(
    sessionLawKey* key, const ssLawProgram* program, const double* values, double slowest, double fastest )
{
    double slow = HUGE_VAL, fast = 0.0;
    for ( int i = 0; i < ssLawProgram_Info( program )->paramCount; ++i )
    {
        if ( strcmp( ssLawProgram_Info( program )->params[i].unit, "m/s" ) == 0 && values[i] > 0.0 )
        {
            slow = fmin( slow, values[i] );
            fast = fmax( fast, values[i] );
        }
    }
    bool named = fast > 0.0;
    if ( key->logSpeed )
    {
        double low = named ? floor( log10( slow ) ) - 2.0 : -4.0,
               high = named ? ceil( log10( fast ) ) + 1.0 : 1.0;
        // In thirds of a decade, so that it does not breathe with the contact.
        high = fmax( high, fastest > 0.0 ? ceil( 3.0 * log10( 1.1 * fastest ) ) / 3.0 : high );
        low = fmin( fmin( low, high - 2.0 ), floor( log10( slowest ) ) );
        key->high = pow( 10.0, fmin( high, 6.0 ) );
        key->low = pow( 10.0, fmax( low, high - 12.0 ) );
        return;
    }
    // Steps of the axis, so that it does not breathe with the contact.
    double wanted = fmax( named ? 5.0 * slow : 0.0, 1.1 * fastest );
    key->low = 0.0;
    key->high = wanted > 0.0 ? pow( 10.0, ceil( 3.0 * log10( wanted ) ) / 3.0 ) : 1.0;
}

static double loadOf( const sessionLawPicture* p ) { return p->key.load > 0.0 ? p->key.load : 1.0; }

/// The force per newton in steady sliding.
static ssVec2 steadyForce( const sessionLawPicture* p, ssVec2 velocity )
{
    double state[SS_LAW_MAX_STATES] = { 0 }, load = loadOf( p );
    ssLawSite site = { .time = p->key.time, .x = p->key.x, .y = p->key.y };
    ssLaw at = ssLaw_At( &p->law, &site );
    ssLaw_SteadyState( &at, load, velocity, state );
    site.state = state;
    ssVec2 f = ssLaw_SlipForce( &at, load, velocity ).force;
    return ( ssVec2 ){ f.x / load, f.y / load };
}

static ssVec2 atAngle( double angle, double length )
{
    return ( ssVec2 ){ length * cos( angle ), length * sin( angle ) };
}

static void computeSpeeds( sessionLawPicture* p )
{
    const sessionLawKey* k = &p->key;
    for ( int i = 0; i < session_lawSpeeds; ++i )
    {
        double share = (double)i / ( session_lawSpeeds - 1 );
        // On the linear axis the points are closer near rest, where laws are steep.
        double v = k->logSpeed ? k->low * pow( k->high / k->low, share ) : k->high * share * share;
        v = v > 0.0 ? v : 1e-9 * k->high;
        ssVec2 f = steadyForce( p, atAngle( k->angle, v ) );
        p->speeds[i] = v;
        p->forces[i] = hypot( f.x, f.y );
    }
}

/// The force at rest, in the direction in which slow sliding pulls, which may differ from the velocity's.
static void computeHeld( sessionLawPicture* p )
{
    const sessionLawKey* k = &p->key;
    double load = loadOf( p );
    ssLawSite site = { .time = k->time, .x = k->x, .y = k->y };
    ssLaw at = ssLaw_At( &p->law, &site );
    ssVec2 slow = steadyForce( p, atAngle( k->angle, 1e-6 * k->high ) );
    double size = hypot( slow.x, slow.y ), gauge = p->function ? 0.0 : ssLaw_Gauge( &at, load, slow );
    p->held = gauge > 0.0 && size > 0.0 ? size / ( gauge * load ) : (double)NAN;
}

/// Divides by the load and closes the outline.
static void finishOutline( ssVec2* points, int count, double load )
{
    for ( int i = 0; i < count; ++i ) { points[i] = ( ssVec2 ){ points[i].x / load, points[i].y / load }; }
    points[count] = points[0];
}

/// C and D at rest and at the speed of the contact; of a function, the forces at that speed.
static void computeSets( sessionLawPicture* p )
{
    const sessionLawKey* k = &p->key;
    double load = loadOf( p );
    ssLawSite site = { .time = k->time, .x = k->x, .y = k->y };
    ssLaw at = ssLaw_At( &p->law, &site );
    ssVec2 unused[CORNERS];
    p->hasReservoir = ssLaw_Outlines( &at, load, 0.0, CORNERS, p->reservoir, p->directions );
    p->hasDirections = p->hasReservoir && !p->law.sharesSets;
    p->hasSliding = k->speed > 0.0 && ssLaw_Outlines( &at, load, k->speed, CORNERS, p->sliding, unused );
    finishOutline( p->reservoir, CORNERS, load );
    finishOutline( p->directions, CORNERS, load );
    finishOutline( p->sliding, CORNERS, load );
    p->slidingCount = CORNERS + 1;
    if ( p->function )
    {
        // At rest a function has no force: the picture shows those of some speed.
        double speed = k->speed > 0.0 ? k->speed : 0.1 * k->high;
        p->hasSliding = true;
        p->slidingCount = session_lawAngles;
        for ( int i = 0; i < session_lawAngles; ++i )
        {
            p->sliding[i] = steadyForce( p, atAngle( 2.0 * SS_PI * i / ( session_lawAngles - 1 ), speed ) );
        }
    }
}

/// Rounds to about 2%, so that a number that trembles does not cost a new picture in every frame.
static double coarse( double value )
{
    double size = fabs( value );
    return size > 0.0 ? copysign( exp( round( 50.0 * log( size ) ) / 50.0 ), value ) : 0.0;
}

static sessionLawKey keyOf( const sessionLawPicture* p, const ssLawProgram* program, const double* values,
    uint64_t version, const sessionLawMoment* m, const ssLawFinding* finding )
{
    unsigned inputs = ssLawProgram_Info( program )->inputs;
    sessionLawKey key;
    memset( &key, 0, sizeof key ); // keys are compared as bytes
    key.version = version;
    key.logSpeed = p->logSpeed;
    double speed = hypot( m->slip.x, m->slip.y ), fastest = speed, slowest = HUGE_VAL;
    bool creeps = !( p->held > 0.0 ); // a contact that sticks passes through all speeds on its way to rest
    memcpy( key.values, values, (size_t)ssLawProgram_Info( program )->paramCount * sizeof *values );
    for ( int i = 0; i < p->trailCount; ++i )
    {
        double v = p->trail[i][0];
        fastest = fmax( fastest, v );
        slowest = creeps && v > 1e-12 ? fmin( slowest, v ) : slowest;
    }
    for ( int i = 0; finding != NULL && i < finding->pairs && key.logSpeed; ++i )
    {
        fastest = fmax( fastest, hypot( finding->gamma[i].x, finding->gamma[i].y ) );
    }
    chooseSpeeds( &key, program, values, slowest, fastest );
    key.load = inputs & ss_lawInputLoad ? coarse( m->load ) : 0.0;
    key.time = inputs & ss_lawInputTime ? m->time : 0.0;
    key.x = inputs & ss_lawInputPlace ? m->x : 0.0;
    key.y = inputs & ss_lawInputPlace ? m->y : 0.0;
    bool moves = inputs & ( ss_lawInputSpeed | ss_lawInputDirection | ss_lawInputState );
    key.speed = moves && speed > 1e-9 ? coarse( speed ) : 0.0;
    // In whole degrees. A contact at rest keeps the direction in which it slid last.
    key.angle =
        speed > 1e-9 ? SS_PI / 180.0 * round( 180.0 / SS_PI * atan2( m->slip.y, m->slip.x ) ) : p->key.angle;
    return key;
}

static void makeLaw( sessionLawPicture* p, const ssLawProgram* program )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindText );
    def.program = program;
    memcpy( def.programValues, p->key.values, sizeof def.programValues );
    if ( p->made ) { ssLaw_Destroy( &p->law ); }
    p->result = ssMakeLaw( &def, &p->law );
    p->made = p->result.code == ss_ok;
    p->function = ssLawProgram_Info( program )->isFunction;
}

/// Computes what depends on the members of the key that have changed.
static void compute( sessionLawPicture* p, const ssLawProgram* program, const sessionLawKey* key )
{
    sessionLawKey before = p->key, speeds = *key, sets = *key;
    bool law =
        key->version != before.version || memcmp( key->values, before.values, sizeof before.values ) != 0;
    p->key = *key;
    if ( law ) { makeLaw( p, program ); }
    speeds.speed = before.speed; // the curve over the speed does not depend on it
    sets.angle = before.angle;   // nor do the sets depend on these
    sets.low = before.low;
    sets.logSpeed = before.logSpeed;
    sets.high = p->function ? sets.high : before.high;
    if ( p->made && memcmp( &speeds, &before, sizeof before ) != 0 )
    {
        computeSpeeds( p );
        computeHeld( p );
    }
    if ( p->made && memcmp( &sets, &before, sizeof before ) != 0 ) { computeSets( p ); }
}

/// "example", or with its load if the curves are those of another one.
static void nameExample(
    const sessionLawPicture* p, const ssLawFinding* finding, char* label, size_t capacity )
{
    bool other = p->key.load > 0.0 && fabs( p->key.load / finding->load - 1.0 ) > 0.03;
    snprintf( label, capacity, other ? tr( "example, N = %.3g N" ) : tr( "example" ), finding->load );
}

/// The example of a finding: its forces over their speeds.
static void drawForceExample(
    const ssChartSink* sink, const ssLawFinding* finding, const char* label, double slowest )
{
    double x[2], y[2];
    for ( int i = 0; i < finding->pairs; ++i )
    {
        x[i] = fmax( hypot( finding->gamma[i].x, finding->gamma[i].y ), slowest );
        y[i] = hypot( finding->force[i].x, finding->force[i].y ) / finding->load;
    }
    sink->points( sink->context, ss_chartViolation, label, finding->pairs, x, y );
}

/// The same among the sets, with the directions of the velocities.
static void drawSetExample(
    const ssChartSink* sink, const ssLawFinding* finding, const char* label, double length )
{
    double x[2], y[2];
    for ( int i = 0; i < finding->pairs; ++i )
    {
        double speed = hypot( finding->gamma[i].x, finding->gamma[i].y );
        x[i] = finding->force[i].x / finding->load;
        y[i] = finding->force[i].y / finding->load;
        if ( speed > 0.0 )
        {
            sink->arrow( sink->context, ss_chartViolation, "", x[i], y[i],
                x[i] + length * finding->gamma[i].x / speed, y[i] + length * finding->gamma[i].y / speed );
        }
    }
    sink->points( sink->context, ss_chartViolation, label, finding->pairs, x, y );
}

// The moments of one turn of a motion.
typedef struct Turn
{
    double load;
    int count;
    double speed[TURN_POINTS], force[TURN_POINTS], x[TURN_POINTS],
        y[TURN_POINTS]; // forces per newton of load
} Turn;

static void addMoment( void* context, const ssLawMoment* moment )
{
    Turn* turn = context;
    if ( turn->count < TURN_POINTS )
    {
        int i = turn->count++;
        turn->speed[i] = hypot( moment->velocity.x, moment->velocity.y );
        turn->x[i] = moment->force.x / turn->load;
        turn->y[i] = moment->force.y / turn->load;
        turn->force[i] = hypot( turn->x[i], turn->y[i] );
    }
}

/// One turn of the motion that makes the law give out energy; NULL: none.
static Turn turnOf( const sessionLawPicture* p, const ssLawMotion* motion )
{
    Turn turn = { .count = 0 };
    if ( motion != NULL && motion->pieces > 0 )
    {
        turn.load = motion->load;
        ssLaw_FollowMotion( &p->law, motion, 1, addMoment, &turn );
    }
    for ( int i = 0; i < turn.count; ++i ) { turn.speed[i] = fmax( turn.speed[i], p->key.low ); }
    return turn;
}

static void drawForce(
    sessionLawPicture* p, const sessionLawMoment* m, const ssLawFinding* finding, const Turn* turn )
{
    double x[session_lawTrail], y[session_lawTrail], top = 0.0;
    const sessionLawKey* k = &p->key;
    ssChartSink sink = sessionChartList_Begin( &p->force );
    for ( int i = 0; i < session_lawSpeeds; ++i )
    {
        top = fmax( top, isfinite( p->forces[i] ) ? p->forces[i] : 0.0 );
    }
    top = fmax( top, isfinite( p->held ) ? p->held : 0.0 );
    int count = copyTrail( p, 0, k->logSpeed ? k->low : 0.0, x, y );
    for ( int i = 0; i < count; ++i ) { top = fmax( top, y[i] ); }
    for ( int i = 0; i < turn->count; ++i ) { top = fmax( top, turn->force[i] ); }
    sink.range( sink.context, k->low, k->high, 0.0, top > 0.0 ? 1.15 * top : 1.0 );
    if ( isfinite( p->held ) )
    {
        // Rest has no place on a logarithmic axis: its forces stand at the edge.
        double edge[2] = { k->low, k->logSpeed ? k->low * pow( k->high / k->low, 0.02 ) : 0.02 * k->high };
        double low[2] = { 0.0, 0.0 }, high[2] = { p->held, p->held };
        sink.area( sink.context, ss_chartReservoir, TR( "at rest" ), 2, edge, low, high );
    }
    sink.curve( sink.context, ss_chartFirst,
        ssLaw_StateNumbers( &p->law ) > 0 ? TR( "steady sliding" ) : TR( "sliding" ), session_lawSpeeds,
        p->speeds, p->forces );
    sink.points( sink.context, ss_chartMeasured, "", count, x, y );
    if ( finding != NULL && finding->pairs > 0 )
    {
        char label[48];
        nameExample( p, finding, label, sizeof label );
        drawForceExample( &sink, finding, label, k->low );
    }
    if ( turn->count > 0 )
    {
        sink.curve(
            sink.context, ss_chartViolation, TR( "worst motion" ), turn->count, turn->speed, turn->force );
    }
    if ( m->found )
    {
        double v = fmax( hypot( m->slip.x, m->slip.y ), k->low ),
               f = hypot( m->force.x, m->force.y ) / m->load;
        sink.points( sink.context, ss_chartNow, TR( "contact" ), 1, &v, &f );
    }
}

static void drawOutline(
    const ssChartSink* sink, ssChartRole role, const char* label, const ssVec2* points, int count )
{
    double x[session_lawCorners], y[session_lawCorners];
    for ( int i = 0; i < count; ++i )
    {
        x[i] = points[i].x;
        y[i] = points[i].y;
    }
    sink->curve( sink->context, role, label, count, x, y );
}

static void drawSets(
    sessionLawPicture* p, const sessionLawMoment* m, const ssLawFinding* finding, const Turn* turn )
{
    double x[session_lawTrail], y[session_lawTrail],
        size = isfinite( p->held ) ? p->held : p->forces[session_lawSpeeds / 2];
    ssChartSink sink = sessionChartList_Begin( &p->sets );
    if ( p->hasReservoir )
    {
        drawOutline( &sink, ss_chartReservoir, TR( "C at rest" ), p->reservoir, session_lawCorners );
    }
    if ( p->hasDirections )
    {
        drawOutline( &sink, ss_chartDirectionSet, "direction set D", p->directions, session_lawCorners );
    }
    if ( p->hasSliding )
    {
        drawOutline( &sink, ss_chartFirst, TR( "sliding" ), p->sliding, p->slidingCount );
    }
    int count = copyTrail( p, 2, -HUGE_VAL, x, y );
    sink.points( sink.context, ss_chartMeasured, "", count, x, y );
    if ( finding != NULL && finding->pairs > 0 )
    {
        char label[48];
        nameExample( p, finding, label, sizeof label );
        drawSetExample( &sink, finding, label, 0.5 * size );
    }
    if ( turn->count > 0 )
    {
        sink.curve( sink.context, ss_chartViolation, TR( "worst motion" ), turn->count, turn->x, turn->y );
    }
    if ( m->found )
    {
        double fx = m->force.x / m->load, fy = m->force.y / m->load;
        sink.points( sink.context, ss_chartNow, TR( "contact" ), 1, &fx, &fy );
    }
}

void sessionLawPicture_Draw( sessionLawPicture* p, const ssLawProgram* program, const double* values,
    uint64_t version, const sessionLawMoment* moment, const ssLawFinding* finding, const ssLawMotion* motion )
{
    sessionLawKey key = keyOf( p, program, values, version, moment, finding );
    if ( memcmp( &key, &p->key, sizeof key ) != 0 )
    {
        if ( key.version != p->key.version ) { forgetTrail( p ); }
        compute( p, program, &key );
    }
    follow( p, moment );
    if ( p->made )
    {
        Turn turn = turnOf( p, motion );
        drawForce( p, moment, finding, &turn );
        drawSets( p, moment, finding, &turn );
    }
}

void sessionLawPicture_Free( sessionLawPicture* p )
{
    sessionChartList_Free( &p->force );
    sessionChartList_Free( &p->sets );
    if ( p->made ) { ssLaw_Destroy( &p->law ); }
    p->made = false;
}
