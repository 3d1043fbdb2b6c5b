// SPDX-License-Identifier: MIT
#include "why/why_private.h"

// What the doctor remembers of a log: a sample of its rows, and the course of every contact.

#include "why/limits.def"

/// A row of a frame, taken apart.
typedef struct Row
{
    const ssLogFrame* frame;
    int row;
    double a, b, spin, radius;
    logParts parts;
    ssVec3 normal, point, slip, force, place;
    bool single, pressed; // the only one of its pair of bodies; it carries a load
} Row;

static double angleOf( ssVec3 a, ssVec3 b ) { return ssVec3_Length( ssVec3_Cross( a, b ) ); }
static double wayOf( ssVec3 a, ssVec3 b ) { return ssVec3_Length( ssVec3_Sub( a, b ) ); }
static double chosen( double given, double logged ) { return isnan( given ) ? logged : given; }

/// The body of this number; NULL: the log does not have it.
static const ssLogBody* bodyOf( const ssLogFrame* frame, double id )
{
    int guess = id >= 0.0 && id < frame->bodyCount ? (int)id : 0;
    for ( int i = 0; i < frame->bodyCount && i < SMALL_FRAME; ++i )
    {
        const ssLogBody* body = frame->bodies + ( guess + i ) % frame->bodyCount;
        if ( body->id == id ) { return body; }
    }
    return NULL;
}

/// The radius of the round one of two bodies, and where b is relative to a: by the bodies, else by the
/// contact if one of them is fixed. NaN: unknown.
static void findBodies( Row* r )
{
    const ssLogBody *first = bodyOf( r->frame, r->a ), *last = bodyOf( r->frame, r->b );
    const ssLogBody* round = last != NULL && last->shape == ss_logShapeBox ? first : last;
    bool isRound = round != NULL && round->shape >= ss_logShapeSphere && round->shape != ss_logShapeBox &&
        round->shape != ss_logShapePlane;
    r->radius = isRound ? round->size.x : SS_NAN;
    r->place = r->a < 0.0 || r->b < 0.0 ? r->point : ssVec3_Make( SS_NAN, SS_NAN, SS_NAN );
    if ( last != NULL && ( first != NULL || r->a < 0.0 ) )
    {
        r->place = first != NULL ? ssVec3_Sub( last->position, first->position ) : last->position;
    }
}

/// The track of the contact of this number, a new one if need be; NULL: there is no room, or contacts cannot
/// be told apart.
static whyTrack* trackOf( whyRecord* record, const Row* r, double number )
{
    bool paired = !isnan( r->a ) && !isnan( r->b );
    number = !isnan( number ) ? number : r->single ? 0.0 : paired ? SS_NAN : r->row;
    const double key[3] = { paired ? r->a : NONE, paired ? r->b : NONE, number };
    uint64_t last = (uint64_t)( record->trackMax - 1 );
    uint64_t hash = ssHashF64( ssHashF64( ssHashF64( SS_HASH_SEED, key[0] ), key[1] ), number );
    whyTrack* track = record->tracks + ( hash & last );
    while ( track->used && ( track->a != key[0] || track->b != key[1] || track->number != number ) &&
        !isnan( number ) )
    {
        track = record->tracks + ( ++hash & last );
    }
    if ( !track->used && 2 * record->tracked < record->trackMax && !isnan( number ) )
    {
        *track = ( whyTrack ){
            .used = true, .a = key[0], .b = key[1], .number = number, .active = SS_NAN, .departed = SS_NAN
        };
        ++record->tracked;
    }
    return track->used && !isnan( number ) ? track : NULL;
}

/// The track of the pair of bodies, all contacts together.
static whyTrack* bodiesOf( whyRecord* record, const Row* r, whyTrack* track )
{
    if ( track != NULL && track->bodies > 0 ) { return record->tracks + track->bodies - 1; }
    whyTrack* bodies = trackOf( record, r, NONE );
    if ( track != NULL && bodies != NULL ) { track->bodies = 1 + (int)( bodies - record->tracks ); }
    return bodies;
}

