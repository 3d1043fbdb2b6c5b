// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/build.h"

// Where parts are in space: what a ray meets, the box around a part, and resting on what is below. These
// functions know builds alone, no run; a window calls them while somebody builds.

/// The box around a part, in its own coordinates.
SS_API_ANY void ssPart_Box( const ssPart* part, ssVec3* centre, ssVec3* half );

/// The box around a part at a pose of its coordinates, along the axes of the world.
SS_API_ANY ssAabb ssPart_Aabb( const ssPart* part, ssPose pose );

/// Where the ray from `origin` along the unit vector `direction` meets a part whose coordinates are at
/// `pose`. False: nowhere. `distance` and `normal` may be NULL.
SS_API_ANY bool ssPart_Hit(
    const ssPart* part, ssPose pose, ssVec3 origin, ssVec3 direction, double* distance, ssVec3* normal );

/// Lowers a part until it touches the ground or a part of the build below, or lifts it first out of what it
/// overlaps. `poses` are those of the parts of the build, NULL: as given. A part of the same number is passed
/// over. Returns the new height of its origin, or the old one where nothing is below.
SS_API_OBJECT double ssBuild_RestHeight( const ssBuild* build, const ssPose* poses, const ssPart* part );

/// What a ray meets among the parts of a build and its ground.
typedef struct ssBuildHit
{
    int part; ///< its number; 0: the ground
    ssVec3 point, normal;
} ssBuildHit;

/// Follows a ray from `origin` along the unit vector `direction`. The part number `ignore`
/// does not answer. False: it meets nothing.
SS_API_OBJECT bool ssBuild_CastRay(
    const ssBuild* build, const ssPose* poses, int ignore, ssVec3 origin, ssVec3 direction, ssBuildHit* hit );

/// The normal of the surface on which a part stands; upwards where nothing is right below it.
SS_API_OBJECT ssVec3 ssBuild_Support( const ssBuild* build, const ssPose* poses, const ssPart* part );

/// Puts a part, which stands on a surface with the normal `up`, onto the surface that a ray has met: its foot
/// is at the point, it is turned as the surfaces are, and it overlaps nothing (ssBuild_FreePlace). At a wall,
/// which would not hold it, it stands beside the point on what is below.
SS_API_OBJECT void ssBuild_Land(
    const ssBuild* build, const ssPose* poses, const ssBuildHit* onto, ssVec3 up, ssPart* part );

/// Moves a part to the nearest place that is found where it overlaps no other one and, unless it is fixed,
/// not the ground. What a joint connects to it, and what the part of its number in the build overlaps
/// already, do not count. Returns 0 where it could stay, else the number of a part that was in the way, -1:
/// the ground.
SS_API_OBJECT int ssBuild_FreePlace( const ssBuild* build, const ssPose* poses, ssPart* part );

/// Reads points of a hull: three numbers each, between them blanks,
/// commas, semicolons, brackets or line ends.
SS_API_ANY SS_CHECKED ssResult ssParsePoints( const char* text, ssVec3* points, int capacity, int* count );
