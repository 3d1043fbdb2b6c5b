// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/build.h"

// Where parts are in space: what a ray meets, the box around a part, and resting on what is below. These functions know
// builds alone, no run; a window calls them while somebody builds.

/// The box around a part, in its own coordinates.
SS_API_ANY void ssPart_Box( const ssPart* part, ssVec3* centre, ssVec3* half );

/// The box around a part at a pose of its coordinates, along the axes of the world.
SS_API_ANY ssAabb ssPart_Aabb( const ssPart* part, ssPose pose );

/// Where the ray from `origin` along the unit vector `direction` meets a part whose coordinates are at `pose`. False: nowhere.
/// `distance` and `normal` may be NULL.
SS_API_ANY bool ssPart_Hit(
    const ssPart* part, ssPose pose, ssVec3 origin, ssVec3 direction, double* distance, ssVec3* normal );

/// Lowers a part until it touches the ground or a part of the build below, or lifts it first out of what it overlaps. `poses`
/// are those of the parts of the build, NULL: as given. A part of the same number is passed over. Returns the new height of its
/// origin, or the old one where nothing is below.
SS_API_OBJECT double ssBuild_RestHeight( const ssBuild* build, const ssPose* poses, const ssPart* part );

/// Reads points of a hull: three numbers each, between them blanks, commas, semicolons, brackets or line ends.
SS_API_ANY SS_CHECKED ssResult ssParsePoints( const char* text, ssVec3* points, int capacity, int* count );
