// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "base/thread_pool.h"
#include "gfx/list/draw_adapter.h"
#include "host/window.h"
#include "ui/core/marks.h"
#include "ui/frame/frame.h"
#include <SDL.h>
#include <epoxy/gl.h>
#include <math.h>

#define CIMGUI_DEFINE_ENUMS_AND_STRUCTS
#include "cimgui.h"
#include "cimgui_impl.h"

// Frames drawn off screen by the renderer and the panels themselves: what is left out of them makes no
// difference, shade is dark, labels do not overlap, and nothing is allocated once the window has seen its
// scene.

// -------------------------------------------------------------------------------------------- counted memory

// Every allocation of our own objects and of the panels' library goes through these functions (by the
// linker's --wrap); those of the graphics driver do not.
static long s_allocations;

void* __real_malloc( size_t size );
void* __real_calloc( size_t count, size_t size );
void* __real_realloc( void* block, size_t size );
void* __wrap_malloc( size_t size );
void* __wrap_calloc( size_t count, size_t size );
void* __wrap_realloc( void* block, size_t size );

void* __wrap_malloc( size_t size )
{
    __atomic_add_fetch( &s_allocations, 1, __ATOMIC_RELAXED );
    return __real_malloc( size );
}

void* __wrap_calloc( size_t count, size_t size )
{
    __atomic_add_fetch( &s_allocations, 1, __ATOMIC_RELAXED );
    return __real_calloc( count, size );
}

void* __wrap_realloc( void* block, size_t size )
{
    __atomic_add_fetch( &s_allocations, 1, __ATOMIC_RELAXED );
    return __real_realloc( block, size );
}

// ----------------------------------------------------------------------------------------------------- stage

enum
{
    width = 480,
    height = 320
};

static SDL_Window* s_window;
static SDL_GLContext s_context;
static gfxRenderer* s_renderer;

static bool openStage( void )
{
    char error[256] = "";
    if ( s_renderer != NULL ) { return true; }
    SDL_setenv( "SDL_VIDEODRIVER", "offscreen", 0 );
    if ( SDL_Init( SDL_INIT_VIDEO ) != 0 ) { return false; }
    SDL_GL_SetAttribute( SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE );
    SDL_GL_SetAttribute( SDL_GL_CONTEXT_MAJOR_VERSION, 3 );
    SDL_GL_SetAttribute( SDL_GL_CONTEXT_MINOR_VERSION, 3 );
    SDL_GL_SetAttribute( SDL_GL_DEPTH_SIZE, 24 );
    s_window = SDL_CreateWindow( "test", 0, 0, width, height, SDL_WINDOW_OPENGL | SDL_WINDOW_HIDDEN );
    s_context = s_window != NULL ? SDL_GL_CreateContext( s_window ) : NULL;
    s_renderer = s_context != NULL ? gfxCreateRenderer( error, sizeof error ) : NULL;
    return s_renderer != NULL;
}

static void closeStage( void )
{
    if ( s_renderer != NULL )
    {
        gfxDestroyRenderer( s_renderer );
        SDL_GL_DeleteContext( s_context );
        SDL_DestroyWindow( s_window );
        SDL_Quit();
    }
}

static gfxPalette grey( void )
{
    gfxPalette palette = { .body = { 0.7f, 0.7f, 0.7f },
        .bodyBand = { 0.3f, 0.3f, 0.3f },
        .ground = { 0.5f, 0.5f, 0.5f },
        .gridFine = { 0.5f, 0.5f, 0.5f },
        .gridCoarse = { 0.5f, 0.5f, 0.5f },
        .scenery = { 0.5f, 0.5f, 0.5f },
        .background = { 0.4f, 0.4f, 0.4f } };
    for ( int i = 0; i < 3; ++i ) { palette.quantity[i][i] = 1.0f; }
    return palette;
}

/// Returns the picture, which the caller must free.
static unsigned char* picture( const gfxDrawList* list, const gfxCamera* camera, const gfxStyle* style )
{
    gfxViewport viewport = { 0.0f, 0.0f, width, height };
    gfxPalette palette = grey();
    glViewport( 0, 0, width, height );
    glClear( GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT );
    gfxRender( s_renderer, list, camera, &viewport, height, &palette, style );
    return gfxReadPixels( width, height );
}

static double uniform( unsigned* state )
{
    *state = *state * 1664525u + 1013904223u;
    return (double)( *state >> 8 ) / 16777216.0;
}

// ----------------------------------------------------------------------------------------------------- heaps

