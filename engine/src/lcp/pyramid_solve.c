// SPDX-License-Identifier: MIT
#include "lcp/pyramid_private.h"
#include "linalg/dense.h"

#include <math.h>
#include <string.h>

// Solves the discretised friction model: elimination, Lemke's method, and the forces and accelerations from
// z. In the phantom-inertia model, pyramid_active_facets.c then refines the solution.

ssVec2 pyramidTangentAcceleration( const ssPyramidProblem* p, int contact, const double* v )
{
    double u[2];
    for ( int d = 0; d < 2; ++d )
    {
        const double* row = p->tangentJacobian + ( 2 * contact + d ) * p->n;
        u[d] = p->tangentBias != NULL ? p->tangentBias[2 * contact + d] : 0.0;
        for ( int j = 0; j < p->n; ++j )
        {
            u[d] += row[j] * v[j];
        }
    }
    return ssVec2_Make( u[0], u[1] );
}

/// v' = M^-1 (force + J_n^T lambda_n + J_t^T lambda_t) from the forces in the solution.
static void computeAcceleration( ssPyramidSolver* s, const ssPyramidProblem* p )
{
    ssPyramidSolution* out = &s->solution;
    int n = p->n;
    memcpy( out->acceleration, p->force, (size_t)n * sizeof( double ) );
    for ( int i = 0; i < p->contactCount; ++i )
    {
        for ( int j = 0; j < n; ++j )
        {
            out->acceleration[j] += p->normalJacobian[i * n + j] * out->normal[i] +
                p->tangentJacobian[2 * i * n + j] * out->tangent[2 * i] +
                p->tangentJacobian[( 2 * i + 1 ) * n + j] * out->tangent[2 * i + 1];
        }
    }
    denseCholeskySolve( s->factor, n, out->acceleration );
}

static void clearSolution( ssPyramidSolver* s, const ssPyramidProblem* p )
{
    ssPyramidSolution* out = &s->solution;
    size_t r = (size_t)p->contactCount, k = 0;
    for ( size_t i = 0; i < r; ++i )
    {
        k += (size_t)p->contacts[i].k;
    }
    double* directions[] = { out->kappaPlus, out->kappaMinus, out->sigmaPlus, out->sigmaMinus };
    memset( out->acceleration, 0, (size_t)p->n * sizeof( double ) );
    memset( out->normal, 0, r * sizeof( double ) );
    memset( out->tangent, 0, 2 * r * sizeof( double ) );
    for ( int i = 0; i < SS_COUNT( directions ); ++i )
    {
        memset( directions[i], 0, k * sizeof( double ) );
    }
}

void pyramidUnpack( ssPyramidSolver* s, const ssPyramidProblem* p, const double* z )
{
    ssPyramidSolution* out = &s->solution;
    int r = p->contactCount, m = 2 * s->rs, K = s->stickDirections;
    bool force = p->model == ss_pyramidForce;
    memcpy( out->normal, z, (size_t)r * sizeof *z );
    double* weights = s->rhs; // E (kappa+ - kappa-), or E (beta+ - beta-)
    memset( weights, 0, (size_t)m * sizeof *weights );
    for ( int c = 0; c < r; ++c )
    {
        const ssPyramidContact* contact = p->contacts + c;
        int stick = s->stickIndex[c];
        for ( int j = 0; stick >= 0 && j < contact->k; ++j )
        {
            ssVec2 e = s->list[s->firstStickDirection[c] + j].e;
            double plus = z[r + s->firstStickDirection[c] + j],
                   minus = z[r + K + s->firstStickDirection[c] + j];
            weights[2 * stick] += e.x * ( plus - minus );
            weights[2 * stick + 1] += e.y * ( plus - minus );
            out->kappaPlus[s->firstDirection[c] + j] = plus;
            out->kappaMinus[s->firstDirection[c] + j] = minus;
        }
    }
    for ( int c = 0; c < r; ++c )
    {
        const ssPyramidContact* contact = p->contacts + c;
        for ( int d = 0; d < 2; ++d )
        {
            int row = 2 * s->stickIndex[c] + d;
            double value = -contact->muKinetic * ( d == 0 ? contact->slip.x : contact->slip.y ) * z[c];
            if ( s->stickIndex[c] >= 0 )
            {
                value = force ? weights[row] : -s->y[row];
                for ( int l = 0; l < m && !force; ++l )
                {
                    value += s->a[row * m + l] * weights[l];
                }
                for ( int i = 0; i < r && !force; ++i )
                {
                    value -= s->x[row * r + i] * z[i];
                }
            }
            out->tangent[2 * c + d] = value;
        }
    }
    computeAcceleration( s, p );
}

