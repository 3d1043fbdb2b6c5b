// SPDX-License-Identifier: MIT
#include "ui/panel/panel_build.h"
#include "ui/panel/panel_viewport.h"

// The mouse in the view while building: selects, moves, lifts, turns, resizes and throws parts.

static const double s_arrowRate = 3.0; // [1/s] velocity of a throw per length of its arrow

typedef struct ray
{
    ssVec3 origin, direction;
} ray;

static ray rayAt( const uiState* ui, const gfxViewport* viewport, float x, float y )
{
    float o[3], d[3];
    gfxCamera_Ray( &ui->view->camera, viewport, x, y, o, d );
    return (
        ray ){ { (double)o[0], (double)o[1], (double)o[2] }, { (double)d[0], (double)d[1], (double)d[2] } };
}

/// Where a ray meets a plane; false where it runs along it or away.
static bool meetPlane( ray r, ssVec3 point, ssVec3 normal, ssVec3* hit )
{
    double slope = ssVec3_Dot( r.direction, normal );
    double way = ssVec3_Dot( ssVec3_Sub( point, r.origin ), normal ) / slope;
    *hit = ssVec3_MulAdd( r.origin, way, r.direction );
    return fabs( slope ) > 1e-3 && way > 0.0;
}

/// The horizontal direction in which the camera looks.
static ssVec3 ahead( const uiState* ui )
{
    double yaw = (double)ui->view->camera.yaw;
    return ssVec3_Make( -sin( yaw ), cos( yaw ), 0.0 );
}

/// The mouse in the horizontal plane through a point, or in that facing a camera that looks along it.
static bool meetLevel( const uiState* ui, ray r, ssVec3 through, ssVec3* hit )
{
    bool flat = fabs( r.direction.z ) < 0.08;
    bool met = meetPlane( r, through, flat ? ahead( ui ) : ssVec3_Make( 0.0, 0.0, 1.0 ), hit );
    hit->z = through.z;
    return met;
}

static int pickPart(
    const uiState* ui, const uiFrameInput* input, const gfxViewport* viewport, float x, float y, ssVec3* hit )
{
    ray r = rayAt( ui, viewport, x, y );
    double nearest = (double)INFINITY;
    int found = 0;
    for ( int i = 0; ui->model.known && i < ui->model.build.partCount; ++i )
    {
        const ssPart* part = ui->model.build.parts + i;
        double distance;
        if ( ssPart_Hit(
                 part, uiPartState( ui, input, part->id ).pose, r.origin, r.direction, &distance, NULL ) &&
            distance < nearest )
        {
            nearest = distance;
            found = part->id;
            *hit = ssVec3_MulAdd( r.origin, distance, r.direction );
        }
    }
    return found;
}

/// Takes hold of the selected part.
static bool hold( uiState* ui, const uiFrameInput* input, uiBuildGesture gesture )
{
    uiBuildPanel* b = ui->build;
    if ( !uiPresentPart( ui, input, &b->start ) )
    {
        b->gesture = ui_buildNone;
        return false;
    }
    b->gesture = gesture;
    b->group = uiNewEditGroup( ui );
    return true;
}

static void beginThrow(
    uiState* ui, const uiFrameInput* input, const gfxViewport* viewport, float x, float y )
{
    uiBuildPanel* b = ui->build;
    ssVec3 hit;
    int id = pickPart( ui, input, viewport, x, y, &hit );
    const ssPart* part = id > 0 ? ssBuild_Part( &ui->model.build, id ) : NULL;
    b->throwsNew = part == NULL || part->fixed;
    if ( id == 0 &&
        !meetPlane(
            rayAt( ui, viewport, x, y ), ssVec3_Make( 0.0, 0.0, 0.0 ), ssVec3_Make( 0.0, 0.0, 1.0 ), &hit ) )
    {
        return;
    }
    if ( !b->throwsNew )
    {
        uiSelectPart( ui, id );
        hit = uiPartState( ui, input, id ).centre;
    }
    else
    {
        b->start = ssDefaultPart( b->thrown );
        ssAabb box = ssPart_Aabb( &b->start, ssPart_Pose( &b->start ) );
        b->start.position = ssVec3_Make( uiSnap( ui, hit.x ), uiSnap( ui, hit.y ), hit.z - box.lower.z );
        uiSettlePart( ui, input, &b->start );
        hit = b->start.position;
    }
    b->thrownFrom = hit;
    b->thrownVelocity = ssVec3_Make( 0.0, 0.0, 0.0 );
    b->gesture = ui_buildThrow;
}

