// SPDX-License-Identifier: MIT
#include "sim/build_private.h"

#include <stdio.h>
#include <string.h>

// A build as a value: memory, comparison and the operations that change it.

static ssResult noMemory( void ) { return ssError( ss_errorMemory, "build", "out of memory for a build" ); }

char* buildCopyText( const char* text )
{
    size_t size = strlen( text ) + 1;
    char* copy = ssAlloc( size );
    return copy != NULL ? memcpy( copy, text, size ) : NULL;
}

static void freeText( const char* text ) { ssRelease( (char*)(uintptr_t)text ); }

void buildFreePart( ssPart* part )
{
    ssRelease( (ssVec3*)(uintptr_t)part->points );
    freeText( part->law );
    part->points = NULL;
    part->law = NULL;
}

ssResult buildCopyPart( const ssPart* part, ssPart* copy )
{
    bool hasPoints = part->kind == ss_partHull && part->pointCount > 0 && part->points != NULL;
    bool hasLaw = part->law != NULL && part->law[0] != '\0';
    *copy = *part;
    copy->points = NULL;
    copy->law = NULL;
    copy->pointCount = hasPoints ? part->pointCount : 0;
    ssVec3* points = hasPoints ? ssAlloc( (size_t)part->pointCount * sizeof *points ) : NULL;
    if ( points != NULL ) { memcpy( points, part->points, (size_t)part->pointCount * sizeof *points ); }
    copy->points = points;
    copy->law = hasLaw ? buildCopyText( part->law ) : NULL;
    if ( ( hasPoints && copy->points == NULL ) || ( hasLaw && copy->law == NULL ) )
    {
        buildFreePart( copy );
        return noMemory();
    }
    return ssOk();
}

static ssResult copyGround( const ssBuildGround* ground, ssBuildGround* copy )
{
    bool hasLaw = ground->law != NULL && ground->law[0] != '\0';
    *copy = *ground;
    copy->law = hasLaw ? buildCopyText( ground->law ) : NULL;
    return hasLaw && copy->law == NULL ? noMemory() : ssOk();
}

void ssBuild_Destroy( ssBuild* build )
{
    for ( int i = 0; i < build->partCount; ++i ) { buildFreePart( build->parts + i ); }
    ssRelease( build->parts );
    ssRelease( build->joints );
    freeText( build->ground.law );
    *build = ( ssBuild ){ 0 };
}

/// Memory comes in blocks of this many parts or joints, so that most changes allocate nothing.
#define GROWTH 16

static int roomFor( int count ) { return ( count / GROWTH + 1 ) * GROWTH; }

ssResult ssBuild_Copy( const ssBuild* build, ssBuild* copy )
{
    *copy = ( ssBuild ){ .gravity = build->gravity };
    copy->parts = ssAlloc( (size_t)roomFor( build->partCount ) * sizeof *copy->parts );
    copy->joints = ssAlloc( (size_t)roomFor( build->jointCount ) * sizeof *copy->joints );
    ssResult result = copy->parts != NULL && copy->joints != NULL
        ? copyGround( &build->ground, &copy->ground )
        : noMemory();
    for ( int i = 0; i < build->partCount && result.code == ss_ok; ++i )
    {
        result = buildCopyPart( build->parts + i, copy->parts + i );
        copy->partCount += result.code == ss_ok ? 1 : 0;
    }
    if ( result.code != ss_ok )
    {
        ssBuild_Destroy( copy );
        return result;
    }
    if ( build->jointCount > 0 )
    {
        memcpy( copy->joints, build->joints, (size_t)build->jointCount * sizeof *copy->joints );
    }
    copy->jointCount = build->jointCount;
    return result;
}

static uint64_t hashVec3( uint64_t hash, ssVec3 v )
{
    return ssHashF64( ssHashF64( ssHashF64( hash, v.x ), v.y ), v.z );
}

static uint64_t hashMaterial( uint64_t hash, const ssMaterial* m )
{
    return ssHashF64(
        ssHashF64( ssHashF64( ssHashF64( hash, m->mu ), m->muRoll ), m->muSpin ), m->restitution );
}

