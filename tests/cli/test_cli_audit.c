// SPDX-License-Identifier: MIT
#include "test_cli_common.h"

#include "log_common.h"

#include "shows/shows.h"
#include "slipstick/lab/scenario.h"

// Contact logs on the command line: our own are clean, broken contacts in them are found
// and no others, and bad input gets a message.

#define HEADINGS "t,nx,ny,nz,fx,fy,fz,vx,vy,vz"

/// Runs a scenario of ours and leaves its log in the scratch folder; NULL: it failed.
static const char* logOf( const char* arguments )
{
    static char path[600];
    snprintf( path, sizeof path, "%s/ours.csv", testScratch() );
    testRun run = testShell( "$S run %s --contacts '%s'", arguments, path );
    return run.status == 0 ? path : NULL;
}

TEST ourOwnLogsAreClean( void )
{
    static const char* const runs[] = { "rolling-sphere --every 0.01", "playground --until 2 --set tol=1e-7",
        "sphere-pile --preset tiny", "sphere-pile --preset tiny --seed 2",
        "sphere-pile --preset tiny --seed 5 --set tol=1e-7", "gravel-pile --preset tiny --until 1" };
    for ( int i = 0; i < SS_COUNT( runs ); ++i )
    {
        const char* path = logOf( runs[i] );
        ASSERTm( runs[i], path != NULL );
        testRun run = testShell( "$S audit '%s'", path );
        ASSERT_EQm( run.out, 0, run.status );
        ASSERT_FALSEm( run.out, testContains( run.out, "FAILED" ) );
    }
    PASS();
}

/// What is not clean in the log of a tiny preset, and why that is true. Settings take the place of a preset's
/// own that solves too loosely for the audit.
typedef struct Exception
{
    const char *id, *settings;
    const char* check; // that fails, and only at the contact `contact`; NULL: none
    double contact;
} Exception;

static const Exception s_exceptions[] = {
    // tol = 0.01 leaves creep and open gaps between balls of one gram
    { "guideway", "--set tol=1e-7 --set iterations=20000", NULL, 0.0 },
    // tol = 0.001 within 25 iterations
    { "playground", "--set tol=1e-8 --set iterations=20000", NULL, 0.0 },
    // the twin under the relaxed law carries its load across a gap
    { "dilatancy-twins", "", "complementarity", 1.0 },
};

static Exception exceptionOf( const char* id )
{
    for ( int i = 0; i < SS_COUNT( s_exceptions ); ++i )
    {
        if ( strcmp( s_exceptions[i].id, id ) == 0 ) { return s_exceptions[i]; }
    }
    return ( Exception ){ .id = id, .settings = "" };
}

static void checkException( void* context, ssLogCheck check, double t, double contact, double measure )
{
    (void)t, (void)measure;
    Exception* e = context;
    bool expected = e->check != NULL && strcmp( e->check, ssLogCheckName( check ) ) == 0;
    e->check = expected && contact == e->contact ? e->check : "unexpected";
}

TEST everyScenarioWritesACleanLogOrSaysWhyItHasNone( void )
{
    int logged = 0;
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        const ssScenario* scenario = ssGetScenario( i );
        Exception e = exceptionOf( scenario->id ), found = e;
        testRun run = testShell(
            "$S run %s --preset tiny %s --contacts $D/c.csv && cat $D/c.csv", scenario->id, e.settings );
        ASSERT_EQm( run.err, showFind( scenario )->noContacts == NULL ? 0 : 2, run.status );
        if ( showFind( scenario )->noContacts != NULL )
        {
            ASSERTm( run.err, testContains( run.err, showFind( scenario )->noContacts ) );
            continue;
        }
        ASSERT_FALSEm( scenario->id, testContains( run.err, "nothing touched" ) );
        const char* log = strstr( run.out, "t,contact," );
        ASSERTm( scenario->id, log != NULL );
        const logText text = { .bytes = (char*)log, .used = strlen( log ) };
        ssLogAuditOptions options = ssDefaultLogAuditOptions();
        options.violation = checkException;
        options.context = &found;
        ssLogAudit audit;
        ASSERT( logAuditText( &text, &options, &audit ) );
        ASSERTm( scenario->id, found.check == e.check );
        for ( int k = 0; k < ss_logCheckCount; ++k )
        {
            bool fails = e.check != NULL && strcmp( e.check, ssLogCheckName( (ssLogCheck)k ) ) == 0;
            ASSERT_EQm( scenario->id, fails, audit.checks[k].violations > 0 );
        }
        ++logged;
    }
    ASSERT( logged >= 14 );
    PASS();
}

