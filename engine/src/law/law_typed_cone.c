// SPDX-License-Identifier: MIT
#include "law/law_typed.h"

// Typed laws whose C and D are discs, Coulomb's with varying coefficients, evaluated for many contacts.

// Instructions up to which contacts are evaluated together: bounds the registers on the stack.
#define TOGETHER_MAX 256

bool lawIsVaryingCone( const ssLaw* law )
{
    const lawTyped* typed = law->def.kind == ss_lawKindText ? law->typed : NULL;
    // Where there is no friction at rest the law is a function of the speed, and nothing sticks.
    return typed != NULL && law->type->function == NULL && typed->round && !typed->fixed && law->def.mu > 0.0;
}

unsigned lawCoefficientInputs( const ssLaw* law )
{
    const lawTyped* typed = law->def.kind == ss_lawKindText ? law->typed : NULL;
    if ( typed == NULL ) { return 0; }
    const ssLawProgram* program = typed->program;
    bool moments = program->roll >= program->uniformEnd || program->spin >= program->uniformEnd;
    unsigned inputs = lawIsVaryingCone( law ) ? program->setInputs : 0u;
    // The sets of a planar law are implicit in all but the turning speeds, which its contact does not know.
    unsigned turning = program->inputs & (unsigned)( ss_lawInputRolling | ss_lawInputSpinning );
    return inputs | turning | ( moments ? program->inputs : 0u );
}

bool lawGivesRoll( const ssLaw* law )
{
    return law->def.kind == ss_lawKindText && ssLawProgram_Info( law->typed->program )->givesRoll;
}

bool lawGivesSpin( const ssLaw* law )
{
    return law->def.kind == ss_lawKindText && ssLawProgram_Info( law->typed->program )->givesSpin;
}

/// The coefficients in registers that lie `stride` apart; those of the first part are in `uniform`.
static void readOut(
    const ssLaw* law, double force, const double* registers, int stride, double coefficients[3] )
{
    const lawTyped* typed = law->typed;
    const ssLawProgram* program = typed->program;
    const int where[5] = { program->force[0], program->c.a, program->c.scale, program->roll, program->spin };
    double value[5];
    for ( int k = 0; k < 5; ++k )
    {
        int r = where[k];
        value[k] = r == TEXT_NONE ? 1.0 : r < program->uniformEnd ? typed->uniform[r] : registers[r * stride];
    }
    double mu = program->force[0] != TEXT_NONE ? value[0] / force : value[1] * value[2];
    // Not ssMax, which would turn a NaN into 0.
    coefficients[0] = lawIsVaryingCone( law ) ? ( mu < 0.0 ? 0.0 : mu ) : coefficients[0];
    coefficients[1] = program->roll == TEXT_NONE ? coefficients[1] : value[3] < 0.0 ? 0.0 : value[3];
    coefficients[2] = program->spin == TEXT_NONE ? coefficients[2] : value[4] < 0.0 ? 0.0 : value[4];
}

static void evaluateOne( const ssLaw* law, const lawPoint* point, double coefficients[3] )
{
    ssLaw there = ssLaw_At( law, point->site );
    typedEval eval;
    typedMoveTo( &eval, &there, point->load, point->gamma );
    readOut( law, point->load / eval.perForce, eval.registers, 1, coefficients );
}

/// Contacts without states, at most TEXT_BLOCK of them.
static void evaluateTogether(
    const ssLaw* law, int count, const lawPoint* points, double ( *coefficients )[3] )
{
    const lawTyped* typed = law->typed;
    bool turns = ( typed->program->inputs & (unsigned)ss_lawInputDirection ) != 0;
    double numbers[text_inputCount][TEXT_BLOCK], registers[TOGETHER_MAX * TEXT_BLOCK];
    const double* inputs[text_inputCount] = { NULL };
    for ( int k = 0; k < text_inputTheta; ++k ) { inputs[k] = numbers[k]; }
    for ( int i = 0; i < count; ++i )
    {
        const ssLawSite* site = points[i].site;
        ssVec2 gamma = points[i].gamma;
        double speed = sqrt( gamma.x * gamma.x + gamma.y * gamma.y );
        numbers[text_inputV][i] = speed;
        numbers[text_inputVx][i] = gamma.x;
        numbers[text_inputVy][i] = gamma.y;
        numbers[text_inputPhi][i] = turns && speed > 0.0 ? ssAtan2( gamma.y, gamma.x ) : 0.0;
        numbers[text_inputN][i] = points[i].load / ( site->impulses && site->h > 0.0 ? site->h : 1.0 );
        numbers[text_inputT][i] = site->time;
        numbers[text_inputX][i] = site->x;
        numbers[text_inputY][i] = site->y;
        numbers[text_inputWr][i] = site->rolling;
        numbers[text_inputWs][i] = site->spinning;
    }
    textEvalMany( typed->program, typed->uniform, count, inputs, NULL, registers );
    for ( int i = 0; i < count; ++i )
    {
        readOut( law, numbers[text_inputN][i], registers + i, TEXT_BLOCK, coefficients[i] );
    }
}

void lawCoefficients( const ssLaw* law, int count, const lawPoint* points, double ( *coefficients )[3] )
{
    const ssLawProgram* program = law->typed->program;
    bool together = program->stateNumbers == 0 && program->mainEnd <= TOGETHER_MAX;
    for ( int i = 0; i < count; i += together ? TEXT_BLOCK : 1 )
    {
        int left = count - i;
        if ( together )
        {
            evaluateTogether( law, left < TEXT_BLOCK ? left : TEXT_BLOCK, points + i, coefficients + i );
        }
        else { evaluateOne( law, points + i, coefficients[i] ); }
    }
}
