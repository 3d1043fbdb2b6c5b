// SPDX-License-Identifier: MIT
#include "gfx/render/camera.h"

#include <cglm/cglm.h>
#include <math.h>
#include <string.h>

// [m] From the thread of a bolt to a hillside, well within the range of floats.
static const float minDistance = 1e-5f, maxDistance = 1e5f;
// [rad] A little short of straight up and down, where yaw would lose its meaning.
static const float minPitch = -1.45f, maxPitch = 1.55f;

static void cameraForward( const gfxCamera* camera, vec3 forward )
{
    forward[0] = -sinf( camera->yaw ) * cosf( camera->pitch );
    forward[1] = cosf( camera->yaw ) * cosf( camera->pitch );
    forward[2] = -sinf( camera->pitch );
}

static void cameraAxes( const gfxCamera* camera, vec3 right, vec3 up, vec3 forward )
{
    cameraForward( camera, forward );
    right[0] = cosf( camera->yaw );
    right[1] = sinf( camera->yaw );
    right[2] = 0.0f;
    glm_vec3_cross( right, forward, up );
}

/// Metres per pixel on the plane through the target that faces the camera.
static float pixelSize( const gfxCamera* camera, const gfxViewport* viewport )
{
    return 2.0f * camera->distance * tanf( 0.5f * camera->fieldOfView ) / fmaxf( viewport->height, 1.0f );
}

gfxCamera gfxDefaultCamera( void )
{
    return ( gfxCamera ){
        .yaw = 0.42f,
        .pitch = 0.30f,
        .distance = 4.0f,
        .target = { 0.0f, 0.0f, 0.5f },
        .fieldOfView = 0.61f, // 35°: as little distortion as in a drawing
    };
}

void gfxCamera_Orbit( gfxCamera* camera, float dx, float dy, const gfxViewport* viewport )
{
    // A drag over the viewport's height is half a turn.
    float turn = GLM_PIf / fmaxf( viewport->height, 1.0f );
    camera->yaw = remainderf( camera->yaw - turn * dx, 2.0f * GLM_PIf );
    camera->pitch = glm_clamp( camera->pitch + turn * dy, minPitch, maxPitch );
}

void gfxCamera_Pan( gfxCamera* camera, float dx, float dy, const gfxViewport* viewport )
{
    vec3 right, up, forward;
    cameraAxes( camera, right, up, forward );
    float size = pixelSize( camera, viewport );
    glm_vec3_muladds( right, -dx * size, camera->target );
    glm_vec3_muladds( up, dy * size, camera->target );
}

void gfxCamera_Zoom( gfxCamera* camera, float notches, float x, float y, const gfxViewport* viewport )
{
    float distance =
        glm_clamp( camera->distance * expf( -GFX_ZOOM_PER_NOTCH * notches ), minDistance, maxDistance );
    float factor = distance / camera->distance;
    vec3 right, up, forward;
    cameraAxes( camera, right, up, forward );
    float size = pixelSize( camera, viewport );
    // The point under the cursor stays if the target moves there by as much as the distance shrinks.
    glm_vec3_muladds( right, ( 1.0f - factor ) * ( x - 0.5f * viewport->width ) * size, camera->target );
    glm_vec3_muladds( up, ( 1.0f - factor ) * ( 0.5f * viewport->height - y ) * size, camera->target );
    camera->distance = distance;
}

void gfxCamera_Frame( gfxCamera* camera, const float center[3], float radius, const gfxViewport* viewport )
{
    float aspect = viewport->width / fmaxf( viewport->height, 1.0f ), half = 0.5f * camera->fieldOfView;
    half = aspect < 1.0f ? atanf( aspect * tanf( half ) ) : half;
    memcpy( camera->target, center, sizeof( camera->target ) );
    camera->distance = glm_clamp( 1.05f * radius / sinf( half ), minDistance, maxDistance );
}

