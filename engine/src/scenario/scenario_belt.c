// SPDX-License-Identifier: MIT
#include "scenario/scenario_belt.h"
#include "scenario/picture.h"
#include "sim/rows.h"

#include <stdio.h>
#include <string.h>

// A mass on a belt is held by springs (Walker & Leine Sec. 4.2). If C and D differ, steady sliding is
// unstable for some belt directions although friction does not fall with speed.

#define DRAG_STIFFNESS 5.0 // stiffness of the mouse's spring over that of the springs
#define CREEP 1e-3         // share of the belt's speed below which a mass that creeps counts as held

static const char* const s_laws[] = { "associated", "collinear", "extended" };
static const ssLawKind s_lawKinds[] = { ss_lawKindAssociated, ss_lawKindCollinear, ss_lawKindExtended };
static const char* const s_methods[] = { "moreau", "direct" };

// clang-format off
const ssParam ss_beltParams[SS_BELT_PARAMS + SS_NOISE_COUNT] = {
    [beltPhi] = { PARAM( "phi_deg", "φ", "belt direction", "°", "belt" ), ANY_NUMBER( 0.0, 360.0, 50.0 ),
        .live = true,
        .doc = "Angle from e_T1. Turn it through the shaded directions of the dial and watch the mass leave "
            "its equilibrium." },
    [beltSpeed] = { PARAM( "belt_speed", "v", "belt speed", "m/s", "belt" ), NOT_NEGATIVE( 0.0, 20.0, 1.0 ),
        .live = true,
        .doc = "A slow belt carries the mass along until it breaks loose; a fast one never holds it." },
    [beltLoad] = { PARAM( "normal_force", "r_N", "normal force", "N", "belt" ), POSITIVE( 0.1, 50.0, 9.81 ),
        .live = true,
        .doc = "Load on the contact. C grows with it if c_force names the load to which C refers." },
    [beltCForce] = { PARAM( "c_force", "load of C", "reference load of C", "N", "belt" ),
        NOT_NEGATIVE( 0.0, 50.0, 0.0 ), .live = true,
        .doc = "Load to which C refers. 0: the present load. An asperity set always refers to one newton." },
    [beltLawKey] = { PARAM( "law", "law", "friction law", "", "friction" ), CHOICE( s_laws ),
        .defaultValue = 2, .live = true,
        .doc = "associated: slip along the normal of C, never unstable. collinear: slip opposite to the "
            "friction force. extended: slip along the normal of D." },
    SS_TURNED_SET_ROWS( "c_", "reservoir C", ss_setEllipse, 30.0, 10.0, 2.0, 30.0, 50.0, 4.0 ),
    SS_SET_ROWS( "d_", "directions D", ss_setEllipse, 3.0, 1.0, 2.0, 5.0, 0.4 ),
    [beltMass] = { PARAM( "mass", "m", "mass", "kg", "mass and springs" ), POSITIVE( 0.1, 10.0, 1.0 ),
        .logScale = true, .live = true, .doc = "Mass on the belt." },
    [beltStiffness] = { PARAM( "stiffness", "k", "stiffness", "N/m", "mass and springs" ),
        POSITIVE( 0.1, 10.0, 1.0 ), .logScale = true, .live = true,
        .doc = "Stiffness of the springs that pull the mass to the origin." },
    [beltStiffnessY] = { PARAM( "stiffness_y", "k_y", "stiffness along e_T2", "N/m", "mass and springs" ),
        NOT_NEGATIVE( 0.0, 10.0, 0.0 ), .live = true,
        .doc = "Stiffness along e_T2. 0: the same as along e_T1." },
    [beltDamping] = { PARAM( "damping", "c", "damping", "N s/m", "mass and springs" ),
        NOT_NEGATIVE( 0.0, 1.0, 0.0 ), .live = true,
        .doc = "Damping of dashpots parallel to the springs. Friction itself damps, or excites, only across "
            "the sliding direction." },
    [beltPerturbation] = { PARAM( "perturbation", "Δx", "perturbation", "m", "start" ),
        ANY_NUMBER( -20.0, 20.0, 0.01 ),
        .doc = "Initial distance from the equilibrium along e_T1. The mass starts at rest." },
    [beltSettle] = { PARAM( "settle", "settling", "settling time", "s", "numerics" ),
        NOT_NEGATIVE( 0.0, 500.0, 0.0 ), .live = true,
        .doc = "Cycles are measured after this time. 0: after 250 s, or after 60% of a shorter run." },
    [beltMethod] = { PARAM( "method", "method", "contact solve", "", "numerics" ), CHOICE( s_methods ),
        .defaultValue = ss_slidingMassDirect, .live = true,
        .doc = "moreau: the iteration of Walker & Leine Eq. 69. direct: a stick test, then a root search in "
            "one angle." },
    SS_NOISE_ROWS,
};

