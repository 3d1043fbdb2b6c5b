// SPDX-License-Identifier: MIT
#include "base/text_writer.h"
#include "problem/problem_json.h"

#include <stdio.h>
#include <string.h>

// Writes Slipstick's JSON of a contact problem, with 17 digits so that numbers read back unchanged.

static void putNumbers(
    textWriter* text, const char* before, const char* key, int count, const double* numbers )
{
    textPut( text, "%s\"%s\": [", before, key );
    for ( int i = 0; i < count; ++i ) { textPut( text, "%s%.17g", i > 0 ? ", " : "", numbers[i] ); }
    textPut( text, "]" );
}

static void putVector( textWriter* text, const char* before, const char* key, ssVec3 v )
{
    double x[3] = { v.x, v.y, v.z };
    putNumbers( text, before, key, 3, x );
}

static void putSet( textWriter* text, const char* key, const ssSet* set )
{
    const ssSetDef* def = &set->def;
    // A set sampled over the angle, or one of a plugin, is written as the polygon through its samples.
    bool corners =
        def->kind == ss_setPolygon || def->kind == ss_setPolar || (int)def->kind >= (int)ss_setKindCount;
    textPut( text, ", \"%s\": {\"kind\": \"%s\"", key, ssSetKindName( corners ? ss_setPolygon : def->kind ) );
    ssSetDef numbers = *def;
    // The corners of a set contain its offset.
    numbers.offsetX = corners ? 0.0 : def->offsetX;
    numbers.offsetY = corners ? 0.0 : def->offsetY;
    for ( int i = 0; i < PROBLEM_SET_NUMBERS; ++i )
    {
        double number = *problemSetNumber( &numbers, i );
        if ( isfinite( number ) ) { textPut( text, ", \"%s\": %.17g", problem_setKeys[i], number ); }
    }
    if ( corners )
    {
        textPut( text, ", \"vertices\": [" );
        for ( int i = 0; i < set->ownedCount; ++i )
        {
            textPut( text, "%s[%.17g, %.17g]", i > 0 ? ", " : "", set->owned[i].x, set->owned[i].y );
        }
        textPut( text, "]" );
    }
    textPut( text, "}" );
}

static void putFlow( textWriter* text, const ssFlowDef* flow )
{
    double numbers[20];
    memcpy( numbers, flow->tensor2, sizeof( flow->tensor2 ) );
    memcpy( numbers + 4, flow->tensor4, sizeof( flow->tensor4 ) );
    textPut( text, ", " );
    if ( flow->kind != ss_flowSamples )
    {
        putNumbers( text, "", "tensor", flow->kind == ss_flowTensor4 ? 20 : 4, numbers );
        return;
    }
    textPut( text, "\"flow\": [" );
    for ( int k = 0; k < flow->sampleCount; ++k )
    {
        const ssFlowSample* sample = &flow->samples[k];
        textPut( text, "%s[%.17g, %.17g, %.17g]", k > 0 ? ", " : "", sample->phiDeg, sample->force.x,
            sample->force.y );
    }
    textPut( text, "]" );
}

/// Writes a law of the law table with the members it needs.
static void putPlanarLaw( textWriter* text, const ssLaw* law )
{
    unsigned needs = law->type->needs;
    textPut( text, ", \"law\": \"%s\"", law->type->name );
    if ( ( needs & ( ss_needsC | ss_needsFlow ) ) != 0 )
    {
        textPut( text, ", \"c_force\": %.17g", law->cForce );
    }
    if ( ( needs & ss_needsC ) != 0 ) { putSet( text, "c", &law->c ); }
    if ( ( needs & ss_needsD ) != 0 ) { putSet( text, "d", &law->d ); }
    if ( ( needs & ss_needsRegularisation ) != 0 )
    {
        bool hyperbolic = law->def.regularisation == ss_regulariseTanh;
        textPut( text,
            ", \"regularisation\": \"%s\", \"v_eps\": %.17g, \"length\": %.17g, \"law_dimension\": %d",
            hyperbolic ? "tanh" : "arctan", law->def.vEps, law->def.length, law->dimension );
    }
    if ( ( needs & ss_needsPatch ) != 0 )
    {
        textPut( text, ", \"patch_radius\": %.17g, \"pressure\": \"%s\"", law->def.patchRadius,
            law->def.pressure == ss_patchHertz ? "hertz" : "uniform" );
    }
    if ( ( needs & ss_needsFlow ) != 0 ) { putFlow( text, &law->def.flow ); }
}

