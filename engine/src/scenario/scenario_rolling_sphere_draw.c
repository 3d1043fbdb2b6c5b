// SPDX-License-Identifier: MIT
#include "scenario/draw_rotated.h"
#include "scenario/picture.h"
#include "scenario/scenario_rolling_sphere.h"

#include <stdio.h>

// The picture of the rolling sphere and the numbers beside its sliders.

/// From the level coordinates of the world to those of the picture, where the plane is inclined.
static ssVec3 toPicture( const RollingSphere* s, double x, double y, double z )
{
    return ssMat3_Mul( ssMat3_RotateY( s->incline ), ssVec3_Make( x, y, z ) );
}

static void drawBody( const RollingSphere* s, ssVec3 centre, const ssDraw* out )
{
    double ledger[ledgerCount];
    ssQuat orientation = worldBody( s->world, SPHERE_BODY ).pose.orientation;
    ssQuat lean = ssQuat_FromRotationVector( ssVec3_Make( 0.0, s->incline, 0.0 ) );
    ssDrawSphere sphere = { .body = 0,
        .center = centre,
        .radius = s->model.radius,
        .orientation = ssQuat_Mul( lean, orientation ),
        .mode = s->sphere.mode,
        .energy = sphereFillLedger( s, ledger ) };
    pictureSpheres( out, 1, &sphere );
}

/// The velocity of the centre and the force of the mouse.
static void drawArrows( const RollingSphere* s, ssVec3 centre, const ssDraw* out )
{
    ssMat3 tilt = ssMat3_RotateY( s->incline );
    ssDrawArrow velocity = { ss_quantityVelocity, centre, ssMat3_Mul( tilt, s->sphere.velocity ), "v" };
    pictureArrows( out, ss_drawVelocities, 1, &velocity );
    const ssSpring* spring = ssWorld_Spring( s->world );
    ssVec3 grip = ssQuat_Rotate( worldBody( s->world, SPHERE_BODY ).pose.orientation, spring->grip );
    ssDrawArrow pull = { ss_quantityForce, ssVec3_Add( centre, ssMat3_Mul( tilt, grip ) ),
        ssMat3_Mul( tilt, spring->force ), "pull" };
    pictureArrows( out, ss_drawForces, spring->active ? 1 : 0, &pull );
}

static void drawContact( const RollingSphere* s, const ssSim* sim, const ssDraw* out )
{
    const Ball* b = &s->sphere;
    double R = s->model.radius;
    ssMat3 tilt = ssMat3_RotateY( s->incline );
    ssContactView contact = { toPicture( s, b->x, b->y, 0.0 ), .normal = tilt.cz, .tangent1 = tilt.cx,
        .tangent2 = tilt.cy, .force = { b->force[0], b->force[1], b->force[2] },
        .moment = { b->moment[0], b->moment[1], b->moment[2] }, .cone = sphereCone( sim ), .mode = b->mode,
        .a = -1, .gap = b->gap,
        .velocity = { b->velocity.z, b->velocity.x - R * b->omega.y, b->velocity.y + R * b->omega.x,
            b->omega.x, b->omega.y, b->omega.z },
        .size = R, .relaxed = ssSim_Param( sim, sphereKeyLaw ) == ss_worldLawRelaxed };
    if ( worldLawTyped( sim ) != NULL && ssWorld_ContactCount( s->world ) > 0 )
    {
        ssContactView solved = ssWorld_Contact( s->world, 0 ).view;
        contact.cone = solved.cone;
        contact.law = solved.law;
        contact.lawScale = solved.lawScale;
        contact.site = solved.site;
    }
    // Before the first step the coefficients of a typed law are not known.
    contact.pending = worldLawTyped( sim ) != NULL && ssWorld_ContactCount( s->world ) == 0;
    ssDrawContacts( out, b->mode != ss_modeOpen ? 1 : 0, &contact );
}

/// The launch direction, dashed beyond the sphere: side spin bends the path away from it.
static void drawAim( const RollingSphere* s, const ssSim* sim, const ssDraw* out )
{
    const Ball* b = &s->sphere;
    double u = ssSim_Param( sim, sphereKeyU0 ), v = ssSim_Param( sim, sphereKeyV0Y ), speed = ssHypot( u, v );
    if ( ssSim_Param( sim, sphereKeyOmegaX0 ) == 0.0 || !( speed > 0.0 ) || out->line == NULL ) { return; }
    double reach = ssMax( ( b->x * u + b->y * v ) / speed, 0.0 ) + 5.0 * s->model.radius;
    ssVec3 ends[2] = { toPicture( s, 0.0, 0.0, 0.0 ),
        toPicture( s, reach * u / speed, reach * v / speed, 0.0 ) };
    out->line( out->context, ss_lineExact, 2, ends );
    ssDrawLabel label = { .position = ends[1], .text = "aim", .small = true };
    pictureLabels( out, 1, &label );
}