enum
{
    sphereCount = 2000,
    contactCount = 6000
};

/// Balls of sizes from `least` on, each in a cell of its own, the largest touching its walls, in 13 layers.
static void fillHeap( gfxDrawList* list, uint32_t flags, unsigned seed, double least )
{
    const double cell = 1.0 / 13.0;
    static ssDrawSphere spheres[sphereCount];
    static ssContactView contacts[contactCount];
    const ssDrawPlane ground = { .normal = { 0.0, 0.0, 1.0 }, .tangent = { 1.0, 0.0, 0.0 } };
    for ( int i = 0; i < sphereCount; ++i )
    {
        double r = 0.5 * cell * ( least + ( 1.0 - least ) * uniform( &seed ) ), room = 0.5 * cell - r;
        spheres[i] = ( ssDrawSphere ){ .body = i,
            .center = { cell * ( i % 13 + 0.5 ) + room * ( 2.0 * uniform( &seed ) - 1.0 ),
                cell * ( i / 13 % 13 + 0.5 ) + room * ( 2.0 * uniform( &seed ) - 1.0 ),
                cell * ( i / 169 + 0.5 ) + room * ( 2.0 * uniform( &seed ) - 1.0 ) },
            .radius = r,
            .orientation = { .w = 1.0 } };
    }
    for ( int i = 0; i < contactCount; ++i )
    {
        double force = exp( 12.0 * uniform( &seed ) );
        contacts[i] = ( ssContactView ){ .point = { uniform( &seed ), uniform( &seed ), uniform( &seed ) },
            .normal = { 0.0, 0.0, 1.0 },
            .tangent1 = { 1.0, 0.0, 0.0 },
            .tangent2 = { 0.0, 1.0, 0.0 },
            .force = { force, 0.1 * force, 0.0 },
            .moment = { 0.01 * force, 0.0, 0.0 },
            .cone = { .dimension = 5, .mu = 0.5, .muRoll = 0.02 },
            .mode = ss_modeStick,
            .a = -1,
            .b = i,
            .size = 0.05 };
    }
    list->tooManyContacts = true;
    ssDraw draw = gfxBeginAdapter( list, flags );
    draw.bounds( draw.context, ( ssVec3 ){ 0.5, 0.5, 0.5 }, 0.9 );
    draw.planes( draw.context, 1, &ground );
    draw.spheres( draw.context, sphereCount, spheres );
    ssDrawContacts( &draw, contactCount, contacts );
    gfxFinishAdapter( list );
}

TEST whatIsLeftOutOfAHeapWasNotVisible( void )
{
    if ( !openStage() ) { SKIPm( "there is no OpenGL to draw with" ); }
    gfxDrawList list = { 0 };
    unsigned seed = 7;
    int count = testCountFull( 9, 18 );
    for ( int round = 0; round < count; ++round )
    {
        fillHeap( &list, ss_drawBodies | ss_drawGround, seed + (unsigned)round, round % 2 == 0 ? 0.9 : 0.4 );
        gfxCamera camera = gfxDefaultCamera();
        camera.yaw = (float)( 6.28 * uniform( &seed ) );
        camera.pitch = (float)( 1.5 * uniform( &seed ) );
        // The heap is seen from afar, from close by, and from inside.
        camera.distance = (float)( round % 3 == 0 ? 3.0 : round % 3 == 1 ? 1.2 : 0.3 );
        camera.target[0] = camera.target[1] = camera.target[2] = 0.5f;
        gfxStyle style = gfxDefaultStyle();
        unsigned char* culled = picture( &list, &camera, &style );
        style.drawHidden = true;
        unsigned char* all = picture( &list, &camera, &style );
        ASSERT( culled != NULL && all != NULL );
        int different = 0;
        for ( int i = 0; i < width * height; ++i )
        {
            // Blending over what was there rounds by one level in 255.
            different += abs( culled[3 * i + 1] - all[3 * i + 1] ) > 1;
        }
        free( culled );
        free( all );
        ASSERT_EQ_FMT( 0, different, "%d" );
    }
    gfxDrawList_Free( &list );
    PASS();
}

