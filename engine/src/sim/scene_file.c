// SPDX-License-Identifier: MIT
#include "sim/build_private.h"
#include "sim/scene_private.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

// Scenes as JSON texts: reading, and the list of edits.

#define CAMERA_FAR 1e9       // [m]; beyond this the single precision of the view has nothing to show
#define CAMERA_ANGLE_MAX 1e6 // [°]

const char* const ss_sceneFlagNames[sceneFlagCount] = { "bodies", "ground", "forces", "moments", "cones",
    "trails", "velocities", "labels", "contact_points", "force_chains", "modes", "lines_of_action",
    "energies", "everything" };

ssResult sceneWrongKind( const char* key, const char* expected, const ssJson* value )
{
    return ssError(
        ss_errorFormat, key, "%s: expected %s, found %s", key, expected, ssJson_KindName( value ) );
}

ssResult sceneReadNumber( const ssJson* object, const char* key, double* number )
{
    const ssJson* value = ssJson_Member( object, key );
    if ( value == NULL || ssJson_Number( value, number ) )
    {
        return value != NULL && !isfinite( *number )
            ? ssError( ss_errorValue, key, "%s is not a finite number", key )
            : ssOk();
    }
    return sceneWrongKind( key, "a number", value );
}

static ssResult readVec3( const ssJson* value, const char* key, ssVec3* vector )
{
    double* parts[3] = { &vector->x, &vector->y, &vector->z };
    bool valid = value != NULL && ssJson_IsArray( value ) && ssJson_Count( value ) == 3;
    const ssJson* element = valid ? ssJson_First( value ) : NULL;
    for ( int i = 0; valid && i < 3; ++i, element = ssJson_Next( element ) )
    {
        valid = ssJson_Number( element, parts[i] ) && isfinite( *parts[i] );
    }
    return valid ? ssOk() : sceneWrongKind( key, "an array of three numbers", value );
}

static ssResult readParamValue( const ssParam* param, const ssJson* value, double* number )
{
    const char* text = ssJson_Text( value );
    if ( text != NULL ) { return ssParseParam( param, text, number ); }
    double read;
    if ( param->kind == ss_paramChoice || !ssJson_Number( value, &read ) )
    {
        return sceneWrongKind(
            param->key, param->kind == ss_paramChoice ? "the name of a choice" : "a number", value );
    }
    SS_TRY( ssCheckParam( param, read ) );
    *number = read;
    return ssOk();
}

/// Reads a number, a choice or a text; a text belongs to the document.
static ssResult readValue( const ssParam* param, const ssJson* value, double* number, const char** text )
{
    *text = NULL;
    if ( param->kind != ss_paramText ) { return readParamValue( param, value, number ); }
    *text = ssJson_Text( value );
    *number = 0.0;
    return *text != NULL ? ssCheckText( param, *text ) : sceneWrongKind( param->key, "a text", value );
}

static ssResult readParams( const ssJson* object, ssSimDef* def )
{
    const char* keys[SS_MAX_PARAMS];
    const ssScenario* scenario = def->scenario;
    for ( int i = 0; i < scenario->model.paramCount; ++i ) { keys[i] = scenario->model.params[i].key; }
    SS_TRY( ssJson_CheckObject( object, "params", "params", keys, scenario->model.paramCount ) );
    for ( const ssJson* m = ssJson_First( object ); m != NULL; m = ssJson_Next( m ) )
    {
        int param = ssFindParam( scenario->model.params, scenario->model.paramCount, ssJson_Key( m ) );
        const char* text;
        SS_TRY( readValue( scenario->model.params + param, m, def->values + param, &text ) );
        if ( text != NULL )
        {
            memcpy( def->texts[ssTextSlot( scenario->model.params, param )], text, strlen( text ) + 1 );
        }
    }
    return ssOk();
}

/// Reads the text of a typed law, NULL where there is none.
static ssResult readLawText( const ssJson* object, const char** text )
{
    const ssJson* value = ssJson_Member( object, "law_text" );
    *text = value != NULL ? ssJson_Text( value ) : NULL;
    return value == NULL || *text != NULL ? ssOk() : sceneWrongKind( "law_text", "the text of a law", value );
}

