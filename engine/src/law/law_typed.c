// SPDX-License-Identifier: MIT
#include "law/law_typed.h"

#include <string.h>

// Laws that users type: made from a compiled text and parameter values, and evaluated at a contact.

void typedBegin( typedEval* eval, const ssLaw* law, double load )
{
    const ssLawSite* site = lawSiteOf( law );
    const lawTyped* typed = law->typed;
    eval->law = law;
    eval->typed = typed;
    eval->load = load;
    eval->perForce = lawImpulsePerForce( law );
    eval->h = site->h;
    eval->from = site->state != NULL ? site->state : typed->initial;
    memset( eval->inputs, 0, sizeof( eval->inputs ) );
    eval->inputs[text_inputN] = load / eval->perForce;
    eval->inputs[text_inputT] = site->time;
    eval->inputs[text_inputX] = site->x;
    eval->inputs[text_inputY] = site->y;
    eval->inputs[text_inputWr] = site->rolling;
    eval->inputs[text_inputWs] = site->spinning;
    memcpy( eval->registers, typed->uniform, (size_t)typed->program->uniformEnd * sizeof( double ) );
}

/// Sets the inputs that follow from the velocity; the angle only where it is used.
static void setVelocity( typedEval* eval, double speed, ssVec2 gamma )
{
    eval->inputs[text_inputV] = speed;
    eval->inputs[text_inputVx] = gamma.x;
    eval->inputs[text_inputVy] = gamma.y;
    if ( ( eval->typed->program->inputs & (unsigned)ss_lawInputDirection ) != 0 )
    {
        eval->inputs[text_inputPhi] = speed > 0.0 ? ssAtan2( gamma.y, gamma.x ) : 0.0;
    }
}

/// Begins an evaluation at a sliding velocity.
static void beginAt( typedEval* eval, const ssLaw* law, double load, ssVec2 gamma )
{
    typedBegin( eval, law, load );
    setVelocity( eval, ssVec2_Length( gamma ), gamma );
}

bool typedMove( typedEval* eval, double speed, ssVec2 direction )
{
    setVelocity( eval, speed, ssVec2_Scale( speed, direction ) );
    return typedAdvance( eval, NULL, NULL );
}

bool typedMoveTo( typedEval* eval, const ssLaw* law, double load, ssVec2 gamma )
{
    double speed = ssVec2_Length( gamma );
    typedBegin( eval, law, load );
    return typedMove(
        eval, speed, speed > 0.0 ? ssVec2_Scale( 1.0 / speed, gamma ) : ssVec2_Make( 1.0, 0.0 ) );
}

/// The force of a function law at its site.
static void typedForce(
    const ssLaw* law, double load, ssVec2 gamma, ssVec2* force, double* derivative, double* next )
{
    typedEval eval;
    beginAt( &eval, law, load, gamma );
    typedAdvance( &eval, force, derivative );
    *force = ssVec2_Scale( eval.perForce, *force );
    for ( int i = 0; i < 4 && derivative != NULL; ++i ) { derivative[i] *= eval.perForce; }
    if ( next != NULL )
    {
        memcpy( next, eval.state, (size_t)eval.typed->program->stateNumbers * sizeof( double ) );
    }
}

void typedNextState( const ssLaw* law, double load, ssVec2 gamma, double* state )
{
    typedEval eval;
    beginAt( &eval, law, load, gamma );
    typedAdvance( &eval, NULL, NULL );
    memcpy( state, eval.state, (size_t)eval.typed->program->stateNumbers * sizeof( double ) );
}

void typedMoments( const ssLaw* law, double load, ssVec2 gamma, double* roll, double* spin )
{
    const ssLawProgram* program = law->typed->program;
    *roll = law->def.muRoll;
    *spin = law->def.muSpin;
    if ( program->roll == TEXT_NONE && program->spin == TEXT_NONE ) { return; }
    typedEval eval;
    beginAt( &eval, law, load, gamma );
    typedAdvance( &eval, NULL, NULL );
    *roll = ssMax( typedValue( eval.registers, program->roll, *roll ), 0.0 );
    *spin = ssMax( typedValue( eval.registers, program->spin, *spin ), 0.0 );
}

static const ssLawType s_roundType, s_functionType;

static ssResult checkValues( const ssLawDef* def )
{
    for ( int i = 0; i < def->program->paramCount; ++i )
    {
        SS_TRY( ssCheckParam( &def->program->params[i], def->programValues[i] ) );
    }
    return ssOk();
}

