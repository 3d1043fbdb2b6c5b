// SPDX-License-Identifier: MIT
#include "world/world_private.h"

// Contacts with stiffness and damping (MATH.md, "Compliance with damping"). The force is that at
// the end of the step, a function lambda(u+) of the normal velocity there that falls as the
// bodies separate. Its tangent at a velocity u,
//     h lambda = (a - u+)/C,   C = -1/(h lambda'(u)),   a = u - lambda(u)/lambda'(u),
// is a row of the contact problem: the compliance C is added to W_NN, and a is the velocity
// that the law treats as zero. So the complementarity 0 <= p_N ⟂ u+ - a + C p_N >= 0 is
// what the judge sees, and no contact can pull.

// A tangent without slope gets this many times the free bodies' compliance: as good as none.
#define COMPLIANCE_MAX 1e6

/// The place of the pair in the sorted list, or where it belongs.
static int pairPlace( const ssWorld* world, int low, int high, bool* found )
{
    int first = 0, last = world->pairCount;
    while ( first < last )
    {
        int middle = first + ( last - first ) / 2;
        const PairMaterial* pair = &world->pairs[middle];
        bool before = pair->low < low || ( pair->low == low && pair->high < high );
        first = before ? middle + 1 : first;
        last = before ? last : middle;
    }
    *found = first < world->pairCount && world->pairs[first].low == low && world->pairs[first].high == high;
    return first;
}

const ssMaterial* pairMaterial( const ssWorld* world, int a, int b )
{
    bool found = false;
    int place = world->pairCount > 0 ? pairPlace( world, a < b ? a : b, a < b ? b : a, &found ) : 0;
    return found ? &world->pairs[place].material : NULL;
}

static ssResult insertPair( ssWorld* world, int place, PairMaterial pair )
{
    if ( !worldReservePairs( world, world->pairCount + 1 ) )
    {
        return ssError( ss_errorMemory, NULL, "out of memory for the material of a pair" );
    }
    memmove( world->pairs + place + 1, world->pairs + place,
        sizeof( PairMaterial ) * (size_t)( world->pairCount - place ) );
    world->pairs[place] = pair;
    ++world->pairCount;
    return ssOk();
}

static ssResult editPair( const ssWorld* world, ssBodyId first, ssBodyId second, int* low, int* high )
{
    int a = 0, b = 0;
    ssResult result = worldEditBody( world, "a", first, &a );
    result = result.code == ss_ok ? worldEditBody( world, "b", second, &b ) : result;
    *low = a < b ? a : b;
    *high = a < b ? b : a;
    if ( result.code == ss_ok && a == b )
    {
        return ssError( ss_errorValue, "b", "a pair of one body; allowed: two different bodies" );
    }
    return result.code == ss_ok && world->bodies[a].kind != ss_bodyDynamic &&
            world->bodies[b].kind != ss_bodyDynamic
        ? ssError( ss_errorValue, "b",
              "two bodies that are not dynamic never touch; allowed: at least one that is dynamic" )
        : result;
}

ssResult ssWorld_SetPairMaterial( ssWorld* world, ssBodyId a, ssBodyId b, const ssMaterial* material )
{
    int low, high;
    SS_TRY( editPair( world, a, b, &low, &high ) );
    ssMaterial ignored;
    SS_TRY( material != NULL ? ssCombineMaterials( material, material, ss_combineMin, &ignored ) : ssOk() );
    bool found;
    int place = pairPlace( world, low, high, &found );
    int soft = ( material != NULL && material->stiffness > 0.0 ? 1 : 0 ) -
        ( found && world->pairs[place].material.stiffness > 0.0 ? 1 : 0 );
    if ( material == NULL && found )
    {
        memmove( world->pairs + place, world->pairs + place + 1,
            sizeof( PairMaterial ) * (size_t)( --world->pairCount - place ) );
    }
    else if ( material != NULL && found ) { world->pairs[place].material = *material; }
    else if ( material != NULL )
    {
        SS_TRY( insertPair( world, place, ( PairMaterial ){ low, high, *material } ) );
    }
    world->softMaterials += soft;
    worldChanged( world );
    islandWakeBody( world, low );
    islandWakeBody( world, high );
    return ssOk();
}

ssMaterial ssWorld_PairMaterial( const ssWorld* world, ssBodyId a, ssBodyId b )
{
    int first = bodyNamed( world, a ), second = bodyNamed( world, b );
    return first >= 0 && second >= 0 ? pairMixture( world, first, second ) : ( ssMaterial ){ .mu = 0.0 };
}