static void happen( whyTrack* track, int event, bool happened, double size )
{
    ++track->chances[event];
    track->counts[event] += happened;
    track->sizes[event] = happened ? ssMax( track->sizes[event], size ) : track->sizes[event];
}

/// Is this row the only one of its bodies that are not fixed?
static bool isAlone( const Row* r )
{
    bool alone = r->frame->count <= SMALL_FRAME;
    for ( int i = 0; i < r->frame->count && alone; ++i )
    {
        double p = r->frame->columns[ss_logA][i], q = r->frame->columns[ss_logB][i];
        bool shares =
            ( r->a >= 0.0 && ( p == r->a || q == r->a ) ) || ( r->b >= 0.0 && ( p == r->b || q == r->b ) );
        alone = i == r->row || ( !shares && !isnan( p ) && !isnan( q ) );
    }
    return alone;
}

/// What presses for a moment, and again after a moment, without having left as fast as what bounces.
static void followLoad( const whyRecord* record, whyTrack* track, double t )
{
    double missed = floor( ( t - track->active ) / record->h + 0.5 ) - 1.0; // NaN: the first time
    bool goesOn = missed < 0.5, rests = track->opening < BOUNCE * GRAVITY * record->h;
    happen( track, why_flips, !goesOn && rests && missed < 2.5 && track->run <= 3, 0.0 );
    track->run = goesOn ? track->run + 1 : 1;
    track->active = t;
}

/// Something that goes far in one step and mostly comes back, or goes farther than it usually does.
static void followJump( const whyRecord* record, whyTrack* track, const Row* r )
{
    double turn = angleOf( r->normal, track->normal[0] ), way = wayOf( r->point, track->point[0] );
    double turned = angleOf( track->normal[0], track->normal[1] ),
           moved = wayOf( track->point[0], track->point[1] );
    bool old = track->chain > 4;
    bool returns = ssMin( turn, turned ) > TURNED && angleOf( r->normal, track->normal[1] ) < RETURN * turned;
    bool turns = returns || ( old && turn > TURNED && turn > JUMP * track->turned );
    // What turns may roll from corner to corner.
    bool hops = old && ssMin( moved, way ) > JUMP * track->moved &&
        moved > HOP * GRAVITY * record->h * record->h &&
        wayOf( r->point, track->point[1] ) < RETURN * moved && r->spin * moved < BOUNCE * record->still;
    happen( track, why_jumps, turns || hops, turns ? ssMax( turn, turned ) : 0.0 );
    // Usual changes are those without jumps, slowly forgotten.
    track->turned += ( !old || turn < JUMP * track->turned ? 0.2 : 0.02 ) * ( turn - track->turned );
    way = isnan( way ) ? track->moved : way;
    track->moved += ( !old || way < JUMP * track->moved ? 0.2 : 0.002 ) * ( way - track->moved );
}

/// Impacts of a contact that is its bodies' only one. It comes as fast as it has left before, if nothing but
/// gravity has moved it since.
static void followImpact( const whyRecord* record, whyTrack* track, double opening )
{
    bool comes = track->chain > 0 && track->opening < -BOUNCE * record->still;
    double came = comes ? -track->opening : track->departed;
    if ( ( comes || track->chain == 0 ) && !isnan( came ) )
    {
        happen( track, why_gains, opening > FASTER * came + GRAVITY * record->h, opening / came );
    }
    track->departed = opening;
}

