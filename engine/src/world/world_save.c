// SPDX-License-Identifier: MIT
#include "slipstick/world_save.h"
#include "base/checksum.h"
#include "collide/hull_private.h"
#include "law/law_private.h"
#include "world/world_private.h"

// A world as a blob. What ssWorld_Serialize expects to be there (laws, hulls,
// joints) comes first, then its list of fields.

// Laws in a saved world: the definitions that they were made of, from which the same code makes the same bits
// again. Kinds of laws and sets go by their names, because their numbers may differ in another program.

enum
{
    NAME_ROOM = 64
};

/// A definition and what it refers to: of the law that is written, or owned by the one that is read.
typedef struct SavedLaw
{
    ssLawDef def;
    char kind[NAME_ROOM];
    ssVec2 *c, *d;
    ssFlowSample* samples;
    char* text;
    ssLawProgram* program;
    bool unknown; ///< this program has no law or set of that name, which `kind` holds
} SavedLaw;

/// A number of things that are read or written next, of at least `size` bytes each: one that the archive
/// cannot hold marks it as overrun, and nothing is allocated for it.
static int savedCount( ssArchive* archive, int count, size_t size )
{
    ssArchive_Int( archive, &count );
    bool reads = archive->mode == ss_archiveRead;
    if ( count < 0 || ( reads && (size_t)count > ( archive->size - archive->used ) / size ) )
    {
        archive->overrun = true;
        return 0;
    }
    return archive->overrun ? 0 : count;
}

/// An enum from 0 to high.
static int choiceField( ssArchive* archive, int value, int high )
{
    ssArchive_Int( archive, &value );
    archive->overrun = archive->overrun || value < 0 || value > high;
    return archive->overrun ? 0 : value;
}

static void setFields( SavedLaw* law, ssSetDef* set, ssVec2** own, ssArchive* archive )
{
    bool reads = archive->mode == ss_archiveRead;
    char kind[NAME_ROOM] = "";
    if ( !reads ) { strncpy( kind, ssSetKindName( set->kind ), NAME_ROOM - 1 ); }
    ssArchive_Text( archive, kind, NAME_ROOM );
    if ( reads )
    {
        int found = ssFindSetKind( kind );
        if ( found < 0 && !law->unknown )
        {
            law->unknown = true;
            memcpy( law->kind, kind, NAME_ROOM );
        }
        set->kind = (ssSetKind)( found >= 0 ? found : 0 );
    }
    double* numbers[] = { &set->a, &set->b, &set->s, &set->l, &set->e, &set->mu, &set->betaDeg,
        &set->beta2Deg, &set->rotationDeg, &set->offsetX, &set->offsetY, &set->scale };
    for ( int i = 0; i < SS_COUNT( numbers ); ++i ) { ssArchive_F64( archive, numbers[i] ); }
    int count = savedCount( archive, set->points != NULL ? set->pointCount : 0, 16 );
    if ( reads )
    {
        *own = ssAlloc( sizeof( ssVec2 ) * ( (size_t)count + 1 ) );
        if ( *own == NULL ) { archiveRefuse( archive, true ); }
        set->points = count > 0 ? *own : NULL;
        set->pointCount = count;
    }
    for ( int i = 0; i < count && *own != NULL; ++i ) { ssArchive_Vec2( archive, *own + i ); }
}

static void flowFields( SavedLaw* law, ssArchive* archive )
{
    ssFlowDef* flow = &law->def.flow;
    bool reads = archive->mode == ss_archiveRead;
    flow->kind = (ssFlowKind)choiceField( archive, (int)flow->kind, ss_flowSamples );
    ssArchive_F64s( archive, flow->tensor2, 4 );
    ssArchive_F64s( archive, flow->tensor4, 16 );
    int count = savedCount( archive, flow->samples != NULL ? flow->sampleCount : 0, 24 );
    if ( reads )
    {
        law->samples = ssAlloc( sizeof( ssFlowSample ) * ( (size_t)count + 1 ) );
        if ( law->samples == NULL ) { archiveRefuse( archive, true ); }
        flow->samples = law->samples;
        flow->sampleCount = count;
    }
    for ( int i = 0; i < count && law->samples != NULL; ++i )
    {
        ssArchive_F64( archive, &law->samples[i].phiDeg );
        ssArchive_Vec2( archive, &law->samples[i].force );
    }
}

/// The text of a typed law and the values of its parameters.
static void textFields( SavedLaw* law, ssArchive* archive )
{
    if ( archive->mode == ss_archiveRead )
    {
        law->text = ssAlloc( SS_LAW_TEXT_CAPACITY );
        if ( law->text == NULL ) { archiveRefuse( archive, true ); }
    }
    if ( law->text != NULL )
    {
        ssArchive_Text( archive, law->text, SS_LAW_TEXT_CAPACITY );
        ssArchive_F64s( archive, law->def.programValues, SS_LAW_MAX_PARAMS );
    }
}

