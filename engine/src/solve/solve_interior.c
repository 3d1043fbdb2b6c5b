// SPDX-License-Identifier: MIT
#include "slipstick/cone.h"
#include "slipstick/parallel.h"
#include "solve/linear_step.h"
#include "solve/path_map.h"
#include "solve/solve_state.h"

#include <string.h>

// Interior points for Coulomb's law, made for what rests: towers, stacks, walls. In p_N u = m both
// p_N > 0 and u > 0 are unknowns, and u = (W p + q)_N holds only in the end. Every disc has its
// radius R = mu p_N, e = p_T/R and a velocity z, with
//     z + w e = 0,   w s = m,   s = R (1 - |e|²)/2,
// where w > 0 is an unknown as well: the speed of what slides. While m falls to zero, the points are those of
// solve_path.c. Every step is one Newton step to m = 0, to see how far that leads, and a second one with the
// same matrix to the m that the first suggests, with the products that it left out (Mehrotra 1992).
//
// Where faces rest on more contacts than hold them, forces that cancel each other move freely until a contact
// opens. With separate unknowns p, u and w this takes about ten steps; a map of p alone (solve_path.c) has to
// feel its way. p moves along a straight line, so that W p + q does too, and velocities of 1e-8 |q|, which
// decide which contacts open, are not drowned in products of large changes.
//
// Where contacts stick, W leaves p free along forces that cancel each other, and m alone decides. p_N u = m
// and w s = m are not the derivatives of one function: where |e| > 0.6 they drive p away from every point at
// which all these contacts stick, and such points are answers. With y_N = u + sum of mu tau(w), tau(w) = w,
// they are the derivatives of a convex barrier, and the law is the relaxed one. So tau(w) = w/(1 +
// (w/slow)²), and `slow` falls with m: what moves slower than that has the relaxed law, what slides has
// Coulomb's. At m = 0 nothing is left of it.
//
// It begins where all contacts stick, which is a linear problem. When that guess is bad something slides, and
// the path is better at sliding: `path` takes over, and the report says so.

// A disc (friction, rolling or spinning) in the interior of its bound: radius R = mu p_N, e = p_T/R, speed w
// > 0. Below `slow` the relaxed law holds: y_N = u + mu tau(w), tau(w) = w/(1 + (w/slow)²).

typedef struct interiorDisc
{
    int first, count; // its components of the contact
    int at;           // index of its w
    double mu;        // 0: there is no disc
    double r;         // mu p_N
    double e[2], ee;  // p_T/r, |e|²
    double s;         // r (1 - |e|²)/2
    double rise;      // mu tau(w)
    double slope;     // tau'(w) >= 0
    double stiffness; // what tau adds to u/p_N, the stiffness of p_N once p_T is eliminated
} interiorDisc;

/// Disc k of a contact with the reaction p, whose index is `at` among the speeds w.
static interiorDisc interiorDiscOf(
    const ssCone* cone, const double* p, int k, int at, const double* w, double slow )
{
    double mu = k == 0 ? cone->mu : k == 1 ? cone->muRoll : cone->muSpin;
    interiorDisc disc = { .first = 1 + 2 * k, .count = k == 2 ? 1 : 2, .at = at, .mu = mu, .r = mu * p[0] };
    for ( int c = 0; c < disc.count && mu > 0.0; ++c )
    {
        disc.e[c] = p[disc.first + c] / disc.r;
        disc.ee += disc.e[c] * disc.e[c];
    }
    double size = sqrt( disc.ee );
    disc.s = 0.5 * disc.r * ( 1.0 - size ) * ( 1.0 + size );
    if ( slow > 0.0 && mu > 0.0 )
    {
        double speed = w[at] / slow, part = 1.0 / ( 1.0 + speed * speed );
        disc.rise = mu * part * w[at];
        disc.slope = ssMax( part * ( 2.0 * part - 1.0 ), 0.0 ); // where tau falls, the matrix ignores it
        disc.stiffness =
            2.0 * mu * mu * disc.slope * w[at] * disc.s / ( disc.r * disc.r * ( 1.0 + disc.ee ) );
    }
    return disc;
}

