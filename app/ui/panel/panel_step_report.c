// SPDX-License-Identifier: MIT
#include "base/coarse_step.h"
#include "base/words.h"
#include "ui/core/ui_state.h"
#include "ui/panel/panel_solvers.h"

// The latest step: contacts, iterations, residual, and times of the stages, averaged over half a second.

#define MAX_ROWS ( ss_stageCount + 2 ) // the step, its stages, and the scenario

typedef struct timeRow
{
    const char *name, *mark;
    double seconds; // NAN: unknown
    bool stage;     // its share of the step is shown
} timeRow;

typedef struct timeScale
{
    double perSecond;
    const char* unit;
    int decimals;
} timeScale;

/// Chooses one unit for all rows, and the decimals that give the whole step about four digits.
static timeScale scaleOf( double seconds )
{
    double millis = 1e3 * seconds, value = millis >= 0.1 ? millis : 1e3 * millis;
    return ( timeScale ){ .perSecond = millis >= 0.1 ? 1e3 : 1e6,
        .unit = millis >= 0.1 ? "ms" : "µs",
        .decimals = value >= 100.0 ? 1
            : value >= 10.0        ? 2
                                   : 3 };
}

static int makeRows( const sessionTimings* timings, timeRow* rows )
{
    static const char* const marks[ss_stageCount] = { "step.broad", "step.narrow", "step.assemble",
        "step.solve", "step.integrate", "step.correct", "step.report" };
    int count = 0;
    double rest = timings->step;
    rows[count++] =
        ( timeRow ){ TR( "step" ), "step.time", timings->known ? timings->step : (double)NAN, false };
    for ( int i = 0; i < ss_stageCount && timings->staged; ++i )
    {
        rest -= timings->stages[i];
        rows[count++] =
            ( timeRow ){ ssWorldStageName( (ssWorldStage)i ), marks[i], timings->stages[i], true };
    }
    if ( timings->staged )
    {
        rows[count++] = ( timeRow ){ TR( "scenario" ), "step.scenario", fmax( rest, 0.0 ), true };
    }
    return count;
}

static void drawTime(
    uiState* ui, ImDrawList* list, const timeRow* row, double step, const float* columns, float y )
{
    float em = ui->em * igGetIO()->FontGlobalScale;
    timeScale scale = scaleOf( step );
    const char* text = isnan( row->seconds )
        ? "–"
        : uiPrint( "%.*f %s", scale.decimals, scale.perSecond * row->seconds, scale.unit );
    ImVec2 size = uiTextSize( ui, ui_fontSmall, text );
    uiDrawText( ui, list, ui_fontSmall, columns[0], y, ui->theme.dim, tr( row->name ) );
    uiDrawText( ui, list, ui_fontSmall, roundf( columns[1] - size.x ), y, ui->theme.text, text );
    uiMarkText( row->mark, text );
    if ( !row->stage ) { return; }
    double share = row->seconds / step;
    text = uiPrint( "%.1f%%", 100.0 * share );
    uiDrawText( ui, list, ui_fontSmall, roundf( columns[2] - uiTextSize( ui, ui_fontSmall, text ).x ), y,
        ui->theme.dim, text );
    float x = roundf( columns[2] + 0.6f * em ), middle = roundf( y + 0.5f * size.y );
    float half = fmaxf( 1.0f, roundf( 0.17f * em ) ), full = columns[3] - x;
    uiFillRect( list, ( uiRect ){ x, middle - half, columns[3], middle + half },
        uiFade( ui->theme.line, 0.7f ), 0.0f );
    uiFillRect( list, ( uiRect ){ x, middle - half, x + (float)fmin( share, 1.0 ) * full, middle + half },
        ui->theme.accent, 0.0f );
}

