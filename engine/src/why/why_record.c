// SPDX-License-Identifier: MIT
#include "why/why_private.h"

// What the doctor remembers of a log: a sample of its rows, and the course of every contact.

#define TINY_LOAD 1e-6 // of the largest load of the frame: contacts with less are open
#define GRAVITY 9.81   // [m/s²] what a step adds to a velocity at most scales with it
#define SMALL_FRAME 64 // in larger ones nobody looks whether a contact is its body's only one
#define TURNED 0.05    // [rad] smaller changes of a normal are no jumps
#define JUMP 8.0       // times the usual change
#define RETURN 0.4     // of a jump: what is left of it in the frame after
#define BOUNCE 5.0     // times the speed that counts as motion: slower ones are no impacts
#define FASTER 1.03    // after an impact: less is rounding and the gravity of a step
#define HOP 10.0       // times the way that gravity makes of a step: smaller ones are rounding
#define LEVEL 1e-7     // [rad] normals of a fixed plane differ by less
#define LEANT 2.5      // of what the load would move in a step
#define NONE ( -9.0 )  // in place of a number that the log does not have

static double angleOf( ssVec3 a, ssVec3 b )
{
    return 2.0 * ssAsin( ssMin( 1.0, 0.5 * ssVec3_Length( ssVec3_Sub( a, b ) ) ) );
}

static double chosen( double given, double logged ) { return isnan( given ) ? logged : given; }

/// The body of this number; NULL: the log does not have it.
static const ssLogBody* bodyOf( const ssLogFrame* frame, double id )
{
    int guess = id >= 0.0 && id < frame->bodyCount ? (int)id : 0;
    for ( int i = 0; i < frame->bodyCount && i < SMALL_FRAME; ++i )
    {
        const ssLogBody* body = frame->bodies + ( guess + i ) % frame->bodyCount;
        if ( body->id == id )
        {
            return body;
        }
    }
    return NULL;
}

/// The radius of the round one of two bodies; NaN: unknown.
static double radiusOf( const ssLogFrame* frame, int row )
{
    const ssLogColumn ends[2] = { ss_logB, ss_logA };
    for ( int i = 0; i < 2; ++i )
    {
        const ssLogBody* body = bodyOf( frame, frame->columns[ends[i]][row] );
        if ( body != NULL &&
            ( body->shape == ss_logShapeSphere || body->shape == ss_logShapeCylinder ||
                body->shape == ss_logShapeCapsule ) )
        {
            return body->size.x;
        }
    }
    return SS_NAN;
}

/// Where b is relative to a: by the bodies, else by the contact, if one of them is fixed. False: unknown.
static bool placeOf( const ssLogFrame* frame, int row, ssVec3* place )
{
    double a = frame->columns[ss_logA][row], b = frame->columns[ss_logB][row];
    const ssLogBody *first = bodyOf( frame, a ), *last = bodyOf( frame, b );
    if ( last != NULL && ( first != NULL || a < 0.0 ) )
    {
        *place = first != NULL ? ssVec3_Sub( last->position, first->position ) : last->position;
        return !isnan( place->x );
    }
    *place = ssLogFrame_Vector( frame, ss_logPx, row );
    return ( a < 0.0 || b < 0.0 ) && !isnan( place->x );
}

/// The track of the row, a new one if need be; NULL: there is no room.
static whyTrack* trackOf( whyRecord* record, double a, double b, double number )
{
    uint64_t hash = SS_HASH_SEED;
    const double key[3] = { a, b, number };
    for ( int i = 0; i < 3; ++i )
    {
        hash = ( hash ^ (uint64_t)(int64_t)key[i] ) * 0x100000001b3ull;
        hash ^= hash >> 29;
    }
    for ( int i = 0; i < record->trackMax; ++i )
    {
        whyTrack* track = record->tracks + ( ( hash + (uint64_t)i ) & (uint64_t)( record->trackMax - 1 ) );
        if ( track->used && track->a == a && track->b == b && track->number == number )
        {
            return track;
        }
        if ( !track->used )
        {
            if ( 2 * record->tracked >= record->trackMax )
            {
                return NULL;
            }
            *track = ( whyTrack ){
                .used = true, .a = a, .b = b, .number = number, .departed = SS_NAN, .active = SS_NAN
            };
            ++record->tracked;
            return track;
        }
    }
    return NULL;
}

static void happen( whyTrack* track, whyEvent event, bool happened, double size )
{
    ++track->chances[event];
    track->counts[event] += happened;
    track->sizes[event] = happened ? ssMax( track->sizes[event], size ) : track->sizes[event];
}

/// Is this row the only one of its bodies that are not fixed?
static bool isAlone( const ssLogFrame* frame, int row )
{
    double a = frame->columns[ss_logA][row], b = frame->columns[ss_logB][row];
    bool alone = frame->count <= SMALL_FRAME;
    for ( int i = 0; i < frame->count && alone; ++i )
    {
        double p = frame->columns[ss_logA][i], q = frame->columns[ss_logB][i];
        bool shares = ( a >= 0.0 && ( p == a || q == a ) ) || ( b >= 0.0 && ( p == b || q == b ) );
        alone = i == row || ( !shares && !isnan( p ) && !isnan( q ) );
    }
    return alone;
}

