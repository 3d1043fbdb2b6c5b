// SPDX-License-Identifier: MIT
#include "scenario/sliding_law.h"
#include "sim/rows.h"

#include <string.h>

// Makes the planar law of a sliding body from rows and stores it in saved states.

void slidingLawDestroy( SlidingLaw* own )
{
    if ( own->made )
    {
        ssLaw_Destroy( &own->law );
        ssFreeSetPoints( &own->def.c );
        ssFreeSetPoints( &own->def.d );
        own->made = false;
    }
}

/// Takes ownership of the points of `def`: they are freed if the law is refused.
static ssResult make( SlidingLaw* own, ssLawDef* def )
{
    ssLaw law;
    ssResult result = ssMakeLaw( def, &law );
    if ( result.code != ss_ok )
    {
        ssFreeSetPoints( &def->c );
        ssFreeSetPoints( &def->d );
        return result;
    }
    slidingLawDestroy( own );
    own->def = *def;
    own->law = law;
    own->made = true;
    ssSet_Outline( &own->law.c, slidingOutlinePoints, own->outlineC );
    ssSet_Outline( &own->law.d, slidingOutlinePoints, own->outlineD );
    return result;
}

/// The default sets point to constant corners, which nobody may free.
static void withoutPoints( ssLawDef* def )
{
    def->c.points = def->d.points = NULL;
    def->c.pointCount = def->d.pointCount = 0;
}

ssResult slidingLawRead(
    SlidingLaw* own, const ssSim* sim, ssLawKind kind, int firstC, int firstD, double cForce )
{
    ssLawDef def;
    if ( ssSim_LawDef( sim, &def ) )
    {
        withoutPoints( &def );
        return make( own, &def );
    }
    unsigned needs = ssGetLawType( (int)kind )->needs;
    def = ssDefaultLawDef( kind );
    withoutPoints( &def );
    def.cForce = cForce;
    ssResult result = ssOk();
    if ( ( needs & ss_needsC ) != 0 )
    {
        result = ssSim_ReadSet( sim, firstC, false, &def.c );
        // Walker & Leine Eq. 50 gives the forces of an asperity set per newton of load.
        def.cForce = def.c.kind == ss_setAsperity ? 1.0 : cForce;
    }
    if ( result.code == ss_ok && ( needs & ss_needsD ) != 0 )
    {
        result = ssSim_ReadSet( sim, firstD, true, &def.d );
    }
    if ( result.code != ss_ok )
    {
        ssFreeSetPoints( &def.c );
        ssFreeSetPoints( &def.d );
        return result;
    }
    return make( own, &def );
}

void slidingLawCarryState( const ssLawProgram* before, const ssLaw* law, double state[SS_LAW_MAX_STATES] )
{
    double next[SS_LAW_MAX_STATES] = { 0 };
    const ssLawProgram* now = law->def.program;
    ssLaw_InitialState( law, next );
    for ( int i = 0; now != NULL && i < ssLawProgram_Info( now )->stateCount; ++i )
    {
        const ssLawState* to = ssLawProgram_Info( now )->states + i;
        for ( int k = 0; before != NULL && k < ssLawProgram_Info( before )->stateCount; ++k )
        {
            const ssLawState* from = ssLawProgram_Info( before )->states + k;
            if ( from->size == to->size && strcmp( from->name, to->name ) == 0 )
            {
                memcpy( next + to->first, state + from->first, (size_t)to->size * sizeof *next );
            }
        }
    }
    memcpy( state, next, sizeof next );
}

ssResult typedLawRead( TypedLaw* own, const ssSim* sim, double state[SS_LAW_MAX_STATES] )
{
    TypedLaw next = { .made = false };
    next.made = ssSim_LawDef( sim, &next.def );
    bool same = next.made && own->made && next.def.program == own->def.program &&
        memcmp( next.def.programValues, own->def.programValues, sizeof own->def.programValues ) == 0;
    ssResult result = next.made && !same ? ssMakeLaw( &next.def, &next.law ) : ssOk();
    if ( same || result.code != ss_ok ) { return result; }
    if ( next.made ) { slidingLawCarryState( own->made ? own->def.program : NULL, &next.law, state ); }
    typedLawDestroy( own );
    *own = next;
    return result;
}

void typedLawDestroy( TypedLaw* own )
{
    if ( own->made )
    {
        ssLaw_Destroy( &own->law );
        own->made = false;
    }
}

