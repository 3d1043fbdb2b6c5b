// SPDX-License-Identifier: MIT
#include "gauss_seidel/gs_contact.h"

// Packs contacts between spheres into groups, in scaled units.

/// What a coupled group needs beyond a sphere group.
static void packCoupling(
    const ssGs* gs, int kind, const gsSphereContact* sphere, coupledSphereGroup* g, int lane )
{
    double length = gs->length;
    double wr = sphere->wr * length * length, wc = sphere->wc * length, kappa = gsCouplingOf( sphere );
    double stepR = wr > 0.0 ? 1.0 / wr : 0.0;
    simdSet( &g->wt, lane, sphere->wt );
    simdSet( &g->wr, lane, wr );
    simdSet( &g->wc, lane, wc );
    simdSet( &g->stepS, lane, stepR );
    if ( gsIsRelaxed( kind ) )
    {
        // A metric enlarged by 1 + kappa is no smaller than W_aa.
        simdSet( &g->ratioT, lane, ( 1.0 + kappa ) * sphere->wt / sphere->wn );
        simdSet( &g->ratioR, lane, ( 1.0 + kappa ) * wr / sphere->wn );
        simdSet( &g->ratioS, lane, wr / sphere->wn );
        simdSet( &g->sphere.stepT, lane, 1.0 / ( ( 1.0 + kappa ) * sphere->wt ) );
        simdSet( &g->sphere.stepR, lane, stepR / ( 1.0 + kappa ) );
    }
    else
    {
        double det = sphere->wt * wr - wc * wc;
        simdSet( &g->jt, lane, wr > 0.0 ? wr / det : 1.0 / sphere->wt );
        simdSet( &g->jr, lane, wr > 0.0 ? sphere->wt / det : 0.0 );
        simdSet( &g->jc, lane, wr > 0.0 ? wc / det : 0.0 );
    }
}

/// The part of q across and about the normal that the free velocities do not give.
static void packBias( const ssGs* gs, const gsGeometry* at, int i, biasedSphereGroup* g, int lane )
{
    double bias[6] = { 0 };
    gsBiasOf( gs, at, i, bias );
    ssVec3 u = ssVec3_MulAdd( ssVec3_Scale( bias[1], at->t1 ), bias[2], at->t2 );
    ssVec3 w =
        ssVec3_MulAdd( ssVec3_MulAdd( ssVec3_Scale( bias[3], at->t1 ), bias[4], at->t2 ), bias[5], at->n );
    w = ssVec3_Scale( gs->length, w );
    simd3Set( &g->biasU, lane, u.x, u.y, u.z );
    simd3Set( &g->biasW, lane, w.x, w.y, w.z );
}

void gsPackEqual( const gsPass* pass, equalGroup* g, int lane, int i )
{
    gsSphereData data = gsSphereDataOf( pass->gs, i );
    const gsGeometry* at = &data.at;
    gsReaction start = gsStartOf( pass, at, i );
    const gsBody* body = &pass->gs->bodies[at->b];
    double inverseMass = body->inverseMass, inverseInertia = body->inverseInertia,
           ratio = inverseInertia / inverseMass, r = data.sphere.rb, k = r * ratio;
    g->a[lane] = at->a;
    g->b[lane] = at->b;
    simd3Set( &g->n, lane, at->n.x, at->n.y, at->n.z );
    simdSet( &g->r, lane, r );
    simdSet( &g->k, lane, k );
    simdSet( &g->bias, lane, data.bias );
    simdSet( &g->mu, lane, data.mu );
    simdSet( &g->rollBound, lane, data.muRoll * ratio );
    simdSet( &g->spinBound, lane, data.muSpin * ratio );
    simdSet( &g->stepT, lane, 0.5 / ( 1.0 + r * k ) );
    simd3Set( &g->f, lane, inverseMass * start.f.x, inverseMass * start.f.y, inverseMass * start.f.z );
    simd3Set(
        &g->m, lane, inverseInertia * start.m.x, inverseInertia * start.m.y, inverseInertia * start.m.z );
}

void gsPackSphere( const gsPass* pass, int kind, sphereGroup* g, int lane, int i )
{
    const ssGs* gs = pass->gs;
    gsSphereData data = gsSphereDataOf( gs, i );
    const gsGeometry* at = &data.at;
    const gsSphereContact* sphere = &data.sphere;
    gsReaction start = gsStartOf( pass, at, i );
    g->a[lane] = at->a >= 0 ? at->a : gsDummyBody( gs, kind );
    g->b[lane] = at->b;
    simd3Set( &g->n, lane, at->n.x, at->n.y, at->n.z );
    simdSet( &g->ra, lane, sphere->ra );
    simdSet( &g->rb, lane, sphere->rb );
    simdSet( &g->bias, lane, data.bias );
    simdSet( &g->mu, lane, data.mu );
    simdSet( &g->muRoll, lane, data.muRoll );
    simdSet( &g->muSpin, lane, data.muSpin );
    double wr = sphere->wr * gs->length * gs->length;
    simdSet( &g->stepN, lane, 1.0 / sphere->wn );
    simdSet( &g->stepT, lane, 1.0 / sphere->wt );
    // This is zero where no body can rotate: moments then have no effect and stay as they are.
    simdSet( &g->stepR, lane, wr > 0.0 ? 1.0 / wr : 0.0 );
    simd3Set( &g->f, lane, start.f.x, start.f.y, start.f.z );
    simd3Set( &g->m, lane, start.m.x, start.m.y, start.m.z );
    if ( kind != gs_pair ) { packCoupling( gs, kind, sphere, (coupledSphereGroup*)(void*)g, lane ); }
    if ( kind >= gs_biased ) { packBias( gs, at, i, (biasedSphereGroup*)(void*)g, lane ); }
}
