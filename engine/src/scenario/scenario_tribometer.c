// SPDX-License-Identifier: MIT
#include "slipstick/scenario.h"
#include "slipstick/set_params.h"
#include "slipstick/tribometer.h"

#include "scenario/preset.h"

#include <math.h>
#include <stdio.h>

// A disk turns under a pin, and a sensor measures the friction force for every direction of sliding (Walker & Leine
// Sec. 5.2). From the forces, of a virtual machine or of a file, come C and D and their superellipses.

enum
{
    keyC = 0,
    keyD = SS_SET_ROW_COUNT,
    keyCForce = 2 * SS_SET_ROW_COUNT,
    keyNormalForce,
    keyRpm,
    keyPinRadius,
    keySamples,
    keyNoise,
    keyCrosstalk,
    keyCompensate,
    keyHarmonics,
    keyInput,
    keyCount
};

static const char* const s_noYes[] = { "no", "yes" };

// A table is read by rows:
// clang-format off
static const ssParam s_params[] = {
    SS_SET_ROWS( "c_", "reservoir C", ss_setSuperellipse, 4.99, 4.25, 2.94, 10.0, 2.0 ),
    SS_SET_ROWS( "d_", "directions D", ss_setSuperellipse, 1.84, 1.19, 2.51, 10.0, 0.5 ),
    [keyCForce] = { .key = "c_force", .symbol = "λ_N0", .label = "load of C", .unit = "N", .group = "reservoir C",
        .doc = "The load at which the axes of C are meant; C grows in proportion to the normal force.",
        .min = 0.1, .max = 50.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .open = ss_openLow, .defaultValue = 9.3,
        .live = true },
    [keyNormalForce] = { .key = "normal_force", .symbol = "λ_N", .label = "normal force", .unit = "N", .group = "machine",
        .doc = "Weight on the pin. Of measured forces without a column lambda_n it is the load they were measured at.",
        .min = 0.1, .max = 50.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .open = ss_openLow, .defaultValue = 9.3,
        .live = true },
    [keyRpm] = { .key = "rpm", .symbol = "n", .label = "turns per minute", .unit = "1/min", .group = "machine",
        .doc = "Speed of the disk. The virtual material does not depend on the sliding speed.",
        .min = 0.1, .max = 200.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .open = ss_openLow,
        .defaultValue = 4.7746482927568605, .logScale = true, .live = true },
    [keyPinRadius] = { .key = "pin_radius", .symbol = "r_P", .label = "radius of the track", .unit = "m",
        .group = "machine", .doc = "Distance of the pin from the disk's axis.",
        .min = 0.06, .max = 0.149, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .open = ss_openLow, .defaultValue = 0.1,
        .live = true },
    [keySamples] = { .key = "samples", .symbol = "N", .label = "samples per turn", .unit = "", .group = "sensor",
        .doc = "How many forces one turn gives.",
        .kind = ss_paramInteger, .min = 72.0, .max = 7200.0, .allowedMin = SS_FORCES_MIN, .allowedMax = 100000.0,
        .defaultValue = 3600.0, .live = true },
    [keyNoise] = { .key = "noise", .symbol = "σ", .label = "noise", .unit = "N", .group = "sensor",
        .doc = "Standard deviation of the white noise in each channel.",
        .min = 0.0, .max = 0.5, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.05, .live = true },
    [keyCrosstalk] = { .key = "crosstalk", .symbol = "κ", .label = "crosstalk", .unit = "", .group = "sensor",
        .doc = "How much of each channel shows in the others.",
        .min = -0.1, .max = 0.1, .allowedMin = -0.3, .allowedMax = 0.3, .defaultValue = 0.02, .live = true },
    [keyCompensate] = { .key = "compensate", .symbol = "T", .label = "compensation", .unit = "", .group = "sensor",
        .doc = "yes: the channels are unmixed by the inverse of the sensor's matrix. no: see what crosstalk does to C.",
        .kind = ss_paramChoice, .min = 0.0, .max = 1.0, .allowedMin = 0.0, .allowedMax = 1.0, .defaultValue = 1.0,
        .live = true, .choices = s_noYes, .choiceCount = SS_COUNT( s_noYes ) },
    [keyHarmonics] = { .key = "harmonics", .symbol = "K", .label = "filter", .unit = "", .group = "identification",
        .doc = "The zero-phase low-pass filter keeps this many harmonics of the turn; 0: no filter.",
        .kind = ss_paramInteger, .min = 0.0, .max = 180.0, .allowedMin = 0.0, .allowedMax = 3600.0,
        .defaultValue = 60.0, .live = true },
    [keyInput] = { .key = "input", .symbol = "input", .label = "measured forces", .unit = "", .group = "identification",
        .doc = "A CSV file with the columns phi_deg, lambda_t, lambda_r and, if there is one, lambda_n: one or more "
               "turns. Empty: the virtual machine.",
        .kind = ss_paramText },
};
// clang-format on

