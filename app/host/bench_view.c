// SPDX-License-Identifier: MIT
#include "base/thread_pool.h"
#include "gfx/list/draw_adapter.h"
#include "host/gl_window.h"
#include "host/window.h"
#include "host/window_commands.h"
#include "ui/frame/frame.h"
#include <SDL.h>
#include <epoxy/gl.h>
#include <stdio.h>
#include <stdlib.h>

#define CIMGUI_DEFINE_ENUMS_AND_STRUCTS
#include "base/grow.h"
#include "cimgui.h"
#include "cimgui_impl.h"

// Frames of the window with heaps of spheres: the cost of each part of a frame, off screen at 1280 × 720 and
// waited for, so that parts add up; as many frames as possible without waiting; and frames at the window's
// pace, beside a simulation on its own thread: what is left of its speed.

enum
{
    width = 1280,
    height = 720,
    warmUpFrames = 2, // drawn first and not counted
    maxFrames = 60,
    framesAhead = 2, // drawn before the first of them is shown, as with two buffers of a window
    stepsAtOnce = 50 // of the simulation between two looks at `stop`
};

static const double s_period = 1.0 / 60.0; // [s] between frames, where the machine is fast enough
static const double s_budget = 1.0;        // [s] for each measurement of one kind of picture

typedef struct heap
{
    ssDrawSphere* spheres;
    int sphereCount;
    ssContactView* contacts;
    int contactCount;
    double side; // [m]
} heap;

typedef struct benchLook
{
    const char* what;
    uint32_t flags;
    bool shade;
    bool huge; // also with the largest heap
} benchLook;

typedef struct benchWindow
{
    hostGlWindow gl;
    uiState* ui;
    sessionDriver* driver;
    sessionSignalLog signalLog;
    sessionSnapshot* snapshot; // the driver's, with the heap in place of its scene
    gfxDrawList list;
    GLuint timers[2]; // of scene and panels
    ssSim* sim;       // steps on a thread of its own
    SDL_atomic_t stop, stepped;
} benchWindow;

static double noise( unsigned* state )
{
    *state = *state * 1664525u + 1013904223u;
    return (double)( *state >> 8 ) / 16777216.0;
}

static void addContact( heap* h, int a, int b, ssVec3 point, ssVec3 normal, unsigned* seed )
{
    double force = 0.2 + 2.0 * noise( seed );
    ssVec3 t = fabs( normal.z ) > 0.5 ? ( ssVec3 ){ 1.0, 0.0, 0.0 } : ( ssVec3 ){ 0.0, 0.0, 1.0 };
    h->contacts[h->contactCount++] = ( ssContactView ){ .point = point,
        .normal = normal,
        .tangent1 = t,
        .tangent2 = ssVec3_Cross( normal, t ),
        .force = { force, 0.3 * force * noise( seed ), 0.3 * force * noise( seed ) },
        .moment = { 0.001 * force, 0.0005 * force, 0.0 },
        .cone = { .dimension = 6, .mu = 0.5, .muRoll = 0.002, .muSpin = 0.001 },
        .mode = (ssContactMode)( 1 + (int)( 4.9 * noise( seed ) ) ),
        .a = a,
        .b = b,
        .size = 0.05 };
}

/// A cube of spheres of radius 0.05 m, slightly displaced, each touching its neighbours.
static void makeHeap( heap* h, int count )
{
    const double r = 0.05;
    int n = (int)ceil( cbrt( (double)count ) );
    unsigned seed = 1;
    h->spheres = needMemory( (size_t)count, sizeof( ssDrawSphere ) );
    h->contacts = needMemory( 3 * (size_t)count, sizeof( ssContactView ) );
    h->side = 2.0 * r * n;
    for ( int i = 0; i < count; ++i )
    {
        int at[3] = { i % n, i / n % n, i / ( n * n ) };
        const int back[3] = { 1, n, n * n };
        ssVec3 c = { r * ( 2 * at[0] + 1 + 0.1 * noise( &seed ) ) - 0.5 * h->side,
            r * ( 2 * at[1] + 1 + 0.1 * noise( &seed ) ) - 0.5 * h->side, r * ( 2 * at[2] + 1 ) };
        ssQuat q = ssQuat_Normalize( ( ssQuat ){ .x = noise( &seed ) - 0.5,
            .y = noise( &seed ) - 0.5,
            .z = noise( &seed ) - 0.5,
            .w = noise( &seed ) + 0.1 } );
        h->spheres[i] = ( ssDrawSphere ){ .body = i,
            .center = c,
            .radius = r,
            .orientation = q,
            .mode = (ssContactMode)( 5.9 * noise( &seed ) ),
            .energy = noise( &seed ) };
        for ( int k = 0; k < 3; ++k )
        {
            ssVec3 normal = { k == 0, k == 1, k == 2 };
            if ( at[k] > 0 )
            {
                addContact( h, i - back[k], i, ssVec3_MulAdd( c, -r, normal ), normal, &seed );
            }
            else if ( k == 2 ) { addContact( h, -1, i, ssVec3_MulAdd( c, -r, normal ), normal, &seed ); }
        }
        h->sphereCount = i + 1;
    }
}

