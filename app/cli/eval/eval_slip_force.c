// SPDX-License-Identifier: MIT
#include "base/grow.h"
#include "cli/eval/eval_table.h"
#include "slipstick/advanced/csv.h"
#include "slipstick/advanced/set_params.h"

#include <stdio.h>
#include <stdlib.h>

// The friction force f = -lambda of a law for given sliding velocities.

static const char* const s_noYes[] = { "no", "yes" };
static const char* const s_regularisations[] = { "arctan", "tanh" };
static const char* const s_curves[] = { "none", "exp", "step" };

#define NUMBER( Key, Symbol, Label, Unit, Doc, Low, Open, Value )                                \
    {                                                                                            \
        .key = Key, .symbol = Symbol, .label = Label, .unit = Unit, .group = "law", .doc = Doc,  \
        .kind = ss_paramNumber, .allowedMin = Low, .allowedMax = (double)INFINITY, .open = Open, \
        .defaultValue = Value, .min = Low, .max = 1.0                                            \
    }
#define CHOICE( Key, Label, Doc, Names, Value )                                                            \
    {                                                                                                      \
        .key = Key, .symbol = Key, .label = Label, .unit = "", .group = "law", .doc = Doc,                 \
        .kind = ss_paramChoice, .choices = Names, .choiceCount = SS_COUNT( Names ), .defaultValue = Value, \
        .max = SS_COUNT( Names ) - 1, .allowedMax = SS_COUNT( Names ) - 1                                  \
    }

#define FIRST_C 0
#define FIRST_D SS_SET_ROW_COUNT

enum
{
    key_law = 2 * SS_SET_ROW_COUNT,
    key_normalForce,
    key_cForce,
    key_mu,
    key_strict,
    key_facets,
    key_facetDeg,
    key_inscribed,
    key_vEps,
    key_regularisation,
    key_stribeck,
    key_stribeckRatio,
    key_stribeckVelocity,
    key_stribeckExponent,
    key_tensor,
    key_flow,
    key_count
};

static const ssParam s_params[] = {
    SS_SET_ROWS( "c_", "force reservoir", ss_setCircle, 1.0, 1.0, 2.0, 30.0, 10.0 ),
    SS_SET_ROWS( "d_", "direction set", ss_setCircle, 1.0, 1.0, 2.0, 30.0, 10.0 ),
    CHOICE( "law", "law", "Friction law.", ss_lawKindNames, ss_lawKindExtended ),
    NUMBER( "normal_force", "r_N", "load", "N", "Load on the contact, where the table has no such column.",
        0.0, ss_openNone, 1.0 ),
    NUMBER( "c_force", "", "reference load", "N",
        "Load for which C is given; by default the normal_force above, for an asperity 1 N.", 0.0, ss_openLow,
        1.0 ),
    NUMBER( "mu", "μ", "sliding coefficient", "", "Sliding coefficient; required by laws without C.", 0.0,
        ss_openNone, 0.5 ),
    CHOICE( "strict", "strict", "Refuse a D outside C instead of scaling it: no | yes.", s_noYes, 0 ),
    { "k", .symbol = "k", .label = "directions", .unit = "", .group = "law",
        .doc = "Polyhedral: directions over the half circle.", .kind = ss_paramInteger, .min = 2, .max = 16,
        .allowedMin = 2, .allowedMax = 64, .defaultValue = 4 },
    { "facet_deg", .symbol = "", .label = "first direction", .unit = "°", .group = "law",
        .doc = "Polyhedral: angle of the first direction.", .kind = ss_paramNumber, .max = 90.0,
        .allowedMin = -(double)INFINITY, .allowedMax = (double)INFINITY },
    CHOICE( "inscribed", "inscribed", "Polyhedral: corners on the circle instead of edges: no | yes.",
        s_noYes, 0 ),
    NUMBER( "v_eps", "v_ε", "regularisation speed", "m/s", "Regularised: speed of the regularisation.", 0.0,
        ss_openLow, 1e-3 ),
    CHOICE( "regularisation", "regularisation", "Regularised: arctan | tanh.", s_regularisations, 0 ),
    CHOICE(
        "stribeck", "velocity weakening", "Velocity weakening of any law: none | exp | step.", s_curves, 0 ),
    NUMBER( "stribeck_ratio", "", "kinetic over static", "",
        "Kinetic divided by static coefficient, 0 ... 1.", 0.0, ss_openNone, 0.5 ),
    NUMBER( "v_stribeck", "v_s", "Stribeck speed", "m/s", "Speed over which the coefficient falls.", 0.0,
        ss_openLow, 0.5 ),
    NUMBER( "stribeck_exponent", "", "Stribeck exponent", "", "1 exponential, 2 Gaussian.", 0.0, ss_openLow,
        1.0 ),
    SS_SET_TEXT_ROW( "tensor", "M", "tensor", "law",
        "Tabulated: m11;m12;m21;m22, and for order 4 the 16 t_ijkl after them." ),
    SS_SET_TEXT_ROW(
        "flow", "flow", "samples", "law", "Tabulated: a CSV file with columns phi_deg, fx, fy." ),
};

