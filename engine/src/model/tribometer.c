// SPDX-License-Identifier: MIT
#include "model/tribometer.h"
#include "base/text_writer.h"

#define _POSIX_C_SOURCE 200809L // stat
#define MOST 360

#include "model/tribometer.h"
#include "slipstick/advanced/csv.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

// The virtual tribometer, with crosstalk and noise of its sensor, and the reader of measured forces.

void ssSensorMatrix( double crosstalk, double matrix[9] )
{
    // Close to the identity, with off-diagonal terms of both signs as in a real sensor.
    static const double pattern[9] = { 0.0, 1.0, -0.5, -0.8, 0.0, 0.6, 0.3, -0.7, 0.0 };
    for ( int i = 0; i < 9; ++i ) { matrix[i] = crosstalk * pattern[i] + ( i % 4 == 0 ? 1.0 : 0.0 ); }
}

bool ssInvert3( const double m[9], double inverse[9] )
{
    double c[9];
    for ( int i = 0; i < 3; ++i )
    {
        for ( int j = 0; j < 3; ++j )
        {
            int i1 = ( i + 1 ) % 3, i2 = ( i + 2 ) % 3, j1 = ( j + 1 ) % 3, j2 = ( j + 2 ) % 3;
            c[3 * j + i] = m[3 * i1 + j1] * m[3 * i2 + j2] - m[3 * i1 + j2] * m[3 * i2 + j1];
        }
    }
    double determinant = m[0] * c[0] + m[1] * c[3] + m[2] * c[6];
    for ( int i = 0; i < 9; ++i ) { inverse[i] = c[i] / determinant; }
    return determinant != 0.0 && isfinite( 1.0 / determinant );
}

static ssVec3 multiply( const double m[9], ssVec3 v )
{
    return ssVec3_Make( m[0] * v.x + m[1] * v.y + m[2] * v.z, m[3] * v.x + m[4] * v.y + m[5] * v.z,
        m[6] * v.x + m[7] * v.y + m[8] * v.z );
}

/// Two independent standard normal numbers (Box & Muller).
static void normalPair( ssRng* rng, double* a, double* b )
{
    double radius = sqrt( -2.0 * ssLog( 1.0 - ssRng_Uniform( rng ) ) ),
           angle = 2.0 * SS_PI * ssRng_Uniform( rng );
    *a = radius * ssCos( angle );
    *b = radius * ssSin( angle );
}

/// The force f at the sliding direction e, as the sensor sees it: the inverse of Walker & Leine Eq. 119.
static ssForceSample sampleOf( double phi, ssVec2 e, ssVec2 f, double normalForce )
{
    return ( ssForceSample ){ phi, .tangential = e.x * f.x + e.y * f.y, .radial = -e.y * f.x + e.x * f.y,
        .normal = normalForce };
}

ssForceSample ssTribometerForce( const ssLaw* law, double normalForce, double phi )
{
    ssVec2 e = { ssCos( phi ), ssSin( phi ) };
    return sampleOf( phi, e, ssLaw_SlipForce( law, normalForce, e ).force, normalForce );
}

/// A user's law at a sample of the pin's track; `state` is what the contact remembers.
static ssForceSample ownForce( const ssTribometerDef* def, int index, double* state )
{
    double phi = 2.0 * SS_PI * index / def->samples, speed = def->speed > 0.0 ? def->speed : 1.0;
    double rate = def->turnTime > 0.0 ? 2.0 * SS_PI / def->turnTime : 0.0;
    double track = rate > 0.0 ? speed / rate : 0.0;
    ssVec2 e = { ssCos( phi ), ssSin( phi ) }, gamma = ssVec2_Scale( speed, e );
    ssLawSite site = { def->turnTime * index / def->samples, .x = track * e.y, .y = -track * e.x,
        .spinning = rate, .h = def->turnTime / def->samples };
    ssLaw there = ssLaw_At( def->law, &site );
    if ( ssLaw_StateNumbers( def->law ) > 0 )
    {
        double before[SS_LAW_MAX_STATES];
        if ( site.h > 0.0 )
        {
            memcpy( before, state, sizeof before );
            site.state = before;
            ssLaw_NextState( &there, def->normalForce, gamma, state );
        }
        else { ssLaw_SteadyState( &there, def->normalForce, gamma, state ); }
        site.state = state;
        site.h = 0.0;
    }
    return sampleOf( phi, e, ssLaw_SlipForce( &there, def->normalForce, gamma ).force, def->normalForce );
}