// ----------------------------------------------------------------------------------------------------- words

TEST pairsAreListedAsConditionsTakeThem( void )
{
    // Four blocks on the ground, two of them with mu = 0.2 and two with 0.6.
    static const char write[] =
        "awk 'BEGIN { print \"t,a,b,nx,ny,nz,fx,fy,fz,vx,vy,vz\"; for (i = 0; i < 120; ++i) { b = i % 4; "
        "mu = b < 2 ? 0.2 : 0.6; x = cos(i * 0.7); y = sin(i * 0.7); "
        "print i * 0.01 \",-1,\" b \",0,0,1,\" (-10 * mu * x) \",\" (-10 * mu * y) \",10,\" x \",\" y \",0\" "
        "} "
        "}' >$D/pairs.csv; ";
    testRun run = testShell( "%s$S audit $D/pairs.csv", write );
    ASSERT_STATUS( 0, run );
    ASSERTm( run.out, testContains( run.out, "circle, mu from 0.2 to 0.6\n" ) );
    ASSERTm( run.out, testContains( run.out, "by pairs of bodies:\n  pair ground-0: mu = 0.2" ) );
    ASSERTm( run.out, testContains( run.out, "  pair ground-3: mu = 0.6" ) );
    run = testShell( "%s$S audit $D/pairs.csv --where 'pair ground-3' --json", write );
    ASSERT_STATUS( 0, run );
    ASSERT_STR_EQ( "30", fromJson( run.out, "contacts" ) );
    PASS();
}

TEST anAxisIsNamedOnce( void )
{
    // An ellipse with semi-axes 0.6 along x and 0.3 along y, friction of maximal dissipation, six digits.
    testRun run = testShell(
        "awk 'BEGIN { print \"" HEADINGS "\"; for (i = 0; i < 400; ++i) { x = cos(i * 0.7); "
        "y = sin(i * 0.7); s = sqrt(0.36 * x * x + 0.09 * y * y); "
        "print i * 0.01 \",0,0,1,\" (-3.6 * x / s) \",\" (-0.9 * y / s) \",10,\" x \",\" y \",0\" } }' "
        ">$D/e.csv; $S audit $D/e.csv" );
    ASSERT_STATUS( 0, run );
    ASSERTm( run.out, testContains( run.out, "smallest 0.3, major axis at 0.0°" ) );
    PASS();
}

/// Says what springs the log of eight blocks has, pulled to and fro on springs of 2000 N/m with this damper
/// [N s/m], in steps of 0.2 ms at whose end the displacement is that of the end.
static testRun auditOfDampers( const char* damping )
{
    return testShell(
        "awk -v c=%s 'BEGIN { OFMT = CONVFMT = \"%%.12g\"; print \"t,a,b,nx,ny,nz,fx,fy,fz,vx,vy,vz\"; "
        "for (i = 0; i < 200; ++i) for (b = 0; b < 8; ++b) { w = 30 + 20 * b; "
        "v = 2e-4 * w * cos(w * i * 2e-4 + b); s[b] += v * 2e-4; f = -2000 * s[b] - c * v; "
        "print i * 2e-4 \",-1,\" b \",0,0,1,\" f \",0,10,\" v \",0,0\" } }' >$D/s.csv; "
        "$S audit $D/s.csv",
        damping );
}