/// The pictures of a heap that turns, as one number.
static unsigned fingerprint( gfxRenderer* renderer, int frames )
{
    gfxDrawList list = { 0 };
    gfxRenderer* stage = s_renderer;
    gfxCamera camera = gfxDefaultCamera();
    gfxStyle style = gfxDefaultStyle();
    camera.distance = 2.0f;
    camera.target[0] = camera.target[1] = camera.target[2] = 0.5f;
    unsigned sum = 2166136261u;
    s_renderer = renderer;
    for ( int i = 0; i < frames; ++i )
    {
        // Few spheres and many take turns: what is written for one frame must not reach another.
        fillHeap( &list, ss_drawAll, 11u + (unsigned)i, 0.6 );
        list.sphereCount = i % 2 == 0 ? list.sphereCount : 20;
        camera.yaw = 0.7f * (float)i;
        unsigned char* rgb = picture( &list, &camera, &style );
        for ( int k = 0; rgb != NULL && k < 3 * width * height; ++k ) { sum = ( sum ^ rgb[k] ) * 16777619u; }
        free( rgb );
    }
    s_renderer = stage;
    gfxDrawList_Free( &list );
    return sum;
}

TEST theSamePictureWithoutMappedBuffersAndOnAnyNumberOfThreads( void )
{
    if ( !openStage() ) { SKIPm( "there is no OpenGL to draw with" ); }
    char error[256] = "";
    gfxRenderer* plain = gfxCreatePlainRenderer( error, sizeof error );
    ASSERTm( error, plain != NULL );
    int frames = testCountFull( 4, 8 );
    unsigned mapped = fingerprint( s_renderer, frames );
    ASSERT_EQ_FMT( mapped, fingerprint( plain, frames ), "%u" );
    threadPool* pool = threadPoolStart( 4 );
    unsigned parallel = fingerprint( s_renderer, frames );
    threadPoolStop( pool );
    gfxDestroyRenderer( plain );
    ASSERT_EQ_FMT( mapped, parallel, "%u" );
    PASS();
}

TEST ofACrowdTheLargestGlyphsInSightAreDrawn( void )
{
    if ( !openStage() ) { SKIPm( "there is no OpenGL to draw with" ); }
    gfxDrawList list = { 0 };
    fillHeap( &list, ss_drawAll & ~(uint32_t)ss_drawTrails, 3, 0.8 );
    gfxCamera camera = gfxDefaultCamera();
    camera.distance = 3.0f;
    camera.target[0] = camera.target[1] = camera.target[2] = 0.5f;
    gfxStyle style = gfxDefaultStyle();
    free( picture( &list, &camera, &style ) );
    int asked, drawn;
    gfxGlyphCounts( s_renderer, &asked, &drawn );
    // Each contact has a cone, a disc, r, r_T, m_R, m_S, a point, and a line of action with its circle; those
    // above the mean have chains.
    ASSERT( asked > contactCount && asked <= 10 * contactCount );
    ASSERT( drawn > 1000 && drawn < asked );
    // With few contacts, all of them are drawn.
    list.tooManyContacts = false;
    list.contactCount = list.coneCount = list.discCount = list.arrowCount = 20;
    free( picture( &list, &camera, &style ) );
    gfxGlyphCounts( s_renderer, &asked, &drawn );
    ASSERT_EQ_FMT( asked, drawn, "%d" );
    gfxDrawList_Free( &list );
    PASS();
}

TEST onlyTheSelectedContactHasGlyphsWhereTheyWouldHideBodies( void )
{
    ssContactView contacts[4];
    for ( int i = 0; i < SS_COUNT( contacts ); ++i )
    {
        contacts[i] = ( ssContactView ){ .normal = { 0.0, 0.0, 1.0 },
            .tangent1 = { 1.0, 0.0, 0.0 },
            .tangent2 = { 0.0, 1.0, 0.0 },
            .force = { 1.0, 0.0, 0.0 },
            .cone = { .dimension = 3, .mu = 0.5 },
            .point = { (double)i, 0.0, 0.0 },
            .a = -1,
            .b = i < 2 ? i : 2 }; // the last body touches in two points
    }
    for ( int k = 0; k < 3; ++k )
    {
        gfxDrawList list = { .focusOnly = k > 0, .focusA = -1, .focusB = 2, .focusPoint = { 2.9, 0.0, 0.0 } };
        ssDraw draw = gfxBeginAdapter( &list, ss_drawDefault | ( k == 2 ? ss_drawEverything : 0 ) );
        ssDrawContacts( &draw, SS_COUNT( contacts ), contacts );
        gfxFinishAdapter( &list );
        ASSERT_EQ_FMT( k == 1 ? 1 : SS_COUNT( contacts ), list.coneCount, "%d" );
        gfxDrawList_Free( &list );
    }
    PASS();
}

// ----------------------------------------------------------------------------------------------------- shade