/// How far along the axis of the handle, from the middle of the part, the mouse is [m].
static double alongHandle( const uiState* ui, const ssPart* part, ray r )
{
    ssVec3 centre, half;
    ssPart_Box( part, &centre, &half );
    int axis = ui->build->handle;
    ssVec3 unit = { axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0 };
    ssPose pose = ssPart_Pose( part );
    ssVec3 along = ssQuat_Rotate( pose.orientation, unit );
    ssVec3 middle = ssVec3_Add( pose.position, ssQuat_Rotate( pose.orientation, centre ) );
    // The point of the axis that is nearest to the ray.
    ssVec3 w = ssVec3_Sub( middle, r.origin );
    double k = ssVec3_Dot( along, r.direction ), d = ssVec3_Dot( along, w ), e = ssVec3_Dot( r.direction, w );
    return ( k * e - d ) / fmax( 1.0 - k * k, 1e-3 );
}

/// Begins with the handle under the mouse. False: there is none.
static bool beginHandle(
    uiState* ui, const uiFrameInput* input, const gfxViewport* viewport, float x, float y )
{
    uiBuildPanel* b = ui->build;
    int handle = uiHandleAt( ui, input, viewport, x, y );
    uiBuildGesture gesture = handle == ui_handleLift ? ui_buildLift
        : handle == ui_handleRing                    ? ui_buildTurn
                                                     : ui_buildSize;
    if ( handle == ui_handleNone || !hold( ui, input, gesture ) ) { return false; }
    b->handle = handle;
    b->grabbed = b->start.position;
    ssVec3 hit;
    ray r = rayAt( ui, viewport, x, y );
    if ( gesture == ui_buildSize )
    {
        // The square lies outside the side that it moves.
        ssVec3 centre, half;
        ssPart_Box( uiSelectedPart( ui ), &centre, &half );
        ssPart part = *uiSelectedPart( ui );
        part.position = b->start.position;
        part.turnDeg = b->start.turnDeg;
        b->sideGrab = alongHandle( ui, &part, r ) - ( handle == 0 ? half.x : handle == 1 ? half.y : half.z );
    }
    b->grabbed =
        gesture == ui_buildLift && meetPlane( r, b->start.position, ahead( ui ), &hit ) ? hit : b->grabbed;
    b->angle = meetLevel( ui, r, b->start.position, &hit )
        ? atan2( hit.y - b->start.position.y, hit.x - b->start.position.x )
        : 0.0;
    return true;
}

static bool begin( uiState* ui, const uiFrameInput* input, const gfxViewport* viewport, float x, float y )
{
    uiBuildPanel* b = ui->build;
    b->pressX = b->lastX = x;
    b->pressY = b->lastY = y;
    if ( !igIsMouseClicked( ImGuiMouseButton_Left, false ) ) { return false; }
    if ( b->tool == ui_toolThrow )
    {
        beginThrow( ui, input, viewport, x, y );
        return b->gesture == ui_buildThrow;
    }
    if ( beginHandle( ui, input, viewport, x, y ) ) { return true; }
    ssVec3 hit;
    int id = pickPart( ui, input, viewport, x, y, &hit );
    if ( id == 0 ) { return false; }
    if ( b->tool == ui_toolJoint )
    {
        uiJoinPart( ui, input, id );
        uiSelectPart( ui, id );
        b->gesture = ui_buildPress;
        b->grabbed = hit;
        return true;
    }
    uiSelectPart( ui, id );
    if ( input->snapshot->playing && !uiSelectedPart( ui )->fixed )
    {
        return false; // the mouse pulls it
    }
    b->gesture = ui_buildPress;
    b->grabbed = hit;
    return true;
}

/// The present part of the model with the numbers that the gesture began with.
static bool resume( const uiState* ui, ssPart* part )
{
    const ssPart* now = uiSelectedPart( ui );
    if ( now == NULL ) { return false; }
    *part = ui->build->start;
    part->points = now->points;
    part->pointCount = now->pointCount;
    part->law = now->law;
    return true;
}

/// In the horizontal plane in which it was taken.
static void slide( uiState* ui, const uiFrameInput* input, ray r )
{
    uiBuildPanel* b = ui->build;
    ssPart part;
    ssVec3 hit;
    if ( !resume( ui, &part ) || !meetLevel( ui, r, b->grabbed, &hit ) ) { return; }
    part.position.x = uiSnap( ui, part.position.x + hit.x - b->grabbed.x );
    part.position.y = uiSnap( ui, part.position.y + hit.y - b->grabbed.y );
    uiSettlePart( ui, input, &part );
    uiChangePart( ui, input, &part, b->group, tr( "move" ) );
}

