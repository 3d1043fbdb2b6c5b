// SPDX-License-Identifier: MIT
#include "sim/build_private.h"

#include <stdio.h>
#include <string.h>

// Builds as JSON texts: reading.

#define MAX_KEYS 40
#define WHERE_CAPACITY 96

static ssResult wrongKind( const char* where, const char* key, const char* expected, const ssJson* value )
{
    return ssError( ss_errorFormat, key, "%s: %s: expected %s, found %s", where, key, expected,
        ssJson_KindName( value ) );
}

static ssResult readNumber( const ssJson* value, const char* where, const char* key, double* number )
{
    double read = 0.0;
    if ( !ssJson_Number( value, &read ) || !isfinite( read ) )
    {
        return wrongKind( where, key, "a number", value );
    }
    *number = read;
    return ssOk();
}

static ssResult readInt(
    const ssJson* value, const char* where, const char* key, double low, double high, int* number )
{
    double read = 0.0;
    SS_TRY( readNumber( value, where, key, &read ) );
    if ( !( read >= low && read <= high && read == floor( read ) ) )
    {
        return ssError( ss_errorValue, key, "%s: %s = %g; allowed: whole numbers from %g to %g", where, key,
            read, low, high );
    }
    *number = (int)read;
    return ssOk();
}

static ssResult readVec3( const ssJson* value, const char* where, const char* key, ssVec3* vector )
{
    double read[3] = { 0.0, 0.0, 0.0 };
    bool array = value != NULL && ssJson_IsArray( value ), valid = array && ssJson_Count( value ) == 3;
    if ( array && !valid )
    {
        return ssError( ss_errorFormat, key, "%s: %s: expected an array of three numbers, found one of %d",
            where, key, (int)ssJson_Count( value ) );
    }
    const ssJson* element = valid ? ssJson_First( value ) : NULL;
    for ( int i = 0; valid && i < 3; ++i, element = ssJson_Next( element ) )
    {
        valid = ssJson_Number( element, read + i ) && isfinite( read[i] );
    }
    *vector = valid ? ssVec3_Make( read[0], read[1], read[2] ) : *vector;
    return valid ? ssOk() : wrongKind( where, key, "an array of three numbers", value );
}

/// The index of a name among some, or a refusal that suggests the nearest one.
static ssResult readName(
    const ssJson* value, const char* where, const char* key, const char* const* names, int count, int* index )
{
    const char* text = value != NULL ? ssJson_Text( value ) : NULL;
    for ( int i = 0; text != NULL && i < count; ++i )
    {
        if ( strcmp( text, names[i] ) == 0 )
        {
            *index = i;
            return ssOk();
        }
    }
    if ( text == NULL ) { return wrongKind( where, key, "a name", value ); }
    char list[160] = "";
    size_t used = 0;
    for ( int i = 0; i < count && used < sizeof list; ++i )
    {
        int n = snprintf( list + used, sizeof list - used, "%s%s", i > 0 ? ", " : "", names[i] );
        used += n > 0 ? (size_t)n : 0;
    }
    return ssError( ss_errorUnknown, key, "%s: %s '%.30s'; allowed: %s", where, key, text, list );
}

static ssResult readLaw( const ssJson* value, const char* where, const char** law )
{
    const char* text = ssJson_Text( value );
    if ( text == NULL ) { return wrongKind( where, "law", "the name of a law, or its text", value ); }
    *law = text[0] != '\0' ? text : NULL;
    return ssOk();
}

static ssResult readField( const ssJson* value, const char* where, const ssPartField* field, ssPart* part )
{
    void* at = (char*)part + field->offset;
    switch ( field->kind )
    {
        case ss_fieldVector: return readVec3( value, where, field->key, at );
        case ss_fieldFlag:
            return ssJson_Bool( value, at ) ? ssOk() : wrongKind( where, field->key, "true or false", value );
        case ss_fieldInteger:
            return readInt( value, where, field->key, field->allowedMin, field->allowedMax, at );
        case ss_fieldChoice:
            return readName( value, where, field->key, field->names, (int)field->allowedMax + 1, at );
        case ss_fieldNumber:
        default: return readNumber( value, where, field->key, at );
    }
}