TEST dampersOfHalfAStepAreNotNamed( void )
{
    testRun run = auditOfDampers( "0" );
    ASSERTm( run.out, testContains( run.out, "tangential springs of 2e+03 N/m, which give back" ) );
    run = auditOfDampers( "5" );
    ASSERTm( run.out, testContains( run.out, "springs of 2e+03 N/m, damped by 5.2 ± 0.2 N s/m" ) );
    PASS();
}

TEST aNumberThatIsTooLongIsSaidToBe( void )
{
    testRun run = testShell( "{ echo " HEADINGS "; printf '0,0,0,1,0,0,1,0,0,'; "
                             "head -c 600 /dev/zero | tr '\\0' 7; echo x; } >$D/l.csv; $S audit $D/l.csv" );
    ASSERT_REFUSED( run );
    ASSERT_SAYS( run, "line 2, column vz: '77777777777777777777…' is no number of up to 511 characters" );
    PASS();
}

TEST tooFewDirectionsAreSaidInWords( void )
{
    // A square seen in a quadrant.
    testRun run = testShell(
        "awk 'BEGIN { print \"" HEADINGS "\"; split(\"0 20 45 70 90\", d, \" \"); "
        "for (i = 0; i < 400; ++i) { w = d[1 + i % 5] * 3.14159265358979 / 180; x = cos(w); y = sin(w); "
        "s = 5 / (x + y); print i * 0.01 \",0,0,1,\" (-s * x) \",\" (-s * y) \",10,\" x \",\" y \",0\" } }' "
        ">$D/q.csv; $S audit $D/q.csv" );
    ASSERT_STATUS( 0, run );
    ASSERTm( run.out,
        testContains(
            run.out, "unknown (contacts slide in 5 directions only: too few to tell, or another law)" ) );
    PASS();
}

// ----------------------------------------------------------------------------------- laws that are not round

/// Writes a log of contacts that slide at random speeds in directions from 0 to `turn` [rad]. C is the
/// ellipse with semi-axes 0.6 and 0.3; the force on b is where C has the normal of D = (d1, d2) that the slip
/// asks for; `other` alone is turned by 10°.
static logText anisotropic( double turn, double d1, double d2, bool collinear, int other )
{
    enum
    {
        count = 400
    };
    testRng rng = { 12 };
    logText text = { 0 };
    char line[256];
    logAppend( &text, HEADINGS "\n", strlen( HEADINGS ) + 1 );
    for ( int i = 0; i < count; ++i )
    {
        double angle = turn * i / count, speed = testUniform( &rng, 0.1, 1.0 ), gx = cos( angle ),
               gy = sin( angle );
        // The point of an ellipse D with the normal g is along (d1² gx, d2² gy).
        double x = collinear ? gx : d1 * d1 * gx, y = collinear ? gy : d2 * d2 * gy;
        double size = 10.0 / sqrt( x * x / 0.36 + y * y / 0.09 ), off = i == other ? M_PI / 18.0 : 0.0;
        double fx = -size * x, fy = -size * y;
        int length = snprintf( line, sizeof line, "%.17g,0,0,1,%.17g,%.17g,10,%.17g,%.17g,0\n", 0.01 * i,
            fx * cos( off ) - fy * sin( off ), fx * sin( off ) + fy * cos( off ), speed * gx, speed * gy );
        logAppend( &text, line, (size_t)length );
    }
    return text;
}

