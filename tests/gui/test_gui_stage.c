// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "base/shipped_scene.h"
#include "host/window.h"
#include "ui/core/marks.h"
#include "ui/core/ui_state.h"
#include "ui/frame/frame.h"
#include "ui/panel/panel_viewport.h"
#include <math.h>

#define CIMGUI_DEFINE_ENUMS_AND_STRUCTS
#include "cimgui.h"

// What the stage shows of every preset and of every built scene, in windows of two sizes and at several
// moments of the run: labels keep clear of each other and of bodies, those that matter are there, and the
// bodies are in sight and large enough. The panels lay everything out, but nothing is painted.

static const int s_sizes[][2] = { { 1280, 720 }, { 1920, 1080 } };
static const double s_least = 0.15; // of the width or height of the view: what a run is about takes as much
static const double s_moments[] = { 0.1, 1.0, 3.0, 6.0 }; // [s] of watching

/// All of them take minutes; a short run takes some.
static bool takes( int number ) { return testScale() >= 1.0 || number % 12 == 0; }

typedef struct stage
{
    uiState* ui;
    sessionDriver* driver;
    sessionSignalLog signals;
    uiFrameInput input;
    gfxViewport viewport;
    const char* name;
    char wrong[256]; // empty: nothing is
} stage;

static void openStage( stage* s, const char* name, const ssScene* scene )
{
    igCreateContext( NULL );
    igGetIO()->IniFilename = NULL;
    igGetIO()->DeltaTime = 1.0f / 60.0f;
    *s = ( stage ){ .ui = uiCreate( uiDefaultSettings() ), .name = name };
    uiLoadFonts( s->ui, SLIPSTICK_FONT, 1.0f, 1.0f );
    unsigned char* pixels;
    int width, height;
    ImFontAtlas_GetTexDataAsAlpha8( igGetIO()->Fonts, &pixels, &width, &height, NULL );
    testMust( sessionCreateDriver( scene, false, true, true, ss_drawDefault, &s->driver ) );
}

static void closeStage( stage* s )
{
    sessionDestroyDriver( s->driver );
    sessionSignalLog_Free( &s->signals );
    uiDestroy( s->ui );
    uiFreeMarks();
    igDestroyContext( NULL );
}

/// Lays out a picture of the present state in a window of this size, which takes the panels some frames.
static void layOut( stage* s, const int size[2] )
{
    for ( int i = 0; i < 3; ++i )
    {
        s->input = ( uiFrameInput ){ .snapshot = sessionDriver_Acquire( s->driver, &s->signals ),
            .signalLog = &s->signals,
            .driver = s->driver,
            .width = size[0],
            .height = size[1],
            .pixelScale = 1.0f,
            .virtualClock = true };
        igGetIO()->DisplaySize = ( ImVec2 ){ (float)size[0], (float)size[1] };
        uiUpdateCamera( s->ui, &s->input );
        igNewFrame();
        uiFrame( s->ui, &s->input );
        igRender();
    }
    s->viewport = uiViewport( s->ui, &s->input );
}

static double published( const char* name )
{
    double value = SS_NAN;
    return uiFindPublished( name, &value ) ? value : SS_NAN;
}

static void complain( stage* s, const char* what, double number )
{
    if ( s->wrong[0] == '\0' )
    {
        snprintf( s->wrong, sizeof s->wrong, "%s: at t = %g in %d x %d: %s (%g)", s->name,
            s->input.snapshot->time, s->input.width, s->input.height, what, number );
    }
}

/// The share of an outline that a label hides.
static double hiddenBy( const gfxScreenLabel* label, const gfxOutline* o, const gfxViewport* viewport )
{
    const int n = 40;
    int body = 0, under = 0;
    for ( int i = 0; i < n * n; ++i )
    {
        float x = o->low[0] + ( o->high[0] - o->low[0] ) * ( (float)( i % n ) + 0.5f ) / (float)n,
              y = o->low[1] + ( o->high[1] - o->low[1] ) * ( (float)( i / n ) + 0.5f ) / (float)n;
        float dx = x + viewport->x - label->x, dy = y + viewport->y - label->y;
        bool inside = gfxOutline_Holds( o, x, y );
        body += inside ? 1 : 0;
        under += inside && dx > 0.0f && dy > 0.0f && dx < label->width && dy < label->height ? 1 : 0;
    }
    return body > 0 ? (double)under / (double)body : 0.0;
}

static void checkLabels( stage* s, const gfxOutline* outlines, int count )
{
    const uiScenes scenes = uiComputeScenes( s->ui, &s->input );
    const gfxViewport view = uiWholeViewport( s->ui, &s->input );
    int labels = (int)published( "view.labels" );
    if ( published( "view.overlaps" ) != 0.0 )
    {
        complain( s, "texts overlap", published( "view.overlaps" ) );
    }
    if ( published( "view.labels.missing" ) != 0.0 )
    {
        complain( s, "labels are missing", published( "view.labels.missing" ) );
    }
    for ( int i = 0; i < labels && scenes.count == 1; ++i )
    {
        const gfxScreenLabel* l = s->ui->view->labels + i;
        if ( l->x < view.x || l->y < view.y || l->x + l->width > view.x + view.width ||
            l->y + l->height > view.y + view.height )
        {
            complain( s, l->text, -1.0 );
        }
        for ( int k = 0; k < count && !l->required; ++k )
        {
            double hidden = hiddenBy( l, outlines + k, &s->viewport );
            if ( hidden > 0.25 ) { complain( s, l->text, hidden ); }
        }
    }
}

typedef struct extent
{
    float low[2], high[2];
} extent;