enum
{
    signalPhi,
    signalTangential,
    signalRadial,
    signalNormal,
    signalTangentialLow,
    signalRadialLow,
    signalCount
};

static const ssSignal s_signals[] = {
    [signalPhi] = { "phi_deg", "φ", "°", "angle of the disk at the latest sample: the direction of sliding" },
    [signalTangential] = { "lambda_t", "λ_t", "N", "tangential force" },
    [signalRadial] = { "lambda_r", "λ_r", "N", "radial force" },
    [signalNormal] = { "lambda_n", "λ_N", "N", "normal force" },
    [signalTangentialLow] = { "lambda_t_filtered", "λ_t filtered", "N",
        "tangential force after the low-pass filter" },
    [signalRadialLow] = { "lambda_r_filtered", "λ_r filtered", "N",
        "radial force after the low-pass filter" },
};

static const ssPlot s_plots[] = {
    { "lambda_t", "tangential force", "N", { "lambda_t", "lambda_t_filtered" }, { NULL }, false, NULL,
        ss_plotLines },
    { "lambda_r", "radial force", "N", { "lambda_r", "lambda_r_filtered" }, { NULL }, false, NULL,
        ss_plotLines },
    { "lambda_n", "normal force", "N", { "lambda_n" }, { NULL }, false, NULL, ss_plotLines },
};

enum
{
    chartSets,
    chartForces,
    chartCount
};

static const ssChart s_charts[] = {
    [chartSets] = { "sets", "identified sets", "−λ_T1", "N", "−λ_T2", "N",
        "Points: forces in the frame of the disk. Sliding goes along the normal of D at the force.",
        .equalScales = true, .shown = true },
    [chartForces] = { "forces", "forces over the turn", "φ", "°", "λ", "N",
        "Tangential force around its mean, radial force around zero: of an isotropic surface both would be "
        "straight.",
        .shown = true },
};

// Walker & Leine print, for Fig. 23, mu = 0.14 at 14.0 N and 50 mm/s. For Fig. 24 the superellipses of Table 1 at 9.3 N.
// For Fig. 25 no numbers but the load, 18.5 N, the speed, 100 mm/s, and that friction is largest along the grooves: the
// shapes are ours.
static const ssPresetValue s_fig23[] = { { "c_kind", ss_setCircle }, { "c_a", 1.96 }, { "c_force", 14.0 },
    { "d_kind", ss_setCircle }, { "d_a", 1.0 }, { "normal_force", 14.0 } };
static const ssPresetValue s_fig25[] = { { "c_a", 2.6 }, { "c_b", 3.2 }, { "c_s", 2.3 }, { "c_force", 18.5 },
    { "d_a", 1.0 }, { "d_b", 1.6 }, { "d_s", 3.2 }, { "normal_force", 18.5 }, { "rpm", 9.549296585513721 } };
static const ssPresetValue s_clean[] = { { "noise", 0.0 }, { "crosstalk", 0.0 }, { "harmonics", 0.0 },
    { "samples", 360.0 } };
static const ssPresetValue s_crosstalk[] = { { "crosstalk", 0.1 }, { "compensate", 0.0 } };
static const ssPresetValue s_tiny[] = { { "samples", 72.0 }, { "noise", 0.002 }, { "harmonics", 0.0 } };