static const ssSignal s_signals[] = {
    { "x", "x", "m", "position along e_T1" },
    { "y", "y", "m", "position along e_T2" },
    { "u_x", "u_x", "m/s", "velocity along e_T1" },
    { "u_y", "u_y", "m/s", "velocity along e_T2" },
    { "f_1", "−r_T1", "N", "force of the mass on the belt along e_T1" },
    { "f_2", "−r_T2", "N", "force of the mass on the belt along e_T2" },
    { "slip_1", "u_T1", "m/s", "velocity of the mass relative to the belt along e_T1" },
    { "slip_2", "u_T2", "m/s", "velocity of the mass relative to the belt along e_T2" },
    { "stick", "stick", "", "1 while the mass moves with the belt" },
    { "k_c", "k_C", "", "gauge of the force: 1 on the boundary of C" },
};
// clang-format on

_Static_assert( SS_BELT_PARAMS == beltKeyCount, "one key for each row" );
_Static_assert( beltKeyCount <= SS_MAX_PARAMS, "too many keys" );

static const ssPlot s_plots[] = {
    { PLOT( "position", "position", "m" ), .signals = { "x", "y" }, .shown = true },
    { PLOT( "path", "path of the mass", "m" ), .signals = { "y" }, .shown = true, .x = "x" },
    { PLOT( "force", "friction force", "N" ), .signals = { "f_1", "f_2" } },
    { PLOT( "phase", "phase plane", "m/s" ), .signals = { "u_x" }, .x = "x" },
    { PLOT( "velocity", "velocity", "m/s" ), .signals = { "u_x", "u_y" } },
    { PLOT( "k_c", "gauge of C", "" ), .signals = { "k_c", "stick" } },
};

static const ssChart s_charts[] = {
    [beltChartReservoir] = { CHART( "reservoir", "force in its reservoir" ),
        AXES( "−r_T1", "N", "−r_T2", "N" ),
        .doc = "The force lies in C. The mass slips along the normal of D at the force scaled onto D. Steady "
               "sliding is unstable if u_T points into the tangent cone of C.",
        .equalScales = true, .shown = true },
    [beltChartDial] = { CHART( "dial", "unstable belt directions" ), AXES( "e_T1", "", "e_T2", "" ),
        .doc = "Belt directions for which steady sliding is unstable, and the present direction.",
        .equalScales = true, .shown = true },
    [beltChartBifurcation] = { CHART( "bifurcation", "equilibrium over the belt direction" ),
        AXES( "φ", "°", "x", "m" ),
        .doc = "Position of steady sliding, dotted where it is unstable, and the present position of the "
               "mass (Walker & Leine Fig. 16a)." },
    [beltChartGrowth] = { CHART( "growth", "growth rate" ), AXES( "φ", "°", "max Re", "1/s" ),
        .doc = "Largest real part of the eigenvalues of Eq. 113. Without dashpots it is never negative." },
};

static const ssPresetValue s_fig16[] = { { "phi_deg", 60.0 } };
static const ssPresetValue s_fig17[] = { { "phi_deg", 50.0 } };
static const ssPresetValue s_stable30[] = { { "phi_deg", 30.0 }, { "perturbation", 8.0 } };
static const ssPresetValue s_stable85[] = { { "phi_deg", 85.0 }, { "perturbation", 8.0 } };
static const ssPresetValue s_fast16[] = { { "phi_deg", 50.0 }, { "belt_speed", 16.0 },
    { "perturbation", 14.0 }, { "settle", 600.0 } };
