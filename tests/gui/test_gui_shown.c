// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "base/os.h"
#include "driver_post.h"

// What a state of the simulation is shown with: the law that its forces
// are judged by, and the lengths of its arrows.

// ------------------------------------------------------------------------------- which law judges a force

static void setParam( sessionDriver* driver, const ssScenario* scenario, const char* key, double value )
{
    post( driver, session_commandSetParam, 0,
        ssFindParam( scenario->model.params, scenario->model.paramCount, key ), value );
    sessionDriver_Advance( driver, 0.0 );
}

static bool sameNumber( double a, double b ) { return a == b || ( isnan( a ) && isnan( b ) ); }

/// What is said of the contacts of a state: modes, margin and the checks of the law.
static bool saysTheSame( const sessionContactList* a, const sessionContactList* b )
{
    bool same = a->count == b->count && a->selected.found == b->selected.found &&
        sameNumber( a->selected.margin, b->selected.margin );
    for ( int i = 0; i < ss_auditCount; ++i )
    {
        same = same && sameNumber( a->audit.worst[i], b->audit.worst[i] );
    }
    for ( int i = 0; i < a->count && same; ++i )
    {
        same = a->items[i].mode == b->items[i].mode && a->items[i].force == b->items[i].force;
    }
    return same;
}

TEST aForceIsJudgedByTheLawThatItWasComputedWith( void )
{
    ssScene scene = sceneOf( "fig3b" );
    int mu = ssFindParam( scene.def.scenario->model.params, scene.def.scenario->model.paramCount, "mu" );
    double slope = scene.def.values[mu];
    sessionDriver* driver = NULL;
    sessionSignalLog signalLog = { 0 };
    ASSERT_EQ( ss_ok, sessionCreateDriver( &scene, false, true, false, ss_drawAll, &driver ).code );
    post( driver, session_commandSeek, 500, 0, 0.0 );
    sessionDriver_Advance( driver, 0.0 );
    const sessionSnapshot* s = sessionDriver_Acquire( driver, &signalLog );
    // It slides: |r_T| = mu r_N, which leaves no margin.
    const double* r = s->contacts.selected.view.force;
    ASSERT_IN_RANGE( slope, hypot( r[1], r[2] ) / r[0], 1e-9 );
    ASSERT_IN_RANGE( 0.0, s->contacts.selected.margin, 1e-9 );
    for ( int k = 0; k < 2; ++k )
    {
        double other = k == 0 ? 0.0 : 0.9; // without friction it would be outside, with more of it inside
        setParam( driver, scene.def.scenario, "mu", other );
        s = sessionDriver_Acquire( driver, &signalLog );
        const sessionContactDetail* c = &s->contacts.selected;
        ASSERT_IN_RANGE( 0.0, c->margin, 1e-9 );
        ASSERT_EQ( slope, c->view.cone.mu );
        ASSERT( c->view.mode == ss_modeSlide || c->view.mode == ss_modeSlideRoll );
        ASSERT( s->contacts.audit.worst[ss_auditCone] < ssAuditWarningLevel( ss_auditCone ) );
        ASSERT( s->draw.coneCount == 1 );
        ASSERT_IN_RANGE( slope, (double)s->draw.cones[0].slope, 1e-6 );
        ASSERT( s->values[mu] == other && s->waits[mu] ); // the panel has it, and says from when on
    }
    post( driver, session_commandStep, 1, 0, 0.0 );
    sessionDriver_Advance( driver, 0.0 );
    s = sessionDriver_Acquire( driver, &signalLog );
    ASSERT( !s->waits[mu] && s->contacts.selected.view.cone.mu == 0.9 );
    // Back at the change it waits again, and taken back it is none.
    post( driver, session_commandStep, -1, 0, 0.0 );
    sessionDriver_Advance( driver, 0.0 );
    s = sessionDriver_Acquire( driver, &signalLog );
    ASSERT( s->waits[mu] && s->contacts.selected.view.cone.mu == slope );
    setParam( driver, scene.def.scenario, "mu", slope );
    s = sessionDriver_Acquire( driver, &signalLog );
    ASSERT( !s->waits[mu] );
    sessionSignalLog_Free( &signalLog );
    sessionDestroyDriver( driver );
    PASS();
}

