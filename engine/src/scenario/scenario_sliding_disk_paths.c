// SPDX-License-Identifier: MIT
#include "scenario/picture.h"
#include "scenario/scenario_sliding_disk.h"

#include <stdio.h>
#include <string.h>

// The motion of a disk as a point, and its paths: this launch, others, other laws.

// speed that counts as rest under a typed law, which may never quite stop, relative to v0
#define CREEP_TOLERANCE 1e-6

ssResult diskReadLaw( SlidingLaw* own, const ssSim* sim, int law )
{
    double a = ssSim_Param( sim, diskEllipseA ), b = ssSim_Param( sim, diskEllipseB ),
           cForce = ssSim_Param( sim, diskCForce );
    bool typed = ssSim_Scenario( sim )->law != NULL;
    // Table 1 contains an ellipse fitted to the same forces.
    return law == 0 && a > 0.0 && b > 0.0 && !typed
        ? slidingLawReadEllipse( own, sim, diskFirstC, a, b, cForce )
        : slidingLawRead( own, sim, diskLawKinds[law], diskFirstC, diskFirstD, cForce );
}

ssSlidingMassReport diskStepPoint( const SlidingDisk* s, const ssNoise* noise, ssPadDisk* disk,
    const ssLaw* law, double frame, double time, double h )
{
    ssSlidingMassDef def = ssDefaultSlidingMassDef();
    def.mass = s->mass;
    def.normalForce = s->mass * s->gravity * noise->friction;
    def.push = ssVec2_Rotate( ssVec2_Make( noise->force[0], noise->force[1] ), -frame );
    def.time = time;
    ssSlidingMass point = { .velocity = ssVec2_Rotate( disk->velocity, -frame ),
        .force = ssVec2_Rotate( disk->force[0], -frame ),
        .stateCount = disk->stateCount };
    memcpy( point.state, disk->state[0], sizeof point.state );
    // The place is the plate's, whatever the frame of the sets; the step adds half its way there.
    ssVec2 turned = ssVec2_Sub( disk->velocity, point.velocity );
    def.origin = ssVec2_MulAdd( disk->position, 0.5 * h, turned );
    ssSlidingMassReport report = ssSlidingMass_Step( &point, &def, law, h );
    memcpy( disk->state[0], point.state, sizeof point.state );
    disk->position = ssVec2_Add( disk->position, ssVec2_Rotate( point.position, frame ) );
    disk->velocity = ssVec2_Rotate( point.velocity, frame );
    disk->force[0] = ssVec2_Rotate( point.force, frame );
    disk->slip[0] = disk->velocity;
    disk->stick[0] = point.stick;
    return report;
}

static void beginStates( ssPadDisk* disk, const ssLaw* law )
{
    disk->stateCount = ssLaw_StateNumbers( law );
    for ( int i = 0; i < SS_DISK_PADS; ++i ) { ssLaw_InitialState( law, disk->state[i] ); }
}

double diskRest( const SlidingDisk* s, double v0 )
{
    return s->law.def.kind == ss_lawKindText ? CREEP_TOLERANCE * v0 : 0.0;
}

/// The smallest deceleration from launch to rest [m/s²], which a typed law may change at speed.
static double weakestBrake( const SlidingDisk* s, const SlidingLaw* law, double v0, double phi )
{
    double weakest = HUGE_VAL, load = s->mass * s->gravity;
    for ( int i = 0; i < slidingOutlinePoints; ++i )
    {
        weakest = ssMin( weakest, ssVec2_Length( law->outlineC[i] ) / law->law.cForce * s->gravity );
    }
    for ( double v = v0; law->def.kind == ss_lawKindText && v > 1e-3 * v0; v *= 0.5 )
    {
        ssVec2 gamma = { v * ssSin( phi ), v * ssCos( phi ) };
        double brake = ssVec2_Length( ssLaw_SlipForce( &law->law, load, gamma ).force ) / s->mass;
        weakest = brake > 0.0 ? ssMin( weakest, brake ) : weakest;
    }
    return weakest;
}