static const ssPresetValue s_associated[] = { { "phi_deg", 60.0 }, { "law", 0.0 }, { "perturbation", -8.0 } };
static const ssPresetValue s_tiny[] = { { "phi_deg", 50.0 } };

static const ssPreset s_presets[] = {
    { "fig17", "Stick-slip cycle (belt at 50°)", .h = 5e-3, .until = 500.0, PRESET( s_fig17 ) },
    { "fig16", "Unstable range: belt at 60°", .h = 5e-3, .until = 500.0, PRESET( s_fig16 ) },
    { "stable30", "Stable: belt at 30°", .h = 5e-3, .until = 500.0, PRESET( s_stable30 ) },
    { "stable85", "Stable: belt at 85°", .h = 5e-3, .until = 500.0, PRESET( s_stable85 ) },
    { "fast16", "Fast belt: a cycle without stick", .h = 5e-3, .until = 1000.0, PRESET( s_fast16 ) },
    { "associated", "Associated law: always stable", .h = 5e-3, .until = 500.0, PRESET( s_associated ) },
    { "tiny", "A few seconds, for tests", .hidden = true, .h = 5e-3, .until = 5.0, PRESET( s_tiny ) },
};

static const ssMeasure s_measures[] = {
    { "trace_b", "N s/m",
        "trace of B, its only nonzero eigenvalue if C does not change with the speed; unstable if negative" },
    { "max_re", "1/s", "largest real part of the eigenvalues of the linearised motion" },
    { "period", "s",
        "mean period of the last complete cycles after `settle` that repeat; undefined without a cycle" },
    { "stick_fraction", "", "fraction of a cycle in which the mass sticks; undefined without a cycle" },
    { "x_min", "m", "smallest position along e_T1 in the cycle; undefined without a cycle" },
    { "x_max", "m", "largest position along e_T1 in the cycle; undefined without a cycle" },
    { "y_min", "m", "smallest position along e_T2 in the cycle; undefined without a cycle" },
    { "y_max", "m", "largest position along e_T2 in the cycle; undefined without a cycle" },
};

static const char* const s_figures[] = { "walker-fig16", "walker-fig17" };

ssResult ssReadBelt( const ssSim* sim, ssSlidingMassDef* def, ssLaw* law )
{
    *def = beltReadDef( sim );
    ssLawKind kind = s_lawKinds[(int)ssSim_Param( sim, beltLawKey )];
    return ssSim_MakeLaw( sim, kind, beltFirstC, beltFirstD, beltReferenceLoad( sim ), law );
}

double beltReferenceLoad( const ssSim* sim )
{
    double cForce = ssSim_Param( sim, beltCForce );
    return cForce > 0.0 ? cForce : ssSim_Param( sim, beltLoad );
}

ssLawSite beltSite( const Belt* s, const ssSim* sim )
{
    // The force is the one at the midpoint of the step.
    ssVec2 q = ssVec2_MulAdd( s->body.position, -0.5 * ssSim_StepSize( sim ), s->body.velocity );
    return ( ssLawSite ){ .time = ssSim_Time( sim ), .x = q.x, .y = q.y, .state = s->body.state };
}

bool beltSticks( const Belt* s )
{
    bool held = s->creeps && ssVec2_Length( s->body.slip ) < CREEP * ssVec2_Length( s->def.beltVelocity );
    return s->body.stick || held;
}

SlidingContact beltContact( const Belt* s, const ssSim* sim )
{
    return ( SlidingContact ){ &s->law, .site = beltSite( s, sim ),
        .load = s->def.normalForce * ssSim_Noise( sim, 0 ).friction, .force = s->body.force,
        .slip = s->body.stick ? ssVec2_Make( 0.0, 0.0 ) : s->body.slip, .held = beltSticks( s ),
        .steady = s->steadyForce, .steadyCount = beltSamples };
}