/// Can something lie on it?
static bool holds( const ssBuildHit* hit ) { return hit->normal.z >= 0.25; }

/// A dragged part lands on what is under its foot if the mouse is on it too. False: there is nothing.
static bool findGround( const uiState* ui, const uiFrameInput* input, const gfxViewport* viewport, float x,
    float y, ssBuildHit* onto )
{
    const uiBuildPanel* b = ui->build;
    ray mouse = rayAt( ui, viewport, x, y ), low = rayAt( ui, viewport, x + b->footX, y + b->footY );
    ssBuildHit under;
    bool met = uiCastRay( ui, input, b->selected, mouse.origin, mouse.direction, &under );
    bool stands = uiCastRay( ui, input, b->selected, low.origin, low.direction, onto );
    bool other = met && under.part != 0 && ( !stands || onto->part != under.part );
    *onto = met && ( !stands || other || ( holds( &under ) && !holds( onto ) ) ) ? under : *onto;
    // Along the ground nobody can point at a place.
    return ( met || stands ) && ( onto->part != 0 || fabs( low.direction.z ) >= 0.08 );
}

/// Puts a place on the grid, without leaving the plane of the surface.
static void snapPlace( const uiState* ui, ssBuildHit* onto )
{
    if ( holds( onto ) )
    {
        ssVec3 n = onto->normal, p = onto->point;
        onto->point.x = uiSnap( ui, p.x );
        onto->point.y = uiSnap( ui, p.y );
        onto->point.z -= ( n.x * ( onto->point.x - p.x ) + n.y * ( onto->point.y - p.y ) ) / n.z;
    }
}

static void move( uiState* ui, const uiFrameInput* input, const gfxViewport* viewport, float x, float y )
{
    uiBuildPanel* b = ui->build;
    ssBuildHit onto;
    ssPart part;
    if ( b->floats || !findGround( ui, input, viewport, x, y, &onto ) )
    {
        slide( ui, input, rayAt( ui, viewport, x, y ) );
    }
    else if ( resume( ui, &part ) )
    {
        snapPlace( ui, &onto );
        uiLandPart( ui, input, &onto, b->up, &part );
        uiChangePart( ui, input, &part, b->group, tr( "move" ) );
    }
}

static void lift( uiState* ui, const uiFrameInput* input, ray r )
{
    uiBuildPanel* b = ui->build;
    ssPart part;
    ssVec3 hit;
    if ( resume( ui, &part ) && meetPlane( r, b->start.position, ahead( ui ), &hit ) )
    {
        part.position.z += uiSnap( ui, hit.z - b->grabbed.z );
        uiChangePart( ui, input, &part, b->group, tr( "lift" ) );
    }
}

static double snapAngle( double degrees )
{
    const ImGuiIO* io = igGetIO();
    double step = io->KeyShift ? 15.0 : 5.0;
    return io->KeyAlt ? degrees : step * round( degrees / step );
}

static void turnBy( uiState* ui, const uiFrameInput* input, ssVec3 turnDeg )
{
    ssPart part;
    if ( resume( ui, &part ) )
    {
        ssPose pose = ssPart_Pose( &part );
        ssQuat turn = ssQuat_FromRotationVector( ssVec3_Scale( SS_PI / 180.0, turnDeg ) );
        pose.orientation = ssQuat_Normalize( ssQuat_Mul( turn, pose.orientation ) );
        ssPart_SetPose( &part, pose );
        uiSettlePart( ui, input, &part );
        uiChangePart( ui, input, &part, ui->build->group, tr( "turn" ) );
    }
}

static void turn( uiState* ui, const uiFrameInput* input, ray r )
{
    uiBuildPanel* b = ui->build;
    ssVec3 hit;
    if ( meetLevel( ui, r, b->start.position, &hit ) )
    {
        double angle = atan2( hit.y - b->start.position.y, hit.x - b->start.position.x ) - b->angle;
        turnBy( ui, input, ssVec3_Make( 0.0, 0.0, snapAngle( angle * 180.0 / SS_PI ) ) );
    }
}