/// Predicts the path of a point mass from launch to rest, with the resolution of a drawn curve.
static void predict( const SlidingDisk* s, const SlidingLaw* law, double v0, double phi, DiskGhost* ghost )
{
    enum
    {
        perPoint = 3, // steps per stored point
        steps = perPoint * ( diskGhostPoints - 1 )
    };
    double frame = s->bodyFrame ? s->steer : 0.0, h = v0 / weakestBrake( s, law, v0, phi ) / steps;
    const ssNoise none = { .friction = 1.0 };
    ssPadDisk disk = { .velocity = { v0 * ssSin( phi ), v0 * ssCos( phi ) } };
    beginStates( &disk, &law->law );
    ghost->count = 0;
    ghost->points[ghost->count++] = disk.position;
    for ( int i = 1; i <= steps && isfinite( h ) && h > 0.0; ++i )
    {
        bool moves = ssVec2_Length( disk.velocity ) > diskRest( s, v0 );
        if ( moves && !diskStepPoint( s, &none, &disk, &law->law, frame, i * h, h ).converged ) { break; }
        if ( ( i % perPoint == 0 || !moves ) && isfinite( disk.position.x + disk.position.y ) )
        {
            ghost->points[ghost->count++] = disk.position;
        }
        if ( !moves ) { break; }
    }
}

/// Fills what is shown at t = 0, before any step: the forces under the velocities of the launch.
static void fillFirst( SlidingDisk* s )
{
    ssPadDiskDef def = { .padRadius = PAD_RADIUS };
    double load = s->mass * s->gravity / s->pads, frame = diskFrame( s );
    s->first = s->disk;
    for ( int i = 0; i < s->pads; ++i )
    {
        ssVec2 arm = s->pads > 1 ? ssPadDisk_Arm( &s->disk, &def, i ) : ssVec2_Make( 0.0, 0.0 );
        ssVec2 slip = { s->disk.velocity.x - s->disk.spin * arm.y,
            s->disk.velocity.y + s->disk.spin * arm.x };
        bool slides = ssVec2_Length( slip ) > 0.0;
        ssVec2 force = slides ? ssLaw_SlipForce( &s->law.law, load, ssVec2_Rotate( slip, -frame ) ).force
                              : ssVec2_Make( 0.0, 0.0 );
        bool finite = isfinite( force.x ) && isfinite( force.y );
        s->first.force[i] = finite ? ssVec2_Rotate( force, frame ) : ssVec2_Make( 0.0, 0.0 );
        s->first.slip[i] = slip;
        s->first.stick[i] = !slides;
    }
}

static const double s_angles[] = { 0.0, 15.0, 30.0, 45.0, 60.0, 75.0, 90.0 };
static const double s_speeds[] = { 0.4, 0.55, 0.7, 0.85, 1.0 };

/// The launching angle of one of a fan [°]. The launch of the run takes the place of the one nearest to it.
static double fanAngle( const SlidingDisk* s, int i )
{
    double own = s->phi * 180.0 / SS_PI;
    return fabs( own - s_angles[i] ) < 7.5 ? own : s_angles[i];
}

static void fillFan( SlidingDisk* s, const ssSim* sim )
{
    bool speeds = s->ghostKind == ghostsSpeeds;
    SlidingLaw plain = { .made = false };
    bool typed = ssSim_Scenario( sim )->law != NULL;
    bool both = s->ghostKind == ghostsAnglesOfBoth && !typed && diskReadLaw( &plain, sim, 1 ).code == ss_ok;
    for ( int i = 0; i < ( speeds ? SS_COUNT( s_speeds ) : SS_COUNT( s_angles ) ); ++i )
    {
        DiskGhost* ghost = s->ghosts + s->ghostCount++;
        double v0 = speeds ? s_speeds[i] * s->v0 : s->v0, angle = fanAngle( s, i );
        double phi = speeds ? s->phi : angle * SS_PI / 180.0;
        predict( s, &s->law, v0, phi, ghost );
        sayNumbers(
            ghost->label, sizeof ghost->label, speeds ? "%s v₀" : "%s°", speeds ? s_speeds[i] : angle );
        if ( both ) { predict( s, &plain, v0, phi, s->plain + s->plainCount++ ); }
    }
    slidingLawDestroy( &plain );
}

void diskDerive( SlidingDisk* s, const ssSim* sim )
{
    fillFirst( s );
    predict( s, &s->law, s->v0, s->phi, &s->prediction );
    s->ghostCount = s->plainCount = 0;
    s->ghostKind = (DiskGhosts)ssSim_Param( sim, diskGhosts );
    if ( s->ghostKind == ghostsLaws && ssSim_Scenario( sim )->law == NULL )
    {
        SlidingLaw law = { .made = false };
        for ( int i = 0; i < diskLawCount; ++i )
        {
            // A law that is refused is left out: the associated one if C is not convex.
            if ( diskReadLaw( &law, sim, i ).code == ss_ok )
            {
                DiskGhost* ghost = s->ghosts + s->ghostCount++;
                predict( s, &law, s->v0, s->phi, ghost );
                snprintf( ghost->label, sizeof ghost->label, "%s", diskLawNames[i] );
            }
        }
        slidingLawDestroy( &law );
    }
    if ( s->ghostKind > ghostsLaws ) { fillFan( s, sim ); }
}