/// Draws a line below y, unless it is empty. Returns where it ended.
static float drawLine( uiState* ui, ImDrawList* list, float x, float y, float line, ImU32 colour,
    const char* mark, const char* text )
{
    if ( text[0] == 0 ) { return y; }
    uiDrawText( ui, list, ui_fontSmall, x, y + line, colour, text );
    uiMarkText( mark, text );
    return y + line;
}

enum
{
    warningJumps,
    warningLimited,
    warningImpacts,
    warningSpent,
    warningSeveral,
    warningJoints,
    warningCoarse,
    warningCount
};

/// What a reader should know about the step; texts that are empty are not shown.
static void writeWarnings( const ssStepReport* report, const char* residual, const char** texts )
{
    if ( report->impactsWithoutCollision > 0 ) { texts[warningJumps] = tr( "impact without collision" ); }
    if ( report->limitedImpacts > 0 )
    {
        // Newton's impact law would have created energy
        texts[warningLimited] = uiPrint( report->limitedImpacts == 1 ? tr( "restitution lowered %d time" )
                                                                     : tr( "restitution lowered %d times" ),
            report->limitedImpacts );
    }
    if ( report->impactsLeft )
    {
        texts[warningImpacts] = tr( "impacts in turn had not ended at their bound" );
    }
    if ( report->budgetSpent )
    {
        texts[warningSpent] =
            uiPrint( tr( "the work budget of this step was used up; residual %s" ), residual );
    }
    if ( report->lawUnsettled )
    {
        texts[warningSeveral] = tr( "the coefficients of the law have not settled" );
    }
    else if ( report->ambiguous > 0 )
    {
        // They stick and could slide, or the other way round
        texts[warningSeveral] = uiPrint( report->ambiguous == 1 ? tr( "several solutions at %d contact" )
                                                                : tr( "several solutions at %d contacts" ),
            report->ambiguous );
    }
    if ( report->jointsOff > 0 )
    {
        const char* gap = uiFormatQuantity( report->jointGap, "m" );
        const char* angle = uiFormatDigits( report->jointAngle * 180.0 / SS_PI, 2 );
        texts[warningJoints] =
            uiPrint( report->jointsOff == 1 ? tr( "%d joint is off by up to %s and %s°" )
                                            : tr( "%d joints are off by up to %s and %s°" ),
                report->jointsOff, gap, angle );
    }
}

/// How much happens in a step of a world, against which it is fine enough; empty where nothing moves.
static const char* writeScale( const ssStepScale* scale )
{
    bool moves = scale->spin > 0.0 || scale->travel > 0.0;
    return moves ? uiPrint( tr( "h·ω %s rad · h·v/r %s · normals %s rad · error %s m" ),
                       uiFormatDigits( scale->spin, 2 ), uiFormatDigits( scale->travel, 2 ),
                       uiFormatDigits( scale->turning, 2 ), uiFormatDigits( scale->error, 2 ) )
                 : "";
}

/// What joints have left of errors and made of energy; empty without joints.
static const char* writeJoints( const ssStepReport* report )
{
    const char* format =
        report->joints == 1 ? tr( "%d joint · gap %s · %s made" ) : tr( "%d joints · gap %s · %s made" );
    return report->joints > 0 ? uiPrint( format, report->joints, uiFormatQuantity( report->jointGap, "m" ),
                                    uiFormatQuantity( report->jointEnergy, "J" ) )
                              : "";
}

static const char* writeSolved( const ssStepReport* report, bool recorded, const char* residual )
{
    return recorded
        ? tr( "a frame of a log: nothing is solved" )
        : uiPrint( report->contacts == 1 ? tr( "%d contact · %d it · %s" ) : tr( "%d contacts · %d it · %s" ),
              report->contacts, report->iterations, residual );
}

