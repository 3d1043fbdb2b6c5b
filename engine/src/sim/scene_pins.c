// SPDX-License-Identifier: MIT
#include "sim/build_private.h"
#include "sim/scene_private.h"

#include <string.h>

// Pins, earlier runs of the same scenario, and a twin, the same run with other values, for comparison.

static ssResult checkName( const char* name )
{
    size_t length = strlen( name );
    if ( length >= SS_PIN_NAME_CAPACITY )
    {
        return ssError( ss_errorValue, "name", "name: the text has %zu bytes; allowed: at most %d", length,
            SS_PIN_NAME_CAPACITY - 1 );
    }
    static const ssParam row = { .key = "name", .kind = ss_paramText };
    return ssCheckText( &row, name );
}

ssResult ssPin_Rename( ssPin* pin, const char* name )
{
    SS_TRY( checkName( name ) );
    memcpy( pin->name, name, strlen( name ) + 1 );
    return ssOk();
}

ssResult ssScene_AddPin( ssScene* scene, const ssScene* run, int64_t steps, const char* name )
{
    if ( scene->pinCount >= SS_MAX_PINS )
    {
        return ssError(
            ss_errorValue, "pins", "there are %d pins; allowed: at most %d", scene->pinCount, SS_MAX_PINS );
    }
    if ( ssScenario_Base( run->def.scenario ) != ssScenario_Base( scene->def.scenario ) )
    {
        return ssError( ss_errorValue, "pins", "pins: a run of %s cannot be compared with %s",
            run->def.scenario->id, scene->def.scenario->id );
    }
    SS_TRY( checkName( name ) );
    scene->pins = scene->pins != NULL ? scene->pins : ssAlloc( SS_MAX_PINS * sizeof *scene->pins );
    if ( scene->pins == NULL ) { return ssError( ss_errorMemory, "pins", "out of memory for a pin" ); }
    ssPin* pin = scene->pins + scene->pinCount;
    SS_TRY( sceneCopyRun( run, &pin->scene ) );
    pin->scene.camera = ( ssSceneCamera ){ 0 };
    pin->steps = steps;
    pin->hidden = false;
    memcpy( pin->name, name, strlen( name ) + 1 );
    ++scene->pinCount;
    return ssOk();
}

void ssScene_RemovePin( ssScene* scene, int pin )
{
    SS_ASSERT( pin >= 0 && pin < scene->pinCount );
    ssScene_Destroy( &scene->pins[pin].scene );
    --scene->pinCount;
    memmove(
        scene->pins + pin, scene->pins + pin + 1, (size_t)( scene->pinCount - pin ) * sizeof *scene->pins );
}

static int findOverride( const ssTwin* twin, const char* key )
{
    for ( int i = 0; i < twin->count; ++i )
    {
        if ( strcmp( twin->values[i].key, key ) == 0 ) { return i; }
    }
    return -1;
}

/// What the definition of the run is with this twin and one value more, to see whether it is refused.
static ssResult tryValue(
    const ssTwin* twin, const ssSimDef* run, const char* key, const char* text, const char** row )
{
    ssSimDef* def = ssAlloc( sizeof *def ); // too large for a stack
    if ( def == NULL ) { return ssError( ss_errorMemory, key, "out of memory for a value" ); }
    *def = *run;
    ssResult result = ssTwin_Apply( twin, def );
    result = result.code == ss_ok ? ssSimDef_Set( def, key, text ) : result;
    int param = result.code == ss_ok ? ssFindScenarioParam( def->scenario, key ) : -1;
    *row = param >= 0 ? def->scenario->model.params[param].key : NULL;
    ssRelease( def );
    return result;
}

/// Does "law" name a shipped law, because the scenario has no row of that name?
static bool namesShippedLaw( const ssScenario* scenario, const char* key )
{
    return strcmp( key, "law" ) == 0 && scenario->model.takesLaw &&
        ssFindParam( scenario->model.params, scenario->model.paramCount, key ) < 0;
}

static ssResult setShippedLaw( ssTwin* twin, const ssSimDef* def, const char* name )
{
    const ssShippedLaw* law = ssFindShippedLaw( name );
    return law != NULL ? ssTwin_SetLaw( twin, def, law->text )
                       : ssError( ss_errorUnknown, "law", "law: there is no shipped law '%.40s'", name );
}