/// de along dp goes to `de`. Returns ds.
static double interiorDiscChange( const interiorDisc* disc, const double* dp, double* de )
{
    double dr = disc->mu * dp[0], ds = 0.5 * dr * ( 1.0 + disc->ee );
    for ( int c = 0; c < disc->count; ++c )
    {
        de[c] = ( dp[disc->first + c] - disc->e[c] * dr ) / disc->r;
        ds -= disc->e[c] * dp[disc->first + c];
    }
    return ds;
}

/// Along the step s r = s0 + s1 t + s2 t².
static double interiorDiscReach(
    const interiorDisc* disc, const double* p, const double* dp, double share, double t )
{
    const double *side = p + disc->first, *move = dp + disc->first;
    double mu2 = disc->mu * disc->mu, s0 = share * disc->s * disc->r;
    double s1 = mu2 * p[0] * dp[0] - vecDot( disc->count, side, move );
    double s2 = 0.5 * ( mu2 * dp[0] * dp[0] - vecDot( disc->count, move, move ) );
    if ( s0 + s1 * t + s2 * t * t >= 0.0 ) { return t; }
    double root = sqrt( ssMax( s1 * s1 - 4.0 * s2 * s0, 0.0 ) );
    double way = s1 < 0.0 ? 2.0 * s0 / ( root - s1 ) : -( s1 + root ) / ( 2.0 * s2 );
    return ssMin( t, ssMax( way, 0.0 ) );
}

#define ALPHA_MIN 1e-11   // proximal weight over the diagonal of W, for what W does not determine
#define ALPHA_FACTOR 10.0 // after a short step, of which only rounding may be left
#define FIRST_PART 0.1    // at first: p_N over its mean, and u over that of |y|, at least
#define WITHIN 0.5        // |e| at first, at most; with 0.1 some piles at rest need ten times as long
#define CENTRED 1e-2      // smallest p_N u and w s, over their mean: smaller ones block all steps
#define KEPT 0.1 // of the m that the residual stands for: with less p_N u and w s jam before p is right
#define STEP_SHARE 0.99    // part of the way to p_N = 0, s = 0, u = 0 or w = 0: what reaches zero stays there
#define SHORT 0.1          // part of a Newton step; shorter steps are bad
#define PATIENCE 20        // steps; within these the best residual must fall by a third
#define CONTACTS_BLOCK 128 // contacts for one thread at a time, enough to repay the call

static const ssParam s_params[] = {
    { SOLVER_PARAM( "stick", "δ", "softness of the first guess",
          "The first guess lets all contacts stick, with this part of the diagonal added to W." ),
        .min = 1e-6, .max = 1.0, .allowedMin = 0.0, .allowedMax = 1e3, .open = ss_openLow,
        .defaultValue = 1e-3, .logScale = true },
    { SOLVER_PARAM( "rest", "rest", "limit of rest",
          "Residual of the first guess above which something slides, and the path takes over at once." ),
        .min = 0.1, .max = 100.0, .allowedMin = 0.0, .allowedMax = 1e9, .open = ss_openLow,
        .defaultValue = 3.0, .logScale = true },
    { SOLVER_PARAM( "shrink", "κ", "strongest reduction", "Smallest factor by which one step may reduce m." ),
        .min = 1e-6, .max = 0.5, .allowedMin = 0.0, .allowedMax = 1.0, .open = ss_openLow | ss_openHigh,
        .defaultValue = 1e-3, .logScale = true },
    { SOLVER_PARAM( "seed", "seed", "weights",
          "0: m is the same for all contacts. Other numbers weigh it by contact and lead elsewhere." ),
        .kind = ss_paramInteger, .max = 100, .allowedMax = 1e9 },
    { SOLVER_PARAM( "dilate", "λ", "dilatancy of what hardly moves",
          "Contacts that are slower than this times the speed that m stands for have the relaxed law until m "
          "has fallen. 10 helps settled piles with high friction; 0: Coulomb's law throughout." ),
        .max = 100.0, .allowedMax = 1e9 },
    { SOLVER_PARAM( "fallback", "fallback", "continue along the path",
          "1 lets `path` continue where this solver stalls, and reports it; 0 gives up instead." ),
        .kind = ss_paramInteger, .max = 1, .allowedMax = 1, .defaultValue = 1 },
};

