// SPDX-License-Identifier: MIT
#include "ui/core/ui_state.h"
#include "ui/panel/panel_sets.h"

#include <stdlib.h>
#include <string.h>

// Outlines of C and D from their rows, their convexity, and whether the law accepts them.

// The keys of the first rows of C and D.
static const char* const s_keys[2] = { "c_kind", "d_kind" };

bool uiHasSets( const ssScenario* scenario )
{
    // A typed law has its own sets.
    return scenario->law == NULL &&
        ssFindParam( scenario->model.params, scenario->model.paramCount, s_keys[0] ) >= 0;
}

const char* uiSetText( const uiSetEditor* e, int row )
{
    return e->input->snapshot->pendingTexts[ssTextSlot( e->input->snapshot->scenario->model.params, row )];
}

static ssLawKind lawOf( const ssScenario* scenario, const double* values )
{
    int row = ssFindParam( scenario->model.params, scenario->model.paramCount, "law" );
    const ssLawType* type = row >= 0 && scenario->model.params[row].kind == ss_paramChoice
        ? ssFindLawType( ssParam_Choice( scenario->model.params + row, (int)values[row] ) )
        : NULL;
    return type != NULL ? type->kind : ss_lawKindExtended;
}

ssResult uiCheckSets(
    const uiSetEditor* e, const ssSetDef* c, const ssSetDef* d, double* fitted, uiSetCache* belts )
{
    ssLawDef def = ssDefaultLawDef( lawOf( e->input->snapshot->scenario, e->values ) );
    def.c = *c;
    if ( d != NULL ) { def.d = *d; }
    ssLaw law;
    ssResult result = ssMakeLaw( &def, &law );
    if ( result.code == ss_ok )
    {
        *fitted = law.dScale;
        if ( belts != NULL ) { belts->beltCount = ssUnstableBelts( &law, belts->belts, ui_maxBelts ); }
        ssLaw_Destroy( &law );
    }
    return result;
}

static double largestRadius( const ssSet* set )
{
    double largest = 0.0;
    for ( int i = 0; i < 64; ++i ) { largest = fmax( largest, ssSet_Radius( set, 2.0 * SS_PI * i / 64.0 ) ); }
    return largest;
}

static void makeSet( const uiSetEditor* e, uiSetCache* cache, int k )
{
    const ssScenario* scenario = e->input->snapshot->scenario;
    int row = e->first[k];
    ssSetTexts texts = { uiSetText( e, row + ss_setRowVertices ), uiSetText( e, row + ss_setRowSamples ) };
    ssSet set;
    ssResult result =
        ssReadSetRows( scenario->model.params + row, e->values + row, NULL, texts, k == 1, cache->defs + k );
    result = result.code == ss_ok ? ssMakeSet( cache->defs + k, &set ) : result;
    cache->results[k] = result;
    if ( result.code == ss_ok )
    {
        ssSet_Outline( &set, ui_setOutlinePoints, cache->outlines[k] );
        cache->radius[k] = largestRadius( &set );
        cache->convex[k] = ssSet_IsConvex( &set );
        ssSet_Destroy( &set );
    }
}

static void updateCache( const uiSetEditor* e, uiSetCache* cache )
{
    const sessionSnapshot* s = e->input->snapshot;
    size_t values = (size_t)s->scenario->model.paramCount * sizeof( double );
    bool same =
        cache->made && cache->scenario == s->scenario && memcmp( cache->values, e->values, values ) == 0;
    for ( int i = 0; i < SS_MAX_TEXTS; ++i )
    {
        same = same && strcmp( cache->texts[i], s->pendingTexts[i] ) == 0;
    }
    if ( same ) { return; }
    cache->made = true;
    cache->scenario = s->scenario;
    memcpy( cache->values, e->values, values );
    memcpy( cache->texts, s->pendingTexts, sizeof( cache->texts ) );
    cache->law = ssError( ss_errorValue, NULL, "C cannot be made from these values" );
    cache->fitted = 1.0;
    cache->beltCount = 0;
    for ( int k = 0; k < 2; ++k )
    {
        ssFreeSetPoints( cache->defs + k );
        if ( e->first[k] >= 0 ) { makeSet( e, cache, k ); }
    }
    bool d = e->first[1] >= 0;
    if ( e->first[0] >= 0 && cache->results[0].code == ss_ok && ( !d || cache->results[1].code == ss_ok ) )
    {
        cache->law = uiCheckSets( e, cache->defs, d ? cache->defs + 1 : NULL, &cache->fitted, cache );
    }
}

void uiReadSets( uiSetEditor* e )
{
    const ssScenario* scenario = e->input->snapshot->scenario;
    for ( int i = 0; i < scenario->model.paramCount; ++i )
    {
        e->values[i] = uiShownParam( e->ui, e->input, i );
    }
    for ( int k = 0; k < 2; ++k )
    {
        e->first[k] = ssFindParam( scenario->model.params, scenario->model.paramCount, s_keys[k] );
    }
    updateCache( e, e->ui->sets->cache );
    e->cache = e->ui->sets->cache;
    e->defs = e->cache->defs;
    e->results = e->cache->results;
}

void uiFreeSets( uiState* ui )
{
    if ( ui->sets->cache != NULL )
    {
        ssFreeSetPoints( ui->sets->cache->defs );
        ssFreeSetPoints( ui->sets->cache->defs + 1 );
        free( ui->sets->cache );
        ui->sets->cache = NULL;
    }
}
