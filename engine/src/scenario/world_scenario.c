// SPDX-License-Identifier: MIT
#include "scenario/world_scenario.h"
#include "scenario/picture.h"

#include <stdio.h>

// What the scenarios with a world share: steps and their reports, bodies, grounds, drags, drawing.

const char* const worldLawNames[3] = { "coulomb", "relaxed", "ellipsoidal" };
const char* const worldSchemeNames[2] = { "midpoint", "theta" };
const char* const worldImpactNames[2] = { "simultaneous", "sequential" };

double worldSchemeOf( const ssSim* sim, int theta )
{
    return ssSim_Param( sim, theta + 1 ) == worldSchemeTheta ? ssSim_Param( sim, theta ) : 0.0;
}

void worldShake( ssWorld* world, ssSim* sim )
{
    int count = ssWorld_BodyCount( world );
    bool shakes = ssSim_Shake( sim, count );
    for ( int i = 0; i < count && shakes; ++i )
    {
        ssBodyId id = ssWorld_BodyAt( world, i );
        ssNoise noise = ssSim_Noise( sim, i );
        if ( ssWorld_HasBody( world, id ) && ssWorld_Body( world, id ).kind == ss_bodyDynamic )
        {
            ssVec3 force = { noise.force[0], noise.force[1], 0.0 };
            ssIgnore( ssWorld_Disturb( world, id, force, noise.friction ) );
        }
    }
}

ssWorldReport worldStep( ssWorld* world, ssSim* sim )
{
    void* context = NULL;
    ssStageHook* hook = ssSim_StageHook( sim, &context );
    ssWorld_SetStageHook( world, hook, context );
    ssStop* stop = ssSim_Stop( sim, &context );
    ssWorld_SetStop( world, stop, context );
    ssWorld_SetTime( world, ssSim_Time( sim ) );
    worldShake( world, sim );
    return ssWorld_Step( world, ssSim_StepSize( sim ) );
}

const char* worldReason( const ssWorld* world, ssStatus status )
{
    return status == ss_statusNoMemory ? "out of memory for a step" : ssWorld_Refusal( world );
}

ssStepReport worldStepReport( const ssWorld* world, const ssWorldReport* report, bool finite )
{
    const ssLedger* l = &report->ledger;
    finite = finite &&
        isfinite( l->kinetic + l->potential + l->sliding + l->rolling + l->spinning + l->impact +
            l->numerics + l->work + l->added );
    return (
        ssStepReport ){ report->status <= ss_statusLimit && !finite ? ss_statusNotFinite : report->status,
        .contacts = report->contacts, .iterations = report->iterations, .residual = report->residual,
        .budgetSpent = report->budgetSpent, .joints = report->joints, .jointsOff = report->jointsOff,
        .jointGap = report->jointGap, .jointAngle = report->jointAngle, .jointEnergy = report->ledger.joints,
        .limitedImpacts = report->limitedImpacts, .impactsWithoutCollision = report->impactsWithoutCollision,
        .impactsLeft = report->impactsLeft, .rescueRungs = report->rescueRungs,
        .lawRounds = report->lawRounds, .lawUnsettled = report->lawUnsettled, .ambiguous = report->ambiguous,
        .scale = report->scale, .reason = worldReason( world, report->status ) };
}

void worldSetMaterials( ssWorld* world, const ssMaterial* material )
{
    for ( int i = 0; i < ssWorld_BodyCount( world ); ++i )
    {
        ssIgnore( ssWorld_SetMaterial( world, ssWorld_BodyAt( world, i ), material ) );
    }
}

ssResult worldTryBody( const ssWorldDef* def, const ssBodyDef* body )
{
    ssWorldDef small = *def;
    ssWorld* trial = NULL;
    small.bodyCapacity = small.contactCapacity = 1;
    ssResult result = ssCreateWorld( &small, &trial );
    result = result.code == ss_ok ? ssWorld_AddBody( trial, body, NULL ) : result;
    ssDestroyWorld( trial );
    return result;
}

static ssResult addPlane( ssWorld* world, const ssMaterial* material, ssVec3 position, ssVec3 turn )
{
    ssBodyDef def = ssDefaultBodyDef();
    def.shape = ssPlaneShape();
    def.kind = ss_bodyStatic;
    def.material = *material;
    def.pose = ( ssPose ){ position, ssQuat_FromRotationVector( turn ) };
    return ssWorld_AddBody( world, &def, NULL );
}

ssResult worldAddGround( ssWorld* world, const ssMaterial* material, double half )
{
    const double quarter = 0.5 * SS_PI;
    const ssVec3 zero = { 0.0, 0.0, 0.0 };
    ssResult result = addPlane( world, material, zero, zero );
    for ( int i = 0; i < 4 && half > 0.0 && result.code == ss_ok; ++i )
    {
        double side = i % 2 == 0 ? 1.0 : -1.0;
        ssVec3 place = i < 2 ? ssVec3_Make( side * half, 0.0, 0.0 ) : ssVec3_Make( 0.0, side * half, 0.0 );
        ssVec3 turn =
            i < 2 ? ssVec3_Make( 0.0, -side * quarter, 0.0 ) : ssVec3_Make( side * quarter, 0.0, 0.0 );
        result = addPlane( world, material, place, turn );
    }
    return result;
}

