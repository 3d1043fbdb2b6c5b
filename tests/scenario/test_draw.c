// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/lab/scenario.h"

// A receiver that counts and remembers what is drawn, which must be what the signals say.

enum
{
    kindBounds,
    kindPlane,
    kindSphere,
    kindForce,
    kindMoment,
    kindVelocity,
    kindCone,
    kindDisc,
    kindTrail,
    kindLabel,
    kindCount
};

typedef struct Sketch
{
    int counts[kindCount];
    ssVec3 boundsCenter;
    ssDrawPlane plane;
    ssDrawSphere sphere;
    ssDrawCone cone;
    ssDrawDisc disc;
    ssDrawLabel label;
    ssDrawArrow arrows[16];
    int arrowCount;
    bool boundsFirst;
} Sketch;

static int total( const Sketch* s )
{
    int sum = 0;
    for ( int i = 0; i < kindCount; ++i ) { sum += s->counts[i]; }
    return sum;
}

static void onBounds( void* context, ssVec3 center, double radius )
{
    Sketch* s = context;
    s->boundsFirst = total( s ) == 0 && radius > 0.0;
    s->boundsCenter = center;
    ++s->counts[kindBounds];
}

static void onPlanes( void* context, int count, const ssDrawPlane* planes )
{
    Sketch* s = context;
    s->plane = planes[count - 1];
    s->counts[kindPlane] += count;
}

static void onSpheres( void* context, int count, const ssDrawSphere* spheres )
{
    Sketch* s = context;
    s->sphere = spheres[count - 1];
    s->counts[kindSphere] += count;
}

static void onArrows( void* context, int count, const ssDrawArrow* arrows )
{
    Sketch* s = context;
    for ( int i = 0; i < count; ++i )
    {
        static const int kinds[ss_quantityCount] = { kindForce, kindMoment, kindVelocity };
        ++s->counts[kinds[arrows[i].quantity]];
        if ( s->arrowCount < 16 ) { s->arrows[s->arrowCount++] = arrows[i]; }
    }
}

static void onCones( void* context, int count, const ssDrawCone* cones )
{
    Sketch* s = context;
    s->cone = cones[count - 1];
    s->counts[kindCone] += count;
}

static void onDiscs( void* context, int count, const ssDrawDisc* discs )
{
    Sketch* s = context;
    s->disc = discs[count - 1];
    s->counts[kindDisc] += count;
}

static void onTrail( void* context, int count, const ssVec3* points )
{
    (void)points;
    ( (Sketch*)context )->counts[kindTrail] += count;
}

static void onLabels( void* context, int count, const ssDrawLabel* labels )
{
    Sketch* s = context;
    s->label = count > 0 ? labels[count - 1] : s->label;
    s->counts[kindLabel] += count;
}

static ssDraw receiver( Sketch* sketch, uint32_t flags )
{
    *sketch = ( Sketch ){ 0 };
    return ( ssDraw ){ .flags = flags,
        .context = sketch,
        .bounds = onBounds,
        .planes = onPlanes,
        .spheres = onSpheres,
        .arrows = onArrows,
        .cones = onCones,
        .discs = onDiscs,
        .trail = onTrail,
        .labels = onLabels };
}

static const ssDrawArrow* arrowNamed( const Sketch* sketch, const char* symbol )
{
    for ( int i = 0; i < sketch->arrowCount; ++i )
    {
        if ( strcmp( sketch->arrows[i].symbol, symbol ) == 0 ) { return sketch->arrows + i; }
    }
    return NULL;
}

static double signalOf( const ssSim* sim, const char* name )
{
    double row[SS_MAX_SIGNALS];
    ssSim_Signals( sim, row );
    return row[ssFindSignal( ssSim_Scenario( sim ), name )];
}

static ssSim* makeSim( double inclineDeg, double up, double sideways )
{
    const ssScenario* scenario = ssFindScenario( "rolling-sphere" );
    ssSimDef def = ssDefaultSimDef( scenario );
    def.h = 1e-3;
    const struct
    {
        const char* key;
        double value;
    } values[] = { { "incline_deg", inclineDeg }, { "v0_z", up }, { "v0_y", sideways }, { "omega0", 1.0 },
        { "mu_s", 0.02 }, { "spin0", 3.0 } };
    for ( int i = 0; i < SS_COUNT( values ); ++i )
    {
        def.values[ssFindParam( scenario->model.params, scenario->model.paramCount, values[i].key )] =
            values[i].value;
    }
    ssSim* sim = NULL;
    if ( ssCreateSim( &def, &sim ).code != ss_ok ) { exit( 1 ); }
    return sim;
}

