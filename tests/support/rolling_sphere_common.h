// SPDX-License-Identifier: MIT
#pragma once

// What the tests of the rolling sphere share. g = 9.81 m/s² and R = 0.5 m unless a test says otherwise.

#include "test_main.h"

#include "model/sphere_exact.h"
#include "slipstick/lab/scenario.h"

#define NEAR( expected, actual, tolerance )                                                          \
    do {                                                                                             \
        double e_ = ( expected ), a_ = ( actual ), t_ = ( tolerance );                               \
        if ( !( fabs( a_ - e_ ) <= t_ ) )                                                            \
        {                                                                                            \
            printf( "\n%s: expected %.17g, got %.17g: off by %.3g, allowed %.3g\n", #actual, e_, a_, \
                fabs( a_ - e_ ), t_ );                                                               \
            FAILm( #actual );                                                                        \
        }                                                                                            \
    } while ( 0 )

static const double s_g = 9.81;

typedef struct Row
{
    double x, y, z, u, omega, slip, spin, rN, rT, mR, mS, gap, mode, energy, dissipated;
    double xExact, uExact, omegaExact, rTExact, mRExact;
} Row;

static inline Row rowOf( const ssSim* sim )
{
    static const char* const names[] = { "x", "y", "z", "u", "omega", "slip", "spin", "r_n", "r_t", "m_r",
        "m_s", "gap", "mode", "energy", "dissipated", "x_exact", "u_exact", "omega_exact", "r_t_exact",
        "m_r_exact" };
    static int index[SS_COUNT( names )];
    static bool known;
    for ( int i = 0; i < SS_COUNT( names ) && !known; ++i )
    {
        index[i] = ssFindSignal( ssSim_Scenario( sim ), names[i] );
    }
    known = true;
    double all[SS_MAX_SIGNALS], values[SS_COUNT( names )];
    ssSim_Signals( sim, all );
    for ( int i = 0; i < SS_COUNT( names ); ++i ) { values[i] = all[index[i]]; }
    Row row;
    memcpy( &row, values, sizeof row );
    return row;
}

/// Takes keys and doubles in turn, ended by NULL. A mistake in the test itself ends the program.
static inline ssSim* makeSim( const char* preset, double h, ... )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "rolling-sphere" ) );
    ssResult result = preset != NULL ? ssSimDef_ApplyPreset( &def, preset ) : ssOk();
    def.h = h;
    va_list arguments;
    va_start( arguments, h );
    for ( const char* key = va_arg( arguments, const char* ); key != NULL;
          key = va_arg( arguments, const char* ) )
    {
        int param = ssFindParam( def.scenario->model.params, def.scenario->model.paramCount, key );
        double value = va_arg( arguments, double );
        if ( param < 0 )
        {
            printf( "no key %s\n", key );
            exit( 1 );
        }
        def.values[param] = value;
        if ( strcmp( key, "theta" ) == 0 ) { testMust( ssSimDef_Set( &def, "scheme", key ) ); }
    }
    va_end( arguments );
    ssSim* sim = NULL;
    result = result.code == ss_ok ? ssCreateSim( &def, &sim ) : result;
    if ( result.code != ss_ok )
    {
        printf( "%s\n", result.message );
        exit( 1 );
    }
    return sim;
}

static inline double valueOf( const ssSim* sim, const char* key )
{
    const ssScenario* scenario = ssSim_Scenario( sim );
    return ssSim_Param( sim, ssFindParam( scenario->model.params, scenario->model.paramCount, key ) );
}

static inline void setValue( ssSim* sim, const char* key, double value )
{
    const ssScenario* scenario = ssSim_Scenario( sim );
    ssResult result =
        ssSim_SetParam( sim, ssFindParam( scenario->model.params, scenario->model.paramCount, key ), value );
    if ( result.code != ss_ok )
    {
        printf( "%s\n", result.message );
        exit( 1 );
    }
}

static inline double measureOf( const ssSim* sim, const char* name )
{
    return ssSim_Measure( sim, ssFindMeasure( ssSim_Scenario( sim ), name ) );
}

static inline double massOf( const ssSim* sim )
{
    double R = valueOf( sim, "radius" );
    return 4.0 / 3.0 * SS_PI * R * R * R * valueOf( sim, "density" );
}

static inline void stepTimes( ssSim* sim, int count )
{
    for ( int i = 0; i < count; ++i ) { ssSim_Step( sim ); }
}
