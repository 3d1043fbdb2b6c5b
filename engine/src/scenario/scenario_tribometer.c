// SPDX-License-Identifier: MIT
#include "scenario/scenario_tribometer.h"
#include "sim/rows.h"

#include <string.h>

// A disk turns under a pin, a sensor measures friction in every direction (Walker & Leine Sec. 5.2), and C
// and D are identified, from a virtual machine or from a file.

#define MAX_ANGLE 1e15 // angle of the disk up to which its fraction of a turn is still resolved [rad]

static const char* const s_noYes[] = { "no", "yes" };

// clang-format off
static const ssParam s_params[] = {
    SS_SET_ROWS( "c_", "reservoir C", ss_setSuperellipse, 4.99, 4.25, 2.94, 10.0, 2.0 ),
    SS_SET_ROWS( "d_", "directions D", ss_setSuperellipse, 1.84, 1.19, 2.51, 10.0, 0.5 ),
    [tribometerKeyCForce] = { PARAM( "c_force", "load of C", "load of C", "N", "reservoir C" ),
        POSITIVE( 0.1, 50.0, 9.3 ), .live = true,
        .doc = "Load to which the axes of C refer. C grows in proportion to the normal force." },
    [tribometerKeyNormalForce] = { PARAM( "normal_force", "r_N", "normal force", "N", "machine" ),
        POSITIVE( 0.1, 50.0, 9.3 ), .live = true,
        .doc = "Load on the pin. For measured forces without a column lambda_n: the load at which they were "
            "measured." },
    [tribometerKeyRpm] = { PARAM( "rpm", "turns", "turns per minute", "1/min", "machine" ),
        POSITIVE( 0.1, 200.0, 4.7746482927568605 ), .logScale = true, .live = true,
        .doc = "Speed of the disk. The virtual material does not depend on the sliding speed." },
    [tribometerKeyPinRadius] = { PARAM( "pin_radius", "track", "radius of the track", "m", "machine" ),
        POSITIVE( 0.06, 0.149, 0.1 ), .live = true, .doc = "Distance of the pin from the axis of the disk." },
    [tribometerKeySamples] = { PARAM( "samples", "samples", "samples per turn", "", "sensor" ),
        .kind = ss_paramInteger, .min = 72.0, .max = 7200.0, .allowedMin = SS_FORCES_MIN,
        .allowedMax = 100000.0, .defaultValue = 3600.0, .live = true,
        .doc = "Number of forces measured in one turn." },
    [tribometerKeyNoise] = { PARAM( "noise", "noise", "noise", "N", "sensor" ),
        NOT_NEGATIVE( 0.0, 0.5, 0.05 ), .live = true,
        .doc = "Standard deviation of the white noise in each channel." },
    [tribometerKeyCrosstalk] = { PARAM( "crosstalk", "crosstalk", "crosstalk", "", "sensor" ),
        BETWEEN( -0.3, 0.3, -0.1, 0.1, 0.02 ), .live = true,
        .doc = "Fraction of each channel that appears in the others." },
    [tribometerKeyCompensate] = { PARAM( "compensate", "separated", "compensation", "", "sensor" ),
        CHOICE( s_noYes ), .defaultValue = 1.0, .live = true,
        .doc = "yes: the channels are separated by the inverse of the sensor matrix. no: crosstalk distorts "
            "C." },
    [tribometerKeyHarmonics] = { PARAM( "harmonics", "harmonics", "filter", "", "identification" ),
        .kind = ss_paramInteger, .min = 0.0, .max = 180.0, .allowedMin = 0.0, .allowedMax = 3600.0,
        .defaultValue = 60.0, .live = true,
        .doc = "Number of harmonics of the turn that the zero-phase low-pass filter keeps. 0: no filter." },
    [tribometerKeyInput] = { PARAM( "input", "input", "measured forces", "", "identification" ),
        .kind = ss_paramText,
        .doc = "A CSV file of one or more turns with the columns phi_deg, lambda_t, lambda_r and optionally "
            "lambda_n. Empty: the virtual machine." },
};
// clang-format on

