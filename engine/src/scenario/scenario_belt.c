// SPDX-License-Identifier: MIT
#include "scenario/scenario_belt.h"
#include "scenario/preset.h"

#include <math.h>
#include <stdio.h>

// A mass on a belt, held by springs (Walker & Leine Sec. 4.2): with C and D apart steady sliding is unstable for some belt
// directions although nothing in the friction law falls with the speed.

static const char* const s_laws[] = { "associated", "collinear", "extended" };
static const ssLawKind s_lawKinds[] = { ss_lawKindAssociated, ss_lawKindCollinear, ss_lawKindExtended };
static const char* const s_methods[] = { "moreau", "direct" };

// A table is read by rows:
// clang-format off
const ssParam ss_beltParams[SS_BELT_PARAMS] = {
    [beltPhi] = { .key = "phi_deg", .symbol = "φ", .label = "belt direction", .unit = "°", .group = "belt",
        .doc = "From e_T1. Turn it through the shaded directions of the dial and watch the mass leave its place.",
        .min = 0.0, .max = 360.0, .allowedMin = -HUGE_VAL, .allowedMax = HUGE_VAL, .defaultValue = 50.0, .live = true },
    [beltSpeed] = { .key = "belt_speed", .symbol = "v", .label = "belt speed", .unit = "m/s", .group = "belt",
        .doc = "Slow belts carry the mass along until it breaks loose; fast ones never hold it.",
        .min = 0.0, .max = 20.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 1.0, .live = true },
    [beltLoad] = { .key = "normal_force", .symbol = "λ_N", .label = "normal force", .unit = "N", .group = "belt",
        .doc = "Load on the contact. C grows with it when c_force says at which load C is meant.",
        .min = 0.1, .max = 50.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .open = ss_openLow, .defaultValue = 9.81, .live = true },
    [beltCForce] = { .key = "c_force", .symbol = "λ_C", .label = "reference load of C", .unit = "N", .group = "belt",
        .doc = "The load at which C is meant; 0: at the load there is. An asperity set is per newton anyway.",
        .min = 0.0, .max = 50.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.0, .live = true },
    [beltLawKey] = { .key = "law", .symbol = "law", .label = "friction law", .unit = "", .group = "friction",
        .doc = "associated: slips along the normal of C, never unstable. collinear: against the force. extended: along the normal of D.",
        .kind = ss_paramChoice, .max = SS_COUNT( s_laws ) - 1, .allowedMax = SS_COUNT( s_laws ) - 1, .defaultValue = 2,
        .live = true, .choices = s_laws, .choiceCount = SS_COUNT( s_laws ) },
    SS_TURNED_SET_ROWS( "c_", "reservoir C", ss_setEllipse, 30.0, 10.0, 2.0, 30.0, 50.0, 4.0 ),
    SS_SET_ROWS( "d_", "directions D", ss_setEllipse, 3.0, 1.0, 2.0, 5.0, 0.4 ),
    [beltMass] = { .key = "mass", .symbol = "m", .label = "mass", .unit = "kg", .group = "mass and springs",
        .doc = "The mass on the belt.",
        .min = 0.1, .max = 10.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .open = ss_openLow, .defaultValue = 1.0, .logScale = true, .live = true },
    [beltStiffness] = { .key = "stiffness", .symbol = "k", .label = "stiffness", .unit = "N/m", .group = "mass and springs",
        .doc = "Of the springs that pull the mass to the origin.",
        .min = 0.1, .max = 10.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .open = ss_openLow, .defaultValue = 1.0, .logScale = true, .live = true },
    [beltStiffnessY] = { .key = "stiffness_y", .symbol = "k_y", .label = "stiffness along e_T2", .unit = "N/m", .group = "mass and springs",
        .doc = "Another stiffness along e_T2; 0: the same as along e_T1.",
        .min = 0.0, .max = 10.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.0, .live = true },
    [beltDamping] = { .key = "damping", .symbol = "c", .label = "damping", .unit = "N s/m", .group = "mass and springs",
        .doc = "Of dashpots beside the springs. Friction of this law only damps across the sliding direction, or the opposite.",
        .min = 0.0, .max = 1.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.0, .live = true },
    [beltPerturbation] = { .key = "perturbation", .symbol = "Δx", .label = "perturbation", .unit = "m", .group = "start",
        .doc = "How far from the equilibrium the mass starts, along e_T1 and at rest.",
        .min = -1.0, .max = 1.0, .allowedMin = -HUGE_VAL, .allowedMax = HUGE_VAL, .defaultValue = 0.01 },
    [beltSettle] = { .key = "settle", .symbol = "t_s", .label = "settling time", .unit = "s", .group = "numerics",
        .doc = "Cycles are measured after it; 0: 250 s, or 60% of a shorter run.",
        .min = 0.0, .max = 500.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.0, .live = true },
    [beltMethod] = { .key = "method", .symbol = "method", .label = "contact solve", .unit = "", .group = "numerics",
        .doc = "moreau: the iteration of Walker & Leine Eq. 69. direct: stick test and a root in one angle.",
        .kind = ss_paramChoice, .max = 1, .allowedMax = 1, .defaultValue = ss_slidingMassDirect, .live = true,
        .choices = s_methods, .choiceCount = SS_COUNT( s_methods ) },
};

