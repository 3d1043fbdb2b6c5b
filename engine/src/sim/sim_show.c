// SPDX-License-Identifier: MIT
#include "sim/sim_private.h"

#include <string.h>

// How a window shows a run: never a part of what is computed.

ssShow ssResolveShow( const ssScenario* scenario, const ssPreset* preset )
{
    ssShow show = scenario->show;
    show.point = show.point != NULL ? show.point : scenario->summary;
    show.speed = show.speed > 0.0 ? show.speed : 0.25;
    show.ending = show.ending != ss_endingDefault ? show.ending : ss_endingStop;
    if ( preset != NULL )
    {
        const ssShow* own = &preset->show;
        // With another law the preset's point may not be there.
        show.point = own->point != NULL && ssScenario_HasLawOf( scenario, preset ) ? own->point : show.point;
        show.speed = own->speed > 0.0 ? own->speed : show.speed;
        show.ending = own->ending != ss_endingDefault ? own->ending : show.ending;
        show.ending = preset->hidden ? ss_endingStop : show.ending; // tests look at the end of a run
        show.panes = own->panes != NULL ? own->panes : show.panes;
        show.twin = own->twin != NULL ? own->twin : show.twin;
        show.formula = own->formula != NULL ? own->formula : show.formula;
        show.camera = own->camera.zoom > 0.0 ? own->camera : show.camera;
    }
    return show;
}

bool ssShow_Opens( const ssShow* show, const char* pane, bool shown )
{
    size_t length = strlen( pane );
    for ( const char* at = show->panes; at != NULL && *at != '\0'; )
    {
        size_t end = strcspn( at, "," );
        if ( end == length && strncmp( at, pane, length ) == 0 )
        {
            return true;
        }
        at += end + ( at[end] == ',' ? 1 : 0 );
    }
    return show->panes == NULL && shown;
}

/// Are these the values of the preset, with the scenario's defaults elsewhere?
static bool hasValuesOf( const ssSimDef* def, const ssPreset* preset )
{
    ssSimDef wanted = ssDefaultSimDef( ssScenario_Base( def->scenario ) );
    if ( ssSimDef_ApplyPreset( &wanted, preset->name ).code != ss_ok || wanted.scenario != def->scenario ||
        wanted.h != def->h || wanted.until != def->until )
    {
        return false;
    }
    for ( int i = 0; i < def->scenario->paramCount; ++i )
    {
        int slot = ssTextSlot( def->scenario->params, i );
        bool same = slot >= 0 ? strcmp( wanted.texts[slot], def->texts[slot] ) == 0
                              : wanted.values[i] == def->values[i];
        if ( !same )
        {
            return false;
        }
    }
    return true;
}

const ssPreset* ssSimDef_Preset( const ssSimDef* def )
{
    const ssScenario* scenario = def->scenario;
    bool built = scenario != NULL && scenario->build != NULL; // no preset has a build
    for ( int i = 0; scenario != NULL && !built && i < scenario->presetCount; ++i )
    {
        if ( hasValuesOf( def, scenario->presets + i ) )
        {
            return scenario->presets + i;
        }
    }
    return NULL;
}
