// SPDX-License-Identifier: MIT
#include "slipstick/vecmath.h"

#include "model/rolling_cylinder_private.h"

#include <string.h>

// What noise makes of the force law: dv = F/M_eff dt + sigma/M_eff dW has the stationary density exp( phi ),
// phi = (2 M_eff/sigma²) ∫ F dv, and mean first-passage times that are double integrals of exp( ±phi ). The line is
// cut into cells over which phi changes by little; in each, values at Gauss nodes and an integration matrix give
// everything to the eighth order from eight evaluations of F.

const double cylinderGaussNode[cylinderNodes] = { -0.96028985649753623, -0.79666647741362674,
    -0.52553240991632899, -0.18343464249564980, 0.18343464249564980, 0.52553240991632899, 0.79666647741362674,
    0.96028985649753623 };
const double cylinderGaussWeight[cylinderNodes] = { 0.10122853629037626, 0.22238103445337447,
    0.31370664587788729, 0.36268378337836198, 0.36268378337836198, 0.31370664587788729, 0.22238103445337447,
    0.10122853629037626 };

// Below exp( -700 ) there are no numbers.
static const double s_deepest = 700.0;
// How much phi may change over a cell: where exp( phi ) is only summed, and where it is integrated node by node.
static const double s_change = 3.0, s_passageChange = 1.0;

enum
{
    cellsMax = 1 << 14,
    passageCellsMax = 1 << 17
};

struct ssCylinderCell
{
    double v, width;
    double phi;         // at its left end, less the largest phi
    double mass, below; // of exp( phi ): inside, and in all cells to the left
};

typedef struct ssCylinderCell Cell;

/// row i: weights of ∫ from -1 to node i, through the Legendre series of the values at the nodes.
static void makeIntegrationMatrix( double matrix[cylinderNodes][cylinderNodes] )
{
    double legendre[cylinderNodes][cylinderNodes + 1];
    for ( int i = 0; i < cylinderNodes; ++i )
    {
        double x = cylinderGaussNode[i];
        legendre[i][0] = 1.0;
        legendre[i][1] = x;
        for ( int n = 1; n < cylinderNodes; ++n )
        {
            legendre[i][n + 1] = ( ( 2 * n + 1 ) * x * legendre[i][n] - n * legendre[i][n - 1] ) / ( n + 1 );
        }
    }
    for ( int i = 0; i < cylinderNodes; ++i )
    {
        for ( int j = 0; j < cylinderNodes; ++j )
        {
            double sum = 0.5 * ( legendre[i][1] + 1.0 );
            for ( int n = 1; n < cylinderNodes; ++n )
            {
                sum += 0.5 * legendre[j][n] * ( legendre[i][n + 1] - legendre[i][n - 1] );
            }
            matrix[i][j] = cylinderGaussWeight[j] * sum;
        }
    }
}

typedef struct Panel
{
    double phi[cylinderNodes]; // at the nodes, less phi at the left end
    double change;             // of phi over the panel
    double steepest;           // largest |dphi/dv| × width
    bool turns;                // the force changes sign: phi has an extremum inside
} Panel;

typedef struct Line
{
    const ssCylinder* cylinder;
    double scale; // 2 M_eff/sigma²
    double matrix[cylinderNodes][cylinderNodes];
} Line;

static Line makeLine( const ssCylinder* c )
{
    Line line = { .cylinder = c, .scale = 2.0 * ssCylinder_EffectiveMass( c ) / c->noise };
    makeIntegrationMatrix( line.matrix );
    return line;
}

static double nodeOf( double v, double width, int i )
{
    return v + 0.5 * width * ( 1.0 + cylinderGaussNode[i] );
}

static Panel makePanel( const Line* line, double v, double width )
{
    double slope[cylinderNodes];
    Panel panel = { .change = 0.0 };
    for ( int i = 0; i < cylinderNodes; ++i )
    {
        slope[i] = line->scale * ssCylinder_Force( line->cylinder, nodeOf( v, width, i ) );
        panel.change += 0.5 * width * cylinderGaussWeight[i] * slope[i];
        panel.steepest = fmax( panel.steepest, fabs( slope[i] ) * width );
        panel.turns = panel.turns || ( slope[i] > 0.0 ) != ( slope[0] > 0.0 );
    }
    for ( int i = 0; i < cylinderNodes; ++i )
    {
        for ( int j = 0; j < cylinderNodes; ++j )
        {
            panel.phi[i] += 0.5 * width * line->matrix[i][j] * slope[j];
        }
    }
    return panel;
}