TEST anisotropicLawsAreNotAccused( void )
{
    static const struct
    {
        const char* name;
        double turn, d1, d2;
        bool collinear, known; // exactly: one contact that is off is found
    } laws[] = {
        { "associated", 2.0 * M_PI, 0.6, 0.3, false, true },
        { "collinear", 2.0 * M_PI, 1.0, 1.0, true, true },
        { "extended", 2.0 * M_PI, 0.6, 0.5, false, false },
        { "extended, D turned away from C", 2.0 * M_PI, 0.3, 0.6, false, false },
        { "associated, few directions", 1.5, 0.6, 0.3, false, false },
        { "extended, few directions", 1.5, 0.6, 0.5, false, false },
    };
    for ( int i = 0; i < SS_COUNT( laws ); ++i )
    {
        for ( int other = -1; other < 200; other += 173 )
        {
            logText text = anisotropic( laws[i].turn, laws[i].d1, laws[i].d2, laws[i].collinear, other );
            ssLogAuditOptions options = ssDefaultLogAuditOptions();
            ssLogAudit audit;
            ASSERT( logAuditText( &text, &options, &audit ) );
            free( text.bytes );
            int wrong = 0;
            for ( int k = 0; k < ss_logCheckCount; ++k ) { wrong += (int)audit.checks[k].violations; }
            ASSERT_EQ_FMTm( laws[i].name, laws[i].known && other >= 0, wrong > 0, "%d" );
            ASSERT( !laws[i].known ||
                audit.checks[ss_logCheckSlipDirection].violations == (uint64_t)( other >= 0 ) );
        }
    }
    PASS();
}

TEST theFingerprintOfAPileIsItsLaw( void )
{
    const char* path = logOf( "sphere-pile --preset tiny --set mu=0.37 --set tol=1e-7" );
    ASSERT( path != NULL );
    testRun run = testShell( "$S audit '%s' --json", path );
    ASSERT_EQ( 0, run.status );
    ASSERTm( run.out, testContains( run.out, "\"set\": \"circle\"" ) );
    ASSERTm( run.out, testContains( run.out, "\"mu\": 0.37" ) );
    ASSERTm( run.out, testContains( run.out, "\"relaxed\": false" ) );
    ASSERTm( run.out, testContains( run.out, "\"v_eps\": null" ) );
    PASS();
}

// -------------------------------------------------------------------------------------------- planted errors

typedef struct Found
{
    int planted, found; // contacts
    int extra;          // violations elsewhere
    double keys[4096];  // t + 1000 contact of the planted ones
    bool seen[4096];
} Found;

static double keyOf( double t, double contact ) { return t + 1000.0 * contact; }

static void noteViolation( void* context, ssLogCheck check, double t, double contact, double measure )
{
    Found* found = context;
    (void)check, (void)measure;
    for ( int i = 0; i < found->planted; ++i )
    {
        if ( found->keys[i] == keyOf( t, contact ) )
        {
            found->found += !found->seen[i];
            found->seen[i] = true;
            return;
        }
    }
    ++found->extra;
}

/// Scales the friction force of a row by 1.3 or turns it by 5 degrees.
static void breakRow( ssLogFrame* frame, int row, bool turns )
{
    ssVec3 n = ssLogFrame_Vector( frame, ss_logNx, row ), f = ssLogFrame_Vector( frame, ss_logFx, row );
    double load = ssVec3_Dot( f, n ), angle = 5.0 * SS_PI / 180.0;
    ssVec3 friction = ssVec3_MulAdd( f, -load, n ), across = ssVec3_Cross( n, friction );
    friction = turns ? ssVec3_MulAdd( ssVec3_Scale( cos( angle ), friction ), sin( angle ), across )
                     : ssVec3_Scale( 1.3, friction );
    ssLogFrame_SetVector( frame, ss_logFx, row, ssVec3_MulAdd( friction, load, n ) );
}

/// Breaks every hundredth of the contacts that are faster than `least`, and than a share of the fastest of
/// their frame that is as much above what sliding means.
static void breakFrame( ssLogFrame* frame, double least, double share, int* sliding, Found* found )
{
    double fastest = 0.0;
    for ( int row = 0; row < frame->count; ++row )
    {
        fastest = fmax( fastest, ssVec3_Length( ssLogFrame_Vector( frame, ss_logVx, row ) ) );
    }
    for ( int row = 0; row < frame->count; ++row )
    {
        ssVec3 n = ssLogFrame_Vector( frame, ss_logNx, row ), v = ssLogFrame_Vector( frame, ss_logVx, row );
        ssVec3 f = ssLogFrame_Vector( frame, ss_logFx, row );
        double speed = ssVec3_Length( ssVec3_MulAdd( v, -ssVec3_Dot( v, n ), n ) );
        bool slides = ssVec3_Dot( f, n ) > 1e-3 && speed > fmax( least, share * fastest );
        if ( slides && ++*sliding % 100 == 0 && found->planted < SS_COUNT( found->keys ) )
        {
            breakRow( frame, row, found->planted % 2 == 1 );
            found->keys[found->planted++] = keyOf( frame->t, frame->columns[ss_logContact][row] );
        }
    }
}

