// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/shape.h"

#include <stdatomic.h>

// A convex polyhedron in its principal axes: hull_build.c finds its faces, hull.c weighs and queries it.

enum
{
    hullMaxVertices = SS_HULL_MAX_POINTS,
    hullMaxFaces = 2 * hullMaxVertices - 4,
    hullMaxEdges = 3 * hullMaxVertices - 6,
    hullOutline = 8 // corners of a face that contacts see
};

typedef struct HullFace
{
    ssVec3 normal;    ///< unit, outward
    double offset;    ///< n · x = offset on the face [m]
    int first, count; ///< of its corners, counter-clockwise about the normal
    int outlineCount;
    int outline[hullOutline]; ///< the corners that span most of its area, in the same order
} HullFace;

typedef struct HullEdge
{
    int a, b;        ///< vertices
    int left, right; ///< faces: `left` has it from a to b
} HullEdge;

struct ssHull
{
    atomic_int users;
    int vertexCount, faceCount, edgeCount;
    ssVec3 vertices[hullMaxVertices];
    HullFace faces[hullMaxFaces];
    HullEdge edges[hullMaxEdges];
    int corners[2 * hullMaxEdges]; ///< the faces' vertices, one face after another
    double volume;
    ssVec3 inertia;      ///< per unit of mass, principal
    double outer, inner; ///< radii of the spheres about the centre of mass around and inside it
    int sourceCount;
    /// the points that it was made of, of which a saved world makes it again
    ssVec3 source[SS_HULL_MAX_POINTS];
};

/// Finds vertices, faces (without outlines), edges and corners of the hull of `count` points.
ssResult hullBuild( const ssVec3* points, int count, ssHull* hull );

/// The vertex farthest along d.
int hullSupport( const ssHull* hull, ssVec3 d );
/// The signed distance of a point from the surface, and the unit vector from the surface to it.
double hullDistance( const ssHull* hull, ssVec3 p, ssVec3* out );
