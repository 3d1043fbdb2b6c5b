// SPDX-License-Identifier: MIT
#include "slipstick/sliding_mass.h"

#include <math.h>

// A disk on three pads (Walker & Leine Sec. 5.1).

/// The size of C under a load, to which residuals are relative.
static double sizeOf( const ssLaw* law, double load )
{
    return law->frictionless ? 0.0 : ssSet_Radius( &law->c, 0.0 ) * load / law->cForce;
}

static ssVec2 rotated( ssVec2 v, double angle )
{
    double c = cos( angle ), s = sin( angle );
    return ssVec2_Make( c * v.x - s * v.y, s * v.x + c * v.y );
}

ssVec2 ssPadDisk_Arm( const ssPadDisk* disk, const ssPadDiskDef* def, int pad )
{
    return rotated( ssVec2_Make( def->padRadius, 0.0 ), disk->angle + 2.0 * SS_PI * pad / SS_DISK_PADS );
}

ssSlidingMassReport ssPadDisk_Step( ssPadDisk* disk, const ssPadDiskDef* def, const ssLaw* law, double h )
{
    ssVec2 q = ssVec2_MulAdd( disk->position, 0.5 * h, disk->velocity );
    double angle = disk->angle + 0.5 * h * disk->spin, frame = def->bodyFrame ? angle + def->frameAngle : 0.0;
    double load = h * def->normalForce / SS_DISK_PADS, size = sizeOf( law, load );
    // The diagonal block of G of one pad has the eigenvalues 1/m and 1/m + a²/J. If the larger one is used in both
    // directions, each solve of a pad is a step of a proximal method, and the iteration converges to the same point.
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
        bool allConverged = true;
        for ( int i = 0; i < SS_DISK_PADS; ++i )
        {
            ssVec2 gamma = { velocity.x - spin * arms[i].y, velocity.y + spin * arms[i].x };
            ssVec2 local = rotated( ssVec2_MulAdd( gamma, g, f[i] ), -frame ),
                   start = rotated( f[i], -frame );
            ssPlanarSolution s = ssLaw_SolveDirect( law, load, g, local, start );
            ssVec2 next = rotated( s.force, frame ), d = ssVec2_Sub( next, f[i] );
            velocity = ssVec2_MulAdd( velocity, -1.0 / def->mass, d );
            spin -= ( arms[i].x * d.y - arms[i].y * d.x ) / def->inertia;
            f[i] = next;
            disk->stick[i] = s.stick;
            change = fmax( change, ssVec2_Length( d ) );
            allConverged = allConverged && s.converged;
        }
        report.residual = size > 0.0 ? change / size : 0.0;
        report.converged = allConverged && report.residual <= def->tolerance;
        // If a single pad cannot be solved, more iterations do not help.
        failures = allConverged ? 0 : failures + 1;
        if ( isnan( change ) || failures == 3 )
        {
            break;
        }
    }
    bool atRest = disk->stick[0] && disk->stick[1] && disk->stick[2];
    disk->velocity = atRest ? ssVec2_Make( 0.0, 0.0 ) : velocity;
    disk->spin = atRest ? 0.0 : spin;
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
