// SPDX-License-Identifier: MIT
#include "law/law_private.h"

// The law of springs over parallel wedges (Walker & Leine Sec. 3.3). The functions H of Walker & Leine Eq.
// 49, which the paper leaves to a reference, are derived here. On a flank of inclination beta a spring that
// moves by (cos phi, sin phi) in the plane slides within the flank along
//     (c, w) = (cos phi/cos beta, sin phi)/n,  n = sqrt( cos²phi/cos²beta + sin²phi ),
// so that friction on the flank is mu (c, w) times its normal force. Walker
// & Leine Eqs. 45-47 turn it into the plane:
//     H_1 = ( sin beta + mu c cos beta )/( cos beta - mu c sin beta ),
//     H_2 = mu w/( cos beta - mu c sin beta ).
// The other flank has the inclination -beta. The flanks of a wedge are equally high, so their widths and
// their shares of the load are proportional to 1/tan of their angles. The force tan(beta) of a frictionless
// flank then cancels. Equal flanks carry half of the load each, and their sum is
//     f_1 = mu c/(cos²beta - mu²c² sin²beta),   f_2 = mu w cos beta/(cos²beta - mu²c² sin²beta).

static ssVec2 flankForce( double mu, double beta, double c, double s )
{
    double cosine = ssCos( beta ), sine = ssSin( beta );
    double n = ssHypot( c / cosine, s );
    double along = c / ( cosine * n ), across = s / n;
    double bottom = cosine - mu * along * sine;
    return ssVec2_Make( ( sine + mu * along * cosine ) / bottom, mu * across / bottom );
}

static ssVec2 wedgeForce( double mu, double beta, double beta2, double c, double s )
{
    if ( beta == beta2 )
    {
        double cosine = ssCos( beta ), sine = ssSin( beta );
        double n = ssHypot( c / cosine, s );
        double along = c / ( cosine * n ), across = s / n;
        double bottom = cosine * cosine - mu * mu * along * along * sine * sine;
        return ssVec2_Make( mu * along / bottom, mu * across * cosine / bottom );
    }
    double t1 = ssTan( beta ), t2 = ssTan( beta2 );
    ssVec2 up = flankForce( mu, beta, c, s ), down = flankForce( mu, -beta2, c, s );
    return ssVec2_Make(
        ( t2 * up.x + t1 * down.x ) / ( t1 + t2 ), ( t2 * up.y + t1 * down.y ) / ( t1 + t2 ) );
}

static double otherFlank( const ssSetDef* def )
{
    return isnan( def->beta2Deg ) ? def->betaDeg : def->beta2Deg;
}

static ssVec2 asperityForce( const ssLaw* law, ssVec2 direction )
{
    const ssSetDef* def = &law->c.def;
    double c = law->c.cosRotation * direction.x + law->c.sinRotation * direction.y;
    double s = law->c.cosRotation * direction.y - law->c.sinRotation * direction.x;
    ssVec2 f = wedgeForce( def->mu, def->betaDeg * SS_PI / 180.0, otherFlank( def ) * SS_PI / 180.0, c, s );
    return ssVec2_Make( def->scale * ( law->c.cosRotation * f.x - law->c.sinRotation * f.y ),
        def->scale * ( law->c.sinRotation * f.x + law->c.cosRotation * f.y ) );
}

static ssLawForce slipAsperity( const ssLaw* law, ssVec2 direction, double speed )
{
    (void)speed;
    return ( ssLawForce ){ .force = asperityForce( law, direction ) };
}

/// d flankForce/d phi; c = cos phi, s = sin phi. The angle of (along, across) changes by 1/(n² cos beta).
static ssVec2 flankSlope( double mu, double beta, double c, double s )
{
    double cosine = ssCos( beta ), sine = ssSin( beta );
    double n = ssHypot( c / cosine, s );
    double along = c / ( cosine * n ), across = s / n, turn = 1.0 / ( n * n * cosine );
    double bottom = cosine - mu * along * sine, fall = mu * sine * across * turn;
    double top = sine + mu * along * cosine, topSlope = -mu * cosine * across * turn;
    return ssVec2_Make( ( topSlope * bottom - top * fall ) / ( bottom * bottom ),
        mu * ( along * turn * bottom - across * fall ) / ( bottom * bottom ) );
}

