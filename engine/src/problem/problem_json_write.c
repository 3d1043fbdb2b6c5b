// SPDX-License-Identifier: MIT
#include "problem/problem_private.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// Writes Slipstick's own form of a contact problem (JSON). Every number has 17 digits, so that it reads back unchanged.

typedef struct Text
{
    char* bytes;
    size_t used, capacity;
    bool failed;
} Text;

static void put( Text* text, const char* format, ... ) SS_PRINTF( 2, 3 );

static void put( Text* text, const char* format, ... )
{
    char piece[256];
    va_list arguments;
    va_start( arguments, format );
    int length = vsnprintf( piece, sizeof( piece ), format, arguments );
    va_end( arguments );
    if ( length < 0 || text->failed )
    {
        text->failed = true;
        return;
    }
    if ( text->used + (size_t)length + 1 > text->capacity )
    {
        size_t capacity = 2 * text->capacity + 4096;
        char* larger = ssAlloc( capacity );
        if ( larger == NULL )
        {
            text->failed = true;
            return;
        }
        if ( text->used > 0 )
        {
            memcpy( larger, text->bytes, text->used );
        }
        ssRelease( text->bytes );
        text->bytes = larger;
        text->capacity = capacity;
    }
    memcpy( text->bytes + text->used, piece, (size_t)length + 1 );
    text->used += (size_t)length;
}

static void putNumbers( Text* text, const char* key, int count, const double* numbers )
{
    put( text, "\"%s\": [", key );
    for ( int i = 0; i < count; ++i )
    {
        put( text, "%s%.17g", i > 0 ? ", " : "", numbers[i] );
    }
    put( text, "]" );
}

static void putVector( Text* text, const char* key, ssVec3 v )
{
    double x[3] = { v.x, v.y, v.z };
    putNumbers( text, key, 3, x );
}

static void putSet( Text* text, const char* key, const ssSet* set )
{
    const ssSetDef* def = &set->def;
    // A set sampled over the angle, or one of a plugin, is written as the polygon through its samples.
    bool corners =
        def->kind == ss_setPolygon || def->kind == ss_setPolar || (int)def->kind >= (int)ss_setKindCount;
    put( text, ", \"%s\": {\"kind\": \"%s\"", key, ssSetKindName( corners ? ss_setPolygon : def->kind ) );
    const char* const keys[] = { "a", "b", "s", "l", "e", "mu", "beta_deg", "beta2_deg", "rotation_deg",
        "offset_x", "offset_y", "scale" };
    // The corners of a set contain its offset.
    const double values[] = { def->a, def->b, def->s, def->l, def->e, def->mu, def->betaDeg, def->beta2Deg,
        def->rotationDeg, corners ? 0.0 : def->offsetX, corners ? 0.0 : def->offsetY, def->scale };
    for ( int i = 0; i < SS_COUNT( keys ); ++i )
    {
        if ( isfinite( values[i] ) )
        {
            put( text, ", \"%s\": %.17g", keys[i], values[i] );
        }
    }
    if ( corners )
    {
        put( text, ", \"vertices\": [" );
        for ( int i = 0; i < set->ownedCount; ++i )
        {
            put( text, "%s[%.17g, %.17g]", i > 0 ? ", " : "", set->owned[i].x, set->owned[i].y );
        }
        put( text, "]" );
    }
    put( text, "}" );
}

static void putFlow( Text* text, const ssFlowDef* flow )
{
    double numbers[20];
    memcpy( numbers, flow->tensor2, sizeof( flow->tensor2 ) );
    memcpy( numbers + 4, flow->tensor4, sizeof( flow->tensor4 ) );
    put( text, ", " );
    if ( flow->kind != ss_flowSamples )
    {
        putNumbers( text, "tensor", flow->kind == ss_flowTensor4 ? 20 : 4, numbers );
        return;
    }
    put( text, "\"flow\": [" );
    for ( int k = 0; k < flow->sampleCount; ++k )
    {
        const ssFlowSample* sample = &flow->samples[k];
        put( text, "%s[%.17g, %.17g, %.17g]", k > 0 ? ", " : "", sample->phiDeg, sample->force.x,
            sample->force.y );
    }
    put( text, "]" );
}

