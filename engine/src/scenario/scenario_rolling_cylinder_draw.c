// SPDX-License-Identifier: MIT
#include "scenario/picture.h"
#include "scenario/scenario_rolling_cylinder.h"
#include "slipstick/vecmath.h"

#include <stdio.h>

// The picture and slider numbers. Depths of millimetres are exaggerated by a labelled factor, lengths by its
// square root, so that the surface keeps the shape of the cylinder.

#define GROUND_LENGTH 3.0 // half the length of the drawn ground over the radius
#define GROUND_DEPTH 0.85 // depth of the drawn ground over the radius
#define OVERLAP 1.1       // of the parts of the ground, lest their seams show

enum
{
    surfacePoints = 129, // of a line along the surface
    groundColumns = 128, // of the solid ground
    pressureArrows = 15  // so many that a view labels only the longest
};

typedef struct Scene
{
    const RollingCylinder* s;
    ssMat3 tilt;
    double exaggeration, stretch; // factors of depths and of lengths along the surface
    double forward;               // 1 if the cylinder rolls towards +x, -1 otherwise
    ssCylinderContact contact;
    bool valid; // the speed lies within the limit of the model
} Scene;

/// The edges of the ground across the track [m].
typedef struct Track
{
    double front, back;
} Track;

static Scene makeScene( const RollingCylinder* s )
{
    Scene scene = { .s = s, .tilt = ssMat3_RotateY( s->cylinder.alpha ), .forward = s->v < 0.0 ? -1.0 : 1.0 };
    ssCylinder full = s->cylinder;
    full.model = ss_cylinderFull;
    ssCylinderContact rest;
    ssCylinder_Contact( &full, 0.0, &rest );
    scene.exaggeration = ssMax( pictureFactor( 0.45 * s->cylinder.radius / rest.depth ), 1.0 );
    scene.stretch = sqrt( scene.exaggeration );
    scene.valid = ssCylinder_Contact( &s->cylinder, s->v, &scene.contact );
    return scene;
}

static ssVec3 place( const Scene* scene, double x, double y, double z )
{
    return ssMat3_Mul( scene->tilt, ssVec3_Make( x, y, z ) );
}

/// A body that is turned by `angle` about the axis of the cylinder.
static ssQuat turned( double angle ) { return ssQuat_FromRotationVector( ssVec3_Make( 0.0, angle, 0.0 ) ); }

/// The point of the surface at xi ahead of the axis and y across [m].
static ssVec3 surfacePoint( const Scene* scene, double xi, double y )
{
    double height = ssCylinder_Surface( &scene->s->cylinder, &scene->contact, xi );
    return place( scene, scene->forward * scene->stretch * xi, y, scene->exaggeration * height );
}

/// Half the length of the ground that is drawn, along the surface [m].
static double groundExtent( const Scene* scene )
{
    return GROUND_LENGTH * scene->s->cylinder.radius / scene->stretch;
}

/// The ground, cut open: columns up to the surface, each with a slab of its slope on top.
static void drawGround( const Scene* scene, const ssDraw* out, const Track* track )
{
    ssDrawSolid solids[2 * groundColumns];
    double extent = groundExtent( scene ), R = scene->s->cylinder.radius, bottom = -GROUND_DEPTH * R,
           thick = 0.02 * R;
    double y = 0.5 * ( track->front + track->back ), halfY = 0.5 * ( track->back - track->front );
    const ssDrawSolid ground = { .kind = ss_solidBox, .body = -1, .fixed = true, .seamless = true };
    for ( int i = 0; i < groundColumns; ++i )
    {
        double xi[2], x[2], z[2];
        for ( int k = 0; k < 2; ++k )
        {
            xi[k] = extent * ( 2.0 * ( i + k ) / groundColumns - 1.0 );
            x[k] = scene->forward * scene->stretch * xi[k];
            z[k] = scene->exaggeration * ssCylinder_Surface( &scene->s->cylinder, &scene->contact, xi[k] );
        }
        double length = ssHypot( x[1] - x[0], z[1] - z[0] ), low = ssMin( z[0], z[1] ) - thick;
        double slope = ssAtan2( scene->forward * ( z[1] - z[0] ), fabs( x[1] - x[0] ) );
        ssVec3 middle = { 0.5 * ( x[0] + x[1] ) + thick * ssSin( slope ), y,
            0.5 * ( z[0] + z[1] ) - thick * ssCos( slope ) };
        ssDrawSolid *column = solids + 2 * i, *slab = column + 1;
        *column = *slab = ground;
        column->center = place( scene, 0.5 * ( x[0] + x[1] ), y, 0.5 * ( low + bottom ) );
        column->half = ssVec3_Make( OVERLAP * 0.5 * fabs( x[1] - x[0] ), halfY, 0.5 * ( low - bottom ) );
        column->orientation = turned( scene->s->cylinder.alpha );
        slab->center = place( scene, middle.x, middle.y, middle.z );
        slab->half = ssVec3_Make( OVERLAP * 0.5 * length, halfY, thick );
        slab->orientation = turned( scene->s->cylinder.alpha - slope );
    }
    out->solids( out->context, 2 * groundColumns, solids );
}

