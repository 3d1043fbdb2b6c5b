// SPDX-License-Identifier: MIT
#include "gfx/list/draw_adapter.h"
#include "session/driver/driver_private.h"
#include <string.h>

// The scales of arrows, cones and discs, shared by all compared runs (survey.h). During a run they only
// become smaller, and only where a change by hand has made glyphs longer for good.

static const double s_firstBudget = 0.1;    // [s] before the first picture of a run: most are known by then
static const double s_surveyBudget = 0.006; // [s] of a pass of the driver's loop afterwards
static const double s_decade = 0.6;         // [s] in which a scale changes tenfold before the eyes
static const double s_slack = 1.25;         // glyphs can be longer by this factor than they are chosen to be
static const double s_shortest = 0.01;      // of the bounds' radius: shorter arrows are not noticed

enum
{
    longFor = 15 // pictures in a row with glyphs that do not fit before the scale changes: a peak passes
};

/// The main run (-1) or that of a companion; NULL: the place is free.
static sessionRun* runOf( sessionDriver* driver, int place )
{
    return place < 0                        ? &driver->run
        : driver->companions[place] != NULL ? &driver->companions[place]->run
                                            : NULL;
}

bool sessionDriver_Surveys( const sessionDriver* driver )
{
    bool any = driver->run.survey.sim != NULL;
    for ( int i = 0; i < SESSION_MAX_COMPANIONS; ++i )
    {
        any = any || ( driver->companions[i] != NULL && driver->companions[i]->run.survey.sim != NULL );
    }
    return any;
}

void sessionDriver_Survey( sessionDriver* driver )
{
    bool first = driver->scales.run != driver->run.number;
    double end = osSeconds() + ( first ? s_firstBudget : s_surveyBudget );
    for ( int i = -1; i < SESSION_MAX_COMPANIONS; ++i )
    {
        sessionRun* run = runOf( driver, i );
        double budget = driver->virtualClock ? (double)INFINITY : end - osSeconds();
        driver->changed =
            ( run != NULL && sessionSurvey_Go( &run->survey, &run->scene, budget ) ) || driver->changed;
    }
}

/// The largest scale at which the glyphs of all compared runs fit; HUGE_VAL: none is known to have any.
static double limitOf( sessionDriver* driver, int quantity )
{
    double limit = driver->scales.fitted[quantity];
    for ( int i = -1; i < SESSION_MAX_COMPANIONS; ++i )
    {
        const sessionRun* run = runOf( driver, i );
        limit = run != NULL ? fmin( limit, sessionSurvey_Limit( &run->survey, quantity ) ) : limit;
    }
    return limit;
}

/// Takes note of how well the glyphs of a picture fit.
static void heed( sessionDriver* driver, const gfxDrawList* list, bool moved, int quantity )
{
    sessionScales* scales = &driver->scales;
    double fits = (double)list->limit[quantity], target = scales->target[quantity];
    if ( !( fits > 0.0 ) ) { return; }
    if ( limitOf( driver, quantity ) == HUGE_VAL )
    {
        scales->fitted[quantity] = fits; // nothing else is known
    }
    bool tooLong = target > s_slack * fits;
    scales->longFor[quantity] = tooLong ? scales->longFor[quantity] + ( moved ? 1 : 0 ) : 0;
    // Of what somebody sets in motion from rest, no length was seen before.
    bool thrown = tooLong && !scales->seen[quantity] && driver->run.scene.editCount > 0;
    if ( thrown || scales->longFor[quantity] >= longFor )
    {
        scales->fitted[quantity] = fmin( scales->fitted[quantity], fits );
        scales->longFor[quantity] = 0;
    }
}

/// Chooses the scale that a quantity is to have. While it is being found out, what is seen stays as it is.
static void choose( sessionDriver* driver, int quantity )
{
    sessionScales* scales = &driver->scales;
    double limit = limitOf( driver, quantity ), *target = &scales->target[quantity];
    if ( limit == HUGE_VAL || ( *target > 0.0 && scales->seen[quantity] && sessionDriver_Surveys( driver ) ) )
    {
        return;
    }
    bool begins = *target == 0.0 || scales->step == 0;
    *target = begins ? gfxRoundScale( limit ) : fmin( *target, gfxRoundScale( limit ) );
}