static ssResult breakLog( const logText* text, double least, double share, logText* broken, Found* found )
{
    ssSource source = ssMemorySource( "log.csv", text->bytes, text->used );
    const ssSink sink = { .context = broken, .write = logAppend };
    ssContactLog* log = NULL;
    ssLogWriter* writer = NULL;
    ssLogFrame frame = { 0 };
    int sliding = 0;
    ssResult result = ssOpenContactLog( &source, NULL, &log );
    result = result.code == ss_ok ? ssBeginLog( &sink, "csv", ssContactLog_Known( log ), &writer ) : result;
    for ( int k = 0; result.code == ss_ok && k < ssContactLog_FrameCount( log ); ++k )
    {
        result = ssContactLog_ReadFrame( log, k, &frame );
        breakFrame( &frame, least, share, &sliding, found );
        result = result.code == ss_ok ? ssLogWriter_Frame( writer, &frame ) : result;
    }
    testMust( ssLogWriter_End( writer ) );
    ssLogFrame_Destroy( &frame );
    ssCloseContactLog( log );
    return result;
}

TEST brokenContactsAreFoundAndNoOthers( void )
{
    // The solver's own error must be smaller than the planted ones, also of a corner that carries a
    // ten-thousandth of the load: at the default tolerance the slip of contacts that barely slide may have
    // any direction; at a tight one all that slides is found.
    static const struct
    {
        const char* run;
        double margin; // of the speed over that of sliding
    } runs[] = { { "sphere-pile --preset tiny", 20.0 }, { "playground --until 2 --set tol=1e-8", 20.0 },
        { "sphere-pile --preset tiny --set mu=0.3 --set tol=1e-7", 1.0 },
        { "sphere-pile --preset tiny --seed 4 --set tol=1e-7", 1.0 }, { "lanes --preset tiny", 1.0 } };
    int planted = 0;
    for ( int i = 0; i < SS_COUNT( runs ); ++i )
    {
        static Found found;
        found = ( Found ){ 0 };
        const char* path = logOf( runs[i].run );
        ASSERTm( runs[i].run, path != NULL );
        logText text = { 0 }, broken = { 0 };
        text.bytes = testReadFile( path, &text.used );
        ssLogAuditOptions options = ssDefaultLogAuditOptions();
        ssLogAudit audit;
        ASSERT( logAuditText( &text, &options, &audit ) );
        ASSERT_EQ( ss_ok,
            breakLog( &text, runs[i].margin * audit.slidingSpeed, runs[i].margin * 1e-3, &broken, &found )
                .code );
        ASSERTm( runs[i].run, found.planted > 0 );
        planted += found.planted;
        options.violation = noteViolation;
        options.context = &found;
        ASSERT( logAuditText( &broken, &options, &audit ) );
        ASSERT_EQ_FMTm( runs[i].run, found.planted, found.found, "%d" );
        ASSERT_EQ_FMTm( runs[i].run, 0, found.extra, "%d" );
        // scaled ones leave the cone, turned ones do not oppose the slip
        ASSERT_EQ( ( found.planted + 1 ) / 2, (int)audit.checks[ss_logCheckCone].violations );
        ASSERT_EQ( found.planted / 2, (int)audit.checks[ss_logCheckSlipDirection].violations );
        free( text.bytes );
        free( broken.bytes );
    }
    ASSERT( planted >= 20 );
    PASS();
}

// -------------------------------------------------------------------------------------------------- commands