/// Sideways about the vertical, up and down about the axis to the right.
static void tilt( uiState* ui, const uiFrameInput* input, float x, float y )
{
    const uiBuildPanel* b = ui->build;
    double yaw = (double)ui->view->camera.yaw;
    double side = snapAngle( 0.5 * (double)( x - b->pressX ) ),
           up = snapAngle( 0.5 * (double)( y - b->pressY ) );
    // One of the two at a time: both would not be what the angles say.
    bool sideways = fabs( (double)( x - b->pressX ) ) >= fabs( (double)( y - b->pressY ) );
    turnBy( ui, input,
        sideways ? ssVec3_Make( 0.0, 0.0, side ) : ssVec3_Make( up * cos( yaw ), up * sin( yaw ), 0.0 ) );
}

/// Sets the distance of a side from the middle [m]; boxes keep the opposite side where it is.
static void stretch( const uiState* ui, ssPart* part, double distance, ssVec3* points )
{
    ssVec3 centre, half;
    ssPart_Box( part, &centre, &half );
    int axis = ui->build->handle;
    const double halves[3] = { half.x, half.y, half.z };
    bool boxy = part->kind == ss_partBox || part->kind == ss_partRamp || part->kind == ss_partBelt ||
        part->kind == ss_partWall;
    double own = halves[axis], smallest = 0.01;
    if ( part->kind == ss_partCapsule && axis == 2 )
    {
        part->length = fmax( uiSnap( ui, 2.0 * ( distance - part->radius ) ), smallest );
        return;
    }
    double length = fmax( uiSnap( ui, boxy ? own + distance : 2.0 * distance ), smallest );
    uiScalePart( part, axis, length / ( 2.0 * own ), points );
    if ( boxy )
    {
        ssVec3 unit = { axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0 };
        ssVec3 along = ssQuat_Rotate( ssPart_Pose( part ).orientation, unit );
        part->position = ssVec3_MulAdd( part->position, 0.5 * length - own, along );
    }
}

static void resize( uiState* ui, const uiFrameInput* input, ray r )
{
    static ssVec3 points[SS_BUILD_MAX_POINTS], original[SS_BUILD_MAX_POINTS];
    uiBuildPanel* b = ui->build;
    ssPart part;
    if ( !resume( ui, &part ) ) { return; }
    for ( int i = 0; i < part.pointCount && part.kind == ss_partHull; ++i ) { original[i] = part.points[i]; }
    part.points = part.kind == ss_partHull ? original : part.points;
    stretch( ui, &part, alongHandle( ui, &part, r ) - b->sideGrab, points );
    uiSettlePart( ui, input, &part );
    uiChangePart( ui, input, &part, b->group, tr( "resize" ) );
}

static void aimThrow( uiState* ui, ray r )
{
    uiBuildPanel* b = ui->build;
    ssVec3 hit;
    bool up = igGetIO()->KeyShift;
    if ( up ? meetPlane( r, b->thrownFrom, ahead( ui ), &hit ) : meetLevel( ui, r, b->thrownFrom, &hit ) )
    {
        ssVec3 v = ssVec3_Scale( s_arrowRate, ssVec3_Sub( hit, b->thrownFrom ) );
        b->thrownVelocity =
            ssVec3_Make( 0.1 * round( 10.0 * v.x ), 0.1 * round( 10.0 * v.y ), 0.1 * round( 10.0 * v.z ) );
    }
}

static void finishThrow( uiState* ui, const uiFrameInput* input )
{
    uiBuildPanel* b = ui->build;
    ssPart part;
    if ( !b->throwsNew )
    {
        if ( uiPresentPart( ui, input, &part ) )
        {
            part.velocity = b->thrownVelocity;
            uiChangePart( ui, input, &part, uiNewEditGroup( ui ), tr( "throw" ) );
        }
        return;
    }
    part = b->start;
    part.velocity = b->thrownVelocity;
    part.thrown = input->snapshot->step > 0;
    uiAddBuiltPart( ui, input, &part, uiPrint( tr( "throw a %s" ), uiPartKindLabel( part.kind ) ) );
}

