// SPDX-License-Identifier: MIT
#include "law/law_typed.h"

#include <string.h>

// The states of a typed law over a step: z+ = P( z + h z'(gamma, z+) ), where P keeps a bounded state in its
// set. All states are solved together by Newton's method with dual numbers, so that stiff bristles do not
// limit the step. The force then follows with its derivative by gamma, in which the states are eliminated.

#define DUAL_ROOM 8192                        // numbers for the registers with their derivatives
#define MAX_COLUMNS ( SS_LAW_MAX_STATES + 2 ) // derivatives by the states, then by gamma
#define MAX_UPDATES 24                        // of Newton's method
#define MAX_PARTS 60                          // attempts to reach the end of the step by parts
#define MAX_EVALUATIONS 500                   // of the equations in one step, whatever is tried

/// The numbers that a step needs, with their derivatives. Rates come first.
typedef struct Outputs
{
    int count; // derivatives of each
    double value[TYPED_MAX_OUTPUTS];
    double slope[TYPED_MAX_OUTPUTS][MAX_COLUMNS];
} Outputs;

static void evaluateOutputs( const typedEval* eval, const double* state, int count, Outputs* out )
{
    const lawTyped* typed = eval->typed;
    const ssLawProgram* program = typed->program;
    double duals[DUAL_ROOM];
    int room = DUAL_ROOM / ( program->mainEnd > 0 ? program->mainEnd : 1 ) - 1;
    // A long program computes its derivatives a few at a time.
    int chunk = room < TEXT_MAX_DUALS ? room : TEXT_MAX_DUALS;
    out->count = count;
    for ( int first = 0; first == 0 || first < count; first += chunk )
    {
        int some = count - first < chunk ? count - first : chunk, numbers = program->stateNumbers;
        double dInputs[text_inputCount * TEXT_MAX_DUALS], dState[SS_LAW_MAX_STATES * TEXT_MAX_DUALS];
        memset( dInputs, 0, (size_t)( text_inputCount * some ) * sizeof( double ) );
        memset( dState, 0, (size_t)( numbers * some ) * sizeof( double ) );
        for ( int j = 0; j < some; ++j )
        {
            int column = first + j;
            if ( column < numbers ) { dState[column * some + j] = 1.0; }
            else { dInputs[( text_inputVx + column - numbers ) * some + j] = 1.0; }
        }
        textCompleteDuals( some, eval->inputs, dInputs );
        textEvalDual( program, typed->uniform, some, eval->inputs, dInputs, state, dState, duals );
        for ( int k = 0; k < typed->outputCount; ++k )
        {
            const double* from =
                typed->outputs[k] == TEXT_NONE ? NULL : duals + typed->outputs[k] * ( 1 + some );
            out->value[k] = from != NULL ? from[0] : 1.0;
            for ( int j = 0; j < some; ++j ) { out->slope[k][first + j] = from != NULL ? from[1 + j] : 0.0; }
        }
    }
}

/// The nearest point of a state's set, its derivative by the point and by a common factor on the set.
typedef struct Nearest
{
    double point[2], byPoint[2][2], byRadius[2];
} Nearest;

static Nearest nearestInDisc( const double y[2], double radius )
{
    double length = ssHypot( y[0], y[1] );
    Nearest near = { .point = { y[0], y[1] }, .byPoint = { { 1.0, 0.0 }, { 0.0, 1.0 } } };
    if ( length <= radius ) { return near; }
    if ( !( radius > 0.0 ) ) { return ( Nearest ){ .point = { 0.0, 0.0 } }; }
    double e[2] = { y[0] / length, y[1] / length };
    for ( int i = 0; i < 2; ++i )
    {
        near.point[i] = radius * e[i];
        near.byRadius[i] = e[i];
        for ( int j = 0; j < 2; ++j )
        {
            near.byPoint[i][j] = radius / length * ( ( i == j ? 1.0 : 0.0 ) - e[i] * e[j] );
        }
    }
    return near;
}

