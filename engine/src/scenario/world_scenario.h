// SPDX-License-Identifier: MIT
#pragma once

#include "scenario/world_rows.h"
#include "slipstick/lab/scenario.h"
#include "slipstick/world.h"

// Services for scenarios that a world simulates.

/// Disturbs all bodies by the sim's noise in the next step, as worldStep does.
void worldShake( ssWorld* world, ssSim* sim );
/// One step of the sim's size. The sim's stage hook is called at the world's stages.
ssWorldReport worldStep( ssWorld* world, ssSim* sim );

/// Why a step did not work (NULL: its numbers say it), and its outcome; `finite`: all numbers shown are.
const char* worldReason( const ssWorld* world, ssStatus status );
ssStepReport worldStepReport( const ssWorld* world, const ssWorldReport* report, bool finite );

/// What ssWorldDef calls theta, by the rows THETA_PARAM, which is `theta`, and SCHEME_PARAM after it.
double worldSchemeOf( const ssSim* sim, int theta );

// Bodies by their slots, which are fixed in most scenarios.
static inline ssBodyState worldBody( const ssWorld* world, int slot )
{
    return ssWorld_Body( world, ssWorld_BodyAt( world, slot ) );
}

static inline const ssShape* worldBodyShape( const ssWorld* world, int slot )
{
    return ssWorld_BodyShape( world, ssWorld_BodyAt( world, slot ) );
}

static inline ssPose worldShapePose( const ssWorld* world, int slot )
{
    return ssWorld_ShapePose( world, ssWorld_BodyAt( world, slot ) );
}

/// Gives all bodies this material.
void worldSetMaterials( ssWorld* world, const ssMaterial* material );

/// Would a world accept this body? A body that is added later is thus refused when the run is created.
ssResult worldTryBody( const ssWorldDef* def, const ssBodyDef* body );

/// Adds the ground plane z = 0 and, where half > 0, four walls at x = ± half and y = ± half [m].
ssResult worldAddGround( ssWorld* world, const ssMaterial* material, double half );

/// Draws a square plate around the origin, with half its side [m], instead of infinite ground.
void worldDrawPlate( const ssDraw* out, double half );

/// Draws bodies and contacts within these flags, after the scenario's bounds and ground.
void worldDrawBodies( const ssWorld* world, const ssDraw* out, uint32_t flags );

/// A body's name after worldAddGround: "ground", "wall 2", "ball 12" (kind "ball" from `first` on).
void worldNameBody( int body, int first, const char* kind, char* text, int capacity );

/// One resultant at the centre of pressure for a world of one body on one plane; false: no force.
bool worldResultant( const ssWorld* world, ssContactView* resultant );

/// The largest of 1, 2, 5, 10, 20 … up to `wanted`: how much to enlarge what is too small to see.
double worldEnlargement( double wanted );

// Hooks of an ssScenario whose state begins with its `ssWorld* world`.
void worldDestroy( void* state );
ssResult worldFreeze( const void* state, const ssSim* sim, ssProblem* problem );
void worldDrag( void* state, const ssSim* sim, const ssDrag* drag );
/// Pulls the body of that slot towards a point of the world, or lets go.
void worldDragBody( ssWorld* world, const ssDrag* drag, ssVec3 target );

/// Sums over the contacts that carry force.
typedef struct WorldLoads
{
    double contacts, sumNormal, maxTangential, maxRolling; ///< [-], [N], [N], [N m]
} WorldLoads;

WorldLoads worldSumLoads( const ssWorld* world );

/// Fills the rows of LEDGER_SIGNALS, potential energy from `datum` [J]; returns the kinetic energy.
double worldFillLedger( const ssWorld* world, double datum, double* row );

/// The typed law of a scenario's world, which has at most one.
typedef struct WorldLaw
{
    bool made;  ///< the world has a law for it
    bool given; ///< that law is typed now
    ssLawId id; ///< of that law
    const ssLawProgram* program;
    double values[SS_LAW_MAX_PARAMS];
} WorldLaw;

/// Takes the simulation's typed law into the world, or takes it out. A refusal leaves everything as it was.
ssResult worldLawAdopt( WorldLaw* law, ssWorld* world, const ssSim* sim );

/// The law of the world that bodies shall own: the typed one, or `otherwise` if there is none.
ssLawId worldLawOr( const WorldLaw* law, ssLawId otherwise );

/// Stores the typed law's values, from which reading makes it again. Call before ssWorld_Serialize.
void worldLawSerialize( WorldLaw* law, ssWorld* world, ssArchive* archive );

/// The typed law of the simulation, or NULL.
const ssLawProgram* worldLawTyped( const ssSim* sim );