typedef struct Interior
{
    ssSystem* system;
    linearStep linear;
    int discs; // per contact
    double alpha;
    double slow; // speed below which the law is the relaxed one
    // du1, dw1 and dp1 are those of the first of two steps, the predictor
    double *r, *u, *du, *du1;      // per contact
    double* weight;                // of m, per contact
    double *w, *dw, *dw1;          // per disc
    double *b, *local;             // per contact: B, and (I + B (alpha/r + C))^-1
    bool* regular;                 // per block of contacts: these have an inverse
    double *p, *y, *dp, *dy, *dp1; // vectors of the system's size
    double *best, *trial, *trialY, *goal;
    double bestResidual;
} Interior;

static void freeInterior( Interior* in )
{
    void* owned[] = { in->r, in->w, in->b, in->p, in->regular };
    for ( int i = 0; i < SS_COUNT( owned ); ++i ) { ssArena_Free( in->system->arena, owned[i] ); }
    linearStepFree( &in->linear );
}

static bool makeInterior( ssSolveState* state, Interior* in )
{
    ssSystem* system = state->system;
    size_t n = (size_t)system->contacts + 1, d = (size_t)system->dimension, stride = solveStride( state );
    *in = ( Interior ){ .system = system, .discs = (int)d / 2, .alpha = ALPHA_MIN, .bestResidual = HUGE_VAL };
    size_t discs = n * (size_t)in->discs;
    in->p = solveVectors( state, 9 );
    in->r = ssArena_Alloc( in->system->arena, 5 * n * sizeof( double ) );
    in->w = ssArena_Alloc( in->system->arena, 3 * discs * sizeof( double ) );
    in->b = ssArena_Alloc( in->system->arena, 2 * n * d * d * sizeof( double ) );
    in->regular = ssArena_Alloc( in->system->arena,
        ( (size_t)ssBlockCount( system->contacts, CONTACTS_BLOCK ) + 1 ) * sizeof( bool ) );
    if ( !( in->p && in->r && in->w && in->b && in->regular && linearStepMake( &in->linear, system ) ) )
    {
        state->status = ss_statusNoMemory;
        return false;
    }
    double** vectors[] = { &in->y, &in->dp, &in->dy, &in->dp1, &in->best, &in->trial, &in->trialY,
        &in->goal };
    for ( int i = 0; i < SS_COUNT( vectors ); ++i ) { *vectors[i] = in->p + (size_t)( i + 1 ) * stride; }
    in->u = in->r + n;
    in->du = in->u + n;
    in->du1 = in->du + n;
    in->weight = in->du1 + n;
    for ( int i = 0; i < system->contacts; ++i )
    {
        in->weight[i] = pathBarrierWeight( i, (unsigned)solveOption( state, "seed" ) );
    }
    in->dw = in->w + discs;
    in->dw1 = in->dw + discs;
    in->local = in->b + n * d * d;
    systemContactSteps( system, in->r );
    return true;
}

static interiorDisc discOf( const Interior* in, int i, int k )
{
    return interiorDiscOf( &in->system->cones[i], in->p + (size_t)i * (size_t)in->system->dimension, k,
        i * in->discs + k, in->w, in->slow );
}