ssResult ssTwin_Set( ssTwin* twin, const ssSimDef* def, const char* key, const char* text )
{
    if ( namesShippedLaw( def->scenario, key ) ) { return setShippedLaw( twin, def, text ); }
    const char* row = NULL;
    ssResult result = tryValue( twin, def, key, text, &row );
    if ( row == NULL ) { return result; }
    int at = findOverride( twin, row );
    if ( ( at < 0 && twin->count == SS_MAX_OVERRIDES ) || strlen( row ) >= sizeof twin->values[0].key )
    {
        return ssError( ss_errorValue, row, "twin: %s would be value number %d; allowed: at most %d", row,
            twin->count + 1, SS_MAX_OVERRIDES );
    }
    char* copy = buildCopyText( text );
    if ( copy == NULL ) { return ssError( ss_errorMemory, row, "out of memory for a value" ); }
    ssOverride* value = twin->values + ( at < 0 ? twin->count : at );
    ssRelease( at < 0 ? NULL : value->text );
    value->text = copy;
    memcpy( value->key, row, strlen( row ) + 1 );
    twin->count += at < 0;
    twin->on = true;
    return result;
}

ssResult ssTwin_SetLaw( ssTwin* twin, const ssSimDef* run, const char* text )
{
    ssSimDef* def = ssAlloc( sizeof *def );
    char* copy = text != NULL ? buildCopyText( text ) : NULL;
    if ( def == NULL || ( text != NULL && copy == NULL ) )
    {
        ssRelease( def );
        ssRelease( copy );
        return ssError( ss_errorMemory, "law_text", "out of memory for a law" );
    }
    *def = *run;
    ssResult result = text != NULL ? ssSimDef_SetLaw( def, text, "law_text" ) : ssOk();
    ssRelease( def );
    if ( result.code != ss_ok )
    {
        ssRelease( copy );
        return result;
    }
    ssRelease( twin->lawText );
    twin->lawText = copy;
    twin->on = true;
    return result;
}

bool ssTwin_Unset( ssTwin* twin, const char* key )
{
    int at = findOverride( twin, key );
    if ( at >= 0 )
    {
        ssRelease( twin->values[at].text );
        --twin->count;
        memmove(
            twin->values + at, twin->values + at + 1, (size_t)( twin->count - at ) * sizeof *twin->values );
    }
    return at >= 0;
}

ssResult ssTwin_Apply( const ssTwin* twin, ssSimDef* def )
{
    SS_TRY( twin->lawText != NULL ? ssSimDef_SetLaw( def, twin->lawText, "law_text" ) : ssOk() );
    for ( int i = 0; i < twin->count; ++i )
    {
        const ssOverride* value = twin->values + i;
        // The run may have got another law meanwhile, without this row.
        if ( ssFindParam( def->scenario->model.params, def->scenario->model.paramCount, value->key ) >= 0 )
        {
            SS_TRY( ssSimDef_Set( def, value->key, value->text ) );
        }
    }
    return ssOk();
}

ssResult ssTwin_Copy( const ssTwin* twin, ssTwin* copy )
{
    *copy = ( ssTwin ){ .on = twin->on };
    copy->lawText = twin->lawText != NULL ? buildCopyText( twin->lawText ) : NULL;
    bool allocated = twin->lawText == NULL || copy->lawText != NULL;
    for ( int i = 0; i < twin->count && allocated; ++i )
    {
        copy->values[i] = twin->values[i];
        copy->values[i].text = buildCopyText( twin->values[i].text );
        allocated = copy->values[i].text != NULL;
        copy->count += allocated;
    }
    if ( !allocated )
    {
        ssTwin_Destroy( copy );
        return ssError( ss_errorMemory, "twin", "out of memory for a twin" );
    }
    return ssOk();
}

void ssTwin_Destroy( ssTwin* twin )
{
    for ( int i = 0; i < twin->count; ++i ) { ssRelease( twin->values[i].text ); }
    ssRelease( twin->lawText );
    *twin = ( ssTwin ){ 0 };
}