ssResult sceneReadLaw( const ssJson* object, ssSimDef* def )
{
    const char* law;
    const ssJson* preset = ssJson_Member( object, "preset" );
    if ( preset != NULL )
    {
        const char* name = ssJson_Text( preset );
        SS_TRY( name != NULL ? ssSimDef_ApplyPreset( def, name )
                             : sceneWrongKind( "preset", "the name of a preset", preset ) );
    }
    SS_TRY( readLawText( object, &law ) );
    return law == NULL && preset != NULL ? ssOk() : ssSimDef_SetLaw( def, law, "law_text" );
}

/// Seeds above 2^53 are not exact as JSON numbers, and are written as texts.
static ssResult readSeed( const ssJson* value, uint64_t* seed )
{
    double number;
    const char* text = ssJson_Text( value );
    if ( text != NULL && text[0] >= '0' && text[0] <= '9' )
    {
        char* end;
        errno = 0;
        uint64_t read = strtoull( text, &end, 10 );
        if ( *end == '\0' && errno == 0 )
        {
            *seed = read;
            return ssOk();
        }
        return ssError(
            ss_errorValue, "seed", "seed = %.40s; allowed: a whole number from 0 to 2^64 - 1", text );
    }
    if ( ssJson_Number( value, &number ) && number >= 0.0 && number <= 0x1p53 && number == floor( number ) )
    {
        *seed = (uint64_t)number;
        return ssOk();
    }
    return sceneWrongKind( "seed", "a whole number from 0 to 2^53, or a larger one as text", value );
}

static ssResult readCamera( const ssJson* object, ssSceneCamera* camera )
{
    static const char* const keys[] = { "yaw_deg", "pitch_deg", "distance", "target" };
    SS_TRY( ssJson_CheckObject( object, "camera", "camera", keys, SS_COUNT( keys ) ) );
    camera->set = true;
    const ssJson* target = ssJson_Member( object, "target" );
    bool placed = target != NULL || ssJson_Member( object, "distance" ) != NULL;
    camera->distance = placed ? 1.0 : 0.0;
    SS_TRY( sceneReadNumber( object, "yaw_deg", &camera->yawDeg ) );
    SS_TRY( sceneReadNumber( object, "pitch_deg", &camera->pitchDeg ) );
    SS_TRY( sceneReadNumber( object, "distance", &camera->distance ) );
    SS_TRY( target != NULL ? readVec3( target, "target", &camera->target ) : ssOk() );
    const ssVec3 t = camera->target;
    if ( placed && !( camera->distance >= 1.0 / CAMERA_FAR && camera->distance <= CAMERA_FAR ) )
    {
        return ssError(
            ss_errorValue, "distance", "camera: distance = %g; allowed: 1e-9 to 1e9 m", camera->distance );
    }
    if ( ssMax( ssMax( fabs( t.x ), fabs( t.y ) ), fabs( t.z ) ) > CAMERA_FAR )
    {
        return ssError( ss_errorValue, "target", "camera: target is too far away; allowed: up to 1e9 m" );
    }
    if ( ssMax( fabs( camera->yawDeg ), fabs( camera->pitchDeg ) ) > CAMERA_ANGLE_MAX )
    {
        return ssError( ss_errorValue, "yaw_deg",
            "camera: yaw_deg or pitch_deg is too large; allowed: up to 1e6 degrees" );
    }
    return ssOk();
}

static ssResult readView( const ssJson* object, uint32_t* flags )
{
    SS_TRY( ssJson_CheckObject( object, "view", "view", ss_sceneFlagNames, sceneFlagCount ) );
    for ( int i = 0; i < sceneFlagCount; ++i )
    {
        const ssJson* value = ssJson_Member( object, ss_sceneFlagNames[i] );
        bool on = ( *flags & 1u << i ) != 0;
        if ( value != NULL && !ssJson_Bool( value, &on ) )
        {
            return sceneWrongKind( ss_sceneFlagNames[i], "true or false", value );
        }
        *flags = on ? *flags | 1u << i : *flags & ~( 1u << i );
    }
    return ssOk();
}