static void putTypedLaw( textWriter* text, const ssLawDef* def, const char* before )
{
    const ssParam* rows = ssLawProgram_Info( def->program )->params;
    textPut( text, "%s\"law_text\": ", before );
    textPutQuoted( text, ssLawProgram_Info( def->program )->text );
    textPut( text, ", \"law_params\": {" );
    for ( int i = 0; i < ssLawProgram_Info( def->program )->paramCount; ++i )
    {
        textPut( text, "%s", i > 0 ? ", " : "" );
        textPutQuoted( text, rows[i].key );
        textPut( text, ": %.17g", def->programValues[i] );
    }
    textPut( text, "}" );
}

/// The first typed law of the table, which is that of the file; -1: there is none.
static int fileLaw( const ssProblem* problem )
{
    for ( int i = 0; i < problem->lawCount; ++i )
    {
        if ( problem->lawTable[i].def.kind == ss_lawKindText ) { return i; }
    }
    return -1;
}

static void putSite( textWriter* text, const ssLawSite* site, int states )
{
    textPut( text,
        ", \"law_site\": {\"t\": %.17g, \"x\": %.17g, \"y\": %.17g, \"wr\": %.17g, \"ws\": %.17g, "
        "\"h\": %.17g, \"impulses\": %s",
        site->time, site->x, site->y, site->rolling, site->spinning, site->h,
        site->impulses ? "true" : "false" );
    if ( site->state != NULL && states > 0 ) { putNumbers( text, ", ", "state", states, site->state ); }
    textPut( text, "}" );
}

/// Writes the typed law of contact i, if it has one.
static bool putTypedContact( textWriter* text, const ssProblem* problem, int i )
{
    int index = problem->laws[i] == ss_contactFormPlanar ? problem->lawIndex[i] : -1;
    const ssLaw* law = index >= 0 ? problem->lawTable + index : NULL;
    if ( law == NULL || law->def.kind != ss_lawKindText ) { return false; }
    textPut( text, ", \"law\": \"text\"" );
    if ( index != fileLaw( problem ) ) { putTypedLaw( text, &law->def, ", " ); }
    if ( problem->lawSites != NULL ) { putSite( text, problem->lawSites + i, ssLaw_StateNumbers( law ) ); }
    if ( problem->lawScale != NULL ) { textPut( text, ", \"law_scale\": %.17g", problem->lawScale[i] ); }
    return true;
}

/// The planar law of a contact, or NULL.
static const ssLaw* planarLaw( const ssProblem* problem, int i )
{
    int index = problem->laws[i] == ss_contactFormPlanar ? problem->lawIndex[i] : -1;
    return index >= 0 && index < problem->lawCount ? &problem->lawTable[index] : NULL;
}

/// The cone of contact i. A planar law gives its own mu and variant, and the cone bounds the moments: a law
/// of the law table that is a cone is written as one.
static ssCone coneOf( const ssProblem* problem, int i )
{
    const ssLaw* law = planarLaw( problem, i );
    ssCone cone = problem->cones[i];
    if ( law != NULL && ( law->type->needs & ss_needsMu ) != 0 )
    {
        cone = ssLaw_Cone( law );
        cone.muRoll = problem->cones[i].muRoll;
        cone.muSpin = problem->cones[i].muSpin;
    }
    return cone;
}

static void putLaw( textWriter* text, const ssProblem* problem, int i )
{
    static const char* const names[ss_coneVariantCount] = { "coulomb", "ellipsoidal", "polyhedral",
        "inscribed" };
    const ssCone own = coneOf( problem, i ), *cone = &own;
    const ssLaw* law = planarLaw( problem, i );
    if ( putTypedContact( text, problem, i ) ) { return; }
    if ( law != NULL && ( law->type->flags & SS_LAWS_PLANAR ) != 0 )
    {
        putPlanarLaw( text, law );
        if ( problem->lawScale != NULL ) { textPut( text, ", \"law_scale\": %.17g", problem->lawScale[i] ); }
        return;
    }
    // `relaxed` stands for the disc and, with k, the polygon; other cones keep their name and a flag.
    bool relaxed = problem->laws[i] == ss_contactFormRelaxed;
    bool named = cone->variant == ss_coneIntersection || cone->variant == ss_coneCircumscribed;
    textPut( text, ", \"law\": \"%s\"%s", relaxed && named ? "relaxed" : names[cone->variant],
        relaxed && !named ? ", \"relaxed\": true" : "" );
    if ( cone->variant == ss_coneCircumscribed || cone->variant == ss_coneInscribed )
    {
        textPut(
            text, ", \"k\": %d, \"facet_deg\": %.17g", cone->facets, cone->facetAngle * ( 180.0 / SS_PI ) );
    }
}