static void freeHeap( heap* h )
{
    free( h->spheres );
    free( h->contacts );
    *h = ( heap ){ 0 };
}

static void fillList( gfxDrawList* list, const heap* h, uint32_t flags )
{
    const ssDrawPlane ground = { .normal = { 0.0, 0.0, 1.0 }, .tangent = { 1.0, 0.0, 0.0 } };
    list->tooManyContacts = true; // as in the window with this many contacts
    list->focusA = h->contacts[0].a;
    list->focusB = h->contacts[0].b;
    ssDraw draw = gfxBeginAdapter( list, flags );
    draw.bounds( draw.context, ( ssVec3 ){ 0.0, 0.0, 0.5 * h->side }, 0.87 * h->side );
    draw.planes( draw.context, 1, &ground );
    draw.spheres( draw.context, h->sphereCount, h->spheres );
    ssDrawContacts( &draw, h->contactCount, h->contacts );
    gfxFinishAdapter( list );
}

static ssResult openBenchWindow( benchRun* run, benchWindow* s )
{
    char error[640] = "";
    if ( !hostOpenGlWindow( &s->gl, width, height, true, error, sizeof( error ) ) )
    {
        run->unsupported = true;
        return ssError( ss_errorUnknown, NULL, "view: %s", error );
    }
    glGenQueries( 2, s->timers );
    s->ui = uiCreate( uiDefaultSettings() );
    s->snapshot = needMemory( 1, sizeof( sessionSnapshot ) );
    if ( s->ui == NULL ) { return ssError( ss_errorMemory, NULL, "out of memory" ); }
    uiLoadFonts( s->ui, SLIPSTICK_FONT, 1.0f, 1.0f );
    ssSimDef def = ssDefaultSimDef( ssGetScenario( 0 ) );
    SS_TRY( ssCreateSim( &def, &s->sim ) );
    // The panels beside the heap show the numbers of a scenario that is paused.
    ssScene scene = hostOpeningScene( ssGetScenario( 0 ), NULL );
    ssResult result = sessionCreateDriver( &scene, false, true, false, ss_drawDefault, &s->driver );
    if ( result.code == ss_ok ) { *s->snapshot = *sessionDriver_Acquire( s->driver, &s->signalLog ); }
    return result;
}

static void closeBenchWindow( benchWindow* s )
{
    if ( s->gl.context != NULL ) { glDeleteQueries( 2, s->timers ); }
    ssDestroySim( s->sim );
    sessionDestroyDriver( s->driver );
    sessionSignalLog_Free( &s->signalLog );
    free( s->snapshot );
    gfxDrawList_Free( &s->list );
    if ( s->ui != NULL ) { uiDestroy( s->ui ); }
    hostCloseGlWindow( &s->gl );
}

static void drawScene( benchWindow* s, const uiFrameInput* input )
{
    uiUpdateCamera( s->ui, input );
    gfxViewport viewport = uiViewport( s->ui, input );
    gfxPalette palette = uiPalette( s->ui );
    gfxStyle style = uiGetStyle( s->ui );
    style.lineScale = 1.0f;
    glViewport( 0, 0, width, height );
    glClearColor( palette.background[0], palette.background[1], palette.background[2], 1.0f );
    glClear( GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT );
    gfxRender( s->gl.renderer, &s->list, uiGetCamera( s->ui ), &viewport, height, &palette, &style );
}

