// SPDX-License-Identifier: MIT
#include "law/law_typed.h"

#include <string.h>

// Registers to ssSet. Shapes that depend on parameters alone are made once; only their scale changes.

int typedSetPoints( const ssLawProgram* program, const textSet* set, const double* uniform,
    ssVec2 points[TEXT_POLAR_SAMPLES] )
{
    int count = 0;
    if ( set->kind == ss_setPolygon )
    {
        for ( ; count < set->cornerCount; ++count )
        {
            const int* corner = program->corners + 2 * ( set->firstCorner + count );
            points[count] = ssVec2_Make( uniform[corner[0]], uniform[corner[1]] );
        }
    }
    else if ( set->kind == ss_setPolar )
    {
        for ( ; count < TEXT_POLAR_SAMPLES; ++count )
        {
            double theta = 2.0 * SS_PI * count / TEXT_POLAR_SAMPLES;
            points[count] = ssVec2_Make( theta, textPolarRadius( program, uniform, set, theta, NULL ) );
        }
    }
    return count;
}

#define PARTS 4

/// The largest radial distance of a polar set's polygon from the text, relative to the radius.
static double samplingErrorOf( const lawTyped* typed, const textSet* set )
{
    ssVec2 points[TEXT_POLAR_SAMPLES];
    bool polar = set->given && set->kind == ss_setPolar;
    int count = polar ? typedSetPoints( typed->program, set, typed->uniform, points ) : 0;
    double worst = 0.0, width = 2.0 * SS_PI / TEXT_POLAR_SAMPLES;
    for ( int i = 0; i < count * PARTS; ++i )
    {
        double from = width * ( i % PARTS ) / PARTS, a = points[i / PARTS].y,
               b = points[( i / PARTS + 1 ) % count].y;
        double chord = a * b * ssSin( width ) / ( a * ssSin( from ) + b * ssSin( width - from ) );
        double radius =
            textPolarRadius( typed->program, typed->uniform, set, points[i / PARTS].x + from, NULL );
        worst = radius > 0.0 ? ssMax( worst, fabs( chord / radius - 1.0 ) ) : worst;
    }
    return worst;
}

double typedSamplingError( const ssLaw* law )
{
    const ssLawProgram* program = law->typed->program;
    double worst =
        ssMax( samplingErrorOf( law->typed, &program->c ), samplingErrorOf( law->typed, &program->d ) );
    for ( int k = 0; k < program->stateCount; ++k )
    {
        worst = ssMax( worst, samplingErrorOf( law->typed, &program->states[k].bound ) );
    }
    return worst;
}

ssSetDef typedSetDef( const textSet* set, const double* registers, const ssVec2* points, int count )
{
    ssSetDef def = ssDefaultSetDef( set->kind );
    def.a = typedValue( registers, set->a, def.a );
    def.b = typedValue( registers, set->b, def.b );
    def.s = typedValue( registers, set->s, def.s );
    def.l = typedValue( registers, set->l, def.l );
    def.e = typedValue( registers, set->e, def.e );
    def.mu = typedValue( registers, set->mu, def.mu );
    def.betaDeg = typedValue( registers, set->beta, def.betaDeg );
    def.rotationDeg = typedValue( registers, set->rotation, 0.0 );
    def.offsetX = typedValue( registers, set->shiftX, 0.0 );
    def.offsetY = typedValue( registers, set->shiftY, 0.0 );
    def.scale = typedValue( registers, set->scale, 1.0 );
    if ( count > 0 )
    {
        def.points = points;
        def.pointCount = count;
    }
    return def;
}

/// Whether a set is only the origin (no friction), also where a formula has fallen below zero.
static bool isPoint( const ssSetDef* def )
{
    bool point = true;
    switch ( def->kind )
    {
        case ss_setCircle: point = def->a <= 0.0; break;
        case ss_setAsperity: point = def->mu <= 0.0; break;
        case ss_setPolygon:
        case ss_setPolar:
            for ( int i = 0; i < def->pointCount; ++i )
            {
                point = point && def->points[i].y == 0.0 &&
                    ( def->kind == ss_setPolar || def->points[i].x == 0.0 );
            }
            break;
        default: point = ( def->kind == ss_setStadium ? def->l : def->a ) <= 0.0 && def->b <= 0.0; break;
    }
    return point || def->scale <= 0.0;
}

static bool isNegative( const ssSetDef* def )
{
    return def->a < 0.0 || def->b < 0.0 || def->l < 0.0 || def->e < 0.0 || def->mu < 0.0 || def->scale < 0.0;
}