/// The world lies level, with inclined gravity; its sphere is number 1 there.
static void drawLoads( const RollingSphere* s, const ssDraw* out )
{
    if ( out->loads == NULL || out->loadsOf != 0 ) { return; }
    DrawRotated rotated;
    drawRotated( &rotated, out, ssQuat_FromRotationVector( ssVec3_Make( 0.0, s->incline, 0.0 ) ) );
    ssDraw level = { .context = &rotated, .loads = rotated.draw.loads, .bodyOffset = -SPHERE_BODY };
    ssWorld_Draw( s->world, &level );
}

void sphereDraw( const void* state, const ssSim* sim, const ssDraw* out )
{
    const RollingSphere* s = state;
    const Ball* b = &s->sphere;
    double R = s->model.radius;
    ssVec3 centre = toPicture( s, b->x, b->y, b->gap + R );
    pictureBounds( out, centre, 2.0 * R );
    ssMat3 tilt = ssMat3_RotateY( s->incline );
    ssDrawPlane plane = { .origin = { 0.0, 0.0, 0.0 }, .normal = tilt.cz, .tangent = tilt.cx };
    picturePlanes( out, 1, &plane );
    drawBody( s, centre, out );
    drawArrows( s, centre, out );
    drawContact( s, sim, out );
    drawAim( s, sim, out );
    drawLoads( s, out );
    ssDrawLabel label = { .position = toPicture( s, b->x, b->y, b->gap + 2.2 * R ),
        .mode = b->mode,
        .text = ssContactModeName( b->mode ) };
    pictureLabels( out, 1, &label );
}

/// "μ r_N = 0.2 × 12841 N = 2568 N".
static void explainBound( const RollingSphere* s, const char* symbol, double value, const char* unit,
    const char* boundUnit, char* text, int capacity )
{
    if ( s->sphere.mode == ss_modeOpen )
    {
        sayNumbers( text, capacity, ssTranslate( "no contact now" ) );
        return;
    }
    double normal = s->sphere.force[0];
    char bound[32], product[32];
    ssFormatQuantity( value, unit, bound, sizeof bound );
    ssFormatQuantity( value * normal, boundUnit, product, sizeof product );
    snprintf( text, (size_t)capacity, "%s r_N = %s × %s N = %s", symbol, bound, numberText( normal ).text,
        product );
}

void sphereExplain( const void* state, const ssSim* sim, int param, char* text, int capacity )
{
    const RollingSphere* s = state;
    const ssSphereModel* m = &s->model;
    double slope = fabs( ssTan( s->incline ) ), holds = ssMin( m->mu, m->muRoll / m->radius );
    switch ( param )
    {
        case sphereKeyMu: explainBound( s, "μ", m->mu, "", "N", text, capacity ); break;
        case sphereKeyMuRoll: explainBound( s, "μ_r", m->muRoll, "m", "N m", text, capacity ); break;
        case sphereKeyMuSpin:
            explainBound( s, "μ_s", ssSim_Param( sim, sphereKeyMuSpin ), "m", "N m", text, capacity );
            break;
        case sphereKeyDensity: sayNumbers( text, capacity, "m = 4/3 π R³ ρ = %s kg", m->mass ); break;
        case sphereKeyRadius:
            sayNumbers( text, capacity, "I = 2/5 m R² = %s kg m²", 0.4 * m->mass * m->radius * m->radius );
            break;
        case sphereKeyOmega0:
            sayNumbers( text, capacity, ssTranslate( "initial slip U₀ − R Ω₀ = %s m/s" ),
                ssSim_PendingParam( sim, sphereKeyU0 ) -
                    ssSim_PendingParam( sim, sphereKeyRadius ) * ssSim_PendingParam( sim, sphereKeyOmega0 ) );
            break;
        case sphereKeyIncline:
            sayNumbers( text, capacity,
                worldLawTyped( sim ) != NULL ? "tan α = %s"
                    : slope <= holds         ? "tan α = %s ≤ min(μ, μ_r/R) = %s"
                                             : "tan α = %s > min(μ, μ_r/R) = %s",
                slope, holds );
            break;
        case sphereKeyGravity:
            sayNumbers( text, capacity, "m g cos α = %s N", m->mass * m->gravityNormal );
            break;
    }
}

bool sphereUses( const ssSim* sim, int param )
{
    const ssLawProgram* typed = worldLawTyped( sim );
    bool replaced = typed != NULL &&
        ( param == sphereKeyMu || param == sphereKeyLaw ||
            ( param == sphereKeyMuRoll && ssLawProgram_Info( typed )->givesRoll ) ||
            ( param == sphereKeyMuSpin && ssLawProgram_Info( typed )->givesSpin ) );
    return !replaced;
}