static void flowAsperity( const ssLaw* law, ssVec2 direction, ssVec2* force, ssVec2* slope )
{
    const ssSetDef* def = &law->c.def;
    double cosine = law->c.cosRotation, sine = law->c.sinRotation;
    double c = cosine * direction.x + sine * direction.y, s = cosine * direction.y - sine * direction.x;
    double beta = def->betaDeg * SS_PI / 180.0, beta2 = otherFlank( def ) * SS_PI / 180.0;
    double t1 = ssTan( beta ), t2 = ssTan( beta2 );
    ssVec2 up = flankSlope( def->mu, beta, c, s ), down = flankSlope( def->mu, -beta2, c, s );
    double x = ( t2 * up.x + t1 * down.x ) / ( t1 + t2 ), y = ( t2 * up.y + t1 * down.y ) / ( t1 + t2 );
    *force = asperityForce( law, direction );
    *slope = ssVec2_Make( def->scale * ( cosine * x - sine * y ), def->scale * ( sine * x + cosine * y ) );
}

/// Checks mu < cot(beta), above which the flank jams (Walker & Leine Eq. 48).
static ssResult checkFlanks( const ssSetDef* def )
{
    double steepest = ssMax( def->betaDeg, otherFlank( def ) );
    if ( !( steepest >= 0.0 && steepest < 90.0 ) || !( def->mu > 0.0 ) )
    {
        return ssOk(); // ssMakeSet reports these
    }
    double cot = 1.0 / ssTan( steepest * SS_PI / 180.0 );
    if ( def->mu >= ( 1.0 - 1e-12 ) * cot )
    {
        return ssError( ss_errorValue, "c_mu",
            "mu = %.10g >= cot(%.6g°) = %.10g: the flanks would jam; nearest: mu < %.10g, or an angle "
            "below %.10g°",
            def->mu, steepest, cot, cot, ssAtan( 1.0 / def->mu ) * 180.0 / SS_PI );
    }
    return ssOk();
}

static ssResult prepareAsperity( const ssLawDef* def, ssLaw* law )
{
    if ( def->c.kind != ss_setAsperity )
    {
        return ssError( ss_errorValue, "c_kind", "c_kind = %s; allowed for the asperity law: asperity",
            def->c.kind >= 0 && (int)def->c.kind < ssSetKindTotal() ? ssSetKindName( def->c.kind ) : "?" );
    }
    if ( def->c.offsetX != 0.0 || def->c.offsetY != 0.0 )
    {
        return ssError( ss_errorValue, "c_offset_x",
            "c_offset = (%.6g, %.6g): the asperity law has no offset; nearest: (0, 0)", def->c.offsetX,
            def->c.offsetY );
    }
    law->cForce = def->cForce;
    SS_TRY( checkFlanks( &def->c ) );
    SS_TRY( lawMakeSet( &def->c, "c_", &law->c ) );
    law->def.strict = false;
    if ( otherFlank( &def->c ) != def->c.betaDeg ) { return lawUseFlow( law, NULL, LAW_FLOW_NODES, true ); }
    // With equal flanks D is an ellipse with p2/p1 = cos beta (Walker & Leine Eqs. 51-52).
    ssSetDef ellipse = ssDefaultSetDef( ss_setEllipse );
    ellipse.a = 1.0;
    ellipse.b = ssCos( def->c.betaDeg * SS_PI / 180.0 );
    ellipse.rotationDeg = def->c.rotationDeg;
    ssSet d;
    SS_TRY( ssMakeSet( &ellipse, &d ) );
    return lawScaleIntoReservoir( law, &d );
}

const ssLawType ss_lawTypeAsperity = { ss_lawKindAsperity, "asperity",
    "springs over wedge-shaped asperities: non-convex C, elliptical D",
    "Walker & Leine Eqs. 45-52; the functions H derived", .needs = ss_needsC, LAW_OF_SETS,
    .prepare = prepareAsperity, .slip = slipAsperity, .flow = flowAsperity };