uiRect uiDrawStepReport( uiState* ui, const uiFrameInput* input, const uiLayout* layout, ImDrawList* list )
{
    if ( !ui->settings.showReport ) { return ( uiRect ){ 0 }; }
    const ssStepReport* report = &input->snapshot->report;
    timeRow rows[MAX_ROWS];
    const char *joints = writeJoints( report ), *warnings[warningCount] = { "", "", "", "", "", "", "" };
    char coarse[128];
    int count = makeRows( &input->snapshot->timings, rows );
    const char* residual = uiFormatDigits( report->residual, 2 );
    const char* solved = writeSolved( report, input->snapshot->recorded, residual );
    writeWarnings( report, residual, warnings );
    coarseStepSentence( &input->snapshot->coarse, coarse, sizeof( coarse ) );
    warnings[warningCoarse] = coarse;
    const char* scale = writeScale( &report->scale );

    float em = layout->em, line = roundf( 1.1f * em ), pad = roundf( 0.5f * em );
    // Where the view is too low for the stages, only the whole step is shown.
    int fitting = (int)( ( uiHeight( layout->view ) - 7.0f * em ) / line ) - 1;
    count = count <= fitting ? count : 1;
    float names = 0.0f;
    for ( int i = 0; i < count; ++i )
    {
        names = fmaxf( names, uiTextSize( ui, ui_fontSmall, tr( rows[i].name ) ).x );
    }
    float times = uiTextSize( ui, ui_fontSmall, "000.0 ms" ).x,
          shares = uiTextSize( ui, ui_fontSmall, "00.0%" ).x;
    float width = names + 0.8f * em + times + ( count > 1 ? 0.8f * em + shares + 3.6f * em : 0.0f );
    int warned = ( joints[0] != 0 ? 1 : 0 ) + ( scale[0] != 0 ? 1 : 0 );
    for ( int i = 0; i < warningCount; ++i )
    {
        width = fmaxf( width, uiTextSize( ui, ui_fontSmall, warnings[i] ).x );
        warned += warnings[i][0] != 0 ? 1 : 0;
    }
    width = fmaxf( width, uiTextSize( ui, ui_fontSmall, joints ).x );
    width = fmaxf( width, uiTextSize( ui, ui_fontSmall, scale ).x );
    width = roundf( fmaxf( width, uiTextSize( ui, ui_fontSmall, solved ).x ) );
    uiRect rect = { .x1 = layout->view.x1 - roundf( 0.6f * em ),
        .y1 = layout->view.y1 - roundf( 0.6f * em ) };
    rect.x0 = rect.x1 - width - 2.0f * pad;
    rect.y0 = rect.y1 - (float)( count + 1 + warned ) * line - 2.0f * pad;
    uiFillRect( list, rect, uiFade( ui->theme.panel, 0.88f ), roundf( 0.3f * em ) );
    uiMarkRect( "step", rect );

    float x = rect.x0 + pad, y = rect.y0 + pad;
    uiDrawText( ui, list, ui_fontSmall, x, y,
        report->status == ss_statusConverged ? ui->theme.text : ui->theme.warning, solved );
    uiMarkText( "step.solved", solved );
    y = drawLine( ui, list, x, y, line, ui->theme.text, "step.joints", joints );
    y = drawLine( ui, list, x, y, line, ui->theme.text, "step.scale", scale );
    y = drawLine( ui, list, x, y, line, ui->theme.warning, "step.coarse", warnings[warningCoarse] );
    y = drawLine( ui, list, x, y, line, ui->theme.warning, "step.torn", warnings[warningJoints] );
    y = drawLine( ui, list, x, y, line, ui->theme.warning, "step.limited", warnings[warningLimited] );
    y = drawLine( ui, list, x, y, line, ui->theme.warning, "step.spent", warnings[warningSpent] );
    y = drawLine( ui, list, x, y, line, ui->theme.warning, "step.several", warnings[warningSeveral] );
    const float columns[4] = { x, x + names + 0.8f * em + times, x + names + 1.6f * em + times + shares,
        rect.x1 - pad };
    for ( int i = 0; i < count; ++i )
    {
        y += line;
        drawTime( ui, list, rows + i, rows[0].seconds, columns, y );
    }
    return rect;
}
