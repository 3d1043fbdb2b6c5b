// SPDX-License-Identifier: MIT
#include "sim/log_scenario_private.h"

#include <stdio.h>
#include <string.h>

// Draws a frame of a log: bodies where it has them, and contacts.

#define BATCH 128 // contacts or bodies for one call
#define PULL 1e-3 // of a force: a smaller part against the normal is rounding

static double reachOf( const ssLogBody* body )
{
    double reach = body->shape == ss_logShapeSphere ? body->size.x : ssVec3_Length( body->size );
    return isfinite( reach ) ? reach : 0.0;
}

static void joinPoint( ssVec3 point, double reach, logBounds* bounds )
{
    if ( !isfinite( point.x + point.y + point.z ) ) { return; }
    ssVec3 *low = &bounds->low, *high = &bounds->high;
    *low = ( ssVec3 ){ ssMin( low->x, point.x - reach ), ssMin( low->y, point.y - reach ),
        ssMin( low->z, point.z - reach ) };
    *high = ( ssVec3 ){ ssMax( high->x, point.x + reach ), ssMax( high->y, point.y + reach ),
        ssMax( high->z, point.z + reach ) };
    double away = ssVec3_Length( ssVec3_Sub( point, bounds->center ) ) + reach;
    bounds->radius = ssMax( bounds->radius, away );
}

void logJoinBounds( const ssLogFrame* frame, logBounds* bounds )
{
    bounds->most = frame->count > bounds->most ? frame->count : bounds->most;
    for ( int row = 0; row < frame->count; ++row )
    {
        joinPoint( ssLogFrame_Vector( frame, ss_logPx, row ), 0.0, bounds );
    }
    for ( int i = 0; i < frame->bodyCount; ++i )
    {
        const ssLogBody* body = frame->bodies + i;
        // The ground is often much larger than what moves on it.
        if ( body->shape != ss_logShapePlane && !logIsFixed( body->id, body->mass ) )
        {
            joinPoint( body->position, reachOf( body ), bounds );
        }
    }
}

static int pickOf( const ssLogBody* body )
{
    int number = logBodyNumber( body->id, 0.0 );
    return number >= 0 ? number : -1;
}

static void drawPlanes( const logState* state, const ssDraw* draw )
{
    for ( int i = 0; i < state->frame.bodyCount; ++i )
    {
        const ssLogBody* body = state->frame.bodies + i;
        if ( body->shape == ss_logShapePlane )
        {
            ssQuat q = body->orientation;
            bool bounded = body->size.x > 0.0 && body->size.y > 0.0;
            const ssDrawPlane plane = { .origin = body->position,
                .normal = ssQuat_Rotate( q, ( ssVec3 ){ 0.0, 0.0, 1.0 } ),
                .tangent = ssQuat_Rotate( q, ( ssVec3 ){ 1.0, 0.0, 0.0 } ),
                .halfX = bounded ? body->size.x : 0.0,
                .halfY = bounded ? body->size.y : 0.0 };
            draw->planes( draw->context, 1, &plane );
        }
    }
}

static void drawSpheres( const logState* state, const ssDraw* draw )
{
    ssDrawSphere list[BATCH];
    int count = 0;
    for ( int i = 0; i < state->frame.bodyCount; ++i )
    {
        const ssLogBody* body = state->frame.bodies + i;
        if ( body->shape == ss_logShapeSphere )
        {
            list[count++] = ( ssDrawSphere ){ .body = pickOf( body ),
                .center = body->position,
                .radius = body->size.x,
                .orientation = body->orientation,
                .mode = (ssContactMode)state->bodyModes[i] };
        }
        if ( count == BATCH || ( count > 0 && i == state->frame.bodyCount - 1 ) )
        {
            draw->spheres( draw->context, count, list );
            count = 0;
        }
    }
}

/// Sets kind and size, and clears the rest. False: it is no solid.
static bool solidOf( const ssLogBody* body, ssDrawSolid* solid )
{
    if ( body->shape == ss_logShapeSphere ) { return false; }
    *solid = ( ssDrawSolid ){ .half = body->size };
    solid->half.y = body->shape == ss_logShapeBox ? body->size.y : body->size.x;
    switch ( body->shape )
    {
        case ss_logShapeBox: solid->kind = ss_solidBox; return true;
        case ss_logShapeCylinder: solid->kind = ss_solidCylinder; return true;
        case ss_logShapeCapsule: solid->kind = ss_solidCapsule; return true;
        default: return false;
    }
}