static void drawPanels( benchWindow* s, uiFrameInput* input )
{
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplSDL2_NewFrame();
    igGetIO()->DeltaTime = (float)s_period;
    igGetIO()->MousePos = ( ImVec2 ){ -1000.0f, -1000.0f };
    igNewFrame();
    gfxGlyphCounts( s->gl.renderer, &input->glyphsAsked, &input->glyphsDrawn );
    uiFrame( s->ui, input );
    igRender();
    hostDrawPanels( &s->gl.panels, igGetDrawData() );
}

static uiFrameInput frameInput( benchWindow* s )
{
    return ( uiFrameInput ){ .snapshot = s->snapshot,
        .signalLog = &s->signalLog,
        .driver = s->driver,
        .width = width,
        .height = height,
        .pixelScale = 1.0f,
        .virtualClock = true };
}

/// Draws one frame as the window does, waits for each part, and measures it [s].
static void drawFrame( benchWindow* s, const heap* h, uint32_t flags, benchPicture* parts )
{
    double start = osSeconds();
    fillList( &s->list, h, flags );
    s->snapshot->draw = s->list;
    parts->fill = osSeconds() - start;

    start = osSeconds();
    uiFrameInput input = frameInput( s );
    glBeginQuery( GL_TIME_ELAPSED, s->timers[0] );
    drawScene( s, &input );
    glEndQuery( GL_TIME_ELAPSED );
    parts->cull = gfxCullSeconds( s->gl.renderer );
    parts->submit = osSeconds() - start - parts->cull;

    start = osSeconds();
    glFinish();
    parts->draw = osSeconds() - start;

    start = osSeconds();
    glBeginQuery( GL_TIME_ELAPSED, s->timers[1] );
    drawPanels( s, &input );
    glEndQuery( GL_TIME_ELAPSED );
    glFinish();
    parts->ui = osSeconds() - start;
    parts->gpu = 0.0;
    for ( int i = 0; i < 2; ++i )
    {
        GLuint64 nanoseconds = 0;
        glGetQueryObjectui64v( s->timers[i], GL_QUERY_RESULT, &nanoseconds );
        parts->gpu += 1e-9 * (double)nanoseconds;
    }
}

/// Draws one state for `budget` seconds, waiting only for the frame before the last; frames per second.
static double freeRate( benchWindow* s, double budget )
{
    GLsync drawn[framesAhead] = { NULL };
    int frames = 0;
    double begun = osSeconds();
    while ( frames == 0 || osSeconds() - begun < budget )
    {
        GLsync* oldest = &drawn[frames % framesAhead];
        if ( *oldest != NULL )
        {
            glClientWaitSync( *oldest, GL_SYNC_FLUSH_COMMANDS_BIT, 1000000000 );
            glDeleteSync( *oldest );
        }
        uiFrameInput input = frameInput( s );
        drawScene( s, &input );
        drawPanels( s, &input );
        *oldest = glFenceSync( GL_SYNC_GPU_COMMANDS_COMPLETE, 0 );
        glFlush();
        ++frames;
    }
    glFinish();
    double rate = frames / ( osSeconds() - begun );
    for ( int i = 0; i < framesAhead; ++i ) { glDeleteSync( drawn[i] ); }
    return rate;
}

static int simulate( void* context )
{
    benchWindow* s = context;
    while ( !SDL_AtomicGet( &s->stop ) )
    {
        for ( int i = 0; i < stepsAtOnce; ++i ) { ssSim_Step( s->sim ); }
        SDL_AtomicAdd( &s->stepped, 1 );
    }
    return 0;
}

