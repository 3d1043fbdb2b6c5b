// SPDX-License-Identifier: MIT
#include "cli/foxglove.h"

#include <math.h>
#include <stdio.h>

// The frames of a contact log as Foxglove's messages: where bodies are, their shapes, and of every contact
// the force and the cone, in the colour of its mode. Every message has the whole scene, so that one can seek.

#define FRAMES_TRIED 64  // that choose the scale of forces
#define USUAL_LENGTH 0.1 // of the size of the scene: how long the mean force is
#define PLANE 20.0       // [m] the side of a plane that does not end
#define PLATE 1e-3       // of its side: how thick a plane is drawn

typedef struct colour
{
    double r, g, b, a;
} colour;

// Colours of modes are those of the window.
static const colour s_modes[ss_modeCount] = { [ss_modeOpen] = { 0.42, 0.45, 0.51, 1.0 },
    [ss_modeStick] = { 0.31, 0.62, 0.85, 1.0 },
    [ss_modeSlide] = { 0.84, 0.37, 0.0, 1.0 },
    [ss_modeRoll] = { 0.0, 0.62, 0.45, 1.0 },
    [ss_modeSlideRoll] = { 0.9, 0.62, 0.0, 1.0 },
    [ss_modeSpin] = { 0.8, 0.47, 0.65, 1.0 } };
static const colour s_body = { 0.75, 0.77, 0.8, 1.0 }, s_fixed = { 0.4, 0.43, 0.48, 1.0 };
static const ssVec3 s_zero = { 0.0, 0.0, 0.0 };

/// A message of numbers, which have the fields 1, 2, …
static void putNumbers( textWriter* w, int field, int count, const double* numbers )
{
    size_t place = pbBegin( w, field );
    for ( int i = 0; i < count; ++i ) { pbDouble( w, i + 1, numbers[i] ); }
    pbEnd( w, place );
}

static void putVector( textWriter* w, int field, ssVec3 v )
{
    putNumbers( w, field, 3, ( const double[] ){ v.x, v.y, v.z } );
}

static void putQuaternion( textWriter* w, int field, ssQuat q )
{
    putNumbers( w, field, 4, ( const double[] ){ q.x, q.y, q.z, q.w } );
}

static void putPose( textWriter* w, ssVec3 position, ssQuat orientation )
{
    size_t place = pbBegin( w, 1 );
    putVector( w, 1, position );
    putQuaternion( w, 2, orientation );
    pbEnd( w, place );
}

static void putColour( textWriter* w, int field, colour c )
{
    putNumbers( w, field, 4, ( const double[] ){ c.r, c.g, c.b, c.a } );
}

static void putTime( textWriter* w, uint64_t time )
{
    size_t place = pbBegin( w, 1 );
    pbNumber( w, 1, time / 1000000000u );
    pbNumber( w, 2, time % 1000000000u );
    pbEnd( w, place );
}

/// A cube (field 8), a sphere (9) or a cylinder (10) of an entity.
static void putSolid( textWriter* w, int field, ssVec3 position, ssQuat orientation, ssVec3 size, colour c )
{
    size_t place = pbBegin( w, field );
    putPose( w, position, orientation );
    putVector( w, 2, size );
    if ( field == 10 )
    {
        pbDouble( w, 3, 1.0 );
        pbDouble( w, 4, 1.0 );
    }
    putColour( w, field == 10 ? 5 : 3, c );
    pbEnd( w, place );
}

/// The smallest turn of one unit vector to another.
static ssQuat turnTo( ssVec3 from, ssVec3 to )
{
    ssVec3 axis = ssVec3_Cross( from, to );
    double w = 1.0 + ssVec3_Dot( from, to );
    ssVec3 any = fabs( from.x ) < 0.9 ? ( ssVec3 ){ 1.0, 0.0, 0.0 } : ( ssVec3 ){ 0.0, 1.0, 0.0 };
    axis = w > 1e-9 ? axis : ssVec3_Cross( from, any );
    return ssQuat_Normalize( ( ssQuat ){ .w = w > 1e-9 ? w : 0.0, .x = axis.x, .y = axis.y, .z = axis.z } );
}

static uint64_t nanoseconds( double t ) { return t > 0.0 && t < 1.8e10 ? (uint64_t)( t * 1e9 + 0.5 ) : 0u; }

static void nameBody( const ssLogBody* body, int place, char name[40] )
{
    if ( isnan( body->id ) ) { snprintf( name, 40, "part %d", place ); }
    else { snprintf( name, 40, "body %.0f", body->id ); }
}