double typedBound( const typedEval* eval )
{
    const ssLawProgram* program = eval->typed->program;
    const double* r = eval->registers;
    if ( program->force[0] != TEXT_NONE ) { return eval->perForce * r[program->force[0]]; }
    return eval->load * typedValue( r, program->c.a, 1.0 ) * typedValue( r, program->c.scale, 1.0 );
}

/// How far a set reaches along its axes.
static double reachOf( const ssSet* set )
{
    double reach = 0.0;
    for ( int k = 0; k < 4; ++k )
    {
        const ssVec2 axes[4] = { { 1.0, 0.0 }, { -1.0, 0.0 }, { 0.0, 1.0 }, { 0.0, -1.0 } };
        double along = fabs( ssSet_Support( set, axes[k], NULL, NULL ) );
        reach = along <= reach ? reach : along; // a NaN is kept
    }
    return reach;
}

/// C at an evaluation.
static bool viewC( const typedEval* eval, ssLawAtSpeed* view )
{
    const lawTyped* typed = eval->typed;
    const textSet* set = &typed->program->c;
    ssSetDef def = typedSetDef( set, eval->registers, typed->points[0], typed->pointCount[0] );
    if ( typed->round )
    {
        def = ssDefaultSetDef( ss_setCircle );
        def.a = typedBound( eval ) / eval->load;
    }
    if ( isPoint( &def ) )
    {
        view->law.frictionless = true;
        view->law.c = view->law.d = eval->law->c;
        view->law.sharesSets = true;
        return true;
    }
    if ( typed->shaped && isfinite( def.scale ) )
    {
        view->law.c = ssSet_Scaled( &eval->law->c, def.scale / eval->law->c.def.scale );
        return true;
    }
    view->ownsC = ssMakeSet( &def, &view->law.c ).code == ss_ok;
    return view->ownsC;
}

/// A safe largest factor by which `other` fits inside the set, if only their axes differ; 0 if more does.
/// `turned`: they may be rotated against each other.
static double nestedScale( const ssSetDef* set, const ssSetDef* other, bool turned )
{
    bool alike = set->kind == other->kind && ( turned || set->rotationDeg == other->rotationDeg ) &&
        set->s == other->s && set->offsetX == 0.0 && set->offsetY == 0.0 && other->offsetX == 0.0 &&
        other->offsetY == 0.0;
    double ratio = HUGE_VAL;
    switch ( set->kind )
    {
        case ss_setCircle: ratio = set->a / other->a; break;
        case ss_setEllipse:
        case ss_setSuperellipse:
        case ss_setRectangle: ratio = ssMin( set->a / other->a, set->b / other->b ); break;
        case ss_setStadium:
            ratio = ssMin( set->b / other->b, set->e / other->e );
            ratio = other->l > 0.0 ? ssMin( ratio, set->l / other->l ) : ratio;
            break;
        default: alike = false; break;
    }
    ratio *= set->scale / other->scale;
    return alike && isfinite( ratio ) ? ratio : 0.0;
}

/// Radii between which the boundary of a set surely lies; false for sets that are not centred, or not simple.
static bool radii( const ssSetDef* def, double* least, double* most )
{
    double a = def->kind == ss_setStadium ? def->l + def->e : def->a,
           b = def->kind == ss_setCircle ? a : def->b;
    double corner = ssHypot( a, b ),
           inner = a * b / corner; // those of a rectangle, and of the rhombus inside
    bool simple = def->offsetX == 0.0 && def->offsetY == 0.0 && def->kind != ss_setPolygon &&
        def->kind != ss_setPolar && def->kind != ss_setAsperity;
    bool oval = def->kind == ss_setCircle || def->kind == ss_setEllipse;
    *least = def->scale * ( oval ? ssMin( a, b ) : inner );
    *most = def->scale * ( oval ? ssMax( a, b ) : corner );
    return simple && *least > 0.0 && isfinite( *most );
}

/// A factor by which D surely fits into C, without a search; 0 if none is known.
static double insideScale( const ssLaw* rest, const ssSetDef* c, const ssSetDef* d )
{
    bool round = d->kind == ss_setCircle && d->offsetX == 0.0 && d->offsetY == 0.0;
    double scale = rest->sharesSets
        ? 0.0
        : nestedScale( c, &rest->c.def, round ) * nestedScale( &rest->d.def, d, round );
    double least, most, unused;
    bool known = radii( c, &least, &unused ) && radii( d, &unused, &most );
    return scale > 0.0 ? scale : known ? least / most : 0.0;
}