/// Returns the right-hand side of w s = m. In the second step the products that the first one left out are
/// subtracted: dw ds + w d²s here, and dw de + w d²e, from z + w e = 0, in `bend`.
static double aimDisc(
    const Interior* in, int i, const interiorDisc* disc, double m, bool second, double* bend )
{
    bend[0] = bend[1] = 0.0;
    if ( !second ) { return m * in->weight[i]; }
    const double* dp = in->dp1 + (size_t)i * (size_t)in->system->dimension;
    double de[2], ds = interiorDiscChange( disc, dp, de ), w = in->w[disc->at], dw = in->dw1[disc->at];
    for ( int c = 0; c < disc->count; ++c ) { bend[c] = de[c] * ( dw - w * disc->mu * dp[0] / disc->r ); }
    return m * in->weight[i] - dw * ds + 0.5 * w * disc->r * vecDot( disc->count, de, de );
}

/// B without the proximal term. With c = 2 mu e/(1 + |e|²) for each disc and S = u/p_N + what
/// tau adds, B_NN = 1/S, B_TN = c/S, B_NT = tau' c^T/S and B_TT = (R/w) (1 - 2 e e^T/(1 + |e|²))
/// + c tau' c^T/S, the last for any two discs.
static void fillBlock( const Interior* in, int i, double* raw )
{
    int d = in->system->dimension;
    double load = in->p[(size_t)i * (size_t)d], under = in->u[i];
    interiorDisc discs[SS_CONE_MAX / 2];
    for ( int k = 0; k < in->discs; ++k )
    {
        discs[k] = discOf( in, i, k );
        under += load * discs[k].stiffness;
    }
    raw[0] = load / under;
    for ( int k = 0; k < in->discs; ++k )
    {
        const interiorDisc* disc = &discs[k];
        double bend = 2.0 / ( 1.0 + disc->ee );
        for ( int r = 0; r < disc->count && disc->mu > 0.0; ++r )
        {
            double* row = raw + ( disc->first + r ) * d;
            row[0] = bend * disc->mu * disc->e[r] * raw[0];
            raw[disc->first + r] = disc->slope * row[0];
            for ( int c = 0; c < disc->count; ++c )
            {
                row[disc->first + c] =
                    ( ( r == c ? 1.0 : 0.0 ) - bend * disc->e[r] * disc->e[c] ) * disc->r / in->w[disc->at];
            }
        }
    }
    for ( int k = d + 1; k < d * d && in->slow > 0.0; ++k )
    {
        raw[k] += k % d > 0 ? raw[k / d * d] * raw[k % d] / raw[0] : 0.0;
    }
}

/// Whether contacts have a compliance of their own. A W that is given as blocks contains it.
static bool isSoft( const ssSystem* system ) { return system->compliance != NULL && system->blocks == NULL; }

/// B in dp = h - B dy of contact i, where dy is without what its compliance adds.
static bool linearise( const Interior* in, int i )
{
    const ssSystem* system = in->system;
    int d = system->dimension;
    size_t at = (size_t)i * (size_t)d;
    double *b = in->b + at * (size_t)d, soft[SS_CONE_MAX];
    memset( b, 0, (size_t)( d * d ) * sizeof( double ) );
    fillBlock( in, i, b );
    for ( int c = 0; c < d; ++c )
    {
        soft[c] = in->alpha / in->r[i] + ( isSoft( system ) ? system->compliance[at + (size_t)c] : 0.0 );
    }
    return linearStepSoften( d, soft, b, in->local + at * (size_t)d );
}

static void lineariseContacts( void* context, int block, int first, int last )
{
    Interior* in = context;
    bool isRegular = true;
    for ( int i = first; i < last; ++i ) { isRegular = linearise( in, i ) && isRegular; }
    in->regular[block] = isRegular;
}

