// SPDX-License-Identifier: MIT
// A law, a set and a solver of one's own, as a plugin:
//     cc -shared -fPIC $(pkg-config --cflags slipstick) plugin_parts.c -o parts.so
//     slipstick --plugin ./parts.so run stribeck --law soft-coulomb --set law.c=0.2
//     slipstick --plugin ./parts.so sliding-disk --set c_kind=clover --set c_b=0.4
//     slipstick --plugin ./parts.so solve FILE --solver plain
#include <slipstick/elementary.h>
#include <slipstick/lab/plugin.h>

// The law: Coulomb's with its jump at rest smeared over the speed v_s, and a viscous part. The values come in
// the order of the text; where a derivative is wanted, the library takes differences.
static void softCoulomb( const double* values, double load, ssVec2 gamma, const double* state, double h,
    ssVec2* force, double* derivative, double* next )
{
    (void)state, (void)h, (void)derivative, (void)next;
    double v = ssVec2_Length( gamma );
    double perSpeed = v > 0.0 ? ssTanh( v / values[1] ) / v : 1.0 / values[1];
    *force = ssVec2_Scale( load * ( values[0] * perSpeed + values[2] ), gamma );
}

static const ssLawEntry s_law = { .name = "soft-coulomb",
    .text = "law \"Coulomb, softened, with a viscous part\"\n"
            "param mu  = 0.3        in 0 .. 2           \"friction coefficient\"\n"
            "param v_s = 0.01 [m/s] in 0.0001 .. 1 log  \"speed that smears the jump\"\n"
            "param c   = 0.1  [s/m] in 0 .. 10          \"viscous part\"\n"
            "use \"soft-coulomb\"\n",
    .force = softCoulomb };

// The set: a circle of radius a with four lobes of height b.
static double cloverRadius( const ssSetDef* def, double theta )
{
    return def->a + def->b * ssCos( 4.0 * theta );
}

static const ssSetType s_set = {
    .name = "clover", .radius = cloverRadius, .members = "a b", .defaults = { .a = 4.0, .b = 0.2 }
};

// The solver: p <- P( p - r yhat ), the projected fixed point with a constant step.
static void plainSolve( ssSolveState* state )
{
    double *p = ssSolveState_P( state ), *y = ssSolveState_Vectors( state, 1 );
    double r = ssSolveState_Option( state, "step" ) * ssSolveState_Step( state );
    if ( y == NULL ) { return; }
    ssSolveState_Velocities( state, p, y );
    while ( !ssSolveState_Judge( state, p, y, r ) )
    {
        ssSolveState_AddSaxce( state, y );
        for ( int i = 0; i < ssSolveState_Size( state ); ++i ) { p[i] -= r * y[i]; }
        ssSolveState_Project( state, p );
        ssSolveState_Velocities( state, p, y );
    }
}

// clang-format off
static const ssParam s_rows[] = { { .key = "step", .symbol = "ρ", .label = "step", .unit = "",
    .group = "solver",
    .doc = "Step, relative to the inverse of the mean diagonal of W.",
    .min = 0.01, .max = 1.0, .allowedMax = 2.0, .open = ss_openLow, .defaultValue = 0.3 } };

static const ssSolver s_solver = { .name = "plain", .label = "projected fixed point with a constant step",
    .source = "an example", .rows = true, .maxIterations = 20000, .solve = plainSolve,
    .honours = ss_lawFlagCoulomb | ss_lawFlagRelaxed | ss_lawFlagRolling | ss_lawFlagSpinning,
    .params = s_rows, .paramCount = SS_COUNT( s_rows ) };
// clang-format on

static ssResult addAll( void )
{
    ssResult result = ssRegisterLaw( &s_law );
    result = result.code == ss_ok ? ssRegisterSet( &s_set ) : result;
    return result.code == ss_ok ? ssRegisterSolver( &s_solver ) : result;
}

SS_PLUGIN( "parts", addAll )
