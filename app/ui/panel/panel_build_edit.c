// SPDX-License-Identifier: MIT
#include "ui/panel/panel_build.h"
#include "ui/panel/panel_viewport.h"

#include <string.h>

// What can be done to parts, by the mouse, a key or a button.

static const char* const s_kindLabels[ss_partKindCount] = { TR( "sphere" ), TR( "box" ), TR( "cylinder" ),
    TR( "capsule" ), TR( "hollow sphere" ), TR( "hoop" ), TR( "hull" ), TR( "ramp" ), TR( "belt" ),
    TR( "turntable" ), TR( "wall" ) };
static const char* const s_jointLabels[ss_buildJointKindCount] = { TR( "ball joint" ), TR( "hinge" ),
    TR( "slider" ), TR( "rigid" ) };

const char* uiPartKindLabel( ssPartKind kind ) { return tr( s_kindLabels[kind] ); }

const char* uiJointKindLabel( ssBuildJointKind kind ) { return tr( s_jointLabels[kind] ); }

const char* uiPartLabel( const ssPart* part )
{
    return part->name[0] != '\0' ? uiPrint( "%s", part->name )
                                 : uiPrint( "%s %d", uiPartKindLabel( part->kind ), part->id );
}

const ssPart* uiSelectedPart( const uiState* ui )
{
    return ui->model.known && ui->build->selected > 0 ? ssBuild_Part( &ui->model.build, ui->build->selected )
                                                      : NULL;
}

void uiSelectPart( uiState* ui, int id )
{
    ui->build->selected = id;
    ui->build->textOf = 0;
    ui->build->refusal[0] = '\0';
}

double uiSnap( const uiState* ui, double value )
{
    double grid = ui->build->grid;
    return ui->build->free || igGetIO()->KeyAlt ? value : grid * round( value / grid );
}

bool uiPresentPart( const uiState* ui, const uiFrameInput* input, ssPart* part )
{
    const ssPart* selected = uiSelectedPart( ui );
    if ( selected == NULL ) { return false; }
    *part = *selected;
    if ( input->snapshot->step > 0 && !part->fixed )
    {
        // Whoever takes a body into the hand stops it.
        ssPart_SetPose( part, uiPartState( ui, input, part->id ).pose );
        part->velocity = part->omega = ssVec3_Make( 0.0, 0.0, 0.0 );
    }
    return true;
}

/// The present poses of the parts of the model; false where there are too many.
static bool presentPoses( const uiState* ui, const uiFrameInput* input, ssPose* poses )
{
    const ssBuild* build = &ui->model.build;
    for ( int i = 0; i < build->partCount && i < SS_BUILD_MAX_PARTS; ++i )
    {
        poses[i] = uiPartState( ui, input, build->parts[i].id ).pose;
    }
    return build->partCount <= SS_BUILD_MAX_PARTS;
}

/// Has the part another place, size or form than before?
static bool isMoved( const uiState* ui, const ssPart* part )
{
    const ssPart* before = ssBuild_Part( &ui->model.build, part->id );
    return before == NULL || memcmp( &before->position, &part->position, sizeof( ssVec3 ) ) != 0 ||
        memcmp( &before->turnDeg, &part->turnDeg, sizeof( ssVec3 ) ) != 0 ||
        memcmp( &before->size, &part->size, sizeof( ssVec3 ) ) != 0 || before->radius != part->radius ||
        before->length != part->length || before->points != part->points;
}

/// Moves a part out of what it would be in. The hand sees it; of a number that was typed it is said.
static void keepClear( uiState* ui, const uiFrameInput* input, ssPart* part )
{
    static ssPose poses[SS_BUILD_MAX_PARTS];
    if ( !isMoved( ui, part ) || !presentPoses( ui, input, poses ) ) { return; }
    int blocker = ssBuild_FreePlace( &ui->model.build, poses, part );
    const ssPart* other = blocker > 0 ? ssBuild_Part( &ui->model.build, blocker ) : NULL;
    const char* label = other != NULL ? uiPartLabel( other ) : tr( "the ground" );
    if ( blocker != 0 && ui->build->gesture == ui_buildNone )
    {
        uiWarn( ui, uiPrint( tr( "%s is in the way: moved to the nearest free place." ), label ) );
    }
}