/// What moves although the log says that it stands, along the force that friction holds. What turns with a
/// table that tilts stands on it.
static void followDrift( const whyRecord* record, whyTrack* track, const Row* r, ssVec3 way )
{
    ssVec3 across = ssVec3_MulAdd( way, -ssVec3_Dot( way, r->normal ), r->normal );
    double speed = ssMax( ssVec3_Length( r->slip ), ssVec3_Length( track->slip ) ), h = record->h;
    double size = ssVec3_Length( across ), held = ssVec3_Length( r->force ), load = r->parts.load;
    if ( speed < record->still && r->spin < 0.1 * GRAVITY * h && held > 0.02 * load &&
        angleOf( r->normal, track->normal[0] ) < LEVEL && !isnan( size ) )
    {
        double more = ( size - 2.0 * h * speed ) / ( GRAVITY * h * h ); // than the log explains
        bool drifts =
            ssVec3_Dot( across, r->force ) < -0.8 * size * held && more > 0.02 && more < LEANT * held / load;
        happen( track, why_drifts, drifts, 0.0 );
        track->sizes[why_drifts] += drifts ? size : 0.0;
    }
}

static void follow( whyRecord* record, whyTrack* track, const Row* r )
{
    record->placesKnown = record->placesKnown || !isnan( r->place.x );
    track->chain = r->frame->t - track->t < 1.5 * record->h ? track->chain : 0;
    if ( r->pressed ) { followLoad( record, track, r->frame->t ); }
    if ( r->pressed && r->parts.opening > BOUNCE * record->still && isAlone( r ) )
    {
        followImpact( record, track, r->parts.opening );
    }
    if ( r->single && track->chain >= 2 ) { followJump( record, track, r ); }
    if ( track->chain > 0 && r->pressed )
    {
        followDrift( record, track, r, ssVec3_Sub( r->place, track->place ) );
    }
    double gap = r->frame->columns[ss_logGap][r->row];
    if ( gap < 0.0 )
    {
        // A solver that is stopped early leaves a contact out for a moment.
        track->missing = !r->pressed && r->parts.opening < -record->still ? track->missing + 1 : 0;
        happen( track, why_missed, track->missing >= MISSED, -gap );
    }
    track->normal[1] = track->normal[0], track->normal[0] = r->normal;
    track->point[1] = track->point[0], track->point[0] = r->point;
    track->place = r->place, track->slip = r->slip, track->opening = r->parts.opening;
    track->load = r->pressed ? r->parts.load : 0.0;
    track->t = r->frame->t;
    ++track->chain;
}

/// The course of a pair, which may have several contacts: its normal is their mean, by loads. It is complete
/// when the next frame comes.
static void followPair( const whyRecord* record, whyTrack* pair, const Row* r )
{
    double t = r->frame->t;
    if ( t != pair->t )
    {
        Row whole = *r;
        whole.normal = ssVec3_Normalize( pair->place );
        whole.point = ssVec3_Make( SS_NAN, SS_NAN, SS_NAN );
        pair->chain = t - pair->t < 1.5 * record->h ? pair->chain : 0;
        if ( pair->chain >= 2 ) { followJump( record, pair, &whole ); }
        pair->normal[1] = pair->normal[0], pair->normal[0] = whole.normal;
        pair->point[0] = pair->point[1] = whole.point;
        pair->place = ( ssVec3 ){ 0.0, 0.0, 0.0 };
        pair->t = t;
        ++pair->chain;
    }
    pair->place = ssVec3_MulAdd( pair->place, r->parts.load, r->normal );
    pair->latest = r->frame->columns[ss_logContact][r->row];
}

