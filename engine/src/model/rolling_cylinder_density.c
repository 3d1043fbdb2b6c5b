// SPDX-License-Identifier: MIT
#include "model/rolling_cylinder_private.h"
#include "model/rolling_cylinder_quadrature.h"
#include "slipstick/elementary.h"

#include <string.h>

// The stationary density exp( phi ), over cells of v across which phi changes by little.

#define EXPONENT_RANGE 700.0 // exp( -700 ) is close to the smallest double: lower values of phi do not matter
#define DENSITY_CHANGE 3.0   // phi may change by this much over a cell
#define DENSITY_CELLS 16384  // capacity of a density
#define GRID_POINTS 2048     // capacity of the coarse grid on each side of v = 0
#define MAX_SPLITS 60        // halvings of one interval of the coarse grid

struct ssCylinderCell
{
    double v, width;
    double phi;         // at the left end, minus the largest phi
    double mass, below; // integrals of exp( phi ) over this cell and over all cells to its left
};

typedef struct ssCylinderCell Cell;

/// ∫ exp( phi ) over the panel, whose left end has `phi`. Adds the first and second moments about `origin`.
static double panelMass( const cylinderPanel* panel, double phi, double v, double width, double origin,
    double* first, double* second )
{
    double mass = 0.0;
    for ( int i = 0; i < CYLINDER_NODES; ++i )
    {
        double part = 0.5 * width * cylinderGaussWeight[i] * ssExp( phi + panel->phi[i] );
        double deviation = cylinderNode( v, width, i ) - origin;
        mass += part;
        *first += part * deviation;
        *second += part * deviation * deviation;
    }
    return mass;
}

typedef struct Builder
{
    cylinderQuadrature quadrature;
    ssCylinderDensity* density;
    double maxPhi;
    double first, second; // moments of exp( phi ) about `origin`
    double origin;
    bool failed; // there are too many cells
} Builder;

static void addCell( Builder* b, double v, double width, double phi, const cylinderPanel* panel )
{
    ssCylinderDensity* d = b->density;
    if ( d->cellCount == DENSITY_CELLS )
    {
        b->failed = true;
        return;
    }
    double mass = panelMass( panel, phi, v, width, b->origin, &b->first, &b->second );
    d->cells[d->cellCount++] = ( Cell ){ .v = v, .width = width, .phi = phi, .mass = mass, .below = d->norm };
    d->norm += mass;
}

/// Halves [v, v + width] until phi changes by little, or is too small to matter, and adds the cells.
static void refine( Builder* b, double v, double width, double phi, int depth )
{
    if ( b->failed ) { return; }
    cylinderPanel panel = cylinderMakePanel( &b->quadrature, v, width );
    double highest = ssMax( phi, phi + panel.change );
    for ( int i = 0; i < CYLINDER_NODES; ++i ) { highest = ssMax( highest, phi + panel.phi[i] ); }
    bool negligible = highest < -EXPONENT_RANGE - ( panel.hasExtremum ? panel.steepest : 0.0 );
    if ( panel.steepest <= DENSITY_CHANGE || negligible || depth == MAX_SPLITS )
    {
        addCell( b, v, width, phi, &panel );
        return;
    }
    double half = 0.5 * width;
    double middle = phi + cylinderMakePanel( &b->quadrature, v, half ).change;
    refine( b, v, half, phi, depth + 1 );
    refine( b, v + half, half, middle, depth + 1 );
}

/// A coarse grid, F smooth between its points, until phi is EXPONENT_RANGE below its maximum.
typedef struct Grid
{
    int count;
    double v[2 * GRID_POINTS + 1], phi[2 * GRID_POINTS + 1];
    double maxPhi, mode; // the largest phi and its velocity
    bool unbounded;      // velocities at the speed limit are still likely, or there are too many points
} Grid;

/// Fills the half of the grid in the direction of `sign` and returns its number of points.

