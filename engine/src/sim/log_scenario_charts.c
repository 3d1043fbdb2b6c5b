// SPDX-License-Identifier: MIT
#include "sim/log_scenario_private.h"
#include "sim/rows.h"

// Charts of a frame of a log: the friction of all contacts in one plane, and how near they are to sliding.

#define OUTSIDE 1e-3 // of the bound; closer to it, rounding decides

enum
{
    chartFriction,
    chartMargins,
    pointsMost = 4096, // of one chart
    circlePoints = 97,
    bins = 24
};

const ssChart log_charts[] = {
    [chartFriction] = { CHART( "friction", "friction of all contacts" ),
        AXES( "f_T1 / f_N", "", "f_T2 / f_N", "" ),
        .doc = "The friction force of every contact over its load, in the plane of the contact; axis 1 is "
               "the world's x, projected. The circle is μ. Points outside break the law; sliding points "
               "belong on the rim. A contact with a law of its own is judged by that, and has no circle.",
        .equalScales = true, .shown = true },
    [chartMargins] = { CHART( "margins", "margins to sliding" ), AXES( "margin", "", "contacts", "" ),
        .doc = "How many contacts have which margin 1 − |f_T| / (μ f_N): 0 slides, below 0 the force is "
               "outside its cone. Contacts whose μ is unknown are left out." },
};
const int log_chartCount = SS_COUNT( log_charts );

typedef struct Points
{
    double x[pointsMost], y[pointsMost];
    int count;
} Points;

static void addPoint( Points* points, double x, double y )
{
    if ( points->count < pointsMost )
    {
        points->x[points->count] = x;
        points->y[points->count++] = y;
    }
}

static void drawCircle( const ssChartSink* sink, double radius )
{
    double x[circlePoints], y[circlePoints];
    for ( int i = 0; i < circlePoints; ++i )
    {
        double angle = 2.0 * SS_PI * i / ( circlePoints - 1 );
        x[i] = radius * ssCos( angle );
        y[i] = radius * ssSin( angle );
    }
    sink->curve( sink->context, ss_chartReservoir, "μ", circlePoints, x, y );
}

static void drawPoints( const ssChartSink* sink, ssChartRole role, const char* label, const Points* points )
{
    if ( points->count > 0 )
    {
        sink->points( sink->context, role, label, points->count, points->x, points->y );
    }
}

/// Is the friction force outside the bound of its contact's own law? Never where nothing bounds it.
static bool isOutside( const ssContactView* view )
{
    double pulled = ssHypot( view->force[1], view->force[2] );
    return view->law != NULL ? ssContactView_Margin( view ) < -OUTSIDE
                             : pulled > view->cone.mu * view->force[0] * ( 1.0 + OUTSIDE );
}

static void drawFriction( const logState* state, const ssChartSink* sink )
{
    Points sticking = { .count = 0 }, moving = { .count = 0 }, outside = { .count = 0 };
    double least = HUGE_VAL, most = -HUGE_VAL, reach = 0.0;
    int stride = 1 + state->frame.count / pointsMost;
    for ( int row = 0; row < state->frame.count; row += stride )
    {
        const ssContactView view = logView( state, row );
        if ( view.mode == ss_modeOpen ) { continue; }
        double x = view.force[1] / view.force[0], y = view.force[2] / view.force[0];
        double mu = view.law == NULL ? view.cone.mu : SS_NAN;
        addPoint( isOutside( &view ) ? &outside : view.mode == ss_modeStick ? &sticking : &moving, x, y );
        least = mu < least ? mu : least;
        most = mu > most ? mu : most;
        reach = ssMax( reach, ssMax( ssHypot( x, y ), mu > 0.0 ? mu : 0.0 ) );
    }
    reach = reach > 0.0 ? 1.1 * reach : 1.0;
    sink->range( sink->context, -reach, reach, -reach, reach );
    if ( most > 0.0 && isfinite( most ) ) { drawCircle( sink, most ); }
    if ( least > 0.0 && least < most ) { drawCircle( sink, least ); }
    drawPoints( sink, ss_chartFirst, "stick", &sticking );
    drawPoints( sink, ss_chartUnstable, "moves", &moving ); // has the colour of sliding
    drawPoints( sink, ss_chartViolation, "outside", &outside );
    if ( state->chosen >= 0 && state->rows[state->chosen].mode != ss_modeOpen )
    {
        const ssContactView view = logView( state, state->chosen );
        const double x = view.force[1] / view.force[0], y = view.force[2] / view.force[0];
        sink->points( sink->context, ss_chartNow, "followed", 1, &x, &y );
    }
}

static void drawMargins( const logState* state, const ssChartSink* sink )
{
    const double low = -0.2, width = 1.2 / bins; // one edge of a bin is 0
    double edges[bins + 1], inside[bins] = { 0.0 }, outside[bins] = { 0.0 };
    for ( int i = 0; i <= bins; ++i ) { edges[i] = low + i * width; }
    for ( int row = 0; row < state->frame.count; ++row )
    {
        const logRow* seen = state->rows + row;
        const ssContactView view = logView( state, row );
        double margin = ssContactView_Margin( &view );
        if ( seen->mode != ss_modeOpen && !isnan( margin ) )
        {
            double place = floor( ( margin - low ) / width + 1e-9 );
            int bin = place < 0.0 ? 0 : place >= bins ? bins - 1 : (int)place;
            ( margin < -OUTSIDE ? outside : inside )[bin] += 1.0;
        }
    }
    sink->bars( sink->context, ss_chartFirst, "inside the cone", bins, edges, inside );
    sink->bars( sink->context, ss_chartViolation, "outside", bins, edges, outside );
}

void logDrawChart( const void* context, const ssSim* sim, int chart, const ssChartSink* sink )
{
    (void)sim;
    if ( chart == chartFriction ) { drawFriction( context, sink ); }
    else if ( chart == chartMargins ) { drawMargins( context, sink ); }
}