/// ∫ exp( phi ) over the panel that begins at `phi`, and of its velocity's powers about `origin`.
static double panelMass(
    const Panel* panel, double phi, double v, double width, double origin, double* first, double* second )
{
    double mass = 0.0;
    for ( int i = 0; i < cylinderNodes; ++i )
    {
        double part = 0.5 * width * cylinderGaussWeight[i] * exp( phi + panel->phi[i] );
        double away = nodeOf( v, width, i ) - origin;
        mass += part;
        *first += part * away;
        *second += part * away * away;
    }
    return mass;
}

// ---------------------------------------------------------------------------------------------------------- density

typedef struct Builder
{
    Line line;
    ssCylinderDensity* density;
    double top;           // the largest phi
    double first, second; // moments about `origin`
    double origin;
    bool failed;
} Builder;

static void addCell( Builder* b, double v, double width, double phi, const Panel* panel )
{
    ssCylinderDensity* d = b->density;
    if ( d->cellCount == cellsMax )
    {
        b->failed = true;
        return;
    }
    double mass = panelMass( panel, phi, v, width, b->origin, &b->first, &b->second );
    d->cells[d->cellCount++] = ( Cell ){ .v = v, .width = width, .phi = phi, .mass = mass, .below = d->norm };
    d->norm += mass;
}

/// Cuts [v, v + width] until phi changes by little, or is too deep down to matter.
static void refine( Builder* b, double v, double width, double phi, int depth )
{
    if ( b->failed )
    {
        return;
    }
    Panel panel = makePanel( &b->line, v, width );
    double highest = fmax( phi, phi + panel.change );
    for ( int i = 0; i < cylinderNodes; ++i )
    {
        highest = fmax( highest, phi + panel.phi[i] );
    }
    bool dead = highest < -s_deepest - ( panel.turns ? panel.steepest : 0.0 );
    if ( panel.steepest <= s_change || dead || depth == 60 )
    {
        addCell( b, v, width, phi, &panel );
        return;
    }
    double half = 0.5 * width;
    double middle = phi + makePanel( &b->line, v, half ).change;
    refine( b, v, half, phi, depth + 1 );
    refine( b, v + half, half, middle, depth + 1 );
}

enum
{
    baseMax = 2048
};

/// The line in pieces over which F is smooth, and phi at their ends: from v = 0 outwards in both directions until phi has
/// fallen by all that numbers can show, below the highest it has been.
typedef struct Base
{
    int count;
    double v[2 * baseMax + 1], phi[2 * baseMax + 1];
    double top, topAt;
    bool open; // reached the speed limit, or no end
} Base;

static int marchBase( const Line* line, double sign, double* v, double* phi, Base* base )
{
    const ssCylinder* c = line->cylinder;
    double unit = cylinderMakeUnits( c ).speed, limit = ssCylinder_SpeedLimit( c ),
           range = cylinderSpeedRange( c );
    // the highest phi is at a stable equilibrium: pieces end there
    ssCylinderEquilibrium e[16];
    int equilibria = ssCylinder_Equilibria( c, e, SS_COUNT( e ) );
    double at = 0.0, level = 0.0;
    int count = 0;
    while ( count < baseMax )
    {
        double next = fmin( at + 0.02 * ( at + unit ), limit );
        for ( int i = 0; i < equilibria; ++i )
        {
            next = sign * e[i].v > at ? fmin( next, sign * e[i].v ) : next;
        }
        Panel panel = makePanel( line, sign * at, sign * ( next - at ) );
        level += panel.change;
        at = next;
        v[count] = sign * at;
        phi[count++] = level;
        if ( level > base->top )
        {
            base->top = level;
            base->topAt = sign * at;
        }
        // uphill, and beyond the range, the force only pushes back
        bool pushed = at >= range || sign * c->alpha <= 0.0;
        if ( ( pushed && level < base->top - s_deepest ) || at >= limit )
        {
            base->open = base->open || ( at >= limit && level > base->top - 40.0 );
            return count;
        }
    }
    base->open = true;
    return count;
}