/// Remembers how a part stands that is about to be moved, and where its foot is below the mouse.
static void noteFoot( uiState* ui, const uiFrameInput* input, const gfxViewport* viewport )
{
    uiBuildPanel* b = ui->build;
    ssPose pose = ssPart_Pose( &b->start );
    b->footX = b->footY = 0.0f;
    ssPart part;
    if ( !resume( ui, &part ) ) { return; }
    b->up = uiSupport( ui, input, &part );
    ssVec3 foot = pose.position;
    ssBuildHit below;
    // Where the normal through its middle meets what it stands on.
    foot = uiCastRay( ui, input, part.id, foot, ssVec3_Scale( -1.0, b->up ), &below ) ? below.point : foot;
    const float point[3] = { (float)foot.x, (float)foot.y, (float)foot.z };
    float pixel[2];
    if ( gfxCamera_Project( &ui->view->camera, viewport, point, pixel ) )
    {
        b->footX = pixel[0] - b->pressX;
        b->footY = pixel[1] - b->pressY;
    }
}

/// The first movement decides what a press becomes.
static void decide( uiState* ui, const uiFrameInput* input, const gfxViewport* viewport, float x, float y )
{
    uiBuildPanel* b = ui->build;
    const ImGuiIO* io = igGetIO();
    float still = fmaxf( 3.0f, 0.25f * ui->em ) * uiPixelScale( input );
    if ( b->gesture == ui_buildPress && b->tool != ui_toolJoint &&
        hypotf( x - b->pressX, y - b->pressY ) > still )
    {
        hold( ui, input, io->KeyCtrl ? ui_buildTilt : io->KeyShift ? ui_buildLift : ui_buildMove );
        noteFoot( ui, input, viewport );
    }
}

static void proceed( uiState* ui, const uiFrameInput* input, const gfxViewport* viewport, float x, float y )
{
    uiBuildPanel* b = ui->build;
    decide( ui, input, viewport, x, y );
    ray r = rayAt( ui, viewport, x, y );
    float wheel = igGetIO()->MouseWheel;
    if ( b->gesture == ui_buildMove && wheel != 0.0f )
    {
        b->start.position.z += b->grid * (double)wheel;
        b->grabbed.z += b->grid * (double)wheel;
        b->floats = true; // a height that was chosen stays
    }
    else if ( x == b->lastX && y == b->lastY ) { return; }
    b->lastX = x;
    b->lastY = y;
    switch ( b->gesture )
    {
        case ui_buildMove: move( ui, input, viewport, x, y ); break;
        case ui_buildLift: lift( ui, input, r ); break;
        case ui_buildTurn: turn( ui, input, r ); break;
        case ui_buildTilt: tilt( ui, input, x, y ); break;
        case ui_buildSize: resize( ui, input, r ); break;
        case ui_buildThrow: aimThrow( ui, r ); break;
        default: break;
    }
}

static void hint( uiState* ui, const uiFrameInput* input )
{
    const uiBuildPanel* b = ui->build;
    switch ( b->tool )
    {
        case ui_toolThrow:
            uiHint( ui, "%s", tr( "drag: throw · Shift: upwards · Esc: back to moving" ) );
            break;
        case ui_toolJoint:
            uiHint( ui, "%s",
                b->jointFrom > 0 ? tr( "click the other part, or the ground for the world · Esc: cancel" )
                                 : tr( "click the first part · Esc: back to moving" ) );
            break;
        default:
            uiHint( ui, "%s",
                input->snapshot->playing
                    ? tr( "click: select · drag a body: pull it (pause to move it) · drag: orbit" )
                    : tr( "drag a part: move · Shift: height · Ctrl: turn · Alt: off the grid · drag: "
                          "orbit" ) );
            break;
    }
}

bool uiBuildMouse( uiState* ui, const uiFrameInput* input, const gfxViewport* viewport, float x, float y )
{
    uiBuildPanel* b = ui->build;
    if ( !b->on || !ui->model.known ) { return false; }
    if ( igIsItemHovered( 0 ) || b->gesture != ui_buildNone ) { hint( ui, input ); }
    if ( igIsItemActivated() ) { return begin( ui, input, viewport, x, y ); }
    if ( b->gesture == ui_buildNone ) { return false; }
    proceed( ui, input, viewport, x, y );
    if ( !igIsItemActive() )
    {
        if ( b->gesture == ui_buildThrow ) { finishThrow( ui, input ); }
        b->gesture = ui_buildNone;
    }
    return true;
}

bool uiBuildClick( uiState* ui, const uiFrameInput* input )
{
    uiBuildPanel* b = ui->build;
    if ( !b->on ) { return false; }
    if ( b->tool == ui_toolJoint && b->jointFrom > 0 ) { uiJoinPart( ui, input, 0 ); }
    else if ( !input->snapshot->playing ) { uiSelectPart( ui, 0 ); }
    return true;
}
