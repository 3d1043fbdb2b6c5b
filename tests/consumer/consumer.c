// SPDX-License-Identifier: MIT
#include <slipstick/lab/lab.h>
#include <slipstick_probe.h>
#include <stdio.h>

// Runs a scenario and prints its hash.

int main( void )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "rolling-sphere" ) );
    ssSim* sim = NULL;
    int64_t steps = 0;
    ssResult result = ssSimDef_ApplyPreset( &def, "tiny" );
    result = result.code == ss_ok ? ssSimDef_StepCount( &def, &steps ) : result;
    result = result.code == ss_ok ? ssCreateSim( &def, &sim ) : result;
    if ( result.code != ss_ok )
    {
        fprintf( stderr, "%s\n", result.message );
        return 1;
    }
    while ( ssSim_StepIndex( sim ) < steps ) { ssSim_Step( sim ); }
    printf( "%016llx\n", (unsigned long long)ssSim_Hash( sim ) );
    ssDestroySim( sim );
    return ssProbeClose( NULL ) ? 0 : 1;
}