/// Reads "step", which every edit has.
static ssResult readEditStep( const ssJson* object, int64_t* step )
{
    static const char* const keys[] = { "step", "key", "value", "drag", "body", "law_text", "params",
        "build" };
    if ( !ssJson_IsObject( object ) ) { return sceneWrongKind( "edits", "objects", object ); }
    SS_TRY( ssJson_CheckKeys( object, "edits", keys, SS_COUNT( keys ) ) );
    double number = -1.0;
    SS_TRY( sceneReadNumber( object, "step", &number ) );
    if ( !( number >= 0.0 && number <= 0x1p53 && number == floor( number ) ) )
    {
        return ssError( ss_errorValue, "step", "edits: step = %g; allowed: a whole number >= 0", number );
    }
    *step = (int64_t)number;
    return ssOk();
}

/// Reads a drag: [x, y, z] is where the mouse pulls at the body, false lets go.
static ssResult readEditDrag( const ssJson* object, const ssJson* drag, ssEdit* edit )
{
    bool held = true;
    double body = 0.0;
    SS_TRY( sceneReadNumber( object, "body", &body ) );
    if ( !( body >= 0.0 && body <= 1e9 && body == floor( body ) ) )
    {
        return ssError( ss_errorValue, "body", "edits: body = %g; allowed: a whole number >= 0", body );
    }
    edit->drag.body = (int)body;
    if ( ssJson_Bool( drag, &held ) && !held ) { return ssOk(); }
    edit->drag.active = true;
    return readVec3( drag, "drag", &edit->drag.target );
}

/// Reads the key of a parameter and its value.
static ssResult readEditValue( const ssJson* object, const ssScenario* scenario, ssEdit* edit )
{
    const ssJson* key = ssJson_Member( object, "key" );
    const char* name = key != NULL ? ssJson_Text( key ) : NULL;
    if ( name == NULL ) { return sceneWrongKind( "key", "the key of a parameter", key ); }
    edit->param = ssFindParam( scenario->model.params, scenario->model.paramCount, name );
    if ( edit->param < 0 )
    {
        return ssError(
            ss_errorUnknown, "key", "edits: key '%.40s' is not a parameter of %s", name, scenario->id );
    }
    const ssJson* value = ssJson_Member( object, "value" );
    if ( value == NULL ) { return sceneWrongKind( "value", "a value", value ); }
    const char* text;
    SS_TRY( readValue( scenario->model.params + edit->param, value, &edit->value, &text ) );
    edit->text = text != NULL ? buildCopyText( text ) : NULL;
    return text == NULL || edit->text != NULL
        ? ssOk()
        : ssError( ss_errorMemory, "edits", "out of memory for a text" );
}

/// Reads a change of the law with the values of its parameters, and makes *scenario the one with this law.
static ssResult readEditLaw(
    const ssJson* object, const char* text, const ssScenario** scenario, ssEdit* edit )
{
    const ssScenario *before = *scenario, *derived;
    SS_TRY( simLawScenario( before, text, "law_text", &derived ) );
    *scenario = derived;
    ssScenario_Release( before );
    ssSimDef* def = ssAlloc( sizeof *def ); // too large for a stack
    edit->param = SS_EDIT_LAW;
    edit->text = buildCopyText( text );
    edit->values = ssAlloc( SS_LAW_MAX_PARAMS * sizeof *edit->values );
    if ( def == NULL || edit->text == NULL || edit->values == NULL )
    {
        ssRelease( def );
        return ssError( ss_errorMemory, "edits", "out of memory for a law" );
    }
    *def = ssDefaultSimDef( derived );
    const ssJson* params = ssJson_Member( object, "params" );
    ssResult result = params != NULL ? readParams( params, def ) : ssOk();
    int own = ssScenario_Base( derived )->model.paramCount;
    memcpy(
        edit->values, def->values + own, (size_t)( derived->model.paramCount - own ) * sizeof *edit->values );
    ssRelease( def );
    return result;
}