static void sample( whyRecord* record, const ssWhyOptions* options, const Row* r, const int places[2],
    double pairLoad, ssVec2 before )
{
    int place = logSamplePlace( &record->seen, &record->state );
    if ( place < 0 ) { return; }
    double* const* columns = r->frame->columns;
    double number = columns[ss_logContact][r->row];
    const logParts* p = &r->parts;
    record->count = place >= record->count ? place + 1 : record->count;
    whySample* s = record->samples + place;
    s->a = p->a, s->b = p->b, s->contact = isnan( number ) ? r->row : number, s->track = places[0],
    s->pair = places[1];
    s->mu = chosen( options->mu, columns[ss_logMu][r->row] );
    s->bound[0] = chosen( options->muR, columns[ss_logMuR][r->row] );
    s->bound[1] = chosen( options->muS, columns[ss_logMuS][r->row] );
    s->load = p->load, s->before = before.x, s->came = before.y, s->pairLoad = pairLoad, s->force = p->force,
    s->slip = p->slip;
    s->opening = p->opening, s->gap = columns[ss_logGap][r->row];
    s->moment[0] = ssVec2_Length( p->moment ), s->moment[1] = fabs( p->spinMoment );
    s->turning[0] = ssVec2_Length( p->turning ), s->turning[1] = fabs( p->spin );
    s->radius = chosen( options->radius, r->radius );
    s->order = r->frame->count > 1 ? r->row / ( r->frame->count - 1.0 ) : SS_NAN;
    record->sizesKnown = record->sizesKnown || !isnan( s->radius );
}

static Row rowOf( const ssLogFrame* frame, int row, const logTouch* pair, double scale )
{
    Row r = {
        .frame = frame, .row = row, .a = frame->columns[ss_logA][row], .b = frame->columns[ss_logB][row]
    };
    ssVec3 f = ssLogFrame_Vector( frame, ss_logFx, row ), v = ssLogFrame_Vector( frame, ss_logVx, row );
    r.normal = ssLogFrame_Vector( frame, ss_logNx, row );
    r.point = ssLogFrame_Vector( frame, ss_logPx, row );
    r.parts = logResolve( frame, row );
    r.slip = ssVec3_MulAdd( v, -r.parts.opening, r.normal );
    r.force = ssVec3_MulAdd( f, -r.parts.load, r.normal );
    findBodies( &r );
    r.spin = ssVec3_Length( ssLogFrame_Vector( frame, ss_logWx, row ) );
    r.pressed = r.parts.load > TINY_LOAD * scale;
    r.single = isnan( r.a ) || isnan( r.b ) ? frame->count == 1 : pair != NULL && pair->rows == 1;
    return r;
}

void whyRecord_Add(
    whyRecord* record, const ssWhyOptions* options, const ssLogFrame* frame, const logTouches* touches )
{
    double scale = 0.0;
    for ( int row = 0; row < frame->count; ++row )
    {
        ssVec3 n = ssLogFrame_Vector( frame, ss_logNx, row ), f = ssLogFrame_Vector( frame, ss_logFx, row );
        scale = ssMax( scale, ssVec3_Dot( n, f ) );
    }
    record->known |=
        frame->known | ( isnan( options->muR ) && isnan( options->muS ) ? 0u : SS_LOG_BIT( ss_logMuR ) );
    for ( int row = 0; row < frame->count; ++row )
    {
        double number = frame->columns[ss_logContact][row];
        if ( !isnan( options->contact ) && ( isnan( number ) ? row : number ) != options->contact )
        {
            continue;
        }
        const logTouch* pair =
            logTouches_Now( touches, frame->columns[ss_logA][row], frame->columns[ss_logB][row] );
        Row r = rowOf( frame, row, pair, scale );
        whyTrack* track = trackOf( record, &r, number );
        whyTrack* bodies = bodiesOf( record, &r, track );
        bool next = track != NULL && track->chain > 0 && frame->t - track->t < 1.5 * record->h;
        const ssVec2 before = { next ? track->load : SS_NAN, next ? track->opening : SS_NAN };
        track != NULL ? follow( record, track, &r ) : (void)0;
        if ( bodies != NULL && r.pressed ) { followPair( record, bodies, &r ); }
        ++record->rows;
        record->loaded += r.pressed;
        if ( r.pressed )
        {
            const int places[2] = { track != NULL ? (int)( track - record->tracks ) : -1,
                bodies != NULL ? (int)( bodies - record->tracks ) : -1 };
            sample( record, options, &r, places, pair != NULL ? pair->loads / pair->rows : SS_NAN, before );
        }
    }
}
