// SPDX-License-Identifier: MIT
#include "scenario/pile.h"
#include "scenario/picture.h"

#include <stdio.h>

// Pours grains, counts and measures the pile, for the scenarios of spheres and of gravel.

#define RINGS 64             // rings into which distances from the centroid are sorted, at most
#define MIN_SUPPORTED 20     // supported grains from which an angle of repose is measured
#define BASE_SHARE 0.9       // share of the supported grains within the base radius
#define REST_FROUDE 0.1      // v²/(g d) below which a grain in contact counts as at rest
#define SLOPE_HEADING 0.42   // direction of the slope's line: across the first view of a window [rad]
#define SOURCE_CLEARANCE 1.5 // a resting grain is at least so far below the source, in diameters

const PileFit pileGravelFit = { .base = 5.0, .ring = 0.8 }, pileSmallFit = { .base = 2.5, .ring = 0.45 };

ssMaterial pileMaterial( const ssSim* sim, const PileKeys* keys )
{
    return ( ssMaterial ){ ssSim_Param( sim, keys->mu ), .muRoll = ssSim_Param( sim, keys->muRoll ),
        .muSpin = ssSim_Param( sim, keys->muSpin ), .restitution = ssSim_Param( sim, keys->restitution ) };
}

unsigned pileLawFlags( const double* values, const PileKeys* keys )
{
    int law = (int)values[keys->law];
    return ( law == ss_worldLawRelaxed ? ss_lawFlagRelaxed : ss_lawFlagCoulomb ) |
        ( law == ss_worldLawEllipsoidal ? ss_lawFlagEllipsoidal : 0u ) |
        ( values[keys->muRoll] > 0.0 ? ss_lawFlagRolling : 0u ) |
        ( values[keys->muSpin] > 0.0 ? ss_lawFlagSpinning : 0u );
}

ssWorldDef pileWorldDef( const ssSim* sim, const PileKeys* keys, int fixed )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.gravity = ssVec3_Make( 0.0, 0.0, -PILE_GRAVITY );
    def.theta = worldSchemeOf( sim, keys->theta );
    def.law = (ssWorldLaw)ssSim_Param( sim, keys->law );
    def.tolerance = ssSim_Param( sim, keys->tol );
    def.bodyCapacity = (int)ssSim_Param( sim, keys->n ) + fixed;
    def.contactCapacity = def.bodyCapacity;
    def.substeps = (int)ssSim_Param( sim, keys->substeps );
    return def;
}

ssResult pileCreate( Pile* pile, const ssSim* sim, const PileKeys* keys, const ssWorldDef* def )
{
    ssResult result = ssCreateWorld( def, &pile->world );
    pile->capacity = (int)ssSim_Param( sim, keys->n );
    pile->supported = ssAlloc( sizeof( int ) * (size_t)pile->capacity );
    return result.code != ss_ok || pile->supported != NULL
        ? result
        : ssError( ss_errorMemory, "n", "out of memory for %d grains", pile->capacity );
}

void pileDestroy( Pile* pile )
{
    ssRelease( pile->supported );
    pile->supported = NULL;
    worldDestroy( &pile->world );
}

void pileApply( Pile* pile, const ssSim* sim, const PileKeys* keys, const ssWorldDef* def )
{
    ssMaterial material = pileMaterial( sim, keys );
    ssIgnore( ssWorld_SetDef( pile->world, def ) );
    worldSetMaterials( pile->world, &material );
}

bool pileGrain( const Pile* pile, int grain, ssBodyState* body )
{
    *body = worldBody( pile->world, pile->first + grain );
    return body->enabled &&
        ssWorld_Group( pile->world, ssWorld_BodyAt( pile->world, pile->first + grain ) ) != PILE_FALLEN;
}

static ssVec3 grainPosition( const Pile* pile, int grain )
{
    return worldBody( pile->world, pile->first + grain ).pose.position;
}

bool pileIsFree( const Pile* pile, int from, ssVec3 place, double distance )
{
    for ( int i = pile->poured - 1; i >= from; --i )
    {
        ssVec3 away = ssVec3_Sub( grainPosition( pile, i ), place );
        if ( ssVec3_Dot( away, away ) < distance * distance ) { return false; }
    }
    return true;
}

void pileFillSignals( const Pile* pile, double diameter, double* row )
{
    double n = 0.0, maxSpeed = 0.0, sum = 0.0;
    for ( int i = 0; i < pile->poured; ++i )
    {
        ssBodyState body;
        if ( pileGrain( pile, i, &body ) )
        {
            n += 1.0;
            maxSpeed = ssMax( maxSpeed, ssVec3_Length( body.velocity ) );
            sum += body.pose.position.z / ( 0.5 * diameter );
        }
    }
    WorldLoads loads = worldSumLoads( pile->world );
    const ssWorldReport* report = ssWorld_Report( pile->world );
    row[pileSignalN] = n;
    row[pileSignalContacts] = loads.contacts;
    row[pileSignalMaxSpeed] = maxSpeed;
    row[pileSignalSumRn] = loads.sumNormal;
    row[pileSignalMaxRt] = loads.maxTangential;
    row[pileSignalMaxMr] = loads.maxRolling;
    row[pileSignalMeanHeight] = n > 0.0 ? sum / n : 0.0;
    row[pileSignalIterations] = report->iterations;
    row[pileSignalResidual] = report->residual;
}

