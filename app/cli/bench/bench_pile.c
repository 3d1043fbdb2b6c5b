// SPDX-License-Identifier: MIT
#include "cli/bench/bench_pile.h"
#include "slipstick/rng.h"

// Builds layers of spheres in a container, at rest or loose.

#define INTERVAL 12 // steps between two spheres poured onto a heap

const ssMaterial pile_gravel = { .mu = 0.6, .muRoll = 0.01, .muSpin = 0.01 };

static void add( ssWorld* world, const ssBodyDef* def, ssResult* result )
{
    *result = result->code == ss_ok ? ssWorld_AddBody( world, def, NULL ) : *result;
}

/// A floor and four walls, `width` apart.
static void addContainer( ssWorld* world, double width, ssResult* result )
{
    ssBodyDef plane = ssDefaultBodyDef();
    plane.shape = ssPlaneShape();
    plane.kind = ss_bodyStatic;
    plane.material = pile_gravel;
    add( world, &plane, result );
    for ( int k = 0; k < 4; ++k )
    {
        ssVec3 turn = k < 2 ? ssVec3_Make( k == 0 ? 1.0 : -1.0, 0.0, 0.0 )
                            : ssVec3_Make( 0.0, k == 2 ? 1.0 : -1.0, 0.0 );
        plane.pose.orientation = ssQuat_FromRotationVector( ssVec3_Scale( 0.5 * SS_PI, turn ) );
        ssVec3 normal = ssQuat_Rotate( plane.pose.orientation, ssVec3_Make( 0.0, 0.0, 1.0 ) );
        plane.pose.position = ssVec3_Scale( -0.5 * width, normal );
        add( world, &plane, result );
    }
}

double pileWidth( const pileLayers* layers )
{
    return PILE_DIAMETER * ( layers->side * layers->spacing + 1.0 );
}

ssResult pileMakeLayers( const pileLayers* layers, int passes, int contacts, ssWorld** world )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.tolerance = 0.0;
    def.maxIterations = passes;
    def.bodyCapacity = layers->count + 5;
    def.contactCapacity = contacts;
    ssResult result = ssCreateWorld( &def, world );
    if ( result.code != ss_ok ) { return result; }
    int side = layers->side;
    double step = layers->spacing * PILE_DIAMETER;
    addContainer( *world, pileWidth( layers ), &result );
    ssRng rng = ssSeedRng( 1 );
    ssBodyDef ball = ssDefaultBodyDef();
    ball.shape = ssSphereShape( 0.5 * PILE_DIAMETER );
    ball.density = PILE_DENSITY;
    ball.material = pile_gravel;
    for ( int i = 0; i < layers->count && result.code == ss_ok; ++i )
    {
        int layer = i / side / side;
        double aside = layers->staggered && layer % 2 == 1 ? 0.5 * step : 0.0;
        double dx = layers->shake * PILE_DIAMETER * ( ssRng_Uniform( &rng ) - 0.5 ) + aside,
               dy = layers->shake * PILE_DIAMETER * ( ssRng_Uniform( &rng ) - 0.5 ) + aside;
        ball.pose.position = ssVec3_Make( ( i % side + 0.5 ) * step + dx - 0.5 * side * step,
            ( i / side % side + 0.5 ) * step + dy - 0.5 * side * step,
            PILE_DIAMETER * ( 0.5 + layer * layers->height ) );
        add( *world, &ball, &result );
    }
    return result;
}

ssResult pileMakeHeap(
    int count, int rest, const ssMaterial* material, const ssLawDef* own, ssLawId* law, ssWorld** world )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.tolerance = 1e-4;
    def.maxIterations = 2000;
    def.bodyCapacity = PILE_HEAP + 1;
    def.contactCapacity = 2 * PILE_HEAP;
    ssResult result = ssCreateWorld( &def, world );
    ssBodyDef plate = ssDefaultBodyDef(), ball = ssDefaultBodyDef();
    if ( own != NULL && result.code == ss_ok )
    {
        result = ssWorld_AddLaw( *world, own, law );
        plate.law = ball.law = *law;
    }
    plate.shape = ssPlaneShape();
    plate.kind = ss_bodyStatic;
    plate.material = ball.material = *material;
    ball.shape = ssSphereShape( 0.01 );
    ball.density = 1300.0;
    ball.velocity.z = -1.7; // fast enough to be out of the way of the next one
    add( *world, &plate, &result );
    ssRng rng = ssSeedRng( 1 );
    for ( int i = 0; i < INTERVAL * count + rest && result.code == ss_ok; ++i )
    {
        if ( i % INTERVAL == 0 && i / INTERVAL < count )
        {
            double y = 0.02 * ( ssRng_Uniform( &rng ) - 0.5 ), x = 0.02 * ( ssRng_Uniform( &rng ) - 0.5 );
            ball.pose.position = ssVec3_Make( x, y, 0.2 );
            add( *world, &ball, &result );
        }
        ssWorld_Step( *world, 1e-3 );
    }
    return result;
}