/// Draws frames as the window does, at most sixty a second, until the budget [s] is spent; none at all when
/// `h` is NULL. Returns how often per second the simulation beside them made `stepsAtOnce` steps.
static double rateBeside( benchWindow* s, const heap* h, uint32_t flags, double budget )
{
    SDL_AtomicSet( &s->stop, 0 );
    SDL_AtomicSet( &s->stepped, 0 );
    SDL_Thread* thread = SDL_CreateThread( simulate, "simulation", s );
    double begun = osSeconds(), last = begun;
    while ( osSeconds() - begun < budget )
    {
        benchPicture parts;
        if ( h != NULL ) { drawFrame( s, h, flags, &parts ); }
        double spent = osSeconds() - last;
        SDL_Delay( spent < s_period ? (Uint32)( 1e3 * ( s_period - spent ) ) : 0 );
        last = osSeconds();
    }
    double rate = SDL_AtomicGet( &s->stepped ) / ( osSeconds() - begun );
    SDL_AtomicSet( &s->stop, 1 );
    SDL_WaitThread( thread, NULL );
    return thread != NULL ? rate : 0.0;
}

static int compareFrames( const void* a, const void* b )
{
    const benchPicture *x = a, *y = b;
    double first = x->fill + x->cull + x->submit + x->draw + x->ui,
           second = y->fill + y->cull + y->submit + y->draw + y->ui;
    return first != second ? ( first > second ) - ( first < second )
                           : ( x->draw > y->draw ) - ( x->draw < y->draw );
}

static void measure( benchRun* run, benchWindow* s, const heap* h, const benchLook* look )
{
    uint32_t flags = look->flags;
    uiGetSettings( s->ui )->style.ambient = look->shade;
    benchPicture frames[maxFrames];
    int count = 0;
    double cpu = 0.0, begun = osSeconds();
    for ( int i = run->quick ? 0 : -warmUpFrames;
          i < 1 || ( i < maxFrames && !run->quick && osSeconds() - begun < s_budget ); ++i )
    {
        benchPicture parts = { 0 };
        double before = osCpuSeconds();
        drawFrame( s, h, flags, &parts );
        if ( i >= 0 )
        {
            cpu += osCpuSeconds() - before;
            frames[i] = parts;
            count = i + 1;
        }
    }
    // The median frame counts: the fastest is too good, and the mean suffers from other programs.
    qsort( frames, (size_t)count, sizeof( frames[0] ), compareFrames );
    benchPicture picture = frames[count / 2];
    snprintf( picture.what, sizeof( picture.what ), "%s", look->what );
    picture.spheres = h->sphereCount;
    picture.contacts = h->contactCount;
    picture.cpu = cpu / count;
    double budget = run->quick ? 0.01 : s_budget;
    picture.rate = freeRate( s, 0.5 * budget );
    double alone = rateBeside( s, NULL, 0, 0.5 * budget ), beside = rateBeside( s, h, flags, budget );
    alone = 0.5 *
        ( alone +
            rateBeside( s, NULL, 0, 0.5 * budget ) ); // once more afterwards: other programs come and go
    picture.speedLeft = alone > 0.0 ? beside / alone : 0.0;
    if ( run->pictureCount < BENCH_PICTURES_MAX ) { run->pictures[run->pictureCount++] = picture; }
}

static ssResult runView( benchRun* run )
{
    static const benchLook looks[] = {
        { "bodies, no shade", ss_drawBodies | ss_drawGround, false, false },
        { "bodies alone", ss_drawBodies | ss_drawGround, true, true },
        { "usual glyphs, chains", ss_drawDefault | ss_drawForceChains, true, false },
        { "all glyphs there are", ss_drawAll, true, true },
    };
    static const int sizes[] = { 1000, 10000, 100000 };
    benchWindow s = { 0 };
    threadPool* pool = threadPoolStart( osProcessorCount() ); // as in the window
    ssResult result = openBenchWindow( run, &s );
    for ( int i = 0; i < SS_COUNT( sizes ) && result.code == ss_ok; ++i )
    {
        heap h = { 0 };
        makeHeap( &h, sizes[i] );
        ++s.snapshot->runNumber; // makes the camera frame the new heap
        for ( int k = 0; k < SS_COUNT( looks ); ++k )
        {
            if ( i < SS_COUNT( sizes ) - 1 || looks[k].huge ) { measure( run, &s, &h, &looks[k] ); }
        }
        freeHeap( &h );
    }
    closeBenchWindow( &s );
    threadPoolStop( pool );
    return result;
}

const benchEntry bench_view = {
    .name = "view",
    .doc = "frames of the window with 1,000, 10,000 and 100,000 spheres",
    .run = runView,
};