bool uiChangePart( uiState* ui, const uiFrameInput* input, ssPart* part, int group, const char* what )
{
    keepClear( ui, input, part );
    const char* text = uiPrint( "%s %s", what, uiPartLabel( part ) );
    return uiChangeBuild(
        ui, input, &( ssBuildEdit ){ .op = ss_buildChangePart, .part = *part }, group, text );
}

void uiLandPart(
    const uiState* ui, const uiFrameInput* input, const ssBuildHit* onto, ssVec3 up, ssPart* part )
{
    static ssPose poses[SS_BUILD_MAX_PARTS];
    if ( presentPoses( ui, input, poses ) ) { ssBuild_Land( &ui->model.build, poses, onto, up, part ); }
}

bool uiCastRay( const uiState* ui, const uiFrameInput* input, int ignore, ssVec3 origin, ssVec3 direction,
    ssBuildHit* hit )
{
    static ssPose poses[SS_BUILD_MAX_PARTS];
    return presentPoses( ui, input, poses ) &&
        ssBuild_CastRay( &ui->model.build, poses, ignore, origin, direction, hit );
}

ssVec3 uiSupport( const uiState* ui, const uiFrameInput* input, const ssPart* part )
{
    static ssPose poses[SS_BUILD_MAX_PARTS];
    return presentPoses( ui, input, poses ) ? ssBuild_Support( &ui->model.build, poses, part )
                                            : ssVec3_Make( 0.0, 0.0, 1.0 );
}

static double restHeight( const uiState* ui, const uiFrameInput* input, const ssPart* part )
{
    static ssPose poses[SS_BUILD_MAX_PARTS];
    return presentPoses( ui, input, poses ) ? ssBuild_RestHeight( &ui->model.build, poses, part )
                                            : part->position.z;
}

void uiSettlePart( const uiState* ui, const uiFrameInput* input, ssPart* part )
{
    part->position.z = ui->build->floats ? part->position.z : restHeight( ui, input, part );
}

void uiDropPart( uiState* ui, const uiFrameInput* input )
{
    ssPart part;
    if ( uiPresentPart( ui, input, &part ) )
    {
        part.position.z = restHeight( ui, input, &part );
        uiChangePart( ui, input, &part, uiNewEditGroup( ui ), tr( "drop" ) );
    }
}

bool uiAddBuiltPart( uiState* ui, const uiFrameInput* input, ssPart* part, const char* what )
{
    keepClear( ui, input, part );
    ssBuildEdit edit = { .op = ss_buildAddPart, .part = *part };
    bool added = uiChangeBuild( ui, input, &edit, uiNewEditGroup( ui ), what );
    if ( added ) { uiSelectPart( ui, edit.part.id ); }
    return added;
}

/// Puts a part where the view looks, beside what is there.
static void findPlace( const uiState* ui, const uiFrameInput* input, ssPart* part )
{
    const float* target = ui->view->camera.target;
    ssAabb box = ssPart_Aabb( part, ssPart_Pose( part ) );
    double low = part->position.z - box.lower.z;
    double wide = ssMax( box.upper.x - box.lower.x, box.upper.y - box.lower.y ) + ui->build->grid;
    for ( int ring = 0; ring < 6; ++ring )
    {
        int places = ring > 0 ? 8 * ring : 1;
        for ( int i = 0; i < places; ++i )
        {
            double angle = 2.0 * SS_PI * i / places;
            part->position = ssVec3_Make( uiSnap( ui, (double)target[0] + ring * wide * cos( angle ) ),
                uiSnap( ui, (double)target[1] + ring * wide * sin( angle ) ), low );
            double height = restHeight( ui, input, part );
            if ( fabs( height - low ) < 1e-6 || ring == 5 )
            {
                part->position.z = height;
                return;
            }
        }
    }
}

