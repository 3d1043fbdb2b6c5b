// SPDX-License-Identifier: MIT
#pragma once

#include "base/room.h"
#include "slipstick/lab/fit.h"

// How a fit is done, file by file:
//   fit_problem.c   the definition, checked, as arrays: free parameters, values, weights
//   fit_run.c       simulations at many points of the parameters, in threads: residuals; how coarse their
//                   step may be
//   fit_jacobian.c  sensitivities by finite differences, and what follows from them: covariance, singular
//   directions fit_search.c    the optimum: least squares from several starting points, or at random
//   fit_profile.c   intervals by profile likelihood
//   fit_check.c     what the data cannot tell, in words
//   fit_judge.c     what the residuals say about noise and law
//   fit.c           the order of all that
//
// Parameters have coordinates q in which a change by 1 is large: the logarithm where the slider is
// logarithmic, otherwise multiples of a scale. Residuals are kept in the units of the signals and weighed
// where they are used, so that a new estimate of the noise needs no new runs.

typedef struct fitFree
{
    char key[SS_FIT_KEY];
    int param;            // of the scenario; -1: the time offset
    int file;             // -1: shared by all
    double low, high;     // bounds
    bool ownLow, ownHigh; // these bounds are the user's, not those of the parameter
    double near, far;     // starting points lie between
    double start;
    double scale;
    bool log;
} fitFree;

/// Simulations: how many were made of those that there may be.
typedef struct fitRuns
{
    int made, most;
    bool out; // more were asked for
} fitRuns;

typedef struct fitProblem
{
    const ssFitDef* def;
    ssRoom room; // of its arrays
    fitFree free[SS_FIT_PARAMS];
    int n;
    int fileFirst[SS_FIT_FILES + 1]; // index of the first value of each file; the targets follow
    int m;                           // values, of tables and targets
    double* measured;
    double* spread;
    double* weight; // 1/sigma; 0: kept apart
    int* group;     // of values with the same unknown noise; -1: the noise is known
    bool* held;
    double* time; // of the value [s], for tests in the order of time; targets: 0
    int* column;  // of the file; -1: a target
    double groupNoise[SS_MAX_SIGNALS];
    int groupSignal[SS_MAX_SIGNALS];
    int groupCount;
    int fitted; // values with a weight
    double h;   // step size of the runs
    fitRuns runs;
    double horizon;              // share of the time of every table that is compared: 1 but in a search
    double delta[SS_FIT_PARAMS]; // steps of finite differences
    double floor[SS_FIT_PARAMS]; // and their least values: below them the curves change in jumps
    const char* stage;
    double best[SS_FIT_PARAMS]; // coordinates
    double bestChi2;
    double* bestResiduals;
    double bestH; // step size of the runs that gave them
    bool bestKnown;
    double rival[SS_FIT_PARAMS]; // another minimum
    double rivalExcess;          // of chi² over that of the best; HUGE_VAL: none was met
    bool stopped;
    bool finishing; // the only runs after a stop before all others
} fitProblem;

// fit_problem.c
/// Whatever the result, p->room is to be released.
ssResult fitMakeProblem( const ssFitDef* def, fitProblem* p );
double fitFromValue( const fitFree* f, double value );
double fitToValue( const fitFree* f, double q );
double fitSlope( const fitFree* f, double q ); // d value / d q
double fitLow( const fitFree* f );             // bounds as coordinates
double fitHigh( const fitFree* f );
void fitStart( const fitProblem* p, double* q );

// fit_run.c
/// Runs `count` points q[n] and writes their residuals (run - measured) m each. Adds the runs to *runs, and
/// omits points that exceed the limit. ok[i]: this point could be run. Thread-safe.
void fitEvaluate(
    const fitProblem* p, double h, int count, const double* q, double* residuals, bool* ok, fitRuns* runs );