/// In any convex set, with differences for the derivative.
static Nearest nearestInSet( const ssSet* set, const double y[2] )
{
    Nearest near = { .point = { y[0], y[1] }, .byPoint = { { 1.0, 0.0 }, { 0.0, 1.0 } } };
    ssVec2 x = { y[0], y[1] }, p = ssSet_Prox( set, x );
    if ( p.x == x.x && p.y == x.y ) { return near; }
    near.point[0] = p.x;
    near.point[1] = p.y;
    double step = 1e-6 * ssVec2_Length( x );
    for ( int j = 0; j < 2; ++j )
    {
        ssVec2 shift = { j == 0 ? step : 0.0, j == 0 ? 0.0 : step };
        ssVec2 above = ssSet_Prox( set, ssVec2_Add( x, shift ) ),
               below = ssSet_Prox( set, ssVec2_Sub( x, shift ) );
        near.byPoint[0][j] = ( above.x - below.x ) / ( 2.0 * step );
        near.byPoint[1][j] = ( above.y - below.y ) / ( 2.0 * step );
    }
    return near;
}

/// In a pair's set that is no disc about the origin. Leaving out its derivatives only slows Newton down.
static Nearest nearestInBound( const typedEval* eval, int index, const double* state, const double y[2] )
{
    const textSet* set = &eval->typed->program->states[index].bound;
    const ssSet* made = &eval->typed->bounds[index];
    if ( set->constantShape && set->scale == TEXT_NONE ) { return nearestInSet( made, y ); }
    double registers[TEXT_MAX_CODE];
    textEval( eval->typed->program, eval->typed->uniform, eval->inputs, state, registers );
    ssSetDef def = typedSetDef( set, registers, NULL, 0 );
    ssSet now;
    Nearest near = { .point = { 0.0, 0.0 } };
    if ( set->constantShape && def.scale > 0.0 )
    {
        ssSet scaled = ssSet_Scaled( made, def.scale / made->def.scale );
        near = nearestInSet( &scaled, y );
    }
    else if ( ssMakeSet( &def, &now ).code == ss_ok )
    {
        near = nearestInSet( &now, y );
        ssSet_Destroy( &now );
    }
    return near;
}

/// G(z) = z - P( z0 + t h z' ), its derivative by z, P's derivative by gamma, and the scales of G.
typedef struct Equations
{
    double miss[SS_LAW_MAX_STATES], size[SS_LAW_MAX_STATES];
    double matrix[SS_LAW_MAX_STATES][SS_LAW_MAX_STATES];
    double byGamma[SS_LAW_MAX_STATES][2];
    double worst; // the largest |G|/size
    Outputs out;
    int evaluations; // so far
} Equations;

/// Writes a row: z - p, where p has these derivatives.
static void writeRow( Equations* eq, int row, double z, double p, const double* slope, int numbers )
{
    eq->miss[row] = z - p;
    for ( int j = 0; j < numbers; ++j ) { eq->matrix[row][j] = ( row == j ? 1.0 : 0.0 ) - slope[j]; }
    for ( int j = numbers; j < eq->out.count; ++j ) { eq->byGamma[row][j - numbers] = slope[j]; }
}

/// A scalar state between low and high.
static void scalarRow( const typedEval* eval, Equations* eq, int index, double h, const double* state )
{
    const textState* s = &eval->typed->program->states[index];
    const Outputs* out = &eq->out;
    int row = s->row.first, numbers = eval->typed->program->stateNumbers, bound = numbers + 2 * index;
    double y = eval->from[row] + h * out->value[row], slope[MAX_COLUMNS];
    bool below = s->low != TEXT_NONE && y < out->value[bound],
         above = s->high != TEXT_NONE && y > out->value[bound + 1];
    for ( int j = 0; j < out->count; ++j )
    {
        slope[j] = below ? out->slope[bound][j] : above ? out->slope[bound + 1][j] : h * out->slope[row][j];
    }
    double p = below ? out->value[bound] : above ? out->value[bound + 1] : y;
    writeRow( eq, row, state[row], p, slope, numbers );
}

