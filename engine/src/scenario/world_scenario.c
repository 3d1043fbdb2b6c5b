// SPDX-License-Identifier: MIT
#include "scenario/world_scenario.h"

#include <math.h>
#include <stdio.h>

#define GRAVITY 9.81

ssWorldReport worldStep( ssWorld* world, const ssSim* sim )
{
    void* context = NULL;
    ssStageHook* hook = ssSim_StageHook( sim, &context );
    ssWorld_SetStageHook( world, hook, context );
    return ssWorld_Step( world, ssSim_StepSize( sim ) );
}

ssStepReport worldStepReport( const ssWorld* world, const ssWorldReport* report, bool sound )
{
    const ssLedger* l = &report->ledger;
    bool books = isfinite( l->kinetic + l->potential + l->sliding + l->rolling + l->spinning + l->impact +
        l->numerics + l->work + l->added );
    bool usable = sound && books &&
        ( report->status == ss_worldStatusConverged || report->status == ss_worldStatusLimit );
    return ( ssStepReport ){
        .status = report->status == ss_worldStatusRefused ? ss_stepRefused
            : !usable                                     ? ss_stepNotFinite
            : report->status == ss_worldStatusConverged   ? ss_stepConverged
                                                          : ss_stepIterationLimit,
        .contacts = report->contacts,
        .iterations = report->iterations,
        .residual = report->residual,
        .reason = ssWorld_Refusal( world ),
    };
}

void worldSetMaterials( ssWorld* world, const ssMaterial* material )
{
    for ( int i = 0; i < ssWorld_BodyCount( world ); ++i )
    {
        ssWorld_SetMaterial( world, i, material );
    }
}

ssResult worldTryBody( const ssWorldDef* def, const ssBodyDef* body )
{
    ssWorldDef small = *def;
    ssWorld* trial = NULL;
    int id = 0;
    small.bodyCapacity = small.contactCapacity = 1;
    ssResult result = ssCreateWorld( &small, &trial );
    result = result.code == ss_ok ? ssWorld_AddBody( trial, body, &id ) : result;
    ssDestroyWorld( trial );
    return result;
}

void worldDrawPlate( const ssDraw* out, double half )
{
    if ( ( out->flags & ss_drawGround ) && out->planes != NULL )
    {
        ssDrawPlane plane = {
            .normal = { 0.0, 0.0, 1.0 }, .tangent = { 1.0, 0.0, 0.0 }, .halfX = half, .halfY = half
        };
        out->planes( out->context, 1, &plane );
    }
}

void worldDrawRest( const ssWorld* world, const ssDraw* out, uint32_t flags )
{
    ssDraw rest = *out;
    rest.bounds = NULL;
    rest.planes = NULL;
    rest.flags &= flags;
    ssWorld_Draw( world, &rest );
}

worldLoads worldSumLoads( const ssWorld* world )
{
    worldLoads loads = { 0.0, 0.0, 0.0, 0.0 };
    for ( int i = 0; i < ssWorld_ContactCount( world ); ++i )
    {
        ssWorldContact contact = ssWorld_Contact( world, i );
        const double *f = contact.view.force, *m = contact.view.moment;
        if ( f[0] > 0.0 )
        {
            loads.contacts += 1.0;
            loads.sumNormal += f[0];
            loads.maxTangential = fmax( loads.maxTangential, hypot( f[1], f[2] ) );
            loads.maxRolling = fmax( loads.maxRolling, hypot( m[0], m[1] ) );
        }
    }
    return loads;
}

double worldFillBooks( const ssWorld* world, double datum, double* row )
{
    ssLedger ledger = ssWorld_Ledger( world );
    row[bookPotential] = ledger.potential - datum;
    row[bookSliding] = ledger.sliding;
    row[bookRolling] = ledger.rolling;
    row[bookSpinning] = ledger.spinning;
    row[bookImpact] = ledger.impact;
    row[bookNumerics] = ledger.numerics;
    row[bookBroughtIn] = ledger.added + ledger.work - datum;
    return ledger.kinetic;
}

void pileExplain( pileWord word, double value, double radius, char* text, int capacity )
{
    char a[24];
    switch ( word )
    {
        case pileAngle:
            ssFormatNumber( atan( value ) * 180.0 / SS_PI, a, sizeof a );
            snprintf( text, (size_t)capacity, "atan μ = %s°", a );
            break;
        case pileStrike:
            ssFormatNumber( sqrt( 2.0 * GRAVITY * fmax( value - radius, 0.0 ) ), a, sizeof a );
            snprintf( text, (size_t)capacity, "strikes the ground at %s m/s", a );
            break;
        case pileMass:
            ssFormatNumber( 4.0 / 3.0 * SS_PI * radius * radius * radius * value, a, sizeof a );
            snprintf( text, (size_t)capacity, "m = 4/3 π R³ ρ = %s kg", a );
            break;
    }
}