static const ssSignal s_signals[] = {
    { "phi_deg", "φ", "°", "angle of the disk at the latest sample, which is the direction of sliding" },
    { "lambda_t", "λ_t", "N", "tangential force" },
    { "lambda_r", "λ_r", "N", "radial force" },
    { "lambda_n", "r_N", "N", "normal force" },
    { "lambda_t_filtered", "λ_t filtered", "N", "tangential force after the low-pass filter" },
    { "lambda_r_filtered", "λ_r filtered", "N", "radial force after the low-pass filter" },
};

static const ssPlot s_plots[] = {
    { PLOT( "lambda_t", "tangential force", "N" ), .signals = { "lambda_t", "lambda_t_filtered" } },
    { PLOT( "lambda_r", "radial force", "N" ), .signals = { "lambda_r", "lambda_r_filtered" } },
    { PLOT( "lambda_n", "normal force", "N" ), .signals = { "lambda_n" } },
};

static const ssChart s_charts[] = {
    [tribometerChartSets] = { CHART( "sets", "identified sets" ), AXES( "−r_T1", "N", "−r_T2", "N" ),
        .doc = "Points: forces in the frame of the disk. The pin slides along the normal of D at the force.",
        .equalScales = true, .shown = true },
    [tribometerChartForces] = { CHART( "forces", "forces over the turn" ), AXES( "φ", "°", "λ", "N" ),
        .doc = "The tangential force varies around its mean, the radial force around zero. On an isotropic "
               "surface both are constant.",
        .shown = true },
};

// Walker & Leine: mu = 0.14 at 14.0 N, 50 mm/s (Fig. 23), superellipses of Table 1 at 9.3 N (Fig. 24). For
// Fig. 25 only 18.5 N, 100 mm/s and friction largest along the grooves; shapes are ours.
static const ssPresetValue s_fig23[] = { { "c_kind", ss_setCircle }, { "c_a", 1.96 }, { "c_force", 14.0 },
    { "d_kind", ss_setCircle }, { "d_a", 1.0 }, { "normal_force", 14.0 } };
static const ssPresetValue s_fig25[] = { { "c_a", 2.6 }, { "c_b", 3.2 }, { "c_s", 2.3 }, { "c_force", 18.5 },
    { "d_a", 1.0 }, { "d_b", 1.6 }, { "d_s", 3.2 }, { "normal_force", 18.5 }, { "rpm", 9.549296585513721 } };
static const ssPresetValue s_clean[] = { { "noise", 0.0 }, { "crosstalk", 0.0 }, { "harmonics", 0.0 },
    { "samples", 360.0 } };
static const ssPresetValue s_crosstalk[] = { { "crosstalk", 0.1 }, { "compensate", 0.0 } };
static const ssPresetValue s_tiny[] = { { "samples", 72.0 }, { "noise", 0.002 }, { "harmonics", 0.0 } };

static const ssPreset s_presets[] = {
    { "fig23", "Isotropic: sandblasted steel", PRESET( s_fig23 ) },
    { "fig24", .label = "PVC on ground steel" },
    { "fig25", "Steel on ground steel", .until = 6.29, PRESET( s_fig25 ) },
    { "clean", "Without noise and filter", PRESET( s_clean ) },
    { "crosstalk", "A sensor that mixes its channels", PRESET( s_crosstalk ) },
    { "tiny", "A short run with few samples, for tests", .hidden = true, .h = 0.05, .until = 5.0,
        PRESET( s_tiny ) },
};