static void makeBase( const Line* line, Base* base )
{
    // downhill first: that is where the top is
    double downhill = line->cylinder->alpha >= 0.0 ? 1.0 : -1.0;
    double v[2][baseMax], phi[2][baseMax];
    base->top = base->topAt = 0.0;
    base->open = false;
    int counts[2];
    counts[0] = marchBase( line, downhill, v[0], phi[0], base );
    counts[1] = marchBase( line, -downhill, v[1], phi[1], base );
    int left = downhill > 0.0 ? 1 : 0, right = 1 - left;
    base->count = 0;
    for ( int i = counts[left] - 1; i >= 0; --i )
    {
        base->v[base->count] = v[left][i];
        base->phi[base->count++] = phi[left][i];
    }
    base->v[base->count] = 0.0;
    base->phi[base->count++] = 0.0;
    for ( int i = 0; i < counts[right]; ++i )
    {
        base->v[base->count] = v[right][i];
        base->phi[base->count++] = phi[right][i];
    }
}

static ssResult fillDensity( const ssCylinder* c, Base* base, ssCylinderDensity* density )
{
    Builder b = { .line = makeLine( c ), .density = density };
    makeBase( &b.line, base );
    if ( base->open )
    {
        return ssError( ss_errorValue, "noise",
            "no stationary density: at the end of the model's range (%.6g m/s) velocities are still likely; "
            "allowed: "
            "less noise, less slope or more drag",
            ssCylinder_SpeedLimit( c ) );
    }
    b.origin = base->topAt;
    b.top = base->top;
    for ( int i = 0; i + 1 < base->count && !b.failed; ++i )
    {
        double highest = fmax( base->phi[i], base->phi[i + 1] ) - b.top;
        // a well between the ends of a piece is at most as high as its neighbours' slope can lift it
        if ( highest > -2.0 * s_deepest )
        {
            refine( &b, base->v[i], base->v[i + 1] - base->v[i], base->phi[i] - b.top, 0 );
        }
    }
    if ( b.failed || !( density->norm > 0.0 && isfinite( density->norm ) ) )
    {
        return ssError(
            ss_errorValue, "noise", "noise = %g is too small for a density that numbers can hold", c->noise );
    }
    density->low = density->cells[0].v;
    const Cell* last = density->cells + density->cellCount - 1;
    density->high = last->v + last->width;
    double away = b.first / density->norm;
    density->mean = b.origin + away;
    density->std = sqrt( fmax( b.second / density->norm - away * away, 0.0 ) );
    return ssOk();
}

ssResult ssMakeCylinderDensity( const ssCylinder* c, ssCylinderDensity* density )
{
    *density = ( ssCylinderDensity ){ .cylinder = *c };
    ssResult result = ssCylinder_Check( c );
    if ( result.code == ss_ok && !( c->noise > 0.0 ) )
    {
        result = ssError( ss_errorValue, "noise", "noise = %g has no density; allowed: noise > 0", c->noise );
    }
    if ( result.code != ss_ok )
    {
        return result;
    }
    Base* base = ssAlloc( sizeof *base );
    Cell* cells = ssAlloc( cellsMax * sizeof *cells );
    density->cells = cells;
    result = base != NULL && cells != NULL ? fillDensity( c, base, density )
                                           : ssError( ss_errorMemory, NULL, "no memory for a density" );
    ssRelease( base );
    if ( result.code == ss_ok )
    {
        // keep no more than there is
        density->cells = ssAlloc( (size_t)density->cellCount * sizeof *cells );
        result = density->cells != NULL ? result : ssError( ss_errorMemory, NULL, "no memory for a density" );
        if ( density->cells != NULL )
        {
            memcpy( density->cells, cells, (size_t)density->cellCount * sizeof *cells );
        }
        ssRelease( cells );
    }
    if ( result.code != ss_ok )
    {
        ssCylinderDensity_Destroy( density );
    }
    return result;
}

void ssCylinderDensity_Destroy( ssCylinderDensity* density )
{
    ssRelease( density->cells );
    *density = ( ssCylinderDensity ){ .cellCount = 0 };
}