static void extend(
    extent* e, const gfxProjector* projector, const gfxViewport* viewport, const float point[3] )
{
    float p[2];
    if ( gfxProjector_Project( projector, point, p ) && p[0] > 0.0f && p[1] > 0.0f &&
        p[0] < viewport->width && p[1] < viewport->height )
    {
        for ( int k = 0; k < 2; ++k )
        {
            e->low[k] = fminf( e->low[k], p[k] );
            e->high[k] = fmaxf( e->high[k], p[k] );
        }
    }
}

/// The moving bodies are in the view, and with their paths, with the lines that go with them and with the
/// sets of their forces they take some of its width or height. Arrows do not count: they would fill any view.
static void checkFraming( stage* s, const gfxOutline* outlines, int count )
{
    const gfxDrawList* list = &s->input.snapshot->draw;
    const gfxProjector projector = gfxCamera_Projector( &s->ui->view->camera, &s->viewport );
    extent all = { { HUGE_VALF, HUGE_VALF }, { -HUGE_VALF, -HUGE_VALF } };
    int outside = 0;
    for ( int i = 0; i < count; ++i )
    {
        const gfxOutline* o = outlines + i;
        float x = 0.5f * ( o->low[0] + o->high[0] ), y = 0.5f * ( o->low[1] + o->high[1] );
        bool inside = x > 0.0f && y > 0.0f && x < s->viewport.width && y < s->viewport.height;
        outside += inside ? 0 : 1;
        for ( int k = 0; k < 2 && inside; ++k )
        {
            all.low[k] = fminf( all.low[k], o->low[k] );
            all.high[k] = fmaxf( all.high[k], o->high[k] );
        }
    }
    if ( 2 * outside >= count && count > 0 ) // some of many leave for good
    {
        complain( s, "bodies are out of sight", outside );
    }
    for ( int i = 0; i < list->trailPointCount; ++i )
    {
        extend( &all, &projector, &s->viewport, list->trailPoints[i] );
    }
    for ( int i = 0; i < list->linePointCount; ++i )
    {
        extend( &all, &projector, &s->viewport, list->linePoints[i] );
    }
    for ( int i = 0; i < list->setCount; ++i )
    {
        const gfxSet* set = list->sets + i;
        for ( int k = set->first; k < set->first + set->count; ++k )
        {
            float point[3], length = list->scale[ss_quantityForce];
            for ( int a = 0; a < 3; ++a )
            {
                point[a] = set->origin[a] +
                    length *
                        ( list->setPoints[k][0] * set->axis1[a] + list->setPoints[k][1] * set->axis2[a] );
            }
            extend( &all, &projector, &s->viewport, point );
        }
    }
    double share = (double)fmaxf(
        ( all.high[0] - all.low[0] ) / s->viewport.width, ( all.high[1] - all.low[1] ) / s->viewport.height );
    if ( count > 0 && share < s_least ) { complain( s, "what it is about is small", share ); }
}

static void watch( stage* s )
{
    double seconds = 0.0;
    for ( int i = 0; i < SS_COUNT( s_moments ) && s->wrong[0] == '\0'; ++i )
    {
        sessionDriver_Advance( s->driver, s_moments[i] - seconds );
        seconds = s_moments[i];
        for ( int k = 0; k < SS_COUNT( s_sizes ); ++k )
        {
            gfxOutline outlines[gfx_maxOutlines];
            layOut( s, s_sizes[k] );
            int count = gfxOutlines(
                &s->input.snapshot->draw, &s->ui->view->camera, &s->viewport, outlines, gfx_maxOutlines );
            checkLabels( s, outlines, count );
            checkFraming( s, outlines, count );
        }
    }
}

static const char* watchScene( const char* name, const ssScene* scene )
{
    static stage s;
    openStage( &s, name, scene );
    watch( &s );
    closeStage( &s );
    return s.wrong[0] != '\0' ? s.wrong : NULL;
}

TEST everyPresetIsSeenAndReadable( void )
{
    int number = 0, bad = 0;
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        const ssScenario* scenario = ssGetScenario( i );
        for ( int k = 0; k < scenario->presetCount; ++k )
        {
            // Heaps of thousands have no outlines, and take their time.
            bool heap =
                strcmp( scenario->id, "gravel-pile" ) == 0 || strcmp( scenario->id, "sphere-pile" ) == 0;
            if ( scenario->presets[k].hidden || heap || !takes( number++ ) ) { continue; }
            char name[128];
            snprintf( name, sizeof name, "%s %s", scenario->id, scenario->presets[k].name );
            ssScene scene = hostOpeningScene( scenario, scenario->presets + k );
            const char* wrong = watchScene( name, &scene );
            ssScene_Destroy( &scene );
            if ( wrong != NULL )
            {
                printf( "%s\n", wrong );
                ++bad;
            }
        }
    }
    ASSERT_EQ_FMT( 0, bad, "%d" );
    PASS();
}

TEST everyBuiltSceneIsSeenAndReadable( void )
{
    int bad = 0;
    for ( int i = 0; i < shippedSceneCount(); ++i )
    {
        if ( !takes( i ) ) { continue; }
        ssScene scene;
        testMust( parseShippedScene( shippedSceneAt( i )->name, &scene ) );
        const char* wrong = watchScene( shippedSceneAt( i )->name, &scene );
        ssScene_Destroy( &scene );
        if ( wrong != NULL )
        {
            printf( "%s\n", wrong );
            ++bad;
        }
    }
    ASSERT_EQ_FMT( 0, bad, "%d" );
    PASS();
}

SUITE( stages )
{
    RUN_TEST( everyPresetIsSeenAndReadable );
    RUN_TEST( everyBuiltSceneIsSeenAndReadable );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    setenv( "SLIPSTICK_SURVEY", "100000", 1 ); // enough to see most runs to their end
    RUN_SUITE( stages );
    return TEST_END();
}