void worldDrawPlate( const ssDraw* out, double half )
{
    ssDrawPlane plane = {
        .normal = { 0.0, 0.0, 1.0 }, .tangent = { 1.0, 0.0, 0.0 }, .halfX = half, .halfY = half
    };
    picturePlanes( out, 1, &plane );
}

void worldDrawBodies( const ssWorld* world, const ssDraw* out, uint32_t flags )
{
    ssDraw inner = *out;
    inner.bounds = NULL;
    inner.planes = NULL;
    inner.flags &= flags;
    ssWorld_Draw( world, &inner );
}

bool worldResultant( const ssWorld* world, ssContactView* resultant )
{
    ssVec3 weighted = { 0.0, 0.0, 0.0 };
    *resultant = ( ssContactView ){ .mode = ss_modeOpen };
    double force[3] = { 0.0 }, moment[3] = { 0.0 };
    for ( int i = 0; i < ssWorld_ContactCount( world ); ++i )
    {
        ssContactView c = ssWorld_Contact( world, i ).view;
        // All contacts of a plane have the same axes. The mode is that of the point with the largest force.
        bool leads =
            c.mode != ss_modeOpen && ( resultant->mode == ss_modeOpen || c.force[0] > resultant->force[0] );
        *resultant = leads ? c : *resultant;
        weighted = ssVec3_MulAdd( weighted, c.force[0], c.point );
        for ( int k = 0; k < 3; ++k )
        {
            force[k] += c.force[k];
            moment[k] += c.moment[k];
        }
    }
    bool carries = resultant->mode != ss_modeOpen && force[0] > 0.0;
    resultant->point = carries ? ssVec3_Scale( 1.0 / force[0], weighted ) : resultant->point;
    for ( int k = 0; k < 3; ++k )
    {
        resultant->force[k] = force[k];
        resultant->moment[k] = moment[k];
    }
    return carries;
}

double worldEnlargement( double wanted )
{
    if ( !( wanted > 1.0 ) ) { return 1.0; }
    double power = ssPow( 10.0, floor( ssLog10( wanted ) ) );
    return wanted >= 5.0 * power ? 5.0 * power : wanted >= 2.0 * power ? 2.0 * power : power;
}

void worldDestroy( void* state )
{
    ssWorld** world = state;
    ssDestroyWorld( *world );
    *world = NULL;
}

ssResult worldFreeze( const void* state, const ssSim* sim, ssProblem* problem )
{
    (void)sim;
    return ssWorld_Freeze( *(ssWorld* const*)state, problem );
}

void worldNameBody( int body, int first, const char* kind, char* text, int capacity )
{
    if ( body == -1 ) { snprintf( text, (size_t)capacity, "ground" ); }
    else if ( body < 0 ) { snprintf( text, (size_t)capacity, "wall %d", -1 - body ); }
    else { snprintf( text, (size_t)capacity, "%s %d", kind, body - first + 1 ); }
}

void worldDrag( void* state, const ssSim* sim, const ssDrag* drag )
{
    (void)sim;
    worldDragBody( *(ssWorld**)state, drag, drag->target );
}

void worldDragBody( ssWorld* world, const ssDrag* drag, ssVec3 target )
{
    ssBodyId body = ssWorld_BodyAt( world, drag->body );
    ssIgnore( ssWorld_Drag( world, drag->active && ssWorld_HasBody( world, body ), body, target ) );
}

WorldLoads worldSumLoads( const ssWorld* world )
{
    WorldLoads loads = { 0.0, 0.0, 0.0, 0.0 };
    for ( int i = 0; i < ssWorld_ContactCount( world ); ++i )
    {
        ssWorldContact contact = ssWorld_Contact( world, i );
        const double *f = contact.view.force, *m = contact.view.moment;
        if ( f[0] > 0.0 )
        {
            loads.contacts += 1.0;
            loads.sumNormal += f[0];
            loads.maxTangential = ssMax( loads.maxTangential, ssHypot( f[1], f[2] ) );
            loads.maxRolling = ssMax( loads.maxRolling, ssHypot( m[0], m[1] ) );
        }
    }
    return loads;
}

double worldFillLedger( const ssWorld* world, double datum, double* row )
{
    ssLedger ledger = ssWorld_Ledger( world );
    row[ledgerPotential] = ledger.potential - datum;
    row[ledgerSliding] = ledger.sliding;
    row[ledgerRolling] = ledger.rolling;
    row[ledgerSpinning] = ledger.spinning;
    row[ledgerImpact] = ledger.impact;
    row[ledgerNumerics] = ledger.numerics;
    row[ledgerSupplied] = ledger.added + ledger.work - datum;
    row[ledgerCreated] = 0.0;
    for ( int i = ledgerSliding; i <= ledgerNumerics; ++i )
    {
        row[ledgerCreated] -= row[i] < 0.0 ? row[i] : 0.0;
    }
    return ledger.kinetic;
}
