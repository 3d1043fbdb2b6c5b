// SPDX-License-Identifier: MIT
#pragma once

#include "law/law_private.h"
#include "law/text/text_program.h"

// What a law from a text keeps. The sets C and D of a set law may change with speed, load, place, time and
// states, but not with the direction. A function law gives the force.

#define TYPED_MAX_OUTPUTS ( SS_LAW_MAX_STATES + 2 * SS_LAW_MAX_STATES + 2 )

typedef struct lawTyped
{
    const ssLawProgram* program; // a reference of its own
    double* uniform;             // the registers that depend on parameters alone
    double initial[SS_LAW_MAX_STATES];
    bool fixed;        // C and D depend on parameters alone: law->c and law->d are the sets
    bool round;        // C is a disc about the origin, and D is none or another: only the radius counts
    bool bySpeed;      // C or D depend on the velocity, if only through their states
    bool turns;        // through states whose rates depend on the direction
    bool shaped;       // law->c and law->d have the shapes of C and D, and only their scale changes
    ssVec2* points[2]; // corners or samples of C and D
    int pointCount[2];
    // The registers whose derivatives a step needs: the rates of the states, then two numbers for the bound
    // of every state (low and high, or radius and scale of a disc; TEXT_NONE: none), then the force.
    int outputs[TYPED_MAX_OUTPUTS];
    int outputCount;
    ssSet bounds[SS_LAW_MAX_STATES]; // of pairs that are kept in a set other than a disc
} lawTyped;

/// A law at a contact: its inputs, and its registers and states after typedMove.
typedef struct typedEval
{
    const ssLaw* law;
    const lawTyped* typed;
    double load, perForce; // as the site has them; factor from forces to what the site works in
    double h;
    const double* from; // states at the start of the step
    double inputs[text_inputCount];
    double state[SS_LAW_MAX_STATES]; // at its end
    double registers[TEXT_MAX_CODE];
} typedEval;

/// Makes the law of a program.
ssResult typedPrepare( const ssLawDef* def, ssLaw* law );
/// Laws whose force is a registered function.
extern const ssLawType ss_lawTypeRegistered;

void typedBegin( typedEval* eval, const ssLaw* law, double load );

/// All registers for a sliding velocity, with the states at the step's end; false if not reached.
bool typedMove( typedEval* eval, double speed, ssVec2 direction );
/// typedBegin, then typedMove to this velocity.
bool typedMoveTo( typedEval* eval, const ssLaw* law, double load, ssVec2 gamma );

/// A register's value, or `otherwise` if there is none.
static inline double typedValue( const double* registers, int index, double otherwise )
{
    return index == TEXT_NONE ? otherwise : registers[index];
}

/// The states at the end of the step.
void typedNextState( const ssLaw* law, double load, ssVec2 gamma, double* state );

/// The lengths that bound the moments.
void typedMoments( const ssLaw* law, double load, ssVec2 gamma, double* roll, double* spin );

void typedDestroy( ssLaw* law );

/// Chooses the outputs and makes the states' bounding sets, at the reference; an error names the line.
ssResult typedPrepareStates( lawTyped* typed, const double* registers, const double* sliding );

/// The force of a function law (NULL for set laws) and the states at the end of the step; `derivative` may be
/// NULL. False if the step of the states has no solution that was found.
bool typedAdvance( typedEval* eval, ssVec2* force, double* derivative );

/// Makes law->c and law->d at the reference inputs. An error names the line.
ssResult typedPrepareSets( ssLaw* law, lawTyped* typed );

/// The corners of a polygon or the samples of a polar set; returns their number, 0 for other kinds.
int typedSetPoints( const ssLawProgram* program, const textSet* set, const double* uniform,
    ssVec2 points[TEXT_POLAR_SAMPLES] );

/// The largest distance of polygons from the texts of polar sets, relative to the radius; 0 without.
double typedSamplingError( const ssLaw* law );

/// The numbers of a set in the registers. `points` are those of a polygon or polar set.
ssSetDef typedSetDef( const textSet* set, const double* registers, const ssVec2* points, int count );

/// How D is scaled in a view.
typedef enum typedFit
{
    typed_fitNone,    // as the text has it: enough for all that needs its normals alone
    typed_fitInside,  // so that it lies inside C, for steps
    typed_fitLargest, // so that it touches C, for pictures
} typedFit;

/// Makes the sets of a law at an evaluation, as for a textless law given at 1 N. If C is the origin alone, it
/// is frictionless. False if the sets are no law, as when D does not fit into C.
bool typedOpenView( const typedEval* eval, typedFit fit, ssLawAtSpeed* view );
/// The same of a law at a load, a speed and a direction.
bool typedOpenViewAt(
    const ssLaw* law, double load, double speed, ssVec2 direction, typedFit fit, ssLawAtSpeed* view );

/// The bound on a round law's force, in the site's unit; negative where the user's formula is.
double typedBound( const typedEval* eval );

/// Whether a typed law's sets change with contact or speed; if not, law->c and law->d say everything.
static inline bool typedChanges( const ssLaw* law )
{
    return law->typed != NULL && law->type->function == NULL && !law->typed->fixed;
}

/// lawMissing for set laws whose sets change.
const char* typedMissing( const ssLaw* law, double load, ssVec2 gamma );

// The functions of law.h for them.
ssLawForce typedSlip( const ssLaw* law, double load, ssVec2 gamma );
double typedGauge( const ssLaw* law, double load, double speed, ssVec2 force );
bool typedAtSpeed( const ssLaw* law, double load, double speed, ssLawAtSpeed* there );
double typedAlpha( const ssLaw* law, double load, ssVec2 force );
ssSlideDirections typedDirections( const ssLaw* law, double load, ssVec2 force, double tolerance );
ssVec2 typedStep( const ssLaw* law, double load, ssVec2 force, ssVec2 gamma, double r0 );
ssPlanarSolution typedSolveDirect( const ssLaw* law, double load, double g, ssVec2 gammaFree, ssVec2 start );
/// The solution at a speed near this one, for a round law; false if it was not found there.
bool typedSolveNear(
    const ssLaw* law, double load, double g, ssVec2 gammaFree, double speed, ssPlanarSolution* solution );
double typedCreep( const ssLaw* law, double load, ssVec2 force );

/// The support of C at a speed, and the point that attains it.
double typedSupport( const ssLaw* law, double load, double speed, ssVec2 direction, ssVec2* point );
