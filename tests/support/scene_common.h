// SPDX-License-Identifier: MIT
#pragma once

#include "test_main.h"

#include "slipstick/lab/scene.h"

// Scenes for the tests of their form: some that use every key, and a comparison to the bit.

static inline const ssScenario* sphere( void ) { return ssFindScenario( "rolling-sphere" ); }

static inline int keyOf( const char* key )
{
    return ssFindParam( sphere()->model.params, sphere()->model.paramCount, key );
}

static inline ssResult parse( const char* text, ssScene* scene )
{
    return ssParseScene( text, strlen( text ), scene );
}

static inline double bits( testRng* rng, double low, double high )
{
    // All 53 bits are in use, so that one digit too few shows.
    return testUniform( rng, low, high );
}

/// A run with edits of every kind.
static inline ssScene richRun( testRng* rng, int editCount )
{
    ssScene scene = { .def = ssDefaultSimDef( sphere() ),
        .viewFlags = (uint32_t)( testRandom( rng ) & ss_drawAll ) };
    scene.def.h = 1e-3;
    scene.def.until = 0.001 * (double)( testRandom( rng ) % 5000 );
    scene.def.seed = testRandom( rng );
    scene.def.values[keyOf( "mu" )] = bits( rng, 0.0, 1.0 );
    scene.def.values[keyOf( "mu_r" )] = bits( rng, 0.0, 0.1 );
    scene.def.values[keyOf( "u0" )] = bits( rng, -3.0, 3.0 );
    scene.def.values[keyOf( "law" )] = (double)( testRandom( rng ) % 2 );
    scene.camera = ( ssSceneCamera ){ .set = true,
        .yawDeg = bits( rng, -180, 180 ),
        .pitchDeg = bits( rng, -90, 90 ),
        .distance = bits( rng, 0.1, 50.0 ),
        .target = { bits( rng, -1, 1 ), bits( rng, -1, 1 ), bits( rng, -1, 1 ) } };
    scene.edits = editCount > 0 ? ssAlloc( (size_t)editCount * sizeof *scene.edits ) : NULL;
    scene.editCount = editCount;
    static const char* const keys[] = { "mu", "mu_r", "mu_s", "incline_deg", "radius", "law" };
    int64_t step = 0;
    for ( int i = 0; i < editCount; ++i )
    {
        step += (int64_t)( testRandom( rng ) % 60 );
        ssEdit* edit = scene.edits + i;
        *edit = ( ssEdit ){ .step = step, .param = -1 };
        switch ( testRandom( rng ) % 4 )
        {
            case 0:
                edit->drag =
                    ( ssDrag ){ .active = true, .target = { bits( rng, -1, 1 ), bits( rng, -1, 1 ), 0.5 } };
                break;
            case 1: break;
            default:
                edit->param = keyOf( keys[testRandom( rng ) % SS_COUNT( keys )] );
                edit->value = edit->param == keyOf( "law" ) ? (double)( testRandom( rng ) % 2 )
                                                            : bits( rng, 0.01, 0.4 );
                break;
        }
    }
    return scene;
}

/// Gives the scene pins and, more often than not, a twin.
static inline void addCompared( ssScene* scene, testRng* rng, int pinCount )
{
    for ( int i = 0; i < pinCount; ++i )
    {
        ssScene run = richRun( rng, i );
        testMust( ssScene_AddPin(
            scene, &run, (int64_t)( testRandom( rng ) % 3000 ), i == 1 ? "rough \"floor\" μ" : "" ) );
        scene->pins[i].hidden = testRandom( rng ) % 2 == 0;
        ssScene_Destroy( &run );
    }
    if ( testRandom( rng ) % 3 > 0 )
    {
        testMust( ssTwin_Set( &scene->twin, &scene->def, "mu", "0.15" ) );
        testMust( ssTwin_Set( &scene->twin, &scene->def, "law", "relaxed" ) );
        testMust( ssTwin_SetLaw( &scene->twin, &scene->def, testRandom( rng ) % 2 == 0 ? "" : NULL ) );
    }
}

/// A scene that uses every key.
static inline ssScene richScene( testRng* rng, int editCount )
{
    ssScene scene = richRun( rng, editCount );
    addCompared( &scene, rng, editCount % 3 );
    return scene;
}

static inline bool equalTexts( const char* a, const char* b )
{
    return a == NULL || b == NULL ? a == b : strcmp( a, b ) == 0;
}

static inline bool equalTwins( const ssTwin* a, const ssTwin* b )
{
    bool equal = a->on == b->on && a->count == b->count && equalTexts( a->lawText, b->lawText );
    for ( int i = 0; equal && i < a->count; ++i )
    {
        double x, y;
        equal = strcmp( a->values[i].key, b->values[i].key ) == 0 &&
            ( strcmp( a->values[i].text, b->values[i].text ) == 0 ||
                ( ssParseNumber( a->values[i].text, &x ) && ssParseNumber( b->values[i].text, &y ) &&
                    x == y ) );
    }
    return equal;
}

static inline bool equalScenes( const ssScene* a, const ssScene* b )
{
    bool equal = a->def.scenario == b->def.scenario && a->def.h == b->def.h && a->def.until == b->def.until &&
        a->def.seed == b->def.seed && a->viewFlags == b->viewFlags && a->editCount == b->editCount;
    equal = equal && memcmp( a->def.values, b->def.values, sizeof a->def.values ) == 0;
    equal = equal && a->camera.set == b->camera.set && a->camera.yawDeg == b->camera.yawDeg &&
        a->camera.pitchDeg == b->camera.pitchDeg && a->camera.distance == b->camera.distance &&
        memcmp( &a->camera.target, &b->camera.target, sizeof a->camera.target ) == 0;
    for ( int i = 0; equal && i < a->editCount; ++i )
    {
        const ssEdit *e = a->edits + i, *f = b->edits + i;
        equal = e->step == f->step && e->param == f->param && e->value == f->value &&
            e->drag.active == f->drag.active &&
            memcmp( &e->drag.target, &f->drag.target, sizeof e->drag.target ) == 0;
    }
    equal = equal && equalTwins( &a->twin, &b->twin ) && a->pinCount == b->pinCount;
    for ( int i = 0; equal && i < a->pinCount; ++i )
    {
        const ssPin *p = a->pins + i, *q = b->pins + i;
        ssScene run = q->scene; // how it is looked at is that of the scene
        run.viewFlags = p->scene.viewFlags;
        run.camera = p->scene.camera;
        equal = p->steps == q->steps && p->hidden == q->hidden && strcmp( p->name, q->name ) == 0 &&
            equalScenes( &p->scene, &run );
    }
    return equal;
}

#define HEAD "{\"format\":\"slipstick-scene\",\"version\":1,\"scenario\":\"rolling-sphere\""

/// The text is refused by this field, and the message names it.
static inline enum greatest_test_res refused( const char* text, const char* field )
{
    ssScene scene;
    memset( &scene, 0xa5, sizeof scene );
    ssResult result = parse( text, &scene );
    if ( result.code == ss_ok ) { ssScene_Destroy( &scene ); }
    ASSERTm( text, result.code != ss_ok );
    ASSERTm( text, result.message[0] != '\0' );
    ASSERT_STR_EQm( text, field, result.field );
    ASSERTm( result.message, testContains( result.message, field ) );
    PASS();
}