float gfxCamera_DistanceFor(
    const gfxCamera* camera, const float center[3], float radius, const gfxViewport* viewport )
{
    vec3 right, up, forward, offset;
    cameraAxes( camera, right, up, forward );
    for ( int i = 0; i < 3; ++i ) { offset[i] = center[i] - camera->target[i]; }
    float aspect = viewport->width / fmaxf( viewport->height, 1.0f );
    float tall = 0.5f * camera->fieldOfView, wide = atanf( fmaxf( aspect, 1e-3f ) * tanf( tall ) );
    // A sphere at depth z, beside the axis by a, touches the side of the view where z sin = a cos + radius.
    float forWidth = fabsf( glm_vec3_dot( offset, right ) ) / tanf( wide ) + radius / sinf( wide );
    float forHeight = fabsf( glm_vec3_dot( offset, up ) ) / tanf( tall ) + radius / sinf( tall );
    float distance = fmaxf( forWidth, forHeight ) - glm_vec3_dot( offset, forward );
    return glm_clamp( distance, minDistance, maxDistance );
}

void gfxCamera_Eye( const gfxCamera* camera, float eye[3] )
{
    vec3 forward;
    cameraForward( camera, forward );
    for ( int i = 0; i < 3; ++i ) { eye[i] = camera->target[i] - camera->distance * forward[i]; }
}

void gfxCamera_Matrices(
    const gfxCamera* camera, const gfxViewport* viewport, float view[16], float projection[16] )
{
    vec3 right, up, forward, eye;
    cameraAxes( camera, right, up, forward );
    gfxCamera_Eye( camera, eye );
    // These axes never degenerate, unlike those of a look-at matrix with a fixed "up".
    const float columns[16] = {
        right[0], up[0], -forward[0], 0.0f,                                                        //
        right[1], up[1], -forward[1], 0.0f,                                                        //
        right[2], up[2], -forward[2], 0.0f,                                                        //
        -glm_vec3_dot( right, eye ), -glm_vec3_dot( up, eye ), glm_vec3_dot( forward, eye ), 1.0f, //
    };
    memcpy( view, columns, sizeof( columns ) );

    // No far plane: scenes have no known end, and depth = 1 - near / z loses no precision.
    float near = 0.005f * camera->distance, aspect = viewport->width / fmaxf( viewport->height, 1.0f );
    float focal = 1.0f / tanf( 0.5f * camera->fieldOfView );
    memset( projection, 0, 16 * sizeof( float ) );
    projection[0] = focal / fmaxf( aspect, 1e-6f );
    projection[5] = focal;
    projection[10] = -1.0f;
    projection[11] = -1.0f;
    projection[14] = -2.0f * near;
}

gfxProjector gfxCamera_Projector( const gfxCamera* camera, const gfxViewport* viewport )
{
    gfxProjector p = { .middle = { 0.5f * viewport->width, 0.5f * viewport->height },
        .focal = 0.5f * viewport->height / tanf( 0.5f * camera->fieldOfView ),
        .nearest = 0.005f * camera->distance };
    cameraAxes( camera, p.right, p.up, p.forward );
    gfxCamera_Eye( camera, p.eye );
    return p;
}

bool gfxProjector_Project( const gfxProjector* p, const float point[3], float screen[2] )
{
    float at[3] = { 0.0f, 0.0f, 0.0f };
    for ( int i = 0; i < 3; ++i )
    {
        float offset = point[i] - p->eye[i];
        at[0] += offset * p->right[i];
        at[1] += offset * p->up[i];
        at[2] += offset * p->forward[i];
    }
    if ( !( at[2] > p->nearest ) ) { return false; }
    screen[0] = p->middle[0] + p->focal / at[2] * at[0];
    screen[1] = p->middle[1] - p->focal / at[2] * at[1];
    return true;
}

bool gfxCamera_Project(
    const gfxCamera* camera, const gfxViewport* viewport, const float point[3], float screen[2] )
{
    gfxProjector projector = gfxCamera_Projector( camera, viewport );
    return gfxProjector_Project( &projector, point, screen );
}

void gfxCamera_Ray( const gfxCamera* camera, const gfxViewport* viewport, float x, float y, float origin[3],
    float direction[3] )
{
    vec3 right, up, forward;
    cameraAxes( camera, right, up, forward );
    gfxCamera_Eye( camera, origin );
    float size = pixelSize( camera, viewport ) / camera->distance;
    glm_vec3_muladds( right, ( x - 0.5f * viewport->width ) * size, forward );
    glm_vec3_muladds( up, ( 0.5f * viewport->height - y ) * size, forward );
    glm_vec3_normalize_to( forward, direction );
}
