// SPDX-License-Identifier: MIT
// Runs a scenario of the library, as the window and `slipstick run` do, and writes some of its signals as
// CSV. A scenario is found by its id; its parameters are set by key, with the same words as on the command
// line. The sphere slides first and then rolls; without resistance against rolling its speed is then 5/7 of
// the first. Prints
//
//     t [s],u [m/s],omega [rad/s],slip [m/s]
//     0,2.5,0,2.5
//     ...
//     1,1.78571429,3.57142857,0
#include <math.h>
#include <slipstick/lab/lab.h>
#include <stdio.h>
#include <stdlib.h>

static void must( ssResult result )
{
    if ( result.code != ss_ok )
    {
        fprintf( stderr, "%s: %s\n", result.field, result.message );
        exit( 1 );
    }
}

int main( void )
{
    static const char* const names[] = { "u", "omega", "slip" };
    int columns[SS_COUNT( names )];

    ssSimDef def = ssDefaultSimDef( ssFindScenario( "rolling-sphere" ) );
    must( ssSimDef_Set( &def, "u0", "2.5" ) );
    must( ssSimDef_Set( &def, "omega0", "0" ) );
    must( ssSimDef_Set( &def, "mu_r", "0" ) );
    def.h = 1e-3;
    def.until = 1.0;

    ssSim* sim = NULL;
    must( ssCreateSim( &def, &sim ) ); // an unknown scenario is refused here
    int64_t steps = 0;
    must( ssSimDef_StepCount( &def, &steps ) );

    const ssScenario* scenario = ssSim_Scenario( sim );
    printf( "t [s]" );
    for ( int k = 0; k < SS_COUNT( names ); ++k )
    {
        columns[k] = ssFindSignal( scenario, names[k] );
        printf( ",%s [%s]%s", names[k], scenario->model.signals[columns[k]].unit,
            k + 1 < SS_COUNT( names ) ? "" : "\n" );
    }
    double* row = malloc( sizeof( double ) * (size_t)scenario->model.signalCount );
    if ( row == NULL ) { return 1; }
    for ( int64_t step = 0; step <= steps; ++step )
    {
        ssSim_Signals( sim, row );
        printf( "%.9g", ssSim_Time( sim ) );
        for ( int k = 0; k < SS_COUNT( names ); ++k )
        {
            printf( ",%.9g%s", row[columns[k]], k + 1 < SS_COUNT( names ) ? "" : "\n" );
        }
        if ( ssSim_Step( sim ).status >= ss_statusNotFinite )
        {
            fprintf( stderr, "the step failed: %s\n", ssSim_Report( sim ).reason );
            return 1;
        }
    }
    double speed = row[columns[0]];
    free( row );
    ssDestroySim( sim );
    return fabs( speed - 5.0 / 7.0 * 2.5 ) < 1e-6 ? 0 : 1;
}
