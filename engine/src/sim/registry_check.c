// SPDX-License-Identifier: MIT
#include "base/registration.h"
#include "sim/sim_private.h"

#include <string.h>

// What a scenario must have before it runs, and before windows, tables and files rely on it.

static ssResult missingFunction( const ssScenario* scenario, const char* name, const char* why )
{
    return ssError( ss_errorValue, name, "the scenario %.60s has no function `%s`%s",
        scenario->id != NULL ? scenario->id : "(without an id)", name, why );
}

ssResult simCheckFunctions( const ssScenario* scenario )
{
    if ( scenario->id == NULL ) { return ssError( ss_errorValue, "id", "the scenario has no id" ); }
    if ( scenario->model.paramCount > SS_MAX_PARAMS || scenario->model.signalCount > SS_MAX_SIGNALS ||
        scenario->picture.chartCount > SS_MAX_CHARTS )
    {
        return ssError( ss_errorValue, "scenario",
            "the scenario %.60s has %d parameters, %d signals and %d charts; allowed: up to %d, %d and %d",
            scenario->id, scenario->model.paramCount, scenario->model.signalCount,
            scenario->picture.chartCount, SS_MAX_PARAMS, SS_MAX_SIGNALS, SS_MAX_CHARTS );
    }
    bool live = false;
    for ( int i = 0; i < scenario->model.paramCount; ++i ) { live = live || scenario->model.params[i].live; }
    const struct
    {
        const char* name;
        bool missing;
        const char* why;
    } functions[] = {
        { "create", scenario->model.create == NULL, "" },
        { "step", scenario->model.step == NULL, "" },
        { "serialize", scenario->model.serialize == NULL, "" },
        { "apply",
            ( live || scenario->model.takesLaw ) && scenario->model.apply == NULL &&
                scenario->model.adopt == NULL,
            live ? " or `adopt`, but live parameters" : " or `adopt`, but takes typed laws" },
        { "fillSignals", scenario->model.signalCount > 0 && scenario->model.fillSignals == NULL,
            ", but signals" },
        { "measure", scenario->model.measureCount > 0 && scenario->model.measure == NULL, ", but measures" },
        { "partState", scenario->model.takesBuild && scenario->model.partState == NULL,
            ", but takes builds" },
        { "makeBuild", scenario->model.takesBuild && scenario->model.makeBuild == NULL,
            ", but takes builds" },
        { "drawChart", scenario->picture.chartCount > 0 && scenario->picture.drawChart == NULL,
            ", but charts" },
    };
    for ( int i = 0; i < SS_COUNT( functions ); ++i )
    {
        if ( functions[i].missing )
        {
            return missingFunction( scenario, functions[i].name, functions[i].why );
        }
    }
    return ssOk();
}

static ssResult checkTexts( registrationOf of, const ssScenario* s )
{
    ssResult result = ssRegistration_CheckText( of, "title", s->title );
    result = result.code == ss_ok ? ssRegistration_CheckText( of, "source", s->source ) : result;
    result = result.code == ss_ok ? ssRegistration_CheckText( of, "summary", s->summary ) : result;
    if ( result.code == ss_ok && s->model.stateSize == 0 )
    {
        result = ssRegistration_Refuse( of, "stateSize", "`stateSize` is 0; allowed: sizeof of the state" );
    }
    int64_t steps;
    ssSimDef run = { .scenario = s, .h = s->model.h, .until = s->model.until };
    bool finite =
        s->model.h > 0.0 && isfinite( s->model.h ) && s->model.until > 0.0 && isfinite( s->model.until );
    if ( result.code == ss_ok && ( !finite || ssSimDef_StepCount( &run, &steps ).code != ss_ok ) )
    {
        result = ssRegistration_Refuse( of, "h",
            "h = %g s, until = %g s; allowed: both > 0, and `until` a multiple of h", s->model.h,
            s->model.until );
    }
    return result;
}

static ssResult checkSignals( registrationOf of, const ssScenario* s )
{
    for ( int i = 0; i < s->model.signalCount; ++i )
    {
        const ssSignal* row = s->model.signals + i;
        if ( !ssRegistration_IsName( row->name ) || strcmp( row->name, "t" ) == 0 )
        {
            return ssRegistration_Refuse( of, "signals",
                "signal %d is called \"%.40s\"; allowed: letters, digits, _ and -; not t, which is the time",
                i, row->name != NULL ? row->name : "" );
        }
        if ( row->symbol == NULL || row->unit == NULL || row->doc == NULL )
        {
            return ssRegistration_Refuse(
                of, "signals", "the signal %s has no symbol, no unit or no doc", row->name );
        }
        if ( ssFindSignal( s, row->name ) != i )
        {
            return ssRegistration_Refuse( of, "signals", "two signals are called %s", row->name );
        }
    }
    for ( int i = 0; i < s->model.measureCount; ++i )
    {
        const ssMeasure* row = s->model.measures + i;
        if ( !ssRegistration_IsName( row->name ) || row->unit == NULL || row->doc == NULL ||
            ssFindMeasure( s, row->name ) != i )
        {
            return ssRegistration_Refuse( of, "measures",
                "measure %d (\"%.40s\") has no name of its own, no unit or no doc", i,
                row->name != NULL ? row->name : "" );
        }
    }
    return ssOk();
}