static double brightness( const unsigned char* rgb, const gfxCamera* camera, const float point[3] )
{
    gfxViewport viewport = { 0.0f, 0.0f, width, height };
    float at[2];
    if ( !gfxCamera_Project( camera, &viewport, point, at ) || at[0] < 1.0f || at[1] < 1.0f ||
        at[0] > width - 2.0f || at[1] > height - 2.0f )
    {
        return -1.0;
    }
    double sum = 0.0;
    for ( int y = -1; y <= 1; ++y )
    {
        for ( int x = -1; x <= 1; ++x )
        {
            sum += rgb[3 * ( ( (int)at[1] + y ) * width + (int)at[0] + x ) + 1];
        }
    }
    return sum / 9.0;
}

TEST itIsDarkerUnderABodyThanBesideIt( void )
{
    if ( !openStage() ) { SKIPm( "there is no OpenGL to draw with" ); }
    const ssDrawPlane ground = { .normal = { 0.0, 0.0, 1.0 }, .tangent = { 1.0, 0.0, 0.0 } };
    for ( int kind = 0; kind < 2; ++kind )
    {
        gfxDrawList list = { 0 };
        ssDraw draw = gfxBeginAdapter( &list, ss_drawBodies | ss_drawGround );
        draw.bounds( draw.context, ( ssVec3 ){ 0.0, 0.0, 0.5 }, 2.0 );
        draw.planes( draw.context, 1, &ground );
        // Two bodies of one kind stand side by side with a small gap.
        for ( int i = -1; i <= 1; i += 2 )
        {
            ssVec3 center = { 0.52 * i, 0.0, 0.5 };
            ssDrawSphere sphere = { .center = center, .radius = 0.5, .orientation = { .w = 1.0 } };
            ssDrawSolid box = {
                .kind = ss_solidBox, .center = center, .half = { 0.5, 0.5, 0.5 }, .orientation = { .w = 1.0 }
            };
            if ( kind == 0 ) { draw.spheres( draw.context, 1, &sphere ); }
            else { draw.solids( draw.context, 1, &box ); }
        }
        gfxFinishAdapter( &list );
        gfxCamera camera = gfxDefaultCamera();
        camera.yaw = 0.0f;
        camera.pitch = 0.5f;
        camera.distance = 5.0f;
        camera.target[2] = 0.3f;
        gfxStyle style = gfxDefaultStyle();
        unsigned char* with = picture( &list, &camera, &style );
        style.ambient = false;
        unsigned char* without = picture( &list, &camera, &style );
        ASSERT( with != NULL && without != NULL );
        // The points lie on the ground in front of a body, towards the eye, which looks along y, and far from
        // any body.
        float eye[3];
        gfxCamera_Eye( &camera, eye );
        float side = eye[1] < 0.0f ? -1.0f : 1.0f;
        const float under[3] = { 0.52f, side * ( kind == 0 ? 0.25f : 0.54f ), 0.0f },
                    beside[3] = { 2.2f, side * 0.5f, 0.0f };
        ASSERT( brightness( with, &camera, beside ) > 20.0 );
        ASSERT( brightness( with, &camera, under ) < 0.8 * brightness( with, &camera, beside ) );
        // Ambient occlusion adds shade where bodies are close to each other, and nowhere else: on the ball
        // beside the gap, halfway up, and on the ground in front of the crack between two boxes.
        const float between[3] = { kind == 0 ? 0.1f : 0.0f, side * ( kind == 0 ? 0.272f : 0.52f ),
            kind == 0 ? 0.5f : 0.0f };
        ASSERT( brightness( with, &camera, between ) < 0.97 * brightness( without, &camera, between ) );
        ASSERT_IN_RANGE( brightness( without, &camera, beside ), brightness( with, &camera, beside ), 1.0 );
        free( with );
        free( without );
        gfxDrawList_Free( &list );
    }
    PASS();
}

// ---------------------------------------------------------------------------------------------------- arrows