/// The friction saturations sigma± of Eqs. 2-3, or the slacks of the force model.
static void fillSaturations( ssPyramidSolver* s, const ssPyramidProblem* p )
{
    ssPyramidSolution* out = &s->solution;
    int zetas = p->contactCount + 2 * s->stickDirections;
    for ( int c = 0; c < p->contactCount; ++c )
    {
        const ssPyramidContact* contact = p->contacts + c;
        ssVec2 force = { out->tangent[2 * c], out->tangent[2 * c + 1] };
        ssVec2 u = pyramidTangentAcceleration( p, c, out->acceleration );
        for ( int j = 0; j < contact->k; ++j )
        {
            ssVec2 e = ssPyramidDirection( contact->k, contact->angle, j );
            int at = s->firstDirection[c] + j;
            double bound = contact->mu * out->normal[c], along = ssVec2_Dot( e, force );
            double rho = contact->phantomInertia;
            out->sigmaPlus[at] = bound - along + rho * out->kappaPlus[at];
            out->sigmaMinus[at] = bound + along + rho * out->kappaMinus[at];
            if ( p->model == ss_pyramidForce && s->stickIndex[c] >= 0 )
            {
                double zeta = s->z[zetas + s->stickIndex[c]];
                out->sigmaPlus[at] = zeta + ssVec2_Dot( e, u );
                out->sigmaMinus[at] = zeta - ssVec2_Dot( e, u );
            }
        }
    }
}

static bool solutionIsFinite( const ssPyramidSolver* s, const ssPyramidProblem* p )
{
    bool finite = true;
    for ( int i = 0; i < p->n; ++i )
    {
        finite = finite && isfinite( s->solution.acceleration[i] );
    }
    for ( int i = 0; i < p->contactCount; ++i )
    {
        finite = finite && isfinite( s->solution.normal[i] ) && isfinite( s->solution.tangent[2 * i] ) &&
            isfinite( s->solution.tangent[2 * i + 1] );
    }
    return finite;
}

/// Converts the solution from a unit of mass back to kilograms.
static void toKilograms( ssPyramidSolver* s, const ssPyramidProblem* p, double unit )
{
    ssPyramidSolution* out = &s->solution;
    bool force = p->model == ss_pyramidForce;
    for ( int c = 0; c < p->contactCount; ++c )
    {
        out->normal[c] *= unit;
        out->tangent[2 * c] *= unit;
        out->tangent[2 * c + 1] *= unit;
        for ( int j = 0; j < p->contacts[c].k; ++j )
        {
            int at = s->firstDirection[c] + j;
            ( force ? out->kappaPlus : out->sigmaPlus )[at] *= unit;
            ( force ? out->kappaMinus : out->sigmaMinus )[at] *= unit;
        }
    }
}

const ssPyramidSolution* ssPyramid_Solve( ssPyramidSolver* solver, const ssPyramidProblem* given )
{
    ssPyramidSolution* out = &solver->solution;
    ssStatus status = ss_statusConverged;
    ssPyramidProblem scaled;
    double unit = 1.0;
    const ssPyramidProblem* problem = pyramidRescale( solver, given, &scaled, &unit );
    clearSolution( solver, problem );
    ssLcp lcp = ssPyramid_Eliminate( solver, problem, &status );
    if ( status != ss_statusConverged )
    {
        out->report = ( ssLcpReport ){ .status = status, .residual = HUGE_VAL };
        return out;
    }
    out->report = ssLcp_Lemke( &lcp, solver->work, solver->z );
    pyramidUnpack( solver, problem, solver->z );
    if ( out->report.status == ss_statusConverged && problem->model == ss_pyramidAcceleration )
    {
        pyramidRefine( solver, problem, &lcp );
    }
    fillSaturations( solver, problem );
    if ( unit != 1.0 )
    {
        toKilograms( solver, problem, unit );
    }
    if ( !solutionIsFinite( solver, problem ) )
    {
        clearSolution( solver, problem );
        out->report.status = ss_statusNotFinite;
    }
    return out;
}