static const ssSignal s_signals[] = {
    { "x", "x", "m", "position along e_T1" },
    { "y", "y", "m", "position along e_T2" },
    { "u_x", "u_x", "m/s", "velocity along e_T1" },
    { "u_y", "u_y", "m/s", "velocity along e_T2" },
    { "f_1", "-λ_T1", "N", "force of the mass on the belt along e_T1" },
    { "f_2", "-λ_T2", "N", "force of the mass on the belt along e_T2" },
    { "slip_1", "γ_T1", "m/s", "velocity of the mass over the belt along e_T1" },
    { "slip_2", "γ_T2", "m/s", "velocity of the mass over the belt along e_T2" },
    { "stick", "stick", "", "1 while the mass moves with the belt" },
    { "k_c", "k_C", "", "gauge of the force: 1 on the boundary of C" },
};
// clang-format on

_Static_assert( SS_BELT_PARAMS == beltKeyCount, "one key for each row" );
_Static_assert( beltKeyCount <= SS_MAX_PARAMS, "too many keys" );

static const ssPlot s_plots[] = {
    { "position", "position", "m", { "x", "y" }, { NULL }, true, NULL, ss_plotLines },
    { "path", "path of the mass", "m", { "y" }, { NULL }, true, "x", ss_plotLines },
    { "force", "friction force", "N", { "f_1", "f_2" }, { NULL }, false, NULL, ss_plotLines },
    { "phase", "phase plane", "m/s", { "u_x" }, { NULL }, false, "x", ss_plotLines },
    { "velocity", "velocity", "m/s", { "u_x", "u_y" }, { NULL }, false, NULL, ss_plotLines },
    { "k_c", "gauge of C", "", { "k_c", "stick" }, { NULL }, false, NULL, ss_plotLines },
};

static const ssChart s_charts[] = {
    { .id = "reservoir",
        .title = "force in its reservoir",
        .xLabel = "−λ_T1",
        .xUnit = "N",
        .yLabel = "−λ_T2",
        .yUnit = "N",
        .doc = "The force lies in C; the mass slips along the normal of D at the force scaled onto D. "
               "Unstable when γ "
               "points into the tangent cone of C.",
        .equalScales = true,
        .shown = true },
    { .id = "dial",
        .title = "unstable belt directions",
        .xLabel = "e_T1",
        .xUnit = "",
        .yLabel = "e_T2",
        .yUnit = "",
        .doc = "Belt directions for which steady sliding is unstable, and the belt's own.",
        .equalScales = true,
        .shown = true },
    { .id = "bifurcation",
        .title = "equilibrium over the belt direction",
        .xLabel = "φ",
        .xUnit = "°",
        .yLabel = "x",
        .yUnit = "m",
        .doc = "Steady sliding, dotted where it is unstable, with the mass as it is now (Walker & Leine Fig. "
               "16a).",
        .shown = false },
    { .id = "growth",
        .title = "growth rate",
        .xLabel = "φ",
        .xUnit = "°",
        .yLabel = "max Re",
        .yUnit = "1/s",
        .doc = "Largest real part of the eigenvalues of Eq. 113; never below zero without dashpots.",
        .shown = false },
};

static const ssPresetValue s_fig16[] = { { "phi_deg", 60.0 } };
static const ssPresetValue s_fig17[] = { { "phi_deg", 50.0 } };
static const ssPresetValue s_stable30[] = { { "phi_deg", 30.0 } };
static const ssPresetValue s_stable85[] = { { "phi_deg", 85.0 } };
static const ssPresetValue s_fast16[] = { { "phi_deg", 50.0 }, { "belt_speed", 16.0 }, { "settle", 600.0 } };
static const ssPresetValue s_associated[] = { { "phi_deg", 60.0 }, { "law", 0.0 } };
static const ssPresetValue s_tiny[] = { { "phi_deg", 50.0 } };