/// Changes one row after another, each with the run back at this step,
/// and compares what is said of its contacts.
static bool noRowJudgesThePast( const ssScenario* scenario, int64_t step, const char** key )
{
    ssScene scene = { .def = ssDefaultSimDef( scenario ), .viewFlags = ss_drawAll };
    testMust( ssSimDef_ApplyPreset( &scene.def, "tiny" ) );
    sessionDriver* driver = NULL;
    sessionSignalLog signalLog = { 0 };
    testMust( sessionCreateDriver( &scene, false, true, false, ss_drawAll, &driver ) );
    bool same = true;
    for ( int i = 0; i < scenario->model.paramCount && same; ++i )
    {
        const ssParam* row = scenario->model.params + i;
        if ( !row->live || row->kind != ss_paramNumber ) { continue; }
        *key = row->key;
        post( driver, session_commandReset, 0, 0, 0.0 );
        post( driver, session_commandSetParam, 0, i, scene.def.values[i] ); // at t = 0 the run begins with it
        post( driver, session_commandSeek, step, 0, 0.0 );
        sessionDriver_Advance( driver, 0.0 );
        sessionContactList before = sessionDriver_Acquire( driver, &signalLog )->contacts;
        before.items = malloc( sizeof *before.items * (size_t)( before.count + 1 ) );
        for ( int k = 0; k < before.count; ++k )
        {
            before.items[k] = sessionDriver_Acquire( driver, &signalLog )->contacts.items[k];
        }
        setParam( driver, scenario, row->key,
            scene.def.values[i] != row->min ? row->min : 0.5 * ( row->min + row->max ) );
        same = saysTheSame( &before, &sessionDriver_Acquire( driver, &signalLog )->contacts );
        free( before.items );
    }
    sessionSignalLog_Free( &signalLog );
    sessionDestroyDriver( driver );
    return same;
}

TEST noSliderChangesWhatIsSaidOfTheLastStep( void )
{
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        const char* key = "";
        if ( !noRowJudgesThePast( ssGetScenario( i ), 40, &key ) )
        {
            printf( "%s: %s\n", ssGetScenario( i )->id, key );
            FAIL();
        }
    }
    PASS();
}

TEST anotherLawJudgesOnlyWhatComes( void )
{
    ssScene scene = { .def = ssDefaultSimDef( ssFindScenario( "playground" ) ), .viewFlags = ss_drawAll };
    sessionDriver* driver = NULL;
    sessionSignalLog signalLog = { 0 };
    ASSERT_EQ( ss_ok, sessionCreateDriver( &scene, false, true, false, ss_drawAll, &driver ).code );
    post( driver, session_commandSeek, 200, 0, 0.0 );
    sessionDriver_Advance( driver, 0.0 );
    const sessionSnapshot* s = sessionDriver_Acquire( driver, &signalLog );
    double margin = s->contacts.selected.margin;
    const char* text = "law \"slippery\"\nC = disc(0.001)\n";
    testMust( sessionDriver_SetLaw( driver, text, "law" ) );
    sessionDriver_Advance( driver, 0.0 );
    s = sessionDriver_Acquire( driver, &signalLog );
    ASSERT( s->scenario->law != NULL ); // the panel shows its rows
    ASSERT( sameNumber( margin, s->contacts.selected.margin ) );
    ASSERT( s->contacts.audit.worst[ss_auditCone] < ssAuditWarningLevel( ss_auditCone ) );
    sessionSignalLog_Free( &signalLog );
    sessionDestroyDriver( driver );
    PASS();
}

// ----------------------------------------------------------------------------------------- lengths of arrows

/// The length of the longest arrow of a quantity [m].
static double longest( const gfxDrawList* list, int quantity )
{
    return (double)list->scale[quantity] * (double)list->largest[quantity];
}