static void putTransforms( textWriter* w, const ssLogFrame* frame, uint64_t time )
{
    char name[40];
    for ( int i = 0; i < frame->bodyCount; ++i )
    {
        const ssLogBody* body = frame->bodies + i;
        size_t place = pbBegin( w, 1 );
        nameBody( body, i, name );
        putTime( w, time );
        pbText( w, 2, "world" );
        pbText( w, 3, name );
        putVector( w, 4, body->position );
        putQuaternion( w, 5, body->orientation );
        pbEnd( w, place );
    }
}

/// The shape of a body in the body's own frame.
static void putShape( textWriter* w, const ssLogBody* body )
{
    bool fixed = body->mass == 0.0 || isinf( body->mass );
    colour c = fixed ? s_fixed : s_body;
    ssQuat same = ssQuat_Identity();
    double r = 2.0 * body->size.x, length = 2.0 * body->size.z;
    double wide = body->size.x > 0.0 ? r : PLANE, deep = body->size.y > 0.0 ? 2.0 * body->size.y : PLANE;
    if ( body->shape == ss_logShapeSphere ) { putSolid( w, 9, s_zero, same, ( ssVec3 ){ r, r, r }, c ); }
    else if ( body->shape == ss_logShapeBox )
    {
        putSolid( w, 8, s_zero, same, ssVec3_Scale( 2.0, body->size ), c );
    }
    else if ( body->shape == ss_logShapePlane )
    {
        double thick = PLATE * wide; // below the plane
        putSolid(
            w, 8, ( ssVec3 ){ 0.0, 0.0, -0.5 * thick }, same, ( ssVec3 ){ wide, deep, thick }, s_fixed );
    }
    else if ( body->shape != ss_logShapeUnknown )
    {
        putSolid( w, 10, s_zero, same, ( ssVec3 ){ r, r, length }, c );
        for ( int side = -1; side <= 1 && body->shape == ss_logShapeCapsule; side += 2 )
        {
            putSolid( w, 9, ( ssVec3 ){ 0.0, 0.0, 0.5 * side * length }, same, ( ssVec3 ){ r, r, r }, c );
        }
    }
}

static size_t beginEntity( textWriter* w, uint64_t time, const char* frameName, const char* id )
{
    size_t place = pbBegin( w, 2 );
    putTime( w, time );
    pbText( w, 2, frameName );
    pbText( w, 3, id );
    pbNumber( w, 5, 1 ); // it moves with its frame
    return place;
}

/// The cone stands on its tip at the contact, as high as the normal force is long.
static void putCone( textWriter* w, ssVec3 point, ssVec3 normal, double height, double mu, colour c )
{
    size_t place = pbBegin( w, 10 );
    putPose( w, ssVec3_MulAdd( point, 0.5 * height, normal ), turnTo( ( ssVec3 ){ 0.0, 0.0, 1.0 }, normal ) );
    putVector( w, 2, ( ssVec3 ){ 2.0 * mu * height, 2.0 * mu * height, height } );
    pbDouble( w, 3, 0.0 );
    pbDouble( w, 4, 1.0 );
    c.a = 0.25;
    putColour( w, 5, c );
    pbEnd( w, place );
}

static void putArrow( textWriter* w, ssVec3 point, ssVec3 force, double scale, colour c )
{
    double size = ssVec3_Length( force ), length = size * scale;
    size_t place = pbBegin( w, 7 );
    putPose( w, point, turnTo( ( ssVec3 ){ 1.0, 0.0, 0.0 }, ssVec3_Scale( 1.0 / size, force ) ) );
    pbDouble( w, 2, 0.8 * length );
    pbDouble( w, 3, 0.05 * length );
    pbDouble( w, 4, 0.2 * length );
    pbDouble( w, 5, 0.12 * length );
    putColour( w, 6, c );
    pbEnd( w, place );
}