_Static_assert( SS_COUNT( s_params ) == key_count, "one key per row" );
_Static_assert( key_count <= EVAL_PARAMS_MAX, "too many keys" );

// The text parameters in their order.
enum
{
    text_cVertices,
    text_cSamples,
    text_dVertices,
    text_dSamples,
    text_tensor,
    text_flow,
    text_count
};

_Static_assert( text_count <= SS_MAX_TEXTS, "too many texts" );

typedef struct SlipRun
{
    ssLaw* law;     // first: evalEndLaw frees it
    int slip[2];    // columns
    int loadColumn; // -1: the load is that of the key
    double load;
} SlipRun;

static ssResult readFlow( const evalRun* run, ssFlowDef* flow, ssFlowSample** samples )
{
    const char *tensor = run->texts[text_tensor], *path = run->texts[text_flow];
    if ( ( tensor == NULL ) == ( path == NULL ) )
    {
        return ssError(
            ss_errorValue, "tensor", "law=tabulated needs either --set tensor=... or --set flow=FILE" );
    }
    double* numbers = NULL;
    int count = 0;
    ssResult result;
    if ( tensor != NULL )
    {
        result = ssParseList( "tensor", tensor, &numbers, &count );
        if ( result.code == ss_ok && count != 4 && count != 20 )
        {
            result = ssError(
                ss_errorValue, "tensor", "tensor: %d numbers; allowed: 4, or 20 for order 4", count );
        }
        for ( int i = 0; result.code == ss_ok && i < count; ++i )
        {
            *( i < 4 ? &flow->tensor2[i] : &flow->tensor4[i - 4] ) = numbers[i];
        }
        flow->kind = count == 20 ? ss_flowTensor4 : ss_flowTensor2;
    }
    else
    {
        static const char* const columns[] = { "phi_deg", "fx", "fy" };
        ssCsv table;
        result = ssReadCsv( path, columns, 3, 3, &table );
        numbers = table.numbers;
        count = table.rowCount;
        ssRelease( table.lines );
        *samples = result.code == ss_ok ? calloc( (size_t)count + 1, sizeof( ssFlowSample ) ) : NULL;
        result = result.code == ss_ok && *samples == NULL ? ssError( ss_errorMemory, NULL, "out of memory" )
                                                          : result;
        for ( int i = 0; *samples != NULL && i < count; ++i )
        {
            ( *samples )[i].phiDeg = numbers[3 * i];
            ( *samples )[i].force = ssVec2_Make( numbers[3 * i + 1], numbers[3 * i + 2] );
        }
        flow->kind = ss_flowSamples;
        flow->samples = *samples;
        flow->sampleCount = count;
    }
    ssRelease( numbers );
    return result;
}

/// The load for which C is given: per newton in Eq. 50, else that of the key; any without a load.
static double referenceLoad( const evalRun* run, const ssLawType* type, const ssLawDef* def, bool loadVaries )
{
    const double* v = run->values;
    bool hasC = ( type->needs & ss_needsC ) != 0;
    if ( run->given[key_cForce] ) { return v[key_cForce]; }
    if ( hasC && def->c.kind == ss_setAsperity ) { return 1.0; }
    if ( hasC && loadVaries && !run->given[key_normalForce] )
    {
        fprintf( stderr,
            "slipstick eval: warning: the load varies, so C is taken to be given at normal_force = %g N; say "
            "at which load with --set c_force=...\n",
            v[key_normalForce] );
    }
    return v[key_normalForce] == 0.0 ? 1.0 : v[key_normalForce];
}