/// What the text says about rolling and spinning, at rest.
static ssResult prepareMoments( ssLaw* law, const typedEval* eval )
{
    const ssLawProgram* program = law->typed->program;
    const struct
    {
        const char* name;
        int index, dimension;
        double* value;
    } moments[] = { { "roll", program->roll, 5, &law->def.muRoll },
        { "spin", program->spin, 6, &law->def.muSpin } };
    for ( int i = 0; i < SS_COUNT( moments ); ++i )
    {
        if ( moments[i].index == TEXT_NONE ) { continue; }
        double value = eval->registers[moments[i].index];
        if ( !( value >= 0.0 && value <= LAW_FORCE_MAX ) )
        {
            return ssError( ss_errorValue, "law", "%s = %.10g m at rest; allowed: >= 0, up to %g m",
                moments[i].name, value, LAW_FORCE_MAX );
        }
        *moments[i].value = value;
        law->dimension = law->dimension < moments[i].dimension ? moments[i].dimension : law->dimension;
    }
    law->def.dimension = law->dimension;
    return ssOk();
}

ssResult typedPrepare( const ssLawDef* def, ssLaw* law )
{
    if ( def->program == NULL )
    {
        return ssError( ss_errorValue, "law", "the law has no text: compile one with ssCompileLaw" );
    }
    SS_TRY( checkValues( def ) );
    lawTyped* typed = ssAlloc( sizeof( *typed ) );
    law->def.program = ssLawProgram_Retain( def->program );
    law->typed = typed;
    if ( typed == NULL ) { return ssError( ss_errorMemory, NULL, "out of memory for a law" ); }
    memset( typed, 0, sizeof( *typed ) );
    typed->program = def->program;
    typed->uniform = ssAlloc( sizeof( double ) * (size_t)( typed->program->codeCount + 1 ) );
    if ( typed->uniform == NULL ) { return ssError( ss_errorMemory, NULL, "out of memory for a law" ); }
    textEvalUniform( typed->program, def->programValues, typed->uniform );
    ssLawProgram_InitialState( typed->program, def->programValues, typed->initial );
    typedEval eval;
    typedBegin( &eval, law, 1.0 );
    textEval( typed->program, typed->uniform, eval.inputs, typed->initial, eval.registers );
    SS_TRY( prepareMoments( law, &eval ) );
    typedEval sliding;
    typedBegin( &sliding, law, 1.0 );
    typedMove( &sliding, 1.0, ssVec2_Make( 1.0, 0.0 ) );
    SS_TRY( typedPrepareStates( typed, eval.registers, sliding.registers ) );
    if ( typed->program->function != NULL )
    {
        law->type = &ss_lawTypeRegistered;
        return lawUseFunction( law );
    }
    if ( ssLawProgram_Info( typed->program )->isFunction )
    {
        law->type = &s_functionType;
        return lawUseFunction( law );
    }
    ssResult result = typedPrepareSets( law, typed );
    law->type = typed->round && typed->fixed ? &s_roundType : law->type;
    return result;
}

void typedDestroy( ssLaw* law )
{
    lawTyped* typed = law->typed;
    if ( law->def.kind != ss_lawKindText ) { return; }
    for ( int i = 0; i < SS_LAW_MAX_STATES && typed != NULL; ++i ) { ssSet_Destroy( &typed->bounds[i] ); }
    if ( typed != NULL )
    {
        ssRelease( typed->points[0] );
        ssRelease( typed->points[1] );
        ssRelease( typed->uniform );
        ssRelease( typed );
    }
    ssLawProgram_Release( law->def.program );
}

#define TYPED .kind = ss_lawKindText, .name = "text", .prepare = typedPrepare

const ssLawType ss_lawTypeText = { TYPED, .label = "a law that a user typed, with sets",
    .source = "the text of the law", .needs = ss_needsProgram, LAW_OF_SETS };

// Coulomb's law, typed: every solver may treat it as its cone.
static const ssLawType s_roundType = { TYPED, .label = "a law that a user typed, with a disc",
    .source = "the text of the law", .needs = ss_needsProgram | ss_needsMu, .flags = ss_lawFlagCoulomb,
    LAW_OF_ROWS( 3, 6 ), LAW_LIKE_COULOMB };

static const ssLawType s_functionType = { TYPED,
    .label = "a law that a user typed, a function of the velocity", .source = "the text of the law",
    .needs = ss_needsProgram, .flags = ss_lawFlagSingleValued, LAW_OF_ROWS( 3, 6 ), .function = typedForce };

const ssLawType ss_lawTypeRegistered = { TYPED, .label = "a registered function of the velocity",
    .source = "the plugin or program that registered it", .needs = ss_needsProgram,
    .flags = ss_lawFlagSingleValued, LAW_OF_ROWS( 3, 6 ), .function = lawCalledForce };