static int marchGrid( const cylinderQuadrature* quadrature, double sign, double* v, double* phi, Grid* grid )
{
    const ssCylinder* c = quadrature->cylinder;
    double unit = cylinderMakeUnits( c ).speed, limit = ssCylinder_SpeedLimit( c ),
           range = cylinderSpeedRange( c );
    // The largest phi is at a stable equilibrium, so equilibria are grid points.
    ssCylinderEquilibrium e[16];
    int equilibria = ssCylinder_Equilibria( c, e, SS_COUNT( e ) );
    double at = 0.0, level = 0.0;
    int count = 0;
    while ( count < GRID_POINTS )
    {
        double next = ssMin( at + 0.02 * ( at + unit ), limit );
        for ( int i = 0; i < equilibria; ++i )
        {
            next = sign * e[i].v > at ? ssMin( next, sign * e[i].v ) : next;
        }
        cylinderPanel panel = cylinderMakePanel( quadrature, sign * at, sign * ( next - at ) );
        level += panel.change;
        at = next;
        v[count] = sign * at;
        phi[count++] = level;
        if ( level > grid->maxPhi )
        {
            grid->maxPhi = level;
            grid->mode = sign * at;
        }
        // Uphill and beyond the range the force only pushes back.
        bool pushedBack = at >= range || sign * c->alpha <= 0.0;
        if ( ( pushedBack && level < grid->maxPhi - EXPONENT_RANGE ) || at >= limit )
        {
            grid->unbounded = grid->unbounded || ( at >= limit && level > grid->maxPhi - 40.0 );
            return count;
        }
    }
    grid->unbounded = true;
    return count;
}

static void makeGrid( const cylinderQuadrature* quadrature, Grid* grid )
{
    // The downhill half comes first, because the maximum of phi is there.
    double downhill = quadrature->cylinder->alpha >= 0.0 ? 1.0 : -1.0;
    double v[2][GRID_POINTS], phi[2][GRID_POINTS];
    grid->maxPhi = grid->mode = 0.0;
    grid->unbounded = false;
    int counts[2];
    counts[0] = marchGrid( quadrature, downhill, v[0], phi[0], grid );
    counts[1] = marchGrid( quadrature, -downhill, v[1], phi[1], grid );
    int left = downhill > 0.0 ? 1 : 0, right = 1 - left;
    grid->count = 0;
    for ( int i = counts[left] - 1; i >= 0; --i )
    {
        grid->v[grid->count] = v[left][i];
        grid->phi[grid->count++] = phi[left][i];
    }
    grid->v[grid->count] = 0.0;
    grid->phi[grid->count++] = 0.0;
    for ( int i = 0; i < counts[right]; ++i )
    {
        grid->v[grid->count] = v[right][i];
        grid->phi[grid->count++] = phi[right][i];
    }
}

static ssResult fillDensity( const ssCylinder* c, Grid* grid, ssCylinderDensity* density )
{
    Builder b = { .quadrature = cylinderMakeQuadrature( c ), .density = density };
    makeGrid( &b.quadrature, grid );
    if ( grid->unbounded )
    {
        return ssError( ss_errorValue, "noise",
            "no stationary density: velocities at the model's limit of %.6g m/s are still likely; use less "
            "noise, a smaller slope or more drag",
            ssCylinder_SpeedLimit( c ) );
    }
    b.origin = grid->mode;
    b.maxPhi = grid->maxPhi;
    for ( int i = 0; i + 1 < grid->count && !b.failed; ++i )
    {
        double highest = ssMax( grid->phi[i], grid->phi[i + 1] ) - b.maxPhi;
        // The slope limits how far phi can rise between the ends of an interval.
        if ( highest > -2.0 * EXPONENT_RANGE )
        {
            refine( &b, grid->v[i], grid->v[i + 1] - grid->v[i], grid->phi[i] - b.maxPhi, 0 );
        }
    }
    if ( b.failed || !( density->norm > 0.0 && isfinite( density->norm ) ) )
    {
        return ssError( ss_errorValue, "noise",
            "noise = %g is too small: the density exceeds the range of numbers", c->noise );
    }
    density->low = density->cells[0].v;
    const Cell* last = density->cells + density->cellCount - 1;
    density->high = last->v + last->width;
    double deviation = b.first / density->norm;
    density->mean = b.origin + deviation;
    density->std = sqrt( ssMax( b.second / density->norm - deviation * deviation, 0.0 ) );
    return ssOk();
}