/// The points become the caller's.
static ssResult readPoints( const ssJson* value, const char* where, ssVec3** points, int* count )
{
    bool array = ssJson_IsArray( value );
    int given = array ? ssJson_Count( value ) : 0;
    if ( !array ) { return wrongKind( where, "points", "an array of points", value ); }
    if ( given < 4 || given > SS_BUILD_MAX_POINTS )
    {
        return ssError( ss_errorValue, "points", "%s: points: a hull has %d; allowed: 4 to %d", where, given,
            SS_BUILD_MAX_POINTS );
    }
    ssVec3* read = ssAlloc( (size_t)given * sizeof *read );
    ssResult result = read != NULL ? ssOk() : ssError( ss_errorMemory, "points", "out of memory for points" );
    const ssJson* element = ssJson_First( value );
    for ( int i = 0; i < given && result.code == ss_ok; ++i, element = ssJson_Next( element ) )
    {
        result = readVec3( element, where, "points", read + i );
    }
    if ( result.code != ss_ok )
    {
        ssRelease( read );
        return result;
    }
    *points = read;
    *count = given;
    return result;
}

static ssResult readPartHead( const ssJson* object, const char* where, ssPart* part )
{
    const char* keys[MAX_KEYS] = { "id", "kind", "name", "points", "law" };
    int count = 5, kind = 0, id = 0;
    for ( int i = 0; i < ssPartFieldCount(); ++i ) { keys[count++] = ssGetPartField( i )->key; }
    SS_TRY( ssJson_CheckObject( object, "parts", where, keys, count ) );
    const ssJson *value = ssJson_Member( object, "id" ), *name = ssJson_Member( object, "name" );
    SS_TRY( value != NULL ? readInt( value, where, "id", 1.0, SS_BUILD_MAX_ID, &id ) : ssOk() );
    SS_TRY( readName(
        ssJson_Member( object, "kind" ), where, "kind", buildPartKinds(), ss_partKindCount, &kind ) );
    *part = ssDefaultPart( (ssPartKind)kind );
    part->id = id;
    if ( name != NULL )
    {
        const char* text = ssJson_Text( name );
        if ( text == NULL ) { return wrongKind( where, "name", "text", name ); }
        if ( strlen( text ) >= sizeof part->name )
        {
            return ssError( ss_errorValue, "name", "%s: name has %zu bytes; allowed: up to %d", where,
                strlen( text ), SS_NAME_CAPACITY - 1 );
        }
        memcpy( part->name, text, strlen( text ) + 1 );
    }
    return ssOk();
}

/// A number that the part would ignore is a mistake.
static ssResult hasNone( const ssPart* part, const char* where, const char* key )
{
    bool moving = !part->fixed && strncmp( key, "shake", 5 ) == 0;
    bool still = part->fixed && ssPartKind_CanMove( part->kind ) && strcmp( key, "speed" ) != 0 &&
        ( strcmp( key, "mass" ) == 0 || strcmp( key, "density" ) == 0 || strcmp( key, "velocity" ) == 0 ||
            strcmp( key, "omega" ) == 0 || strcmp( key, "centre" ) == 0 || strcmp( key, "inertia" ) == 0 );
    return ssError( ss_errorValue, key, "%s: a %s%s has no %s", where,
        moving      ? "moving "
            : still ? "fixed "
                    : "",
        ssPartKindName( part->kind ), key );
}

/// The part points into the document, but for its points, which it owns.
static ssResult readPart( const ssJson* object, const char* place, ssPart* part )
{
    char where[WHERE_CAPACITY];
    SS_TRY( readPartHead( object, place, part ) );
    snprintf( where, sizeof where, "%s", place );
    if ( part->id > 0 || part->name[0] != '\0' ) { buildPartWhere( part, where, sizeof where ); }
    const ssJson* fixed = ssJson_Member( object, "fixed" );
    for ( int i = 0; i < ssPartFieldCount(); ++i )
    {
        const ssJson* value = ssJson_Member( object, ssGetPartField( i )->key );
        SS_TRY( value != NULL ? readField( value, where, ssGetPartField( i ), part ) : ssOk() );
    }
    if ( fixed != NULL && !part->fixed && !ssPartKind_CanMove( part->kind ) )
    {
        return ssError(
            ss_errorValue, "fixed", "%s: a %s is always fixed", where, ssPartKindName( part->kind ) );
    }
    for ( int i = 0; i < ssPartFieldCount(); ++i )
    {
        const ssPartField* field = ssGetPartField( i );
        bool given = ssJson_Member( object, field->key ) != NULL && strcmp( field->key, "fixed" ) != 0;
        SS_TRY( given && !ssPart_Has( part, field ) ? hasNone( part, where, field->key ) : ssOk() );
    }
    const ssJson *points = ssJson_Member( object, "points" ), *law = ssJson_Member( object, "law" );
    SS_TRY( points != NULL && part->kind != ss_partHull ? hasNone( part, where, "points" ) : ssOk() );
    SS_TRY( law != NULL ? readLaw( law, where, &part->law ) : ssOk() );
    ssVec3* own = NULL;
    ssResult result = points != NULL ? readPoints( points, where, &own, &part->pointCount ) : ssOk();
    part->points = own;
    return result;
}