TEST anArrowShrinksWithWhatItShows( void )
{
    // The opening of the window: the sphere slows down from 2.5 m/s until it rests.
    ssScene scene = sceneOf( "fig3a" );
    sessionDriver* driver = NULL;
    sessionSignalLog signalLog = { 0 };
    ASSERT_EQ( ss_ok, sessionCreateDriver( &scene, false, true, true, ss_drawAll, &driver ).code );
    const sessionSnapshot* s = sessionDriver_Acquire( driver, &signalLog );
    float scale = s->draw.scale[ss_quantityVelocity];
    double length = longest( &s->draw, ss_quantityVelocity ), first = length;
    while ( s->step < s->lastStep )
    {
        sessionDriver_Advance( driver, 1.0 / 60.0 );
        s = sessionDriver_Acquire( driver, &signalLog );
        ASSERT( longest( &s->draw, ss_quantityVelocity ) <= length + 1e-6 * first );
        ASSERT_EQ( scale, s->draw.scale[ss_quantityVelocity] );
        length = longest( &s->draw, ss_quantityVelocity );
    }
    ASSERT( length < 1e-3 * first && s->scaleChanges == 0 );
    sessionSignalLog_Free( &signalLog );
    sessionDestroyDriver( driver );
    PASS();
}

/// Plays a run in 60 pictures. False: an arrow was drawn longer per
/// unit than before, or shorter without a word.
static bool scalesAreHeld( const ssSimDef* def )
{
    ssScene scene = { .def = *def, .viewFlags = ss_drawAll };
    sessionDriver* driver = NULL;
    sessionSignalLog signalLog = { 0 };
    testMust( sessionCreateDriver( &scene, false, true, false, ss_drawDefault, &driver ) );
    float scale[3] = { 0.0f };
    bool held = true;
    for ( int i = 0; i < 60 && held; ++i )
    {
        const sessionSnapshot* s = sessionDriver_Acquire( driver, &signalLog );
        for ( int q = 0; q < ss_quantityCount; ++q )
        {
            if ( s->draw.broken[q] )
            {
                continue; // a peak, which says so itself
            }
            held = held &&
                ( scale[q] == 0.0f || s->draw.scale[q] == scale[q] ||
                    ( s->scaleChanges > 0 && s->draw.scale[q] < scale[q] ) );
            scale[q] = s->draw.scale[q];
        }
        int64_t step = s->lastStep * ( i + 1 ) / 60;
        post( driver, session_commandSeek, step < 6000 ? step : 6000, 0, 0.0 );
        sessionDriver_Advance( driver, 1.0 / 60.0 );
    }
    sessionSignalLog_Free( &signalLog );
    sessionDestroyDriver( driver );
    return held;
}

TEST aScaleIsThatOfTheWholeRun( void )
{
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        ssSimDef def = ssDefaultSimDef( ssGetScenario( i ) );
        testMust( ssSimDef_ApplyPreset( &def, "tiny" ) );
        if ( !scalesAreHeld( &def ) )
        {
            printf( "%s\n", def.scenario->id );
            FAIL();
        }
    }
    PASS();
}

/// A sphere on a slope becomes ever faster, and its run has more steps than
/// are looked through before the first picture.
TEST aScaleThatIsFoundOutLateIsAnnouncedAndAnimated( void )
{
    ssScene scene = sceneOf( "fig3a" );
    testMust( ssSimDef_Set( &scene.def, "incline_deg", "30" ) );
    testMust( ssSimDef_Set( &scene.def, "u0", "0.3" ) );
    testMust( ssSimDef_Set( &scene.def, "omega0", "0" ) );
    scene.def.h = 1e-5;
    scene.def.until = 1.0;
    sessionDriver* driver = NULL;
    sessionSignalLog signalLog = { 0 };
    ASSERT_EQ( ss_ok, sessionCreateDriver( &scene, false, false, false, ss_drawAll, &driver ).code );
    double began = osSeconds(), first = 0.0, scale = 0.0, told = 1.0;
    while ( osSeconds() - began < 4.0 )
    {
        sessionDriver_Advance( driver, 0.0 );
        const sessionSnapshot* s = sessionDriver_Acquire( driver, &signalLog );
        double now = (double)s->draw.scale[ss_quantityVelocity], factor = scale > 0.0 ? now / scale : 1.0;
        // A picture passes over 0.05 s of a change at most, and a decade takes 0.6 s.
        ASSERT( fabs( log10( factor ) ) < 0.05 / 0.6 + 1e-3 );
        first = first > 0.0 ? first : now;
        scale = now;
        told = s->scaleChanges > 0 ? s->scaleFactor[ss_quantityVelocity] : 1.0;
        ASSERT( s->scaleChanges <= 1 );
    }
    ASSERT_IN_RANGE( told, scale / first, 1e-3 * told );
    sessionSignalLog_Free( &signalLog );
    sessionDestroyDriver( driver );
    PASS();
}