static void stepTimes( ssSim* sim, int count )
{
    for ( int i = 0; i < count; ++i ) { ssSim_Step( sim ); }
}

static double apart( ssVec3 a, ssVec3 b ) { return ssVec3_Length( ssVec3_Sub( a, b ) ); }

/// Plane coordinates in a world whose z is up: the x axis of the plane points downhill by the incline.
static ssVec3 tilted( double inclineDeg, double x, double y, double z )
{
    double a = inclineDeg * SS_PI / 180.0;
    return ssVec3_Make( x * cos( a ) + z * sin( a ), y, -x * sin( a ) + z * cos( a ) );
}

TEST flagsFilterWhatIsDrawn( void )
{
    static const struct
    {
        uint32_t flag;
        int kinds[3], count; // those that appear besides the bounds
    } rows[] = {
        { 0, { 0 }, 0 },
        { ss_drawBodies, { kindSphere }, 1 },
        { ss_drawGround, { kindPlane }, 1 },
        { ss_drawForces, { kindForce }, 1 },
        { ss_drawMoments, { kindMoment, kindDisc }, 2 },
        { ss_drawCones, { kindCone }, 1 },
        { ss_drawVelocities, { kindVelocity }, 1 },
        { ss_drawLabels, { kindLabel }, 1 },
    };
    ssSim* sim = makeSim( 10.0, 0.0, 0.5 );
    stepTimes( sim, 10 );
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        Sketch sketch;
        ssDraw draw = receiver( &sketch, rows[i].flag );
        ssSim_Draw( sim, &draw );
        ASSERT_EQ_FMT( 1, sketch.counts[kindBounds], "%d" );
        ASSERT( sketch.boundsFirst );
        int expected = 1;
        for ( int j = 0; j < rows[i].count; ++j )
        {
            ASSERT( sketch.counts[rows[i].kinds[j]] > 0 );
            expected += sketch.counts[rows[i].kinds[j]];
        }
        ASSERT_EQ_FMT( expected, total( &sketch ), "%d" );
    }
    ssDestroySim( sim );
    PASS();
}

TEST missingCallbacksAreFine( void )
{
    for ( int s = 0; s < ssScenarioCount(); ++s )
    {
        ssSimDef def = ssDefaultSimDef( ssGetScenario( s ) );
        ASSERT_EQ( ss_ok, ssSimDef_ApplyPreset( &def, "tiny" ).code );
        ssSim* sim = NULL;
        ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
        stepTimes( sim, 10 );
        ssDraw nobody = { .flags = ss_drawAll };
        ssSim_Draw( sim, &nobody );
        // Leaving out any one callback does not affect the others.
        Sketch all, one;
        ssDraw draw = receiver( &all, ss_drawAll );
        ssSim_Draw( sim, &draw );
        for ( int missing = 0; missing < 8; ++missing )
        {
            draw = receiver( &one, ss_drawAll );
            draw.bounds = missing == 0 ? NULL : draw.bounds;
            draw.planes = missing == 1 ? NULL : draw.planes;
            draw.spheres = missing == 2 ? NULL : draw.spheres;
            draw.arrows = missing == 3 ? NULL : draw.arrows;
            draw.cones = missing == 4 ? NULL : draw.cones;
            draw.discs = missing == 5 ? NULL : draw.discs;
            draw.trail = missing == 6 ? NULL : draw.trail;
            draw.labels = missing == 7 ? NULL : draw.labels;
            ssSim_Draw( sim, &draw );
            static const int missingFor[kindCount] = { 0, 1, 2, 3, 3, 3, 4, 5, 6, 7 };
            for ( int kind = 0; kind < kindCount; ++kind )
            {
                ASSERT_EQ_FMT( missingFor[kind] == missing ? 0 : all.counts[kind], one.counts[kind], "%d" );
            }
        }
        ssDestroySim( sim );
    }
    PASS();
}