static uint64_t hashLaw( uint64_t hash, const char* law )
{
    return ssHashText( hash, law != NULL ? law : "" );
}

static uint64_t hashPart( uint64_t hash, const ssPart* part )
{
    hash = ssHashU64( ssHashU64( hash, (uint64_t)part->id ), (uint64_t)part->kind );
    hash = ssHashText( hash, part->name );
    for ( int i = 0; i < ssPartFieldCount(); ++i )
    {
        double values[3];
        const ssPartField* field = ssGetPartField( i );
        int count = ssPart_Has( part, field ) ? buildFieldValues( part, field, values ) : 0;
        for ( int k = 0; k < count; ++k ) { hash = ssHashF64( hash, values[k] ); }
    }
    for ( int i = 0; i < part->pointCount && part->kind == ss_partHull; ++i )
    {
        hash = hashVec3( hash, part->points[i] );
    }
    return hashLaw( hash, part->law );
}

uint64_t ssBuild_Hash( const ssBuild* build )
{
    uint64_t hash = hashVec3( SS_HASH_SEED, build->gravity );
    hash = ssHashU64( hash, build->ground.on ? 1 : 0 );
    hash = hashLaw( hashMaterial( hash, &build->ground.material ), build->ground.law );
    hash = ssHashU64( hash, (uint64_t)build->ground.look );
    hash = ssHashU64( ssHashU64( hash, (uint64_t)build->partCount ), (uint64_t)build->jointCount );
    for ( int i = 0; i < build->partCount; ++i ) { hash = hashPart( hash, build->parts + i ); }
    for ( int i = 0; i < build->jointCount; ++i )
    {
        const ssBuildJoint* j = build->joints + i;
        hash = ssHashU64( ssHashU64( hash, (uint64_t)j->id ), (uint64_t)j->kind );
        hash = ssHashU64( ssHashU64( hash, (uint64_t)j->a ), (uint64_t)j->b );
        hash = hashVec3( hashVec3( hash, j->anchor ), j->axis );
    }
    return hash;
}

bool ssBuild_Equal( const ssBuild* a, const ssBuild* b )
{
    // 64 bits tell apart whatever a user makes; nothing is stored under them.
    return a == b || ( a != NULL && b != NULL && ssBuild_Hash( a ) == ssBuild_Hash( b ) );
}

static int partIndex( const ssBuild* build, int id )
{
    for ( int i = 0; i < build->partCount; ++i )
    {
        if ( build->parts[i].id == id ) { return i; }
    }
    return -1;
}

static int jointIndex( const ssBuild* build, int id )
{
    for ( int i = 0; i < build->jointCount; ++i )
    {
        if ( build->joints[i].id == id ) { return i; }
    }
    return -1;
}

const ssPart* ssBuild_Part( const ssBuild* build, int id )
{
    int index = partIndex( build, id );
    return index >= 0 ? build->parts + index : NULL;
}

const ssBuildJoint* ssBuild_Joint( const ssBuild* build, int id )
{
    int index = jointIndex( build, id );
    return index >= 0 ? build->joints + index : NULL;
}

void ssPart_Name( const ssPart* part, char* text, int capacity )
{
    if ( part->name[0] != '\0' ) { snprintf( text, (size_t)capacity, "%s", part->name ); }
    else { snprintf( text, (size_t)capacity, "%s %d", ssPartKindName( part->kind ), part->id ); }
}

const char* ssBuildOpName( ssBuildOp op )
{
    static const char* const names[ss_buildOpCount] = { "add", "change", "remove", "add_joint",
        "change_joint", "remove_joint", "gravity", "ground", "all" };
    return (int)op >= 0 && op < ss_buildOpCount ? names[op] : "unknown";
}

/// Makes room for one more element of an array. NULL: out of memory, and all stays.
static void* grow( void* array, int count, size_t size )
{
    if ( array != NULL && count % GROWTH != 0 ) { return array; }
    void* larger = ssAlloc( (size_t)roomFor( count ) * size );
    if ( larger != NULL && count > 0 ) { memcpy( larger, array, (size_t)count * size ); }
    if ( larger != NULL ) { ssRelease( array ); }
    return larger;
}

