// SPDX-License-Identifier: MIT
#include "base/facets.h"
#include "law/law_private.h"

// The isotropic laws: a circle in the sliding plane, or a polygon that approximates it. At a given load the
// relaxed law equals Coulomb's; only its normal velocity in sliding differs (ssLaw_Dilation).

/// The support point of a circle, without the detour through its set.
static ssLawForce slipCircle( const ssLaw* law, ssVec2 direction, double speed )
{
    (void)speed;
    return ( ssLawForce ){ .force = ssVec2_Scale( law->def.mu, direction ) };
}

#define A_CIRCLE .needs = ss_needsMu, LAW_LIKE_COULOMB, .prepare = lawUseCircle, .slip = slipCircle

const ssLawType ss_lawTypeCoulomb = { ss_lawKindCoulomb, "coulomb", "isotropic Coulomb friction",
    "Walker & Leine Def. 14; Acary & Bourrier Sec. 2", .flags = ss_lawFlagCoulomb, LAW_OF_ROWS( 3, 3 ),
    A_CIRCLE };

const ssLawType ss_lawTypeCoulombRolling = { ss_lawKindCoulombRolling, "coulomb-rolling",
    "Coulomb friction and rolling resistance", "Acary & Bourrier Eqs. 1-21; Tasora & Anitescu Eq. 5",
    .flags = ss_lawFlagCoulomb | ss_lawFlagRolling, LAW_OF_ROWS( 5, 5 ), A_CIRCLE };

const ssLawType ss_lawTypeCoulombSpinning = { ss_lawKindCoulombSpinning, "coulomb-spinning",
    "Coulomb friction, rolling and spinning resistance", "Tasora & Anitescu Sec. 2, Eqs. 5-8",
    .flags = ss_lawFlagCoulomb | ss_lawFlagRolling | ss_lawFlagSpinning, LAW_OF_ROWS( 6, 6 ), A_CIRCLE };

const ssLawType ss_lawTypeRelaxed = { ss_lawKindRelaxed, "relaxed",
    "convex relaxation: Coulomb's law without the De Saxcé term, dilatant",
    "Tasora & Anitescu Sec. 4; Acary & Bourrier remark 1", .flags = ss_lawFlagCoulomb | ss_lawFlagRelaxed,
    LAW_OF_ROWS( 3, 6 ), A_CIRCLE };

const ssLawType ss_lawTypeEllipsoidal = { ss_lawKindEllipsoidal, "ellipsoidal",
    "one ellipsoid for force and moments together", "MuJoCo's elliptic cone: sum (f_i/mu_i)^2 <= r_N^2",
    .flags = ss_lawFlagEllipsoidal, LAW_OF_ROWS( 3, 6 ), A_CIRCLE };

/// k directions over half a circle give 2k edges |e_j·x| <= mu r_N of a polygon around the
/// circle, which exceeds it by a factor of up to 1/cos(pi/2k). If the polygon is inscribed, the
/// directions are its corners (Stewart & Trinkle).
static ssResult preparePolyhedral( const ssLawDef* def, ssLaw* law )
{
    int k = def->facets;
    if ( k < SS_CONE_MIN_FACETS || k > SS_CONE_MAX_FACETS )
    {
        return ssError( ss_errorValue, "k", "k = %d; allowed: %d <= k <= %d; nearest: %d", k,
            SS_CONE_MIN_FACETS, SS_CONE_MAX_FACETS,
            k < SS_CONE_MIN_FACETS ? SS_CONE_MIN_FACETS : SS_CONE_MAX_FACETS );
    }
    if ( isfinite( def->facetDeg ) == false )
    {
        return ssError( ss_errorValue, "facet_deg", "facet_deg is not a finite number" );
    }
    law->cForce = 1.0;
    law->frictionless = def->mu == 0.0;
    ssVec2 corners[2 * SS_CONE_MAX_FACETS];
    facetCorners(
        k, def->facetDeg * SS_PI / 180.0, def->inscribed, law->frictionless ? 1.0 : def->mu, corners );
    ssSetDef polygon = ssDefaultSetDef( ss_setPolygon );
    polygon.points = corners;
    polygon.pointCount = 2 * k;
    ssResult result = ssMakeSet( &polygon, &law->c );
    lawShareSets( law );
    return result;
}

const ssLawType ss_lawTypePolyhedral = { ss_lawKindPolyhedral, "polyhedral",
    "a polygon of 2k edges instead of the circle",
    "Peiret et al. Eqs. 3-8; inscribed: Stewart & Trinkle 1996", .needs = ss_needsMu | ss_needsFacets,
    .flags = ss_lawFlagPolyhedral, LAW_OF_ROWS( 3, 6 ), LAW_LIKE_COULOMB, .prepare = preparePolyhedral };