ssResult slidingLawReadEllipse(
    SlidingLaw* own, const ssSim* sim, int firstC, double a, double b, double cForce )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindAssociated );
    def.d.points = NULL;
    def.d.pointCount = 0;
    ssResult result = ssSim_ReadSet( sim, firstC, false, &def.c );
    ssFreeSetPoints( &def.c );
    def.c.kind = ss_setEllipse;
    def.c.a = a;
    def.c.b = b;
    def.cForce = cForce;
    return result.code == ss_ok ? make( own, &def ) : result;
}

bool slidingLawUses( const ssSim* sim, ssLawKind kind, int firstC, int firstD, int param )
{
    unsigned needs = ssGetLawType( (int)kind )->needs;
    bool typed = ssSim_Scenario( sim )->law != NULL;
    for ( int i = 0; i < 2; ++i )
    {
        int first = i == 0 ? firstC : firstD;
        if ( param >= first && param < first + SS_SET_ROW_COUNT )
        {
            return !typed && ( needs & ( i == 0 ? ss_needsC : ss_needsD ) ) != 0 &&
                ssSetKindUses( (ssSetKind)ssSim_PendingParam( sim, first ), param - first );
        }
    }
    return true;
}

static void archivePoints( ssSetDef* set, ssArchive* archive )
{
    int count = set->pointCount;
    bool reading = archive->mode == ss_archiveRead;
    ssArchive_Int( archive, &count );
    if ( count < 0 || ( reading && (size_t)count > archive->size / 16 ) )
    {
        archive->overrun = true;
        return;
    }
    ssVec2* points = NULL;
    if ( reading && count > 0 )
    {
        points = ssAlloc( (size_t)count * sizeof *points );
        archive->overrun = archive->overrun || points == NULL;
        set->points = points;
        set->pointCount = points != NULL ? count : 0;
    }
    for ( int i = 0; i < count && !archive->overrun; ++i )
    {
        ssVec2 point = reading ? ssVec2_Make( 0.0, 0.0 ) : set->points[i];
        ssArchive_Vec2( archive, &point );
        if ( reading ) { points[i] = point; }
    }
}

static void archiveSet( ssSetDef* set, ssArchive* archive )
{
    int kind = (int)set->kind;
    ssArchive_Int( archive, &kind );
    if ( kind < 0 || kind >= ssSetKindTotal() )
    {
        archive->overrun = true;
        return;
    }
    set->kind = (ssSetKind)kind;
    ARCHIVE_EACH( archive, &set->a, &set->b, &set->s, &set->l, &set->e, &set->mu, &set->betaDeg,
        &set->beta2Deg, &set->rotationDeg, &set->offsetX, &set->offsetY, &set->scale );
    archivePoints( set, archive );
}

/// A typed law is stored by the values of its parameters; its program is that of the simulation.
static void archiveDef( ssLawDef* def, ssArchive* archive )
{
    if ( def->kind == ss_lawKindText )
    {
        ssArchive_F64s( archive, def->programValues, ssLawProgram_Info( def->program )->paramCount );
        return;
    }
    ssArchive_F64( archive, &def->cForce );
    archiveSet( &def->c, archive );
    archiveSet( &def->d, archive );
}

static uint64_t hashOf( ssLawDef* def )
{
    ssArchive archive = { .mode = ss_archiveHash, .hash = SS_HASH_SEED };
    int kind = (int)def->kind;
    ssArchive_Int( &archive, &kind );
    archiveDef( def, &archive );
    return archive.hash;
}

bool slidingLawSerialize( SlidingLaw* own, ssArchive* archive )
{
    int kind = (int)own->def.kind;
    bool reading = archive->mode == ss_archiveRead;
    ssArchive_Int( archive, &kind );
    bool typed = kind == (int)ss_lawKindText && archive->law != NULL;
    if ( kind < 0 || ( kind >= ss_lawKindCount && !typed ) )
    {
        archive->overrun = true;
        return false;
    }
    ssLawDef read = ssDefaultLawDef( (ssLawKind)kind );
    withoutPoints( &read );
    read.program = typed ? archive->law : NULL;
    archiveDef( reading ? &read : &own->def, archive );
    if ( !reading ) { return false; }
    bool same = !archive->overrun && own->made && read.kind == own->def.kind &&
        read.program == own->def.program && hashOf( &read ) == hashOf( &own->def );
    if ( same || archive->overrun )
    {
        ssFreeSetPoints( &read.c );
        ssFreeSetPoints( &read.d );
        return false;
    }
    archive->overrun = make( own, &read ).code != ss_ok;
    return !archive->overrun;
}