/// Writes a law of the law table with the members it needs.
static void putPlanarLaw( Text* text, const ssLaw* law )
{
    unsigned needs = law->type->needs;
    put( text, ", \"law\": \"%s\"", law->type->name );
    if ( ( needs & ( ss_needsC | ss_needsFlow ) ) != 0 )
    {
        put( text, ", \"c_force\": %.17g", law->cForce );
    }
    if ( ( needs & ss_needsC ) != 0 )
    {
        putSet( text, "c", &law->c );
    }
    if ( ( needs & ss_needsD ) != 0 )
    {
        putSet( text, "d", &law->d );
    }
    if ( ( needs & ss_needsRegularisation ) != 0 )
    {
        bool hyperbolic = law->def.regularisation == ss_regulariseTanh;
        put( text, ", \"regularisation\": \"%s\", \"v_eps\": %.17g, \"length\": %.17g, \"law_dimension\": %d",
            hyperbolic ? "tanh" : "arctan", law->def.vEps, law->def.length, law->dimension );
    }
    if ( ( needs & ss_needsPatch ) != 0 )
    {
        put( text, ", \"patch_radius\": %.17g, \"pressure\": \"%s\"", law->def.patchRadius,
            law->def.pressure == ss_patchHertz ? "hertz" : "uniform" );
    }
    if ( ( needs & ss_needsFlow ) != 0 )
    {
        putFlow( text, &law->def.flow );
    }
}

/// Writes a text between quotes, which may be long.
static void putQuoted( Text* text, const char* value )
{
    put( text, "\"" );
    for ( const char* at = value; *at != '\0'; ++at )
    {
        unsigned char c = (unsigned char)*at;
        if ( c < 0x20 )
        {
            put( text, "\\u%04x", c );
        }
        else
        {
            put( text, c == '"' || c == '\\' ? "\\%c" : "%c", c );
        }
    }
    put( text, "\"" );
}

static void putTypedLaw( Text* text, const ssLawDef* def, const char* before )
{
    const ssParam* rows = ssLawProgram_Params( def->program );
    put( text, "%s\"law_text\": ", before );
    putQuoted( text, ssLawProgram_Text( def->program ) );
    put( text, ", \"law_params\": {" );
    for ( int i = 0; i < ssLawProgram_ParamCount( def->program ); ++i )
    {
        put( text, "%s", i > 0 ? ", " : "" );
        putQuoted( text, rows[i].key );
        put( text, ": %.17g", def->programValues[i] );
    }
    put( text, "}" );
}

/// The first typed law of the table, which is that of the file; -1: there is none.
static int fileLaw( const ssProblem* problem )
{
    for ( int i = 0; i < problem->lawCount; ++i )
    {
        if ( problem->lawTable[i].def.kind == ss_lawKindText )
        {
            return i;
        }
    }
    return -1;
}

static void putSite( Text* text, const ssLawSite* site, int states )
{
    put( text,
        ", \"law_site\": {\"t\": %.17g, \"x\": %.17g, \"y\": %.17g, \"wr\": %.17g, \"ws\": %.17g, "
        "\"h\": %.17g, \"impulses\": %s",
        site->time, site->x, site->y, site->rolling, site->spinning, site->h,
        site->impulses ? "true" : "false" );
    if ( site->state != NULL && states > 0 )
    {
        put( text, ", " );
        putNumbers( text, "state", states, site->state );
    }
    put( text, "}" );
}

