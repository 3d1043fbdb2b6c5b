// SPDX-License-Identifier: MIT
#include "law/law_private.h"

// The transformation law of Walker & Leine Eqs. 53-54: C and D are superellipses with the same axes and
// exponent s, T = diag(p_i/a_i), and T^s gamma in N_C(f). It equals the extended law of the same sets
// (tested) and exists because the literature states it in this form.

static double exponentOf( const ssSetDef* def ) { return def->kind == ss_setSuperellipse ? def->s : 2.0; }

static ssResult checkShape( const ssSetDef* def, const char* prefix )
{
    bool known = def->kind == ss_setCircle || def->kind == ss_setEllipse || def->kind == ss_setSuperellipse;
    if ( known == false )
    {
        return ssError( ss_errorValue, "kind",
            "%skind = %s: the transformation law needs superellipses; allowed: circle, "
            "ellipse or superellipse; nearest: superellipse",
            prefix, def->kind >= 0 && (int)def->kind < ssSetKindTotal() ? ssSetKindName( def->kind ) : "?" );
    }
    if ( def->offsetX != 0.0 || def->offsetY != 0.0 )
    {
        return ssError( ss_errorValue, "offset_x",
            "%soffset = (%.6g, %.6g): the transformation law needs centred sets; nearest: (0, 0)", prefix,
            def->offsetX, def->offsetY );
    }
    return ssOk();
}

static ssResult prepareTransformed( const ssLawDef* def, ssLaw* law )
{
    SS_TRY( checkShape( &def->c, "c_" ) );
    SS_TRY( checkShape( &def->d, "d_" ) );
    double s = exponentOf( &def->c );
    if ( s != exponentOf( &def->d ) )
    {
        return ssError( ss_errorValue, "d_s",
            "d_s = %.6g: C and D need the same exponent; nearest: d_s = %.6g", exponentOf( &def->d ), s );
    }
    bool circles = def->d.kind == ss_setCircle || def->c.kind == ss_setCircle;
    double turn = remainder( def->d.rotationDeg - def->c.rotationDeg, 180.0 );
    if ( circles == false && turn != 0.0 )
    {
        return ssError( ss_errorValue, "d_rotation_deg",
            "d_rotation_deg = %.6g: C and D need the same axes; nearest: d_rotation_deg = %.6g",
            def->d.rotationDeg, def->c.rotationDeg );
    }
    law->cForce = def->cForce;
    SS_TRY( lawMakeSet( &def->c, "c_", &law->c ) );
    ssSet d;
    SS_TRY( lawMakeSet( &def->d, "d_", &d ) );
    return lawScaleIntoReservoir( law, &d );
}

static ssLawForce slipTransformed( const ssLaw* law, ssVec2 direction, double speed )
{
    (void)speed;
    const ssSetDef *c = &law->c.def, *d = &law->d.def;
    // If C is a circle, the rotation is that of D.
    bool byD = c->kind == ss_setCircle;
    double cosine = byD ? law->d.cosRotation : law->c.cosRotation;
    double sine = byD ? law->d.sinRotation : law->c.sinRotation;
    double cb = c->kind == ss_setCircle ? c->a : c->b, db = d->kind == ss_setCircle ? d->a : d->b;
    // Only the ratio of the stretches matters. The larger is 1, so that a power of 200 cannot overflow.
    double t1 = d->a / c->a, t2 = db / cb, largest = ssMax( t1, t2 ), s = exponentOf( c );
    double g1 = ( cosine * direction.x + sine * direction.y ) * ssPow( t1 / largest, s );
    double g2 = ( cosine * direction.y - sine * direction.x ) * ssPow( t2 / largest, s );
    // In the frame of C, as a rotation would mix components that differ by orders of magnitude.
    ssSet frame = law->c;
    frame.cosRotation = 1.0;
    frame.sinRotation = 0.0;
    ssLawForce slip = { .setValued = false };
    ssVec2 f;
    ssSet_Support( &frame, ssVec2_Make( g1, g2 ), &f, &slip.setValued );
    slip.force = ssVec2_Make( cosine * f.x - sine * f.y, sine * f.x + cosine * f.y );
    return slip;
}

const ssLawType ss_lawTypeTransformed = { ss_lawKindTransformed, "transformed",
    "superellipses C and D of one exponent, by a stretch of the velocity", "Walker & Leine Eqs. 53-54",
    .needs = ss_needsC | ss_needsD, LAW_OF_SETS, .prepare = prepareTransformed, .slip = slipTransformed };
