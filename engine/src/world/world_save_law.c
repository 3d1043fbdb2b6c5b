// SPDX-License-Identifier: MIT
#include "law/law_private.h"
#include "world/world_save_parts.h"

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

int savedCount( ssArchive* archive, int count, size_t size )
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
    if ( !reads )
    {
        strncpy( kind, ssSetKindName( set->kind ), NAME_ROOM - 1 );
    }
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
    for ( int i = 0; i < SS_COUNT( numbers ); ++i )
    {
        ssArchive_F64( archive, numbers[i] );
    }
    int count = savedCount( archive, set->points != NULL ? set->pointCount : 0, 16 );
    if ( reads )
    {
        *own = ssAlloc( sizeof( ssVec2 ) * ( (size_t)count + 1 ) );
        if ( *own == NULL )
        {
            archiveRefuse( archive, true );
        }
        set->points = count > 0 ? *own : NULL;
        set->pointCount = count;
    }
    for ( int i = 0; i < count && *own != NULL; ++i )
    {
        ssArchive_Vec2( archive, *own + i );
    }
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
        if ( law->samples == NULL )
        {
            archiveRefuse( archive, true );
        }
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
        if ( law->text == NULL )
        {
            archiveRefuse( archive, true );
        }
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
    for ( int i = 0; i < SS_COUNT( numbers ); ++i )
    {
        ssArchive_F64( archive, numbers[i] );
    }
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
    if ( def->kind == ss_lawKindText )
    {
        textFields( law, archive );
    }
    if ( def->kind == ss_lawKindCallback )
    {
        ssArchive_Text( archive, def->callback.name, SS_COUNT( def->callback.name ) );
        ssArchive_Int( archive, &def->callback.stateNumbers );
        ssArchive_Int( archive, &def->callback.statePairs );
    }
}

// --------------------------------------------------------------------------------------------------- writing

ssResult saveLawCheck( const ssWorld* world )
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
        saved.text = (char*)(uintptr_t)ssLawProgram_Text( law->def.program );
    }
    lawFields( &saved, archive );
}

void saveLaws( ssWorld* world, ssArchive* archive )
{
    int count = savedCount( archive, world->lawCount, 8 );
    for ( int i = 0; i < count; ++i )
    {
        uint32_t generation;
        bool used;
        slotFields( &world->lawHandles, i, &generation, &used, archive );
        if ( used )
        {
            saveLaw( world, i, archive );
        }
    }
    freedFields( &world->lawHandles, count, archive );
}

// --------------------------------------------------------------------------------------------------- reading

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
    if ( law->def.kind == ss_lawKindCallback )
    {
        result = findCallback( law, index, def );
    }
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

ssResult restoreLaws( ssWorld* world, const ssRestoreDef* def, ssArchive* archive )
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
    if ( result.code == ss_ok && !archive->overrun )
    {
        freedFields( &world->lawHandles, count, archive );
    }
    return result;
}
