// SPDX-License-Identifier: MIT
#include "sim/build_private.h"
#include "sim/scene_private.h"

#include <string.h>

// Builds as JSON texts: writing. What is as in a default part is left out.

static void putText( textWriter* w, const char* before, const char* text )
{
    textPut( w, "%s", before );
    textPutQuoted( w, text );
}

static void putVec3( textWriter* w, const char* before, ssVec3 v )
{
    textPut( w, "%s", before );
    scenePutNumber( w, "[", v.x );
    scenePutNumber( w, ", ", v.y );
    scenePutNumber( w, ", ", v.z );
    textPut( w, "]" );
}

static void putField( textWriter* w, const ssPart* part, const ssPart* usual, const ssPartField* field )
{
    double values[3], normal[3];
    int count = buildFieldValues( part, field, values );
    buildFieldValues( usual, field, normal );
    if ( memcmp( values, normal, (size_t)count * sizeof *values ) == 0 ) { return; }
    textPut( w, ", \"" );
    textPut( w, "%s", field->key );
    textPut( w, "\": " );
    if ( field->kind == ss_fieldVector ) { putVec3( w, "", ssVec3_Make( values[0], values[1], values[2] ) ); }
    else if ( field->kind == ss_fieldFlag ) { textPut( w, "%s", values[0] != 0.0 ? "true" : "false" ); }
    else if ( field->kind == ss_fieldChoice ) { textPutQuoted( w, field->names[(int)values[0]] ); }
    else { scenePutNumber( w, "", values[0] ); }
}

static void putPart( textWriter* w, const ssPart* part )
{
    ssPart usual = ssDefaultPart( part->kind );
    usual.size = ssVec3_Make( -1.0, -1.0, -1.0 ); // sizes are always written
    usual.radius = usual.length = -1.0;
    putText( w, "{\"kind\": ", ssPartKindName( part->kind ) );
    if ( part->id > 0 ) { textPut( w, ", \"id\": %d", part->id ); }
    if ( part->name[0] != '\0' ) { putText( w, ", \"name\": ", part->name ); }
    for ( int i = 0; i < ssPartFieldCount(); ++i )
    {
        const ssPartField* field = ssGetPartField( i );
        if ( ssPart_Has( part, field ) ) { putField( w, part, &usual, field ); }
    }
    for ( int i = 0; i < part->pointCount && part->kind == ss_partHull; ++i )
    {
        putVec3( w, i == 0 ? ", \"points\": [" : ", ", part->points[i] );
        textPut( w, "%s", i + 1 == part->pointCount ? "]" : "" );
    }
    if ( part->law != NULL && part->law[0] != '\0' ) { putText( w, ", \"law\": ", part->law ); }
    textPut( w, "}" );
}

static void putJoint( textWriter* w, const ssBuildJoint* joint )
{
    putText( w, "{\"kind\": ", ssBuildJointKindName( joint->kind ) );
    if ( joint->id > 0 ) { textPut( w, ", \"id\": %d", joint->id ); }
    textPut( w, ", \"a\": %d", joint->a );
    textPut( w, ", \"b\": %d", joint->b );
    putVec3( w, ", \"anchor\": ", joint->anchor );
    putVec3( w, ", \"axis\": ", joint->axis );
    textPut( w, "}" );
}

static void putGround( textWriter* w, const ssBuildGround* ground )
{
    textPut( w, "%s", ground->on ? "{\"on\": true" : "{\"on\": false" );
    scenePutNumber( w, ", \"mu\": ", ground->material.mu );
    scenePutNumber( w, ", \"mu_r\": ", ground->material.muRoll );
    scenePutNumber( w, ", \"mu_s\": ", ground->material.muSpin );
    scenePutNumber( w, ", \"restitution\": ", ground->material.restitution );
    if ( ground->law != NULL && ground->law[0] != '\0' ) { putText( w, ", \"law\": ", ground->law ); }
    if ( ground->look != ss_lookPlain ) { putText( w, ", \"look\": ", ssLookName( ground->look ) ); }
    textPut( w, "}" );
}

static void putBuild( textWriter* w, const ssBuild* build )
{
    putVec3( w, "{\n    \"gravity\": ", build->gravity );
    textPut( w, ",\n    \"ground\": " );
    putGround( w, &build->ground );
    textPut( w, ",\n    \"parts\": [" );
    for ( int i = 0; i < build->partCount; ++i )
    {
        textPut( w, "%s", i > 0 ? ",\n      " : "\n      " );
        putPart( w, build->parts + i );
    }
    textPut( w, "%s", build->partCount > 0 ? "\n    ],\n    \"joints\": [" : "],\n    \"joints\": [" );
    for ( int i = 0; i < build->jointCount; ++i )
    {
        textPut( w, "%s", i > 0 ? ",\n      " : "\n      " );
        putJoint( w, build->joints + i );
    }
    textPut( w, "%s", build->jointCount > 0 ? "\n    ]\n  }" : "]\n  }" );
}

static char* finish( textWriter* w )
{
    if ( w->failed )
    {
        ssRelease( w->text );
        return NULL;
    }
    return w->text;
}

char* ssFormatBuild( const ssBuild* build )
{
    textWriter w = { 0 };
    putBuild( &w, build );
    return finish( &w );
}

char* ssFormatBuildEdit( const ssBuildEdit* edit )
{
    textWriter w = { 0 };
    textPut( &w, "{\"" );
    textPut( &w, "%s", ssBuildOpName( edit->op ) );
    textPut( &w, "\": " );
    switch ( edit->op )
    {
        case ss_buildAddPart:
        case ss_buildChangePart: putPart( &w, &edit->part ); break;
        case ss_buildAddJoint:
        case ss_buildChangeJoint: putJoint( &w, &edit->joint ); break;
        case ss_buildSetGravity: putVec3( &w, "", edit->gravity ); break;
        case ss_buildSetGround: putGround( &w, &edit->ground ); break;
        case ss_buildSetAll: putBuild( &w, edit->all ); break;
        default: textPut( &w, "%d", edit->id ); break;
    }
    textPut( &w, "}" );
    return finish( &w );
}