ssResult sceneCopyCompared( const ssScene* scene, ssScene* copy )
{
    copy->pins = NULL;
    copy->pinCount = 0;
    SS_TRY( ssTwin_Copy( &scene->twin, &copy->twin ) );
    for ( int i = 0; i < scene->pinCount; ++i )
    {
        const ssPin* pin = scene->pins + i;
        SS_TRY( ssScene_AddPin( copy, &pin->scene, pin->steps, pin->name ) );
        copy->pins[i].hidden = pin->hidden;
    }
    return ssOk();
}

void sceneDestroyCompared( ssScene* scene )
{
    while ( scene->pinCount > 0 ) { ssScene_RemovePin( scene, scene->pinCount - 1 ); }
    ssRelease( scene->pins );
    scene->pins = NULL;
    ssTwin_Destroy( &scene->twin );
}

/// The refusal of something inside a pin, with its place in front.
static ssResult inPin( ssResult result, int index )
{
    return result.code == ss_ok ? result
                                : ssError( result.code, result.field, "pins[%d]: %s", index, result.message );
}

static ssResult readPinName( const ssJson* object, ssPin* pin )
{
    const ssJson* value = ssJson_Member( object, "name" );
    const char* name = value != NULL ? ssJson_Text( value ) : "";
    return name != NULL ? ssPin_Rename( pin, name ) : sceneWrongKind( "name", "a text", value );
}

static ssResult readPinSteps( const ssJson* object, ssPin* pin )
{
    double steps = 0.0;
    SS_TRY( sceneReadNumber( object, "steps", &steps ) );
    if ( !( steps >= 0.0 && steps <= SS_MAX_STEPS && steps == floor( steps ) ) )
    {
        return ssError(
            ss_errorValue, "steps", "steps = %g; allowed: a whole number from 0 to %g", steps, SS_MAX_STEPS );
    }
    pin->steps = (int64_t)steps;
    return ssOk();
}

static ssResult readPin( const ssJson* object, const ssScene* scene, ssPin* pin )
{
    static const char* const keys[] = { "name", "steps", "hidden", "preset", "law_text", "build", "measures",
        "params", "h", "until", "seed", "edits" };
    if ( !ssJson_IsObject( object ) ) { return sceneWrongKind( "pins", "objects", object ); }
    SS_TRY( ssJson_CheckKeys( object, "pin", keys, SS_COUNT( keys ) ) );
    SS_TRY( readPinName( object, pin ) );
    SS_TRY( readPinSteps( object, pin ) );
    const ssJson* hidden = ssJson_Member( object, "hidden" );
    if ( hidden != NULL && !ssJson_Bool( hidden, &pin->hidden ) )
    {
        return sceneWrongKind( "hidden", "true or false", hidden );
    }
    pin->scene.viewFlags = scene->viewFlags;
    pin->scene.def = ssDefaultSimDef( ssScenario_Base( scene->def.scenario ) );
    SS_TRY( sceneReadLaw( object, &pin->scene.def ) );
    return sceneReadRun( object, &pin->scene );
}

static ssResult readPins( const ssJson* array, ssScene* scene )
{
    if ( !ssJson_IsArray( array ) ) { return sceneWrongKind( "pins", "an array", array ); }
    int count = ssJson_Count( array );
    if ( count > SS_MAX_PINS )
    {
        return ssError(
            ss_errorValue, "pins", "pins: there are %d of them; allowed: at most %d", count, SS_MAX_PINS );
    }
    scene->pins = count > 0 ? ssAlloc( SS_MAX_PINS * sizeof *scene->pins ) : NULL;
    if ( count > 0 && scene->pins == NULL )
    {
        return ssError( ss_errorMemory, "pins", "out of memory for %d pins", count );
    }
    ssResult result = ssOk();
    const ssJson* object = ssJson_First( array );
    for ( ; object != NULL && result.code == ss_ok; object = ssJson_Next( object ) )
    {
        ssPin* pin = scene->pins + scene->pinCount;
        *pin = ( ssPin ){ 0 };
        result = inPin( readPin( object, scene, pin ), scene->pinCount );
        ++scene->pinCount; // one that was refused may own something too
    }
    return result;
}