TEST everythingSitsWhereTheSignalsSay( void )
{
    static const double inclines[] = { 0.0, 25.0, -40.0 };
    for ( int k = 0; k < 3; ++k )
    {
        ssSim* sim = makeSim( inclines[k], 0.0, 0.4 );
        for ( int i = 0; i < 500; ++i )
        {
            ssSim_Step( sim );
            Sketch s;
            ssDraw draw = receiver( &s, ss_drawAll );
            ssSim_Draw( sim, &draw );
            double x = signalOf( sim, "x" ), y = signalOf( sim, "y" ), z = signalOf( sim, "z" );
            ASSERT( apart( s.sphere.center, tilted( inclines[k], x, y, z ) ) < 1e-12 );
            ASSERT( apart( s.boundsCenter, s.sphere.center ) < 1e-12 );
            ASSERT( s.sphere.radius == 0.5 && s.sphere.body == 0 );
            ASSERT( (int)s.sphere.mode == (int)signalOf( sim, "mode" ) );
            ASSERT( apart( s.plane.normal, tilted( inclines[k], 0, 0, 1 ) ) < 1e-12 );
            ASSERT( apart( s.plane.tangent, tilted( inclines[k], 1, 0, 0 ) ) < 1e-12 );
            // The sphere touches the plane at the apex of the cone.
            ASSERT( apart( s.cone.apex, tilted( inclines[k], x, y, 0.0 ) ) < 1e-12 );
            ASSERT( fabs( ssVec3_Dot( ssVec3_Sub( s.cone.apex, s.plane.origin ), s.plane.normal ) ) < 1e-12 );
        }
        ssDestroySim( sim );
    }
    PASS();
}

TEST arrowsCarryTheForcesOfTheSignals( void )
{
    static const double inclines[] = { 0.0, 25.0, -10.0 };
    for ( int k = 0; k < 3; ++k )
    {
        ssSim* sim = makeSim( inclines[k], 0.0, 0.4 );
        stepTimes( sim, 200 );
        Sketch s;
        ssDraw draw = receiver( &s, ss_drawAll );
        ssSim_Draw( sim, &draw );
        ssVec3 tangent = tilted( inclines[k], 1, 0, 0 ), normal = tilted( inclines[k], 0, 0, 1 ),
               across = { 0, 1, 0 };
        double rN = signalOf( sim, "r_n" ), slack = 1e-12 * rN;
        const ssDrawArrow *r = arrowNamed( &s, "r" ), *rT = arrowNamed( &s, "r_T" ),
                          *u = arrowNamed( &s, "v" );
        const ssDrawArrow *mR = arrowNamed( &s, "m_R" ), *mS = arrowNamed( &s, "m_S" );
        ASSERT( r != NULL && rT != NULL && mR != NULL && mS != NULL && u != NULL );
        ASSERT( rN > 0.0 );
        ASSERT( fabs( ssVec3_Dot( r->vector, normal ) - rN ) <= slack );
        ASSERT( fabs( ssVec3_Dot( r->vector, tangent ) - signalOf( sim, "r_t" ) ) <= slack );
        // The whole reaction is the sum of its normal and tangential parts.
        ASSERT( apart( r->vector, ssVec3_MulAdd( rT->vector, rN, normal ) ) <= slack );
        ASSERT( fabs( ssVec3_Dot( mR->vector, across ) - signalOf( sim, "m_r" ) ) <= slack );
        ASSERT( fabs( ssVec3_Dot( mR->vector, normal ) ) <= slack );
        ASSERT( apart( mS->vector, ssVec3_Scale( signalOf( sim, "m_s" ), normal ) ) <= slack );
        ASSERT( fabs( ssVec3_Dot( u->vector, tangent ) - signalOf( sim, "u" ) ) <= 1e-12 );
        ASSERT( u->quantity == ss_quantityVelocity && r->quantity == ss_quantityForce );
        ASSERT( mR->quantity == ss_quantityMoment && mS->quantity == ss_quantityMoment );
        ASSERT( apart( r->origin, s.cone.apex ) < 1e-12 );
        // Cone and disc have the size of what they bound.
        ASSERT( s.cone.height == rN && s.cone.slope == 0.2 );
        ASSERT( fabs( s.disc.radius - 0.04 * rN ) <= slack );
        ASSERT( ssVec3_Length( rT->vector ) <= s.cone.slope * s.cone.height + slack );
        ASSERT( ssVec3_Length( mR->vector ) <= s.disc.radius + slack );
        ASSERT( apart( s.cone.normal, normal ) < 1e-12 && apart( s.disc.normal, normal ) < 1e-12 );
        ASSERT_STR_EQ( ssContactModeName( s.sphere.mode ), s.label.text );
        ssDestroySim( sim );
    }
    PASS();
}

