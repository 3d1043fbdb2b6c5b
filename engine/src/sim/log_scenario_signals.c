// SPDX-License-Identifier: MIT
#include "sim/log_scenario_private.h"
#include "sim/rows.h"

#include <string.h>

// Signals of a log: those of all contacts of a frame, and every column of the contact that is followed.

enum
{
    signalOwn = 15,               // from here on those of the followed contact
    signalColumns = signalOwn + 9 // ss_logA … ss_logMuS
};

#define COLUMN( column, name, symbol, unit, doc ) \
    [signalColumns + (column)-ss_logA] = { "c_" name, symbol, unit, doc }

const ssSignal log_signals[] = {
    { "contacts", "contacts", "", "rows of the frame" },
    { "closed", "closed", "", "contacts that carry a load" },
    { "sticking", "stick", "", "closed contacts that do not move" },
    { "sliding", "slide", "", "contacts that slide without rolling" },
    { "slide_roll", "slide + roll", "", "contacts that slide and roll" },
    { "rolling", "roll", "", "contacts that roll without sliding" },
    { "spinning", "spin", "", "contacts that only spin" },
    { "f_n", "Σ f_N", "N", "sum of all normal forces" },
    { "p_lost", "lost", "W", "power that friction takes" },
    { "p_created", "created", "W", "power that friction adds, which no law of friction does" },
    { "margin", "least margin", "",
        "the smallest 1 - |f_T| / (μ f_N) of all contacts; below 0 a force is outside its cone" },
    { "ratio", "largest |f_T|/f_N", "", "the largest ratio of friction and load" },
    { "cone_error", "cone error", "", "the largest (|f_T| - μ f_N) / f_N" },
    { "v_t", "fastest |v_T|", "m/s", "the largest sliding speed" },
    { "overlap", "overlap", "m", "the deepest penetration" },
    { "c_f_n", "f_N", "N", "normal force of the followed contact" },
    { "c_f_t", "|f_T|", "N", "its friction force" },
    { "c_ratio", "|f_T|/f_N", "", "friction over load" },
    { "c_bound", "μ", "", "its friction coefficient: that of the file, or your own" },
    { "c_margin", "margin", "", "1 - |f_T| / (μ f_N)" },
    { "c_v_t", "|v_T|", "m/s", "its sliding speed" },
    { "c_v_n", "v_N", "m/s", "its normal velocity; positive: it opens" },
    { "c_power", "lost here", "W", "power that its friction takes; negative: it adds" },
    { "c_mode", "mode", "", "0 open, 1 stick, 2 slide, 3 roll, 4 slide and roll, 5 spin" },
    COLUMN( ss_logA, "a", "a", "", "number of its first body" ),
    COLUMN( ss_logB, "b", "b", "", "number of its second body" ),
    COLUMN( ss_logPx, "px", "p_x", "m", "its point" ),
    COLUMN( ss_logPy, "py", "p_y", "m", "its point" ),
    COLUMN( ss_logPz, "pz", "p_z", "m", "its point" ),
    COLUMN( ss_logNx, "nx", "n_x", "", "its normal, from a to b" ),
    COLUMN( ss_logNy, "ny", "n_y", "", "its normal, from a to b" ),
    COLUMN( ss_logNz, "nz", "n_z", "", "its normal, from a to b" ),
    COLUMN( ss_logFx, "fx", "f_x", "N", "its force on b" ),
    COLUMN( ss_logFy, "fy", "f_y", "N", "its force on b" ),
    COLUMN( ss_logFz, "fz", "f_z", "N", "its force on b" ),
    COLUMN( ss_logMx, "mx", "m_x", "N m", "its moment on b" ),
    COLUMN( ss_logMy, "my", "m_y", "N m", "its moment on b" ),
    COLUMN( ss_logMz, "mz", "m_z", "N m", "its moment on b" ),
    COLUMN( ss_logVx, "vx", "v_x", "m/s", "velocity of b against a" ),
    COLUMN( ss_logVy, "vy", "v_y", "m/s", "velocity of b against a" ),
    COLUMN( ss_logVz, "vz", "v_z", "m/s", "velocity of b against a" ),
    COLUMN( ss_logWx, "wx", "ω_x", "rad/s", "angular velocity of b against a" ),
    COLUMN( ss_logWy, "wy", "ω_y", "rad/s", "angular velocity of b against a" ),
    COLUMN( ss_logWz, "wz", "ω_z", "rad/s", "angular velocity of b against a" ),
    COLUMN( ss_logGap, "gap", "gap", "m", "its gap; negative: the bodies overlap" ),
    COLUMN( ss_logMu, "mu", "μ of the file", "", "its friction coefficient in the file" ),
    COLUMN( ss_logMuR, "mu_r", "μ_r", "m", "its rolling resistance length in the file" ),
    COLUMN( ss_logMuS, "mu_s", "μ_s", "m", "its spinning resistance length in the file" ),
};
const int log_signalCount = SS_COUNT( log_signals );