static void drawSolids( const logState* state, const ssDraw* draw )
{
    ssDrawSolid list[BATCH];
    int count = 0;
    for ( int i = 0; i < state->frame.bodyCount; ++i )
    {
        const ssLogBody* body = state->frame.bodies + i;
        ssDrawSolid* solid = list + count;
        if ( solidOf( body, solid ) )
        {
            solid->body = pickOf( body );
            solid->fixed = logIsFixed( body->id, body->mass );
            solid->center = body->position;
            solid->orientation = body->orientation;
            solid->mode = (ssContactMode)state->bodyModes[i];
            ++count;
        }
        if ( count == BATCH || ( count > 0 && i == state->frame.bodyCount - 1 ) )
        {
            draw->solids( draw->context, count, list );
            count = 0;
        }
    }
}

void logNameBody( const void* context, const ssSim* sim, int body, char* text, int capacity )
{
    static const char* const names[] = { "body", "sphere", "box", "cylinder", "capsule", "plane" };
    const logState* state = context;
    (void)sim;
    if ( body >= LOG_BODY_UNNAMED )
    {
        // Its two bodies are the same to the views, which then name one only.
        snprintf( text, (size_t)capacity, "contact %d", body - LOG_BODY_UNNAMED );
        return;
    }
    if ( body >= LOG_BODY_LARGE )
    {
        snprintf( text, (size_t)capacity, "body #%x", (unsigned)( body - LOG_BODY_LARGE ) );
        return;
    }
    int index = logFindBody( state, body );
    const char* shape = names[index >= 0 ? state->frame.bodies[index].shape : ss_logShapeUnknown];
    if ( body == -1 ) { snprintf( text, (size_t)capacity, "ground" ); }
    else { snprintf( text, (size_t)capacity, "%s %d", body < 0 && index < 0 ? "ground" : shape, body ); }
}

/// Does a picture show this row? It goes by the contact's number, so the same ones show in all frames.
static bool isShown( const logState* state, int row, double share )
{
    double number = state->frame.columns[ss_logContact][row];
    uint64_t key = (uint64_t)(int64_t)( isnan( number ) || fabs( number ) > 9e15 ? row : number );
    return (double)( key * 0x9e3779b97f4a7c15ull >> 32 ) < share * 4294967296.0 || row == state->chosen;
}

/// A picture of more contacts than SS_LOG_SHOWN shows some of them; a drawing that only counts gets them all.
/// What pulls is open by its mode, but wrong, and so has to be seen.
static bool pulls( const logState* state, int row )
{
    ssVec3 f = ssLogFrame_Vector( &state->frame, ss_logFx, row );
    return ssVec3_Dot( f, ssLogFrame_Vector( &state->frame, ss_logNx, row ) ) < -PULL * ssVec3_Length( f );
}

static void drawContacts( const logState* state, const ssDraw* draw )
{
    ssContactView list[BATCH];
    int rows[BATCH], count = 0, all = state->frame.count;
    bool some = draw->flags != 0 && state->totals.closed > SS_LOG_SHOWN;
    double share = (double)SS_LOG_SHOWN / ssMax( 1.0, state->totals.closed );
    for ( int i = 0; i < BATCH && i < all; ++i ) { list[i] = logEmptyView(); }
    for ( int row = 0; row < all; ++row )
    {
        bool open = state->rows[row].mode == ss_modeOpen;
        if ( open ? pulls( state, row ) : !some || isShown( state, row, share ) ) { rows[count++] = row; }
        if ( count == BATCH || ( count > 0 && row == all - 1 ) )
        {
            logFillViews( state, count, rows, list );
            ssDrawContacts( draw, count, list );
            count = 0;
        }
    }
}