void ssTribometerForces( const ssTribometerDef* def, ssForceSample* samples )
{
    double state[SS_LAW_MAX_STATES] = { 0.0 };
    bool own = def->law->def.kind >= ss_lawKindCount, remembers = ssLaw_StateNumbers( def->law ) > 0;
    if ( own && remembers )
    {
        ssVec2 first = { def->speed > 0.0 ? def->speed : 1.0, 0.0 };
        ssLaw_SteadyState( def->law, def->normalForce, first, state );
    }
    for ( int i = own && remembers && def->turnTime > 0.0 ? -def->samples : 0; i < def->samples; ++i )
    {
        ssForceSample sample = own
            ? ownForce( def, i, state )
            : ssTribometerForce( def->law, def->normalForce, 2.0 * SS_PI * i / def->samples );
        if ( i >= 0 ) { samples[i] = sample; }
    }
}

ssResult ssMeasureForces( const ssTribometerDef* def, ssRng* rng, ssForceSample* samples )
{
    if ( def->samples < SS_FORCES_MIN )
    {
        return ssError( ss_errorValue, "samples", "samples = %d; allowed: %d or more in one turn",
            def->samples, SS_FORCES_MIN );
    }
    double sensor[9], inverse[9];
    ssSensorMatrix( def->crosstalk, sensor );
    if ( !( fabs( def->crosstalk ) <= 0.3 ) || !ssInvert3( sensor, inverse ) )
    {
        return ssError( ss_errorValue, "crosstalk", "crosstalk = %g; allowed: -0.3 to 0.3", def->crosstalk );
    }
    ssTribometerForces( def, samples );
    for ( int i = 0; i < def->samples; ++i )
    {
        ssForceSample exact = samples[i];
        double n[4];
        normalPair( rng, n, n + 1 );
        normalPair( rng, n + 2, n + 3 );
        ssVec3 output = ssVec3_Make( exact.radial, exact.tangential, exact.normal );
        output = def->crosstalk != 0.0 ? multiply( sensor, output ) : output;
        output = ssVec3_MulAdd( output, def->noise, ssVec3_Make( n[0], n[1], n[2] ) );
        output = def->crosstalk != 0.0 && def->compensate ? multiply( inverse, output ) : output;
        samples[i] = ( ssForceSample ){
            .phi = exact.phi, .tangential = output.y, .radial = output.x, .normal = output.z
        };
        if ( !isfinite( output.x + output.y + output.z ) )
        {
            return ssError( ss_errorValue, "normal_force", "a force is not a finite number" );
        }
    }
    return ssOk();
}

bool ssForceUnit( const char* unit, double* factor )
{
    *factor = strcmp( unit, "" ) == 0 || strcmp( unit, "N" ) == 0 ? 1.0
        : strcmp( unit, "mN" ) == 0                               ? 1e-3
        : strcmp( unit, "kN" ) == 0                               ? 1e3
                                                                  : 0.0;
    return *factor > 0.0;
}

bool ssAngleUnit( const char* unit, double* factor )
{
    bool degrees = strcmp( unit, "" ) == 0 || strcmp( unit, "°" ) == 0 || strcmp( unit, "deg" ) == 0;
    *factor = degrees ? SS_PI / 180.0 : strcmp( unit, "rad" ) == 0 ? 1.0 : 0.0;
    return *factor > 0.0;
}

/// True if the text contains the word "synthetic", in upper or lower case.
static bool containsSynthetic( const char* text )
{
    static const char word[] = "synthetic";
    for ( ; *text != '\0'; ++text )
    {
        size_t same = 0;
        while ( word[same] != '\0' && ( text[same] | 0x20 ) == word[same] ) { ++same; }
        if ( word[same] == '\0' ) { return true; }
    }
    return false;
}