static void lawFields( SavedLaw* law, ssArchive* archive )
{
    ssLawDef* def = &law->def;
    bool reads = archive->mode == ss_archiveRead;
    ssArchive_Text( archive, law->kind, NAME_ROOM );
    if ( reads )
    {
        const ssLawType* type = ssFindLawType( law->kind );
        law->unknown =
            type == NULL && strcmp( law->kind, "text" ) != 0 && strcmp( law->kind, "callback" ) != 0;
        def->kind = type != NULL               ? type->kind
            : strcmp( law->kind, "text" ) == 0 ? ss_lawKindText
                                               : ss_lawKindCallback;
    }
    ssArchive_Int( archive, &def->dimension );
    double* numbers[] = { &def->mu, &def->muRoll, &def->muSpin, &def->cForce, &def->facetDeg, &def->vEps,
        &def->length, &def->stribeck.ratio, &def->stribeck.velocity, &def->stribeck.exponent,
        &def->patchRadius };
    for ( int i = 0; i < SS_COUNT( numbers ); ++i ) { ssArchive_F64( archive, numbers[i] ); }
    setFields( law, &def->c, &law->c, archive );
    setFields( law, &def->d, &law->d, archive );
    ssArchive_Bool( archive, &def->strict );
    ssArchive_Bool( archive, &def->inscribed );
    ssArchive_Int( archive, &def->facets );
    def->regularisation =
        (ssRegularisation)choiceField( archive, (int)def->regularisation, ss_regulariseTanh );
    def->stribeck.curve = (ssStribeckCurve)choiceField( archive, (int)def->stribeck.curve, ss_stribeckStep );
    def->pressure = (ssPatchPressure)choiceField( archive, (int)def->pressure, ss_patchHertz );
    flowFields( law, archive );
    if ( def->kind == ss_lawKindText ) { textFields( law, archive ); }
    if ( def->kind == ss_lawKindCallback )
    {
        ssArchive_Text( archive, def->callback.name, SS_COUNT( def->callback.name ) );
        ssArchive_Int( archive, &def->callback.stateNumbers );
        ssArchive_Int( archive, &def->callback.statePairs );
    }
}

/// The refusal of a law that cannot be saved.
static ssResult saveLawCheck( const ssWorld* world )
{
    for ( int i = 0; i < world->lawCount; ++i )
    {
        const ssLawDef* def = &world->lawDefs[i];
        if ( world->lawHandles.used[i] && def->kind == ss_lawKindCallback && def->callback.name[0] == '\0' )
        {
            return ssError( ss_errorValue, "callback",
                "law %d is a function of the program without a name, which a saved world cannot find again; "
                "give it a callback.name",
                i );
        }
    }
    return ssOk();
}

static void saveLaw( const ssWorld* world, int i, ssArchive* archive )
{
    const ssLaw* law = &world->laws[i];
    SavedLaw saved = { .def = world->lawDefs[i], .samples = law->flow };
    strncpy( saved.kind, ssGetLawType( (int)law->def.kind )->name, NAME_ROOM - 1 );
    lawGivePoints( law, &saved.def );
    // An archive has one pointer for reading and writing, hence the casts.
    saved.c = (ssVec2*)(uintptr_t)saved.def.c.points;
    saved.d = (ssVec2*)(uintptr_t)saved.def.d.points;
    if ( law->def.kind == ss_lawKindText )
    {
        saved.text = (char*)(uintptr_t)ssLawProgram_Info( law->def.program )->text;
    }
    lawFields( &saved, archive );
}

static void saveLaws( ssWorld* world, ssArchive* archive )
{
    int count = savedCount( archive, world->lawCount, 8 );
    for ( int i = 0; i < count; ++i )
    {
        uint32_t generation;
        bool used;
        slotFields( &world->lawHandles, i, &generation, &used, archive );
        if ( used ) { saveLaw( world, i, archive ); }
    }
    freedFields( &world->lawHandles, count, archive );
}

static ssResult findCallback( SavedLaw* law, int index, const ssRestoreDef* def )
{
    const ssLawCallback *saved = &law->def.callback, *found = NULL;
    for ( int i = 0; def != NULL && i < def->callbackCount; ++i )
    {
        found = strcmp( def->callbacks[i].name, saved->name ) == 0 ? &def->callbacks[i] : found;
    }
    if ( found == NULL )
    {
        return ssError( ss_errorUnknown, "callbacks",
            "law %d is the function \"%s\" of the program that saved the world, and no callback of that "
            "name is given",
            index, saved->name );
    }
    if ( found->stateNumbers != saved->stateNumbers || found->statePairs != saved->statePairs )
    {
        return ssError( ss_errorValue, "callbacks",
            "the function \"%s\" remembers %d numbers with %d pairs, that of the saved world %d with %d",
            saved->name, found->stateNumbers, found->statePairs, saved->stateNumbers, saved->statePairs );
    }
    law->def.callback = *found;
    return ssOk();
}

