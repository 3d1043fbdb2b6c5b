// SPDX-License-Identifier: MIT
#include "shows/shows.h"

#include <string.h>

// How the show of a scenario, of its preset and of a scene become one.

// Of scenarios that are made at run time.
static const showScenario s_usual = { .id = "", .view = { .ending = ss_endingStop, .solidTrails = true } };

#define SLOWEST_RECORDING 64 // times slower than real time

static const double s_usualSpeed = 0.25, s_watchShort = 4.0; // [1], [s]

const showScenario* showFind( const ssScenario* scenario )
{
    const showScenario* show = showAt( 0 );
    for ( int i = 1; show != NULL && strcmp( show->id, scenario->id ) != 0; ++i ) { show = showAt( i ); }
    return show != NULL ? show : &s_usual;
}

const showView* showOfPreset( const ssScenario* scenario, const ssPreset* preset )
{
    static const showView nothing = { .point = NULL };
    const showScenario* show = showFind( scenario );
    for ( int i = 0; i < show->presetCount && preset != NULL; ++i )
    {
        if ( strcmp( show->presets[i].name, preset->name ) == 0 ) { return &show->presets[i].view; }
    }
    return &nothing;
}

/// The default speed. A short recording that is complete is slowed down by a power of two.
static double usualSpeed( const ssScenario* scenario )
{
    double length = scenario->model.until;
    int slower = 1;
    if ( scenario->recorded == NULL ) { return s_usualSpeed; }
    while ( length > 0.0 && length < 1.0 && scenario->recorded->extend == NULL &&
        slower < SLOWEST_RECORDING && length * slower * 1.5 < s_watchShort )
    {
        slower *= 2;
    }
    return 1.0 / slower;
}

showView showOf( const ssScenario* scenario, const ssPreset* preset )
{
    const showView* own = showOfPreset( scenario, preset );
    showView show = showFind( scenario )->view;
    // With another law the preset's point may not be there.
    bool tells = own->point != NULL && ssScenario_HasLawOf( scenario, preset );
    show.point = tells ? own->point : show.point != NULL ? show.point : scenario->summary;
    show.teller = tells ? show_byPreset : show_byScenario;
    show.speed = own->speed > 0.0 ? own->speed : show.speed > 0.0 ? show.speed : usualSpeed( scenario );
    show.moment = own->moment > 0.0 ? own->moment : show.moment;
    show.ending = own->ending != ss_endingDefault ? own->ending : show.ending;
    show.ending =
        preset != NULL && preset->hidden ? ss_endingStop : show.ending; // tests look at the end of a run
    show.panes = own->panes != NULL ? own->panes : show.panes;
    if ( own->front[0].key != NULL ) { memcpy( show.front, own->front, sizeof show.front ); }
    show.twin = own->twin != NULL ? own->twin : show.twin;
    show.formula = own->formula != NULL ? own->formula : show.formula;
    show.camera = own->camera.zoom > 0.0 ? own->camera : show.camera;
    return show;
}

showView showOfScene( const ssScene* scene, const ssPreset* preset )
{
    const ssSceneShow* own = &scene->show;
    showView show = showOf( scene->def.scenario, preset );
    show.teller = own->point[0] != '\0' ? show_byScene : show.teller;
    show.point = own->point[0] != '\0' ? own->point : show.point;
    show.panes = own->panes[0] != '\0' ? own->panes : show.panes;
    show.focusOnly = show.focusOnly || own->focusOnly;
    show.speed = own->speed > 0.0 ? own->speed : show.speed;
    show.ending = own->ending != ss_endingDefault ? own->ending : show.ending;
    bool turned = scene->camera.set && !( scene->camera.distance > 0.0 );
    show.camera = turned ? ( showCamera ){ scene->camera.yawDeg, scene->camera.pitchDeg, 1.0 } : show.camera;
    return show;
}

const showFront* showFindFront( const showView* show, const char* key )
{
    int i = 0;
    while ( i < show_maxFront && show->front[i].key != NULL && strcmp( show->front[i].key, key ) != 0 )
    {
        ++i;
    }
    return i < show_maxFront && show->front[i].key != NULL ? show->front + i : NULL;
}

bool showOpens( const showView* show, const char* pane, bool shown )
{
    size_t length = strlen( pane );
    for ( const char* at = show->panes; at != NULL && *at != '\0'; )
    {
        at += strncmp( at, "plot.", 5 ) == 0 ? 5 : 0; // as widgets are called
        size_t end = strcspn( at, "," );
        if ( end == length && strncmp( at, pane, length ) == 0 ) { return true; }
        at += end + ( at[end] == ',' ? 1 : 0 );
    }
    return show->panes == NULL && shown;
}