/// h in dp = h - B dy of contact i, towards p_N u = w s = m.
static void fillGoal( const Interior* in, int i, double m, bool second, double* h )
{
    size_t at = (size_t)i * (size_t)in->system->dimension;
    const double *p = in->p + at, *y = in->y + at;
    double over = m * in->weight[i] - p[0] * y[0] - ( second ? in->dp1[at] * in->du1[i] : 0.0 ),
           under = in->u[i];
    interiorDisc discs[SS_CONE_MAX / 2];
    double sides[SS_CONE_MAX / 2][2];
    for ( int k = 0; k < in->discs; ++k )
    {
        discs[k] = discOf( in, i, k );
        const interiorDisc* disc = &discs[k];
        double bend[2], *side = sides[k],
                        aim = disc->mu > 0.0 ? aimDisc( in, i, disc, m, second, bend ) / disc->s : 0.0;
        for ( int c = 0; c < disc->count && disc->mu > 0.0; ++c )
        {
            side[c] = -y[disc->first + c] - aim * disc->e[c] - bend[c];
        }
        if ( in->slow > 0.0 && disc->mu > 0.0 )
        {
            double along = 2.0 / ( 1.0 + disc->ee ) * vecDot( disc->count, disc->e, side );
            over += p[0] * ( disc->rise + disc->slope * disc->mu * ( aim - in->w[disc->at] + along ) );
            under += p[0] * disc->stiffness;
        }
    }
    h[0] = over / under;
    for ( int k = 0; k < in->discs; ++k )
    {
        const interiorDisc* disc = &discs[k];
        double along = disc->mu > 0.0 ? vecDot( disc->count, disc->e, sides[k] ) : 0.0;
        for ( int c = 0; c < disc->count && disc->mu > 0.0; ++c )
        {
            double edge = 2.0 / ( 1.0 + disc->ee ) * disc->e[c];
            h[disc->first + c] =
                ( sides[k][c] - edge * along ) * disc->r / in->w[disc->at] + edge * disc->mu * h[0];
        }
    }
}

/// dy = W dp
static void flow( Interior* in )
{
    ssSystem* system = in->system;
    systemMultiply( system, in->dp, in->dy, system->velocity );
    for ( int i = 0; i < system->size; ++i ) { in->dy[i] -= system->q[i]; }
}

/// What dp + B dy lacks of the goal, to in->trial.
static void findRest( Interior* in )
{
    const ssSystem* system = in->system;
    size_t d = (size_t)system->dimension, size = (size_t)system->size;
    const double* dy = in->dy;
    if ( isSoft( system ) )
    {
        dy = in->trialY;
        for ( size_t i = 0; i < size; ++i ) { in->trialY[i] = in->dy[i] - system->compliance[i] * in->dp[i]; }
    }
    for ( size_t i = 0; i < size; ++i )
    {
        in->trial[i] = in->goal[i] - in->dp[i] - vecDot( (int)d, in->b + i * d, dy + i / d * d );
    }
}

/// Solves dp + B dy = goal and dy = W dp. The error that remains is corrected once, with the same factors: u
/// falls to 1e-12 |q| while p moves freely.
static void solveLinear( Interior* in )
{
    const ssSystem* system = in->system;
    memcpy( in->dp, in->goal, (size_t)system->size * sizeof( double ) );
    linearStepSolve( &in->linear, in->b, in->dp );
    flow( in );
    findRest( in );
    linearStepSolve( &in->linear, in->b, in->trial );
    for ( int i = 0; i < system->size; ++i ) { in->dp[i] += in->trial[i]; }
    flow( in );
}

// A step towards p_N u = w s = m, the first or the second.
typedef struct Aim
{
    Interior* in;
    double m;
    bool second;
} Aim;

static void aimContacts( void* context, int block, int first, int last )
{
    const Aim* aim = context;
    const Interior* in = aim->in;
    int d = in->system->dimension;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        size_t at = (size_t)i * (size_t)d;
        double h[SS_CONE_MAX] = { 0 };
        fillGoal( in, i, aim->m, aim->second, h );
        for ( int c = 0; c < d; ++c )
        {
            in->goal[at + (size_t)c] = vecDot( d, in->local + at * (size_t)d + (size_t)( c * d ), h );
        }
    }
}