/// Its edges, and lines across that move with the ground.
static void drawSurface( const Scene* scene, const ssDraw* out, const Track* track )
{
    double extent = groundExtent( scene ), R = scene->s->cylinder.radius;
    ssVec3 line[surfacePoints], lift = ssVec3_Scale( 0.004 * R, scene->tilt.cz );
    for ( int side = 0; side < 2; ++side )
    {
        for ( int i = 0; i < surfacePoints; ++i )
        {
            double xi = extent * ( 2.0 * i / ( surfacePoints - 1 ) - 1.0 );
            line[i] = ssVec3_Add( surfacePoint( scene, xi, side == 0 ? track->front : track->back ), lift );
        }
        pictureLine( out, ss_drawGround, ss_lineScenery, surfacePoints, line );
    }
    for ( int corner = 0; corner < 2; ++corner )
    {
        double x = ( corner == 0 ? -GROUND_LENGTH : GROUND_LENGTH ) * R;
        ssVec3 upright[2] = { surfacePoint( scene, ( corner == 0 ? -1.0 : 1.0 ) * scene->forward * extent,
                                  track->front ),
            place( scene, x, track->front, -GROUND_DEPTH * R ) };
        pictureLine( out, ss_drawGround, ss_lineScenery, 2, upright );
    }
    double spacing = 0.2 * R, x = fmod( scene->s->x, spacing );
    int lines = (int)( GROUND_LENGTH * R / spacing );
    for ( int i = -lines + 1; i < lines; ++i )
    {
        double xi = scene->forward * ( i * spacing - x ) / scene->stretch;
        ssVec3 across[2] = { ssVec3_Add( surfacePoint( scene, xi, track->front ), lift ),
            ssVec3_Add( surfacePoint( scene, xi, track->back ), lift ) };
        pictureLine( out, ss_drawGround, ss_lineScenery, 2, across );
    }
}

static void drawPressure( const Scene* scene, const ssDraw* out, double half )
{
    ssDrawArrow arrows[pressureArrows];
    const ssCylinder* c = &scene->s->cylinder;
    double from = scene->contact.back, width = ( scene->contact.front - from ) / pressureArrows;
    int count = 0;
    for ( int i = 0; i < pressureArrows; ++i )
    {
        double xi = from + ( i + 0.5 ) * width;
        // force on this strip, per metre of cylinder
        double force = ssCylinder_Pressure( c, &scene->contact, xi ) * width;
        ssVec3 upwards = ssVec3_Scale( force, scene->tilt.cz );
        arrows[count++] =
            ( ssDrawArrow ){ ss_quantityForce, surfacePoint( scene, xi, -1.02 * half ), upwards, "" };
    }
    pictureArrows( out, ss_drawForces, count, arrows );
}