static ssResult makeLaw( evalRun* run, bool loadVaries, ssLaw* law )
{
    const double* v = run->values;
    const ssLawType* type = ssGetLawType( (int)v[key_law] );
    ssLawDef def = ssDefaultLawDef( type->kind );
    ssFlowSample* samples = NULL;
    ssResult result = ssOk();
    def.c.points = def.d.points = NULL;
    if ( ( type->needs & ss_needsMu ) != 0 && run->given[key_mu] == false )
    {
        return ssError( ss_errorValue, "mu", "law=%s needs --set mu=...", type->name );
    }
    if ( ( type->needs & ss_needsC ) != 0 )
    {
        ssSetTexts texts = { run->texts[text_cVertices], run->texts[text_cSamples] };
        result = ssReadSetRows( s_params + FIRST_C, v + FIRST_C, run->given + FIRST_C, texts, false, &def.c );
    }
    if ( result.code == ss_ok && ( type->needs & ss_needsD ) != 0 )
    {
        ssSetTexts texts = { run->texts[text_dVertices], run->texts[text_dSamples] };
        result = ssReadSetRows( s_params + FIRST_D, v + FIRST_D, run->given + FIRST_D, texts, true, &def.d );
    }
    result = result.code == ss_ok && ( type->needs & ss_needsFlow ) != 0
        ? readFlow( run, &def.flow, &samples )
        : result;
    def.cForce = 1.0;
    if ( result.code == ss_ok ) { def.cForce = referenceLoad( run, type, &def, loadVaries ); }
    def.mu = v[key_mu];
    def.strict = v[key_strict] != 0.0;
    def.facets = (int)v[key_facets];
    def.facetDeg = v[key_facetDeg];
    def.inscribed = v[key_inscribed] != 0.0;
    def.vEps = v[key_vEps];
    def.regularisation = (ssRegularisation)v[key_regularisation];
    def.stribeck.curve = (ssStribeckCurve)v[key_stribeck];
    def.stribeck.ratio = v[key_stribeckRatio];
    def.stribeck.velocity = v[key_stribeckVelocity];
    def.stribeck.exponent = v[key_stribeckExponent];
    result = result.code == ss_ok ? ssMakeLaw( &def, law ) : result;
    ssFreeSetPoints( &def.c );
    ssFreeSetPoints( &def.d );
    free( samples );
    return result;
}

/// Says how far a flow rule is from having a direction set. The forces are those of the rule anyway.
static void noteFlowRule( const ssLaw* law )
{
    char text[SS_FLOW_TEXT_MAX];
    ssLaw_DescribeFlow( law, text, sizeof( text ) );
    if ( text[0] != 0 ) { fprintf( stderr, "slipstick eval: note: law %s: %s\n", law->type->name, text ); }
}

static ssResult begin( evalRun* run )
{
    SlipRun* state = (SlipRun*)(void*)run->state;
    SS_TRY( evalNeedColumns( run, "gx gy", state->slip ) );
    state->law = needMemory( 1, sizeof( ssLaw ) );
    state->loadColumn = csvFindColumn( run->in, s_params[key_normalForce].key );
    state->load = run->values[key_normalForce];
    ssResult result = makeLaw( run, state->loadColumn >= 0, state->law );
    if ( result.code == ss_ok )
    {
        noteFlowRule( state->law );
        evalAddColumns( run, "fx fy set_valued" );
    }
    return result;
}

void evalWriteForce( evalRun* run, ssLawForce slip )
{
    // In stick the force is undefined: its cells stay empty, and set_valued is 1.
    evalCopyRow( run );
    csvNumber( &run->out, slip.force.x );
    csvNumber( &run->out, slip.force.y );
    csvNumber( &run->out, slip.setValued ? 1.0 : 0.0 );
    bool finite = isfinite( slip.force.x ) && isfinite( slip.force.y );
    if ( finite == false && slip.setValued == false ) { evalWarnRow( run, "the force is not finite" ); }
}

static ssResult row( evalRun* run )
{
    SlipRun* state = (SlipRun*)(void*)run->state;
    ssVec2 gamma;
    SS_TRY( csvReadNumber( run->in, state->slip[0], &gamma.x ) );
    SS_TRY( csvReadNumber( run->in, state->slip[1], &gamma.y ) );
    SS_TRY( state->loadColumn >= 0
            ? evalReadParam( run, s_params + key_normalForce, state->loadColumn, &state->load )
            : ssOk() );
    evalWriteForce( run, ssLaw_SlipForce( state->law, state->load, gamma ) );
    return ssOk();
}

const evalFormula eval_slipForce = { "slip-force",
    .summary = "friction force f = -lambda of a sliding velocity",
    .columns = "gx gy [normal_force] -> fx fy set_valued; with --law also [t x y wr ws] and its states",
    .noDefault = "c_force mu", .params = s_params, .paramCount = SS_COUNT( s_params ), .begin = begin,
    .row = row, .end = evalEndLaw };