/// Writes the typed law of contact i, if it has one.
static bool putTypedContact( Text* text, const ssProblem* problem, int i )
{
    int index = problem->laws[i] == ss_contactFormPlanar ? problem->lawIndex[i] : -1;
    const ssLaw* law = index >= 0 ? problem->lawTable + index : NULL;
    if ( law == NULL || law->def.kind != ss_lawKindText )
    {
        return false;
    }
    put( text, ", \"law\": \"text\"" );
    if ( index != fileLaw( problem ) )
    {
        putTypedLaw( text, &law->def, ", " );
    }
    if ( problem->lawSites != NULL )
    {
        putSite( text, problem->lawSites + i, ssLaw_StateNumbers( law ) );
    }
    if ( problem->lawScale != NULL )
    {
        put( text, ", \"law_scale\": %.17g", problem->lawScale[i] );
    }
    return true;
}

/// The planar law of a contact, or NULL.
static const ssLaw* planarLaw( const ssProblem* problem, int i )
{
    int index = problem->laws[i] == ss_contactFormPlanar ? problem->lawIndex[i] : -1;
    return index >= 0 && index < problem->lawCount ? &problem->lawTable[index] : NULL;
}

/// The cone of contact i. A planar law with a sliding coefficient gives its own mu and variant, while the contact's cone
/// bounds the moments. So a law of the law table that is a cone is written as one, with the same solutions.
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

static void putLaw( Text* text, const ssProblem* problem, int i )
{
    static const char* const names[ss_coneVariantCount] = { "coulomb", "ellipsoidal", "polyhedral",
        "inscribed" };
    const ssCone own = coneOf( problem, i ), *cone = &own;
    const ssLaw* law = planarLaw( problem, i );
    if ( putTypedContact( text, problem, i ) )
    {
        return;
    }
    if ( law != NULL && ( law->type->flags & SS_LAWS_PLANAR ) != 0 )
    {
        putPlanarLaw( text, law );
        if ( problem->lawScale != NULL )
        {
            put( text, ", \"law_scale\": %.17g", problem->lawScale[i] );
        }
        return;
    }
    // The law `relaxed` stands for the disc and, with k, the polygon around it; other cones keep their name and a flag.
    bool relaxed = problem->laws[i] == ss_contactFormRelaxed;
    bool named = cone->variant == ss_coneIntersection || cone->variant == ss_coneCircumscribed;
    put( text, ", \"law\": \"%s\"%s", relaxed && named ? "relaxed" : names[cone->variant],
        relaxed && !named ? ", \"relaxed\": true" : "" );
    if ( cone->variant == ss_coneCircumscribed || cone->variant == ss_coneInscribed )
    {
        put( text, ", \"k\": %d, \"facet_deg\": %.17g", cone->facets, cone->facetAngle * ( 180.0 / SS_PI ) );
    }
}

static void putContacts( Text* text, const ssProblem* problem )
{
    bool geometry = !ssProblem_IsExplicit( problem );
    put( text, ",\n \"contacts\": [" );
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        const ssCone cone = coneOf( problem, i );
        put( text, "%s\n  {", i > 0 ? "," : "" );
        if ( geometry )
        {
            put( text, "\"a\": %d, \"b\": %d, ", problem->bodyA[i], problem->bodyB[i] );
            putVector( text, "point", problem->points[i] );
            put( text, ", " );
            putVector( text, "normal", problem->frames[i].n );
            put( text, ", " );
            putVector( text, "tangent", problem->frames[i].t );
            put( text, ", " );
        }
        put( text, "\"mu\": %.17g, \"mu_r\": %.17g, \"mu_s\": %.17g, ", cone.mu, cone.muRoll, cone.muSpin );
        putNumbers( text, "q", problem->dimension, problem->q + (size_t)i * (size_t)problem->dimension );
        putLaw( text, problem, i );
        put( text, "}" );
    }
    put( text, "]" );
}

