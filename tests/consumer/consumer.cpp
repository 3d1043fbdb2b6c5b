// SPDX-License-Identifier: MIT
#include <slipstick/lab/lab.h>
#include <slipstick_probe.h>

#include <cstdio>
#include <memory>

// The same in C++.

int main()
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "rolling-sphere" ) );
    ssSim* made = nullptr;
    int64_t steps = 0;
    ssResult result = ssSimDef_ApplyPreset( &def, "tiny" );
    result = result.code == ss_ok ? ssSimDef_StepCount( &def, &steps ) : result;
    result = result.code == ss_ok ? ssCreateSim( &def, &made ) : result;
    std::unique_ptr<ssSim, decltype( &ssDestroySim )> sim( made, ssDestroySim );
    if ( result.code != ss_ok )
    {
        std::fprintf( stderr, "%s\n", result.message );
        return 1;
    }
    while ( ssSim_StepIndex( sim.get() ) < steps )
    {
        ssSim_Step( sim.get() );
    }
    std::printf( "%016llx\n", static_cast<unsigned long long>( ssSim_Hash( sim.get() ) ) );
    return ssProbeClose( nullptr ) ? 0 : 1;
}