TEST arrowsAreReadableFromAMillinewtonToTenKilonewtons( void )
{
    // Alone in its scene, an arrow of any size fills a good part of the picture.
    for ( int decade = -3; decade <= 4; ++decade )
    {
        gfxDrawList list = { 0 };
        ssDrawArrow arrow = { ss_quantityForce, { 0.0, 0.0, 0.0 }, { 0.0, 0.0, 3.0 * pow( 10.0, decade ) },
            "r" };
        ssDraw draw = gfxBeginAdapter( &list, ss_drawForces );
        draw.bounds( draw.context, ( ssVec3 ){ 0.0, 0.0, 0.0 }, 2.0 );
        draw.arrows( draw.context, 1, &arrow );
        gfxFinishAdapter( &list );
        double length = (double)list.scale[ss_quantityForce] * arrow.vector.z;
        ASSERT( length > 0.3 * 2.0 && length <= 1.0 * 2.0 );
        gfxDrawList_Free( &list );
    }
    // A scale that is given stays, whatever there is to draw: lengths are compared from picture to picture.
    gfxDrawList held = { .scale = { 1e-3f, 1e-3f, 1e-3f } };
    ssDrawArrow small = { ss_quantityForce, { 0.0, 0.0, 0.0 }, { 0.0, 0.0, 1.0 }, "r" };
    ssDraw into = gfxBeginAdapter( &held, ss_drawForces );
    into.bounds( into.context, ( ssVec3 ){ 0.0, 0.0, 0.0 }, 2.0 );
    into.arrows( into.context, 1, &small );
    gfxFinishAdapter( &held );
    ASSERT_EQ( 1e-3f, held.scale[ss_quantityForce] );
    gfxDrawList_Free( &held );
    // With all of them in one scene, each is visible, and each is longer than the one before by the same
    // amount per decade.
    gfxStyle style = gfxDefaultStyle();
    style.logArrows = true;
    float last = 0.0f, step = 0.0f;
    for ( int decade = -3; decade <= 4; ++decade )
    {
        float length = gfxArrowLength( &style, 1e-4f, powf( 10.0f, (float)decade ), 1e4f );
        ASSERT( length > 0.1f && length <= 1.0001f );
        if ( decade > -2 ) { ASSERT_IN_RANGE( (double)step, (double)( length - last ), 1e-4 ); }
        step = length - last;
        last = length;
    }
    PASS();
}

// ---------------------------------------------------------------------------------------------------- labels

static void measureText( void* context, const char* text, bool title, float size[2] )
{
    (void)context;
    size[0] = ( title ? 11.0f : 8.0f ) * (float)strlen( text );
    size[1] = title ? 20.0f : 15.0f;
}

TEST labelsDoNotOverlapAndNameWhatTheyMeasure( void )
{
    unsigned seed = 5;
    for ( int round = 0; round < testCount( 200 ); ++round )
    {
        gfxArrow arrows[14];
        gfxLabel titles[10];
        gfxDrawList list = { .arrows = arrows, .labels = titles, .scale = { 0.1f, 0.1f, 0.1f } };
        list.arrowCount = (int)( 14.0 * uniform( &seed ) );
        list.labelCount = (int)( 10.0 * uniform( &seed ) );
        int named = 0;
        for ( int i = 0; i < list.arrowCount; ++i )
        {
            bool name = uniform( &seed ) < 0.7;
            named += name;
            arrows[i] = ( gfxArrow ){ .quantity = i % 3 };
            for ( int k = 0; k < 3; ++k )
            {
                arrows[i].origin[k] = (float)( 1.5 * uniform( &seed ) - 0.75 );
                arrows[i].vector[k] = (float)( 10.0 * uniform( &seed ) - 5.0 );
            }
            snprintf( arrows[i].symbol, sizeof arrows[i].symbol, "%s", name ? "r_N" : "" );
        }
        for ( int i = 0; i < list.labelCount; ++i )
        {
            titles[i] =
                ( gfxLabel ){ .position = { (float)uniform( &seed ), (float)uniform( &seed ), 0.0f } };
            snprintf( titles[i].text, sizeof titles[i].text, "slide + roll" );
        }
        gfxCamera camera = gfxDefaultCamera();
        camera.distance = 4.0f;
        gfxViewport viewport = { 30.0f, 20.0f, width, height };
        gfxPalette palette = grey();
        gfxStyle style = gfxDefaultStyle();
        const gfxTaken clock = { 30.0f, 20.0f, 180.0f, 70.0f };
        const gfxLabelRoom room = { .measure = measureText, .taken = &clock, .takenCount = 1 };
        gfxScreenLabel labels[40];
        int count = gfxLayoutLabels( &list, &camera, &viewport, &palette, &style, &room, labels, 40, NULL );
        ASSERT( count <= named + list.labelCount );
        float boxes[41][4] = { { clock.x0, clock.y0, clock.x1, clock.y1 } };
        for ( int i = 0; i < count; ++i )
        {
            float size[2], *box = boxes[i + 1];
            measureText( NULL, labels[i].text, labels[i].title, size );
            box[0] = labels[i].x + 1.0f; // places are whole pixels
            box[1] = labels[i].y + 1.0f;
            box[2] = labels[i].x + size[0] - 1.0f;
            box[3] = labels[i].y + size[1] - 1.0f;
            const char* want = named <= 6 ? "r_N = " : "r_N"; // of many arrows, only names
            ASSERT( labels[i].title || strncmp( labels[i].text, want, strlen( want ) ) == 0 );
            ASSERT( labels[i].title || named <= 6 || strlen( labels[i].text ) == 3 );
            for ( int k = 0; k <= i; ++k )
            {
                ASSERT( box[0] >= boxes[k][2] || box[2] <= boxes[k][0] || box[1] >= boxes[k][3] ||
                    box[3] <= boxes[k][1] );
            }
        }
    }
    PASS();
}