_Static_assert( SS_COUNT( log_signals ) <= SS_MAX_SIGNALS, "room for the signals of a log" );

// clang-format off
#define FOLLOWED( Id, Title, Unit, ... ) \
    PLOT( Id, "followed contact: " Title, Unit ), .signals = { __VA_ARGS__ }
const ssPlot log_plots[] = {
    // in this order the colours of the curves are those of the modes
    { PLOT( "modes", "contacts", "" ),
        .signals = { "sticking", "slide_roll", "rolling", "spinning", "sliding" }, .shown = true },
    { PLOT( "c_ratio", "followed contact: friction over load", "" ),
        .signals = { "c_ratio" }, .exact = { "c_bound" }, .shown = true },
    { PLOT( "power", "power of friction", "W" ), .signals = { "p_lost", "p_created" } },
    { PLOT( "margin", "least margin to sliding", "" ), .signals = { "margin" } },
    { PLOT( "cone_error", "cone error", "" ), .signals = { "cone_error" } },
    { PLOT( "ratio", "largest friction over load", "" ), .signals = { "ratio" } },
    { PLOT( "load", "sum of normal forces", "N" ), .signals = { "f_n" } },
    { PLOT( "v_t", "fastest contact", "m/s" ), .signals = { "v_t" } },
    { PLOT( "overlap", "deepest penetration", "m" ), .signals = { "overlap" } },
    { FOLLOWED( "c_load", "forces", "N", "c_f_n", "c_f_t" ) },
    { FOLLOWED( "c_margin", "margin", "", "c_margin" ) },
    { FOLLOWED( "c_speed", "velocities", "m/s", "c_v_t", "c_v_n" ) },
    { FOLLOWED( "c_power", "power", "W", "c_power" ) },
    { FOLLOWED( "c_f", "force on b", "N", "c_fx", "c_fy", "c_fz" ) },
    { FOLLOWED( "c_m", "moment on b", "N m", "c_mx", "c_my", "c_mz" ) },
    { FOLLOWED( "c_v", "velocity", "m/s", "c_vx", "c_vy", "c_vz" ) },
    { FOLLOWED( "c_w", "angular velocity", "rad/s", "c_wx", "c_wy", "c_wz" ) },
    { FOLLOWED( "c_p", "point", "m", "c_px", "c_py", "c_pz" ) },
    { FOLLOWED( "c_n", "normal", "", "c_nx", "c_ny", "c_nz" ) },
    { FOLLOWED( "c_gap", "gap", "m", "c_gap" ) },
    { FOLLOWED( "c_mu", "μ of the file", "", "c_mu" ) },
    { FOLLOWED( "c_mu_r", "lengths of the file", "m", "c_mu_r", "c_mu_s" ) },
    { FOLLOWED( "c_bodies", "bodies", "", "c_a", "c_b" ) },
    { FOLLOWED( "c_mode", "mode", "", "c_mode" ) },
};
// clang-format on
const int log_plotCount = SS_COUNT( log_plots );

/// The signals of the contact that is followed; all of them are undefined where it is not in the frame.
static void fillChosen( const logState* state, double* row )
{
    for ( int i = signalOwn; i < SS_COUNT( log_signals ); ++i ) { row[i] = SS_NAN; }
    if ( state->chosen < 0 ) { return; }
    const ssContactView view = logView( state, state->chosen );
    double friction = ssHypot( view.force[1], view.force[2] ), load = view.force[0];
    double ratio = load > 0.0 ? friction / load : SS_NAN;
    double margin = view.law != NULL ? ssContactView_Margin( &view ) : 1.0 - ratio / view.cone.mu;
    FILL_ROWS( row + signalOwn, load, friction, ratio, view.cone.mu, margin,
        ssHypot( view.velocity[1], view.velocity[2] ), view.velocity[0], logPowerOf( &view ), view.mode );
    for ( int column = ss_logA; column < ss_logColumnCount; ++column )
    {
        row[signalColumns + column - ss_logA] = state->frame.columns[column][state->chosen];
    }
}

void logFillSignals( const void* context, const ssSim* sim, double* row )
{
    const logState* state = context;
    const logTotals* totals = &state->totals;
    (void)sim;
    const int* modes = totals->modes;
    FILL_ROWS( row, state->frame.count, totals->closed, modes[ss_modeStick], modes[ss_modeSlide],
        modes[ss_modeSlideRoll], modes[ss_modeRoll], modes[ss_modeSpin], totals->load, totals->dissipated,
        totals->created, totals->margin, totals->ratio, totals->excess, totals->speed, totals->overlap );
    fillChosen( state, row );
}