static const ssPreset s_presets[] = {
    { .name = "fig17",
        .label = "Fig. 17: stick-slip cycle at 50°",
        .h = 5e-3,
        .until = 500.0,
        PRESET( s_fig17 ) },
    { .name = "fig16",
        .label = "Fig. 16: in the middle of the unstable range",
        .h = 5e-3,
        .until = 500.0,
        PRESET( s_fig16 ) },
    { .name = "stable30",
        .label = "30°: outside the range, neither grows nor decays",
        .h = 5e-3,
        .until = 500.0,
        PRESET( s_stable30 ) },
    { .name = "stable85", .label = "85°: beyond the range", .h = 5e-3, .until = 500.0, PRESET( s_stable85 ) },
    { .name = "fast16",
        .label = "16 m/s: a cycle without stick",
        .h = 5e-3,
        .until = 1000.0,
        PRESET( s_fast16 ) },
    { .name = "associated",
        .label = "Theorem 1: the associated law cannot",
        .h = 5e-3,
        .until = 500.0,
        PRESET( s_associated ) },
    { .name = "tiny", .label = "A few seconds, for tests", .h = 5e-3, .until = 5.0, PRESET( s_tiny ) },
};

enum
{
    measureTrace,
    measureMaxRe,
    measurePeriod,
    measureStick,
    measureXMin,
    measureXMax,
    measureYMin,
    measureYMax,
    measureCount
};

static const ssMeasure s_measures[] = {
    [measureTrace] = { "trace_b", "N s/m",
        "trace of B, its only eigenvalue that is not zero; negative: unstable" },
    [measureMaxRe] = { "max_re", "1/s", "largest real part of the linearised motion" },
    [measurePeriod] = { "period", "s",
        "mean over the last whole cycles after `settle` that repeat; undefined without a cycle" },
    [measureStick] = { "stick_fraction", "",
        "share of a cycle in which the mass sticks; undefined without a cycle" },
    [measureXMin] = { "x_min", "m", "of the cycle along e_T1; undefined without one" },
    [measureXMax] = { "x_max", "m", "of the cycle along e_T1; undefined without one" },
    [measureYMin] = { "y_min", "m", "of the cycle along e_T2; undefined without one" },
    [measureYMax] = { "y_max", "m", "of the cycle along e_T2; undefined without one" },
};

static const char* const s_figures[] = { "walker-fig16", "walker-fig17" };

// ------------------------------------------------------------------------------------------------------- making

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
    def.beltVelocity = ssVec2_Make( v * cos( phi ), v * sin( phi ) );
    def.method = (ssSlidingMassMethod)ssSim_Param( sim, beltMethod );
    return def;
}

/// What follows from definition and law, and is no state.
static void derive( Belt* s )
{
    s->steady = ssLineariseBelt( &s->def, &s->law.law );
    s->bandCount = ssUnstableBelts( &s->law.law, s->bands, beltBands );
    double speed = ssVec2_Length( s->def.beltVelocity );
    for ( int i = 0; i < beltSamples; ++i )
    {
        double phi = 2.0 * SS_PI * i / ( beltSamples - 1 );
        ssSlidingMassDef def = s->def;
        def.beltVelocity = ssVec2_Make( speed * cos( phi ), speed * sin( phi ) );
        ssBeltStability there = ssLineariseBelt( &def, &s->law.law );
        s->phiDeg[i] = 360.0 * i / ( beltSamples - 1 );
        s->xEq[i] = there.equilibrium.x;
        s->growth[i] = there.maxRe;
        s->unstable[i] = there.coneMargin > 0.0;
    }
}

/// Law and definition from the parameters; the motion stays.
static ssResult adopt( void* state, const ssSim* sim )
{
    Belt* s = state;
    ssLawKind kind = s_lawKinds[(int)ssSim_Param( sim, beltLawKey )];
    ssResult result = slidingLaw_Read( &s->law, sim, kind, beltFirstC, beltFirstD, beltReferenceLoad( sim ) );
    if ( result.code == ss_ok )
    {
        s->def = beltReadDef( sim );
        s->settle = ssSim_Param( sim, beltSettle );
        derive( s );
    }
    return result;
}