static ssResult readJoint( const ssJson* object, const char* place, ssBuildJoint* joint )
{
    static const char* const keys[] = { "id", "kind", "a", "b", "anchor", "axis" };
    int kind = 0;
    SS_TRY( ssJson_CheckObject( object, "joints", place, keys, SS_COUNT( keys ) ) );
    SS_TRY( readName(
        ssJson_Member( object, "kind" ), place, "kind", buildJointKinds(), ss_buildJointKindCount, &kind ) );
    *joint = ssDefaultBuildJoint( (ssBuildJointKind)kind );
    int* numbers[] = { &joint->id, NULL, &joint->a, &joint->b };
    for ( int i = 0; i < SS_COUNT( numbers ); ++i )
    {
        const ssJson* value = ssJson_Member( object, keys[i] );
        bool read = value != NULL && numbers[i] != NULL;
        SS_TRY( read ? readInt( value, place, keys[i], i == 0 ? 1.0 : 0.0, SS_BUILD_MAX_ID, numbers[i] )
                     : ssOk() );
    }
    const ssJson *anchor = ssJson_Member( object, "anchor" ), *axis = ssJson_Member( object, "axis" );
    SS_TRY( anchor != NULL ? readVec3( anchor, place, "anchor", &joint->anchor ) : ssOk() );
    return axis != NULL ? readVec3( axis, place, "axis", &joint->axis ) : ssOk();
}

static ssResult readGround( const ssJson* value, ssBuildGround* ground )
{
    static const char* const keys[] = { "mu", "mu_r", "mu_s", "restitution", "law", "on", "look" };
    *ground = ssDefaultBuildGround();
    if ( ssJson_Bool( value, &ground->on ) ) { return ssOk(); }
    if ( !ssJson_IsObject( value ) )
    {
        return ssError( ss_errorFormat, "ground", "ground: expected true, false or an object, found %s",
            ssJson_KindName( value ) );
    }
    SS_TRY( ssJson_CheckKeys( value, "ground", keys, SS_COUNT( keys ) ) );
    double* numbers[] = { &ground->material.mu, &ground->material.muRoll, &ground->material.muSpin,
        &ground->material.restitution };
    for ( int i = 0; i < SS_COUNT( numbers ); ++i )
    {
        const ssJson* number = ssJson_Member( value, keys[i] );
        SS_TRY( number != NULL ? readNumber( number, "ground", keys[i], numbers[i] ) : ssOk() );
    }
    const ssJson *law = ssJson_Member( value, "law" ), *on = ssJson_Member( value, "on" ),
                 *look = ssJson_Member( value, "look" );
    int index = 0;
    SS_TRY( look != NULL ? readName( look, "ground", "look", buildLooks(), ss_lookCount, &index ) : ssOk() );
    ground->look = (ssLook)index;
    if ( on != NULL && !ssJson_Bool( on, &ground->on ) )
    {
        return wrongKind( "ground", "on", "true or false", on );
    }
    return law != NULL ? readLaw( law, "ground", &ground->law ) : ssOk();
}

static ssResult addPart( const ssJson* object, int index, ssBuild* build )
{
    char place[WHERE_CAPACITY];
    snprintf( place, sizeof place, "parts[%d]", index );
    ssBuildEdit edit = { .op = ss_buildAddPart };
    ssResult result = readPart( object, place, &edit.part );
    const ssVec3* points = edit.part.points;
    result = result.code == ss_ok ? ssBuild_Apply( build, &edit ) : result;
    ssRelease( (ssVec3*)(uintptr_t)points );
    return result;
}

static ssResult addJoint( const ssJson* object, int index, ssBuild* build )
{
    char place[WHERE_CAPACITY];
    snprintf( place, sizeof place, "joints[%d]", index );
    ssBuildEdit edit = { .op = ss_buildAddJoint };
    SS_TRY( readJoint( object, place, &edit.joint ) );
    return ssBuild_Apply( build, &edit );
}

static ssResult readList( const ssJson* array, const char* key, ssBuild* build,
    ssResult ( *add )( const ssJson* object, int index, ssBuild* build ) )
{
    if ( array == NULL ) { return ssOk(); }
    if ( !ssJson_IsArray( array ) ) { return wrongKind( "build", key, "an array", array ); }
    int index = 0;
    for ( const ssJson* e = ssJson_First( array ); e != NULL; e = ssJson_Next( e ) )
    {
        SS_TRY( add( e, index++, build ) );
    }
    return ssOk();
}