TEST eachCheckFindsItsError( void )
{
    static const struct
    {
        const char *columns, *row, *settings, *check;
    } rows[] = {
        { "", "0,0,1,-6,0,10,1,0,0", "--set mu=0.5", "cone" },
        { "", "0,0,1,0,0,-10,1,0,0", "--set mu=0.5", "cone" }, // it pulls
        { ",mu", "0,0,1,-6,0,10,1,0,0,0.5", "", "cone" },
        { "", "0,0,1,-3,4,10,1,0,0", "--set mu=0.5", "slip_direction" },
        { "", "0,0,1,5,0,10,1,0,0", "--set mu=0.5", "energy" },
        { "", "0,0,1,-2,0,10,1,0,0", "--set mu=0.5", "creep" },
        { ",gap", "0,0,1,-5,0,10,1,0,0,0.1", "--set mu=0.5", "complementarity" },
        { ",mx,my,mz,mu_r", "0,0,1,0,0,10,0,0,0,0.2,0,0,0.01", "", "rolling" },
        { ",mx,my,mz", "0,0,1,0,0,10,0,0,0,0,0,0.2", "--set mu_s=0.01", "spinning" },
        { ",mx,my,mz,wx,wy,wz", "0,0,1,0,0,10,0,0,0,0.2,0,0,1,0,0", "", "energy" },
    };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        testRun run =
            testShell( "printf '" HEADINGS "%s\\n0,%s\\n0.01,%s\\n' > $D/x.csv; $S audit $D/x.csv %s",
                rows[i].columns, rows[i].row, rows[i].row, rows[i].settings );
        ASSERT_EQm( run.out, 1, run.status );
        char line[64];
        snprintf( line, sizeof line, "\n%s ", rows[i].check );
        const char* at = strstr( run.out, line );
        ASSERTm( run.out, at != NULL && strcspn( at + 1, "\n" ) > 60 );
        char* end = strchr( at + 1, '\n' );
        ASSERTm( run.out, end - at > 8 && memcmp( end - 6, "FAILED", 6 ) == 0 );
    }
    PASS();
}

TEST whatALogDoesNotSayIsNull( void )
{
    testRun run =
        testShell( "printf '" HEADINGS "\\n0,0,0,1,-5,0,10,1,0,0\\n' > $D/x.csv; $S audit $D/x.csv --json" );
    ASSERT_EQ( 0, run.status );
    static const char* const parts[] = { "\"frames\": 1", "\"contacts\": 1", "\"cone\": null",
        "\"slip_direction\": {", "\"complementarity\": null", "\"energy\": {", "\"rolling\": null",
        "\"spinning\": null", "\"creep\": null", "\"set\": \"unknown\"", "\"mu\": null",
        "\"relaxed\": null" };
    for ( int i = 0; i < SS_COUNT( parts ); ++i ) { ASSERTm( run.out, testContains( run.out, parts[i] ) ); }
    PASS();
}