static void drawLabels( const Scene* scene, const ssDraw* out, double half )
{
    const RollingCylinder* s = scene->s;
    double R = s->cylinder.radius;
    char contact[96], motion[96];
    snprintf( contact, sizeof contact,
        scene->valid ? ssTranslate( "depth %s mm, drawn × %g" )
                     : ssTranslate( "beyond the limit of the model: depth %s mm there, drawn × %g" ),
        numberText( 1e3 * scene->contact.depth ).text, scene->exaggeration );
    const char* branch = s->branch < 0 ? ssTranslate( ", slow branch" )
        : s->branch > 0                ? ssTranslate( ", fast branch" )
                                       : "";
    snprintf( motion, sizeof motion, "α = %s°%s%s", numberText( s->cylinder.alpha * 180.0 / SS_PI ).text,
        branch,
        s->tiltRate > 0.0       ? ssTranslate( ", tilting up" )
            : s->tiltRate < 0.0 ? ssTranslate( ", tilting down" )
                                : "" );
    ssDrawLabel labels[] = {
        { .position = place( scene, 0.1 * R, -half, -0.62 * R ), .mode = ss_modeRoll, .text = contact },
        { .position = place( scene, -1.3 * R, 0.0, 1.7 * R ), .mode = ss_modeRoll, .text = motion },
    };
    pictureLabels( out, SS_COUNT( labels ), labels );
}

void cylinderDraw( const void* state, const ssSim* sim, const ssDraw* out )
{
    (void)sim;
    const RollingCylinder* s = state;
    double R = s->cylinder.radius, half = 0.6 * R;
    Scene scene = makeScene( s );
    // A run is kilometres long: the cylinder stays in place, and the ground moves under it.
    ssVec3 centre = place( &scene, 0.0, 0.0, R - scene.exaggeration * scene.contact.depth );
    pictureBounds( out, place( &scene, 0.0, 0.0, 0.8 * R ), 1.8 * R );
    // The axis lies along y; the rotation is that of the distance rolled.
    ssQuat horizontal = ssQuat_FromRotationVector( ssVec3_Make( -0.5 * SS_PI, 0.0, 0.0 ) );
    double rotation = fmod( s->x / R, 2.0 * SS_PI ) + s->cylinder.alpha;
    ssDrawSolid cylinder = picturePart( ss_solidCylinder, false, centre, ssVec3_Make( R, R, half ),
        ssQuat_Mul( turned( rotation ), horizontal ) );
    cylinder.mode = ss_modeRoll;
    pictureSolids( out, 1, &cylinder );
    const Track track = { -half, 1.6 * half };
    if ( ( out->flags & ss_drawGround ) && out->solids != NULL ) { drawGround( &scene, out, &track ); }
    drawSurface( &scene, out, &track );
    if ( scene.valid ) { drawPressure( &scene, out, half ); }
    ssDrawArrow arrow = { ss_quantityVelocity, centre, ssVec3_Scale( s->v, scene.tilt.cx ), "v" };
    pictureArrows( out, ss_drawVelocities, 1, &arrow );
    drawLabels( &scene, out, half );
}

static void explainAngle( const RollingCylinder* s, char* text, int capacity )
{
    char drive[64];
    ssCylinderEquilibrium e[16];
    int count = ssCylinder_Equilibria( &s->cylinder, e, SS_COUNT( e ) );
    // A plane that tilts has left the angle of the slider.
    bool tilts = s->tiltRate != 0.0;
    sayNumbers( drive, sizeof drive, tilts ? ssTranslate( "now at %s°" ) : "M g sin α = %s N/m",
        tilts ? s->cylinder.alpha * 180.0 / SS_PI : ssCylinder_Drive( &s->cylinder ) );
    if ( count == 0 )
    {
        snprintf( text, (size_t)capacity, ssTranslate( "%s, no steady speed within the limit of the model" ),
            drive );
        return;
    }
    snprintf( text, (size_t)capacity,
        count > 1 ? ssTranslate( "%s, stable at %s and %s m/s" ) : ssTranslate( "%s, stable at %s m/s" ),
        drive, numberText( e[0].v ).text, numberText( e[count - 1].v ).text );
}

static void explainNoise( const RollingCylinder* s, char* text, int capacity )
{
    const ssCylinder* c = &s->cylinder;
    double energy = 0.5 * c->noise / ssCylinder_EffectiveMass( c ),
           time = isfinite( s->slow ) && s->tiltRate == 0.0 ? ssCylinder_KramersTime( c, s->branch <= 0 )
                                                            : SS_NAN;
    if ( !( c->noise > 0.0 ) )
    {
        sayNumbers( text, capacity, ssTranslate( "without noise it stays on its branch" ) );
    }
    else if ( isfinite( time ) )
    {
        snprintf( text, (size_t)capacity,
            ssTranslate( "σ²/(2 M_eff) = %s W/m; Kramers: a jump %s after %s s" ), numberText( energy ).text,
            s->branch <= 0 ? ssTranslate( "up" ) : ssTranslate( "down" ), numberText( time ).text );
    }
    else { sayNumbers( text, capacity, "σ²/(2 M_eff) = %s W/m", energy ); }
}