/// Steps back until a new part is wholly in the view.
static void bringIntoView( uiState* ui, const uiFrameInput* input, const ssPart* part )
{
    ssAabb box = ssPart_Aabb( part, ssPart_Pose( part ) );
    ssVec3 middle = ssVec3_Scale( 0.5, ssVec3_Add( box.lower, box.upper ) );
    const float center[3] = { (float)middle.x, (float)middle.y, (float)middle.z };
    float radius = (float)( 0.5 * ssVec3_Length( ssVec3_Sub( box.upper, box.lower ) ) );
    gfxViewport viewport = uiViewport( ui, input );
    gfxCamera* camera = &ui->view->camera;
    camera->distance = fmaxf( camera->distance, gfxCamera_DistanceFor( camera, center, radius, &viewport ) );
}

void uiAddPart( uiState* ui, const uiFrameInput* input, ssPartKind kind )
{
    static const ssVec3 prism[] = { { -0.2, -0.2, -0.1 }, { 0.2, -0.2, -0.1 }, { 0.0, 0.2, -0.1 },
        { -0.1, -0.1, 0.2 }, { 0.1, -0.1, 0.2 }, { 0.0, 0.1, 0.2 } };
    ssPart part = ssDefaultPart( kind );
    if ( kind == ss_partHull && part.pointCount == 0 )
    {
        part.points = prism;
        part.pointCount = SS_COUNT( prism );
    }
    if ( kind == ss_partHoop )
    {
        part.turnDeg.x = 90.0; // it stands and can roll
    }
    findPlace( ui, input, &part );
    if ( uiAddBuiltPart( ui, input, &part, uiPrint( tr( "add %s" ), uiPartKindLabel( kind ) ) ) )
    {
        bringIntoView( ui, input, &part );
        ui->build->thrown = ssPartKind_CanMove( kind ) ? kind : ui->build->thrown;
    }
}

void uiCopyPart( uiState* ui, const uiFrameInput* input )
{
    ssPart part;
    if ( !uiPresentPart( ui, input, &part ) )
    {
        uiNotify( ui, tr( "Select a part first: click it, or press Tab." ) );
        return;
    }
    ssAabb box = ssPart_Aabb( &part, ssPart_Pose( &part ) );
    const char* text = uiPrint( tr( "copy %s" ), uiPartLabel( &part ) );
    part.position.x += uiSnap( ui, box.upper.x - box.lower.x + ui->build->grid );
    part.id = 0;
    part.name[0] = '\0';
    part.thrown = false;
    uiSettlePart( ui, input, &part );
    uiAddBuiltPart( ui, input, &part, text );
}

void uiRemovePart( uiState* ui, const uiFrameInput* input )
{
    const ssPart* part = uiSelectedPart( ui );
    if ( part == NULL )
    {
        uiNotify( ui, tr( "Select a part first: click it, or press Tab." ) );
        return;
    }
    const char* text = uiPrint( tr( "delete %s" ), uiPartLabel( part ) );
    ssBuildEdit edit = { .op = ss_buildRemovePart, .id = part->id };
    if ( uiChangeBuild( ui, input, &edit, uiNewEditGroup( ui ), text ) ) { uiSelectPart( ui, 0 ); }
}

void uiClearBuild( uiState* ui, const uiFrameInput* input )
{
    const ssBuild bare = { .gravity = ui->model.build.gravity, .ground = ui->model.build.ground };
    if ( ui->model.build.partCount == 0 )
    {
        uiNotify( ui, tr( "There are no parts to delete." ) );
        return;
    }
    ssBuildEdit edit = { .op = ss_buildSetAll, .all = &bare };
    if ( uiChangeBuild( ui, input, &edit, uiNewEditGroup( ui ), tr( "delete all parts" ) ) )
    {
        uiSelectPart( ui, 0 );
    }
}

bool uiHasSizeAxis( ssPartKind kind, int axis )
{
    bool ball = kind == ss_partSphere || kind == ss_partHollowSphere;
    bool disk =
        kind == ss_partCylinder || kind == ss_partCapsule || kind == ss_partHoop || kind == ss_partTurntable;
    return ball ? axis == 0 : disk ? axis != 1 : true;
}