ssSlidingMassDef beltReadDef( const ssSim* sim )
{
    ssSlidingMassDef def = ssDefaultSlidingMassDef();
    double ky = ssSim_Param( sim, beltStiffnessY ), v = ssSim_Param( sim, beltSpeed );
    double phi = fmod( ssSim_Param( sim, beltPhi ), 360.0 ) * SS_PI / 180.0;
    def.mass = ssSim_Param( sim, beltMass );
    def.stiffness[0] = ssSim_Param( sim, beltStiffness );
    def.stiffness[1] = ky > 0.0 ? ky : def.stiffness[0];
    def.damping = ssSim_Param( sim, beltDamping );
    def.normalForce = ssSim_Param( sim, beltLoad );
    def.beltVelocity = ssVec2_Make( v * ssCos( phi ), v * ssSin( phi ) );
    def.method = (ssSlidingMassMethod)ssSim_Param( sim, beltMethod );
    return def;
}

/// Reads law and definition from the parameters. The motion goes on, and the law remembers what it did.
static ssResult adopt( void* state, const ssSim* sim )
{
    Belt* s = state;
    ssLawKind kind = s_lawKinds[(int)ssSim_Param( sim, beltLawKey )];
    const ssLawProgram* before = s->law.def.program;
    before = before != NULL ? ssLawProgram_Retain( before ) : NULL; // the old law takes its own along
    ssResult result = slidingLawRead( &s->law, sim, kind, beltFirstC, beltFirstD, beltReferenceLoad( sim ) );
    if ( result.code == ss_ok )
    {
        slidingLawCarryState( before, &s->law.law, s->body.state );
        s->body.stateCount = ssLaw_StateNumbers( &s->law.law );
        s->def = beltReadDef( sim );
        s->settle = ssSim_Param( sim, beltSettle );
        beltDerive( s );
    }
    ssLawProgram_Release( before );
    return result;
}

static ssResult create( void* state, const ssSim* sim )
{
    Belt* s = state;
    ssResult result = adopt( state, sim );
    if ( result.code != ss_ok ) { return result; }
    s->body.position = s->steady.equilibrium;
    s->body.position.x += ssSim_Param( sim, beltPerturbation );
    s->body.slip = ssVec2_Scale( -1.0, s->def.beltVelocity );
    s->body.force =
        isfinite( s->steady.force.x + s->steady.force.y ) ? s->steady.force : ssVec2_Make( 0.0, 0.0 );
    s->body.stick = s->def.beltVelocity.x == 0.0 && s->def.beltVelocity.y == 0.0;
    memcpy( s->body.state, s->steady.state, sizeof s->body.state );
    if ( s->law.def.program != NULL )
    {
        // The law may depend on the place, which is not that of the equilibrium.
        ssLawSite site = beltSite( s, sim );
        const ssLaw there = ssLaw_At( &s->law.law, &site );
        ssVec2 force = ssLaw_SlipForce( &there, s->def.normalForce, s->body.slip ).force;
        s->body.force = isfinite( force.x + force.y ) ? force : s->body.force;
    }
    if ( !isfinite( s->body.position.x + s->body.position.y ) )
    {
        return ssError( ss_errorValue, "stiffness", "the equilibrium is not finite" );
    }
    beltBeginCycle( s, 0.0 );
    return result;
}

static void destroy( void* state ) { slidingLawDestroy( &( (Belt*)state )->law ); }