TEST aConditionChoosesTheContacts( void )
{
    // Thirty blocks slide on the ground, body 0, with mu = 0.2, and on body 7
    // with 0.6; the one between 7 and 8 pulls.
    static const char write[] =
        "awk 'BEGIN { print \"t,a,b,nx,ny,nz,fx,fy,fz,vx,vy,vz\"; for (i = 0; i < 60; ++i) { "
        "mu = i % 2 ? 0.2 : 0.6; x = cos(i * 0.7); y = sin(i * 0.7); "
        "print i * 0.01 \",\" (i % 2 ? 0 : 7) \",\" (10 + i) \",0,0,1,\" (-10 * mu * x) \",\" (-10 * mu * y) "
        "\",10,\" x \",\" y \",0\" } "
        "print \"0.6,7,8,0,0,1,0,0,-5,0,0,0\" }' >$D/two.csv; ";
    testRun run = testShell( "%s$S audit $D/two.csv --where 'body 0' --json", write );
    ASSERT_STATUS( 0, run );
    ASSERT_STR_EQ( "30", fromJson( run.out, "contacts" ) );
    ASSERT_IN_RANGE( 0.2, atof( fromJson( run.out, "fingerprint.mu" ) ), 1e-5 ); // six digits in the file
    run = testShell( "%s$S audit $D/two.csv --where 'body 7 and not pair 7-8' --json", write );
    ASSERT_STATUS( 0, run );
    ASSERT_IN_RANGE( 0.6, atof( fromJson( run.out, "fingerprint.mu" ) ), 1e-5 );
    run = testShell( "%s$S audit $D/two.csv --where 'pair 8-7'", write );
    ASSERT_STATUS( 1, run ); // it pulls
    // Without a condition, numbers by the body below.
    run = testShell( "%ssed -i /7,8/d $D/two.csv; $S audit $D/two.csv", write );
    ASSERTm( run.out, testContains( run.out, "no single mu fits all contacts" ) );
    ASSERTm( run.out,
        testContains( run.out, "body 0: mu = 0.2 ±" ) && testContains( run.out, "body 7: mu = 0.6 ±" ) );
    run = testShell( "%ssed -i /7,8/d $D/two.csv; $S audit $D/two.csv --json", write );
    ASSERT_STATUS( 0, run );
    ASSERT_STR_EQ( "0 7", fromJson( run.out, "pairs[*].a" ) );
    run = testShell( "%s$S audit $D/two.csv --where 'body 99'", write );
    ASSERT_REFUSED( run );
    ASSERT_SAYS( run, "no contact of the log satisfies the condition" );
    run = testShell( "%s$S audit $D/two.csv --where 'weight > 2'", write );
    ASSERT_REFUSED( run );
    ASSERT_SAYS( run, "--where" );
    ASSERT_SAYS( run, "margin" );
    PASS();
}

TEST badInputHasAMessage( void )
{
    static const struct
    {
        const char *command, *says;
    } rows[] = {
        { "$S audit $D/none.csv", "none.csv" },
        { "$S audit $D", "it is a folder" },
        { "$S audit", "FILE" },
        { "$S audit $D/x.csv --set my=1", "unknown key 'my'" },
        { "$S audit $D/x.csv --set mu=-1", "expected a finite number >= 0" },
        { "$S audit $D/x.csv --set h=0", "expected a finite number > 0" },
        { "$S audit $D/x.csv --tol 0", "--tol" },
        { "$S audit $D/x.csv --map fx", "expected OURS=THEIRS" },
        { "$S audit $D/x.csv --map force=fx", "there is no column 'force'" },
        { "$S audit $D/x.csv --map fx=force_x", "no column force_x" },
        { "$S audit $D/bad.csv", "line 3: the normal has length 3" },
        { "$S audit $D/last.csv", "line 2: 4 cells under 10 headings" },
        { "sed 's/$/,0.5/; 1s/,0.5$/,mu/; 2s/0.5$/-0.5/' $D/x.csv > $D/mu.csv; $S audit $D/mu.csv",
            "line 2: mu = -0.5; allowed: >= 0" },
        { "$S convert $D/x.csv", "IN OUT" },
        { "$S convert $D/x.csv $D/y.txt", "the ending names the form of a log; known: " },
        { "$S convert $D/bad.csv $D/y.csv", "line 3: the normal" },
        { "$S convert $D/x.csv $D/no/y.csv", "cannot write" },
        { "$S run rolling-sphere --contacts $D/y.txt", "the ending names the form" },
        { "$S run rolling-sphere --contacts $D/y.csv --csv $D/y.csv", "a file of another table" },
    };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        testRun run = testShell( "row=0,0,0,1,-5,0,10,1,0,0; printf '" HEADINGS "\\n'$row'\\n' > $D/x.csv\n"
                                 "printf '" HEADINGS "\\n'$row'\\n1,0,0,3,0,0,0,0,0,0\\n' > $D/bad.csv\n"
                                 "printf '" HEADINGS
                                 "\\n0,0,0,1' > $D/last.csv\n%s; s=$?; test ! -e $D/y.csv || exit 9; exit $s",
            rows[i].command );
        ASSERT_EQ_FMTm( rows[i].command, 2, run.status, "%d" );
        ASSERTm( run.err, testContains( run.err, rows[i].says ) );
    }
    PASS();
}