void uiScalePart( ssPart* part, int axis, double factor, ssVec3* points )
{
    double* sides[3] = { &part->size.x, &part->size.y, &part->size.z };
    switch ( part->kind )
    {
        case ss_partSphere:
        case ss_partHollowSphere: part->radius *= factor; break;
        case ss_partCylinder:
        case ss_partCapsule:
        case ss_partHoop:
        case ss_partTurntable: *( axis == 2 ? &part->length : &part->radius ) *= factor; break;
        case ss_partHull:
            for ( int i = 0; i < part->pointCount && points != NULL; ++i )
            {
                points[i] = part->points[i];
                double* parts[3] = { &points[i].x, &points[i].y, &points[i].z };
                *parts[axis] *= factor;
            }
            part->points = points != NULL ? points : part->points;
            break;
        default: *sides[axis] *= factor; break;
    }
}

void uiNudgePart( uiState* ui, const uiFrameInput* input, ssVec3 move, ssVec3 turnDeg, double scale )
{
    static ssVec3 points[3][SS_BUILD_MAX_POINTS];
    ssPart part;
    if ( !uiPresentPart( ui, input, &part ) ) { return; }
    const double soon = 0.5; // [s] keys that follow each other are one change
    double now = igGetTime();
    bool same = now - ui->build->nudged < soon && ui->build->nudgeGroup == ui->undo.lastGroup;
    ui->build->nudgeGroup = same ? ui->build->nudgeGroup : uiNewEditGroup( ui );
    ui->build->nudged = now;
    ssPose pose = ssPart_Pose( &part );
    ssQuat turn = ssQuat_FromRotationVector( ssVec3_Scale( SS_PI / 180.0, turnDeg ) );
    pose.position = ssVec3_Add( pose.position, move );
    pose.orientation = ssQuat_Normalize( ssQuat_Mul( turn, pose.orientation ) );
    bool turns = turnDeg.x != 0.0 || turnDeg.y != 0.0 || turnDeg.z != 0.0;
    if ( turns ) { ssPart_SetPose( &part, pose ); }
    part.position = pose.position;
    for ( int axis = 0; axis < 3 && scale != 1.0; ++axis )
    {
        if ( uiHasSizeAxis( part.kind, axis ) ) { uiScalePart( &part, axis, scale, points[axis] ); }
    }
    if ( move.z == 0.0 ) { uiSettlePart( ui, input, &part ); }
    uiChangePart( ui, input, &part, ui->build->nudgeGroup,
        scale != 1.0 ? tr( "resize" )
            : turns  ? tr( "turn" )
                     : tr( "move" ) );
}

void uiJoinPart( uiState* ui, const uiFrameInput* input, int id )
{
    uiBuildPanel* b = ui->build;
    if ( b->jointFrom == 0 )
    {
        b->jointFrom = id;
        return;
    }
    if ( id == b->jointFrom )
    {
        b->jointFrom = 0;
        return;
    }
    ssPose a = uiPartState( ui, input, b->jointFrom ).pose;
    ssVec3 other = id > 0 ? uiPartState( ui, input, id ).pose.position : a.position;
    ssVec3 middle = ssVec3_Scale( 0.5, ssVec3_Add( a.position, other ) );
    ssQuat back = ssQuat_Conjugate( a.orientation );
    ssBuildJoint joint = ssDefaultBuildJoint( b->joint );
    joint.a = b->jointFrom;
    joint.b = id;
    joint.anchor = ssQuat_Rotate( back, ssVec3_Sub( middle, a.position ) );
    joint.axis = ssQuat_Rotate( back, ssVec3_Make( 0.0, 1.0, 0.0 ) );
    ssBuildEdit edit = { .op = ss_buildAddJoint, .joint = joint };
    if ( uiChangeBuild( ui, input, &edit, uiNewEditGroup( ui ), tr( "join two parts" ) ) )
    {
        uiSelectPart( ui, id > 0 ? id : b->jointFrom );
    }
    b->jointFrom = 0;
}