static const ssMeasure s_measures[] = {
    { "fit_c_a", "N", "semi-axis 1 of the superellipse fitted to C" },
    { "fit_c_b", "N", "semi-axis 2 of the superellipse fitted to C" },
    { "fit_c_s", "", "exponent of the superellipse fitted to C" },
    { "fit_d_ratio", "", "ratio of the semi-axes of the superellipse fitted to D" },
    { "fit_d_s", "", "exponent of the superellipse fitted to D" },
    { "closure", "", "change of ln r_D over the turn before the closure correction" },
    { "fit_c_a_ci", "N", "half width of the 95% confidence interval of fit_c_a" },
    { "fit_c_b_ci", "N", "half width of the 95% confidence interval of fit_c_b" },
    { "fit_c_s_ci", "", "half width of the 95% confidence interval of fit_c_s" },
    { "fit_d_ratio_ci", "", "half width of the 95% confidence interval of fit_d_ratio" },
    { "fit_d_s_ci", "", "half width of the 95% confidence interval of fit_d_s" },
    { "fit_c_rotation_deg", "°", "rotation of the superellipse fitted to C; 0 if it cannot be determined" },
    { "fit_d_rotation_deg", "°", "rotation of the superellipse fitted to D; 0 if it cannot be determined" },
    { "fit_c_rotation_deg_ci", "°",
        "half width of the 95% confidence interval of fit_c_rotation_deg; undefined for a circle" },
    { "fit_d_rotation_deg_ci", "°",
        "half width of the 95% confidence interval of fit_d_rotation_deg; undefined for a circle" },
    { "fit_ellipse_a", "N", "semi-axis 1 of the ellipse fitted to C" },
    { "fit_ellipse_b", "N", "semi-axis 2 of the ellipse fitted to C" },
    { "fit_c_rms", "", "root mean square of the relative distance of the points from the superellipse" },
    { "fit_ellipse_rms", "", "root mean square of the relative distance of the points from the ellipse" },
    { "fit_d_rms", "", "root mean square of the relative distance of D from its superellipse" },
    { "mu_1", "", "friction coefficient across the grooves, at 0°" },
    { "mu_2", "", "friction coefficient along the grooves, at 90°" },
    { "mu_mean", "", "mean friction coefficient over the turn" },
    { "noise_found", "N", "standard deviation of what the filter removed, per channel" },
    { "speed", "m/s", "sliding speed of the pin" },
    { "synthetic", "",
        "1 if the forces come from the virtual machine or from a file marked as synthetic; 0 if they were "
        "measured" },
    { "rows_left_out", "", "number of rows of the file with an empty or nan cell" },
    { "fit_c_widening", "",
        "factor in the confidence intervals of C for residuals that are alike at neighbouring angles" },
    { "fit_d_widening", "",
        "factor in the confidence intervals of D for residuals that are alike at neighbouring angles" },
    { "radial_flipped", "", "1 if the radial forces probably have the wrong sign" },
};

static const char* const s_figures[] = { "walker-fig23", "walker-fig24", "walker-fig25", "walker-fig26",
    "walker-table1" };

/// Hash of the parameters and the seed that the forces of a turn depend on.
static uint64_t keyOf( const ssSim* sim )
{
    uint64_t hash = ssHashU64( SS_HASH_SEED, ssSim_Seed( sim ) );
    const ssScenario* scenario = ssSim_Scenario( sim );
    hash = scenario->law != NULL ? ssHashText( hash, ssLawProgram_Info( scenario->law )->text ) : hash;
    for ( int i = 0; i < scenario->model.paramCount; ++i )
    {
        // The speed does not change the forces of a law without a text.
        bool motion = scenario->law == NULL && ( i == tribometerKeyRpm || i == tribometerKeyPinRadius );
        hash = motion                                        ? hash
            : scenario->model.params[i].kind == ss_paramText ? ssHashText( hash, ssSim_Text( sim, i ) )
                                                             : ssHashF64( hash, ssSim_Param( sim, i ) );
    }
    return hash;
}

ssTribometerDef tribometerDef( const ssSim* sim, const ssLaw* law )
{
    return ( ssTribometerDef ){ law, .normalForce = ssSim_Param( sim, tribometerKeyNormalForce ),
        .samples = (int)ssSim_Param( sim, tribometerKeySamples ),
        .noise = ssSim_Param( sim, tribometerKeyNoise ),
        .crosstalk = ssSim_Param( sim, tribometerKeyCrosstalk ),
        .compensate = ssSim_Param( sim, tribometerKeyCompensate ) != 0.0, .speed = tribometerSpeed( sim ),
        .turnTime = 60.0 / ssSim_Param( sim, tribometerKeyRpm ) };
}

/// Measures the forces of one turn with the virtual machine.
static ssResult measureVirtual( const ssSim* sim, ssForceSample** samples, int* count )
{
    *count = (int)ssSim_Param( sim, tribometerKeySamples );
    *samples = NULL;
    ssLaw law;
    SS_TRY( ssSim_MakeLaw( sim, ss_lawKindExtended, tribometerKeyC, tribometerKeyD,
        ssSim_Param( sim, tribometerKeyCForce ), &law ) );
    *samples = ssAlloc( (size_t)*count * sizeof **samples );
    ssTribometerDef def = tribometerDef( sim, &law );
    ssRng rng = ssSeedRng( ssSim_Seed( sim ) );
    ssResult result = *samples != NULL
        ? ssMeasureForces( &def, &rng, *samples )
        : ssError( ss_errorMemory, "samples", "out of memory for %d forces", *count );
    ssLaw_Destroy( &law );
    return result;
}

