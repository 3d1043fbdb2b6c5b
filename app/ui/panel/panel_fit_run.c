// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/panel/panel_fit.h"

#include <stdio.h>
#include <string.h>

// The fits behind the panel: their start, their map, and what the user takes from them.

const sessionFitOutcome* uiFitOutcome( const uiState* ui )
{
    return ui->fit->runner != NULL ? sessionFitRunner_Outcome( ui->fit->runner ) : NULL;
}

/// Reads a typed bound. An empty one is that of the parameter, which the fit knows itself.
static ssResult readBound( const ssParam* row, const char* text, double* bound )
{
    *bound = SS_NAN;
    if ( text[0] == '\0' || ssParseNumber( text, bound ) ) { return ssOk(); }
    return ssError( ss_errorFormat, row->key, "%s: '%.20s' is not a number; a bound is one, or empty",
        tr( row->symbol ), text );
}

static ssResult collectParams( uiFitPanel* f, const uiFrameInput* input, ssFitParam* params, int* count )
{
    const ssScenario* scenario = input->snapshot->scenario;
    *count = 0;
    for ( int i = 0; i < scenario->model.paramCount; ++i )
    {
        const ssParam* row = scenario->model.params + i;
        if ( !uiCanFit( input, i ) || !f->choices[i].free ) { continue; }
        if ( *count == SS_FIT_PARAMS )
        {
            return ssError(
                ss_errorValue, NULL, tr( "At most %d parameters can be free at once." ), SS_FIT_PARAMS );
        }
        ssFitParam* param = params + *count;
        *param = ssFreeParam( row->key );
        ssResult low = readBound( row, f->choices[i].low, &param->low ),
                 high = readBound( row, f->choices[i].high, &param->high );
        if ( low.code != ss_ok || high.code != ss_ok ) { return low.code != ss_ok ? low : high; }
        *count += 1;
    }
    return *count > 0 ? ssOk()
                      : ssError( ss_errorValue, NULL,
                            "All parameters are locked. Open the lock of those that the fit has to find." );
}

void uiStartFit( uiState* ui, const uiFrameInput* input, bool checkOnly )
{
    uiFitPanel* f = ui->fit;
    ssFitParam params[SS_FIT_PARAMS];
    int count = 0;
    ssResult result = collectParams( f, input, params, &count );
    if ( result.code == ss_ok )
    {
        uiFillFitDef( ui, input, f->def );
        sessionFitMap_Clear( f->map );
        f->mapped = 0;
        ui->measured.bandLow = ui->measured.bandHigh = NULL; // of the outcome that goes now
        result = sessionFitRunner_Start( f->runner, checkOnly, f->def, f->table, params, count );
    }
    snprintf( f->refusal, sizeof( f->refusal ), "%s", result.code == ss_ok ? "" : result.message );
}

void uiUseFit( uiState* ui, const uiFrameInput* input )
{
    const sessionFitOutcome* outcome = uiFitOutcome( ui );
    int group = uiNewEditGroup( ui );
    for ( int i = 0; outcome != NULL && outcome->result != NULL && i < outcome->result->paramCount; ++i )
    {
        const ssFitEstimate* e = outcome->result->estimates + i;
        int param = ssFindScenarioParam( input->snapshot->scenario, e->key );
        if ( param >= 0 ) { uiEditParam( ui, input, param, e->value, group ); }
    }
    uiPost( input, session_commandReset, 0, 0.0 ); // they act from the start of the run
}

/// The free parameters of the map: those that were chosen, or the first two.
static bool chooseMapParams( uiFitPanel* f, const uiFrameInput* input )
{
    for ( int side = 0; side < 2; ++side )
    {
        int chosen = f->mapParams[side], other = f->mapParams[1 - side];
        bool good = chosen >= 0 && f->choices[chosen].free && uiCanFit( input, chosen ) && chosen != other;
        for ( int i = 0; i < input->snapshot->scenario->model.paramCount && !good; ++i )
        {
            good = f->choices[i].free && uiCanFit( input, i ) && i != other;
            f->mapParams[side] = good ? i : -1;
        }
    }
    return f->mapParams[0] >= 0 && f->mapParams[1] >= 0;
}

/// Four standard errors on both sides of the estimate, or the range of the slider where nothing is known yet.
static sessionFitMapAxis chooseRange( const uiState* ui, const ssScenario* scenario, int param )
{
    const ssParam* row = scenario->model.params + param;
    const sessionFitOutcome* outcome = uiFitOutcome( ui );
    sessionFitMapAxis axis = {
        .param = param, .from = row->min, .to = row->max, .logarithmic = row->logScale && row->min > 0.0
    };
    for ( int i = 0;
          outcome != NULL && !outcome->checked && outcome->result != NULL && i < outcome->result->paramCount;
          ++i )
    {
        const ssFitEstimate* e = outcome->result->estimates + i;
        if ( strcmp( e->key, row->key ) == 0 && isfinite( e->error ) && e->error > 0.0 )
        {
            axis.from = fmax( e->value - 4.0 * e->error, row->allowedMin );
            axis.to = fmin( e->value + 4.0 * e->error, row->allowedMax );
            axis.logarithmic = false;
        }
    }
    if ( ssCheckParam( row, axis.from ).code != ss_ok )
    {
        axis.from += ( axis.to - axis.from ) / session_mapCells; // the lower limit itself is not allowed
    }
    return axis;
}

void uiStartMap( uiState* ui, const uiFrameInput* input )
{
    uiFitPanel* f = ui->fit;
    const sessionFitOutcome* outcome = uiFitOutcome( ui );
    if ( !chooseMapParams( f, input ) )
    {
        sessionFitMap_Clear( f->map );
        return;
    }
    uiFillFitDef( ui, input, f->def );
    if ( outcome != NULL && !outcome->checked && outcome->refusal.code == ss_ok )
    {
        // About the fitted point, with the step that was fine enough for it.
        *f->def = *outcome->def;
        f->def->h = outcome->result->h > 0.0 ? outcome->result->h : f->def->h;
    }
    const sessionFitMapAxis axes[2] = { chooseRange( ui, input->snapshot->scenario, f->mapParams[0] ),
        chooseRange( ui, input->snapshot->scenario, f->mapParams[1] ) };
    ssResult result = sessionFitMap_Start( f->map, f->def, f->table, axes );
    if ( result.code != ss_ok ) { snprintf( f->refusal, sizeof( f->refusal ), "%s", result.message ); }
}

void uiPublishFit( const uiState* ui )
{
    const sessionFitOutcome* outcome = uiFitOutcome( ui );
    sessionFitProgress progress = sessionFitRunner_Progress( ui->fit->runner );
    const ssFitResult* result = outcome != NULL ? outcome->result : NULL;
    uiPublish( "fit.busy", progress.busy ? 1.0 : 0.0 );
    uiPublish( "fit.warnings", result != NULL ? (double)result->warningCount : 0.0 );
    for ( int i = 0; result != NULL && i < result->paramCount; ++i )
    {
        const ssFitEstimate* e = result->estimates + i;
        const struct
        {
            const char* what;
            double value;
        } values[] = { { "value", e->value }, { "error", e->error }, { "low", e->low }, { "high", e->high } };
        for ( int k = 0; k < SS_COUNT( values ); ++k )
        {
            uiPublish( uiPrint( "fit.%s.%s", e->key, values[k].what ), values[k].value );
        }
    }
}
