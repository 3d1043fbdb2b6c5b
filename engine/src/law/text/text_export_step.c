// SPDX-License-Identifier: MIT
#include "law/text/text_export.h"

#include <stdio.h>

// The exported step z+ = P( z + h z'(z+) ) by Newton's method; P keeps states within their bounds.

/// The numbers of the states on which the radius of a disc depends.
static unsigned radiusVaries( const textExport* e, const textSet* disc )
{
    return ( disc->a != TEXT_NONE ? e->derived[disc->a] : 0u ) |
        ( disc->scale != TEXT_NONE ? e->derived[disc->scale] : 0u );
}

/// The radius of a disc, or with number >= 0 its derivative.
static void putRadius( textExport* e, const textSet* disc, int number )
{
    const int factors[2] = { disc->a, disc->scale };
    const char* plus = "";
    for ( int k = 0; k < 2 && number >= 0; ++k )
    {
        if ( factors[k] != TEXT_NONE && ( e->derived[factors[k]] >> number & 1u ) != 0u )
        {
            textPut( &e->writer, "%s", plus );
            textPutDerivative( e, factors[k], number );
            textPut( &e->writer, " * " );
            textPutFactor( e, factors[1 - k], "1.0" );
            plus = " + ";
        }
    }
    if ( number < 0 )
    {
        textPutFactor( e, disc->a, "1.0" );
        textPut( &e->writer, disc->scale != TEXT_NONE ? " * " : "" );
        textPutFactor( e, disc->scale, "" );
    }
}

/// Where a disc stops a state, its derivative has a part by the radius.
static void putRadiusSlopes( textExport* e, const textState* state, int index )
{
    int k = state->row.first, n = e->program->stateNumbers;
    unsigned varies = radiusVaries( e, &state->bound );
    if ( varies == 0u ) { return; }
    textPut( &e->writer,
        "    const double by_radius_%d = hypot( next[%d], next[%d] ) > radius_%d ? 1.0 / radius_%d : 0.0;\n",
        index, k, k + 1, index, index );
    for ( int j = 0; j < n; ++j )
    {
        for ( int i = 0; i < 2 && ( varies >> j & 1u ) != 0u; ++i )
        {
            textPut( &e->writer, "    slope[%d] += inside_%d.%c * by_radius_%d * ( ", ( k + i ) * n + j,
                index, "xy"[i], index );
            putRadius( e, &state->bound, j );
            textPut( &e->writer, " );\n" );
        }
    }
}

static void putBound( textExport* e, const textState* state, int index )
{
    textWriter* w = &e->writer;
    int k = state->row.first, n = e->program->stateNumbers;
    bool disc = textIsDisc( &state->bound );
    char name[24];
    snprintf( name, sizeof name, "bound_%d", index );
    textPut( w, "    double slope_%d[4];\n", index );
    if ( disc )
    {
        textPut( w, "    const double radius_%d = ", index );
        putRadius( e, &state->bound, -1 );
        textPut( w, ";\n    const vec inside_%d = project_disc( radius_%d", index, index );
    }
    else
    {
        textPutSet( e, &state->bound, name );
        textPut( w, "    const vec inside_%d = project( &%s", index, name );
    }
    textPut( w, ", make_vec( next[%d], next[%d] ), slope_%d );\n", k, k + 1, index );
    textPut( w, "    chain_rows( slope + %d, %d, slope_%d );\n", k * n, n, index );
    if ( disc ) { putRadiusSlopes( e, state, index ); }
    textPut( w, "    next[%d] = inside_%d.x;\n    next[%d] = inside_%d.y;\n", k, index, k + 1, index );
}

static void putLimits( textExport* e, const textState* state )
{
    textWriter* w = &e->writer;
    int k = state->row.first, n = e->program->stateNumbers;
    if ( state->low == TEXT_NONE && state->high == TEXT_NONE ) { return; }
    textPut( w, "    {\n        const double low = " );
    textPutRegister( e, state->low, "-INFINITY" );
    textPut( w, ", high = " );
    textPutRegister( e, state->high, "INFINITY" );
    textPut(
        w, ";\n        for ( int j = 0; j < %d && ( next[%d] < low || next[%d] > high ); ++j )\n", n, k, k );
    textPut( w, "        {\n            slope[%d + j] = 0.0;\n        }\n", k * n );
    textPut( w, "        next[%d] = fmax( low, fmin( high, next[%d] ) );\n    }\n", k, k );
}

static void needRates( textExport* e )
{
    const ssLawProgram* p = e->program;
    textBeginFunction( e );
    for ( int i = 0; i < p->stateCount; ++i )
    {
        const textState* state = &p->states[i];
        for ( int k = 0; k < state->row.size; ++k )
        {
            textNeed( e, state->rate[k] );
            textNeedDerivatives( e, state->rate[k] );
        }
        textNeed( e, state->low );
        textNeed( e, state->high );
        textNeedSet( e, &state->bound );
        if ( state->bound.given && textIsDisc( &state->bound ) )
        {
            textNeedDerivatives( e, state->bound.a );
            textNeedDerivatives( e, state->bound.scale );
        }
    }
    textPlanLocals( e );
}

static void putRate( textExport* e, int number, int rate )
{
    int n = e->program->stateNumbers;
    textPut( &e->writer, "    next[%d] = start[%d] + h * ", number, number );
    textPutFactor( e, rate, "0.0" );
    textPut( &e->writer, ";\n" );
    for ( int j = 0; j < n; ++j )
    {
        if ( ( e->derived[rate] >> j & 1u ) != 0u )
        {
            textPut( &e->writer, "    slope[%d] = h * ", number * n + j );
            textPutDerivative( e, rate, j );
            textPut( &e->writer, ";\n" );
        }
    }
}

/// The function next_states: where the states arrive if their rates are those of z, and its derivative by z.
static void putNextStates( textExport* e )
{
    const ssLawProgram* p = e->program;
    textWriter* w = &e->writer;
    int n = p->stateNumbers;
    needRates( e );
    textPut( w,
        "/* Where the states arrive if their rates are those at z, and the derivatives of that by z. */\n" );
    textPut( w,
        "static void next_states( const %s_params* p, const %s_input* in, double h, const double* start,\n",
        e->prefix, e->prefix );
    textPut( w, "    const double* z, double* next, double* slope )\n{\n" );
    textPutUnused( e );
    textPutSpeed( e );
    textPutLocals( e );
    textPut( w, "    for ( int i = 0; i < %d; ++i )\n    {\n        slope[i] = 0.0;\n    }\n", n * n );
    for ( int i = 0; i < p->stateCount; ++i )
    {
        for ( int k = 0; k < p->states[i].row.size; ++k )
        {
            putRate( e, p->states[i].row.first + k, p->states[i].rate[k] );
        }
    }
    for ( int i = 0; i < p->stateCount; ++i )
    {
        if ( p->states[i].bound.given ) { putBound( e, &p->states[i], i ); }
        putLimits( e, &p->states[i] );
    }
    textPut( w, "}\n\n" );
}

void textPutStep( textExport* e )
{
    const ssLawProgram* p = e->program;
    putNextStates( e );
    textPut( &e->writer, "/* The other number of a pair. */\nstatic const int mate[] = { " );
    for ( int i = 0; i < p->stateCount; ++i )
    {
        const ssLawState* row = &p->states[i].row;
        for ( int k = 0; k < row->size; ++k )
        {
            textPut( &e->writer, "%s%d", row->first + k > 0 ? ", " : "", row->first + row->size - 1 - k );
        }
    }
    textPut( &e->writer, " };\n\n" );
    textPutNewton( e );
}