static ssResult makeTurn( const ssSim* sim, Turn* turn )
{
    const char* path = ssSim_Text( sim, tribometerKeyInput );
    ssForceSample* samples = NULL;
    int count = 0;
    bool machine = path[0] == '\0';
    *turn = ( Turn ){ .key = keyOf( sim ), .synthetic = machine || ssForcesAreSynthetic( path ) };
    ssResult result = machine ? measureVirtual( sim, &samples, &count )
                              : ssReadForces( path, &samples, &count, &turn->leftOut );
    if ( result.code == ss_ok )
    {
        double load = ssSim_Param( sim, tribometerKeyNormalForce );
        result =
            ssIdentify( samples, count, (int)ssSim_Param( sim, tribometerKeyHarmonics ), load, &turn->id );
    }
    if ( result.code == ss_ok )
    {
        turn->normal = ssAlloc( (size_t)turn->id.count * sizeof *turn->normal );
        result = turn->normal != NULL ? result : ssError( ss_errorMemory, NULL, "out of memory" );
    }
    for ( int i = 0; i < turn->id.count && result.code == ss_ok; ++i )
    {
        bool same = machine && turn->id.count == count;
        turn->normal[i] = same ? samples[i].normal : turn->id.load;
    }
    ssRelease( samples );
    if ( result.code != ss_ok ) { ssIdentification_Destroy( &turn->id ); }
    return result;
}

static void freeTurn( Turn* turn )
{
    ssIdentification_Destroy( &turn->id );
    ssRelease( turn->normal );
    turn->normal = NULL;
}

/// Replaces the turn by one with the present parameters. If it is refused, the old one stays.
static ssResult renew( Tribometer* s, const ssSim* sim )
{
    Turn turn;
    ssResult result = makeTurn( sim, &turn );
    if ( result.code == ss_ok )
    {
        freeTurn( s->turn );
        *s->turn = turn;
    }
    return result;
}

const Turn* tribometerTurn( const Tribometer* s, const ssSim* sim )
{
    if ( s->turn->key != keyOf( sim ) )
    {
        Tribometer copy = *s;
        renew( &copy, sim );
    }
    return s->turn;
}

static ssResult create( void* state, const ssSim* sim )
{
    Tribometer* s = state;
    s->turn = ssAlloc( sizeof *s->turn );
    return s->turn != NULL ? renew( s, sim ) : ssError( ss_errorMemory, NULL, "out of memory" );
}

static void destroy( void* state )
{
    Tribometer* s = state;
    if ( s->turn != NULL )
    {
        freeTurn( s->turn );
        ssRelease( s->turn );
    }
}

static ssResult adopt( void* state, const ssSim* sim )
{
    Tribometer* s = state;
    return s->turn->key == keyOf( sim ) ? ssOk() : renew( s, sim );
}

static void apply( void* state, const ssSim* sim ) { adopt( state, sim ); }

static ssStepReport step( void* state, ssSim* sim )
{
    Tribometer* s = state;
    const Turn* turn = tribometerTurn( s, sim );
    double angle =
        s->angle + ssSim_StepSize( sim ) * ssSim_Param( sim, tribometerKeyRpm ) * 2.0 * SS_PI / 60.0;
    if ( !isfinite( angle ) || angle > MAX_ANGLE )
    {
        return ( ssStepReport ){ .status = ss_statusNotFinite };
    }
    s->angle = angle;
    bool found = turn->key == keyOf( sim ) && turn->id.ellipse.converged && turn->id.c.converged &&
        turn->id.d.converged;
    return ( ssStepReport ){ .status = found ? ss_statusConverged : ss_statusLimit,
        .contacts = 1,
        .iterations = turn->id.c.iterations + turn->id.d.iterations };
}

static void serialize( void* state, ssArchive* archive )
{
    Tribometer* s = state;
    ssArchive_F64( archive, &s->angle );
}