ssMaterial pairMixture( const ssWorld* world, int a, int b )
{
    const ssMaterial* own = pairMaterial( world, a, b );
    ssMaterial material = { 0 };
    if ( own != NULL ) { material = *own; }
    else
    {
        // This cannot fail, because materials are checked when they are set.
        ssIgnore( ssCombineMaterials(
            &world->bodies[a].material, &world->bodies[b].material, world->def.rule, &material ) );
    }
    if ( !( material.stiffness > 0.0 ) && world->def.stiffness > 0.0 )
    {
        material.stiffness = world->def.stiffness;
        material.damping = 0.0;
        material.compliance = ss_complianceKelvinVoigt;
    }
    return material;
}

bool worldIsCompliant( const ssWorld* world )
{
    return world->def.stiffness > 0.0 || world->softMaterials > 0;
}

/// Kelvin and Voigt: lambda = k delta+ + d (delta+ - delta)/h with delta = max( 0, -gap ), so that the
/// dashpot of a contact that closes within the step works from where it touches.
static ComplianceLine kelvinVoigt( const ssMaterial* m, double gap, double h )
{
    return ( ComplianceLine ){ .compliance = 1.0 / ( h * h * m->stiffness + h * m->damping ),
        .allowance = -gap / ( gap < 0.0 ? h + m->damping / m->stiffness : h ) };
}

/// Hunt and Crossley: lambda = k delta+^n (1 - d u+), the tangent at u. Both factors fall with u and are
/// convex, so the tangent lies below the force and opens no later than it.
static ComplianceLine huntCrossley( const ssMaterial* m, double gap, double h, double u, double largest )
{
    double n = m->compliance == ss_complianceHertz ? 1.5 : 1.0;
    double depth = -gap - h * u, rate = 1.0 - m->damping * u;
    if ( !( depth > 0.0 && rate > 0.0 ) )
    {
        // No force at u: the tangent where it begins.
        u = m->damping > 0.0 ? ssMin( -gap / h, 1.0 / m->damping ) : -gap / h;
        depth = ssMax( 0.0, -gap - h * u );
        rate = ssMax( 0.0, 1.0 - m->damping * u );
    }
    double power = n > 1.0 ? sqrt( depth ) : 1.0, force = m->stiffness * power * depth * rate;
    double slope = m->stiffness * power * ( h * n * rate + depth * m->damping ); // -lambda'
    double compliance = 1.0 / ( h * slope );
    return compliance < largest ? ( ComplianceLine ){ compliance, u + force / slope }
                                : ( ComplianceLine ){ largest, u + largest * h * force };
}

/// The compliance beyond which a contact of these bodies is as good as open [1/kg].
static double largestCompliance( const ssWorld* world, int i )
{
    const ssProblem* problem = &world->problem;
    int a = problem->bodyA[i], b = problem->bodyB[i];
    return COMPLIANCE_MAX *
        ( ( a >= 0 ? problem->inverseMass[a] : 0.0 ) + ( b >= 0 ? problem->inverseMass[b] : 0.0 ) );
}

ComplianceLine contactCompliance( const ssWorld* world, int i, const double* velocities, double h )
{
    const Contact* contact = &world->contacts[i];
    ssMaterial material = pairMixture( world, contact->a, contact->b );
    if ( material.compliance == ss_complianceKelvinVoigt )
    {
        return kelvinVoigt( &material, contact->gap, h );
    }
    double y[6];
    contactVelocity( world, i, velocities, y );
    return huntCrossley( &material, contact->gap, h, y[0], largestCompliance( world, i ) );
}

bool complianceCorrect( ssWorld* world, double h )
{
    ssProblem* problem = &world->problem;
    bool some = false;
    for ( int i = 0; i < problem->contactCount && problem->compliance != NULL; ++i )
    {
        Contact* contact = &world->contacts[i];
        if ( !contact->soft ||
            pairMixture( world, contact->a, contact->b ).compliance == ss_complianceKelvinVoigt )
        {
            continue;
        }
        ComplianceLine line = contactCompliance( world, i, world->after, h );
        size_t normal = (size_t)i * (size_t)problem->dimension;
        problem->q[normal] += contact->allowance - line.allowance;
        problem->compliance[normal] = line.compliance;
        contact->allowance = line.allowance;
        some = true;
    }
    return some;
}
