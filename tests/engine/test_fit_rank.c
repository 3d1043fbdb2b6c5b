// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/base.h"
#include "slipstick/lab/fit.h"
#include "slipstick/law_text.h"
#include "slipstick/rng.h"
#include "slipstick/vecmath.h"

// A disk slides to rest under one of five laws. From its path and speed with 2% noise, which law was it? The
// law that made the data is first, or it is tied with one that contains it and differs by nothing in the
// data.

enum
{
    lawCount = 5,
    rowCount = 120,
    columnCount = 3
};

static const struct
{
    const char *name, *text;
    const char *truth, *truth2, *free[4]; // "mu=0.2"
    unsigned containedIn;                 // bits of laws
} s_laws[lawCount] = {
    { "coulomb", "law \"a\"\nparam mu = 0.2 in 0 .. 1\nC = disc(mu)\n", "mu=0.22", "mu=0.3", { "mu" }, 0x1e },
    { "viscous", "law \"b\"\nparam mu = 0.2 in 0 .. 1\nparam c = 0.05 in 0 .. 1\nC = disc(mu + c*v)\n",
        "c=0.12", "c=0.09", { "mu", "c" }, 0x08 },
    { "stribeck",
        "law \"c\"\nparam mu = 0.2 in 0 .. 1\nparam d = 0.1 in 0 .. 1\nparam w = 0.6 in 0.05 .. 5\n"
        "C = disc(mu + d*exp(-(v/w)^2))\n",
        "d=0.2", "w=0.8", { "mu", "d", "w" }, 0x08 },
    { "both",
        "law \"d\"\nparam mu = 0.2 in 0 .. 1\nparam d = 0.1 in 0 .. 1\nparam w = 0.6 in 0.05 .. 5\n"
        "param c = 0.05 in 0 .. 1\nC = disc(mu + d*exp(-(v/w)^2) + c*v)\n",
        "d=0.3", "c=0.15", { "mu", "d", "w", "c" }, 0 },
    { "fading", "law \"e\"\nparam mu = 0.4 in 0 .. 1\nparam b = 0.5 in 0 .. 9\nC = disc(mu/(1 + b*v^3))\n",
        "b=0.6", "b=0.3", { "mu", "b" }, 0 },
};

static double normal( ssRng* rng )
{
    double u = ssRng_Uniform( rng ), v = ssRng_Uniform( rng );
    return sqrt( -2.0 * log( 1.0 - u ) ) * cos( 2.0 * SS_PI * v );
}

static void makeDef( int law, ssSimDef* def )
{
    *def = ssDefaultSimDef( ssFindScenario( "sliding-disk" ) );
    testMust( ssSimDef_SetLaw( def, s_laws[law].text, s_laws[law].name ) );
    testMust( ssSimDef_Set( def, "v0", "2" ) );
    testMust( ssSimDef_Set( def, "phi_deg", "30" ) );
}

static void setTruth( ssSimDef* def, const char* text )
{
    char key[32];
    snprintf( key, sizeof key, "%.*s", (int)strcspn( text, "=" ), text );
    testMust( ssSimDef_Set( def, key, strchr( text, '=' ) + 1 ) );
}

/// The exact run, with noise of 2% of what each signal varies by.
static void makeTable( const ssSimDef* def, uint64_t seed, ssFitData* data )
{
    static const char* const names[columnCount] = { "x", "y", "speed" };
    double row[SS_MAX_SIGNALS];
    ssSim* sim = NULL;
    ssRng rng = ssSeedRng( seed );
    *data = ( ssFitData ){ .rowCount = rowCount, .columnCount = columnCount, .name = "disk" };
    data->times = ssAlloc( rowCount * sizeof( double ) );
    data->lines = ssAlloc( rowCount * sizeof( int ) );
    data->values = ssAlloc( rowCount * columnCount * sizeof( double ) );
    testMust( ssCreateSim( def, &sim ) );
    for ( int r = 0; r < rowCount; ++r )
    {
        ssSim_Signals( sim, row );
        data->times[r] = ssSim_Time( sim );
        data->lines[r] = r + 2;
        for ( int c = 0; c < columnCount; ++c )
        {
            data->columns[c].signal = ssFindSignal( def->scenario, names[c] );
            data->values[r * columnCount + c] = row[data->columns[c].signal];
        }
        for ( int k = 0; k < 5; ++k ) { ssSim_Step( sim ); }
    }
    ssDestroySim( sim );
    for ( int c = 0; c < columnCount; ++c )
    {
        double mean = 0.0, square = 0.0;
        for ( int r = 0; r < rowCount; ++r ) { mean += data->values[r * columnCount + c] / rowCount; }
        for ( int r = 0; r < rowCount; ++r )
        {
            double off = data->values[r * columnCount + c] - mean;
            square += off * off / rowCount;
        }
        data->columns[c].spread = sqrt( square );
        data->columns[c].count = rowCount;
        for ( int r = 0; r < rowCount; ++r )
        {
            data->values[r * columnCount + c] += 0.02 * sqrt( square ) * normal( &rng );
        }
    }
}