static const ssPreset s_presets[] = {
    { .name = "fig23",
        .label = "Fig. 23: steel on sandblasted steel, isotropic (synthetic)",
        PRESET( s_fig23 ) },
    { .name = "fig24", .label = "Fig. 24: PVC on ground steel (synthetic, Table 1)" },
    { .name = "fig25",
        .label = "Fig. 25: steel on ground steel (synthetic)",
        .until = 6.29,
        PRESET( s_fig25 ) },
    { .name = "clean", .label = "Without noise and filter", PRESET( s_clean ) },
    { .name = "crosstalk", .label = "What a sensor without compensation sees", PRESET( s_crosstalk ) },
    { .name = "tiny", .label = "Short and coarse, for tests", .h = 0.05, .until = 5.0, PRESET( s_tiny ) },
};

enum
{
    measureCa,
    measureCb,
    measureCs,
    measureDRatio,
    measureDs,
    measureClosure,
    measureCaError,
    measureCbError,
    measureCsError,
    measureDRatioError,
    measureDsError,
    measureEllipseA,
    measureEllipseB,
    measureCRms,
    measureEllipseRms,
    measureDRms,
    measureMu1,
    measureMu2,
    measureMu,
    measureNoise,
    measureSpeed,
    measureSynthetic,
    measureCount
};

static const ssMeasure s_measures[] = {
    [measureCa] = { "fit_c_a", "N", "semi-axis 1 of the superellipse fitted to C" },
    [measureCb] = { "fit_c_b", "N", "semi-axis 2 of the superellipse fitted to C" },
    [measureCs] = { "fit_c_s", "", "its roundness" },
    [measureDRatio] = { "fit_d_ratio", "", "quotient of the semi-axes of the superellipse fitted to D" },
    [measureDs] = { "fit_d_s", "", "its roundness" },
    [measureClosure] = { "closure", "", "change of ln r_D over the turn before it was closed" },
    [measureCaError] = { "fit_c_a_ci", "N", "half width of 95% confidence" },
    [measureCbError] = { "fit_c_b_ci", "N", "half width of 95% confidence" },
    [measureCsError] = { "fit_c_s_ci", "", "half width of 95% confidence" },
    [measureDRatioError] = { "fit_d_ratio_ci", "", "half width of 95% confidence" },
    [measureDsError] = { "fit_d_s_ci", "", "half width of 95% confidence" },
    [measureEllipseA] = { "fit_ellipse_a", "N", "semi-axis 1 of the ellipse fitted to C" },
    [measureEllipseB] = { "fit_ellipse_b", "N", "semi-axis 2 of the ellipse fitted to C" },
    [measureCRms] = { "fit_c_rms", "", "relative distance of the points from the superellipse" },
    [measureEllipseRms] = { "fit_ellipse_rms", "", "relative distance of the points from the ellipse" },
    [measureDRms] = { "fit_d_rms", "", "relative distance of D from its superellipse" },
    [measureMu1] = { "mu_1", "", "friction coefficient across the grooves, at 0°" },
    [measureMu2] = { "mu_2", "", "friction coefficient along the grooves, at 90°" },
    [measureMu] = { "mu_mean", "", "mean friction coefficient of the turn" },
    [measureNoise] = { "noise_found", "N", "what the filter took away, per channel" },
    [measureSpeed] = { "speed", "m/s", "sliding speed of the pin" },
    [measureSynthetic] = { "synthetic", "",
        "1: the forces are of the virtual machine, or their file says so; 0: measured" },
};

static const char* const s_figures[] = { "walker-fig23", "walker-fig24", "walker-fig25", "walker-fig26",
    "walker-table1" };

/// What one turn of the disk gives, for the values it was made with. A restored simulation may have others.
typedef struct Turn
{
    uint64_t key; // of those values
    ssIdentification id;
    double* normal; // at the angles of the identification [N]
    bool synthetic;
} Turn;

typedef struct Tribometer
{
    double angle; // of the disk since the start [rad]
    Turn* turn;   // memory, no state: it follows from parameters and seed
} Tribometer;

// --------------------------------------------------------------------------------------------------------- a turn

static uint64_t keyOf( const ssSim* sim )
{
    uint64_t hash = ssHashU64( SS_HASH_SEED, ssSim_Seed( sim ) );
    for ( int i = 0; i < keyCount; ++i )
    {
        bool moves = i == keyRpm || i == keyPinRadius;
        hash = moves                           ? hash
            : s_params[i].kind == ss_paramText ? ssHashText( hash, ssSim_Text( sim, i ) )
                                               : ssHashF64( hash, ssSim_Param( sim, i ) );
    }
    return hash;
}