TEST aConvertedLogIsTheSame( void )
{
    testRun run =
        testShell( "$S run sphere-pile --preset tiny --until 0.2 --contacts $D/a.csv >/dev/null && "
                   "sed 's/^t,/zeit,/' $D/a.csv > $D/b.csv && $S convert $D/b.csv $D/c.csv --map t=zeit && "
                   "$S convert $D/c.csv $D/d.csv && cmp $D/c.csv $D/d.csv && "
                   "$S audit $D/a.csv > $D/a.txt && $S audit $D/c.csv > $D/c.txt && cmp $D/a.txt $D/c.txt" );
    ASSERT_EQm( run.err, 0, run.status );
    run =
        testShell( "$S run sphere-pile --preset tiny --until 0.2 --contacts $D/a.csv >/dev/null && "
                   "$S run sphere-pile --preset tiny --until 0.2 --contacts $D/a.mcap >/dev/null && "
                   "$S convert $D/a.csv $D/b.mcap && $S convert $D/b.mcap $D/b.csv && "
                   "cut -d, -f1-25 $D/a.csv | cmp - $D/b.csv && " // mu_s is unknown in every row
                   "$S audit $D/a.csv > $D/a.txt && $S audit $D/a.mcap > $D/b.txt && cmp $D/a.txt $D/b.txt" );
    ASSERT_EQm( run.err, 0, run.status );
    PASS();
}

// A ball that bounces carries a load before it has closed its gap, with the velocity
// before the step, which a log does not have.
TEST impactsAreNoViolations( void )
{
    static const char* const runs[] = { "toss --set e=0 --until 1", "billiard-table --set tol=1e-9 --until 1",
        "playground --preset bounce --until 1 --set tol=1e-7" };
    for ( int i = 0; i < SS_COUNT( runs ); ++i )
    {
        testRun run = testShell(
            "$S run %s --contacts $D/i.mcap > /dev/null && $S audit $D/i.mcap | grep complementarity",
            runs[i] );
        ASSERTm( runs[i], testContains( run.out, "complementarity" ) && !testContains( run.out, "FAILED" ) );
    }
    // A body that hovers is held by nothing.
    testRun run = testShell(
        "for i in 0 1 2 3 4; do echo 0.00$i,7,8,0,0,1,0,0,10,0,0,0,0.001; done > $D/rows && "
        "(echo t,a,b,nx,ny,nz,fx,fy,fz,vx,vy,vz,gap; cat $D/rows) > $D/hover.csv && $S audit $D/hover.csv" );
    ASSERTm( run.out, testContains( run.out, "FAILED" ) );
    PASS();
}

SUITE( audit )
{
    RUN_TEST( ourOwnLogsAreClean );
    RUN_TEST( impactsAreNoViolations );
    RUN_TEST( everyScenarioWritesACleanLogOrSaysWhyItHasNone );
    RUN_TEST( anisotropicLawsAreNotAccused );
    RUN_TEST( theFingerprintOfAPileIsItsLaw );
    RUN_TEST( brokenContactsAreFoundAndNoOthers );
    RUN_TEST( eachCheckFindsItsError );
    RUN_TEST( whatALogDoesNotSayIsNull );
    RUN_TEST( aConditionChoosesTheContacts );
    RUN_TEST( pairsAreListedAsConditionsTakeThem );
    RUN_TEST( anAxisIsNamedOnce );
    RUN_TEST( tooFewDirectionsAreSaidInWords );
    RUN_TEST( dampersOfHalfAStepAreNotNamed );
    RUN_TEST( aNumberThatIsTooLongIsSaidToBe );
    RUN_TEST( badInputHasAMessage );
    RUN_TEST( aConvertedLogIsTheSame );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( audit );
    return TEST_END();
}