/// Scales D into C, avoiding the search for the largest scale (0.2 ms and more) where possible.
static bool fitD( const ssLaw* rest, ssLawAtSpeed* view, ssSet* d, typedFit fit )
{
    double scale = fit == typed_fitInside ? insideScale( rest, &view->law.c.def, &d->def ) : 0.0;
    if ( fit == typed_fitNone || scale > 0.0 )
    {
        view->law.d = scale > 0.0 ? ssSet_Scaled( d, scale ) : *d;
        view->ownsD = true;
        return true;
    }
    view->ownsD = lawScaleIntoReservoir( &view->law, d ).code == ss_ok;
    return view->ownsD;
}

static bool viewD( const typedEval* eval, ssLawAtSpeed* view, typedFit fit )
{
    const lawTyped* typed = eval->typed;
    const textSet* set = &typed->program->d;
    if ( typed->round || ( !set->given && view->law.c.convex ) )
    {
        lawShareSets( &view->law );
        return true;
    }
    if ( typed->shaped )
    {
        view->law.d = ssSet_Scaled( &eval->law->d, view->law.c.def.scale / eval->law->c.def.scale );
        return true;
    }
    ssSetDef def = set->given ? typedSetDef( set, eval->registers, typed->points[1], typed->pointCount[1] )
                              : ssDefaultSetDef( ss_setCircle );
    ssSet d;
    if ( isPoint( &def ) || ssMakeSet( &def, &d ).code != ss_ok ) { return false; }
    if ( !d.convex )
    {
        ssSet_Destroy( &d );
        return false;
    }
    return fitD( eval->law, view, &d, fit );
}

bool typedOpenView( const typedEval* eval, typedFit fit, ssLawAtSpeed* view )
{
    view->law = *eval->law;
    view->law.type = &ss_lawTypeExtended;
    view->law.def.kind = ss_lawKindExtended;
    view->law.def.strict = false;
    view->law.typed = NULL;
    view->law.site = NULL;
    view->law.cForce = 1.0;
    view->law.frictionless = view->law.sharesSets = view->ownsC = view->ownsD = false;
    return viewC( eval, view ) && ( view->law.frictionless || viewD( eval, view, fit ) );
}

bool typedOpenViewAt(
    const ssLaw* law, double load, double speed, ssVec2 direction, typedFit fit, ssLawAtSpeed* view )
{
    typedEval eval;
    typedBegin( &eval, law, load );
    typedMove( &eval, speed, direction );
    return typedOpenView( &eval, fit, view );
}

const char* typedMissing( const ssLaw* law, double load, ssVec2 gamma )
{
    typedEval eval;
    ssLawAtSpeed view;
    if ( !typedMoveTo( &eval, law, load, gamma ) ) { return "finite state"; }
    bool usable = typedOpenView( &eval, typed_fitInside, &view );
    double reach = usable && !view.law.frictionless ? reachOf( &view.law.c ) : 0.0;
    ssLawAtSpeed_Destroy( &view );
    return usable && load * reach <= LAW_FORCE_MAX ? NULL : "usable set";
}

void ssLawAtSpeed_Destroy( ssLawAtSpeed* there )
{
    if ( there->ownsD ) { ssSet_Destroy( &there->law.d ); }
    if ( there->ownsC ) { ssSet_Destroy( &there->law.c ); }
}

static ssResult atLine( const textSet* set, const char* name, ssResult result )
{
    char message[sizeof( result.message )];
    memcpy( message, result.message, sizeof( message ) );
    return result.code == ss_ok || result.code == ss_errorMemory
        ? result
        : ssError(
              result.code, "law", "line %d, column %d: %s: %.200s", set->line, set->column, name, message );
}

static ssResult keepPoints( lawTyped* typed, const textSet* set, int which )
{
    ssVec2 points[TEXT_POLAR_SAMPLES];
    int count = set->given ? typedSetPoints( typed->program, set, typed->uniform, points ) : 0;
    if ( count == 0 ) { return ssOk(); }
    size_t size = (size_t)count * sizeof( ssVec2 );
    typed->points[which] = ssAlloc( size );
    if ( typed->points[which] == NULL ) { return ssError( ss_errorMemory, NULL, "out of memory for a law" ); }
    memcpy( typed->points[which], points, size );
    typed->pointCount[which] = count;
    return ssOk();
}