static ssStepReport step( void* state, ssSim* sim )
{
    Belt* s = state;
    double h = ssSim_StepSize( sim );
    ssSlidingMass before = s->body;
    ssSlidingMassDef def = s->def;
    def.time = (double)( ssSim_StepIndex( sim ) + 1 ) * h;
    if ( s->dragging )
    {
        double k = DRAG_STIFFNESS * def.stiffness[0];
        def.push = ssVec2_Scale( k, ssVec2_Sub( s->dragTarget, s->body.position ) );
    }
    ssNoise noise = ssSim_Noise( sim, 0 );
    def.push = ssVec2_Add( def.push, ssVec2_Make( noise.force[0], noise.force[1] ) );
    def.normalForce *= noise.friction; // of friction alone
    s->push = def.push;
    ssSlidingMassReport solve = ssSlidingMass_Step( &s->body, &def, &s->law.law, h );
    ssSlidingMass* now = &s->body;
    double gauge =
        ssSim_Scenario( sim )->law == NULL ? ssLaw_Gauge( &s->law.law, def.normalForce, now->force ) : 0.0;
    for ( int i = 0; i < now->stateCount; ++i )
    {
        gauge += 0.0 * now->state[i]; // not finite if a state is not
    }
    double all[] = { now->position.x, now->position.y, now->velocity.x, now->velocity.y, now->force.x,
        now->force.y, now->slip.x, now->slip.y, gauge };
    for ( int i = 0; i < SS_COUNT( all ); ++i )
    {
        if ( !isfinite( all[i] ) )
        {
            s->body = before;
            return ( ssStepReport ){ .status = ss_statusNotFinite, .contacts = 1 };
        }
    }
    s->start = before.velocity;
    s->travel = ssVec2_MulAdd( s->travel, h, def.beltVelocity );
    beltFollowCycle( s, before.position, ssSim_Time( sim ), h );
    return ( ssStepReport ){ solve.converged ? ss_statusConverged : ss_statusLimit, .contacts = 1,
        .iterations = solve.iterations, .residual = solve.residual };
}

static void dragBody( void* state, const ssSim* sim, const ssDrag* drag )
{
    (void)sim;
    Belt* s = state;
    s->dragging = drag->active;
    s->dragTarget = ssVec2_Make( drag->target.x, drag->target.y );
}

static void serialize( void* state, ssArchive* archive )
{
    Belt* s = state;
    ssSlidingMassDef before = s->def;
    bool lawChanged = slidingLawSerialize( &s->law, archive );
    ARCHIVE_EACH( archive, &s->def.mass, &s->def.stiffness[0], &s->def.stiffness[1], &s->def.damping,
        &s->def.normalForce, &s->def.beltVelocity.x, &s->def.beltVelocity.y, &s->settle );
    int method = (int)s->def.method;
    ssArchive_Int( archive, &method );
    s->def.method = method == ss_slidingMassMoreau ? ss_slidingMassMoreau : ss_slidingMassDirect;
    s->body.stateCount = ssLaw_StateNumbers( &s->law.law );
    ssSlidingMass_Serialize( &s->body, archive );
    ssArchive_Bool( archive, &s->dragging );
    ssArchive_Vec2( archive, &s->dragTarget );
    ssArchive_Vec2( archive, &s->travel );
    beltSerializeCycles( s, archive );
    if ( archive->mode != ss_archiveHash )
    {
        ssArchive_Vec2( archive, &s->start );
        ssArchive_Vec2( archive, &s->push );
    }
    bool changed = before.beltVelocity.x != s->def.beltVelocity.x ||
        before.beltVelocity.y != s->def.beltVelocity.y || before.stiffness[0] != s->def.stiffness[0] ||
        before.stiffness[1] != s->def.stiffness[1] || before.mass != s->def.mass ||
        before.damping != s->def.damping || before.normalForce != s->def.normalForce;
    if ( archive->mode == ss_archiveRead && ( lawChanged || changed ) && !archive->overrun )
    {
        beltDerive( s );
    }
}

static void fillSignals( const void* state, const ssSim* sim, double* row )
{
    const Belt* s = state;
    const ssSlidingMass* m = &s->body;
    ssLawSite site = beltSite( s, sim );
    const ssLaw there = ssLaw_At( &s->law.law, &site );
    // A typed law may be a function of the velocity, which has no C and no gauge.
    double speed = m->stick ? 0.0 : ssVec2_Length( m->slip );
    double load = s->def.normalForce * ssSim_Noise( sim, 0 ).friction;
    double gauge = ssLaw_GaugeAtSpeed( &there, load, speed, m->force );
    const double values[] = { m->position.x, m->position.y, m->velocity.x, m->velocity.y, m->force.x,
        m->force.y, m->slip.x, m->slip.y, beltSticks( s ) ? 1.0 : 0.0, gauge };
    _Static_assert( SS_COUNT( values ) == SS_COUNT( s_signals ), "a value for each row" );
    memcpy( row, values, sizeof values );
}