ssResult ssMakeCylinderDensity( const ssCylinder* c, ssCylinderDensity* density )
{
    *density = ( ssCylinderDensity ){ .cylinder = *c };
    SS_TRY( ssCylinder_Check( c ) );
    if ( !( c->noise > 0.0 ) )
    {
        return ssError( ss_errorValue, "noise", "noise = %g has no density; allowed: noise > 0", c->noise );
    }
    Grid* grid = ssAlloc( sizeof *grid );
    Cell* cells = ssAlloc( DENSITY_CELLS * sizeof *cells );
    density->cells = cells;
    ssResult result = grid != NULL && cells != NULL
        ? fillDensity( c, grid, density )
        : ssError( ss_errorMemory, NULL, "out of memory for a density" );
    ssRelease( grid );
    if ( result.code == ss_ok )
    {
        // Keeps only the cells in use.
        density->cells = ssAlloc( (size_t)density->cellCount * sizeof *cells );
        result =
            density->cells != NULL ? result : ssError( ss_errorMemory, NULL, "out of memory for a density" );
        if ( density->cells != NULL )
        {
            memcpy( density->cells, cells, (size_t)density->cellCount * sizeof *cells );
        }
        ssRelease( cells );
    }
    if ( result.code != ss_ok ) { ssCylinderDensity_Destroy( density ); }
    return result;
}

void ssCylinderDensity_Destroy( ssCylinderDensity* density )
{
    ssRelease( density->cells );
    *density = ( ssCylinderDensity ){ .cellCount = 0 };
}

/// The cell that contains v; NULL: v is outside.
static const Cell* findCell( const ssCylinderDensity* d, double v )
{
    if ( !( v >= d->low && v <= d->high ) || d->cellCount == 0 ) { return NULL; }
    int low = 0, high = d->cellCount - 1;
    while ( low < high )
    {
        int middle = ( low + high + 1 ) / 2;
        low = d->cells[middle].v <= v ? middle : low;
        high = d->cells[middle].v <= v ? high : middle - 1;
    }
    return d->cells + low;
}

double ssCylinderDensity_At( const ssCylinderDensity* d, double v )
{
    const Cell* cell = findCell( d, v );
    if ( cell == NULL ) { return 0.0; }
    cylinderQuadrature quadrature = { .cylinder = &d->cylinder,
        .scale = 2.0 * ssCylinder_EffectiveMass( &d->cylinder ) / d->cylinder.noise };
    double phi = cell->phi, width = v - cell->v;
    for ( int i = 0; i < CYLINDER_NODES; ++i )
    {
        phi += 0.5 * width * cylinderGaussWeight[i] * quadrature.scale *
            ssCylinder_Force( &d->cylinder, cylinderNode( cell->v, width, i ) );
    }
    return ssExp( phi ) / d->norm;
}

double ssCylinderDensity_Below( const ssCylinderDensity* d, double v )
{
    const Cell* cell = findCell( d, v );
    if ( cell == NULL ) { return v < d->low ? 0.0 : 1.0; }
    cylinderQuadrature quadrature = cylinderMakeQuadrature( &d->cylinder );
    cylinderPanel panel = cylinderMakePanel( &quadrature, cell->v, v - cell->v );
    double first = 0.0, second = 0.0;
    double part = panelMass( &panel, cell->phi, cell->v, v - cell->v, 0.0, &first, &second );
    return ( cell->below + part ) / d->norm;
}