/// Nothing moves; a ball is thrown. Its arrow is as long as the view allows from the first picture on, and
/// nothing is said of lengths that nobody has seen.
TEST theArrowOfAThrowStaysInTheView( void )
{
    for ( int later = 0; later < 2; ++later )
    {
        ssScene scene = { .def = ssDefaultSimDef( ssFindScenario( "playground" ) ), .viewFlags = ss_drawAll };
        sessionDriver* driver = NULL;
        sessionSignalLog signalLog = { 0 };
        ssBuild bare = { .gravity = { 0.0, 0.0, -9.81 } };
        ssBuildEdit* edit = ssAlloc( sizeof *edit );
        testMust( sessionCreateDriver( &scene, false, true, false, ss_drawAll, &driver ) );
        testMust( ssBuildEdit_Copy( &( ssBuildEdit ){ .op = ss_buildSetAll, .all = &bare }, edit ) );
        sessionDriver_Post( driver, &( sessionCommand ){ .kind = session_commandBuild, .build = edit } );
        for ( int thrown = 0; thrown < 2; ++thrown )
        {
            ssPart part = ssDefaultPart( ss_partSphere );
            part.position = ssVec3_Make( thrown, 0.0, part.radius );
            part.velocity = ssVec3_Make( 3.0 * thrown, 0.0, 0.0 );
            part.thrown = thrown != 0 && later != 0;
            edit = ssAlloc( sizeof *edit );
            testMust( ssBuildEdit_Copy( &( ssBuildEdit ){ .op = ss_buildAddPart, .part = part }, edit ) );
            sessionDriver_Post( driver, &( sessionCommand ){ .kind = session_commandBuild, .build = edit } );
            post( driver, session_commandSeek, thrown == 0 ? 20 * later : 20 * later + 1, 0, 0.0 );
            sessionDriver_Advance( driver, 1.0 / 60.0 );
        }
        for ( int i = 0; i < 90; ++i )
        {
            const sessionSnapshot* s = sessionDriver_Acquire( driver, &signalLog );
            ASSERT( s->draw.largest[ss_quantityVelocity] > 2.0f );
            ASSERT( longest( &s->draw, ss_quantityVelocity ) < (double)s->draw.boundsRadius );
            ASSERT( !s->draw.broken[ss_quantityVelocity] );
            ASSERT( s->scaleChanges == 0 || s->scaleFactor[ss_quantityVelocity] == 1.0 );
            sessionDriver_Advance( driver, 1.0 / 60.0 );
        }
        sessionSignalLog_Free( &signalLog );
        sessionDestroyDriver( driver );
    }
    PASS();
}

static sessionDriver* driverWith( double gravity, sessionSignalLog* signalLog, double* length )
{
    ssScene scene = sceneOf( "fig3a" );
    int g = ssFindParam( scene.def.scenario->model.params, scene.def.scenario->model.paramCount, "gravity" );
    scene.def.values[g] = gravity;
    sessionDriver* driver = NULL;
    testMust( sessionCreateDriver( &scene, false, true, false, ss_drawAll, &driver ) );
    post( driver, session_commandSeek, 300, 0, 0.0 );
    sessionDriver_Advance( driver, 0.0 );
    *length = longest( &sessionDriver_Acquire( driver, signalLog )->draw, ss_quantityForce );
    return driver;
}