/// Reads one member of "twin": a number or a text.
static ssResult readOverride( const ssJson* member, ssScene* scene )
{
    static const ssParam row = { .kind = ss_paramNumber };
    const char* key = ssJson_Key( member );
    const char* text = ssJson_Text( member );
    char digits[64];
    double number;
    if ( text == NULL && ssJson_Number( member, &number ) )
    {
        ssFormatParam( &row, number, digits, sizeof digits );
        text = digits;
    }
    return text != NULL ? ssTwin_Set( &scene->twin, &scene->def, key, text )
                        : sceneWrongKind( key, "a number or a text", member );
}

static ssResult readTwin( const ssJson* object, ssScene* scene )
{
    if ( !ssJson_IsObject( object ) ) { return sceneWrongKind( "twin", "an object", object ); }
    scene->twin.on = true;
    const ssJson* law = ssJson_Member( object, "law_text" );
    if ( law != NULL && ssJson_Text( law ) == NULL )
    {
        return sceneWrongKind( "law_text", "the text of a law", law );
    }
    ssResult result = law != NULL ? ssTwin_SetLaw( &scene->twin, &scene->def, ssJson_Text( law ) ) : ssOk();
    const ssJson* member = ssJson_First( object );
    for ( ; member != NULL && result.code == ss_ok; member = ssJson_Next( member ) )
    {
        const char* key = ssJson_Key( member );
        if ( ssJson_Member( object, key ) != member )
        {
            result = ssError( ss_errorFormat, key, "%s is given twice", key );
        }
        else if ( member != law ) { result = readOverride( member, scene ); }
    }
    return result.code == ss_ok ? result : ssError( result.code, result.field, "twin: %s", result.message );
}

ssResult sceneReadCompared( const ssJson* document, ssScene* scene )
{
    const ssJson* part = ssJson_Member( document, "twin" );
    SS_TRY( part != NULL ? readTwin( part, scene ) : ssOk() );
    part = ssJson_Member( document, "pins" );
    return part != NULL ? readPins( part, scene ) : ssOk();
}

static bool isTextRow( const ssScenario* scenario, const char* key )
{
    int param = ssFindParam( scenario->model.params, scenario->model.paramCount, key );
    return param >= 0 && scenario->model.params[param].kind == ss_paramText;
}

static void putTwin( textWriter* w, const ssTwin* twin, const ssScenario* scenario )
{
    textPut( w, ",\n  \"twin\": {" );
    if ( twin->lawText != NULL )
    {
        textPut( w, "\"law_text\": " );
        textPutQuoted( w, twin->lawText );
    }
    for ( int i = 0; i < twin->count; ++i )
    {
        const ssOverride* value = twin->values + i;
        double number;
        textPut( w, "%s\"%s\": ", i > 0 || twin->lawText != NULL ? ", " : "", value->key );
        if ( !isTextRow( scenario, value->key ) && ssParseNumber( value->text, &number ) )
        {
            scenePutNumber( w, "", number );
        }
        else { textPutQuoted( w, value->text ); }
    }
    textPut( w, "}" );
}

static void putPin( textWriter* w, const ssPin* pin, ssSimDef* scratch, bool brief )
{
    textPut( w, "\n    {\n      \"name\": " );
    textPutQuoted( w, pin->name );
    textPut( w, ",\n      \"steps\": %lld,\n", (long long)pin->steps );
    textPut( w, "%s", pin->hidden ? "      \"hidden\": true,\n" : "" );
    scenePutRun( w, &pin->scene, "      ", brief );
    textPut( w, ",\n" );
    scenePutEdits( w, &pin->scene, scratch, "      " );
    textPut( w, "\n    }" );
}

void scenePutCompared( textWriter* w, const ssScene* scene, ssSimDef* scratch, bool brief )
{
    if ( scene->twin.on ) { putTwin( w, &scene->twin, scene->def.scenario ); }
    if ( scene->pinCount > 0 )
    {
        textPut( w, ",\n  \"pins\": [" );
        for ( int i = 0; i < scene->pinCount; ++i )
        {
            textPut( w, "%s", i > 0 ? "," : "" );
            putPin( w, scene->pins + i, scratch, brief );
        }
        textPut( w, "\n  ]" );
    }
}