int tribometerSample( const Tribometer* s, const Turn* turn )
{
    double part = fmod( s->angle / ( 2.0 * SS_PI ), 1.0 );
    return (int)( part * turn->id.count + 1e-6 ) % turn->id.count;
}

static void fillSignals( const void* state, const ssSim* sim, double* row )
{
    const Tribometer* s = state;
    const Turn* turn = tribometerTurn( s, sim );
    int at = tribometerSample( s, turn );
    const double values[] = { turn->id.phi[at] * 180.0 / SS_PI, turn->id.tangential[at], turn->id.radial[at],
        turn->normal[at], turn->id.tangentialLow[at], turn->id.radialLow[at] };
    _Static_assert( SS_COUNT( values ) == SS_COUNT( s_signals ), "a value for each row" );
    memcpy( row, values, sizeof values );
}

double tribometerSpeed( const ssSim* sim )
{
    return ssSim_Param( sim, tribometerKeyRpm ) * 2.0 * SS_PI / 60.0 *
        ssSim_Param( sim, tribometerKeyPinRadius );
}

static double measure( const void* state, const ssSim* sim, int index )
{
    const ssIdentification* r = &tribometerTurn( state, sim )->id;
    const double values[] = { r->c.a, r->c.b, r->c.s, r->d.ratio, r->d.s, r->closure, r->c.aError,
        r->c.bError, r->c.sError, r->d.ratioError, r->d.sError, r->c.rotation * 180.0 / SS_PI,
        r->d.rotation * 180.0 / SS_PI, r->c.rotationError * 180.0 / SS_PI, r->d.rotationError * 180.0 / SS_PI,
        r->ellipse.a, r->ellipse.b, r->c.rms, r->ellipse.rms, r->d.rms, r->mu1, r->mu2, r->muMean, r->noise,
        tribometerSpeed( sim ), tribometerTurn( state, sim )->synthetic ? 1.0 : 0.0,
        tribometerTurn( state, sim )->leftOut, r->c.widening, r->d.widening, r->isFlipped ? 1.0 : 0.0 };
    _Static_assert( SS_COUNT( values ) == SS_COUNT( s_measures ), "a value for each row" );
    return isfinite( values[index] ) ? values[index] : SS_NAN;
}

static bool uses( const ssSim* sim, int param )
{
    bool measured = ssSim_PendingText( sim, tribometerKeyInput )[0] != '\0';
    bool typed = ssSim_Scenario( sim )->law != NULL;
    if ( param < tribometerKeyCForce )
    {
        int first = param < tribometerKeyD ? tribometerKeyC : tribometerKeyD;
        ssSetKind kind = (ssSetKind)ssSim_PendingParam( sim, first );
        return !measured && !typed && ssSetKindUses( kind, param - first );
    }
    if ( typed && param == tribometerKeyCForce )
    {
        return false; // a typed law is given per newton of load
    }
    bool machine = param == tribometerKeySamples || param == tribometerKeyNoise ||
        param == tribometerKeyCrosstalk || param == tribometerKeyCompensate || param == tribometerKeyCForce;
    return !( measured && machine );
}

extern const ssScenario ss_scenarioTribometer;
const ssScenario ss_scenarioTribometer = { "tribometer", "Tribometer",
    .source = "Walker & Leine, Sec. 5.2, Figs. 20-25, Table 1",
    .summary = "A disk turns under a resting pin, and a sensor measures the friction force in every "
               "direction of sliding. In the frame of the disk the forces trace the reservoir C; the ratio "
               "of radial to tangential force gives the direction set D; superellipses are fitted to both. "
               "The forces are synthetic or read from a file.",
    .model = { MODEL_TABLES, .h = 0.01, .until = 12.57, .takesLaw = true, .stateSize = sizeof( Tribometer ),
        MODEL_CALLS, .destroy = destroy, .apply = apply, .adopt = adopt, .serialize = serialize,
        .uses = uses },
    .picture = { ROWS( plot, s_plots ), ROWS( chart, s_charts ), .body = "pin", .ground = "disk",
        .draw = tribometerDraw, .drawChart = tribometerDrawChart, .explain = tribometerExplain },
    ROWS( preset, s_presets ), .opening = "fig24", ROWS( figure, s_figures ) };