// ---------------------------------------------------------------------------------------------------- memory

TEST framesAllocateNothingOnceTheSceneHasBeenSeen( void )
{
    if ( !openStage() ) { SKIPm( "there is no OpenGL to draw with" ); }
    igCreateContext( NULL );
    igGetIO()->IniFilename = NULL;
    ImGui_ImplSDL2_InitForOpenGL( s_window, s_context );
    ImGui_ImplOpenGL3_Init( "#version 330 core" );
    uiState* ui = uiCreate( uiDefaultSettings() );
    ASSERT( ui != NULL );
    uiLoadFonts( ui, SLIPSTICK_FONT, 1.0f, 1.0f );
    ssScene scene = hostOpeningScene( ssFindScenario( "playground" ), NULL );
    sessionDriver* driver = NULL;
    sessionSignalLog signalLog = { 0 };
    ASSERT_EQ( ss_ok, sessionCreateDriver( &scene, false, true, true, ss_drawAll, &driver ).code );
    long before = 0;
    const int warmUp = 180, frames = 60; // by then the bodies are at rest
    for ( int i = 0; i < warmUp + frames; ++i )
    {
        before = i == warmUp ? s_allocations : before;
        sessionDriver_Advance( driver, 1.0 / 60.0 );
        const sessionSnapshot* snapshot = sessionDriver_Acquire( driver, &signalLog );
        uiFrameInput input = { .snapshot = snapshot,
            .signalLog = &signalLog,
            .driver = driver,
            .width = width,
            .height = height,
            .pixelScale = 1.0f,
            .virtualClock = true };
        uiUpdateCamera( ui, &input );
        gfxViewport viewport = uiViewport( ui, &input );
        gfxPalette palette = uiPalette( ui );
        gfxStyle style = uiGetStyle( ui );
        style.lineScale = 1.0f;
        gfxRender( s_renderer, &snapshot->draw, uiGetCamera( ui ), &viewport, height, &palette, &style );
        ImGui_ImplOpenGL3_NewFrame();
        ImGui_ImplSDL2_NewFrame();
        igGetIO()->DeltaTime = 1.0f / 60.0f;
        igNewFrame();
        uiFrame( ui, &input );
        igRender();
        ImGui_ImplOpenGL3_RenderDrawData( igGetDrawData() );
    }
    long made = s_allocations - before;
    sessionDestroyDriver( driver );
    sessionSignalLog_Free( &signalLog );
    uiDestroy( ui );
    uiFreeMarks();
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplSDL2_Shutdown();
    igDestroyContext( NULL );
    ASSERT( s_allocations > 100 ); // proves that they are counted at all
    // What grows with the run, its curves and its history, doubles now and then.
    ASSERT_EQ_FMT( 0L, made > frames / 10 ? made : 0L, "%ld" );
    PASS();
}

SUITE( frames )
{
    RUN_TEST( onlyTheSelectedContactHasGlyphsWhereTheyWouldHideBodies );
    RUN_TEST( whatIsLeftOutOfAHeapWasNotVisible );
    RUN_TEST( theSamePictureWithoutMappedBuffersAndOnAnyNumberOfThreads );
    RUN_TEST( ofACrowdTheLargestGlyphsInSightAreDrawn );
    RUN_TEST( itIsDarkerUnderABodyThanBesideIt );
    RUN_TEST( arrowsAreReadableFromAMillinewtonToTenKilonewtons );
    RUN_TEST( labelsDoNotOverlapAndNameWhatTheyMeasure );
    RUN_TEST( framesAllocateNothingOnceTheSceneHasBeenSeen );
    closeStage();
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( frames );
    return TEST_END();
}
