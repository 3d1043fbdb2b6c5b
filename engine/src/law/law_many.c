// SPDX-License-Identifier: MIT
#include "base/elementary_many.h"
#include "law/law_typed.h"

// The slip forces of many contacts, with the bits of ssLaw_SlipForce. A typed law whose states stay as they
// are is evaluated in blocks of contacts, one loop per instruction.

#define MANY_REGISTERS 128 // of a block; longer programs are evaluated contact by contact

/// A block of contacts of a typed law.
typedef struct Block
{
    typedEval eval; // what all of them share
    int lanes;
    const double* loads;
    const ssVec2* gammas;
    double columns[text_inputCount][TEXT_BLOCK];
    const double* inputs[text_inputCount];
    double state[SS_LAW_MAX_STATES][TEXT_BLOCK];
    const double* states[SS_LAW_MAX_STATES];
    double registers[MANY_REGISTERS * TEXT_BLOCK];
} Block;

static bool evaluatesInBlocks( const ssLaw* law )
{
    return law->typed != NULL && law->typed->program->function == NULL &&
        law->typed->program->mainEnd <= MANY_REGISTERS &&
        ( law->type->function != NULL || typedChanges( law ) ) &&
        ( law->typed->program->stateNumbers == 0 || lawSiteOf( law )->h == 0.0 );
}

/// What is the same for all contacts of the site.
static void beginBlocks( Block* block, const ssLaw* law )
{
    typedBegin( &block->eval, law, 1.0 );
    for ( int k = 0; k < text_inputCount; ++k )
    {
        double value = block->eval.inputs[k];
        block->inputs[k] = value != 0.0 || k <= text_inputN ? block->columns[k] : NULL;
        for ( int i = 0; i < TEXT_BLOCK; ++i ) { block->columns[k][i] = value; }
    }
    for ( int k = 0; k < law->typed->program->stateNumbers; ++k )
    {
        block->states[k] = block->state[k];
        for ( int i = 0; i < TEXT_BLOCK; ++i ) { block->state[k][i] = block->eval.from[k]; }
    }
}

/// The inputs of every contact. The sets of a law do not depend on the direction, but a function does.
static void fillInputs( Block* block, bool direction )
{
    double *v = block->columns[text_inputV], *vx = block->columns[text_inputVx],
           *vy = block->columns[text_inputVy];
    double* load = block->columns[text_inputN];
    for ( int i = 0; i < block->lanes; ++i )
    {
        vx[i] = block->gammas[i].x;
        vy[i] = block->gammas[i].y;
        load[i] = block->loads[i] / block->eval.perForce;
    }
    ssHypotMany( vx, vy, v, block->lanes );
    double* phi = block->columns[text_inputPhi];
    for ( int i = 0; i < block->lanes && direction; ++i )
    {
        phi[i] = v[i] > 0.0 ? ssAtan2( vy[i], vx[i] ) : 0.0;
    }
}

/// A register in all contacts; `otherwise` if there is none.
static const double* column( const Block* block, int reg, double otherwise, double spare[TEXT_BLOCK] )
{
    const lawTyped* typed = block->eval.typed;
    if ( reg >= typed->program->uniformEnd ) { return block->registers + (size_t)reg * TEXT_BLOCK; }
    double value = reg == TEXT_NONE ? otherwise : typed->uniform[reg];
    for ( int i = 0; i < block->lanes; ++i ) { spare[i] = value; }
    return spare;
}

/// The force of a contact is known without the law: 0 without a load, NaN where a number is not finite.
static bool isTrivial( double load, ssVec2 gamma, ssVec2* force )
{
    bool undefined = isnan( load ) || !isfinite( gamma.x ) || !isfinite( gamma.y );
    double value = undefined ? SS_NAN : 0.0;
    *force = ssVec2_Make( value, value );
    return undefined || !( load > 0.0 );
}

/// The law is a disc: its force is along the velocity.
static void roundForces( Block* block, ssVec2* forces )
{
    const ssLawProgram* program = block->eval.typed->program;
    bool given = program->force[0] != TEXT_NONE;
    double spare[2][TEXT_BLOCK];
    const double* a = column( block, given ? program->force[0] : program->c.a, 1.0, spare[0] );
    const double* scale = column( block, given ? TEXT_NONE : program->c.scale, 1.0, spare[1] );
    const double* v = block->columns[text_inputV];
    for ( int i = 0; i < block->lanes; ++i )
    {
        double bound = ( given ? block->eval.perForce : block->loads[i] ) * a[i] * scale[i];
        ssVec2 gamma = block->gammas[i];
        double rest = bound > 0.0 || isnan( bound ) ? SS_NAN : 0.0;
        double x = v[i] > 0.0 ? bound * ( gamma.x / v[i] ) : rest;
        double y = v[i] > 0.0 ? bound * ( gamma.y / v[i] ) : rest;
        forces[i] = ssVec2_Make( x, y );
    }
    for ( int i = 0; i < block->lanes; ++i )
    {
        ssVec2 known;
        forces[i] = isTrivial( block->loads[i], block->gammas[i], &known ) ? known : forces[i];
    }
}

static void functionForces( Block* block, ssVec2* forces )
{
    const ssLawProgram* program = block->eval.typed->program;
    double spare[2][TEXT_BLOCK];
    const double* x = column( block, program->force[0], 0.0, spare[0] );
    const double* y = column( block, program->force[1], 0.0, spare[1] );
    for ( int i = 0; i < block->lanes; ++i )
    {
        if ( !isTrivial( block->loads[i], block->gammas[i], &forces[i] ) )
        {
            forces[i] = ssVec2_Scale( block->eval.perForce, ssVec2_Make( x[i], y[i] ) );
        }
    }
}

/// The sets are those of the registers of each contact.
static void setForces( Block* block, ssVec2* forces )
{
    typedEval* eval = &block->eval;
    const ssLawProgram* program = eval->typed->program;
    for ( int i = 0; i < block->lanes; ++i )
    {
        if ( isTrivial( block->loads[i], block->gammas[i], &forces[i] ) ) { continue; }
        eval->load = block->loads[i];
        for ( int r = program->uniformEnd; r < program->mainEnd; ++r )
        {
            eval->registers[r] = block->registers[r * TEXT_BLOCK + i];
        }
        ssLawAtSpeed view;
        forces[i] = typedOpenView( eval, typed_fitNone, &view )
            ? ssLaw_SlipForce( &view.law, eval->load, block->gammas[i] ).force
            : ssVec2_Make( SS_NAN, SS_NAN );
        ssLawAtSpeed_Destroy( &view );
    }
}

void ssLaw_SlipForces(
    const ssLaw* law, int count, const double* loads, const ssVec2* gammas, ssVec2* forces )
{
    if ( !evaluatesInBlocks( law ) )
    {
        for ( int i = 0; i < count; ++i ) { forces[i] = ssLaw_SlipForce( law, loads[i], gammas[i] ).force; }
        return;
    }
    Block block;
    bool function = law->type->function != NULL;
    beginBlocks( &block, law );
    for ( int first = 0; first < count; first += TEXT_BLOCK )
    {
        block.lanes = count - first < TEXT_BLOCK ? count - first : TEXT_BLOCK;
        block.loads = loads + first;
        block.gammas = gammas + first;
        fillInputs( &block, function );
        textEvalMany( law->typed->program, law->typed->uniform, block.lanes, block.inputs, block.states,
            block.registers );
        ( function ? functionForces : law->typed->round ? roundForces : setForces )( &block, forces + first );
    }
}
