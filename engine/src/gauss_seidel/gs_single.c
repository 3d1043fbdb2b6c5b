// SPDX-License-Identifier: MIT
#include "gauss_seidel/gs_single.h"

#include <string.h>

// When passes are made in single precision, and what they begin and end with.

// Least tolerance, far above the rounding of single precision, which grows with the height of piles.
#define TOLERANCE_MIN 1e-5
#define LARGE_TOLERANCE_MIN 5e-5
#define LARGE_CONTACTS 6000

// Passes made whatever comes of them (tolerance 0). Rounding leaves some 1e-6: 1e-7 times how many spheres
// lie on each other. More passes, or few contacts, come near that; then all digits are meant.
#define FIXED_PASSES_MAX 1000
#define FIXED_CONTACTS_MIN 1000

// Largest ratio of w_n: a heavy body loses digits of what light ones do; of seven, the law keeps three.
#define MASS_RATIO_MAX 1e4

// What rounding leaves of the residual over the speeds of the bodies over |q|: where fast bodies hardly move
// against each other, as a ball that rolls in a groove, little of seven digits is left for the contacts.
#define MOTION_ROUNDING 3e-7

bool gsSingleServes( const ssGs* gs, const ssGsOptions* options )
{
    bool few = options->tolerance == 0.0 && options->maxPasses <= FIXED_PASSES_MAX &&
        gs->contacts >= FIXED_CONTACTS_MIN;
    double least = gs->contacts > LARGE_CONTACTS ? LARGE_TOLERANCE_MIN : TOLERANCE_MIN;
    bool digits =
        ( options->tolerance >= least && options->tolerance >= MOTION_ROUNDING * gs->motion ) || few;
    bool kernels = gs->contacts > 0 && gs->notSingle == 0 && gs->rowCount == 0;
    return options->single && options->accelerate && digits && kernels && gs->qNorm > 0.0 &&
        gs->wnMax <= MASS_RATIO_MAX * gs->wnMin;
}

void gsSingleBegin( ssGs* gs )
{
    // |q|² as yet: gsPack takes the root.
    double speed = sqrt( gs->qNorm / (double)gs->contacts );
    gs->singleStorage = ( gsSingle ){ .speed = speed, .impulse = speed * gs->step };
    gs->single = speed > 0.0 && gs->singleStorage.impulse > 0.0 ? &gs->singleStorage : NULL;
}

bool gsSingleReserve( ssGs* gs, const int groups[GS_FAMILIES] )
{
    gsSingle* own = gs->single;
    size_t bodies = ( (size_t)gs->bodyCount + GS_DUMMY_BODIES ) * sizeof( singleBody ),
           equal = (size_t)groups[0] * sizeof( singleEqualGroup ),
           pairs = (size_t)groups[1] * sizeof( singleGroup ),
           coupled = (size_t)groups[2] * sizeof( singleGroup ),
           low = (size_t)gs->totalGroups * sizeof( singleNumbers );
    own->bodies = gsReserveForBodies( gs, bodies );
    own->previousBodies = gsReserveForBodies( gs, bodies );
    char* all = gsReserve( gs, equal + pairs + coupled + low );
    if ( own->bodies == NULL || own->previousBodies == NULL || all == NULL ) { return false; }
    own->equal = (singleEqualGroup*)(void*)all;
    own->pairs = (singleGroup*)(void*)( all + equal );
    own->coupled = (singleGroup*)(void*)( all + equal + pairs );
    own->low = (singleNumbers*)(void*)( all + equal + pairs + coupled );
    return true;
}

static gsSums keepReactions( const gsPass* pass, int kind, int first, int last )
{
    int now = pass->gs->single->now;
    for ( int i = first; i < last; ++i )
    {
        singleReactions* p = gsSingleView( pass->gs, kind, i ).p;
        p[!now] = p[now];
    }
    return ( gsSums ){ 0.0, 0.0 };
}

static void keepBodies( void* context, int block, int first, int last )
{
    const gsSingle* own = ( (const ssGs*)context )->single;
    (void)block;
    memcpy(
        own->previousBodies + first, own->bodies + first, (size_t)( last - first ) * sizeof( singleBody ) );
}

void gsSingleKeep( ssGs* gs )
{
    gsPass pass = { .gs = gs };
    gsForAllGroupsAtOnce( &pass, keepReactions );
    ssParallelFor( gs->bodyCount, GS_BODIES, keepBodies, gs );
}

void gsSingleExtrapolateBodies( void* context, int block, int first, int last )
{
    const gsPass* pass = context;
    const gsSingle* own = pass->gs->single;
    const wide beta = wideOf( (float)pass->beta );
    wide *x = (wide*)(void*)( own->bodies + first ),
         *previous = (wide*)(void*)( own->previousBodies + first );
    (void)block;
    for ( int i = 0; i < 2 / WIDE_SINGLES * ( last - first ); ++i )
    {
        wide now = x[i];
        x[i] = now + beta * ( now - previous[i] );
        previous[i] = now;
    }
}

void gsSingleLeave( ssGs* gs )
{
    double* p = gsReserve( gs, (size_t)ssProblem_Size( gs->problem ) * sizeof( double ) );
    if ( p == NULL ) { return; }
    gsReadOut( gs, p );
    gs->plan = ( ssGsOptions ){ .single = false };
    ssResult result = gsPack( gs, gs->problem, p );
    if ( result.code == ss_ok ) { gsRefreshVelocities( gs ); }
}
