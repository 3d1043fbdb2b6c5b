// SPDX-License-Identifier: MIT
#include "model/sliding_mass.h"

#include <string.h>

// A disk on three pads (Walker & Leine Sec. 5.1).

/// The size of C under a load, to which residuals are relative.
static double sizeOf( const ssLaw* law, double load )
{
    return law->frictionless ? 0.0 : ssSet_Radius( &law->c, 0.0 ) * load / law->cForce;
}

ssVec2 ssPadDisk_Arm( const ssPadDisk* disk, const ssPadDiskDef* def, int pad )
{
    return ssVec2_Rotate(
        ssVec2_Make( def->padRadius, 0.0 ), disk->angle + 2.0 * SS_PI * pad / SS_DISK_PADS );
}

/// The motion at the end of the step and the impulses f of the pads, while they are solved.
typedef struct PadMotion
{
    ssVec2 velocity;
    double spin;
    ssVec2 arms[SS_DISK_PADS], f[SS_DISK_PADS];
    const ssLaw* laws[SS_DISK_PADS]; // at the places of the pads
} PadMotion;

/// Changes the motion by an impulse -d on a pad.
static void applyImpulse( const ssPadDiskDef* def, PadMotion* m, int pad, ssVec2 d )
{
    m->velocity = ssVec2_MulAdd( m->velocity, -1.0 / def->mass, d );
    m->spin -= ( m->arms[pad].x * d.y - m->arms[pad].y * d.x ) / def->inertia;
}

static ssVec2 padVelocity( const PadMotion* m, int pad )
{
    return ssVec2_Make( m->velocity.x - m->spin * m->arms[pad].y, m->velocity.y + m->spin * m->arms[pad].x );
}

/// Solves the pads in turn until their impulses no longer change. `frame` is the rotation of the sets [rad],
/// `size` that of C, to which residuals are relative.
static ssSlidingMassReport solvePads(
    const ssPadDiskDef* def, double size, double load, double frame, PadMotion* m, bool stick[SS_DISK_PADS] )
{
    // The diagonal block of G of a pad has the eigenvalues 1/m and 1/m + a²/J. With the larger one in both
    // directions each solve is a proximal step, which converges to the same point.
    double g = 1.0 / def->mass + def->padRadius * def->padRadius / def->inertia;
    ssSlidingMassReport report = { .converged = false };
    int failures = 0;
    while ( !report.converged && report.iterations < def->maxIterations )
    {
        ++report.iterations;
        double change = 0.0;
        bool allConverged = true;
        for ( int i = 0; i < SS_DISK_PADS; ++i )
        {
            ssVec2 local = ssVec2_Rotate( ssVec2_MulAdd( padVelocity( m, i ), g, m->f[i] ), -frame );
            ssPlanarSolution s =
                ssLaw_SolveDirect( m->laws[i], load, g, local, ssVec2_Rotate( m->f[i], -frame ) );
            ssVec2 next = ssVec2_Rotate( s.force, frame ), d = ssVec2_Sub( next, m->f[i] );
            applyImpulse( def, m, i, d );
            m->f[i] = next;
            stick[i] = s.stick;
            change = ssMax( change, ssVec2_Length( d ) );
            allConverged = allConverged && s.converged;
        }
        report.residual = size > 0.0 ? change / size : 0.0;
        report.converged = allConverged && report.residual <= def->tolerance;
        // If a single pad cannot be solved, more iterations do not help.
        failures = allConverged ? 0 : failures + 1;
        if ( isnan( change ) || failures == 3 ) { break; }
    }
    return report;
}

ssSlidingMassReport ssPadDisk_Step( ssPadDisk* disk, const ssPadDiskDef* def, const ssLaw* law, double h )
{
    ssVec2 q = ssVec2_MulAdd( disk->position, 0.5 * h, disk->velocity );
    double angle = disk->angle + 0.5 * h * disk->spin, frame = def->bodyFrame ? angle + def->frameAngle : 0.0;
    PadMotion m = { .velocity = ssVec2_MulAdd( disk->velocity, h / def->mass, def->push ),
        .spin = disk->spin };
    ssPadDisk middle = { .angle = angle };
    for ( int i = 0; i < SS_DISK_PADS; ++i )
    {
        m.arms[i] = ssPadDisk_Arm( &middle, def, i );
        m.f[i] = ssVec2_Scale( h, disk->force[i] );
        applyImpulse( def, &m, i, m.f[i] );
    }
    double load = h * def->normalForce / SS_DISK_PADS;
    ssLawSite sites[SS_DISK_PADS];
    ssLaw there[SS_DISK_PADS];
    for ( int i = 0; i < SS_DISK_PADS; ++i )
    {
        sites[i] = ( ssLawSite ){ def->time, .x = q.x + m.arms[i].x, .y = q.y + m.arms[i].y,
            .spinning = fabs( disk->spin ), .h = h, .impulses = true,
            .state = disk->stateCount > 0 ? disk->state[i] : NULL };
        m.laws[i] = law;
        if ( law->def.kind >= ss_lawKindCount ) // the user's own
        {
            there[i] = ssLaw_At( law, sites + i );
            m.laws[i] = there + i;
        }
    }
    ssSlidingMassReport report = solvePads( def, sizeOf( law, load ), load, frame, &m, disk->stick );
    if ( disk->stick[0] && disk->stick[1] && disk->stick[2] )
    {
        m.velocity = ssVec2_Make( 0.0, 0.0 );
        m.spin = 0.0;
    }
    disk->velocity = m.velocity;
    disk->spin = m.spin;
    for ( int i = 0; i < SS_DISK_PADS; ++i )
    {
        disk->force[i] = ssVec2_Scale( 1.0 / h, m.f[i] );
        disk->slip[i] = padVelocity( &m, i );
        if ( disk->stateCount > 0 )
        {
            double next[SS_LAW_MAX_STATES] = { 0.0 };
            ssLaw_NextState( m.laws[i], load, ssVec2_Rotate( disk->slip[i], -frame ), next );
            memcpy( disk->state[i], next, sizeof next );
        }
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
        ssArchive_F64s( archive, disk->state[i], disk->stateCount );
    }
}
