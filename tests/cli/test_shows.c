// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "shows/shows.h"

// How a window presents scenarios: the table has a row for each, and no row names what is not there.

/// Does the list name plots and charts of the scenario only? NULL is a list of none.
static bool namesPanes( const ssScenario* scenario, const char* panes )
{
    const ssPicture* picture = &scenario->picture;
    while ( panes != NULL && *panes != '\0' )
    {
        size_t length = strcspn( panes, "," );
        char id[80], full[80];
        snprintf( id, sizeof id, "%.*s", (int)length, panes );
        bool known = false;
        for ( int i = 0; i < picture->plotCount; ++i )
        {
            known = known || strcmp( picture->plots[i].id, id ) == 0;
        }
        for ( int i = 0; i < picture->chartCount; ++i )
        {
            snprintf( full, sizeof full, "chart:%s", picture->charts[i].id );
            known = known || strcmp( full, id ) == 0;
        }
        if ( !known )
        {
            printf( "%s: no plot or chart is called '%s'\n", scenario->id, id );
            return false;
        }
        panes += length + ( panes[length] == ',' ? 1 : 0 );
    }
    return true;
}

/// Is this one short sentence?
static bool isSentence( const char* id, const char* preset, const char* text, size_t limit )
{
    bool good =
        text != NULL && strlen( text ) > 20 && strlen( text ) <= limit && text[strlen( text ) - 1] == '.';
    if ( !good )
    {
        printf( "%s %s: '%s' is no sentence of at most %zu bytes\n", id, preset, text != NULL ? text : "",
            limit );
    }
    return good;
}

/// Are panes, formula and twin those of the scenario with this preset (NULL: none)?
static bool namesWhatExists( const ssScenario* scenario, const char* preset, const showView* view )
{
    ssSimDef def = ssDefaultSimDef( scenario );
    bool good = preset == NULL || ssSimDef_ApplyPreset( &def, preset ).code == ss_ok;
    good = good && namesPanes( scenario, view->panes );
    good = good && ( view->formula == NULL || ssFindScenarioParam( scenario, view->formula ) >= 0 );
    if ( good && view->twin != NULL )
    {
        ssTwin twin = { .on = false };
        good = ssTwin_SetAll( &twin, &def, view->twin ).code == ss_ok && twin.count > 0;
        ssTwin_Destroy( &twin );
    }
    if ( !good )
    {
        printf( "%s %s: its show names what is not there\n", scenario->id, preset != NULL ? preset : "" );
    }
    return good;
}

TEST everyScenarioAndPresetHasItsShow( void )
{
    bool good = true;
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        const ssScenario* scenario = ssGetScenario( i );
        const showScenario* show = showFind( scenario );
        ASSERT_STR_EQ( scenario->id, show->id );
        good = isSentence( show->id, "", show->view.point, 100 ) && good;
        ASSERTm( show->id, show->view.speed > 0.0 && show->view.ending != ss_endingDefault );
        for ( int j = 0; j < scenario->presetCount; ++j )
        {
            const ssPreset* preset = scenario->presets + j;
            const char* point = showOfPreset( scenario, preset )->point;
            good = ( preset->hidden || isSentence( show->id, preset->name, point, 150 ) ) && good;
            showView view = showOf( scenario, preset );
            ASSERT( view.speed > 0.0 && view.ending != ss_endingDefault && view.point != NULL );
        }
    }
    ASSERT( good );
    PASS();
}

TEST noShowNamesWhatDoesNotExist( void )
{
    bool good = true;
    int count = 0;
    for ( const showScenario* show = showAt( 0 ); show != NULL; show = showAt( ++count ) )
    {
        const ssScenario* scenario = ssFindScenario( show->id );
        ASSERTm( show->id, scenario != NULL && showFind( scenario ) == show );
        good = namesWhatExists( scenario, NULL, &show->view ) && good;
        for ( int i = 0; i < show->presetCount; ++i )
        {
            const showPreset* row = show->presets + i;
            const ssPreset* preset = ssFindPreset( scenario, row->name );
            ASSERTm( row->name, preset != NULL && showOfPreset( scenario, preset ) == &row->view );
            good = namesWhatExists( scenario, row->name, &row->view ) && good;
        }
        ASSERT_EQm( show->id, show->sides[0] != NULL, show->sides[1] != NULL );
    }
    ASSERT_EQ( ssScenarioCount(), count );
    ASSERT( good );
    PASS();
}

