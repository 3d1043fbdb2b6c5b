// SPDX-License-Identifier: MIT
#include "scenario/sliding_law.h"

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

ssResult slidingLawRead(
    SlidingLaw* own, const ssSim* sim, ssLawKind kind, int firstC, int firstD, double cForce )
{
    unsigned needs = ssGetLawType( (int)kind )->needs;
    ssLawDef def = ssDefaultLawDef( kind );
    def.c.points = def.d.points = NULL;
    def.c.pointCount = def.d.pointCount = 0;
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
    for ( int i = 0; i < 2; ++i )
    {
        int first = i == 0 ? firstC : firstD;
        if ( param >= first && param < first + SS_SET_ROW_COUNT )
        {
            return ( needs & ( i == 0 ? ss_needsC : ss_needsD ) ) != 0 &&
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
        if ( reading )
        {
            points[i] = point;
        }
    }
}

static void archiveSet( ssSetDef* set, ssArchive* archive )
{
    int kind = (int)set->kind;
    ssArchive_Int( archive, &kind );
    if ( kind < 0 || kind >= ss_setKindCount )
    {
        archive->overrun = true;
        return;
    }
    set->kind = (ssSetKind)kind;
    double* numbers[] = { &set->a, &set->b, &set->s, &set->l, &set->e, &set->mu, &set->betaDeg,
        &set->beta2Deg, &set->rotationDeg, &set->offsetX, &set->offsetY, &set->scale };
    for ( int i = 0; i < SS_COUNT( numbers ); ++i )
    {
        ssArchive_F64( archive, numbers[i] );
    }
    archivePoints( set, archive );
}

static uint64_t hashOf( ssLawDef* def )
{
    ssArchive archive = { .mode = ss_archiveHash, .hash = SS_HASH_SEED };
    int kind = (int)def->kind;
    ssArchive_Int( &archive, &kind );
    ssArchive_F64( &archive, &def->cForce );
    archiveSet( &def->c, &archive );
    archiveSet( &def->d, &archive );
    return archive.hash;
}

bool slidingLawSerialize( SlidingLaw* own, ssArchive* archive )
{
    int kind = (int)own->def.kind;
    bool reading = archive->mode == ss_archiveRead;
    ssArchive_Int( archive, &kind );
    if ( kind < 0 || kind >= ss_lawKindCount )
    {
        archive->overrun = true;
        return false;
    }
    ssLawDef read = ssDefaultLawDef( (ssLawKind)kind );
    read.c.points = read.d.points = NULL;
    read.c.pointCount = read.d.pointCount = 0;
    ssLawDef* def = reading ? &read : &own->def;
    ssArchive_F64( archive, &def->cForce );
    archiveSet( &def->c, archive );
    archiveSet( &def->d, archive );
    if ( !reading )
    {
        return false;
    }
    bool same = !archive->overrun && own->made && hashOf( &read ) == hashOf( &own->def );
    if ( same || archive->overrun )
    {
        ssFreeSetPoints( &read.c );
        ssFreeSetPoints( &read.d );
        return false;
    }
    archive->overrun = make( own, &read ).code != ss_ok;
    return !archive->overrun;
}
