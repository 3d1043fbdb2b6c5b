// SPDX-License-Identifier: MIT
#include "collide/hull_private.h"
#include "world/world_save_parts.h"

// Hulls in a saved world: the points that they were made of, from which the same code makes the same bits
// again. A hull that several bodies share is written with the first of them, and the others name that body.

/// The first body with each hull, by the hull's address: open addressing in a table of a power of two.
typedef struct HullTable
{
    const ssWorld* world;
    int* bodies; ///< body + 1; 0: empty
    size_t mask;
} HullTable;

static int firstWith( HullTable* table, int body )
{
    const ssHull* hull = table->world->bodies[body].shape.hull;
    size_t at = (size_t)( ( (uintptr_t)hull >> 4 ) * 0x9e3779b97f4a7c15ull >> 20 ) & table->mask;
    while ( table->bodies[at] != 0 && table->world->bodies[table->bodies[at] - 1].shape.hull != hull )
    {
        at = ( at + 1 ) & table->mask;
    }
    table->bodies[at] = table->bodies[at] != 0 ? table->bodies[at] : body + 1;
    return table->bodies[at] - 1;
}

bool saveHulls( ssWorld* world, ssArchive* archive )
{
    size_t room = 16;
    while ( room < 2 * (size_t)world->bodyCount )
    {
        room *= 2;
    }
    HullTable table = { world, ssAlloc( sizeof( int ) * room ), room - 1 };
    int count = table.bodies != NULL ? savedCount( archive, world->bodyCount, 8 ) : 0;
    for ( int i = 0; i < count; ++i )
    {
        uint32_t generation;
        bool used;
        slotFields( &world->bodyHandles, i, &generation, &used, archive );
        const ssHull* hull = world->bodies[i].shape.hull;
        int first = hull != NULL ? firstWith( &table, i ) : -1;
        ssArchive_Int( archive, &first );
        if ( first == i )
        {
            int points = hull->sourceCount;
            ssArchive_Int( archive, &points );
            for ( int k = 0; k < points; ++k )
            {
                ssVec3 x = hull->source[k];
                ssArchive_Vec3( archive, &x );
            }
        }
    }
    ssRelease( table.bodies );
    return table.bodies != NULL;
}

static ssHull* readHull( ssArchive* archive )
{
    ssVec3 points[SS_HULL_MAX_POINTS];
    int count = savedCount( archive, 0, 24 );
    archive->overrun = archive->overrun || count > SS_HULL_MAX_POINTS;
    for ( int i = 0; i < count && !archive->overrun; ++i )
    {
        ssArchive_Vec3( archive, &points[i] );
    }
    ssHull* hull = NULL;
    ssResult result = archive->overrun ? ssOk() : ssCreateHull( points, count, &hull, NULL );
    if ( result.code != ss_ok )
    {
        archiveRefuse( archive, result.code == ss_errorMemory );
    }
    return hull;
}

bool restoreHulls( ssWorld* world, ssArchive* archive )
{
    int count = savedCount( archive, 0, 8 );
    if ( !worldReserveBodies( world, count ) )
    {
        return false;
    }
    for ( int i = 0; i < count && !archive->overrun; ++i )
    {
        int first = -1;
        uint32_t generation = 1;
        bool used = false;
        // before the rest, because a hull stays with the body of its generation
        slotFields( &world->bodyHandles, i, &generation, &used, archive );
        handlesSet( &world->bodyHandles, i, generation, used );
        ssArchive_Int( archive, &first );
        archive->overrun = archive->overrun || first < -1 || first > i;
        Body* body = &world->bodies[i];
        *body = ( Body ){ .law = -1 };
        world->slot[i] = -1;
        world->bodyCount = i + 1;
        if ( !archive->overrun && first >= 0 )
        {
            body->shape.hull =
                first == i ? readHull( archive ) : ssHull_Retain( world->bodies[first].shape.hull );
        }
    }
    return true;
}