/// Fits all laws to a run of one of them, and ranks them.
static void rankLaws( int truth, uint64_t seed, ssFitResult* results[lawCount], ssFitRank* ranks )
{
    static ssSimDef def;
    ssFitData data;
    makeDef( truth, &def );
    setTruth( &def, s_laws[truth].truth );
    if ( seed % 2 == 1 ) { setTruth( &def, s_laws[truth].truth2 ); }
    makeTable( &def, seed, &data );
    for ( int law = 0; law < lawCount; ++law )
    {
        ssFitParam params[4];
        ssFitDef fit = { .base = &def,
            .data = &data,
            .dataCount = 1,
            .params = params,
            .holdout = 1.0 / 3.0,
            .noIntervals = true };
        makeDef( law, &def );
        while ( fit.paramCount < 4 && s_laws[law].free[fit.paramCount] != NULL )
        {
            params[fit.paramCount] = ssFreeParam( s_laws[law].free[fit.paramCount] );
            ++fit.paramCount;
        }
        testMust( ssFit( &fit, results + law ) );
    }
    ssRankFits( &data, (const ssFitResult* const*)results, lawCount, ranks );
    ssFitData_Destroy( &data );
}

/// Is the law that made the data first, or tied with a first one that contains it?
static bool isFound( int truth, const ssFitRank* ranks )
{
    bool found = ranks[0].index == truth;
    for ( int i = 1; i < lawCount; ++i )
    {
        bool contained = ( s_laws[truth].containedIn & 1u << ranks[0].index ) != 0;
        found = found || ( ranks[i].index == truth && ranks[i].tied && contained );
    }
    return found;
}

TEST theLawThatMadeTheDataIsFirst( void )
{
    int sets = testScale() >= 5.0 ? 50 : testScale() < 1.0 ? 5 : 10, found = 0, alone = 0;
    for ( int s = 0; s < sets; ++s )
    {
        ssFitResult* results[lawCount];
        ssFitRank ranks[lawCount];
        int truth = s % lawCount;
        rankLaws( truth, 100 + (uint64_t)s, results, ranks );
        bool good = isFound( truth, ranks );
        found += good;
        alone += ranks[0].index == truth;
        if ( !good || getenv( "SLIPSTICK_TEST_SAY" ) != NULL )
        {
            printf( "set %d by %s:", s, s_laws[truth].name );
            for ( int i = 0; i < lawCount; ++i )
            {
                printf( " %s%s %.1f (%.4f, %.1f)", ranks[i].tied ? "= " : "", s_laws[ranks[i].index].name,
                    ranks[i].behind, results[ranks[i].index]->holdoutRms, results[ranks[i].index]->bic );
            }
            printf( "\n" );
        }
        for ( int i = 0; i < lawCount; ++i ) { ssFitResult_Destroy( results[i] ); }
    }
    printf( "%d of %d found, %d of them alone or first\n", found, sets, alone );
    ASSERT( found >= sets - sets / 10 );
    PASS();
}

/// Twice as many parameters as needed cost 2 in AIC and ln n in BIC for each, less what noise they explain.
TEST criteriaChargeForParameters( void )
{
    ssFitResult* results[lawCount];
    ssFitRank ranks[lawCount];
    rankLaws( 0, 7, results, ranks );
    double values = results[0]->valueCount;
    for ( int law = 1; law < lawCount; ++law )
    {
        double extra = results[law]->paramCount - 1;
        double aic = results[law]->aic - results[0]->aic, bic = results[law]->bic - results[0]->bic;
        ASSERT_IN_RANGE( extra * ( log( values ) - 2.0 ), bic - aic, 1e-6 );
        // Wilks: 2 ln of the likelihood ratio is chi² with `extra` degrees of freedom; 20 is far out.
        if ( law < 4 ) { ASSERT( aic < 2.0 * extra + 0.1 && aic > 2.0 * extra - 20.0 ); }
    }
    for ( int i = 0; i < lawCount; ++i ) { ssFitResult_Destroy( results[i] ); }
    PASS();
}

SUITE( ranks )
{
    RUN_TEST( theLawThatMadeTheDataIsFirst );
    RUN_TEST( criteriaChargeForParameters );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( ranks );
    return TEST_END();
}
