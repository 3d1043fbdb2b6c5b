// SPDX-License-Identifier: MIT
#include "slipstick/sliding_mass.h"

#include <math.h>

ssSlidingMassDef ssDefaultSlidingMassDef( void )
{
    ssSlidingMassDef def = { .mass = 1.0,
        .normalForce = 9.81,
        .method = ss_slidingMassDirect,
        .tolerance = 1e-10,
        .maxIterations = 2000 };
    return def;
}

/// The size of C under a load: what residuals are measured by.
static double sizeOf( const ssLaw* law, double load )
{
    return law->frictionless ? 0.0 : ssSet_Radius( &law->c, 0.0 ) * load / law->cForce;
}

/// The iteration of Eq. 69 from the old force. At the end of a stick phase with C and D apart it may circle where stick has
/// just ceased to be a solution: then again from the force against the velocity there would be without friction.
static ssPlanarSolution iterate(
    const ssSlidingMassDef* def, const ssLaw* law, double load, double g, ssVec2 gammaFree, ssVec2 start )
{
    ssPlanarSolution s =
        ssLaw_SolveProx( law, load, g, gammaFree, start, def->tolerance, def->maxIterations );
    for ( int i = 0; i < 2 && !s.converged; ++i )
    {
        ssVec2 carried = ssVec2_Scale(
            1.0 / ( g * ssLaw_Gauge( law, load, ssVec2_Scale( 1.0 / g, gammaFree ) ) ), gammaFree );
        ssVec2 other = i == 0 ? ssLaw_SlipForce( law, load, gammaFree ).force : carried;
        int before = s.iterations;
        if ( isfinite( other.x ) && isfinite( other.y ) )
        {
            s = ssLaw_SolveProx( law, load, g, gammaFree, other, def->tolerance, def->maxIterations );
            s.iterations += before;
        }
    }
    return s;
}

ssSlidingMassReport ssSlidingMass_Step(
    ssSlidingMass* slider, const ssSlidingMassDef* def, const ssLaw* law, double h )
{
    // Walker & Leine Sec. 2.3: q_M, then u_E from all forces at the midpoint, then q_E. The dashpots are taken at the end
    // of the step: with them the mass only seems larger, and no damping is too much for a step.
    ssVec2 q = ssVec2_MulAdd( slider->position, 0.5 * h, slider->velocity );
    double g = 1.0 / ( def->mass + h * def->damping );
    ssVec2 spring = { -def->stiffness[0] * q.x, -def->stiffness[1] * q.y };
    ssVec2 impulse = ssVec2_Scale( h, ssVec2_Add( spring, def->push ) );
    ssVec2 free = ssVec2_Scale( g, ssVec2_MulAdd( impulse, def->mass, slider->velocity ) );
    // gamma = u - chi: Eq. 23 prints a plus for its own chi
    ssVec2 gammaFree = ssVec2_Sub( free, def->beltVelocity );
    double load = h * def->normalForce;
    ssVec2 start = ssVec2_Scale( h, slider->force );
    ssPlanarSolution s = def->method == ss_slidingMassMoreau
        ? iterate( def, law, load, g, gammaFree, start )
        : ssLaw_SolveDirect( law, load, g, gammaFree, start );
    slider->force = ssVec2_Scale( 1.0 / h, s.force );
    slider->slip = s.gamma;
    slider->stick = s.stick;
    // A mass that sticks moves with the belt to the last bit.
    slider->velocity = s.stick && def->method == ss_slidingMassDirect
        ? def->beltVelocity
        : ssVec2_Add( s.gamma, def->beltVelocity );
    slider->position = ssVec2_MulAdd( q, 0.5 * h, slider->velocity );
    // a force that slides is as large as C
    double size = ssVec2_Length( s.force );
    return ( ssSlidingMassReport ){ .converged = s.converged,
        .iterations = s.iterations,
        .residual = s.error > 0.0 && size > 0.0 ? s.error / size : s.error };
}

void ssSlidingMass_Serialize( ssSlidingMass* slider, ssArchive* archive )
{
    ssArchive_Vec2( archive, &slider->position );
    ssArchive_Vec2( archive, &slider->velocity );
    ssArchive_Vec2( archive, &slider->force );
    ssArchive_Vec2( archive, &slider->slip );
    ssArchive_Bool( archive, &slider->stick );
}

double ssSlidingMass_Distance( const ssSlidingMassDef* def, const ssSlidingMass* a, const ssSlidingMass* b )
{
    ssVec2 q = ssVec2_Sub( a->position, b->position ), u = ssVec2_Sub( a->velocity, b->velocity );
    return 0.5 * def->mass * ssVec2_Dot( u, u ) +
        0.5 * ( def->stiffness[0] * q.x * q.x + def->stiffness[1] * q.y * q.y );
}