static void putBodies( Text* text, const ssProblem* problem )
{
    put( text, ",\n \"bodies\": [" );
    for ( int i = 0; i < problem->bodyCount; ++i )
    {
        const ssProblemBody* body = &problem->bodies[i];
        double o[4] = { body->orientation.w, body->orientation.x, body->orientation.y, body->orientation.z };
        put( text, "%s\n  {\"mass\": %.17g, ", i > 0 ? "," : "", body->mass );
        putVector( text, "inertia", body->inertia );
        put( text, ", " );
        putNumbers( text, "orientation", 4, o );
        put( text, ", " );
        putVector( text, "position", body->position );
        put( text, "}" );
    }
    put( text, "]" );
    if ( problem->freeVelocity != NULL )
    {
        put( text, ",\n " );
        putNumbers( text, "free_velocity", 6 * problem->bodyCount, problem->freeVelocity );
    }
}

static bool isBilateral( const ssProblemRow* row )
{
    return isinf( row->lo ) && isinf( row->hi );
}

/// Writes either the bilateral or the box rows. Bilateral rows come first in a file, and in a problem read from one.
static void putRows( Text* text, const ssProblem* problem, bool bilateral )
{
    int written = 0;
    for ( int i = 0; i < problem->rowCount; ++i )
    {
        const ssProblemRow* row = &problem->rows[i];
        if ( isBilateral( row ) != bilateral )
        {
            continue;
        }
        put( text, written++ == 0 ? ( bilateral ? ",\n \"bilateral\": [" : ",\n \"box\": [" ) : "," );
        put( text, "\n  {\"a\": %d, \"b\": %d, ", row->a, row->b );
        putNumbers( text, "jacobian_a", 6, row->jacobianA );
        put( text, ", " );
        putNumbers( text, "jacobian_b", 6, row->jacobianB );
        put( text, ", \"q\": %.17g", row->q );
        if ( isfinite( row->lo ) )
        {
            put( text, ", \"lo\": %.17g", row->lo );
        }
        if ( isfinite( row->hi ) )
        {
            put( text, ", \"hi\": %.17g", row->hi );
        }
        put( text, "}" );
    }
    put( text, "%s", written > 0 ? "]" : "" );
}

static void putBlocks( Text* text, const ssProblem* problem )
{
    int d = problem->dimension, written = 0;
    put( text, ",\n \"w\": {\"blocks\": [" );
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        for ( int k = problem->blockStart[i]; k < problem->blockStart[i + 1]; ++k )
        {
            put( text, "%s\n  [%d, %d, [", written++ > 0 ? "," : "", i, problem->blockColumn[k] );
            for ( int c = 0; c < d * d; ++c )
            {
                put( text, "%s%.17g", c > 0 ? ", " : "",
                    problem->blocks[(size_t)k * (size_t)( d * d ) + (size_t)c] );
            }
            put( text, "]]" );
        }
    }
    put( text, "]}" );
}

char* ssFormatProblem( const ssProblem* problem, size_t* length )
{
    Text text = { 0 };
    int typed = fileLaw( problem );
    put( &text, "{\"format\": \"slipstick-problem\", \"version\": 1, %s\"dimension\": %d",
        typed < 0 ? "\"law\": \"coulomb\", " : "", problem->dimension );
    if ( typed >= 0 )
    {
        putTypedLaw( &text, &problem->lawTable[typed].def, ",\n " );
    }
    if ( ssProblem_IsExplicit( problem ) )
    {
        putBlocks( &text, problem );
    }
    else
    {
        putBodies( &text, problem );
    }
    putContacts( &text, problem );
    putRows( &text, problem, true );
    putRows( &text, problem, false );
    if ( problem->compliance != NULL )
    {
        put( &text, ",\n " );
        putNumbers( &text, "compliance", ssProblem_Size( problem ), problem->compliance );
    }
    put( &text, "}\n" );
    if ( text.failed )
    {
        ssRelease( text.bytes );
        return NULL;
    }
    if ( length != NULL )
    {
        *length = text.used;
    }
    return text.bytes;
}
