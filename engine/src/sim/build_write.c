// SPDX-License-Identifier: MIT
#include "sim/build_private.h"

#include <stdio.h>
#include <string.h>

// Builds as JSON texts: writing. What is as in a default part is left out.

typedef struct Writer
{
    char* text; // NULL: out of memory
    size_t used, capacity;
    bool failed;
} Writer;

static void reserve( Writer* w, size_t more )
{
    if ( w->failed || w->used + more + 1 <= w->capacity )
    {
        return;
    }
    size_t capacity = 2 * ( w->used + more + 1 ) + 256;
    char* larger = ssAlloc( capacity );
    w->failed = larger == NULL;
    if ( larger != NULL && w->text != NULL )
    {
        memcpy( larger, w->text, w->used );
    }
    if ( larger != NULL )
    {
        ssRelease( w->text );
        w->text = larger;
        w->capacity = capacity;
    }
}

static void put( Writer* w, const char* text )
{
    size_t length = strlen( text );
    reserve( w, length );
    if ( !w->failed )
    {
        memcpy( w->text + w->used, text, length );
        w->used += length;
    }
}

static void putNumber( Writer* w, const char* before, double value )
{
    static const ssParam number = { .kind = ss_paramNumber };
    char text[64];
    ssFormatParam( &number, value, text, sizeof text );
    put( w, before );
    put( w, text );
}

static void putInt( Writer* w, const char* before, int value )
{
    char text[32];
    snprintf( text, sizeof text, "%d", value );
    put( w, before );
    put( w, text );
}

static void putText( Writer* w, const char* before, const char* text )
{
    put( w, before );
    put( w, "\"" );
    for ( const char* at = text; *at != '\0'; ++at )
    {
        char c[8] = { *at, '\0' };
        if ( *at == '"' || *at == '\\' )
        {
            snprintf( c, sizeof c, "\\%c", *at );
        }
        else if ( (unsigned char)*at < 0x20 )
        {
            snprintf( c, sizeof c, *at == '\n' ? "\\n" : *at == '\t' ? "\\t" : "\\u%04x", (unsigned)*at );
        }
        put( w, c );
    }
    put( w, "\"" );
}

static void putVec3( Writer* w, const char* before, ssVec3 v )
{
    put( w, before );
    putNumber( w, "[", v.x );
    putNumber( w, ", ", v.y );
    putNumber( w, ", ", v.z );
    put( w, "]" );
}

static void putField( Writer* w, const ssPart* part, const ssPart* usual, const ssPartField* field )
{
    double values[3], normal[3];
    int count = buildFieldValues( part, field, values );
    buildFieldValues( usual, field, normal );
    if ( memcmp( values, normal, (size_t)count * sizeof *values ) == 0 )
    {
        return;
    }
    put( w, ", \"" );
    put( w, field->key );
    put( w, "\": " );
    if ( field->kind == ss_fieldVector )
    {
        putVec3( w, "", ssVec3_Make( values[0], values[1], values[2] ) );
    }
    else if ( field->kind == ss_fieldFlag )
    {
        put( w, values[0] != 0.0 ? "true" : "false" );
    }
    else
    {
        putNumber( w, "", values[0] );
    }
}

static void putPart( Writer* w, const ssPart* part )
{
    ssPart usual = ssDefaultPart( part->kind );
    usual.size = ssVec3_Make( -1.0, -1.0, -1.0 ); // sizes are always written
    usual.radius = usual.length = -1.0;
    putText( w, "{\"kind\": ", ssPartKindName( part->kind ) );
    if ( part->id > 0 )
    {
        putInt( w, ", \"id\": ", part->id );
    }
    if ( part->name[0] != '\0' )
    {
        putText( w, ", \"name\": ", part->name );
    }
    for ( int i = 0; i < ssPartFieldCount(); ++i )
    {
        const ssPartField* field = ssGetPartField( i );
        if ( ssPart_Has( part, field ) )
        {
            putField( w, part, &usual, field );
        }
    }
    for ( int i = 0; i < part->pointCount && part->kind == ss_partHull; ++i )
    {
        putVec3( w, i == 0 ? ", \"points\": [" : ", ", part->points[i] );
        put( w, i + 1 == part->pointCount ? "]" : "" );
    }
    if ( part->law != NULL && part->law[0] != '\0' )
    {
        putText( w, ", \"law\": ", part->law );
    }
    put( w, "}" );
}

static void putJoint( Writer* w, const ssBuildJoint* joint )
{
    putText( w, "{\"kind\": ", ssBuildJointKindName( joint->kind ) );
    if ( joint->id > 0 )
    {
        putInt( w, ", \"id\": ", joint->id );
    }
    putInt( w, ", \"a\": ", joint->a );
    putInt( w, ", \"b\": ", joint->b );
    putVec3( w, ", \"anchor\": ", joint->anchor );
    putVec3( w, ", \"axis\": ", joint->axis );
    put( w, "}" );
}

static void putGround( Writer* w, const ssBuildGround* ground )
{
    put( w, ground->on ? "{\"on\": true" : "{\"on\": false" );
    putNumber( w, ", \"mu\": ", ground->material.mu );
    putNumber( w, ", \"mu_r\": ", ground->material.muRoll );
    putNumber( w, ", \"mu_s\": ", ground->material.muSpin );
    putNumber( w, ", \"restitution\": ", ground->material.restitution );
    if ( ground->law != NULL && ground->law[0] != '\0' )
    {
        putText( w, ", \"law\": ", ground->law );
    }
    put( w, "}" );
}

static void putBuild( Writer* w, const ssBuild* build )
{
    putVec3( w, "{\n    \"gravity\": ", build->gravity );
    put( w, ",\n    \"ground\": " );
    putGround( w, &build->ground );
    put( w, ",\n    \"parts\": [" );
    for ( int i = 0; i < build->partCount; ++i )
    {
        put( w, i > 0 ? ",\n      " : "\n      " );
        putPart( w, build->parts + i );
    }
    put( w, build->partCount > 0 ? "\n    ],\n    \"joints\": [" : "],\n    \"joints\": [" );
    for ( int i = 0; i < build->jointCount; ++i )
    {
        put( w, i > 0 ? ",\n      " : "\n      " );
        putJoint( w, build->joints + i );
    }
    put( w, build->jointCount > 0 ? "\n    ]\n  }" : "]\n  }" );
}

static char* finish( Writer* w )
{
    if ( w->failed )
    {
        ssRelease( w->text );
        return NULL;
    }
    w->text[w->used] = '\0';
    return w->text;
}

char* ssFormatBuild( const ssBuild* build )
{
    Writer w = { 0 };
    putBuild( &w, build );
    return finish( &w );
}

char* ssFormatBuildEdit( const ssBuildEdit* edit )
{
    Writer w = { 0 };
    put( &w, "{\"" );
    put( &w, ssBuildOpName( edit->op ) );
    put( &w, "\": " );
    switch ( edit->op )
    {
        case ss_buildAddPart:
        case ss_buildChangePart:
            putPart( &w, &edit->part );
            break;
        case ss_buildAddJoint:
        case ss_buildChangeJoint:
            putJoint( &w, &edit->joint );
            break;
        case ss_buildSetGravity:
            putVec3( &w, "", edit->gravity );
            break;
        case ss_buildSetGround:
            putGround( &w, &edit->ground );
            break;
        case ss_buildSetAll:
            putBuild( &w, edit->all );
            break;
        default:
            putInt( &w, "", edit->id );
            break;
    }
    put( &w, "}" );
    return finish( &w );
}
