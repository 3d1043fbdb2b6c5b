// SPDX-License-Identifier: MIT
#include "law/law_private.h"

// Planar laws of Walker & Leine Sec. 3. D: C (associated), a circle (collinear), any convex set (extended).

static ssResult prepareAssociated( const ssLawDef* def, ssLaw* law )
{
    law->cForce = def->cForce;
    SS_TRY( lawMakeSet( &def->c, "c_", &law->c ) );
    lawShareSets( law );
    return lawNeedConvex( &law->c, "c_", "the associated law needs the normals of C" );
}

/// C is replaced by the ellipse with its semi-axes.
static ssResult prepareAssociatedEllipse( const ssLawDef* def, ssLaw* law )
{
    ssLawDef ellipse = *def;
    switch ( def->c.kind )
    {
        case ss_setEllipse:
        case ss_setRectangle:
        case ss_setSuperellipse: break;
        case ss_setCircle: ellipse.c.b = def->c.a; break;
        case ss_setStadium: ellipse.c.a = def->c.l + def->c.e; break;
        default:
            return ssError( ss_errorValue, "c_kind",
                "c_kind = %s has no semi-axes for associated-ellipse; allowed: circle, ellipse, rectangle, "
                "superellipse or stadium",
                def->c.kind >= 0 && (int)def->c.kind < ssSetKindTotal() ? ssSetKindName( def->c.kind )
                                                                        : "?" );
    }
    ellipse.c.kind = ss_setEllipse;
    return prepareAssociated( &ellipse, law );
}

/// The force opposes the velocity and lies on the boundary of C (Walker & Leine Eqs. 38-42). D is the largest
/// circle inside C; only the inclusion needs it.
static ssLawForce slipCollinear( const ssLaw* law, ssVec2 direction, double speed )
{
    (void)speed;
    return ( ssLawForce ){ .force = ssVec2_Scale( 1.0 / ssSet_Gauge( &law->c, direction ), direction ) };
}

static ssResult prepareCollinear( const ssLawDef* def, ssLaw* law )
{
    law->cForce = def->cForce;
    SS_TRY( lawMakeSet( &def->c, "c_", &law->c ) );
    ssSetDef circle = ssDefaultSetDef( ss_setCircle );
    circle.a = 1.0;
    ssSet d;
    SS_TRY( ssMakeSet( &circle, &d ) );
    // The law defines the circle itself, so its size cannot be wrong.
    law->def.strict = false;
    return lawScaleIntoReservoir( law, &d );
}

static ssResult prepareExtended( const ssLawDef* def, ssLaw* law )
{
    law->cForce = def->cForce;
    SS_TRY( lawMakeSet( &def->c, "c_", &law->c ) );
    ssSet d;
    SS_TRY( lawMakeSet( &def->d, "d_", &d ) );
    ssResult result = lawNeedConvex( &d, "d_", "sliding directions are normals of D" );
    if ( result.code != ss_ok )
    {
        ssSet_Destroy( &d );
        return result;
    }
    return lawScaleIntoReservoir( law, &d );
}

const ssLawType ss_lawTypeAssociated = { ss_lawKindAssociated, "associated",
    "velocity normal to any convex C", "Walker & Leine Def. 12, Eqs. 27-37", .needs = ss_needsC,
    .flags = ss_lawFlagAnisotropic, LAW_OF_ROWS( 3, 6 ), LAW_LIKE_COULOMB, .prepare = prepareAssociated };

const ssLawType ss_lawTypeAssociatedEllipse = { ss_lawKindAssociatedEllipse, "associated-ellipse",
    "velocity normal to the ellipse with the semi-axes of C", "Walker & Leine Eq. 34, Sec. 5.3",
    .needs = ss_needsC, .flags = ss_lawFlagAnisotropic, LAW_OF_ROWS( 3, 6 ), LAW_LIKE_COULOMB,
    .prepare = prepareAssociatedEllipse };

const ssLawType ss_lawTypeCollinear = { ss_lawKindCollinear, "collinear",
    "force against the velocity, any star-shaped C", "Walker & Leine Def. 15, Eqs. 38-44", .needs = ss_needsC,
    LAW_OF_SETS, .prepare = prepareCollinear, .slip = slipCollinear };

const ssLawType ss_lawTypeExtended = { ss_lawKindExtended, "extended",
    "extended normal cone inclusion: force in star-shaped C, velocity normal to convex D",
    "Walker & Leine Def. 16, Eqs. 55-70, 84", .needs = ss_needsC | ss_needsD, LAW_OF_SETS,
    .prepare = prepareExtended };