double fitChi2( const fitProblem* p, const double* residuals );
void fitInformation( const fitProblem* p, const double* residuals, double* aic, double* bic );
double fitRms( const fitProblem* p, const double* residuals, bool held );
bool fitStops( fitProblem* p ); // `stop`, or the runs are used up
void fitTell( fitProblem* p, const char* stage );
void fitKeepBest( fitProblem* p, const double* q, double chi2, const double* residuals );
/// All signals of one file's run at the given times, row by row.
bool fitTrace( fitProblem* p, const double* q, int file, const double* times, int count, double* rows );
/// Why the start cannot be run.
ssResult fitTry( const fitProblem* p, const double* q );

// fit_jacobian.c
/// Weighted sensitivities at q by forward differences, column by column, m each. `residuals` are those at q.
bool fitJacobian(
    const fitProblem* p, const double* q, const double* residuals, double* jacobian, fitRuns* runs );
/// The same by parabolas up to a standard deviation wide; *roughness: jumps off them [standard deviations].
bool fitSlopes( const fitProblem* p, const double* q, const double* residuals, double* jacobian,
    double* roughness, fitRuns* runs );
void fitChooseSteps( fitProblem* p, const double* jacobian );
/// Finds the least steps over which the curves change evenly, and not in jumps.
bool fitTuneSteps( fitProblem* p, const double* q, const double* residuals );
/// The covariance of the coordinates; directions that the data do not tell get a large finite variance.
void fitCovariance( const fitProblem* p, const double* jacobian, double* covariance );
void fitNormal( const fitProblem* p, const double* jacobian, double* normal );
/// Eigenvalues (descending) and eigenvectors (columns of v, row by row) of a symmetric matrix.
void fitEigen( const double* matrix, int n, double* values, double* v );
/// Solves normal x = right for the parameters of `mask` by eigenvectors, without directions of no effect.
void fitSolve( const double* normal, int n, const bool* mask, const double* right, double* x );
void fitGradient( const fitProblem* p, const double* jacobian, const double* residuals, double* g );

// fit_search.c
/// Minimises chi² from q, which becomes the result, with its residuals, in at most so many evaluations
/// besides those of slopes. Returns chi²; HUGE_VAL where q itself cannot be run.
double fitMinimise( fitProblem* p, int evaluations, double* q, double* residuals );
/// Controlled random search with local mutation (Price 1983; Kaelo & Ali 2006) from x and points of the box,
/// until all of the population are within `same` of the best, which x becomes. Returns its misfit.
double fitSearchAtRandom( int n, const double* low, const double* high, int evaluations, double same,
    double ( *misfit )( void* context, const double* x ), void* context, double* x );
/// The point on which two starting points agree and that leaves noise, or the best of many more.
bool fitSearch( fitProblem* p, double* q, double* residuals );
/// The best of the start and of points spread over the sliders.
bool fitScan( fitProblem* p, double* points, double* chi2, int* count );
#define FIT_SCAN 33

void fitChooseStep( fitProblem* p, const double* q );
/// Changes when the step is halved: of curves [standard deviations, rms], of parameters [their errors].
double fitStepError( fitProblem* p, const double* q, const double* residuals, const double* jacobian,
    double h, double* shift, int* worst );

// fit_profile.c
/// Fills the intervals. Returns the least chi² met; where it is below that of q, q becomes its point.
double fitProfile( fitProblem* p, double* q, const double* residuals, const double* jacobian,
    const double* covariance, ssFitResult* result );

// fit_check.c
void fitDescribe( fitProblem* p, const double* q, const double* jacobian, ssFitResult* result );

/// Which measurement would limit parameter j on this side: "; measuring ... would tell", or nothing.
void fitAdvise( fitProblem* p, const double* q, int j, double sign, char* text, size_t capacity );

// fit_judge.c
void fitEstimateNoise( fitProblem* p, const double* residuals, bool first );
void fitJudge( fitProblem* p, const double* residuals, ssFitResult* result );
/// Do the residuals look like noise, as far as a search has to know? Targets do not count.
bool fitIsNoise( const fitProblem* p, const double* residuals );
void fitWarn( ssFitResult* result, const char* format, ... ) SS_PRINTF( 2, 3 );
/// The 97.5% quantile of Student's t; of the normal distribution where the noise is known.
double fitQuantile( const fitProblem* p );