void logDraw( const void* context, const ssSim* sim, const ssDraw* draw )
{
    const logState* state = context;
    (void)sim;
    if ( draw->bounds != NULL && state->own->radius > 0.0 )
    {
        draw->bounds( draw->context, state->own->center, state->own->radius );
    }
    bool planes = ( state->shapes & 1u << ss_logShapePlane ) != 0;
    bool spheres = ( state->shapes & 1u << ss_logShapeSphere ) != 0;
    bool others = ( state->shapes & ~( 1u << ss_logShapePlane | 1u << ss_logShapeSphere ) ) != 0;
    if ( planes && ( draw->flags & ss_drawGround ) && draw->planes != NULL ) { drawPlanes( state, draw ); }
    if ( spheres && ( draw->flags & ss_drawBodies ) && draw->spheres != NULL ) { drawSpheres( state, draw ); }
    if ( others && ( draw->flags & ss_drawBodies ) && draw->solids != NULL ) { drawSolids( state, draw ); }
    if ( ( draw->flags & ( ss_drawForces | ss_drawMoments | ss_drawCones ) ) || draw->contacts != NULL )
    {
        drawContacts( state, draw );
    }
}

/// Contacts whose friction a law of their own bounds, and no μ.
static int countOwnLaws( const logState* state )
{
    int count = 0;
    for ( int row = 0; row < state->frame.count && state->own->complete != NULL; ++row )
    {
        count += logView( state, row ).law != NULL && isnan( state->frame.columns[ss_logMu][row] ) ? 1 : 0;
    }
    return count;
}

static void explainBounds( const logState* state, char* text, int capacity )
{
    double least = HUGE_VAL, most = -HUGE_VAL;
    int known = 0;
    for ( int row = 0; row < state->frame.count; ++row )
    {
        double mu = state->frame.columns[ss_logMu][row];
        known += isnan( mu ) ? 0 : 1;
        least = mu < least ? mu : least;
        most = mu > most ? mu : most;
    }
    int lawful = countOwnLaws( state );
    const char* noun = state->own->noun;
    char low[24], high[24];
    ssFormatNumber( least, low, sizeof low );
    ssFormatNumber( most, high, sizeof high );
    if ( state->frame.count == 0 )
    {
        snprintf( text, (size_t)capacity, ssTranslate( "nothing touches in this frame" ) );
    }
    else if ( lawful == state->frame.count )
    {
        snprintf( text, (size_t)capacity, ssTranslate( "every contact has a law of its own" ) );
    }
    else if ( known == 0 )
    {
        snprintf( text, (size_t)capacity, ssTranslate( "the %s has no μ: unknown" ), noun );
    }
    else if ( least == most )
    {
        snprintf( text, (size_t)capacity, ssTranslate( "μ of the %s: %s" ), noun, low );
    }
    else { snprintf( text, (size_t)capacity, ssTranslate( "μ of the %s: %s to %s" ), noun, low, high ); }
    if ( known > 0 && known + lawful < state->frame.count )
    {
        size_t used = strlen( text );
        snprintf( text + used, (size_t)capacity - used, ssTranslate( ", unknown at %d of %d contacts" ),
            state->frame.count - known - lawful, state->frame.count );
    }
}

static void explainFollow( const logState* state, const ssSim* sim, char* text, int capacity )
{
    if ( state->chosen < 0 )
    {
        snprintf( text, (size_t)capacity, ssTranslate( "not in this frame" ) );
        return;
    }
    ssContactView view = logView( state, state->chosen );
    char a[SS_NAME_CAPACITY], b[SS_NAME_CAPACITY], load[24];
    logNameBody( state, sim, view.a >= 0 ? view.a : -1 - view.surface, a, (int)sizeof a );
    logNameBody( state, sim, view.b >= 0 ? view.b : -1 - view.surface, b, (int)sizeof b );
    bool turned = view.b < 0;
    ssFormatNumber( view.force[0], load, sizeof load );
    if ( view.a == view.b )
    {
        snprintf( text, (size_t)capacity, "%s: f_N = %s N", a, load );
        return;
    }
    snprintf(
        text, (size_t)capacity, ssTranslate( "%s on %s: f_N = %s N" ), turned ? a : b, turned ? b : a, load );
}

void logExplain( const void* context, const ssSim* sim, int param, char* text, int capacity )
{
    if ( param == logParamBounds ) { explainBounds( context, text, capacity ); }
    else if ( param == logParamContact ) { explainFollow( context, sim, text, capacity ); }
}