/// Begins with the scales of a new run: those of the one before stay if it is shown beside it.
static void beginScales( sessionDriver* driver )
{
    sessionScales* scales = &driver->scales;
    bool other = scales->run != driver->run.number;
    for ( int q = 0; q < ss_quantityCount && ( other || scales->step == 0 ); ++q )
    {
        scales->fitted[q] = HUGE_VAL;
        scales->longFor[q] = 0;
        if ( other && !sessionDriver_HasCompanions( driver ) )
        {
            scales->target[q] = scales->scale[q] = scales->told[q] = 0.0;
            scales->seen[q] = false;
        }
    }
    scales->run = driver->run.number;
}

/// Are glyphs of a quantity seen in a picture? The velocities of bodies at rest are not.
static bool isSeen( const gfxDrawList* list, int quantity )
{
    double length = (double)( list->scale[quantity] * list->largest[quantity] );
    return list->limit[quantity] > 0.0f &&
        ( quantity != ss_quantityVelocity || length > s_shortest * (double)list->boundsRadius );
}

/// Counts a change of scales between pictures in which glyphs were seen, when all scales are known again.
static void announce( sessionDriver* driver, sessionSnapshot* s, const gfxDrawList* twin )
{
    sessionScales* scales = &driver->scales;
    bool changed = false, known = !sessionDriver_Surveys( driver );
    double factor[ss_quantityCount];
    for ( int q = 0; q < ss_quantityCount; ++q )
    {
        double target = scales->target[q], told = scales->told[q];
        scales->seen[q] = isSeen( &s->draw, q ) || ( twin != NULL && isSeen( twin, q ) );
        factor[q] = scales->seen[q] && told > 0.0 ? target / told : 1.0;
        changed = changed || ( known && factor[q] != 1.0 );
        scales->told[q] = scales->seen[q] && ( known || told == 0.0 ) ? target : told;
    }
    if ( changed ) { memcpy( scales->factor, factor, sizeof factor ); }
    scales->changes += changed ? 1 : 0;
    s->scaleChanges = scales->changes;
    memcpy( s->scaleFactor, scales->factor, sizeof s->scaleFactor );
}

/// Brings a scale nearer to its target, in a moment in which that can be followed.
static void approach( sessionDriver* driver, int quantity )
{
    sessionScales* scales = &driver->scales;
    double *now = &scales->scale[quantity], target = scales->target[quantity];
    double passed = driver->virtualClock ? 1.0 / 60.0 : fmin( 0.05, osSeconds() - driver->publishedAt );
    double most = pow( 10.0, passed / s_decade );
    bool near = target <= *now * most && target >= *now / most;
    *now = near || !scales->seen[quantity] ? target : target > *now ? *now * most : *now / most;
    scales->moves = scales->moves || *now != target;
}

/// Gives a quantity one scale in all pictures. At a peak it is one that fits, and arrows are broken.
static void give( sessionDriver* driver, sessionSnapshot* s, int quantity )
{
    gfxDrawList* lists[3 + SESSION_MAX_COMPANIONS] = { &s->draw, s->sides, s->sides + 1 };
    double most = HUGE_VAL, scale = driver->scales.scale[quantity];
    for ( int i = 0; i < SESSION_MAX_COMPANIONS; ++i )
    {
        lists[3 + i] = driver->companions[i] != NULL ? &s->companions[i].draw : &s->draw;
    }
    for ( int i = 0; i < SS_COUNT( lists ); ++i )
    {
        bool shown = ( i != 1 && i != 2 ) || s->sided;
        double fits = shown ? (double)lists[i]->limit[quantity] : 0.0;
        most = fits > 0.0 ? fmin( most, s_slack * fits ) : most;
    }
    bool broken =
        scale > most && scale == driver->scales.target[quantity]; // on its way it passes through such lengths
    for ( int i = 0; i < SS_COUNT( lists ); ++i )
    {
        lists[i]->scale[quantity] = (float)( broken ? most : scale );
        lists[i]->broken[quantity] = broken;
    }
}

void sessionDriver_FillScales( sessionDriver* driver, sessionSnapshot* s )
{
    sessionScales* scales = &driver->scales;
    bool moved = scales->step != s->step;
    const gfxDrawList* twin =
        driver->companions[SESSION_TWIN_PLACE] != NULL ? &s->companions[SESSION_TWIN_PLACE].draw : NULL;
    scales->step = s->step;
    scales->moves = false;
    beginScales( driver );
    for ( int q = 0; q < ss_quantityCount; ++q )
    {
        heed( driver, &s->draw, moved, q );
        if ( twin != NULL ) { heed( driver, twin, moved, q ); }
        choose( driver, q );
        approach( driver, q );
        give( driver, s, q );
    }
    announce( driver, s, twin );
}
