// SPDX-License-Identifier: MIT
// A scenario of one's own: a puck on a turntable that spins up, until friction can no longer hold it.
//     cc -shared -fPIC $(pkg-config --cflags slipstick) plugin_scenario.c -o turntable.so &&
//     slipstick --plugin ./turntable.so turntable
// clang-format off
#include <slipstick/elementary.h>
#include <slipstick/lab/plugin.h>
#define GRAVITY 9.81 // [m/s²]
typedef struct Puck { ssVec2 place, velocity, friction; } Puck; // [m], [m/s], friction per mass [m/s²]
#define ROW( Key, Symbol, Label, Unit, Doc, Max, Value ) { .key = Key, .symbol = Symbol, .label = Label, \
    .unit = Unit, .doc = Doc, \
    .group = "turntable", .min = 0.01, .max = Max, .allowedMax = 1e6, .open = ss_openLow, \
    .defaultValue = Value }
static const ssParam params[] = { ROW( "mu", "μ", "friction", "", "Friction coefficient of puck and table.",
    1.0, 0.3 ),
    ROW( "radius", "r₀", "initial radius", "m", "Distance of the puck from the axis at t = 0.", 1.0, 0.4 ),
    ROW( "spin_up", "α", "spin-up", "rad/s²", "The table turns at α t.", 2.0, 1.0 ) };
static const ssSignal signals[] = { { "x", "x", "m", "place of the puck" }, { "y", "y", "m",
    "place of the puck" },
    { "used", "|f|/μmg", "", "share of the friction that is used" }, { "used_exact", "exact", "",
        "r₀ √(α² + (α t)⁴)/(μ g), at most 1" } };
static const ssPlot plots[] = { { .id = "used", .title = "friction used", .unit = "", .signals = { "used" },
    .exact = { "used_exact" }, .shown = true },
    { .id = "path", .title = "path", .unit = "m", .signals = { "y" }, .x = "x", .shown = true } };
static const ssMeasure measures[] = { { "reach", "m", "distance of the puck from the axis" } };
static const ssPreset presets[] = { { .name = "tiny", .label = "A short run, for tests", .until = 0.1,
    .hidden = true } };
static ssResult create( void* state, const ssSim* sim ) { ( (Puck*)state )->place.x = ssSim_Param( sim,
    1 ); return ssOk(); }
static void serialize( void* state, ssArchive* archive ) { ssArchive_F64s( archive, state,
    sizeof( Puck ) / sizeof( double ) ); }
static double measure( const void* state, const ssSim* sim,
    int index ) { (void)sim; (void)index; return ssVec2_Length( ( (const Puck*)state )->place ); }
static ssStepReport step( void* state, ssSim* sim )
{
    Puck* s = state;
    double h = ssSim_StepSize( sim ), turn = ssSim_Param( sim, 2 ) * ( ssSim_Time( sim ) + 0.5 * h ) * h,
    c = ssCos( turn ) - 1.0, d = ssSin( turn );
    ssVec2 table = { ( s->place.x * c - s->place.y * d ) / h, ( s->place.x * d + s->place.y * c ) / h },
    need = ssVec2_Scale( 1.0 / h, ssVec2_Sub( table, s->velocity ) );
    // what makes it stick, at most μ g
    s->friction = ssVec2_Scale( ssMin( 1.0, ssSim_Param( sim,
    0 ) * GRAVITY / ( ssVec2_Length( need ) + 1e-300 ) ), need );
    s->velocity = ssVec2_Add( s->velocity, ssVec2_Scale( h, s->friction ) ), s->place = ssVec2_Add( s->place,
    ssVec2_Scale( h, s->velocity ) );
    return ( ssStepReport ){ .status = ss_statusConverged, .contacts = 1 };
}
static void fillSignals( const void* state, const ssSim* sim, double* row )
{
    const Puck* s = state;
    double most = ssSim_Param( sim, 0 ) * GRAVITY, spin = ssSim_Param( sim, 2 ) * ssSim_Time( sim );
    row[0] = s->place.x, row[1] = s->place.y,
    row[2] = ssSim_StepIndex( sim ) > 0 ? ssVec2_Length( s->friction ) / most : SS_NAN;
    row[3] = ssMin( 1.0, ssSim_Param( sim, 1 ) * ssHypot( ssSim_Param( sim, 2 ), spin * spin ) / most );
}
static void draw( const void* state, const ssSim* sim, const ssDraw* out )
{
    ssVec2 x = ( (const Puck*)state )->place, v = ( (const Puck*)state )->velocity,
    f = ( (const Puck*)state )->friction;
    double mu = ssSim_Param( sim, 0 ), t = ssSim_Time( sim ), spin = ssSim_Param( sim, 2 ) * t,
    slip = ssVec2_Length( f ) < 0.999 * mu * GRAVITY ? 0.0 : 1.0;
    ssQuat turn = ssQuat_FromRotationVector( ssVec3_Make( 0.0, 0.0, 0.5 * spin * t ) );
    ssDrawSolid solids[] = { { ss_solidCylinder, -1, .fixed = true, .center = { 0, 0, -0.05 },
    .half = { 1.2, 0, 0.05 }, .orientation = turn },
        { ss_solidBox, -1, .half = { 1.19, 0.012, 0.001 }, .orientation = turn }, // a mark on the table
        { ss_solidCylinder, 0, .center = { x.x, x.y, 0.02 }, .half = { 0.06, 0, 0.02 },
            .orientation = turn } };
    ssContactView contact = { .point = { x.x, x.y, 0 }, .normal = { 0, 0, 1 }, .tangent1 = { 1, 0, 0 },
    .tangent2 = { 0, 1, 0 }, .a = -1, .cone = { 3, mu, .muRoll = 0 },
        .force = { GRAVITY, f.x, f.y },
        .velocity = { 0, slip * ( v.x + spin * x.y ), slip * ( v.y - spin * x.x ) },
        .mode = slip == 0.0 ? ss_modeStick : ss_modeSlide };
    if ( out->bounds != NULL ) out->bounds( out->context, ssVec3_Make( 0.0, 0.0, 0.0 ), 1.1 );
    if ( out->solids != NULL ) out->solids( out->context, 3, solids );
    ssDrawContacts( out, 1, &contact );
}
static const ssScenario turntable = { .id = "turntable", .title = "Turntable", .source = "an example",
    .summary = "A puck lies on a turntable that spins up. It sticks until friction no longer holds it, and "
    "then slides outwards.",
    .model = { .params = params, .paramCount = SS_COUNT( params ), .signals = signals,
        .signalCount = SS_COUNT( signals ), .measures = measures, .measureCount = SS_COUNT( measures ),
        .h = 1e-3, .until = 4.0, .stateSize = sizeof( Puck ), .create = create, .step = step,
        .serialize = serialize, .fillSignals = fillSignals, .measure = measure },
    .picture = { .plots = plots, .plotCount = SS_COUNT( plots ), .body = "puck", .ground = "turntable",
        .draw = draw },
    .presets = presets, .presetCount = SS_COUNT( presets ) };
static ssResult addAll( void ) { return ssRegisterScenario( &turntable ); }
SS_PLUGIN( "turntable", addAll )