static double measure( const void* state, const ssSim* sim, int index )
{
    const Belt* s = state;
    BeltCycles cycles = beltMeasureCycles( s, ssSim_Time( sim ) );
    const double values[] = { s->steady.traceB, s->steady.maxRe, cycles.period, cycles.stick, cycles.xMin,
        cycles.xMax, cycles.yMin, cycles.yMax };
    _Static_assert( SS_COUNT( values ) == SS_COUNT( s_measures ), "a value for each row" );
    return values[index];
}

static bool uses( const ssSim* sim, int param )
{
    if ( ssSim_Scenario( sim )->law != NULL && ( param == beltLawKey || param == beltCForce ) )
    {
        return false; // a typed law has its own sets, per newton of load
    }
    ssLawKind kind = s_lawKinds[(int)ssSim_PendingParam( sim, beltLawKey )];
    return slidingLawUses( sim, kind, beltFirstC, beltFirstD, param );
}

static void explainDirections( const Belt* s, char* text, int capacity )
{
    const ssAngleBand* band = s->bands;
    if ( s->bandCount > 0 && band->toDeg - band->fromDeg >= 360.0 )
    {
        sayNumbers( text, capacity, ssTranslate( "unstable in every direction" ) );
    }
    else if ( s->bandCount > 0 )
    {
        snprintf( text, (size_t)capacity, ssTranslate( "unstable %s° … %s°%s" ),
            numberText( band->fromDeg ).text, numberText( band->toDeg ).text,
            s->bandCount > 1 ? ssTranslate( " and opposite" ) : "" );
    }
    else { sayNumbers( text, capacity, s->judged ? ssTranslate( "stable in every direction" ) : "" ); }
}

static void explain( const void* state, const ssSim* sim, int param, char* text, int capacity )
{
    const Belt* s = state;
    switch ( param )
    {
        case beltPhi: explainDirections( s, text, capacity ); break;
        case beltSpeed:
            sayNumbers( text, capacity, isfinite( s->steady.maxRe ) ? "tr B = %s N s/m, max Re = %s /s" : "",
                s->steady.traceB, s->steady.maxRe );
            break;
        case beltLoad:
            snprintf( text, (size_t)capacity, "%s",
                ssSim_Scenario( sim )->law != NULL ? ""
                    : ssSim_Param( sim, beltCForce ) > 0.0
                    ? ssTranslate( "C grows with it" )
                    : ssTranslate( "no effect: C holds for any load (load of C = 0)" ) );
            break;
        case beltLawKey:
            sayNumbers( text, capacity,
                s->law.law.sharesSets ? "D = C" : ssTranslate( "largest D inside C: × %s" ),
                s->law.law.dScale );
            break;
    }
}

static double direction( const void* state, const ssSim* sim )
{
    (void)state;
    return ssSim_Param( sim, beltPhi );
}

static const ssDrive s_drive = { "φ", "°", direction, NULL };

extern const ssScenario ss_scenarioBelt;
const ssScenario ss_scenarioBelt = { "belt", "Mass on a belt",
    .source = "Walker & Leine 2019, Sec. 4.2, Figs. 14-17",
    .summary = "A mass on a moving belt is held by springs. Its friction force lies in an anisotropic "
               "reservoir C, and its sliding direction is normal to another set D. For some belt directions "
               "steady sliding is unstable: the mass spirals out and ends in a cycle of stick and slip, "
               "although friction does not fall with speed.",
    .model = { ROWS( param, ss_beltParams ), ROWS( signal, s_signals ), ROWS( measure, s_measures ),
        .h = 5e-3, .until = 500.0, .takesLaw = true, .stateSize = sizeof( Belt ), MODEL_CALLS,
        .destroy = destroy, .adopt = adopt, .serialize = serialize, .uses = uses, .drive = &s_drive },
    .picture = { ROWS( plot, s_plots ), ROWS( chart, s_charts ), .body = "mass", .ground = "belt",
        .draw = beltDraw, .drawChart = beltDrawChart, .explain = explain, .drag = dragBody },
    ROWS( preset, s_presets ), .opening = "fig17", ROWS( figure, s_figures ) };