/// A pair in its set.
static void pairRows( const typedEval* eval, Equations* eq, int index, double h, const double* state )
{
    const textState* s = &eval->typed->program->states[index];
    const Outputs* out = &eq->out;
    int row = s->row.first, numbers = eval->typed->program->stateNumbers, bound = numbers + 2 * index;
    double y[2] = { eval->from[row] + h * out->value[row], eval->from[row + 1] + h * out->value[row + 1] };
    double radius = out->value[bound] * out->value[bound + 1];
    Nearest near = { .point = { y[0], y[1] }, .byPoint = { { 1.0, 0.0 }, { 0.0, 1.0 } } };
    if ( s->bound.given )
    {
        near = textIsDisc( &s->bound ) ? nearestInDisc( y, radius ) : nearestInBound( eval, index, state, y );
    }
    for ( int i = 0; i < 2; ++i )
    {
        double slope[MAX_COLUMNS];
        for ( int j = 0; j < out->count; ++j )
        {
            double dRadius =
                out->slope[bound][j] * out->value[bound + 1] + out->value[bound] * out->slope[bound + 1][j];
            slope[j] = h *
                    ( near.byPoint[i][0] * out->slope[row][j] +
                        near.byPoint[i][1] * out->slope[row + 1][j] ) +
                near.byRadius[i] * dRadius;
        }
        writeRow( eq, row + i, state[row + i], near.point[i], slope, numbers );
    }
}

static void evaluateEquations(
    const typedEval* eval, double part, const double* state, int count, Equations* eq )
{
    const ssLawProgram* program = eval->typed->program;
    double h = part * eval->h;
    evaluateOutputs( eval, state, count, &eq->out );
    eq->evaluations += 1;
    eq->worst = 0.0;
    for ( int k = 0; k < program->stateCount; ++k )
    {
        const ssLawState* state_ = &program->states[k].row;
        ( state_->size == 2 ? pairRows : scalarRow )( eval, eq, k, h, state );
        double miss = 0.0, size = 0.0;
        for ( int i = state_->first; i < state_->first + state_->size; ++i )
        {
            miss += fabs( eq->miss[i] );
            size += fabs( state[i] ) + fabs( eval->from[i] ) + fabs( h * eq->out.value[i] );
        }
        double ratio = miss == 0.0 ? 0.0 : miss / size;
        eq->worst = ratio <= eq->worst ? eq->worst : ratio; // a NaN stays
    }
}

/// Solves matrix × x = b for `columns` right sides by elimination with row pivoting. False when singular.
static bool solveDense( int n, double m[SS_LAW_MAX_STATES][SS_LAW_MAX_STATES], int columns, double* b )
{
    for ( int k = 0; k < n; ++k )
    {
        int pivot = k;
        for ( int i = k + 1; i < n; ++i ) { pivot = fabs( m[i][k] ) > fabs( m[pivot][k] ) ? i : pivot; }
        if ( !( fabs( m[pivot][k] ) > 0.0 ) ) { return false; }
        for ( int j = 0; j < n; ++j )
        {
            double keep = m[k][j];
            m[k][j] = m[pivot][j];
            m[pivot][j] = keep;
        }
        for ( int j = 0; j < columns; ++j )
        {
            double keep = b[k * columns + j];
            b[k * columns + j] = b[pivot * columns + j];
            b[pivot * columns + j] = keep;
        }
        for ( int i = k + 1; i < n; ++i )
        {
            double factor = m[i][k] / m[k][k];
            for ( int j = k + 1; j < n && factor != 0.0; ++j ) { m[i][j] -= factor * m[k][j]; }
            for ( int j = 0; j < columns && factor != 0.0; ++j )
            {
                b[i * columns + j] -= factor * b[k * columns + j];
            }
        }
    }
    for ( int k = n - 1; k >= 0; --k )
    {
        for ( int c = 0; c < columns; ++c )
        {
            double x = b[k * columns + c];
            for ( int j = k + 1; j < n; ++j ) { x -= m[k][j] * b[j * columns + c]; }
            b[k * columns + c] = x / m[k][k];
        }
    }
    return true;
}

/// The Newton step and its size relative to the states; infinite if none. It measures the error, as rates and
/// residuals are often small differences of large terms.
static double newtonStep( const typedEval* eval, const Equations* eq, const double* state, double* step )
{
    const ssLawProgram* program = eval->typed->program;
    int n = program->stateNumbers;
    double matrix[SS_LAW_MAX_STATES][SS_LAW_MAX_STATES], worst = 0.0;
    memcpy( matrix, eq->matrix, sizeof( matrix ) );
    for ( int i = 0; i < n; ++i ) { step[i] = -eq->miss[i]; }
    if ( !solveDense( n, matrix, 1, step ) ) { return (double)INFINITY; }
    for ( int k = 0; k < program->stateCount; ++k )
    {
        const ssLawState* row = &program->states[k].row;
        double length = 0.0, size = 0.0;
        for ( int i = row->first; i < row->first + row->size; ++i )
        {
            length += fabs( step[i] );
            size += fabs( state[i] ) + fabs( eval->from[i] ) + fabs( step[i] );
        }
        double ratio = length == 0.0 ? 0.0 : length / size;
        worst = ratio <= worst ? worst : ratio; // a NaN stays
    }
    return isnan( worst ) ? (double)INFINITY : worst;
}