/// D as the text gives it, else C where it is convex, else the disc.
static ssResult makeD( const typedEval* eval, ssLaw* law )
{
    const lawTyped* typed = eval->typed;
    const textSet* set = &typed->program->d;
    if ( !set->given && law->c.convex )
    {
        lawShareSets( law );
        return ssOk();
    }
    ssSetDef def = set->given ? typedSetDef( set, eval->registers, typed->points[1], typed->pointCount[1] )
                              : ssDefaultSetDef( ss_setCircle );
    ssSet d;
    ssResult result = ssMakeSet( &def, &d );
    if ( result.code == ss_ok )
    {
        ssSetVerdict convex = ssSet_IsConvex( &d );
        if ( !convex.holds )
        {
            ssSet_Destroy( &d );
            result = ssError( ss_errorValue, "law",
                "the set is not convex at %.4g°, but sliding directions are its normals; allowed: a convex "
                "set",
                convex.angleDeg );
        }
    }
    if ( result.code == ss_ok )
    {
        d.def.points = NULL;
        law->def.strict = false;
        result = lawScaleIntoReservoir( law, &d );
    }
    return atLine( set, "D", result );
}

/// C at the evaluation. A law without friction there gets a unit disc, so that law->c is a valid set.
static ssResult makeC( const typedEval* eval, ssLaw* law, bool* empty )
{
    const lawTyped* typed = eval->typed;
    const textSet* set = &typed->program->c;
    ssSetDef def = typedSetDef( set, eval->registers, typed->points[0], typed->pointCount[0] );
    if ( typed->round )
    {
        def = ssDefaultSetDef( ss_setCircle );
        def.a = typedBound( eval ) / eval->load;
        law->def.mu = ssMax( def.a, 0.0 );
        if ( !( def.a >= 0.0 && def.a <= LAW_FORCE_MAX ) )
        {
            bool force = typed->program->force[0] != TEXT_NONE;
            return atLine( set, "C",
                ssError( ss_errorValue, "law", "%s is %.6g %s; allowed: >= 0, up to %g",
                    force ? "the force" : "the radius", def.a, force ? "N per newton of load" : "at rest",
                    LAW_FORCE_MAX ) );
        }
    }
    *empty = isPoint( &def ) && !isNegative( &def );
    if ( *empty )
    {
        def = ssDefaultSetDef( ss_setCircle );
        def.a = 1.0;
    }
    ssResult result = ssMakeSet( &def, &law->c );
    law->c.def.points = NULL;
    if ( result.code == ss_ok && !( reachOf( &law->c ) <= LAW_FORCE_MAX ) )
    {
        result =
            ssError( ss_errorValue, "law", "the set reaches %.6g N per newton of load; allowed: up to %g",
                reachOf( &law->c ), LAW_FORCE_MAX );
    }
    return atLine( set, "C", result );
}

ssResult typedPrepareSets( ssLaw* law, lawTyped* typed )
{
    const ssLawProgram* program = typed->program;
    typed->fixed = program->setInputs == 0;
    typed->round = textIsDisc( &program->c ) && ( !program->d.given || textIsDisc( &program->d ) );
    typed->turns = ( program->setInputs & (unsigned)ss_lawInputDirection ) != 0;
    typed->bySpeed = typed->turns || ( program->setInputs & (unsigned)ss_lawInputSpeed ) != 0;
    SS_TRY( keepPoints( typed, &program->c, 0 ) );
    SS_TRY( keepPoints( typed, &program->d, 1 ) );
    typedEval eval;
    bool empty = true;
    // At rest, or at 1 m/s if there is no friction at rest.
    for ( int speed = 0; speed < 2 && empty; ++speed )
    {
        typedBegin( &eval, law, 1.0 );
        typedMove( &eval, speed, ssVec2_Make( 1.0, 0.0 ) );
        double atRest = law->def.mu;
        ssSet_Destroy( &law->c );
        SS_TRY( makeC( &eval, law, &empty ) );
        law->def.mu = speed == 0 ? law->def.mu : atRest;
    }
    law->frictionless = typed->fixed && empty;
    if ( typed->round || empty )
    {
        double radius = typedValue( eval.registers, program->d.a, 1.0 ) *
            typedValue( eval.registers, program->d.scale, 1.0 );
        if ( typed->round && program->d.given && !( radius > 0.0 && isfinite( radius ) ) )
        {
            return atLine( &program->d, "D",
                ssError( ss_errorValue, "law", "the radius is %.6g; allowed: a finite number > 0", radius ) );
        }
        lawShareSets( law );
        return ssOk();
    }
    typed->shaped = program->c.constantShape && ( !program->d.given || program->d.constantShape );
    return makeD( &eval, law );
}