bool pileIsFinite( const Pile* pile, const ssWorldReport* report, double h )
{
    const ssProblem* problem = ssWorld_Problem( pile->world );
    const double* p = ssWorld_Reactions( pile->world );
    double sum = report->residual + report->ledger.kinetic;
    int size = problem != NULL ? problem->contactCount * problem->dimension
                               : 0; // none: the step did not get that far
    for ( int i = 0; i < size; ++i ) { sum += p[i] * p[i] / ( h * h ); }
    return isfinite( sum );
}

double pileMeasure( const Pile* pile, const double* row, int measure )
{
    const double values[pileMeasureCount] = { [pileMeasureHeight] = row[pileSignalHeight],
        [pileMeasureMeanHeight] = row[pileSignalMeanHeight],
        [pileMeasureBottomRadius] = SS_NAN,
        [pileMeasureContacts] = row[pileSignalContacts],
        [pileMeasureMaxPenetration] = pile->penetration,
        [pileMeasureKinetic] = row[pileSignalKinetic],
        [pileMeasureLost] = pile->lost };
    return values[measure];
}

double pileMeanRadius( const void* state, const ssSim* sim, int count, PilePlace* place, double diameter )
{
    double sum = 0.0;
    ssVec2 centre = { 0.0, 0.0 }, at;
    int found = 0;
    for ( int i = 0; i < count; ++i )
    {
        if ( place( state, sim, i, &at ) )
        {
            centre = ssVec2_Add( centre, at );
            ++found;
        }
    }
    centre = ssVec2_Scale( 1.0 / ( found > 0 ? found : 1 ), centre );
    for ( int i = 0; i < count; ++i )
    {
        sum += place( state, sim, i, &at ) ? ssVec2_Length( ssVec2_Sub( at, centre ) ) : 0.0;
    }
    return found > 0 ? sum / ( found * diameter ) : SS_NAN;
}

/// Is a grain at rest, away from the source?
static bool rests( const Pile* pile, int grain, double diameter, double source )
{
    ssBodyState body = worldBody( pile->world, pile->first + grain );
    return ssVec3_Dot( body.velocity, body.velocity ) < REST_FROUDE * PILE_GRAVITY * diameter &&
        body.pose.position.z < source - SOURCE_CLEARANCE * diameter;
}

/// The grain that stands for all that this one is joined to; -1: the plate.
static int groupOf( int* joined, int grain )
{
    while ( grain >= 0 && joined[grain] != grain )
    {
        int next = joined[grain];
        joined[grain] = next >= 0 ? joined[next] : next; // shortens the way for the next one
        grain = next;
    }
    return grain;
}

void pileFindSupported( const Pile* pile, double diameter, double source )
{
    int* supported = pile->supported;
    for ( int i = 0; i < pile->poured; ++i ) { supported[i] = i; }
    for ( int i = 0; i < ssWorld_ContactCount( pile->world ); ++i )
    {
        ssWorldContact contact = ssWorld_Contact( pile->world, i );
        int ends[2] = { contact.a.slot1 - 1 - pile->first, contact.b.slot1 - 1 - pile->first };
        bool joins = contact.view.force[0] > 0.0;
        for ( int k = 0; k < 2 && joins; ++k )
        {
            joins = ends[k] < 0 || rests( pile, ends[k], diameter, source );
            ends[k] = ends[k] < 0 ? -1 : groupOf( supported, ends[k] );
        }
        if ( joins && ends[0] != ends[1] )
        {
            int from = ends[0] > ends[1] ? ends[0] : ends[1], to = ends[0] > ends[1] ? ends[1] : ends[0];
            supported[from] = to; // the plate, -1, is the lowest of all
        }
    }
    for ( int i = pile->poured - 1; i >= 0; --i ) // links lead to lower numbers
    {
        supported[i] = groupOf( supported, i );
    }
    for ( int i = 0; i < pile->poured; ++i ) { supported[i] = supported[i] < 0; }
}

/// The circle in which most of the supported grains lie.
typedef struct Base
{
    ssVec2 centre; // centroid of the supported grains [m]
    double radius; // [m]
} Base;

static double distanceFrom( ssVec2 centre, ssVec3 x ) { return ssHypot( x.x - centre.x, x.y - centre.y ); }