/// du and dw, from dp and dy.
static void followContacts( void* context, int block, int first, int last )
{
    const Aim* aim = context;
    const Interior* in = aim->in;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        size_t at = (size_t)i * (size_t)in->system->dimension;
        const double* dp = in->dp + at;
        in->du[i] = in->y[at] + in->dy[at] + in->alpha / in->r[i] * dp[0] - in->u[i];
        for ( int k = 0; k < in->discs; ++k )
        {
            interiorDisc disc = discOf( in, i, k );
            double de[2], w = in->w[disc.at];
            in->dw[disc.at] = disc.mu > 0.0 ? ( aimDisc( in, i, &disc, aim->m, aim->second, de ) -
                                                  w * interiorDiscChange( &disc, dp, de ) ) /
                        disc.s -
                    w
                                            : 0.0;
            in->du[i] -= disc.rise + disc.mu * disc.slope * in->dw[disc.at];
        }
    }
}

/// Computes dp, dy, du and dw towards m. False when they are not finite.
static bool newtonStep( Interior* in, double m, bool second )
{
    Aim aim = { in, m, second };
    ssParallelFor( in->system->contacts, CONTACTS_BLOCK, aimContacts, &aim );
    solveLinear( in );
    ssParallelFor( in->system->contacts, CONTACTS_BLOCK, followContacts, &aim );
    return isfinite( vecNorm( in->system->size, in->dp ) );
}

/// The longest step up to 1 that goes no more than `share` of the way to p_N = 0, s = 0, u = 0 or w = 0.
static double longest( const Interior* in, double share )
{
    double t = 1.0;
    for ( int i = 0; i < in->system->contacts; ++i )
    {
        size_t at = (size_t)i * (size_t)in->system->dimension;
        t = in->p[at] + t * in->dp[at] < ( 1.0 - share ) * in->p[at] ? -share * in->p[at] / in->dp[at] : t;
        t = in->u[i] + t * in->du[i] < ( 1.0 - share ) * in->u[i] ? -share * in->u[i] / in->du[i] : t;
        for ( int k = 0; k < in->discs; ++k )
        {
            interiorDisc disc = discOf( in, i, k );
            double w = in->w[disc.at], dw = in->dw[disc.at];
            t = w + t * dw < ( 1.0 - share ) * w ? -share * w / dw : t;
            t = disc.mu > 0.0 ? interiorDiscReach( &disc, in->p + at, in->dp + at, share, t ) : t;
        }
    }
    return t;
}

/// The mean of p_N u and w s after a step of length t.
static double gapAfter( const Interior* in, double t )
{
    double sum = 0.0;
    int count = 0;
    for ( int i = 0; i < in->system->contacts; ++i )
    {
        size_t at = (size_t)i * (size_t)in->system->dimension;
        double load = in->p[at] + t * in->dp[at];
        sum += load * ( in->u[i] + t * in->du[i] );
        count += 1;
        for ( int k = 0; k < in->discs && load > 0.0; ++k )
        {
            interiorDisc disc = discOf( in, i, k );
            double square = 0.0;
            for ( int c = disc.first; c < disc.first + disc.count; ++c )
            {
                double side = in->p[at + (size_t)c] + t * in->dp[at + (size_t)c];
                square += side * side;
            }
            double r = disc.mu * load, s = disc.mu > 0.0 ? 0.5 * ( r - square / r ) : 0.0;
            sum += ( in->w[disc.at] + t * in->dw[disc.at] ) * ssMax( s, 0.0 );
            count += disc.mu > 0.0;
        }
    }
    return sum / count;
}

/// Raises u and w until no p_N u or w s is below `least`: one that is nearly zero too early blocks all steps.
static void centre( Interior* in, double least )
{
    for ( int i = 0; i < in->system->contacts; ++i )
    {
        in->u[i] = ssMax( in->u[i], least / in->p[(size_t)i * (size_t)in->system->dimension] );
        for ( int k = 0; k < in->discs; ++k )
        {
            interiorDisc disc = discOf( in, i, k );
            in->w[disc.at] = disc.mu > 0.0 ? ssMax( in->w[disc.at], least / disc.s ) : 1.0;
        }
    }
}