bool ssForcesAreSynthetic( const char* path )
{
    const char* name = strrchr( path, '/' );
    bool synthetic = containsSynthetic( name != NULL ? name : path );
    struct stat info;
    bool isFile = stat( path, &info ) == 0 && S_ISREG( info.st_mode ); // what comes through a pipe comes once
    FILE* file = synthetic || !isFile ? NULL : fopen( path, "rb" );
    char line[512];
    while ( file != NULL && fgets( line, sizeof line, file ) != NULL && line[0] == '#' && !synthetic )
    {
        synthetic = containsSynthetic( line );
    }
    if ( file != NULL ) { fclose( file ); }
    return synthetic;
}

ssResult ssReadForces( const char* path, ssForceSample** samples, int* count, int* leftOut )
{
    static const char* const columns[] = { "phi_deg", "lambda_t", "lambda_r", "lambda_n" };
    *samples = NULL;
    *count = 0;
    ssCsv csv;
    ssResult result = ssReadCsvWithGaps( path, columns, 4, 3, &csv );
    double factor[4];
    for ( int i = 0; i < 4 && result.code == ss_ok; ++i )
    {
        bool known = i == 0 ? ssAngleUnit( csv.units[i], factor ) : ssForceUnit( csv.units[i], factor + i );
        if ( !known )
        {
            result = ssError( ss_errorFormat, columns[i], "%.120s: column %s has the unit '%s'; allowed: %s",
                path, columns[i], csv.units[i], i == 0 ? "deg, ° or rad" : "N, mN or kN" );
        }
    }
    int whole = 0;
    for ( int i = 0; i < csv.rowCount && result.code == ss_ok; ++i )
    {
        whole +=
            isfinite( ssCsv_Number( &csv, i, 0 ) + ssCsv_Number( &csv, i, 1 ) + ssCsv_Number( &csv, i, 2 ) );
    }
    if ( result.code == ss_ok && whole < SS_FORCES_MIN )
    {
        result = ssError( ss_errorFormat, "input", "%.120s: %d rows%s; allowed: %d or more over a whole turn",
            path, whole, whole < csv.rowCount ? " without an empty or nan cell" : "", SS_FORCES_MIN );
    }
    if ( result.code == ss_ok )
    {
        *samples = ssAlloc( (size_t)whole * sizeof **samples );
        result =
            *samples != NULL ? result : ssError( ss_errorMemory, "input", "%.120s: out of memory", path );
    }
    for ( int i = 0; i < csv.rowCount && result.code == ss_ok; ++i )
    {
        ssForceSample sample = { factor[0] * ssCsv_Number( &csv, i, 0 ),
            .tangential = factor[1] * ssCsv_Number( &csv, i, 1 ),
            .radial = factor[2] * ssCsv_Number( &csv, i, 2 ),
            .normal = factor[3] * ssCsv_Number( &csv, i, 3 ) };
        if ( isfinite( sample.phi + sample.tangential + sample.radial ) )
        {
            ( *samples )[( *count )++] = sample;
        }
    }
    if ( leftOut != NULL ) { *leftOut = csv.rowCount - whole; }
    ssCsv_Destroy( &csv );
    return result;
}

// Writes an identified material as lines KEY=VALUE for --set, in every scenario that has C and D.

/// The rotation is left out where there is none, or none could be determined.
static void putFit( textWriter* w, const char* prefix, const ssSetFit* fit, double scale )
{
    bool ellipse = fit->s == 2.0;
    textPut( w, "%skind=%s\n", prefix, ellipse ? "ellipse" : "superellipse" );
    textPut( w, "%sa=%.10g\n%sb=%.10g\n", prefix, scale * fit->a, prefix, scale * fit->b );
    if ( !ellipse ) { textPut( w, "%ss=%.10g\n", prefix, fit->s ); }
    if ( fit->rotation != 0.0 )
    {
        textPut( w, "%srotation_deg=%.6g\n", prefix, fit->rotation * 180.0 / SS_PI );
    }
}