static ssResult readInto( const ssJson* object, ssBuild* build )
{
    static const char* const keys[] = { "parts", "joints", "gravity", "ground" };
    *build = ssDefaultBuild();
    SS_TRY( ssJson_CheckObject( object, "build", "build", keys, SS_COUNT( keys ) ) );
    const ssJson *gravity = ssJson_Member( object, "gravity" ), *ground = ssJson_Member( object, "ground" );
    ssBuildEdit set = { .op = ss_buildSetGravity };
    if ( gravity != NULL )
    {
        SS_TRY( readVec3( gravity, "build", "gravity", &set.gravity ) );
        SS_TRY( ssBuild_Apply( build, &set ) );
    }
    if ( ground != NULL )
    {
        set.op = ss_buildSetGround;
        SS_TRY( readGround( ground, &set.ground ) );
        SS_TRY( ssBuild_Apply( build, &set ) );
    }
    SS_TRY( readList( ssJson_Member( object, "parts" ), "parts", build, addPart ) );
    return readList( ssJson_Member( object, "joints" ), "joints", build, addJoint );
}

ssResult buildRead( const ssJson* object, ssBuild* build )
{
    ssResult result = readInto( object, build );
    if ( result.code != ss_ok ) { ssBuild_Destroy( build ); }
    return result;
}

/// Reads the argument of an operation; what it points to belongs to the document or to `edit`.
static ssResult readArgument( const ssJson* value, const char* name, ssBuildEdit* edit, ssBuild* all )
{
    switch ( edit->op )
    {
        case ss_buildAddPart:
        case ss_buildChangePart: return readPart( value, name, &edit->part );
        case ss_buildRemovePart:
        case ss_buildRemoveJoint: return readInt( value, "build", name, 1.0, SS_BUILD_MAX_ID, &edit->id );
        case ss_buildAddJoint:
        case ss_buildChangeJoint: return readJoint( value, name, &edit->joint );
        case ss_buildSetGravity: return readVec3( value, "build", "gravity", &edit->gravity );
        case ss_buildSetGround: return readGround( value, &edit->ground );
        default: edit->all = all; return buildRead( value, all );
    }
}

ssResult buildReadEdit( const ssJson* object, ssBuildEdit* edit )
{
    const char* names[ss_buildOpCount];
    *edit = ( ssBuildEdit ){ .op = ss_buildOpCount };
    for ( int i = 0; i < ss_buildOpCount; ++i ) { names[i] = ssBuildOpName( (ssBuildOp)i ); }
    if ( !ssJson_IsObject( object ) ) { return wrongKind( "edits", "build", "an object", object ); }
    SS_TRY( ssJson_CheckKeys( object, "build", names, ss_buildOpCount ) );
    if ( ssJson_Count( object ) != 1 )
    {
        return ssError( ss_errorFormat, "build",
            "build: an edit has %d operations; allowed: one of add, change, "
            "remove, add_joint, change_joint, remove_joint, gravity, ground, all",
            ssJson_Count( object ) );
    }
    ssBuildEdit read = { .op = ss_buildOpCount };
    ssBuild all = { 0 };
    for ( int i = 0; i < ss_buildOpCount; ++i )
    {
        read.op = ssJson_Member( object, names[i] ) != NULL ? (ssBuildOp)i : read.op;
    }
    ssResult result = readArgument( ssJson_First( object ), names[read.op], &read, &all );
    const ssVec3* points = read.part.points;
    result = result.code == ss_ok ? ssBuildEdit_Copy( &read, edit ) : result;
    ssRelease( (ssVec3*)(uintptr_t)points );
    ssBuild_Destroy( &all );
    return result;
}

ssResult ssParseBuild( const char* text, size_t length, ssBuild* build )
{
    ssResult result;
    ssJson* document = ssJson_Parse( text, length, &result );
    *build = ( ssBuild ){ 0 };
    if ( document != NULL )
    {
        result = buildRead( document, build );
        ssJson_Free( document );
    }
    return result;
}

ssResult ssParseBuildEdit( const char* text, size_t length, ssBuildEdit* edit )
{
    ssResult result;
    ssJson* document = ssJson_Parse( text, length, &result );
    *edit = ( ssBuildEdit ){ 0 };
    if ( document != NULL )
    {
        result = buildReadEdit( document, edit );
        ssJson_Free( document );
    }
    return result;
}