static ssResult create( void* state, const ssSim* sim )
{
    Belt* s = state;
    ssResult result = adopt( state, sim );
    if ( result.code != ss_ok )
    {
        return result;
    }
    s->slider.position = s->steady.equilibrium;
    s->slider.position.x += ssSim_Param( sim, beltPerturbation );
    s->slider.slip = ssVec2_Scale( -1.0, s->def.beltVelocity );
    s->slider.force =
        isfinite( s->steady.force.x + s->steady.force.y ) ? s->steady.force : ssVec2_Make( 0.0, 0.0 );
    s->slider.stick = s->def.beltVelocity.x == 0.0 && s->def.beltVelocity.y == 0.0;
    if ( !isfinite( s->slider.position.x + s->slider.position.y ) )
    {
        return ssError( ss_errorValue, "stiffness", "the equilibrium lies beyond the range of numbers" );
    }
    beltBeginCycle( s, 0.0 );
    return result;
}

static void destroy( void* state )
{
    slidingLaw_Destroy( &( (Belt*)state )->law );
}

// ------------------------------------------------------------------------------------------------------- moving

static ssStepReport step( void* state, ssSim* sim )
{
    Belt* s = state;
    double h = ssSim_StepSize( sim );
    ssSlidingMass before = s->slider;
    ssSlidingMassDef def = s->def;
    if ( s->held )
    {
        // the hand is a spring, stiff enough to lead the mass against friction
        double k = 5.0 * def.stiffness[0];
        def.push = ssVec2_Scale( k, ssVec2_Sub( s->hand, s->slider.position ) );
    }
    ssSlidingMassReport solve = ssSlidingMass_Step( &s->slider, &def, &s->law.law, h );
    ssSlidingMass* now = &s->slider;
    double gauge = ssLaw_Gauge( &s->law.law, def.normalForce, now->force );
    double all[] = { now->position.x, now->position.y, now->velocity.x, now->velocity.y, now->force.x,
        now->force.y, now->slip.x, now->slip.y, gauge };
    for ( int i = 0; i < SS_COUNT( all ); ++i )
    {
        if ( !isfinite( all[i] ) )
        {
            s->slider = before;
            return ( ssStepReport ){ .status = ss_stepNotFinite, .contacts = 1 };
        }
    }
    s->beltMoved = ssVec2_MulAdd( s->beltMoved, h, def.beltVelocity );
    beltFollowCycle( s, before.position, ssSim_Time( sim ), h );
    return ( ssStepReport ){ .status = solve.converged ? ss_stepConverged : ss_stepIterationLimit,
        .contacts = 1,
        .iterations = solve.iterations,
        .residual = solve.residual };
}

static void drag( void* state, const ssSim* sim, const ssDrag* hand )
{
    (void)sim;
    Belt* s = state;
    s->held = hand->active;
    s->hand = ssVec2_Make( hand->target.x, hand->target.y );
}

static void serialize( void* state, ssArchive* archive )
{
    Belt* s = state;
    ssSlidingMassDef before = s->def;
    bool other = slidingLaw_Serialize( &s->law, archive );
    double* numbers[] = { &s->def.mass, &s->def.stiffness[0], &s->def.stiffness[1], &s->def.damping,
        &s->def.normalForce, &s->def.beltVelocity.x, &s->def.beltVelocity.y, &s->settle };
    for ( int i = 0; i < SS_COUNT( numbers ); ++i )
    {
        ssArchive_F64( archive, numbers[i] );
    }
    int method = (int)s->def.method;
    ssArchive_Int( archive, &method );
    s->def.method = method == ss_slidingMassMoreau ? ss_slidingMassMoreau : ss_slidingMassDirect;
    ssSlidingMass_Serialize( &s->slider, archive );
    ssArchive_Bool( archive, &s->held );
    ssArchive_Vec2( archive, &s->hand );
    ssArchive_Vec2( archive, &s->beltMoved );
    beltSerializeCycles( s, archive );
    bool changed = before.beltVelocity.x != s->def.beltVelocity.x ||
        before.beltVelocity.y != s->def.beltVelocity.y || before.stiffness[0] != s->def.stiffness[0] ||
        before.stiffness[1] != s->def.stiffness[1] || before.mass != s->def.mass ||
        before.damping != s->def.damping || before.normalForce != s->def.normalForce;
    if ( archive->mode == ss_archiveRead && ( other || changed ) && !archive->overrun )
    {
        derive( s );
    }
}