/// What presses for a moment, and again after a moment.
static void followLoad( const whyRecord* record, whyTrack* track, double t, bool pressed )
{
    if ( !pressed )
    {
        return;
    }
    double missed = floor( ( t - track->active ) / record->h + 0.5 ) - 1.0; // NaN: the first time
    // What leaves fast has bounced.
    bool goesOn = missed < 0.5, rests = track->opening < BOUNCE * GRAVITY * record->h;
    happen( track, why_flips, !goesOn && rests && missed < 2.5 && track->run <= 3, 0.0 );
    track->run = goesOn ? track->run + 1 : 1;
    track->active = t;
}

/// Something that goes far in one step and mostly comes back, or goes farther than it usually does.
static void followJump( whyTrack* track, ssVec3 normal, ssVec3 point, double spin, double step, double still )
{
    double turn = angleOf( normal, track->normal[0] ),
           way = ssVec3_Length( ssVec3_Sub( point, track->point[0] ) );
    double turned = angleOf( track->normal[0], track->normal[1] );
    double moved = ssVec3_Length( ssVec3_Sub( track->point[0], track->point[1] ) );
    bool turnsBack =
        turned > TURNED && turn > TURNED && angleOf( normal, track->normal[1] ) < RETURN * turned;
    bool turnsAside = track->chain > 4 && turn > TURNED && turn > JUMP * track->turned;
    bool comesBack = track->chain > 4 && ssMin( moved, way ) > JUMP * track->moved &&
        moved > HOP * GRAVITY * step * step &&
        ssVec3_Length( ssVec3_Sub( point, track->point[1] ) ) < RETURN * moved &&
        spin * moved < BOUNCE * still;
    bool jumps = turnsBack || turnsAside;
    happen( track, why_jumps, jumps || comesBack, jumps ? ssMax( turn, turned ) : 0.0 );
    // Usual changes are those without jumps, slowly forgotten.
    bool usual = track->chain <= 4;
    track->turned += ( usual || turn < JUMP * track->turned ? 0.2 : 0.02 ) * ( turn - track->turned );
    track->moved +=
        isnan( way ) ? 0.0 : ( usual || way < JUMP * track->moved ? 0.2 : 0.002 ) * ( way - track->moved );
}

/// Impacts of a contact that is its bodies' only one.
static void followImpact(
    const whyRecord* record, whyTrack* track, const logParts* parts, bool pressed, bool next )
{
    double least = BOUNCE * record->still;
    if ( pressed && parts->opening > least )
    {
        double came = next && track->opening < -least ? -track->opening : track->departed;
        // It comes as fast as it left before, if nothing but gravity has moved it since.
        bool bounced = !next || track->opening < -least || track->chain == 0;
        if ( bounced && !isnan( came ) )
        {
            happen( track, why_gains, parts->opening > FASTER * came + GRAVITY * record->h,
                parts->opening / came );
        }
        track->departed = parts->opening;
    }
}

/// What moves although the log says that it stands, along the force that friction holds.
static void followDrift( const whyRecord* record, whyTrack* track, ssVec3 normal, ssVec3 slip, ssVec3 force,
    double load, ssVec3 way, double spin )
{
    ssVec3 across = ssVec3_MulAdd( way, -ssVec3_Dot( way, normal ), normal );
    double speed = ssVec3_Length( slip ), before = ssVec3_Length( track->slip ),
           size = ssVec3_Length( across );
    double held = ssVec3_Length( force );
    if ( !( speed < record->still && before < record->still ) || !( load > 0.0 ) ||
        !( spin < 0.1 * GRAVITY * record->h ) || !( held > 0.02 * load ) )
    {
        return;
    }
    double explained = record->h * ( 2.0 * ssMax( speed, before ) ),
           least = 0.02 * GRAVITY * record->h * record->h;
    bool along = ssVec3_Dot( across, force ) < -0.8 * size * held;
    bool drifts = along && size > explained + least &&
        size < LEANT * held / load * GRAVITY * record->h * record->h + explained;
    happen( track, why_drifts, drifts, 0.0 );
    track->sizes[why_drifts] += drifts ? size : 0.0;
}