TEST forcesOnTheMoonAreASixthOfThoseOnEarthToTheEye( void )
{
    const double ratio = 1.62 / 9.81;
    sessionSignalLog signalLog = { 0 };
    double length;
    sessionDriver* driver = driverWith( 9.81, &signalLog, &length );
    // Beside each other:
    sessionDriver_Post(
        driver, &( sessionCommand ){ .kind = session_commandTwinValues, .text = "gravity=1.62" } );
    sessionDriver_Advance( driver, 0.0 );
    const sessionSnapshot* s = sessionDriver_Acquire( driver, &signalLog );
    ASSERT( sessionSnapshot_Twin( s ) != NULL );
    ASSERT_IN_RANGE( ratio,
        longest( &sessionSnapshot_Twin( s )->draw, ss_quantityForce ) / longest( &s->draw, ss_quantityForce ),
        1e-3 );
    post( driver, session_commandTwin, 0, 0, 0.0 );
    // One after the other, as a lesson does that keeps the first as a pin:
    for ( int k = 0; k < 2; ++k )
    {
        sessionDestroyDriver( driver );
        sessionSignalLog_Free( &signalLog );
        driver = driverWith( k == 0 ? 9.81 : 1.62, &signalLog, &length );
        post( driver, session_commandPin, 0, 0, 0.0 );
        sessionDriver_Advance( driver, 0.0 );
        s = sessionDriver_Acquire( driver, &signalLog );
        setParam( driver, s->scenario, "gravity", k == 0 ? 1.62 : 9.81 );
        post( driver, session_commandReset, 0, 0, 0.0 );
        post( driver, session_commandSeek, 300, 0, 0.0 );
        float scale = s->draw.scale[ss_quantityForce];
        for ( int i = 0; i < 120; ++i ) // a change of scale is animated
        {
            sessionDriver_Advance( driver, 1.0 / 60.0 );
            s = sessionDriver_Acquire( driver, &signalLog );
            ASSERT( s->draw.scale[ss_quantityForce] > 0.9f * scale / 1.2f );
            scale = s->draw.scale[ss_quantityForce];
        }
        double now = longest( &s->draw, ss_quantityForce );
        if ( k == 0 )
        {
            ASSERT_IN_RANGE( ratio, now / length, 1e-3 );
            ASSERT_EQ( 0, s->scaleChanges );
        }
        else // it did not fit, which is said, with the factor by which the length misses the ratio
        {
            ASSERT( s->scaleChanges == 1 && s->scaleFactor[ss_quantityForce] < 1.0 );
            ASSERT_IN_RANGE( s->scaleFactor[ss_quantityForce] / ratio, now / length, 1e-2 );
        }
    }
    sessionSignalLog_Free( &signalLog );
    sessionDestroyDriver( driver );
    PASS();
}

TEST aPullLeavesTheDiscOfMomentsAsItIs( void )
{
    sessionSignalLog signalLog = { 0 };
    double length;
    sessionDriver* driver = driverWith( 9.81, &signalLog, &length );
    const sessionSnapshot* s = sessionDriver_Acquire( driver, &signalLog );
    ASSERT_EQ( 1, s->draw.discCount );
    float scale = s->draw.scale[ss_quantityMoment];
    ssVec3 target = { (double)s->draw.spheres[0].center[0] + 3.0, 2.0, 0.5 }; // far to the side
    for ( int pulled = 1; pulled >= 0; --pulled )
    {
        sessionDriver_Post( driver,
            &( sessionCommand ){ .kind = session_commandDrag,
                .drag = { .active = pulled != 0, .body = s->draw.spheres[0].body, .target = target } } );
        post( driver, session_commandPlay, 0, 0, 0.0 );
        for ( int i = 0; i < 90; ++i )
        {
            sessionDriver_Advance( driver, 1.0 / 60.0 );
            s = sessionDriver_Acquire( driver, &signalLog );
            ASSERT_EQ( scale, s->draw.scale[ss_quantityMoment] );
        }
    }
    sessionSignalLog_Free( &signalLog );
    sessionDestroyDriver( driver );
    PASS();
}
SUITE( shown )
{
    RUN_TEST( anArrowShrinksWithWhatItShows );
    RUN_TEST( aScaleIsThatOfTheWholeRun );
    RUN_TEST( aScaleThatIsFoundOutLateIsAnnouncedAndAnimated );
    RUN_TEST( theArrowOfAThrowStaysInTheView );
    RUN_TEST( forcesOnTheMoonAreASixthOfThoseOnEarthToTheEye );
    RUN_TEST( aPullLeavesTheDiscOfMomentsAsItIs );
    RUN_TEST( aForceIsJudgedByTheLawThatItWasComputedWith );
    RUN_TEST( noSliderChangesWhatIsSaidOfTheLastStep );
    RUN_TEST( anotherLawJudgesOnlyWhatComes );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( shown );
    return TEST_END();
}