/// Forces of the virtual machine for the values in force.
static ssResult measureVirtual( const ssSim* sim, ssForceSample** samples, int* count )
{
    *count = (int)ssSim_Param( sim, keySamples );
    *samples = NULL;
    ssLaw law;
    ssResult result =
        ssSim_MakeLaw( sim, ss_lawKindExtended, keyC, keyD, ssSim_Param( sim, keyCForce ), &law );
    if ( result.code != ss_ok )
    {
        return result;
    }
    *samples = ssAlloc( (size_t)*count * sizeof **samples );
    ssTribometerDef def = { .law = &law,
        .normalForce = ssSim_Param( sim, keyNormalForce ),
        .samples = *count,
        .noise = ssSim_Param( sim, keyNoise ),
        .crosstalk = ssSim_Param( sim, keyCrosstalk ),
        .compensate = ssSim_Param( sim, keyCompensate ) != 0.0 };
    ssRng rng = ssSeedRng( ssSim_Seed( sim ) );
    result = *samples != NULL ? ssMeasureForces( &def, &rng, *samples )
                              : ssError( ss_errorMemory, "samples", "out of memory for %d forces", *count );
    ssLaw_Destroy( &law );
    return result;
}

static ssResult makeTurn( const ssSim* sim, Turn* turn )
{
    const char* path = ssSim_Text( sim, keyInput );
    ssForceSample* samples = NULL;
    int count = 0;
    bool machine = path[0] == '\0';
    *turn = ( Turn ){ .key = keyOf( sim ), .synthetic = machine || ssForcesAreSynthetic( path ) };
    ssResult result =
        machine ? measureVirtual( sim, &samples, &count ) : ssReadForces( path, &samples, &count );
    if ( result.code == ss_ok )
    {
        double load = ssSim_Param( sim, keyNormalForce );
        result = ssIdentify( samples, count, (int)ssSim_Param( sim, keyHarmonics ), load, &turn->id );
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
    if ( result.code != ss_ok )
    {
        ssIdentification_Destroy( &turn->id );
    }
    return result;
}

static void freeTurn( Turn* turn )
{
    ssIdentification_Destroy( &turn->id );
    ssRelease( turn->normal );
    turn->normal = NULL;
}

/// Puts a turn for the values in force in the place of the old one, which survives a refusal.
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

/// The turn of the values in force; after a restore it has to be made again.
static const Turn* turnOf( const Tribometer* s, const ssSim* sim )
{
    if ( s->turn->key != keyOf( sim ) )
    {
        Tribometer copy = *s;
        renew( &copy, sim );
    }
    return s->turn;
}

// ------------------------------------------------------------------------------------------------------------ life

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

static void apply( void* state, const ssSim* sim )
{
    adopt( state, sim );
}

static ssStepReport step( void* state, ssSim* sim )
{
    Tribometer* s = state;
    const Turn* turn = turnOf( s, sim );
    double angle = s->angle + ssSim_StepSize( sim ) * ssSim_Param( sim, keyRpm ) * 2.0 * SS_PI / 60.0;
    if ( !isfinite( angle ) || angle > 1e15 )
    {
        return ( ssStepReport ){ .status = ss_stepNotFinite };
    }
    s->angle = angle;
    bool found = turn->key == keyOf( sim ) && turn->id.ellipse.converged && turn->id.c.converged &&
        turn->id.d.converged;
    return ( ssStepReport ){ .status = found ? ss_stepConverged : ss_stepIterationLimit,
        .contacts = 1,
        .iterations = turn->id.c.iterations + turn->id.d.iterations };
}

static void serialize( void* state, ssArchive* archive )
{
    Tribometer* s = state;
    ssArchive_F64( archive, &s->angle );
}

/// The sample the disk has last passed.
static int sampleAt( const Tribometer* s, const Turn* turn )
{
    double part = fmod( s->angle / ( 2.0 * SS_PI ), 1.0 );
    return (int)( part * turn->id.count + 1e-6 ) % turn->id.count;
}

static void fillSignals( const void* state, const ssSim* sim, double* row )
{
    const Tribometer* s = state;
    const Turn* turn = turnOf( s, sim );
    int at = sampleAt( s, turn );
    row[signalPhi] = turn->id.phi[at] * 180.0 / SS_PI;
    row[signalTangential] = turn->id.tangential[at];
    row[signalRadial] = turn->id.radial[at];
    row[signalNormal] = turn->normal[at];
    row[signalTangentialLow] = turn->id.tangentialLow[at];
    row[signalRadialLow] = turn->id.radialLow[at];
}

static double slidingSpeed( const ssSim* sim )
{
    return ssSim_Param( sim, keyRpm ) * 2.0 * SS_PI / 60.0 * ssSim_Param( sim, keyPinRadius );
}

static double measure( const void* state, const ssSim* sim, int index )
{
    const ssIdentification* r = &turnOf( state, sim )->id;
    const double values[measureCount] = { [measureCa] = r->c.a,
        [measureCb] = r->c.b,
        [measureCs] = r->c.s,
        [measureDRatio] = r->d.ratio,
        [measureDs] = r->d.s,
        [measureClosure] = r->closure,
        [measureCaError] = r->c.aError,
        [measureCbError] = r->c.bError,
        [measureCsError] = r->c.sError,
        [measureDRatioError] = r->d.ratioError,
        [measureDsError] = r->d.sError,
        [measureEllipseA] = r->ellipse.a,
        [measureEllipseB] = r->ellipse.b,
        [measureCRms] = r->c.rms,
        [measureEllipseRms] = r->ellipse.rms,
        [measureDRms] = r->d.rms,
        [measureMu1] = r->mu1,
        [measureMu2] = r->mu2,
        [measureMu] = r->muMean,
        [measureNoise] = r->noise,
        [measureSpeed] = slidingSpeed( sim ),
        [measureSynthetic] = turnOf( state, sim )->synthetic ? 1.0 : 0.0 };
    return isfinite( values[index] ) ? values[index] : SS_NAN;
}

// --------------------------------------------------------------------------------------------------------- drawing

enum
{
    outlinePoints = 145
};

static void outline( const ssSetFit* fit, double scale, ssVec2* points )
{
    for ( int i = 0; i < outlinePoints; ++i )
    {
        double angle = 2.0 * SS_PI * i / ( outlinePoints - 1 ), c = cos( angle ), d = sin( angle );
        double u = fabs( c ) / fit->a, v = fabs( d ) / fit->b, m = fmax( u, v );
        double r = scale / ( m * pow( pow( u / m, fit->s ) + pow( v / m, fit->s ), 1.0 / fit->s ) );
        points[i] = ssVec2_Make( r * c, r * d );
    }
}

/// How large the fitted D may be inside the fitted C.
static double scaleOfD( const ssIdentification* r )
{
    double scale = HUGE_VAL;
    ssVec2 points[outlinePoints];
    outline( &r->d, 1.0, points );
    for ( int i = 0; i < outlinePoints; ++i )
    {
        double k =
            pow( pow( fabs( points[i].x ) / r->c.a, r->c.s ) + pow( fabs( points[i].y ) / r->c.b, r->c.s ),
                1.0 / r->c.s );
        scale = k > 0.0 ? fmin( scale, 1.0 / k ) : scale;
    }
    return scale;
}

static void drawDisk(
    const ssDraw* out, double radius, double thickness, double turned, double pin, ssContactMode mode )
{
    if ( ( out->flags & ss_drawBodies ) && out->solids != NULL )
    {
        ssDrawSolid solids[] = {
            { .kind = ss_solidCylinder,
                .body = -1,
                .fixed = true,
                .center = { 0.0, 0.0, -thickness },
                .half = { radius, 0.0, thickness },
                .orientation = ssQuat_FromRotationVector( ssVec3_Make( 0.0, 0.0, turned ) ) },
            { .kind = ss_solidCylinder,
                .body = -1,
                .center = { pin, 0.0, 0.1 * radius },
                .half = { 0.025 * radius, 0.0, 0.1 * radius },
                .orientation = ssQuat_Identity(),
                .mode = mode },
        };
        out->solids( out->context, SS_COUNT( solids ), solids );
    }
    if ( ( out->flags & ss_drawGround ) && out->line != NULL )
    {
        // grooves run along e_T2, which turns with the disk
        double c = cos( turned ), s = sin( turned );
        for ( int i = -9; i <= 9; ++i )
        {
            double off = 0.1 * i * radius, half = sqrt( radius * radius - off * off ), z = 0.002 * radius;
            ssVec3 groove[2] = { { c * off + s * half, s * off - c * half, z },
                { c * off - s * half, s * off + c * half, z } };
            out->line( out->context, ss_lineScenery, 2, groove );
        }
    }
}

static void draw( const void* state, const ssSim* sim, const ssDraw* out )
{
    const Tribometer* s = state;
    const Turn* turn = turnOf( s, sim );
    const ssIdentification* r = &turn->id;
    int at = sampleAt( s, turn );
    double pin = ssSim_Param( sim, keyPinRadius ), radius = 1.5 * pin;
    // The pin lies on the x axis and slides along +y over the disk, which therefore turns clockwise: e_T1 stands at
    // 90° - phi.
    double turned = 0.5 * SS_PI - fmod( s->angle, 2.0 * SS_PI );
    if ( out->bounds != NULL )
    {
        out->bounds( out->context, ssVec3_Make( 0.35 * radius, 0.0, 0.0 ), 0.95 * radius );
    }
    drawDisk( out, radius, 0.04 * radius, turned, pin, ss_modeSlide );
    ssVec3 contact = { pin, 0.0, 0.004 * radius };
    if ( ( out->flags & ss_drawCones ) && out->sets != NULL )
    {
        ssVec2 c[outlinePoints], d[outlinePoints];
        outline( &r->c, 1.0, c );
        outline( &r->d, scaleOfD( r ), d );
        ssVec3 axis1 = { cos( turned ), sin( turned ), 0.0 }, axis2 = { -sin( turned ), cos( turned ), 0.0 };
        ssDrawSet sets[] = {
            { ss_setReservoir, contact, axis1, axis2, outlinePoints, c, ss_modeSlide },
            { ss_setDirection, contact, axis1, axis2, outlinePoints, d, ss_modeSlide },
        };
        out->sets( out->context, SS_COUNT( sets ), sets );
    }
    if ( ( out->flags & ( ss_drawForces | ss_drawVelocities ) ) && out->arrows != NULL )
    {
        ssDrawArrow arrows[] = {
            { ss_quantityForce, contact, { -r->radialLow[at], r->tangentialLow[at], 0.0 }, "−λ_T" },
            { ss_quantityVelocity, contact, { 0.0, slidingSpeed( sim ), 0.0 }, "γ" },
        };
        out->arrows( out->context, SS_COUNT( arrows ), arrows );
    }
    if ( ( out->flags & ss_drawLabels ) && out->labels != NULL )
    {
        double c = 1.06 * radius * cos( turned ), d = 1.06 * radius * sin( turned );
        ssDrawLabel labels[] = {
            { .position = { -0.55 * radius, -0.9 * radius, 0.0 },
                .text = turn->synthetic ? "synthetic forces" : "measured forces" },
            { .position = { c, d, 0.0 }, .text = "e_T1" },
            { .position = { -d, c, 0.0 }, .text = "e_T2, grooves" },
        };
        out->labels( out->context, SS_COUNT( labels ), labels );
    }
}

// ---------------------------------------------------------------------------------------------------------- charts

enum
{
    chartPoints = 720,
    chartDots = 120 // apart from each other, so that the curves stay in sight
};

static void curveOfPoints(
    const ssChartSink* sink, ssChartRole role, const char* label, const ssVec2* points )
{
    double x[outlinePoints], y[outlinePoints];
    for ( int i = 0; i < outlinePoints; ++i )
    {
        x[i] = points[i].x;
        y[i] = points[i].y;
    }
    sink->curve( sink->context, role, label, outlinePoints, x, y );
}

/// About `most` of the samples, up to the angle reached in the first turn.
static int shown( const Tribometer* s, const Turn* turn, int most, int* indices )
{
    int last = s->angle < 2.0 * SS_PI ? sampleAt( s, turn ) + 1 : turn->id.count;
    int stride = ( turn->id.count + most - 1 ) / most, count = 0;
    for ( int i = 0; i < last && count < most; i += stride )
    {
        indices[count++] = i;
    }
    return count;
}

static void drawSetsChart( const Tribometer* s, const Turn* turn, const ssChartSink* sink )
{
    const ssIdentification* r = &turn->id;
    int indices[chartPoints], dots = shown( s, turn, chartDots, indices ), at = sampleAt( s, turn );
    double x[chartDots], y[chartDots], dx[chartPoints], dy[chartPoints];
    for ( int i = 0; i < dots; ++i )
    {
        int k = indices[i];
        double c = cos( r->phi[k] ), d = sin( r->phi[k] );
        x[i] = c * r->tangential[k] - d * r->radial[k];
        y[i] = d * r->tangential[k] + c * r->radial[k];
    }
    int count = shown( s, turn, chartPoints, indices );
    for ( int i = 0; i < count; ++i )
    {
        int k = indices[i];
        dx[i] = r->rD[k] * cos( r->theta[k] );
        dy[i] = r->rD[k] * sin( r->theta[k] );
    }
    if ( sink->points != NULL )
    {
        sink->points(
            sink->context, ss_chartMeasured, turn->synthetic ? "synthetic" : "measured", dots, x, y );
    }
    if ( sink->curve != NULL )
    {
        ssVec2 points[outlinePoints];
        outline( &r->ellipse, 1.0, points );
        curveOfPoints( sink, ss_chartExact, "ellipse", points );
        outline( &r->c, 1.0, points );
        curveOfPoints( sink, ss_chartReservoir, "C", points );
        outline( &r->d, scaleOfD( r ), points );
        curveOfPoints( sink, ss_chartDirectionSet, "D", points );
        sink->curve( sink->context, ss_chartFourth, "D, Eq. 125", count, dx, dy );
    }
    double f1 = r->rC[at] * cos( r->theta[at] ), f2 = r->rC[at] * sin( r->theta[at] ), size = 0.25 * r->c.a;
    if ( sink->arrow != NULL )
    {
        sink->arrow( sink->context, ss_chartNow, "γ", f1, f2, f1 + size * cos( r->phi[at] ),
            f2 + size * sin( r->phi[at] ) );
    }
    if ( sink->points != NULL )
    {
        sink->points( sink->context, ss_chartNow, "now", 1, &f1, &f2 );
    }
}

static void drawForcesChart( const Tribometer* s, const Turn* turn, const ssChartSink* sink )
{
    const ssIdentification* r = &turn->id;
    int indices[chartPoints], dots = shown( s, turn, chartDots, indices ), at = sampleAt( s, turn );
    double angles[chartDots], t[chartDots], q[chartDots], phi[chartPoints], tLow[chartPoints],
        qLow[chartPoints];
    for ( int i = 0; i < dots; ++i )
    {
        angles[i] = r->phi[indices[i]] * 180.0 / SS_PI;
        t[i] = r->tangential[indices[i]];
        q[i] = r->radial[indices[i]];
    }
    int count = shown( s, turn, chartPoints, indices );
    for ( int i = 0; i < count; ++i )
    {
        phi[i] = r->phi[indices[i]] * 180.0 / SS_PI;
        tLow[i] = r->tangentialLow[indices[i]];
        qLow[i] = r->radialLow[indices[i]];
    }
    if ( sink->range != NULL )
    {
        double high = 1.15 * fmax( r->c.a, r->c.b );
        sink->range( sink->context, 0.0, 360.0, -0.55 * high, high );
    }
    const char* name = turn->synthetic ? "synthetic" : "measured";
    if ( sink->points != NULL )
    {
        sink->points( sink->context, ss_chartMeasured, name, dots, angles, t );
        sink->points( sink->context, ss_chartMeasured, "", dots, angles, q );
    }
    if ( sink->curve != NULL )
    {
        sink->curve( sink->context, ss_chartFirst, "λ_t", count, phi, tLow );
        sink->curve( sink->context, ss_chartSecond, "λ_r", count, phi, qLow );
    }
    if ( sink->points != NULL )
    {
        double now = r->phi[at] * 180.0 / SS_PI;
        sink->points( sink->context, ss_chartNow, "now", 1, &now, r->tangentialLow + at );
        sink->points( sink->context, ss_chartNow, "", 1, &now, r->radialLow + at );
    }
}

static void drawChart( const void* state, const ssSim* sim, int chart, const ssChartSink* sink )
{
    const Turn* turn = turnOf( state, sim );
    if ( chart == chartSets )
    {
        drawSetsChart( state, turn, sink );
    }
    else
    {
        drawForcesChart( state, turn, sink );
    }
}

static void explainFit(
    double value, double error, const char* what, const char* unit, char* text, int capacity )
{
    char a[24], b[24];
    ssFormatNumber( value, a, sizeof a );
    ssFormatNumber( error, b, sizeof b );
    snprintf( text, (size_t)capacity, "identified %s = %s ± %s%s", what, a, b, unit );
}

static void explain( const void* state, const ssSim* sim, int param, char* text, int capacity )
{
    const ssIdentification* r = &turnOf( state, sim )->id;
    char a[24], b[24];
    switch ( param )
    {
        case keyC + 1:
            explainFit( r->c.a, r->c.aError, "a", " N", text, capacity );
            break;
        case keyC + 2:
            explainFit( r->c.b, r->c.bError, "b", " N", text, capacity );
            break;
        case keyC + 3:
            explainFit( r->c.s, r->c.sError, "s", "", text, capacity );
            break;
        case keyD + 1:
            explainFit( r->d.ratio, r->d.ratioError, "a/b", "", text, capacity );
            break;
        case keyD + 3:
            explainFit( r->d.s, r->d.sError, "s", "", text, capacity );
            break;
        case keyNormalForce:
            ssFormatNumber( r->mu1, a, sizeof a );
            ssFormatNumber( r->mu2, b, sizeof b );
            snprintf( text, (size_t)capacity, "μ₁ = %s across, μ₂ = %s along the grooves", a, b );
            break;
        case keyRpm:
        case keyPinRadius:
            ssFormatNumber( 1000.0 * slidingSpeed( sim ), a, sizeof a );
            snprintf( text, (size_t)capacity, "slides at %s mm/s", a );
            break;
        case keyHarmonics:
            ssFormatNumber( r->noise, a, sizeof a );
            ssFormatNumber( r->closure, b, sizeof b );
            snprintf( text, (size_t)capacity, "took away %s N; closure of D %s", a, b );
            break;
        default:
            text[0] = '\0';
            break;
    }
}

static bool uses( const ssSim* sim, int param )
{
    bool real = ssSim_PendingText( sim, keyInput )[0] != '\0';
    if ( param < keyCForce )
    {
        int first = param < keyD ? keyC : keyD;
        ssSetKind kind = (ssSetKind)ssSim_PendingParam( sim, first );
        return !real && ssSetKindUses( kind, param - first );
    }
    bool machine = param == keySamples || param == keyNoise || param == keyCrosstalk ||
        param == keyCompensate || param == keyCForce;
    return !( real && machine );
}

extern const ssScenario ss_scenarioTribometer;
const ssScenario ss_scenarioTribometer = {
    .id = "tribometer",
    .title = "Tribometer",
    .source = "Walker & Leine, Sec. 5.2, Figs. 20-25, Table 1",
    .summary =
        "A disk turns under a resting pin, and a sensor measures the friction force for every direction of "
        "sliding. Turned into the disk's frame the forces draw the reservoir C; the quotient of radial and "
        "tangential force draws the direction set D; superellipses fit both. The forces are synthetic, or "
        "your own from a file.",
    .params = s_params,
    .paramCount = keyCount,
    .signals = s_signals,
    .signalCount = signalCount,
    .plots = s_plots,
    .plotCount = SS_COUNT( s_plots ),
    .charts = s_charts,
    .chartCount = chartCount,
    .presets = s_presets,
    .presetCount = SS_COUNT( s_presets ),
    .opening = "fig24",
    .measures = s_measures,
    .measureCount = measureCount,
    .figures = s_figures,
    .figureCount = SS_COUNT( s_figures ),
    .h = 0.01,
    .until = 12.57,
    .speed = 1.0,
    .stateSize = sizeof( Tribometer ),
    .create = create,
    .destroy = destroy,
    .apply = apply,
    .adopt = adopt,
    .step = step,
    .serialize = serialize,
    .fillSignals = fillSignals,
    .measure = measure,
    .draw = draw,
    .drawChart = drawChart,
    .explain = explain,
    .uses = uses,
};
