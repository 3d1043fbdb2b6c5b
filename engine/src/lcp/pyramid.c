// SPDX-License-Identifier: MIT
#include "base/facets.h"
#include "lcp/pyramid_private.h"

#include <math.h>
#include <stdlib.h>

// The discretised friction model: its directions, its memory, the check of a problem, and the unit of mass in
// which it is solved. The equations of Peiret et al. and those of Stewart & Trinkle are in facet_blocks.c.

ssVec2 ssPyramidDirection( int k, double angle, int j )
{
    return facetDirection( k, angle, j );
}

void ssPyramidCorners( ssPyramidModel model, int k, double angle, ssVec2* corners )
{
    facetCorners( k, angle, model == ss_pyramidForce, 1.0, corners );
}

// ---------------------------------------------------------------------------------------------------- memory

/// Assigns the arrays of doubles in turn, starting at `memory`, and returns how
/// many doubles they take. NULL only counts.
static size_t assignArrays( ssPyramidSolver* s, double* memory )
{
    size_t n = (size_t)s->n, r = (size_t)s->contacts, k = (size_t)s->directions;
    size_t lcp = 2 * r + 2 * k, core = n + 6 * r;
    const struct
    {
        double** array;
        size_t count;
    } arrays[] = { { &s->factor, n * n }, { &s->wf, n }, { &s->g, r * n }, { &s->wg, r * n },
        { &s->js, 2 * r * n }, { &s->wjs, 2 * r * n }, { &s->un, r }, { &s->us, 2 * r }, { &s->snn, r * r },
        { &s->sns, 2 * r * r }, { &s->ssn, 2 * r * r }, { &s->sss, 4 * r * r }, { &s->a, 4 * r * r },
        { &s->x, 2 * r * r }, { &s->y, 2 * r }, { &s->m, lcp * lcp }, { &s->q, lcp }, { &s->z, lcp },
        { &s->z2, lcp }, { &s->system, core * core }, { &s->scratch, core * core + 3 * core },
        { &s->rhs, core }, { &s->unknowns, core }, { &s->isolated, 2 * r }, { &s->solution.acceleration, n },
        { &s->solution.normal, r }, { &s->solution.tangent, 2 * r }, { &s->solution.kappaPlus, k },
        { &s->solution.kappaMinus, k }, { &s->solution.sigmaPlus, k }, { &s->solution.sigmaMinus, k },
        { &s->unitMass, n * n }, { &s->unitForce, n } };
    size_t used = 0;
    for ( int i = 0; i < SS_COUNT( arrays ); ++i )
    {
        *arrays[i].array = memory != NULL ? memory + used : NULL;
        used += arrays[i].count;
    }
    return used;
}

ssResult ssCreatePyramidSolver( int n, int contacts, int directions, ssPyramidSolver** solver )
{
    *solver = NULL;
    int size = 2 * contacts + 2 * directions;
    if ( n < 1 || n > 5000 || contacts < 0 || contacts > 1000 || directions < 0 || size > 20000 )
    {
        return ssError( ss_errorValue, "contacts",
            "%d velocities, %d contacts, %d directions; allowed: 1 to 5000, 0 to 1000 and 2 (contacts + "
            "directions) <= 20000",
            n, contacts, directions );
    }
    ssPyramidSolver sizes = { .n = n, .contacts = contacts, .directions = directions };
    size_t r = (size_t)contacts, core = (size_t)n + 6 * r;
    ssPyramidSolver* created = ssAlloc( sizeof *created );
    double* memory = ssAlloc( assignArrays( &sizes, NULL ) * sizeof *memory );
    int* indices = ssAlloc( ( 5 * r + core + 1 ) * sizeof *indices );
    ssPyramidContact* unitContacts = ssAlloc( ( r + 1 ) * sizeof *unitContacts );
    facetPolygon* polygons = ssAlloc( ( r + 1 ) * sizeof *polygons );
    facetUnknown* list = ssAlloc( ( 2 * (size_t)directions + 1 ) * sizeof *list );
    ssLcpWork* work = NULL;
    ssResult result = ssCreateLcpWork( size, &work );
    if ( created == NULL || memory == NULL || indices == NULL || unitContacts == NULL || polygons == NULL ||
        list == NULL || result.code != ss_ok )
    {
        ssRelease( unitContacts );
        ssRelease( polygons );
        ssRelease( list );
        ssRelease( created );
        ssRelease( memory );
        ssRelease( indices );
        ssDestroyLcpWork( work );
        return ssError( ss_errorMemory, NULL, "out of memory for %d contacts", contacts );
    }
    *created = ( ssPyramidSolver ){ .n = n,
        .contacts = contacts,
        .directions = directions,
        .numbers = memory,
        .indices = indices,
        .work = work,
        .unitContacts = unitContacts,
        .polygons = polygons,
        .list = list,
        .stickIndex = indices,
        .firstDirection = indices + r,
        .firstStickDirection = indices + 2 * r,
        .active = indices + 3 * r,
        .pivots = indices + 5 * r };
    assignArrays( created, memory );
    *solver = created;
    return ssOk();
}

