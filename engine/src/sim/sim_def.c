// SPDX-License-Identifier: MIT
#include "sim/sim_private.h"
#include "slipstick/lab/build.h"
#include "slipstick/lab/log_scenario.h"

#include <string.h>

// The definition of a simulation: a scenario and its values, from defaults, presets and texts.

#define PRESETS_LISTED 64 // presets; a message that lists the known ones names no more

ssSimDef ssDefaultSimDef( const ssScenario* scenario )
{
    if ( scenario == NULL )
    {
        return ( ssSimDef ){ .seed = 1 }; // ssFindScenario found none; ssCreateSim says so
    }
    SS_ASSERT( scenario->model.paramCount <= SS_MAX_PARAMS && scenario->model.signalCount <= SS_MAX_SIGNALS );
    if ( scenario->model.ownLaw != NULL && scenario->law == NULL )
    {
        simLawScenario( scenario, NULL, NULL, &scenario ); // out of memory: ssCreateSim says so
        ssScenario_Release( scenario );
    }
    ssSimDef def = {
        .scenario = scenario, .h = scenario->model.h, .until = scenario->model.until, .seed = 1
    };
    for ( int i = 0; i < scenario->model.paramCount; ++i )
    {
        def.values[i] = scenario->model.params[i].defaultValue;
    }
    return def;
}

/// Refuses a name, with the nearest known one or, where none is near, a list of those that are known.
static ssResult unknownName( const char* what, const char* name, const char* const* names, int count )
{
    const char* closest = ssClosestName( name, names, count );
    if ( closest != NULL )
    {
        return ssError(
            ss_errorUnknown, name, "unknown %s '%.40s'; did you mean '%s'?", what, name, closest );
    }
    char list[160] = "";
    size_t used = 0;
    for ( int i = 0; i < count && used + strlen( names[i] ) + 2 < sizeof list; ++i )
    {
        memcpy( list + used, " ", 1 );
        memcpy( list + used + 1, names[i], strlen( names[i] ) + 1 );
        used += 1 + strlen( names[i] );
    }
    return ssError( ss_errorUnknown, name, "unknown %s '%.40s'; known:%s", what, name, list );
}

ssResult simNoScenario( void )
{
    return ssError( ss_errorValue, "scenario",
        "the definition has no scenario: ssFindScenario returns NULL for an unknown id" );
}

/// A preset starts with the law's own values, whatever was set before.
static ssResult setShippedLaw( ssSimDef* def, const char* name )
{
    const ssShippedLaw* law = ssFindShippedLaw( name );
    if ( law == NULL ) { return ssError( ss_errorUnknown, "law", "there is no shipped law '%.40s'", name ); }
    ssResult result = ssSimDef_SetLaw( def, law->text, law->name );
    for ( int i = ssScenario_Base( def->scenario )->model.paramCount; i < def->scenario->model.paramCount;
          ++i )
    {
        def->values[i] = def->scenario->model.params[i].defaultValue;
    }
    return result;
}

ssResult ssSimDef_ApplyPreset( ssSimDef* def, const char* name )
{
    const ssScenario* scenario = def->scenario;
    if ( scenario == NULL ) { return simNoScenario(); }
    const ssPreset* preset = ssFindPreset( scenario, name );
    if ( preset == NULL )
    {
        const char* names[PRESETS_LISTED];
        int count = scenario->presetCount < PRESETS_LISTED ? scenario->presetCount : PRESETS_LISTED;
        for ( int i = 0; i < count; ++i ) { names[i] = scenario->presets[i].name; }
        return unknownName( "preset", name, names, count );
    }
    SS_TRY( ssSimDef_SetBuild( def, NULL ) ); // a preset has bodies of its own
    SS_TRY( preset->law != NULL ? setShippedLaw( def, preset->law ) : ssOk() );
    for ( int i = 0; i < preset->valueCount; ++i )
    {
        int param = ssFindScenarioParam( def->scenario, preset->values[i].key );
        SS_ASSERT( param >= 0 );
        def->values[param] = preset->values[i].value;
    }
    def->h = preset->h > 0.0 ? preset->h : def->h;
    def->until = preset->until > 0.0 ? preset->until : def->until;
    def->preset = preset;
    return ssOk();
}