/// The centroid of the supported grains, the radius around BASE_SHARE of them, and their number.
static int findBase( const Pile* pile, Base* base )
{
    const int* supported = pile->supported;
    int count = 0, within[RINGS] = { 0 };
    double largest = 0.0;
    *base = ( Base ){ { 0.0, 0.0 }, 0.0 };
    for ( int i = 0; i < pile->poured; ++i )
    {
        if ( supported[i] )
        {
            ssVec3 x = grainPosition( pile, i );
            base->centre = ssVec2_Add( base->centre, ssVec2_Make( x.x, x.y ) );
            count += 1;
        }
    }
    base->centre = ssVec2_Scale( 1.0 / ( count > 0 ? count : 1 ), base->centre );
    for ( int i = 0; i < pile->poured; ++i )
    {
        double r = supported[i] ? distanceFrom( base->centre, grainPosition( pile, i ) ) : 0.0;
        largest = ssMax( largest, r );
    }
    for ( int i = 0; i < pile->poured; ++i )
    {
        if ( supported[i] )
        {
            double r = distanceFrom( base->centre, grainPosition( pile, i ) );
            within[largest > 0.0 ? (int)ssMin( r / largest * RINGS, RINGS - 1 ) : 0] += 1;
        }
    }
    int inside = 0, ring = 0;
    for ( ; ring < RINGS && inside < BASE_SHARE * count; ++ring ) { inside += within[ring]; }
    base->radius = largest * ring / RINGS;
    return count;
}

/// The least-squares line through the tops of rings between 20 and 80% of the base radius.
static bool fitSlope( const Pile* pile, const Base* base, double ring, PileSlope* slope )
{
    double top[RINGS], sums[4] = { 0.0, 0.0, 0.0, 0.0 };
    double low = 0.2 * base->radius, width = ssMax( 0.6 * base->radius / RINGS, ring );
    int rings = (int)( 0.6 * base->radius / width ), used = 0;
    for ( int i = 0; i < rings; ++i ) { top[i] = 0.0; }
    for ( int i = 0; i < pile->poured; ++i )
    {
        ssVec3 x = grainPosition( pile, i );
        double at = ( distanceFrom( base->centre, x ) - low ) / width;
        if ( pile->supported[i] && at >= 0.0 && at < rings ) { top[(int)at] = ssMax( top[(int)at], x.z ); }
    }
    for ( int i = 0; i < rings; ++i )
    {
        if ( top[i] > 0.0 )
        {
            double r = low + ( i + 0.5 ) * width;
            sums[0] += r;
            sums[1] += top[i];
            sums[2] += r * r;
            sums[3] += r * top[i];
            used += 1;
        }
    }
    double spread = used * sums[2] - sums[0] * sums[0];
    if ( used < 3 || !( spread > 0.0 ) ) { return false; }
    double fall = -( used * sums[3] - sums[0] * sums[1] ) / spread;
    *slope = ( PileSlope ){ .centre = base->centre,
        .radius = base->radius,
        .angle = ssAtan( fall ) * 180.0 / SS_PI,
        .apex = ( sums[1] + fall * sums[0] ) / used };
    return true;
}

bool pileFindSlope( const Pile* pile, double diameter, const PileFit* fit, PileSlope* slope )
{
    Base base;
    return findBase( pile, &base ) >= MIN_SUPPORTED && base.radius > fit->base * diameter &&
        fitSlope( pile, &base, fit->ring * diameter, slope );
}

double pileReposeAngle( const Pile* pile, double diameter )
{
    PileSlope slope;
    return pileFindSlope( pile, diameter, &pileGravelFit, &slope ) ? slope.angle : SS_NAN;
}

void pileDrawSlope( const PileSlope* slope, double diameter, const ssDraw* out )
{
    // The lines lie on the grains, through whose centres the fit passes, across the first camera's view.
    double lean = slope->angle * SS_PI / 180.0, lift = 0.5 * diameter / ssCos( lean ), fall = ssTan( lean );
    double far = fall > 0.05 ? ( slope->apex + lift ) / fall : 1.4 * slope->radius;
    far = ssMin( far, 1.6 * slope->radius );
    const double across[2] = { ssCos( SLOPE_HEADING ), ssSin( SLOPE_HEADING ) };
    ssVec3 points[3];
    for ( int i = 0; i < 3; ++i )
    {
        double r = ( i - 1 ) * far;
        points[i] = ssVec3_Make( slope->centre.x + r * across[0], slope->centre.y + r * across[1],
            slope->apex + lift - fabs( r ) * fall );
    }
    pictureLine( out, 0, ss_lineGhost1, 3, points );
    char text[48];
    snprintf( text, sizeof text, ssTranslate( "slope %.0f°" ), slope->angle );
    ssDrawLabel label = { .position = points[2], .text = text, .ghost = 2 };
    pictureLabels( out, 1, &label );
}

void pileExplain( const ssSim* sim, const PileKeys* keys, int param, double value, char* text, int capacity )
{
    double radius = 0.5 * ssSim_Param( sim, keys->diameter );
    if ( param == keys->mu )
    {
        sayNumbers( text, capacity, "atan μ = %s°", ssAtan( value ) * 180.0 / SS_PI );
    }
    else if ( param == keys->dropHeight )
    {
        sayNumbers( text, capacity, ssTranslate( "hits the ground at %s m/s" ),
            sqrt( 2.0 * PILE_GRAVITY * ssMax( value - radius, 0.0 ) ) );
    }
    else if ( param == keys->density )
    {
        sayNumbers(
            text, capacity, "m = 4/3 π R³ ρ = %s kg", 4.0 / 3.0 * SS_PI * radius * radius * radius * value );
    }
}