/// The cell that holds v; NULL outside.
static const Cell* findCell( const ssCylinderDensity* d, double v )
{
    if ( !( v >= d->low && v <= d->high ) || d->cellCount == 0 )
    {
        return NULL;
    }
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
    if ( cell == NULL )
    {
        return 0.0;
    }
    Line line = { .cylinder = &d->cylinder,
        .scale = 2.0 * ssCylinder_EffectiveMass( &d->cylinder ) / d->cylinder.noise };
    double phi = cell->phi, width = v - cell->v;
    for ( int i = 0; i < cylinderNodes; ++i )
    {
        phi += 0.5 * width * cylinderGaussWeight[i] * line.scale *
            ssCylinder_Force( &d->cylinder, nodeOf( cell->v, width, i ) );
    }
    return exp( phi ) / d->norm;
}

double ssCylinderDensity_Below( const ssCylinderDensity* d, double v )
{
    const Cell* cell = findCell( d, v );
    if ( cell == NULL )
    {
        return v < d->low ? 0.0 : 1.0;
    }
    Line line = makeLine( &d->cylinder );
    Panel panel = makePanel( &line, cell->v, v - cell->v );
    double first = 0.0, second = 0.0;
    double part = panelMass( &panel, cell->phi, cell->v, v - cell->v, 0.0, &first, &second );
    return ( cell->below + part ) / d->norm;
}

// -------------------------------------------------------------------------------------------- potential and passage

double ssCylinder_Potential( const ssCylinder* c, double v )
{
    double unit = cylinderMakeUnits( c ).speed, sign = v < 0.0 ? -1.0 : 1.0, end = fabs( v );
    double sum = 0.0, at = 0.0;
    while ( at < end )
    {
        // F_R of Eq. 12 begins like a root of a root: short pieces near zero
        double next =
            fmin( at + 0.05 * ( at + 1e-6 * unit ) + ( at > 0.01 * unit ? 0.01 * unit : 0.0 ), end );
        for ( int i = 0; i < cylinderNodes; ++i )
        {
            sum += 0.5 * ( next - at ) * cylinderGaussWeight[i] *
                ssCylinder_Force( c, sign * nodeOf( at, next - at, i ) );
        }
        at = next;
    }
    return -sign * sum;
}

/// The width of a piece over which F is smooth and phi changes by little.
static double shortStep( const Line* line, double v, double unit )
{
    double smooth = 0.02 * ( fabs( v ) + unit );
    double steep = line->scale * fabs( ssCylinder_Force( line->cylinder, v ) );
    double bend = line->scale * fabs( ssCylinder_ForceSlope( line->cylinder, v ) );
    return fmin( smooth, s_passageChange / ( steep + sqrt( bend ) ) );
}

/// rho(y) = exp( -phi(y) ) ∫ exp( phi ) below y obeys rho' = 1 - phi' rho: it is carried from piece to piece, and the time
/// is its integral over sigma²/(2 M_eff²).
typedef struct Passage
{
    Line line;
    double rho, sum;
} Passage;

static void carry( Passage* p, double v, double width, bool counted )
{
    Panel panel = makePanel( &p->line, v, width );
    double mass[cylinderNodes], total = 0.0, sum = 0.0;
    for ( int i = 0; i < cylinderNodes; ++i )
    {
        mass[i] = exp( panel.phi[i] );
        total += 0.5 * width * cylinderGaussWeight[i] * mass[i];
    }
    for ( int i = 0; i < cylinderNodes; ++i )
    {
        double below = 0.0;
        for ( int j = 0; j < cylinderNodes; ++j )
        {
            below += 0.5 * width * p->line.matrix[i][j] * mass[j];
        }
        sum += 0.5 * width * cylinderGaussWeight[i] * exp( -panel.phi[i] ) * ( p->rho + below );
    }
    p->sum += counted ? sum : 0.0;
    p->rho = exp( -panel.change ) * ( p->rho + total );
}