static ssResult readEdit( const ssJson* object, const ssScenario** scenario, ssEdit* edit )
{
    int64_t step = 0;
    const char* law;
    SS_TRY( readEditStep( object, &step ) );
    SS_TRY( readLawText( object, &law ) );
    *edit = ( ssEdit ){ .step = step, .param = SS_EDIT_DRAG };
    const ssJson* drag = ssJson_Member( object, "drag" );
    const ssJson* build = ssJson_Member( object, "build" );
    bool value = ssJson_Member( object, "key" ) != NULL || ssJson_Member( object, "value" ) != NULL;
    if ( ( drag != NULL ) + ( law != NULL ) + ( build != NULL ) + value > 1 )
    {
        return ssError( ss_errorFormat, drag != NULL ? "drag" : "law_text",
            "edits: an edit is a drag, or a key with its value, or a law_text with its params, or a build" );
    }
    if ( law == NULL && ssJson_Member( object, "params" ) != NULL )
    {
        return ssError( ss_errorFormat, "params", "edits: params belong to a law_text" );
    }
    return drag != NULL ? readEditDrag( object, drag, edit )
        : build != NULL ? sceneReadBuildEdit( build, *scenario, edit )
        : law != NULL   ? readEditLaw( object, law, scenario, edit )
                        : readEditValue( object, *scenario, edit );
}

/// Reads the edits in order; *scenario has the law in force, and one reference of it is held.
static ssResult readEditList( const ssJson* array, ssScene* scene, const ssScenario** scenario )
{
    ssResult result = ssOk();
    for ( const ssJson* e = ssJson_First( array ); e != NULL && result.code == ss_ok; e = ssJson_Next( e ) )
    {
        ssEdit* edit = scene->edits + scene->editCount;
        result = readEdit( e, scenario, edit );
        if ( result.code == ss_ok && scene->editCount > 0 && edit->step < edit[-1].step )
        {
            result = ssError( ss_errorValue, "step",
                "edits: step %lld comes after step %lld; allowed: steps in ascending order",
                (long long)edit->step, (long long)edit[-1].step );
        }
        // An edit that was refused may own texts, which ssScene_Destroy must free.
        scene->editCount +=
            result.code == ss_ok || edit->text != NULL || edit->values != NULL || edit->build != NULL;
    }
    return result;
}

static ssResult readEdits( const ssJson* array, ssScene* scene )
{
    if ( !ssJson_IsArray( array ) ) { return sceneWrongKind( "edits", "an array", array ); }
    int count = ssJson_Count( array );
    scene->edits = count > 0 ? ssAlloc( (size_t)count * sizeof *scene->edits ) : NULL;
    if ( count > 0 && scene->edits == NULL )
    {
        return ssError( ss_errorMemory, "edits", "out of memory for %d edits", count );
    }
    const ssScenario* scenario = ssScenario_Retain( scene->def.scenario );
    ssResult result = readEditList( array, scene, &scenario );
    ssScenario_Release( scenario );
    return result;
}

/// A scenario that is not there may be that of a plugin, which the scene names.
static ssResult unknownScenario( const ssJson* document, const char* name )
{
    const ssJson* value = ssJson_Member( document, "plugin" );
    const char* plugin = value != NULL ? ssJson_Text( value ) : NULL;
    return plugin != NULL
        ? ssError( ss_errorUnknown, "scenario",
              "scenario: '%.40s' comes from the plugin '%.40s', which is not loaded (--plugin FILE.so)", name,
              plugin )
        : ssError( ss_errorUnknown, "scenario",
              "scenario: there is no scenario '%.40s'; if it is that of a plugin, load that first (--plugin "
              "FILE.so)",
              name );
}