static ssResult noSuch( const char* what, int id )
{
    return ssError( ss_errorValue, "id", "there is no %s %d", what, id );
}

static ssResult addPart( ssBuild* build, ssPart* part )
{
    int next = 1;
    for ( int i = 0; i < build->partCount; ++i )
    {
        next = build->parts[i].id >= next ? build->parts[i].id + 1 : next;
    }
    ssPart numbered = *part, copy;
    numbered.id = part->id > 0 ? part->id : next;
    if ( build->partCount >= SS_BUILD_MAX_PARTS )
    {
        return ssError( ss_errorValue, "parts", "build: there are %d parts already; allowed: up to %d",
            build->partCount, SS_BUILD_MAX_PARTS );
    }
    if ( partIndex( build, numbered.id ) >= 0 )
    {
        return ssError( ss_errorValue, "id", "there is a part %d already", numbered.id );
    }
    SS_TRY( ssPart_Validate( &numbered ) );
    SS_TRY( buildCopyPart( &numbered, &copy ) );
    ssPart* parts = grow( build->parts, build->partCount, sizeof *parts );
    if ( parts == NULL )
    {
        buildFreePart( &copy );
        return noMemory();
    }
    build->parts = parts;
    parts[build->partCount++] = copy;
    part->id = numbered.id;
    return ssOk();
}

static ssResult changePart( ssBuild* build, const ssPart* part )
{
    int index = partIndex( build, part->id );
    ssPart copy;
    SS_TRY( index >= 0 ? ssPart_Validate( part ) : noSuch( "part", part->id ) );
    // Its joints may have nothing left that moves.
    for ( int i = 0; i < build->jointCount && part->fixed; ++i )
    {
        const ssBuildJoint* joint = build->joints + i;
        int other = joint->a == part->id ? joint->b : joint->b == part->id ? joint->a : -1;
        const ssPart* moves = other > 0 ? ssBuild_Part( build, other ) : NULL;
        bool stuck = other >= 0 && ( moves == NULL || moves->fixed );
        if ( stuck )
        {
            return ssError( ss_errorValue, "fixed",
                "part %d cannot be fixed: joint %d would have no part that moves", part->id, joint->id );
        }
    }
    SS_TRY( buildCopyPart( part, &copy ) );
    buildFreePart( build->parts + index );
    build->parts[index] = copy;
    return ssOk();
}

static void removeJointAt( ssBuild* build, int index )
{
    build->jointCount -= 1;
    memmove( build->joints + index, build->joints + index + 1,
        (size_t)( build->jointCount - index ) * sizeof *build->joints );
}

static ssResult removePart( ssBuild* build, int id )
{
    int index = partIndex( build, id );
    if ( index < 0 ) { return noSuch( "part", id ); }
    for ( int i = build->jointCount - 1; i >= 0; --i )
    {
        if ( build->joints[i].a == id || build->joints[i].b == id ) { removeJointAt( build, i ); }
    }
    buildFreePart( build->parts + index );
    build->partCount -= 1;
    memmove( build->parts + index, build->parts + index + 1,
        (size_t)( build->partCount - index ) * sizeof *build->parts );
    return ssOk();
}

static ssResult addJoint( ssBuild* build, ssBuildJoint* joint )
{
    int next = 1;
    for ( int i = 0; i < build->jointCount; ++i )
    {
        next = build->joints[i].id >= next ? build->joints[i].id + 1 : next;
    }
    ssBuildJoint numbered = *joint;
    numbered.id = joint->id > 0 ? joint->id : next;
    if ( build->jointCount >= SS_BUILD_MAX_JOINTS )
    {
        return ssError( ss_errorValue, "joints", "build: there are %d joints already; allowed: up to %d",
            build->jointCount, SS_BUILD_MAX_JOINTS );
    }
    if ( jointIndex( build, numbered.id ) >= 0 )
    {
        return ssError( ss_errorValue, "id", "there is a joint %d already", numbered.id );
    }
    SS_TRY( buildCheckJoint( build, &numbered ) );
    ssBuildJoint* joints = grow( build->joints, build->jointCount, sizeof *joints );
    if ( joints == NULL ) { return noMemory(); }
    build->joints = joints;
    joints[build->jointCount++] = numbered;
    joint->id = numbered.id;
    return ssOk();
}