static void putRotation( textWriter* w, const ssSetFit* fit )
{
    if ( isfinite( fit->rotationError ) )
    {
        textPut( w, ", rotation = %.4g ± %.2g°", fit->rotation * 180.0 / SS_PI,
            fit->rotationError * 180.0 / SS_PI );
    }
}

/// D is written in units of its points: its size is arbitrary, and this keeps it inside C.
static double sizeOfD( const ssSetFit* c, const ssSetFit* d )
{
    return 0.5 *
        ( c->rotation == d->rotation ? ssMin( c->a / d->a, c->b / d->b )
                                     : ssMin( c->a, c->b ) / ssMax( d->a, d->b ) );
}

static void putPolygon( textWriter* w, const char* prefix, int count, const ssVec2* points )
{
    textPut( w, "%skind=polygon\n%svertices=", prefix, prefix );
    for ( int i = 0; i < count; ++i )
    {
        textPut( w, "%s%.5g;%.5g", i > 0 ? ";" : "", points[i].x, points[i].y );
    }
    textPut( w, "\n" );
}

/// Selects about 360 points at evenly spaced angles of the force, in order.
static int evenPoints( const ssIdentification* r, const double* radius, ssVec2* points )
{
    double last = -HUGE_VAL;
    int count = 0;
    for ( int i = 0; i < r->count && count < MOST; ++i )
    {
        // Noise may turn the angle back a little, which a star-shaped curve must not do.
        if ( r->theta[i] >= last + 2.0 * SS_PI / MOST &&
            r->theta[i] < r->theta[0] + 2.0 * SS_PI * ( 1.0 - 0.5 / MOST ) )
        {
            last = r->theta[i];
            points[count++] = ssVec2_Make( radius[i] * ssCos( last ), radius[i] * ssSin( last ) );
        }
    }
    return count;
}

int ssIdentification_Material(
    const ssIdentification* r, ssMaterialForm form, const char* source, char* text, int capacity )
{
    text[0] = '\0';
    textWriter w = textInto( text, (size_t)capacity );
    textPut( &w, "# friction material: force reservoir C and direction set D, %s\n", source );
    textPut( &w, "# C: a = %.4g ± %.2g N, b = %.4g ± %.2g N, s = %.4g ± %.2g", r->c.a, r->c.aError, r->c.b,
        r->c.bError, r->c.s, r->c.sError );
    putRotation( &w, &r->c );
    textPut(
        &w, "\n# D: a/b = %.4g ± %.2g, s = %.4g ± %.2g", r->d.ratio, r->d.ratioError, r->d.s, r->d.sError );
    putRotation( &w, &r->d );
    textPut( &w, " (± is 95%% confidence)\n" );
    if ( r->isFlipped ) { textPut( &w, "# warning: the radial forces probably have the wrong sign\n" ); }
    if ( r->c.isMisfit )
    {
        textPut(
            &w, "# warning: C is not a superellipse: its radius deviates by %.2g%%\n", 100.0 * r->c.misfit );
    }
    if ( r->d.isMisfit )
    {
        textPut( &w, "# warning: D is not a superellipse: the force deviates by %.2g°\n",
            r->d.misfit * 180.0 / SS_PI );
    }
    if ( form == ss_materialPolygon )
    {
        ssVec2 points[361];
        int count = evenPoints( r, r->rC, points );
        putPolygon( &w, "c_", count, points );
        count = ssConvexHull( evenPoints( r, r->rD, points ), points, points );
        putPolygon( &w, "d_", count, points );
    }
    else if ( form == ss_materialEllipse )
    {
        putFit( &w, "c_", &r->ellipse, 1.0 );
        putFit( &w, "d_", &r->ellipse, 1.0 );
    }
    else
    {
        putFit( &w, "c_", &r->c, 1.0 );
        putFit( &w, "d_", &r->d, sizeOfD( &r->c, &r->d ) );
    }
    if ( isfinite( r->load ) ) { textPut( &w, "c_force=%.10g\n", r->load ); }
    return w.failed ? 0 : (int)w.length;
}