/// Reads what says which form this is, and the scenario.
static ssResult readHead( const ssJson* document, ssSimDef* def )
{
    static const char* const keys[] = { "format", "version", "scenario", "plugin", "preset", "law_text",
        "params", "h", "until", "seed", "camera", "view", "show", "build", "measures", "edits", "twin",
        "pins" };
    if ( !ssJson_IsObject( document ) ) { return sceneWrongKind( "scene", "an object", document ); }
    const ssJson* format = ssJson_Member( document, "format" );
    if ( format == NULL || ssJson_Text( format ) == NULL ||
        strcmp( ssJson_Text( format ), "slipstick-scene" ) != 0 )
    {
        return ssError(
            ss_errorFormat, "format", "format: expected \"slipstick-scene\"; this is not a scene" );
    }
    SS_TRY( ssJson_CheckKeys( document, "scene", keys, SS_COUNT( keys ) ) );
    double version = 0.0;
    SS_TRY( sceneReadNumber( document, "version", &version ) );
    if ( version != 1.0 )
    {
        return ssError( ss_errorFormat, "version", "version = %g; this program reads version 1", version );
    }
    const ssJson* id = ssJson_Member( document, "scenario" );
    const char* name = id != NULL ? ssJson_Text( id ) : NULL;
    const ssScenario* scenario = name != NULL ? ssFindScenario( name ) : NULL;
    if ( scenario == NULL )
    {
        return name == NULL ? sceneWrongKind( "scenario", "the id of a scenario", id )
                            : unknownScenario( document, name );
    }
    *def = ssDefaultSimDef( scenario );
    return sceneReadLaw( document, def );
}

/// Reads the measures that were asked for: "NAME": "EXPRESSION".
static ssResult readMeasures( const ssJson* object, ssSimDef* def )
{
    if ( !ssJson_IsObject( object ) )
    {
        return sceneWrongKind( "measures", "an object of expressions", object );
    }
    for ( const ssJson* m = ssJson_First( object ); m != NULL; m = ssJson_Next( m ) )
    {
        const char* text = ssJson_Text( m );
        if ( text == NULL ) { return sceneWrongKind( "measures", "an expression as a text", m ); }
        ssResult result = ssSimDef_Ask( def, ssJson_Key( m ), text );
        if ( result.code != ss_ok )
        {
            return ssError(
                result.code, "measures", "measures: %.60s: %.180s", ssJson_Key( m ), result.message );
        }
    }
    return ssOk();
}

ssResult sceneReadRun( const ssJson* object, ssScene* scene )
{
    const ssJson* part = ssJson_Member( object, "build" );
    SS_TRY( part != NULL ? sceneReadBuild( part, &scene->def ) : ssOk() );
    part = ssJson_Member( object, "measures" );
    SS_TRY( part != NULL ? readMeasures( part, &scene->def ) : ssOk() );
    ssScene_Hold( scene );
    SS_TRY( sceneReadNumber( object, "h", &scene->def.h ) );
    SS_TRY( sceneReadNumber( object, "until", &scene->def.until ) );
    int64_t steps;
    SS_TRY( ssSimDef_StepCount( &scene->def, &steps ) );

    part = ssJson_Member( object, "params" );
    SS_TRY( part != NULL ? readParams( part, &scene->def ) : ssOk() );
    part = ssJson_Member( object, "seed" );
    SS_TRY( part != NULL ? readSeed( part, &scene->def.seed ) : ssOk() );
    part = ssJson_Member( object, "edits" );
    return part != NULL ? readEdits( part, scene ) : ssOk();
}

static ssResult readScene( const ssJson* document, ssScene* scene )
{
    SS_TRY( readHead( document, &scene->def ) );
    SS_TRY( sceneReadRun( document, scene ) );
    const ssJson* part = ssJson_Member( document, "camera" );
    SS_TRY( part != NULL ? readCamera( part, &scene->camera ) : ssOk() );
    part = ssJson_Member( document, "view" );
    SS_TRY( part != NULL ? readView( part, &scene->viewFlags ) : ssOk() );
    part = ssJson_Member( document, "show" );
    SS_TRY( part != NULL ? sceneReadShow( part, &scene->show ) : ssOk() );
    return sceneReadCompared( document, scene );
}

ssResult ssParseScene( const char* text, size_t length, ssScene* scene )
{
    *scene = ( ssScene ){ .viewFlags = ss_drawDefault };
    ssResult result;
    ssJson* document = ssJson_Parse( text, length, &result );
    if ( document == NULL ) { return result; }
    result = readScene( document, scene );
    ssJson_Free( document );
    if ( result.code != ss_ok ) { ssScene_Destroy( scene ); }
    return result;
}