/// Judges p, and remembers it when it is the best.
static bool judge( ssSolveState* state, Interior* in, const double* p, const double* y, double gap )
{
    bool done = solveCheck( state, p, y, gap );
    if ( state->residual < in->bestResidual )
    {
        in->bestResidual = state->residual;
        memcpy( in->best, p, solveStride( state ) * sizeof( double ) );
    }
    return done;
}

/// The first guess: p where all contacts stick, moved into the cones. False when there is none.
static bool stickAll( ssSolveState* state, Interior* in )
{
    ssSystem* system = in->system;
    int d = system->dimension;
    double mean = 0.0, delta = solveOption( state, "stick" );
    for ( int i = 0; i < system->contacts * d; ++i )
    {
        double weight = in->r[i / d] / delta;
        in->b[(size_t)( i / d * d * d + i % d * ( d + 1 ) )] = weight;
        in->p[i] = -weight * system->q[i];
    }
    if ( !linearStepFactor( &in->linear, in->b ) ) { return false; }
    linearStepSolve( &in->linear, in->b, in->p );
    for ( int i = 0; i < system->contacts; ++i ) { mean += fabs( in->p[i * d] ) / system->contacts; }
    for ( int i = 0; i < system->contacts; ++i )
    {
        double* p = in->p + (size_t)( i * d );
        p[0] = ssMax( p[0], FIRST_PART * mean );
        for ( int k = 0; k < in->discs; ++k )
        {
            interiorDisc disc = discOf( in, i, k );
            double size = vecNorm( disc.count, p + disc.first ), bound = WITHIN * disc.r;
            for ( int c = disc.first; c < disc.first + disc.count && size > bound; ++c )
            {
                p[c] *= bound / size;
            }
        }
    }
    systemMultiply( system, in->p, in->y, system->velocity );
    return mean > 0.0;
}

/// The first u and w, from the velocities of the first guess.
static void guessSpeeds( Interior* in )
{
    const ssSystem* system = in->system;
    int d = system->dimension;
    double mean = 0.0;
    for ( int i = 0; i < system->contacts; ++i )
    {
        mean += vecNorm( d, in->y + (size_t)( i * d ) ) / system->contacts;
    }
    double least = FIRST_PART * ssMax( mean, 1e-3 * system->qNorm / sqrt( (double)system->contacts ) );
    for ( int i = 0; i < system->contacts; ++i )
    {
        in->u[i] = ssMax( in->y[i * d], least );
        for ( int k = 0; k < in->discs; ++k ) { in->w[i * in->discs + k] = 2.0 * least; }
    }
}

/// The first step, to m = 0. Its end is judged, which decides *done. False when the step cannot be computed.
static bool predict( ssSolveState* state, Interior* in, double gap, bool* done )
{
    ssSystem* system = in->system;
    bool isRegular = true;
    ssParallelFor( system->contacts, CONTACTS_BLOCK, lineariseContacts, in );
    for ( int k = 0; k < ssBlockCount( system->contacts, CONTACTS_BLOCK ); ++k )
    {
        isRegular = isRegular && in->regular[k];
    }
    if ( !isRegular || !linearStepFactor( &in->linear, in->b ) || !newtonStep( in, 0.0, false ) )
    {
        return false;
    }
    memcpy( in->dp1, in->dp, solveStride( state ) * sizeof( double ) );
    memcpy( in->du1, in->du, (size_t)system->contacts * sizeof( double ) );
    memcpy( in->dw1, in->dw, (size_t)( system->contacts * in->discs ) * sizeof( double ) );
    for ( int i = 0; i < system->size; ++i ) { in->trial[i] = in->p[i] + in->dp[i]; }
    systemProject( system, in->trial );
    systemMultiply( system, in->trial, in->trialY, system->velocity );
    state->iterations += 1;
    *done = judge( state, in, in->trial, in->trialY, gap );
    return true;
}