static void explainDamping(
    const RollingCylinder* s, const ssSim* sim, double viscous, char* text, int capacity )
{
    double k = ssSim_PendingParam( sim, ss_cylinderKeyStiffness ),
           m = ssSim_PendingParam( sim, ss_cylinderKeySurface );
    sayNumbers( text, capacity,
        s->refused ? ssTranslate( "too little: needs γ > 2 √(k m) = %s; the previous values still apply" )
                   : ssTranslate( "γ > 2 √(k m) = %s; dampers resist with %s N/m" ),
        2.0 * sqrt( k ) * sqrt( m ), viscous );
}

/// The resistances: stiffness, damping and mass of the surface, air drag; false for other parameters.
static bool explainResistance(
    const RollingCylinder* s, const ssSim* sim, int param, char* text, int capacity )
{
    const ssCylinder* c = &s->cylinder;
    ssCylinderContact contact;
    ssCylinder_Contact( c, s->v, &contact );
    switch ( param )
    {
        case ss_cylinderKeyStiffness:
            sayNumbers( text, capacity, ssTranslate( "contact now %s mm deep, %s mm wide" ),
                1e3 * contact.depth, 1e3 * ( contact.front - contact.back ) );
            return true;
        case ss_cylinderKeyDamping: explainDamping( s, sim, contact.viscous, text, capacity ); return true;
        case ss_cylinderKeySurface:
            sayNumbers( text, capacity,
                c->model == ss_cylinderFull ? ssTranslate( "resists with %s N/m; limit of the model %s m/s" )
                                            : ssTranslate( "resists with %s N/m" ),
                contact.inertial, ssCylinder_SpeedLimit( c ) );
            return true;
        case ss_cylinderKeyDragB:
            sayNumbers( text, capacity, "F_D = %s N/m, F_R = %s N/m", ssCylinder_Drag( c, s->v ),
                contact.resistance );
            return true;
        default: return false;
    }
}

void cylinderExplain( const void* state, const ssSim* sim, int param, char* text, int capacity )
{
    const RollingCylinder* s = state;
    const ssCylinder* c = &s->cylinder;
    if ( explainResistance( s, sim, param, text, capacity ) ) { return; }
    switch ( param )
    {
        case ss_cylinderKeyAlpha: explainAngle( s, text, capacity ); break;
        case ss_cylinderKeyNoise: explainNoise( s, text, capacity ); break;
        case ss_cylinderKeyMass:
            sayNumbers( text, capacity, "M_eff = M + I/R² = %s kg/m", ssCylinder_EffectiveMass( c ) );
            break;
        case ss_cylinderKeyGravity:
        case ss_cylinderKeyCosLoad:
            sayNumbers( text, capacity, ssTranslate( "load on the surface %s N/m" ), ssCylinder_Load( c ) );
            break;
        case ss_cylinderKeyV0:
            sayNumbers( text, capacity,
                c->model == ss_cylinderFull ? ssTranslate( "at most %s m/s" )
                                            : ssTranslate( "no limit with Eq. 12" ),
                ssCylinder_SpeedLimit( c ) );
            break;
    }
}

static double slopeOf( const void* state, const ssSim* sim )
{
    (void)sim;
    return ( (const RollingCylinder*)state )->cylinder.alpha * 180.0 / SS_PI;
}

/// Without noise the cylinder leaves a branch at its fold.
static double predictJump( const void* state, const ssSim* sim, const ssChange* change )
{
    const RollingCylinder* s = state;
    ssCylinderFold folds[8];
    int slow = 0, fast = 2;
    bool jumps = change->from + change->to == slow + fast && change->from != change->to;
    (void)sim;
    if ( !jumps || s->cylinder.noise > 0.0 || ssCylinder_Folds( &s->cylinder, folds, SS_COUNT( folds ) ) < 2 )
    {
        return SS_NAN;
    }
    double fold = folds[change->from == slow ? 0 : 1].alpha * 180.0 / SS_PI;
    return cylinderDownhill( s ) * fold;
}

const ssDrive cylinderDrive = { "α", "°", slopeOf, predictJump };