#define ENOUGH 1e-15   // rounding
#define ACCEPTED 1e-11 // where rounding leaves no smaller step

/// Newton's method for a part of the step, from `state`; `eq` are the equations at the result.
static bool solvePart( const typedEval* eval, double part, int count, double* state, Equations* eq )
{
    int n = eval->typed->program->stateNumbers;
    double step[SS_LAW_MAX_STATES], trial[SS_LAW_MAX_STATES], nextStep[SS_LAW_MAX_STATES];
    evaluateEquations( eval, part, state, count, eq );
    double size = newtonStep( eval, eq, state, step ), residual = eq->worst;
    for ( int i = 0; i < MAX_UPDATES && size > ENOUGH && eq->evaluations < MAX_EVALUATIONS; ++i )
    {
        double t = 1.0, nextSize = (double)INFINITY;
        bool better = false;
        for ( int k = 0; k < ( size <= ACCEPTED ? 1 : 8 ) && !better && isfinite( size ); ++k, t *= 0.5 )
        {
            for ( int j = 0; j < n; ++j ) { trial[j] = state[j] + t * step[j]; }
            evaluateEquations( eval, part, trial, count, eq );
            nextSize = newtonStep( eval, eq, trial, nextStep );
            better = isfinite( nextSize ) && ( eq->worst < residual || nextSize < size );
        }
        if ( !better )
        {
            evaluateEquations( eval, part, state, count, eq );
            break;
        }
        memcpy( state, trial, (size_t)n * sizeof( double ) );
        memcpy( step, nextStep, (size_t)n * sizeof( double ) );
        size = nextSize;
        residual = eq->worst;
    }
    return size <= ACCEPTED;
}

/// Solves the step, if need be by following the solution from the step's beginning. If that ends on the way,
/// as for unbounded growth, the result is at that point, and false.
static bool solveStates( const typedEval* eval, int count, double* state, Equations* eq )
{
    int n = eval->typed->program->stateNumbers;
    memcpy( state, eval->from, (size_t)n * sizeof( double ) );
    eq->evaluations = 0;
    if ( solvePart( eval, 1.0, count, state, eq ) ) { return true; }
    memcpy( state, eval->from, (size_t)n * sizeof( double ) );
    double reached = 0.0, part = 0.125;
    for ( int i = 0; i < MAX_PARTS && reached < 1.0 && eq->evaluations < MAX_EVALUATIONS; ++i )
    {
        double trial[SS_LAW_MAX_STATES], next = ssMin( reached + part, 1.0 );
        memcpy( trial, state, (size_t)n * sizeof( double ) );
        if ( solvePart( eval, next, count, trial, eq ) )
        {
            memcpy( state, trial, (size_t)n * sizeof( double ) );
            reached = next;
            part *= 2.0;
        }
        else { part *= 0.25; }
    }
    evaluateEquations( eval, reached, state, count, eq );
    return reached == 1.0;
}

/// The set of a pair at the reference inputs, for pairs that are not kept in a disc.
static ssResult makeBound( lawTyped* typed, int index, const double* registers )
{
    const textState* s = &typed->program->states[index];
    bool pointed = s->bound.kind == ss_setPolygon || s->bound.kind == ss_setPolar;
    if ( pointed && !s->bound.constantShape )
    {
        return ssError( ss_errorValue, "law",
            "line %d, column %d: the set of %s is a polygon that turns or moves; allowed: one that changes "
            "its size only",
            s->bound.line, s->bound.column, s->row.name );
    }
    ssVec2 points[TEXT_POLAR_SAMPLES];
    int count = typedSetPoints( typed->program, &s->bound, typed->uniform, points );
    ssSetDef def = typedSetDef( &s->bound, registers, points, count );
    ssResult result = ssMakeSet( &def, &typed->bounds[index] );
    if ( result.code == ss_ok && !typed->bounds[index].convex )
    {
        result = ssError( ss_errorValue, "law", "a state is kept in a convex set, and this one is not" );
    }
    typed->bounds[index].def.points = NULL;
    char message[sizeof( result.message )];
    memcpy( message, result.message, sizeof( message ) );
    return result.code == ss_ok ? result
                                : ssError( result.code, "law", "line %d, column %d: the set of %s: %.180s",
                                      s->bound.line, s->bound.column, s->row.name, message );
}