/// The first and the second step. Returns the length of the second, 0 when there is none.
static double advance( ssSolveState* state, Interior* in, bool* done )
{
    ssSystem* system = in->system;
    centre( in, CENTRED * gapAfter( in, 0.0 ) );
    double gap = gapAfter( in, 0.0 ), residual = systemResidual( system, in->p, in->y );
    double pace = system->qNorm / sqrt( system->contacts + 1.0 ), speed = sqrt( gap / system->step ) / pace;
    in->slow = solveOption( state, "dilate" ) * pace * speed * sqrt( sqrt( speed ) );
    if ( !predict( state, in, gap, done ) || *done ) { return 0.0; }
    double part = gapAfter( in, longest( in, 1.0 ) ) / gap; // what remains after the first step
    double aim = ssMax( part * part * part, solveOption( state, "shrink" ) ) * gap;
    double kept = KEPT * residual * residual * system->qNorm * system->qNorm * system->step /
        ( system->contacts + 1.0 );
    aim = ssMin( ssMax( aim, kept ), gap );
    double t = newtonStep( in, aim, true ) ? longest( in, STEP_SHARE ) : 0.0;
    if ( t == 0.0 ) { return 0.0; }
    for ( int i = 0; i < system->size; ++i ) { in->p[i] += t * in->dp[i]; }
    for ( int i = 0; i < system->contacts; ++i ) { in->u[i] += t * in->du[i]; }
    for ( int i = 0; i < system->contacts * in->discs; ++i ) { in->w[i] += t * in->dw[i]; }
    systemMultiply( system, in->p, in->y, system->velocity );
    *done = judge( state, in, in->p, in->y, gap );
    return t;
}

/// False when the steps lead nowhere.
static bool iterate( ssSolveState* state, Interior* in )
{
    bool done = judge( state, in, in->p, in->y, 0.0 ),
         progresses = state->residual < solveOption( state, "rest" );
    int steps = 0, reached = 0; // `reached`: when the best residual last fell by a third
    double milestone = in->bestResidual;
    guessSpeeds( in );
    while ( !done && progresses && state->iterations < state->maxIterations )
    {
        bool good = advance( state, in, &done ) > SHORT;
        in->alpha *= good ? 1.0 : ALPHA_FACTOR;
        steps += 1;
        if ( in->bestResidual < 0.67 * milestone )
        {
            milestone = in->bestResidual;
            reached = steps;
        }
        progresses = steps - reached < PATIENCE;
    }
    return done || progresses;
}

static void solveInterior( ssSolveState* state )
{
    Interior in;
    if ( makeInterior( state, &in ) )
    {
        systemMultiply( in.system, state->p, in.trialY, in.system->velocity );
        bool fine = judge( state, &in, state->p, in.trialY, 0.0 ) ||
            ( stickAll( state, &in ) && iterate( state, &in ) );
        memcpy( state->p, in.best, solveStride( state ) * sizeof( double ) );
        state->residual = in.bestResidual;
        solveNoteCount( state, "", state->iterations, "step" );
        solveNote( state, " inside" );
        if ( !fine && solveOption( state, "fallback" ) > 0.0 )
        {
            int before = state->iterations;
            solveOnWith( state, &ss_solverPath, NULL, 0, state->maxIterations - before );
            solveNote( state, ", then %d along the path: no tower at rest", state->iterations - before );
        }
        else if ( !fine ) { state->status = ss_statusStalled; }
    }
    freeInterior( &in );
}

const ssSolver ss_solverInterior = { "interior", .label = "interior points, for what rests on many contacts",
    .source = "Mehrotra 1992", .honours = ss_lawFlagCoulomb | ss_lawFlagRolling | ss_lawFlagSpinning,
    .maxIterations = 1000, .cost = 70.0, .costPerContact = 0.15, .params = s_params,
    .paramCount = SS_COUNT( s_params ), .solve = solveInterior };
