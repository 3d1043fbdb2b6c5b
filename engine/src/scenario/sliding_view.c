// SPDX-License-Identifier: MIT
#include "scenario/sliding_view.h"

#include <math.h>
#include <string.h>

void slidingLaw_Destroy( SlidingLaw* own )
{
    if ( own->made )
    {
        ssLaw_Destroy( &own->law );
        ssFreeSetPoints( &own->def.c );
        ssFreeSetPoints( &own->def.d );
        own->made = false;
    }
}

/// Takes over `def` with its points, or gives them back.
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
    slidingLaw_Destroy( own );
    own->def = *def;
    own->law = law;
    own->made = true;
    ssSet_Outline( &own->law.c, sliderOutline, own->outlineC );
    ssSet_Outline( &own->law.d, sliderOutline, own->outlineD );
    return result;
}

ssResult slidingLaw_Read(
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
        // Walker & Leine Eq. 50 gives an asperity's forces per newton
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

ssResult slidingLaw_ReadEllipse(
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

bool slidingLaw_Uses( const ssSim* sim, ssLawKind kind, int firstC, int firstD, int param )
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

static void archiveSet( ssSetDef* set, ssArchive* archive )
{
    int kind = (int)set->kind, count = set->pointCount;
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
    ssArchive_Int( archive, &count );
    bool reading = archive->mode == ss_archiveRead;
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

bool slidingLaw_Serialize( SlidingLaw* own, ssArchive* archive )
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

// -------------------------------------------------------------------------------------------------------- looks

static ssVec2 turned( ssVec2 v, double angle )
{
    double c = cos( angle ), s = sin( angle );
    return ssVec2_Make( c * v.x - s * v.y, s * v.x + c * v.y );
}

void slidingDrawSets(
    const SlidingLaw* own, double load, ssVec3 origin, double angle, ssContactMode mode, const ssDraw* draw )
{
    if ( ( draw->flags & ss_drawCones ) == 0 || draw->sets == NULL || own->law.frictionless ||
        !( load > 0.0 ) )
    {
        return;
    }
    ssVec2 points[2][sliderOutline];
    ssDrawSet sets[2];
    for ( int i = 0; i < 2; ++i )
    {
        for ( int k = 0; k < sliderOutline; ++k )
        {
            points[i][k] =
                ssVec2_Scale( load / own->law.cForce, i == 0 ? own->outlineC[k] : own->outlineD[k] );
        }
        sets[i] = ( ssDrawSet ){ .role = i == 0 ? ss_setReservoir : ss_setDirection,
            .origin = origin,
            .axis1 = { cos( angle ), sin( angle ), 0.0 },
            .axis2 = { -sin( angle ), cos( angle ), 0.0 },
            .count = sliderOutline,
            .points = points[i],
            .mode = mode };
    }
    draw->sets( draw->context, own->law.sharesSets ? 1 : 2, sets );
}

static void chartOutline( const ssChartSink* sink, ssChartRole role, const char* label, const ssVec2* outline,
    double scale, double angle, double* reach )
{
    double x[sliderOutline + 1], y[sliderOutline + 1];
    for ( int i = 0; i <= sliderOutline; ++i )
    {
        ssVec2 p = turned( ssVec2_Scale( scale, outline[i % sliderOutline] ), angle );
        x[i] = p.x;
        y[i] = p.y;
        *reach = fmax( *reach, fmax( fabs( p.x ), fabs( p.y ) ) );
    }
    if ( sink->curve != NULL )
    {
        sink->curve( sink->context, role, label, sliderOutline + 1, x, y );
    }
}

static void chartArrow(
    const ssChartSink* sink, ssChartRole role, const char* label, ssVec2 from, ssVec2 along, double length )
{
    double size = ssVec2_Length( along );
    if ( sink->arrow != NULL && size > 0.0 && isfinite( size ) )
    {
        ssVec2 to = ssVec2_MulAdd( from, length / size, along );
        sink->arrow( sink->context, role, label, from.x, from.y, to.x, to.y );
    }
}

void slidingDrawReservoir(
    const SlidingLaw* own, double load, ssVec2 force, ssVec2 slip, double angle, const ssChartSink* sink )
{
    const ssLaw* law = &own->law;
    if ( law->frictionless || !( load > 0.0 ) )
    {
        return;
    }
    double scale = load / law->cForce, reach = 0.0;
    chartOutline( sink, ss_chartReservoir, "C", own->outlineC, scale, angle, &reach );
    if ( !law->sharesSets )
    {
        chartOutline( sink, ss_chartDirectionSet, "D", own->outlineD, scale, angle, &reach );
    }
    if ( sink->range != NULL )
    {
        sink->range( sink->context, -1.4 * reach, 1.4 * reach, -1.4 * reach, 1.4 * reach );
    }
    ssVec2 local = turned( force, -angle );
    if ( ssVec2_Length( slip ) > 0.0 )
    {
        // the tangent cone at the boundary point, and the normal of D at the force scaled onto D
        ssTangentCone cone = ssSet_TangentCone( &law->c, atan2( local.y, local.x ) );
        ssVec2 left = turned( cone.left, angle ), right = turned( cone.right, angle ), normal;
        double length = 0.6 * reach;
        double x[3] = { force.x + length * left.x, force.x, force.x + length * right.x };
        double y[3] = { force.y + length * left.y, force.y, force.y + length * right.y };
        if ( sink->curve != NULL && ssVec2_Length( local ) > 0.0 )
        {
            sink->curve( sink->context, ss_chartExact, "tangent cone of C", 3, x, y );
        }
        double k = ssSet_GaugeGradient( &law->d, local, &normal );
        if ( k > 0.0 )
        {
            ssVec2 at = turned( ssVec2_Scale( scale / k, local ), angle );
            chartArrow( sink, ss_chartDirectionSet, "normal of D", at, turned( normal, angle ), 0.3 * reach );
        }
        chartArrow( sink, ss_chartNow, "γ", force, slip, 0.3 * reach );
    }
    if ( sink->points != NULL )
    {
        sink->points( sink->context, ss_chartNow, "−λ", 1, &force.x, &force.y );
    }
}