TEST openContactDrawsNoCone( void )
{
    ssSim* sim = makeSim( 0.0, 2.0, 0.0 );
    stepTimes( sim, 100 );
    ASSERT( signalOf( sim, "gap" ) > 0.1 );
    Sketch s;
    ssDraw draw = receiver( &s, ss_drawAll );
    ssSim_Draw( sim, &draw );
    ASSERT_EQ_FMT( 0, s.counts[kindCone], "%d" );
    ASSERT_EQ_FMT( 0, s.counts[kindDisc], "%d" );
    ASSERT_EQ_FMT( 0, s.counts[kindForce], "%d" );
    ASSERT_EQ_FMT( 0, s.counts[kindMoment], "%d" );
    ASSERT_EQ_FMT( 1, s.counts[kindSphere], "%d" );
    ASSERT_STR_EQ( "open", s.label.text );
    ssDestroySim( sim );
    PASS();
}

TEST rotatedSphereIsDrawnRotated( void )
{
    // In rolling without slip, a marked point turns by x/R about y.
    const ssScenario* scenario = ssFindScenario( "rolling-sphere" );
    ssSimDef def = ssDefaultSimDef( scenario );
    def.h = 1e-3;
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    for ( int i = 0; i < 1500; ++i )
    {
        ssSim_Step( sim );
        Sketch s;
        ssDraw draw = receiver( &s, ss_drawBodies );
        ssSim_Draw( sim, &draw );
        double angle = signalOf( sim, "x" ) / 0.5;
        ssVec3 top = ssQuat_Rotate( s.sphere.orientation, ssVec3_Make( 0, 0, 1 ) );
        ASSERT( apart( top, ssVec3_Make( sin( angle ), 0.0, cos( angle ) ) ) < 1e-9 );
    }
    ssDestroySim( sim );
    PASS();
}

TEST theHandIsDrawnWhileItPulls( void )
{
    ssSim* sim = makeSim( 0.0, 0.0, 0.0 );
    ssDrag hand = { .active = true, .target = { 0.0, 0.0, 1.0 } };
    ssSim_Drag( sim, &hand );
    hand.target = ssVec3_Make( 2.0, 0.0, 1.0 );
    ssSim_Drag( sim, &hand );
    ssSim_Step( sim );
    Sketch s;
    ssDraw draw = receiver( &s, ss_drawForces );
    ssSim_Draw( sim, &draw );
    const ssDrawArrow* pull = arrowNamed( &s, "pull" );
    ASSERT( pull != NULL && pull->vector.x > 0.0 );
    hand.active = false;
    ssSim_Drag( sim, &hand );
    draw = receiver( &s, ss_drawForces );
    ssSim_Draw( sim, &draw );
    ASSERT( arrowNamed( &s, "pull" ) == NULL );
    ssDestroySim( sim );
    PASS();
}

/// The labels and contacts of a picture.
typedef struct FirstFrame
{
    int modes[8], modeCount;            // that labels name
    int contactModes[64], contactCount; // of contacts
    bool contradiction;                 // a contact whose numbers deny its mode
} FirstFrame;

static void readLabels( void* context, int count, const ssDrawLabel* labels )
{
    FirstFrame* frame = context;
    for ( int i = 0; i < count; ++i )
    {
        for ( int mode = 0; mode < ss_modeCount; ++mode )
        {
            if ( frame->modeCount < 8 &&
                strcmp( labels[i].text, ssContactModeName( (ssContactMode)mode ) ) == 0 )
            {
                frame->modes[frame->modeCount++] = mode;
            }
        }
    }
}

static void readContacts( void* context, int count, const ssContactView* contacts )
{
    FirstFrame* frame = context;
    for ( int i = 0; i < count && frame->contactCount < 64; ++i )
    {
        const ssContactView* c = contacts + i;
        double slip = hypot( c->velocity[1], c->velocity[2] );
        bool slides = c->mode == ss_modeSlide || c->mode == ss_modeSlideRoll;
        frame->contradiction =
            frame->contradiction || ( slides && slip == 0.0 ) || ( c->mode == ss_modeStick && slip > 1e-6 );
        frame->contradiction =
            frame->contradiction || ( slides && c->law != NULL && c->force[1] == 0.0 && c->force[2] == 0.0 );
        frame->contactModes[frame->contactCount++] = (int)c->mode;
    }
}