/// A state whose rate is no finite number where it starts cannot leave, whether the contact rests or slides.
static ssResult checkRates( const ssLawProgram* program, const double* atRest, const double* sliding )
{
    for ( int k = 0; k < program->stateCount; ++k )
    {
        for ( int i = 0; i < program->states[k].row.size; ++i )
        {
            double rest = typedValue( atRest, program->states[k].rate[i], 0.0 );
            if ( !isfinite( rest ) && !isfinite( typedValue( sliding, program->states[k].rate[i], 0.0 ) ) )
            {
                return ssError( ss_errorValue, "law",
                    "the rate %s' is %.3g where %s starts; allowed: a finite number, by another start or "
                    "rate",
                    program->states[k].row.name, rest, program->states[k].row.name );
            }
        }
    }
    return ssOk();
}

ssResult typedPrepareStates( lawTyped* typed, const double* registers, const double* sliding )
{
    const ssLawProgram* program = typed->program;
    int* next = typed->outputs;
    for ( int k = 0; k < program->stateCount; ++k )
    {
        const textState* s = &program->states[k];
        for ( int i = 0; i < s->row.size; ++i ) { next[s->row.first + i] = s->rate[i]; }
    }
    next += program->stateNumbers;
    ssResult result = checkRates( program, registers, sliding );
    for ( int k = 0; k < program->stateCount && result.code == ss_ok; ++k )
    {
        const textState* s = &program->states[k];
        bool disc = s->bound.given && textIsDisc( &s->bound );
        *next++ = disc ? s->bound.a : s->low;
        *next++ = disc ? s->bound.scale : s->high;
        result = s->bound.given && !disc ? makeBound( typed, k, registers ) : result;
    }
    if ( program->force[1] != TEXT_NONE )
    {
        *next++ = program->force[0];
        *next++ = program->force[1];
    }
    typed->outputCount = (int)( next - typed->outputs );
    return result;
}

/// df/dgamma = the partial derivative + df/dz dz/dgamma, where dz/dgamma solves the equations' derivative.
static void forceSlope( Equations* eq, int n, bool moves, int forceOutput, double derivative[4] )
{
    bool follows = moves && solveDense( n, eq->matrix, 2, &eq->byGamma[0][0] );
    for ( int i = 0; i < 2; ++i )
    {
        const double* slope = eq->out.slope[forceOutput + i];
        for ( int j = 0; j < 2; ++j )
        {
            double sum = slope[n + j];
            for ( int k = 0; k < n && follows; ++k ) { sum += slope[k] * eq->byGamma[k][j]; }
            derivative[2 * i + j] = sum;
        }
    }
}

bool typedAdvance( typedEval* eval, ssVec2* force, double* derivative )
{
    const lawTyped* typed = eval->typed;
    const ssLawProgram* program = typed->program;
    int n = program->stateNumbers, forceOutput = typed->outputCount - 2;
    bool moves = n > 0 && eval->h > 0.0;
    memcpy( eval->state, eval->from, (size_t)n * sizeof( double ) );
    if ( !moves && derivative == NULL )
    {
        textEval( program, eval->registers, eval->inputs, eval->state, eval->registers );
        if ( force != NULL )
        {
            *force = ssVec2_Make( eval->registers[program->force[0]], eval->registers[program->force[1]] );
        }
        return true;
    }
    Equations eq;
    bool solved = true;
    int count = n + ( derivative != NULL ? 2 : 0 );
    if ( moves ) { solved = solveStates( eval, count, eval->state, &eq ); }
    else { evaluateOutputs( eval, eval->state, count, &eq.out ); }
    if ( force == NULL )
    {
        textEval( program, eval->registers, eval->inputs, eval->state, eval->registers );
        return solved;
    }
    *force = ssVec2_Make( eq.out.value[forceOutput], eq.out.value[forceOutput + 1] );
    if ( derivative != NULL ) { forceSlope( &eq, n, moves, forceOutput, derivative ); }
    return solved;
}