// --------------------------------------------------------------------------------------------------- disk on pads

static ssVec2 turned( ssVec2 v, double angle )
{
    double c = cos( angle ), s = sin( angle );
    return ssVec2_Make( c * v.x - s * v.y, s * v.x + c * v.y );
}

ssVec2 ssPadDisk_Arm( const ssPadDisk* disk, const ssPadDiskDef* def, int pad )
{
    return turned( ssVec2_Make( def->padRadius, 0.0 ), disk->angle + 2.0 * SS_PI * pad / SS_DISK_PADS );
}

ssSlidingMassReport ssPadDisk_Step( ssPadDisk* disk, const ssPadDiskDef* def, const ssLaw* law, double h )
{
    ssVec2 q = ssVec2_MulAdd( disk->position, 0.5 * h, disk->velocity );
    double angle = disk->angle + 0.5 * h * disk->spin, frame = def->bodyFrame ? angle + def->frameAngle : 0.0;
    double load = h * def->normalForce / SS_DISK_PADS, size = sizeOf( law, load );
    // A pad's own block of G has the eigenvalues 1/m and 1/m + a²/J. With the larger for both directions every solve of
    // a pad is a step of a proximal method, and the sweep over the pads converges to the same point.
    double g = 1.0 / def->mass + def->padRadius * def->padRadius / def->inertia;
    ssVec2 arms[SS_DISK_PADS], f[SS_DISK_PADS], velocity = disk->velocity;
    double spin = disk->spin;
    ssPadDisk middle = { .angle = angle };
    for ( int i = 0; i < SS_DISK_PADS; ++i )
    {
        arms[i] = ssPadDisk_Arm( &middle, def, i );
        f[i] = ssVec2_Scale( h, disk->force[i] );
        velocity = ssVec2_MulAdd( velocity, -1.0 / def->mass, f[i] );
        spin -= ( arms[i].x * f[i].y - arms[i].y * f[i].x ) / def->inertia;
    }
    ssSlidingMassReport report = { .converged = false };
    int failures = 0;
    while ( !report.converged && report.iterations < def->maxIterations )
    {
        ++report.iterations;
        double change = 0.0;
        bool all = true;
        for ( int i = 0; i < SS_DISK_PADS; ++i )
        {
            ssVec2 gamma = { velocity.x - spin * arms[i].y, velocity.y + spin * arms[i].x };
            ssVec2 local = turned( ssVec2_MulAdd( gamma, g, f[i] ), -frame ), start = turned( f[i], -frame );
            ssPlanarSolution s = ssLaw_SolveDirect( law, load, g, local, start );
            ssVec2 next = turned( s.force, frame ), d = ssVec2_Sub( next, f[i] );
            velocity = ssVec2_MulAdd( velocity, -1.0 / def->mass, d );
            spin -= ( arms[i].x * d.y - arms[i].y * d.x ) / def->inertia;
            f[i] = next;
            disk->stick[i] = s.stick;
            change = fmax( change, ssVec2_Length( d ) );
            all = all && s.converged;
        }
        report.residual = size > 0.0 ? change / size : 0.0;
        report.converged = all && report.residual <= def->tolerance;
        // what a pad cannot solve by itself, sweeping will not solve either
        failures = all ? 0 : failures + 1;
        if ( isnan( change ) || failures == 3 )
        {
            break;
        }
    }
    bool rests = disk->stick[0] && disk->stick[1] && disk->stick[2];
    disk->velocity = rests ? ssVec2_Make( 0.0, 0.0 ) : velocity;
    disk->spin = rests ? 0.0 : spin;
    for ( int i = 0; i < SS_DISK_PADS; ++i )
    {
        disk->force[i] = ssVec2_Scale( 1.0 / h, f[i] );
        disk->slip[i] = ssVec2_Make(
            disk->velocity.x - disk->spin * arms[i].y, disk->velocity.y + disk->spin * arms[i].x );
    }
    disk->position = ssVec2_MulAdd( q, 0.5 * h, disk->velocity );
    disk->angle = angle + 0.5 * h * disk->spin;
    return report;
}

void ssPadDisk_Serialize( ssPadDisk* disk, ssArchive* archive )
{
    ssArchive_Vec2( archive, &disk->position );
    ssArchive_Vec2( archive, &disk->velocity );
    ssArchive_F64( archive, &disk->angle );
    ssArchive_F64( archive, &disk->spin );
    for ( int i = 0; i < SS_DISK_PADS; ++i )
    {
        ssArchive_Vec2( archive, &disk->force[i] );
        ssArchive_Vec2( archive, &disk->slip[i] );
        ssArchive_Bool( archive, &disk->stick[i] );
    }
}