static void follow( whyRecord* record, whyTrack* track, const ssLogFrame* frame, int row,
    const logParts* parts, bool single, bool pressed )
{
    bool next = track->chain > 0 && frame->t - track->t < 1.5 * record->h;
    ssVec3 n = ssLogFrame_Vector( frame, ss_logNx, row ), p = ssLogFrame_Vector( frame, ss_logPx, row ),
           place;
    ssVec3 f = ssLogFrame_Vector( frame, ss_logFx, row ), v = ssLogFrame_Vector( frame, ss_logVx, row );
    ssVec3 slip = ssVec3_MulAdd( v, -parts->opening, n ), force = ssVec3_MulAdd( f, -parts->load, n );
    double gap = frame->columns[ss_logGap][row],
           spin = ssVec3_Length( ssLogFrame_Vector( frame, ss_logWx, row ) );
    bool placed = placeOf( frame, row, &place );
    record->placesKnown = record->placesKnown || placed;
    track->chain = next ? track->chain : 0;
    followLoad( record, track, frame->t, pressed );
    if ( isAlone( frame, row ) )
    {
        followImpact( record, track, parts, pressed, next );
    }
    if ( single && track->chain >= 2 )
    {
        followJump( track, n, p, spin, record->h, record->still );
    }
    // What turns with a table that tilts stands on it.
    if ( next && placed && angleOf( n, track->normal[0] ) < LEVEL )
    {
        followDrift( record, track, n, slip, force, pressed ? parts->load : 0.0,
            ssVec3_Sub( place, track->place ), spin );
    }
    if ( gap < 0.0 )
    {
        happen( track, why_missed, !pressed && parts->opening < -record->still, -gap );
    }
    track->normal[1] = track->normal[0], track->normal[0] = n;
    track->point[1] = track->point[0], track->point[0] = p;
    track->place = place, track->slip = slip;
    track->load = pressed ? parts->load : 0.0, track->opening = parts->opening, track->gap = gap;
    track->t = frame->t;
    ++track->chain;
}

static void sample( whyRecord* record, const ssWhyOptions* options, const ssLogFrame* frame, int row,
    const logParts* parts, const whyTrack* track, double pairLoad, double scale, double gapBefore,
    double before )
{
    int place = logSamplePlace( &record->seen, &record->state );
    if ( place < 0 )
    {
        return;
    }
    double radius = chosen( options->radius, radiusOf( frame, row ) ), gap = frame->columns[ss_logGap][row];
    record->sizesKnown = record->sizesKnown || !isnan( radius );
    record->count = place >= record->count ? place + 1 : record->count;
    double number = frame->columns[ss_logContact][row];
    record->samples[place] = ( whySample ){ .a = parts->a,
        .b = parts->b,
        .contact = isnan( number ) ? row : number,
        .track = track != NULL ? (double)( track - record->tracks ) : SS_NAN,
        .mu = chosen( options->mu, frame->columns[ss_logMu][row] ),
        .muR = chosen( options->muR, frame->columns[ss_logMuR][row] ),
        .muS = chosen( options->muS, frame->columns[ss_logMuS][row] ),
        .load = parts->load,
        .before = before,
        .pairLoad = pairLoad,
        .force = parts->force,
        .slip = parts->slip,
        .opening = parts->opening,
        .gap = gap,
        .rise = ( gap - gapBefore ) / record->h,
        .roll = ssVec2_Length( parts->moment ),
        .rollSpeed = ssVec2_Length( parts->turning ),
        .spin = fabs( parts->spinMoment ),
        .spinSpeed = fabs( parts->spin ),
        .radius = radius,
        .scale = scale,
        .order = frame->count > 1 ? row / ( frame->count - 1.0 ) : SS_NAN };
}

void whyRecord_Add(
    whyRecord* record, const ssWhyOptions* options, const ssLogFrame* frame, const logTouches* touches )
{
    double scale = 0.0;
    for ( int row = 0; row < frame->count; ++row )
    {
        scale = ssMax( scale,
            ssVec3_Dot(
                ssLogFrame_Vector( frame, ss_logNx, row ), ssLogFrame_Vector( frame, ss_logFx, row ) ) );
    }
    record->known |= frame->known;
    for ( int row = 0; row < frame->count; ++row )
    {
        double a = frame->columns[ss_logA][row], b = frame->columns[ss_logB][row];
        double number = frame->columns[ss_logContact][row];
        if ( !isnan( options->contact ) && !( ( isnan( number ) ? row : number ) == options->contact ) )
        {
            continue;
        }
        logParts parts = logResolve( frame, row );
        bool pressed = parts.load > TINY_LOAD * scale, paired = !isnan( a ) && !isnan( b );
        const logTouch* pair = logTouches_Now( touches, a, b );
        bool single = paired ? pair != NULL && pair->rows == 1 : frame->count == 1;
        number = isnan( number ) ? ( single ? 0.0 : paired ? SS_NAN : row ) : number;
        whyTrack* track =
            isnan( number ) ? NULL : trackOf( record, paired ? a : NONE, paired ? b : NONE, number );
        bool next = track != NULL && track->chain > 0 && frame->t - track->t < 1.5 * record->h;
        double before = next ? track->load : SS_NAN, gapBefore = next ? track->gap : SS_NAN;
        if ( track != NULL )
        {
            follow( record, track, frame, row, &parts, single, pressed );
        }
        ++record->rows;
        if ( pressed )
        {
            ++record->loaded;
            sample( record, options, frame, row, &parts, track,
                pair != NULL ? pair->loads / pair->rows : SS_NAN, scale, gapBefore, before );
        }
    }
}