static ssResult unknownKey( const ssScenario* scenario, const char* key )
{
    if ( strncmp( key, "noise.", 6 ) == 0 && ssFindScenarioParam( scenario, "noise.mu" ) < 0 )
    {
        return ssError( ss_errorUnknown, key, "%.40s has no '%.20s': %s", scenario->id, key,
            ssFindScenarioParam( scenario, "noise.force" ) >= 0
                ? "its noise is a random force; it has no friction coefficient that could vary"
                : "nothing moves in it that a random force or random friction could change" );
    }
    const char* names[SS_MAX_PARAMS + SS_LAW_MAX_PARAMS];
    int count = 0, own = ssScenario_Base( scenario )->model.paramCount;
    for ( int i = 0; i < scenario->model.paramCount; ++i ) { names[count++] = scenario->model.params[i].key; }
    for ( int i = own; i < scenario->model.paramCount; ++i )
    {
        names[count++] = scenario->model.params[i].key + strlen( SIM_LAW_PREFIX );
    }
    return unknownName( "key", key, names, count );
}

int simChosenBy( const ssModel* model, int param, double* choice )
{
    const char* key = model->params[param].chosenBy;
    int row = key != NULL ? ssFindParam( model->params, model->paramCount, key ) : -1;
    bool found =
        row >= 0 && ssParseParam( model->params + row, model->params[param].key, choice ).code == ss_ok;
    return found ? row : -1;
}

ssResult ssSimDef_Set( ssSimDef* def, const char* key, const char* text )
{
    const ssScenario* scenario = def->scenario;
    if ( scenario == NULL ) { return simNoScenario(); }
    int param = ssFindScenarioParam( scenario, key );
    if ( param < 0 ) { return unknownKey( scenario, key ); }
    ssResult result = ssParseParamIn(
        scenario->model.params, scenario->model.paramCount, def->values, param, text, def->values + param );
    int slot = ssTextSlot( scenario->model.params, param );
    if ( result.code == ss_ok && slot >= 0 ) { memcpy( def->texts[slot], text, strlen( text ) + 1 ); }
    if ( result.code == ss_ok && ssScenario_IsLog( scenario ) ) { logAdoptBound( def, param ); }
    double choice;
    int row = result.code == ss_ok ? simChosenBy( &scenario->model, param, &choice ) : -1;
    if ( row >= 0 ) { def->values[row] = choice; }
    return result;
}

const char* ssSimDef_Text( const ssSimDef* def, int param )
{
    int slot = ssTextSlot( def->scenario->model.params, param );
    SS_ASSERT( slot >= 0 );
    return def->texts[slot];
}

ssResult ssSimDef_StepCount( const ssSimDef* def, int64_t* steps )
{
    if ( !( def->h > 0.0 && isfinite( def->h ) ) )
    {
        return ssError( ss_errorValue, "h", "h = %g s; allowed: a finite step size > 0", def->h );
    }
    if ( !( def->until >= 0.0 && isfinite( def->until ) ) )
    {
        return ssError( ss_errorValue, "until", "until = %g s; allowed: a finite duration >= 0", def->until );
    }
    double ratio = def->until / def->h;
    if ( !( ratio <= SS_MAX_STEPS ) )
    {
        return ssError( ss_errorValue, "until", "until = %g s with h = %g s is %g steps; allowed: up to %g",
            def->until, def->h, ratio, SS_MAX_STEPS );
    }
    int64_t count = llround( ratio );
    // The quotient may be off by rounding, but not by a part of a step.
    double slack = ssMin( 1e-9 * ssMax( 1.0, ratio ), 1e-3 );
    if ( fabs( ratio - (double)count ) > slack || ( count == 0 && def->until > 0.0 ) )
    {
        return ssError( ss_errorValue, "until",
            "until = %.10g s is not a multiple of h = %.10g s; the nearest multiples are %.10g and %.10g s",
            def->until, def->h, floor( ratio ) * def->h, ceil( ratio ) * def->h );
    }
    *steps = count;
    return ssOk();
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
    for ( int i = 0; i < def->scenario->model.paramCount; ++i )
    {
        int slot = ssTextSlot( def->scenario->model.params, i );
        bool same = slot >= 0 ? strcmp( wanted.texts[slot], def->texts[slot] ) == 0
                              : wanted.values[i] == def->values[i];
        if ( !same ) { return false; }
    }
    return true;
}

const ssPreset* ssSimDef_Preset( const ssSimDef* def )
{
    const ssScenario* scenario = def->scenario;
    bool built = scenario != NULL && scenario->build != NULL; // no preset has a build
    for ( int i = 0; scenario != NULL && !built && i < scenario->presetCount; ++i )
    {
        if ( hasValuesOf( def, scenario->presets + i ) ) { return scenario->presets + i; }
    }
    return NULL;
}