static void putContacts( textWriter* text, const ssProblem* problem )
{
    bool geometry = !ssProblem_IsExplicit( problem );
    textPut( text, ",\n \"contacts\": [" );
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        const ssCone cone = coneOf( problem, i );
        textPut( text, "%s\n  {", i > 0 ? "," : "" );
        if ( geometry )
        {
            textPut( text, "\"a\": %d, \"b\": %d, ", problem->bodyA[i], problem->bodyB[i] );
            putVector( text, "", "point", problem->points[i] );
            putVector( text, ", ", "normal", problem->frames[i].n );
            putVector( text, ", ", "tangent", problem->frames[i].t );
            textPut( text, ", " );
        }
        textPut(
            text, "\"mu\": %.17g, \"mu_r\": %.17g, \"mu_s\": %.17g, ", cone.mu, cone.muRoll, cone.muSpin );
        putNumbers( text, "", "q", problem->dimension, problem->q + (size_t)i * (size_t)problem->dimension );
        putLaw( text, problem, i );
        textPut( text, "}" );
    }
    textPut( text, "]" );
}

static void putBodies( textWriter* text, const ssProblem* problem )
{
    textPut( text, ",\n \"bodies\": [" );
    for ( int i = 0; i < problem->bodyCount; ++i )
    {
        const ssProblemBody* body = &problem->bodies[i];
        double o[4] = { body->orientation.w, body->orientation.x, body->orientation.y, body->orientation.z };
        textPut( text, "%s\n  {\"mass\": %.17g, ", i > 0 ? "," : "", body->mass );
        putVector( text, "", "inertia", body->inertia );
        putNumbers( text, ", ", "orientation", 4, o );
        putVector( text, ", ", "position", body->position );
        textPut( text, "}" );
    }
    textPut( text, "]" );
    if ( problem->freeVelocity != NULL )
    {
        putNumbers( text, ",\n ", "free_velocity", 6 * problem->bodyCount, problem->freeVelocity );
    }
}

static bool isBilateral( const ssProblemRow* row ) { return isinf( row->lo ) && isinf( row->hi ); }

/// Writes either the bilateral or the box rows; bilateral rows come first in a file.
static void putRows( textWriter* text, const ssProblem* problem, bool bilateral )
{
    int written = 0;
    for ( int i = 0; i < problem->rowCount; ++i )
    {
        const ssProblemRow* row = &problem->rows[i];
        if ( isBilateral( row ) != bilateral ) { continue; }
        textPut( text, written++ == 0 ? ( bilateral ? ",\n \"bilateral\": [" : ",\n \"box\": [" ) : "," );
        textPut( text, "\n  {\"a\": %d, \"b\": %d, ", row->a, row->b );
        putNumbers( text, "", "jacobian_a", 6, row->jacobianA );
        putNumbers( text, ", ", "jacobian_b", 6, row->jacobianB );
        textPut( text, ", \"q\": %.17g", row->q );
        if ( isfinite( row->lo ) ) { textPut( text, ", \"lo\": %.17g", row->lo ); }
        if ( isfinite( row->hi ) ) { textPut( text, ", \"hi\": %.17g", row->hi ); }
        textPut( text, "}" );
    }
    textPut( text, "%s", written > 0 ? "]" : "" );
}

static void putBlocks( textWriter* text, const ssProblem* problem )
{
    int d = problem->dimension, written = 0;
    textPut( text, ",\n \"w\": {\"blocks\": [" );
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        for ( int k = problem->blockStart[i]; k < problem->blockStart[i + 1]; ++k )
        {
            textPut( text, "%s\n  [%d, %d, [", written++ > 0 ? "," : "", i, problem->blockColumn[k] );
            for ( int c = 0; c < d * d; ++c )
            {
                textPut( text, "%s%.17g", c > 0 ? ", " : "",
                    problem->blocks[(size_t)k * (size_t)( d * d ) + (size_t)c] );
            }
            textPut( text, "]]" );
        }
    }
    textPut( text, "]}" );
}

char* ssFormatProblem( const ssProblem* problem, size_t* length )
{
    textWriter text = { 0 };
    int typed = fileLaw( problem );
    textPut( &text, "{\"format\": \"slipstick-problem\", \"version\": 1, %s\"dimension\": %d",
        typed < 0 ? "\"law\": \"coulomb\", " : "", problem->dimension );
    if ( typed >= 0 ) { putTypedLaw( &text, &problem->lawTable[typed].def, ",\n " ); }
    if ( ssProblem_IsExplicit( problem ) ) { putBlocks( &text, problem ); }
    else { putBodies( &text, problem ); }
    putContacts( &text, problem );
    putRows( &text, problem, true );
    putRows( &text, problem, false );
    if ( problem->compliance != NULL )
    {
        putNumbers( &text, ",\n ", "compliance", ssProblem_Size( problem ), problem->compliance );
    }
    textPut( &text, "}\n" );
    if ( text.failed )
    {
        ssRelease( text.text );
        return NULL;
    }
    if ( length != NULL ) { *length = text.length; }
    return text.text;
}