/// The sliders in front that a run of this preset (NULL: none) reads; -1: one of them cannot be there.
static int countFront( const ssScenario* scenario, const ssPreset* preset )
{
    ssSimDef def = ssDefaultSimDef( scenario );
    ssSim* sim = NULL;
    bool made = preset == NULL || ssSimDef_ApplyPreset( &def, preset->name ).code == ss_ok;
    made = made && ssCreateSim( &def, &sim ).code == ss_ok;
    showView show = showOf( def.scenario, preset );
    int count = made ? 0 : -1;
    for ( int i = 0; i < show_maxFront && show.front[i].key != NULL && count >= 0; ++i )
    {
        int row = ssFindScenarioParam( def.scenario, show.front[i].key );
        const char* law = strncmp( show.front[i].key, "law.", 4 ) == 0 ? "law" : NULL;
        bool there = row >= 0 || ( law != NULL && preset != NULL ); // of a typed law that the preset replaces
        bool numerics = row >= 0 && strcmp( def.scenario->model.params[row].group, "numerics" ) == 0 &&
            strcmp( show.front[i].key, "law" ) != 0;
        count = !there || numerics ? -1 : row >= 0 && ssSim_Uses( sim, row ) ? count + 1 : count;
    }
    ssDestroySim( sim );
    return count;
}

// The stage shows three to five sliders that the run reads, fewer only where there are no more.
TEST everyScenarioHasThreeToFiveSlidersInFront( void )
{
    bool good = true;
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        const ssScenario* scenario = ssGetScenario( i );
        int least = scenario->model.paramCount < 3 ? scenario->model.paramCount : 3;
        for ( int k = -1; k < scenario->presetCount; ++k )
        {
            const ssPreset* preset = k >= 0 ? scenario->presets + k : NULL;
            int count = countFront( scenario, preset );
            bool enough = count >= ( preset != NULL ? 2 : least ) && count <= show_maxFront;
            if ( !enough && ( preset == NULL || !preset->hidden ) )
            {
                printf(
                    "%s %s: %d sliders in front\n", scenario->id, preset != NULL ? preset->name : "", count );
                good = false;
            }
        }
    }
    ASSERT( good );
    PASS();
}

// A scenario of a plugin says what it is in its summary. A short recording is slowed down, unless more of it
// is to come.
TEST aScenarioWithoutAShowHasTheUsualOne( void )
{
    ssScenario own = { .id = "of-a-plugin", .summary = "A puck turns.", .model = { .until = 0.5 } };
    showView show = showOf( &own, NULL );
    ASSERT_STR_EQ( "A puck turns.", show.point );
    ASSERT( show.speed == 0.25 && show.ending == ss_endingStop && showOpens( &show, "u", true ) );
    const ssRecorded complete = { .extend = NULL };
    own.recorded = &complete;
    ASSERT_EQ( 1.0 / 8.0, showOf( &own, NULL ).speed ); // 4 s for what lasts 0.5 s
    own.model.until = 2.0;
    ASSERT_EQ( 1.0, showOf( &own, NULL ).speed );
    PASS();
}

TEST aSceneIsShownAsItSays( void )
{
    ssScene scene = { .def = ssDefaultSimDef( ssFindScenario( "rolling-sphere" ) ),
        .show = { .point = "It rolls.", .panes = "u,slip", .speed = 0.5, .ending = ss_endingLoop } };
    showView show = showOfScene( &scene, NULL );
    ASSERT_STR_EQ( "It rolls.", show.point );
    ASSERT( show.teller == show_byScene && show.speed == 0.5 && show.ending == ss_endingLoop );
    ASSERT( showOpens( &show, "slip", false ) && !showOpens( &show, "x", true ) );
    scene.show = ( ssSceneShow ){ .title = "Ball" };
    showView own = showOf( scene.def.scenario, NULL );
    show = showOfScene( &scene, NULL );
    ASSERT_STR_EQ( own.point, show.point );
    ASSERT( own.speed == show.speed && own.ending == show.ending && show.teller == show_byScenario );
    PASS();
}

// With another law the point of a preset may not be there; the law that a scenario runs with by itself is not
// another one.
TEST aPresetSpeaksOnlyOfItsOwnLaw( void )
{
    const ssScenario* scenario = ssFindScenario( "spring-slider" );
    const ssPreset* preset = ssFindPreset( scenario, "stick-slip" );
    ssSimDef usual = ssDefaultSimDef( scenario ), other = usual;
    testMust( ssSimDef_ApplyPreset( &other, "lugre" ) );
    ASSERT_EQ( show_byPreset, showOf( usual.scenario, preset ).teller );
    ASSERT_EQ( show_byScenario, showOf( other.scenario, preset ).teller );
    ASSERT_STR_EQ( showFind( scenario )->view.point, showOf( other.scenario, preset ).point );
    PASS();
}

SUITE( shows )
{
    RUN_TEST( everyScenarioAndPresetHasItsShow );
    RUN_TEST( noShowNamesWhatDoesNotExist );
    RUN_TEST( everyScenarioHasThreeToFiveSlidersInFront );
    RUN_TEST( aScenarioWithoutAShowHasTheUsualOne );
    RUN_TEST( aSceneIsShownAsItSays );
    RUN_TEST( aPresetSpeaksOnlyOfItsOwnLaw );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( shows );
    return TEST_END();
}