static void putContact( textWriter* w, const ssSim* sim, int row, uint64_t time, double scale )
{
    char id[48], text[80];
    const ssLogFrame* frame = ssSim_LogFrame( sim );
    ssContactView view = ssSim_LogContact( sim, row );
    ssVec3 point = ssLogFrame_Vector( frame, ss_logPx, row ),
           force = ssLogFrame_Vector( frame, ss_logFx, row );
    ssVec3 normal = ssVec3_Normalize( ssLogFrame_Vector( frame, ss_logNx, row ) );
    double number = frame->columns[ss_logContact][row], load = ssVec3_Dot( force, normal );
    double mu = frame->columns[ss_logMu][row];
    colour c = s_modes[view.mode];
    if ( isnan( point.x ) || !( ssVec3_Length( force ) > 0.0 ) )
    {
        return;
    } // there is no place, or nothing to see
    snprintf( id, sizeof id, "contact %.0f", isnan( number ) ? row : number );
    // Numbers may come again, for other bodies.
    snprintf( text, sizeof text, "%s, bodies %.0f %.0f", id, frame->columns[ss_logA][row],
        frame->columns[ss_logB][row] );
    size_t place = beginEntity( w, time, "world", text );
    size_t pair = pbBegin( w, 6 );
    pbText( w, 1, "mode" );
    pbText( w, 2, ssContactModeName( view.mode ) );
    pbEnd( w, pair );
    putArrow( w, point, force, scale, c );
    if ( mu > 0.0 && load > 0.0 ) { putCone( w, point, normal, scale * load, mu, c ); }
    pbEnd( w, place );
}

static void putScene( textWriter* w, const ssSim* sim, uint64_t time, double scale )
{
    const ssLogFrame* frame = ssSim_LogFrame( sim );
    char name[40];
    size_t place = pbBegin( w, 1 ); // what was there before
    putTime( w, time );
    pbNumber( w, 2, 1 ); // goes, all of it
    pbEnd( w, place );
    for ( int i = 0; i < frame->bodyCount; ++i )
    {
        nameBody( frame->bodies + i, i, name );
        place = beginEntity( w, time, name, name );
        putShape( w, frame->bodies + i );
        pbEnd( w, place );
    }
    for ( int row = 0; row < frame->count; ++row ) { putContact( w, sim, row, time, scale ); }
}

/// [m/N] One scale for the whole log: the mean force of some frames over the size of what is there.
static ssResult chooseScale( ssSim* sim, double* scale )
{
    ssVec3 low = { HUGE_VAL, HUGE_VAL, HUGE_VAL }, high = { -HUGE_VAL, -HUGE_VAL, -HUGE_VAL };
    double sum = 0.0;
    int count = 0;
    for ( int i = 0; i < FRAMES_TRIED; ++i )
    {
        SS_TRY( ssSim_Jump( sim, ssSim_LastStep( sim ) * i / ( FRAMES_TRIED - 1 ) ) );
        const ssLogFrame* frame = ssSim_LogFrame( sim );
        for ( int k = 0; k < frame->count + frame->bodyCount; ++k )
        {
            bool isBody = k >= frame->count;
            ssVec3 p =
                isBody ? frame->bodies[k - frame->count].position : ssLogFrame_Vector( frame, ss_logPx, k );
            double force = isBody ? 0.0 : ssVec3_Length( ssLogFrame_Vector( frame, ss_logFx, k ) );
            low = ( ssVec3 ){ fmin( low.x, p.x ), fmin( low.y, p.y ), fmin( low.z, p.z ) }; // NaN counts not
            high = ( ssVec3 ){ fmax( high.x, p.x ), fmax( high.y, p.y ), fmax( high.z, p.z ) };
            sum += force;
            count += force > 0.0;
        }
    }
    double size = ssVec3_Length( ssVec3_Sub( high, low ) ), mean = count > 0 ? sum / count : 1.0;
    *scale = USUAL_LENGTH * ( isfinite( size ) && size > 0.0 ? size : 1.0 ) / mean;
    return ssOk();
}

ssResult foxgloveWrite( ssSim* sim, ssSink* sink )
{
    double scale = 1.0;
    SS_TRY( chooseScale( sim, &scale ) );
    struct ssProbe* file = foxgloveBegin( sink );
    ssResult result = file != NULL ? ssOk() : ssError( ss_errorMemory, NULL, "out of memory" );
    for ( int64_t k = 0; k <= ssSim_LastStep( sim ) && result.code == ss_ok; ++k )
    {
        textWriter messages[foxglove_messageCount] = { 0 };
        result = ssSim_Jump( sim, k );
        uint64_t time = nanoseconds( ssSim_Time( sim ) );
        putTransforms( messages + foxglove_transforms, ssSim_LogFrame( sim ), time );
        putScene( messages + foxglove_scene, sim, time, scale );
        foxgloveAdd( file, ssSim_Time( sim ), messages );
        for ( int i = 0; i < foxglove_messageCount; ++i ) { ssRelease( messages[i].text ); }
    }
    ssResult ended = foxgloveEnd( file );
    return result.code == ss_ok ? ended : result;
}