void ssDestroyPyramidSolver( ssPyramidSolver* solver )
{
    if ( solver != NULL )
    {
        ssDestroyLcpWork( solver->work );
        ssRelease( solver->numbers );
        ssRelease( solver->indices );
        ssRelease( solver->unitContacts );
        ssRelease( solver->polygons );
        ssRelease( solver->list );
        ssRelease( solver );
    }
}

// ------------------------------------------------------------------------------------ check and unit of mass

ssResult ssCheckPyramid( const ssPyramidProblem* problem )
{
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        const ssPyramidContact* c = problem->contacts + i;
        if ( c->k < SS_PYRAMID_MIN_DIRECTIONS || c->k > SS_PYRAMID_MAX_DIRECTIONS )
        {
            return ssError( ss_errorValue, "k", "contact %d has k = %d; allowed: 2 <= k <= 64", i, c->k );
        }
        if ( !( c->mu >= 0.0 && isfinite( c->mu ) ) )
        {
            return ssError( ss_errorValue, "mu", "contact %d has mu = %g; allowed: mu >= 0", i, c->mu );
        }
        if ( !( c->phantomInertia >= 0.0 && isfinite( c->phantomInertia ) ) )
        {
            return ssError( ss_errorValue, "phantom_inertia",
                "contact %d has phantom_inertia = %g kg; allowed: >= 0", i, c->phantomInertia );
        }
        if ( c->sliding && !( c->muKinetic >= 0.0 && isfinite( c->muKinetic ) ) )
        {
            return ssError(
                ss_errorValue, "mu_k", "contact %d has mu_k = %g; allowed: mu_k >= 0", i, c->muKinetic );
        }
    }
    if ( !( problem->compliance >= 0.0 && isfinite( problem->compliance ) ) )
    {
        return ssError( ss_errorValue, "compliance", "compliance = %g; allowed: >= 0", problem->compliance );
    }
    return ssOk();
}

const ssPyramidProblem* pyramidRescale(
    ssPyramidSolver* s, const ssPyramidProblem* p, ssPyramidProblem* scaled, double* unit )
{
    int n = p->n, exponent = 0;
    double largest = 0.0;
    for ( int i = 0; i < n; ++i )
    {
        largest = ssMax( largest, p->mass[i * n + i] );
    }
    *unit = 1.0;
    if ( !( largest > 0.0 && isfinite( largest ) ) || ( frexp( largest, &exponent ), abs( exponent ) <= 64 ) )
    {
        return p;
    }
    *unit = ldexp( 1.0, exponent );
    *scaled = *p;
    for ( int i = 0; i < n * n; ++i )
    {
        s->unitMass[i] = ldexp( p->mass[i], -exponent );
    }
    for ( int i = 0; i < n; ++i )
    {
        s->unitForce[i] = ldexp( p->force[i], -exponent );
    }
    for ( int i = 0; i < p->contactCount; ++i )
    {
        s->unitContacts[i] = p->contacts[i];
        s->unitContacts[i].phantomInertia = ldexp( p->contacts[i].phantomInertia, -exponent );
    }
    scaled->mass = s->unitMass;
    scaled->force = s->unitForce;
    scaled->contacts = s->unitContacts;
    scaled->compliance = ldexp( p->compliance, exponent );
    return scaled;
}
