// SPDX-License-Identifier: MIT
#include "slipstick/advanced/set_params.h"
#include "slipstick/lab/scenario.h"

// Makes sets and laws from the parameters of a simulation.

ssResult ssSim_ReadSet( const ssSim* sim, int first, bool upToScale, ssSetDef* def )
{
    double values[SS_SET_NUMBER_COUNT];
    for ( int i = 0; i < SS_SET_NUMBER_COUNT; ++i ) { values[i] = ssSim_Param( sim, first + i ); }
    ssSetTexts texts = { ssSim_Text( sim, first + ss_setRowVertices ),
        ssSim_Text( sim, first + ss_setRowSamples ) };
    return ssReadSetRows( ssSim_Scenario( sim )->model.params + first, values, NULL, texts, upToScale, def );
}

ssResult ssSim_MakeLaw( const ssSim* sim, ssLawKind kind, int firstC, int firstD, double cForce, ssLaw* law )
{
    ssLawDef def;
    if ( ssSim_LawDef( sim, &def ) ) { return ssMakeLaw( &def, law ); }
    const ssLawType* type = ssGetLawType( (int)kind );
    def = ssDefaultLawDef( kind );
    def.c.points = def.d.points = NULL;
    def.cForce = cForce;
    ssResult result = ssOk();
    if ( ( type->needs & ss_needsC ) != 0 )
    {
        result = ssSim_ReadSet( sim, firstC, false, &def.c );
        def.cForce = def.c.kind == ss_setAsperity ? 1.0 : cForce;
    }
    if ( result.code == ss_ok && ( type->needs & ss_needsD ) != 0 )
    {
        result = ssSim_ReadSet( sim, firstD, true, &def.d );
    }
    result = result.code == ss_ok ? ssMakeLaw( &def, law ) : result;
    ssFreeSetPoints( &def.c );
    ssFreeSetPoints( &def.d );
    return result;
}