static ssResult changeJoint( ssBuild* build, const ssBuildJoint* joint )
{
    int index = jointIndex( build, joint->id );
    SS_TRY( index >= 0 ? buildCheckJoint( build, joint ) : noSuch( "joint", joint->id ) );
    build->joints[index] = *joint;
    return ssOk();
}

static ssResult removeJoint( ssBuild* build, int id )
{
    int index = jointIndex( build, id );
    if ( index < 0 ) { return noSuch( "joint", id ); }
    removeJointAt( build, index );
    return ssOk();
}

static ssResult setGround( ssBuild* build, const ssBuildGround* ground )
{
    ssBuildGround copy;
    SS_TRY( buildCheckGround( ground ) );
    SS_TRY( copyGround( ground, &copy ) );
    freeText( build->ground.law );
    build->ground = copy;
    return ssOk();
}

static ssResult setAll( ssBuild* build, const ssBuild* all )
{
    ssBuild copy;
    SS_TRY(
        all != NULL ? ssBuild_Validate( all ) : ssError( ss_errorValue, "all", "there is no build to set" ) );
    SS_TRY( ssBuild_Copy( all, &copy ) );
    ssBuild_Destroy( build );
    *build = copy;
    return ssOk();
}

ssResult ssBuild_Apply( ssBuild* build, ssBuildEdit* edit )
{
    ssResult result;
    switch ( edit->op )
    {
        case ss_buildAddPart: return addPart( build, &edit->part );
        case ss_buildChangePart: return changePart( build, &edit->part );
        case ss_buildRemovePart: return removePart( build, edit->id );
        case ss_buildAddJoint: return addJoint( build, &edit->joint );
        case ss_buildChangeJoint: return changeJoint( build, &edit->joint );
        case ss_buildRemoveJoint: return removeJoint( build, edit->id );
        case ss_buildSetGravity:
            result = buildCheckGravity( edit->gravity );
            build->gravity = result.code == ss_ok ? edit->gravity : build->gravity;
            return result;
        case ss_buildSetGround: return setGround( build, &edit->ground );
        case ss_buildSetAll: return setAll( build, edit->all );
        case ss_buildOpCount:
        default: return ssError( ss_errorUnknown, "op", "no operation has the number %d", (int)edit->op );
    }
}

ssResult ssBuildEdit_Copy( const ssBuildEdit* edit, ssBuildEdit* copy )
{
    bool hasPart = edit->op == ss_buildAddPart || edit->op == ss_buildChangePart;
    *copy = ( ssBuildEdit ){ .op = edit->op, .joint = edit->joint, .id = edit->id, .gravity = edit->gravity };
    ssResult result = hasPart ? buildCopyPart( &edit->part, &copy->part ) : ssOk();
    result = edit->op == ss_buildSetGround ? copyGround( &edit->ground, &copy->ground ) : result;
    if ( edit->op == ss_buildSetAll && edit->all != NULL )
    {
        ssBuild* all = ssAlloc( sizeof *all );
        result = all != NULL ? ssBuild_Copy( edit->all, all ) : noMemory();
        if ( result.code != ss_ok )
        {
            ssRelease( all );
            all = NULL;
        }
        copy->all = all;
    }
    if ( result.code != ss_ok )
    {
        copy->part = ( ssPart ){ 0 };
        copy->ground = ( ssBuildGround ){ 0 };
    }
    return result;
}

void ssBuildEdit_Destroy( ssBuildEdit* edit )
{
    ssBuild* all = (ssBuild*)(uintptr_t)edit->all;
    buildFreePart( &edit->part );
    freeText( edit->ground.law );
    if ( all != NULL )
    {
        ssBuild_Destroy( all );
        ssRelease( all );
    }
    *edit = ( ssBuildEdit ){ 0 };
}