/// A curve that is not there would be a hole in a plot.
static ssResult checkCurve( registrationOf of, const ssScenario* s, const ssPlot* plot, const char* name )
{
    return name == NULL || ssFindSignal( s, name ) >= 0
        ? ssOk()
        : ssRegistration_Refuse(
              of, "plots", "the plot %s shows '%.40s', which is no signal", plot->id, name );
}

static ssResult checkPlots( registrationOf of, const ssScenario* s )
{
    for ( int i = 0; i < s->picture.plotCount; ++i )
    {
        const ssPlot* plot = s->picture.plots + i;
        if ( !ssRegistration_IsName( plot->id ) || plot->title == NULL || plot->unit == NULL )
        {
            return ssRegistration_Refuse( of, "plots", "plot %d (\"%.40s\") has no id, no title or no unit",
                i, plot->id != NULL ? plot->id : "" );
        }
        if ( plot->signals[0] == NULL )
        {
            return ssRegistration_Refuse( of, "plots", "the plot %s shows no signal", plot->id );
        }
        SS_TRY( checkCurve( of, s, plot, plot->x ) );
        SS_TRY( checkCurve( of, s, plot, plot->created ) );
        for ( int k = 0; k < SS_MAX_CURVES; ++k )
        {
            SS_TRY( checkCurve( of, s, plot, plot->signals[k] ) );
            SS_TRY( checkCurve( of, s, plot, plot->exact[k] ) );
        }
    }
    for ( int i = 0; i < s->picture.chartCount; ++i )
    {
        if ( !ssRegistration_IsName( s->picture.charts[i].id ) )
        {
            return ssRegistration_Refuse( of, "charts", "chart %d has no id of letters, digits, _ and -", i );
        }
    }
    return ssOk();
}

static ssResult checkPreset( registrationOf of, const ssScenario* s, int index )
{
    const ssPreset* preset = s->presets + index;
    if ( !ssRegistration_IsName( preset->name ) || preset->label == NULL ||
        ssFindPreset( s, preset->name ) != preset )
    {
        return ssRegistration_Refuse( of, "presets",
            "preset %d (\"%.40s\") has no name of its own or no label", index,
            preset->name != NULL ? preset->name : "" );
    }
    if ( preset->law != NULL && !s->model.takesLaw )
    {
        return ssRegistration_Refuse(
            of, "presets", "the preset %s has a law, but the scenario takes none", preset->name );
    }
    for ( int i = 0; i < preset->valueCount; ++i )
    {
        const char* key = preset->values[i].key != NULL ? preset->values[i].key : "";
        int param = ssFindParam( s->model.params, s->model.paramCount, key );
        if ( param < 0 && preset->law == NULL )
        {
            return ssRegistration_Refuse(
                of, "presets", "the preset %s sets '%.40s', which is no parameter", preset->name, key );
        }
        ssResult result =
            param >= 0 ? ssCheckParam( s->model.params + param, preset->values[i].value ) : ssOk();
        if ( result.code != ss_ok )
        {
            return ssRegistration_Refuse(
                of, "presets", "the preset %s: %.150s", preset->name, result.message );
        }
    }
    return ssOk();
}

static ssResult checkPresets( registrationOf of, const ssScenario* s )
{
    ssResult result = ssOk();
    for ( int i = 0; i < s->presetCount && result.code == ss_ok; ++i ) { result = checkPreset( of, s, i ); }
    if ( result.code == ss_ok && ssFindPreset( s, "tiny" ) == NULL )
    {
        result = ssRegistration_Refuse( of, "presets",
            "no preset is called tiny; every scenario has one, for tests: a short run with at most 100 "
            "contacts" );
    }
    if ( result.code == ss_ok && s->opening != NULL && ssFindPreset( s, s->opening ) == NULL )
    {
        result =
            ssRegistration_Refuse( of, "opening", "`opening` is '%.40s', which is no preset", s->opening );
    }
    return result;
}

/// Tables whose number of rows says that they are there.
static ssResult checkCounts( registrationOf of, const ssScenario* s )
{
    const struct
    {
        const char* name;
        const void* rows;
        int count;
    } tables[] = { { "signals", s->model.signals, s->model.signalCount },
        { "plots", s->picture.plots, s->picture.plotCount },
        { "charts", s->picture.charts, s->picture.chartCount }, { "presets", s->presets, s->presetCount },
        { "measures", s->model.measures, s->model.measureCount }, { "figures", s->figures, s->figureCount } };
    for ( int i = 0; i < SS_COUNT( tables ); ++i )
    {
        if ( tables[i].count < 0 || ( tables[i].count > 0 && tables[i].rows == NULL ) )
        {
            return ssRegistration_Refuse(
                of, tables[i].name, "%d %s without a table", tables[i].count, tables[i].name );
        }
    }
    return ssOk();
}

ssResult simCheckTables( const ssScenario* scenario )
{
    registrationOf of = { "scenario", scenario->id };
    SS_TRY( checkCounts( of, scenario ) );
    SS_TRY(
        ssRegistration_CheckRows( of, scenario->model.params, scenario->model.paramCount, SS_MAX_PARAMS ) );
    SS_TRY( simCheckFunctions( scenario ) );
    SS_TRY( checkTexts( of, scenario ) );
    SS_TRY( checkSignals( of, scenario ) );
    SS_TRY( checkPlots( of, scenario ) );
    return checkPresets( of, scenario );
}
