// SPDX-License-Identifier: MIT
#include "scenario/world_scenario.h"

#include <string.h>

// The typed law of a scenario that a world simulates.

const ssLawProgram* worldLawTyped( const ssSim* sim ) { return ssSim_Scenario( sim )->law; }

ssLawId worldLawOr( const WorldLaw* law, ssLawId otherwise ) { return law->given ? law->id : otherwise; }

static ssResult put( WorldLaw* law, ssWorld* world, const ssLawDef* def )
{
    ssResult result =
        law->made ? ssWorld_ReplaceLaw( world, law->id, def ) : ssWorld_AddLaw( world, def, &law->id );
    if ( result.code == ss_ok )
    {
        law->made = law->given = true;
        law->program = def->program;
        memcpy( law->values, def->programValues, sizeof law->values );
    }
    return result;
}

/// Leaves another law in its place, which no body owns, so that the world has none of the user's own.
static void takeOut( WorldLaw* law, ssWorld* world )
{
    ssLawDef none = ssDefaultLawDef( ss_lawKindCoulomb );
    if ( law->given && ssWorld_ReplaceLaw( world, law->id, &none ).code == ss_ok )
    {
        law->given = false;
        law->program = NULL;
    }
}

ssResult worldLawAdopt( WorldLaw* law, ssWorld* world, const ssSim* sim )
{
    ssLawDef def;
    if ( !ssSim_LawDef( sim, &def ) )
    {
        takeOut( law, world );
        return ssOk();
    }
    bool same = law->given && law->program == def.program &&
        memcmp( law->values, def.programValues, sizeof law->values ) == 0;
    return same ? ssOk() : put( law, world, &def );
}

void worldLawSerialize( WorldLaw* law, ssWorld* world, ssArchive* archive )
{
    bool reads = archive->mode == ss_archiveRead;
    if ( archive->law == NULL )
    {
        if ( reads ) { takeOut( law, world ); }
        return;
    }
    ssLawDef def = ssDefaultLawDef( ss_lawKindText );
    def.program = archive->law;
    memcpy( def.programValues, law->values, sizeof law->values );
    ssArchive_F64s( archive, def.programValues, ssLawProgram_Info( archive->law )->paramCount );
    if ( reads && !archive->overrun ) { archive->overrun = put( law, world, &def ).code != ss_ok; }
}