static void fillSignals( const void* state, const ssSim* sim, double* row )
{
    (void)sim;
    const Belt* s = state;
    const ssSlidingMass* m = &s->slider;
    double values[] = { m->position.x, m->position.y, m->velocity.x, m->velocity.y, m->force.x, m->force.y,
        m->slip.x, m->slip.y, m->stick ? 1.0 : 0.0,
        ssLaw_Gauge( &s->law.law, s->def.normalForce, m->force ) };
    for ( int i = 0; i < SS_COUNT( values ); ++i )
    {
        row[i] = values[i];
    }
}

static double measure( const void* state, const ssSim* sim, int index )
{
    const Belt* s = state;
    if ( index == measureTrace || index == measureMaxRe )
    {
        return index == measureTrace ? s->steady.traceB : s->steady.maxRe;
    }
    BeltCycles cycles = beltMeasureCycles( s, ssSim_Time( sim ) );
    const double values[] = { [measurePeriod] = cycles.period,
        [measureStick] = cycles.stick,
        [measureXMin] = cycles.xMin,
        [measureXMax] = cycles.xMax,
        [measureYMin] = cycles.yMin,
        [measureYMax] = cycles.yMax };
    return values[index];
}

static bool uses( const ssSim* sim, int param )
{
    ssLawKind kind = s_lawKinds[(int)ssSim_PendingParam( sim, beltLawKey )];
    return slidingLaw_Uses( sim, kind, beltFirstC, beltFirstD, param );
}

static void explain( const void* state, const ssSim* sim, int param, char* text, int capacity )
{
    const Belt* s = state;
    char a[24], b[24];
    size_t size = (size_t)capacity;
    switch ( param )
    {
        case beltPhi:
            if ( s->bandCount > 0 )
            {
                ssFormatNumber( s->bands[0].fromDeg, a, sizeof a );
                ssFormatNumber( s->bands[0].toDeg, b, sizeof b );
                snprintf(
                    text, size, "unstable %s° … %s°%s", a, b, s->bandCount > 1 ? ", and opposite" : "" );
            }
            else
            {
                snprintf( text, size, "stable in every direction" );
            }
            break;
        case beltSpeed:
            ssFormatNumber( s->steady.traceB, a, sizeof a );
            ssFormatNumber( s->steady.maxRe, b, sizeof b );
            snprintf( text, size, "tr B = %s N s/m, max Re = %s /s", a, b );
            break;
        case beltLoad:
            snprintf( text, size, "%s",
                ssSim_Param( sim, beltCForce ) > 0.0 ? "C grows with it"
                                                     : "C is meant at this load: nothing changes" );
            break;
        case beltLawKey:
            ssFormatNumber( s->law.law.dScale, a, sizeof a );
            snprintf( text, size, s->law.law.sharesSets ? "D = C" : "largest D inside C: × %s", a );
            break;
        default:
            text[0] = '\0';
            break;
    }
}

extern const ssScenario ss_scenarioBelt;
const ssScenario ss_scenarioBelt = {
    .id = "belt",
    .title = "Mass on a belt",
    .source = "Walker & Leine 2019, Sec. 4.2, Figs. 14-17",
    .summary = "A mass on a moving belt, held by springs. The friction force is as anisotropic as the "
               "reservoir C; the sliding "
               "direction is normal to another set D. For some belt directions steady sliding is unstable: "
               "the mass spirals out "
               "and ends in a cycle of stick and slip, although friction does not fall with speed.",
    .params = ss_beltParams,
    .paramCount = beltKeyCount,
    .signals = s_signals,
    .signalCount = SS_COUNT( s_signals ),
    .plots = s_plots,
    .plotCount = SS_COUNT( s_plots ),
    .charts = s_charts,
    .chartCount = SS_COUNT( s_charts ),
    .presets = s_presets,
    .presetCount = SS_COUNT( s_presets ),
    .opening = "fig17",
    .measures = s_measures,
    .measureCount = measureCount,
    .figures = s_figures,
    .figureCount = SS_COUNT( s_figures ),
    .h = 5e-3,
    .until = 500.0,
    .topView = true,
    .stateSize = sizeof( Belt ),
    .create = create,
    .destroy = destroy,
    .adopt = adopt,
    .step = step,
    .serialize = serialize,
    .fillSignals = fillSignals,
    .measure = measure,
    .draw = beltDraw,
    .drawChart = beltDrawChart,
    .explain = explain,
    .drag = drag,
    .uses = uses,
};