static ssResult addLaw( ssWorld* world, SavedLaw* law, const ssRestoreDef* def )
{
    int index = world->lawCount;
    ssResult result = ssOk();
    if ( law->unknown )
    {
        return ssError( ss_errorUnknown, "law",
            "law %d is of the kind \"%s\", which this program does not have", index, law->kind );
    }
    result = law->def.kind == ss_lawKindCallback ? findCallback( law, index, def ) : result;
    if ( law->def.kind == ss_lawKindText )
    {
        result = ssCompileLaw( law->text, "saved law", &law->program, NULL );
        law->def.program = law->program;
    }
    return result.code == ss_ok ? ssWorld_AddLaw( world, &law->def, NULL ) : result;
}

static ssResult restoreLaw( ssWorld* world, const ssRestoreDef* def, ssArchive* archive )
{
    SavedLaw law = { .def = { .kind = ss_lawKindCoulomb } };
    lawFields( &law, archive );
    ssResult result = archive->overrun ? ssOk() : addLaw( world, &law, def );
    ssRelease( law.c );
    ssRelease( law.d );
    ssRelease( law.samples );
    ssRelease( law.text );
    ssLawProgram_Release( law.program );
    return result;
}

/// Adds the laws to a world that has none. Damage is an overrun of the archive, anything else an error.
static ssResult restoreLaws( ssWorld* world, const ssRestoreDef* def, ssArchive* archive )
{
    int count = savedCount( archive, 0, 8 );
    ssResult result = ssOk();
    for ( int i = 0; i < count && result.code == ss_ok && !archive->overrun; ++i )
    {
        uint32_t generation = 1;
        bool used = false;
        slotFields(
            &( Handles ){ .generations = &generation, .used = &used }, 0, &generation, &used, archive );
        // A free slot holds a law that nothing has.
        ssLawDef vacant = ssDefaultLawDef( ss_lawKindCoulomb );
        result = used ? restoreLaw( world, def, archive ) : ssWorld_AddLaw( world, &vacant, NULL );
        if ( world->lawCount > i )
        {
            world->lawHandles.generations[i] = generation;
            world->lawHandles.used[i] = used;
        }
    }
    if ( result.code == ss_ok && !archive->overrun ) { freedFields( &world->lawHandles, count, archive ); }
    return result;
}

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

/// The hulls of all bodies, each once; bodies that are read have no more yet. False: no memory.
static bool saveHulls( ssWorld* world, ssArchive* archive )
{
    size_t room = 16;
    while ( room < 2 * (size_t)world->bodyCount ) { room *= 2; }
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
    for ( int i = 0; i < count && !archive->overrun; ++i ) { ssArchive_Vec3( archive, &points[i] ); }
    ssHull* hull = NULL;
    ssResult result = archive->overrun ? ssOk() : ssCreateHull( points, count, &hull, NULL );
    if ( result.code != ss_ok ) { archiveRefuse( archive, result.code == ss_errorMemory ); }
    return hull;
}

static bool restoreHulls( ssWorld* world, ssArchive* archive )
{
    int count = savedCount( archive, 0, 8 );
    if ( !worldReserveBodies( world, count ) ) { return false; }
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

#define BLOB_MAGIC 0x7373576f726c6400ull // "ssWorld" and a zero
#define BLOB_VERSION 1

// A blob begins with four 8-byte numbers: magic, version, size, checksum of all after this header.
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

/// What ssWorld_Serialize omits: the next step does not need it, or the program sets it up.
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
    for ( int i = 0; i < world->jointCount; ++i ) { ssArchive_Bool( archive, &world->joints[i].apart ); }
    eventsFields( world, archive );
}

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
    SS_TRY( worldCheck( world ) );
    if ( world->stepping )
    {
        // Half of its state is that of before, and half that of after the step.
        return ssError( ss_errorValue, "world", "the world is in a step: it can be saved between two steps" );
    }
    SS_TRY( saveLawCheck( world ) );
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
    for ( int i = 0; i < 4; ++i ) { ssArchive_U64( &head, header + i ); }
    return ssOk();
}

static ssResult checkHeader( unsigned char* bytes, size_t size )
{
    uint64_t header[4] = { 0 };
    ssArchive head = {
        .mode = ss_archiveRead, .bytes = bytes, .size = size < blobHeader ? size : blobHeader
    };
    for ( int i = 0; i < 4; ++i ) { ssArchive_U64( &head, header + i ); }
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
    if ( result.code != ss_ok || archive->overrun ) { return result; }
    bool enough = restoreHulls( world, archive );
    int joints = savedCount( archive, 0, 8 );
    if ( !enough || !worldReserveJoints( world, joints ) ) { return noMemory(); }
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
    SS_TRY( checkHeader( own, size ) );
    ssWorldDef small = ssDefaultWorldDef();
    small.bodyCapacity = small.contactCapacity = 0; // those of the blob are not reserved but remembered
    ssWorld* made;
    SS_TRY( ssCreateWorld( &small, &made ) );
    ssArchive body = { .mode = ss_archiveRead, .bytes = own + blobHeader, .size = size - blobHeader };
    ssResult result = readBody( made, def, &body );
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