/// Whether the labels, the signal `mode` and the contacts of a state at t = 0 tell the same story.
static bool agrees( const ssSim* sim, const FirstFrame* frame )
{
    const ssScenario* scenario = ssSim_Scenario( sim );
    bool agree = !frame->contradiction;
    int signal = ssFindSignal( scenario, "mode" );
    int claims[9], count = 0;
    for ( int i = 0; i < frame->modeCount; ++i ) { claims[count++] = frame->modes[i]; }
    if ( signal >= 0 && isfinite( signalOf( sim, "mode" ) ) )
    {
        claims[count++] = (int)signalOf( sim, "mode" );
    }
    for ( int i = 0; i < count; ++i )
    {
        bool found = claims[i] == ss_modeOpen && frame->contactCount == 0;
        for ( int k = 0; k < frame->contactCount; ++k )
        {
            found = found || frame->contactModes[k] == claims[i];
        }
        agree = agree && found;
    }
    return agree;
}

TEST theFirstFrameAgreesWithItself( void )
{
    int wrong = 0;
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        const ssScenario* scenario = ssGetScenario( i );
        for ( int k = 0; k < scenario->presetCount; ++k )
        {
            ssSimDef def = ssDefaultSimDef( scenario );
            testMust( ssSimDef_ApplyPreset( &def, scenario->presets[k].name ) );
            ssSim* sim = NULL;
            ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
            FirstFrame frame = { .modeCount = 0 };
            ssDraw draw = {
                .flags = ss_drawAll, .context = &frame, .labels = readLabels, .contacts = readContacts
            };
            ssSim_Draw( sim, &draw );
            // A scene that never shows a contact, such as pushed-block with its own polygons, is not meant.
            FirstFrame next = { .modeCount = 0 };
            bool agree = agrees( sim, &frame );
            ssSim_Step( sim );
            draw.context = &next;
            ssSim_Draw( sim, &draw );
            if ( !agree && next.contactCount > 0 )
            {
                fprintf( stderr, "%s %s: label or mode without its contact at t = 0\n", scenario->id,
                    scenario->presets[k].name );
                ++wrong;
            }
            ssDestroySim( sim );
        }
    }
    ASSERT_EQ_FMT( 0, wrong, "%d" );
    PASS();
}

TEST manyContactsAreAllDrawn( void )
{
    // There is more than one batch, and not a whole number of them.
    enum
    {
        many = 1000
    };
    ssContactView* views = calloc( many, sizeof *views );
    for ( int i = 0; i < many; ++i )
    {
        views[i] = ( ssContactView ){ .point = { i, 0, 0 },
            .normal = { 0, 0, 1 },
            .tangent1 = { 1, 0, 0 },
            .tangent2 = { 0, 1, 0 },
            .force = { 10.0, 1.0, 2.0 },
            .moment = { 0.1, 0.2, 0.3 },
            .cone = { .dimension = 6, .mu = 0.5, .muRoll = 0.1, .muSpin = 0.1 },
            .mode = ss_modeSlide };
    }
    static const int counts[] = { 0, 1, 63, 64, 65, 128, many };
    for ( int k = 0; k < SS_COUNT( counts ); ++k )
    {
        Sketch s;
        ssDraw draw = receiver( &s, ss_drawAll );
        ssDrawContacts( &draw, counts[k], views );
        ASSERT_EQ_FMT( counts[k], s.counts[kindCone], "%d" );
        ASSERT_EQ_FMT( counts[k], s.counts[kindDisc], "%d" );
        ASSERT_EQ_FMT( 2 * counts[k], s.counts[kindForce], "%d" );
        ASSERT_EQ_FMT( 2 * counts[k], s.counts[kindMoment], "%d" );
        if ( counts[k] > 0 ) { ASSERT( s.cone.apex.x == counts[k] - 1 ); }
    }
    free( views );
    PASS();
}

SUITE( drawing )
{
    RUN_TEST( flagsFilterWhatIsDrawn );
    RUN_TEST( missingCallbacksAreFine );
    RUN_TEST( everythingSitsWhereTheSignalsSay );
    RUN_TEST( arrowsCarryTheForcesOfTheSignals );
    RUN_TEST( openContactDrawsNoCone );
    RUN_TEST( rotatedSphereIsDrawnRotated );
    RUN_TEST( theHandIsDrawnWhileItPulls );
    RUN_TEST( theFirstFrameAgreesWithItself );
    RUN_TEST( manyContactsAreAllDrawn );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( drawing );
    return TEST_END();
}
