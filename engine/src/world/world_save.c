// SPDX-License-Identifier: MIT
#include "base/checksum.h"
#include "world/world_save_parts.h"

// A world as a blob. What ssWorld_Serialize expects to be there (laws, hulls,
// joints) comes first, then its list of fields.

#define BLOB_MAGIC 0x7373576f726c6400ull // "ssWorld" and a zero
#define BLOB_VERSION 1

// A blob begins with four numbers of 8 bytes: the magic number, the version, the size of the whole blob, and
// a checksum of everything after this header.
enum
{
    blobHeader = 4 * 8,
    nameRoom = 64
};

void ssBlob_Destroy( ssBlob* blob )
{
    if ( blob != NULL )
    {
        ssRelease( blob->bytes );
        *blob = ( ssBlob ){ 0 };
    }
}

static ssResult noMemory( void )
{
    return ssError( ss_errorMemory, NULL, "out of memory for a saved world" );
}

static ssResult damaged( void )
{
    return ssError( ss_errorFormat, "blob", "the saved world is cut short or damaged" );
}

/// What ssWorld_Serialize leaves out because the next step does not
/// need it, or because the program sets it up.
static void otherFields( ssWorld* world, ssArchive* archive )
{
    ssWorldReport* report = &world->report;
    ssArchive_Int( archive, &world->def.bodyCapacity );
    ssArchive_Int( archive, &world->def.contactCapacity );
    ssArchive_F64( archive, &world->time );
    ssArchive_Bool( archive, &report->budgetSpent );
    ssArchive_Bool( archive, &report->lawUnsettled );
    ssArchive_Int( archive, &report->rescueRungs );
    ssArchive_Int( archive, &report->lawRounds );
    ssArchive_Int( archive, &report->ambiguous );
    for ( int i = 0; i < world->jointCount; ++i )
    {
        ssArchive_Bool( archive, &world->joints[i].apart );
    }
    eventsFields( world, archive );
}

// --------------------------------------------------------------------------------------------------- writing

/// Measures or writes everything after the header; false: no memory.
static bool visit( const ssWorld* world, ssArchive* archive )
{
    char solver[nameRoom] = "";
    int joints = world->jointCount;
    // The casts are needed because reading shares the lists of fields.
    ssWorld* own = (ssWorld*)(uintptr_t)world;
    strncpy( solver, world->def.solver, nameRoom - 1 );
    ssArchive_Text( archive, solver, nameRoom );
    saveLaws( own, archive );
    bool enough = saveHulls( own, archive );
    savedCount( archive, joints, 8 );
    ssWorld_Serialize( own, archive );
    otherFields( own, archive );
    return enough;
}

ssResult ssWorld_Save( const ssWorld* world, ssBlob* blob )
{
    *blob = ( ssBlob ){ 0 };
    ssResult result = worldCheck( world );
    if ( result.code == ss_ok && world->stepping )
    {
        // Half of its state is that of before, and half that of after the step.
        result =
            ssError( ss_errorValue, "world", "the world is in a step: it can be saved between two steps" );
    }
    result = result.code == ss_ok ? saveLawCheck( world ) : result;
    if ( result.code != ss_ok )
    {
        return result;
    }
    ssArchive measure = { .mode = ss_archiveMeasure };
    bool enough = visit( world, &measure );
    blob->size = blobHeader + measure.used;
    blob->bytes = enough ? ssAlloc( blob->size ) : NULL;
    ssArchive body = { .mode = ss_archiveWrite, .bytes = blob->bytes + blobHeader, .size = measure.used };
    if ( blob->bytes == NULL || !visit( world, &body ) )
    {
        ssBlob_Destroy( blob );
        return noMemory();
    }
    uint64_t header[4] = { BLOB_MAGIC, BLOB_VERSION, blob->size, ssWordChecksum( body.bytes, body.size ) };
    ssArchive head = { .mode = ss_archiveWrite, .bytes = blob->bytes, .size = blobHeader };
    for ( int i = 0; i < 4; ++i )
    {
        ssArchive_U64( &head, header + i );
    }
    return ssOk();
}

// --------------------------------------------------------------------------------------------------- reading

static ssResult checkHeader( unsigned char* bytes, size_t size )
{
    uint64_t header[4] = { 0 };
    ssArchive head = {
        .mode = ss_archiveRead, .bytes = bytes, .size = size < blobHeader ? size : blobHeader
    };
    for ( int i = 0; i < 4; ++i )
    {
        ssArchive_U64( &head, header + i );
    }
    if ( size < 8 || header[0] != BLOB_MAGIC )
    {
        return ssError( ss_errorFormat, "blob", "this is not a saved world" );
    }
    if ( size >= 16 && header[1] != BLOB_VERSION )
    {
        return ssError( ss_errorFormat, "blob",
            "the saved world has the form %llu; this program reads form %d", (unsigned long long)header[1],
            BLOB_VERSION );
    }
    bool whole = !head.overrun && header[2] == size && size % 8 == 0 &&
        header[3] == ssWordChecksum( bytes + blobHeader, size - blobHeader );
    return whole ? ssOk() : damaged();
}

/// Reads everything after the header into a new world.
static ssResult readBody( ssWorld* world, const ssRestoreDef* def, ssArchive* archive )
{
    char solver[nameRoom];
    ssArchive_Text( archive, solver, nameRoom );
    if ( !archive->overrun && ssFindSolver( solver ) == NULL )
    {
        return ssError( ss_errorUnknown, "solver", "no solver is called \"%s\" in this program", solver );
    }
    ssResult result = restoreLaws( world, def, archive );
    if ( result.code != ss_ok || archive->overrun )
    {
        return result;
    }
    bool enough = restoreHulls( world, archive );
    int joints = savedCount( archive, 0, 8 );
    if ( !enough || !worldReserveJoints( world, joints ) )
    {
        return noMemory();
    }
    world->jointCount = joints;
    ssWorld_Serialize( world, archive );
    if ( !archive->overrun )
    {
        world->solver = ssFindSolver( solver );
        world->def.solver = world->solver->name;
        otherFields( world, archive );
        jointsChain( world );
        result = worldCheckDef( &world->def );
    }
    return result;
}

ssResult ssWorld_Restore( const void* bytes, size_t size, const ssRestoreDef* def, ssWorld** world )
{
    // An archive has one pointer for reading and writing, hence the cast; these bytes are only read.
    unsigned char* own = (unsigned char*)(uintptr_t)bytes;
    *world = NULL;
    ssResult result = checkHeader( own, size );
    if ( result.code != ss_ok )
    {
        return result;
    }
    ssWorldDef small = ssDefaultWorldDef();
    small.bodyCapacity = small.contactCapacity = 0; // those of the blob are not reserved but remembered
    ssWorld* made;
    result = ssCreateWorld( &small, &made );
    if ( result.code != ss_ok )
    {
        return result;
    }
    ssArchive body = { .mode = ss_archiveRead, .bytes = own + blobHeader, .size = size - blobHeader };
    result = readBody( made, def, &body );
    if ( result.code == ss_ok && ( body.overrun || body.used != body.size ) )
    {
        result = body.refusal.code != ss_ok ? body.refusal : damaged();
    }
    if ( result.code != ss_ok )
    {
        ssDestroyWorld( made );
        return result;
    }
    *world = made;
    return ssOk();
}