/// Where the force is strong and the noise weak, rho follows phi' at once: 1/phi' + phi''/phi'^3, after what it brought
/// along has died out. Takes a whole smooth piece at a time; false where that does not hold.
static bool glide( Passage* p, double v, double width, bool counted )
{
    double sum = 0.0, rho = 0.0, slope = 0.0;
    for ( int i = -1; i <= cylinderNodes; ++i )
    {
        bool inside = i >= 0 && i < cylinderNodes;
        double at = inside ? nodeOf( v, width, i ) : i < 0 ? v : v + width;
        slope = p->line.scale * ssCylinder_Force( p->line.cylinder, at );
        double bend = p->line.scale * ssCylinder_ForceSlope( p->line.cylinder, at ) / ( slope * slope );
        if ( !( slope * width > 200.0 && fabs( bend ) < 1e-5 ) )
        {
            return false;
        }
        rho = ( 1.0 + bend ) / slope;
        sum += inside ? 0.5 * width * cylinderGaussWeight[i] * rho : i < 0 ? ( p->rho - rho ) / slope : 0.0;
    }
    p->sum += counted ? sum : 0.0;
    p->rho = rho;
    return true;
}

/// Where to begin so far below `from` that nothing below matters.
static bool findStart( const Line* line, double from, double unit, double* start )
{
    double v = from, phi = 0.0, highest = 0.0, limit = ssCylinder_SpeedLimit( line->cylinder );
    for ( int i = 0; i < passageCellsMax && v > -2.0 * limit; ++i )
    {
        double width = shortStep( line, v, unit );
        // no piece across v = 0, where F has a kink in its second derivative
        width = v > 0.0 ? fmin( width, v ) : width;
        phi -= makePanel( line, v - width, width ).change;
        v -= width;
        highest = fmax( highest, phi );
        if ( phi < highest - 45.0 && ssCylinder_Force( line->cylinder, v ) > 0.0 )
        {
            *start = v;
            return true;
        }
    }
    return false;
}

static double passageUp( const ssCylinder* c, double from, double to )
{
    Passage p = { .line = makeLine( c ) };
    double unit = cylinderMakeUnits( c ).speed, start = from;
    // The force may be negative at `from` already: equilibria below attract, and the way back from them counts.
    ssCylinderEquilibrium equilibria[16];
    int count = ssCylinder_Equilibria( c, equilibria, SS_COUNT( equilibria ) );
    double lowest = count > 0 ? fmin( from, equilibria[0].v ) : from;
    if ( !findStart( &p.line, lowest, unit, &start ) )
    {
        return SS_NAN;
    }
    double v = start;
    for ( int i = 0; i < passageCellsMax; ++i )
    {
        double end = v < from ? from : to, smooth = 0.02 * ( fabs( v ) + unit );
        end = v < 0.0 && end > 0.0 ? 0.0 : end;
        double next = v + smooth >= end ? end : v + smooth;
        if ( !glide( &p, v, next - v, v >= from ) )
        {
            double width = shortStep( &p.line, v, unit );
            next = v + width >= end ? end : v + width;
            carry( &p, v, next - v, v >= from );
        }
        v = next;
        if ( v >= to )
        {
            double mass = ssCylinder_EffectiveMass( c );
            return p.sum * 2.0 * mass * mass / c->noise;
        }
    }
    return SS_NAN;
}

double ssCylinder_Passage( const ssCylinder* cylinder, double from, double to )
{
    double limit = ssCylinder_SpeedLimit( cylinder );
    if ( !( cylinder->noise > 0.0 ) || !( fabs( from ) <= limit && fabs( to ) <= limit ) )
    {
        return SS_NAN;
    }
    // downwards is upwards in a mirror: v -> -v, alpha -> -alpha
    ssCylinder c = *cylinder;
    double sign = to >= from ? 1.0 : -1.0;
    c.alpha *= sign;
    return from == to ? 0.0 : passageUp( &c, sign * from, sign * to );
}

double ssCylinder_KramersTime( const ssCylinder* c, bool up )
{
    ssCylinderEquilibrium e[16];
    int count = ssCylinder_Equilibria( c, e, SS_COUNT( e ) );
    if ( count < 3 || !( c->noise > 0.0 ) || !e[0].stable || e[1].stable || !e[2].stable )
    {
        return SS_NAN;
    }
    double mass = ssCylinder_EffectiveMass( c ), well = e[up ? 0 : 2].v, barrier = e[1].v;
    double height = ssCylinder_Potential( c, barrier ) - ssCylinder_Potential( c, well );
    double curvature = fabs( ssCylinder_ForceSlope( c, well ) * ssCylinder_ForceSlope( c, barrier ) );
    return 2.0 * SS_PI * mass / sqrt( curvature ) * exp( 2.0 * mass * height / c->noise );
}