void ssScene_KeepEdits( ssScene* scene, int count )
{
    for ( int i = count; i < scene->editCount; ++i ) { ssEdit_Release( scene->edits + i ); }
    scene->editCount = count < scene->editCount ? count : scene->editCount;
}

void ssScene_Hold( ssScene* scene )
{
    const ssScenario* before = scene->held;
    scene->held = ssScenario_Retain( scene->def.scenario );
    ssScenario_Release( before );
}

void ssScene_Destroy( ssScene* scene )
{
    ssScene_KeepEdits( scene, 0 );
    ssRelease( scene->edits );
    scene->edits = NULL;
    sceneDestroyCompared( scene );
    ssScenario_Release( scene->held );
    scene->held = NULL;
}

void ssEdit_Release( ssEdit* edit )
{
    ssRelease( edit->text );
    ssRelease( edit->values );
    edit->text = NULL;
    edit->values = NULL;
    sceneFreeBuildEdit( edit );
}

bool ssEdit_Copy( const ssEdit* edit, ssEdit* copy )
{
    size_t size = SS_LAW_MAX_PARAMS * sizeof *edit->values;
    *copy = *edit;
    copy->text = edit->text != NULL ? buildCopyText( edit->text ) : NULL;
    copy->values = edit->values != NULL ? ssAlloc( size ) : NULL;
    if ( copy->values != NULL ) { memcpy( copy->values, edit->values, size ); }
    bool built = sceneCopyBuildEdit( edit, copy );
    return built && ( copy->text != NULL ) == ( edit->text != NULL ) &&
        ( copy->values != NULL ) == ( edit->values != NULL );
}

ssResult sceneCopyRun( const ssScene* scene, ssScene* copy )
{
    *copy = *scene;
    copy->held = ssScenario_Retain( scene->def.scenario );
    copy->pins = NULL;
    copy->pinCount = 0;
    copy->twin = ( ssTwin ){ 0 };
    copy->editCount = 0;
    copy->edits = scene->editCount > 0 ? ssAlloc( (size_t)scene->editCount * sizeof *copy->edits ) : NULL;
    bool allocated = scene->editCount == 0 || copy->edits != NULL;
    for ( int i = 0; i < scene->editCount && allocated; ++i )
    {
        allocated = ssEdit_Copy( scene->edits + i, copy->edits + i );
        copy->editCount = i + 1;
    }
    if ( !allocated )
    {
        ssScene_Destroy( copy );
        return ssError( ss_errorMemory, "edits", "out of memory for %d edits", scene->editCount );
    }
    return ssOk();
}

ssResult ssScene_Copy( const ssScene* scene, ssScene* copy )
{
    ssResult result = sceneCopyRun( scene, copy );
    result = result.code == ss_ok ? sceneCopyCompared( scene, copy ) : result;
    if ( result.code != ss_ok ) { ssScene_Destroy( copy ); }
    return result;
}

static ssResult applyEdit( const ssEdit* edit, ssSim* sim )
{
    const char* text = edit->text != NULL ? edit->text : "";
    if ( edit->param == SS_EDIT_LAW )
    {
        return ssSim_SetLawWith( sim, text, "law_text", text[0] != '\0' ? edit->values : NULL );
    }
    if ( edit->param == SS_EDIT_BUILD ) { return sceneApplyBuildEdit( edit, sim ); }
    if ( edit->param < 0 )
    {
        ssSim_Drag( sim, &edit->drag );
        return ssOk();
    }
    if ( edit->param >= ssSim_Scenario( sim )->model.paramCount )
    {
        return ssError( ss_errorValue, "edits", "edits: parameter %d belongs to another law", edit->param );
    }
    bool isText = ssSim_Scenario( sim )->model.params[edit->param].kind == ss_paramText;
    return isText ? ssSim_SetText( sim, edit->param, text ) : ssSim_SetParam( sim, edit->param, edit->value );
}

ssResult ssScene_ApplyEdits( const ssScene* scene, ssSim* sim, int* next )
{
    while ( *next < scene->editCount && scene->edits[*next].step <= ssSim_StepIndex( sim ) )
    {
        SS_TRY( applyEdit( scene->edits + ( *next )++, sim ) );
    }
    return ssOk();
}
