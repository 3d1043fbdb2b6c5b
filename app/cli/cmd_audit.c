// SPDX-License-Identifier: MIT
#include "base/contact_file.h"
#include "base/json_writer.h"
#include "base/thread_pool.h"
#include "cli/commands.h"
#include "slipstick/log_audit.h"
#include "slipstick/param.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// `slipstick audit`: checks the contacts of a log and names the friction law that its simulator used.

#define PAIRS_SHOWN 20
#define ROUGH_FIT 0.03 // of mu: what a law leaves unexplained beyond it is worth a word

/// Damping that half a step between force and displacement explains is none.
static bool isDamped( const ssLogSpring* spring ) { return spring->damping > 1.1 * spring->dampingErr; }

static void writeFingerprint( jsonWriter* json, const ssFingerprint* print )
{
    jsonBeginObject( json, "fingerprint" );
    jsonMembers( json, "set", ssLogSetName( print->set ), "directions",
        print->directions > 0 ? (double)print->directions : (double)NAN, "mu", print->mu, "mu_err",
        print->muErr, "mu_minor", print->muMinor, "axis_deg", print->axisDeg, "facets",
        print->facets > 0 ? (double)print->facets : (double)NAN, "facet_deg", print->facetDeg, "turn_deg",
        print->turnDeg != 0.0 ? print->turnDeg : (double)NAN, "mu_r", print->muR, "mu_s", print->muS );
    print->relaxedKnown ? jsonBool( json, "relaxed", print->relaxed ) : jsonNull( json, "relaxed" );
    jsonNumber( json, "v_eps", print->vEps );
    print->spring.stiffness > 0.0 ? jsonRow( json, "spring", "stiffness", print->spring.stiffness, "damping",
                                        isDamped( &print->spring ) ? print->spring.damping : 0.0 )
                                  : jsonNull( json, "spring" );
    jsonEndObject( json );
}

static void writePairs( jsonWriter* json, const ssLogPairs* pairs )
{
    jsonBeginArray( json, "pairs" );
    for ( int i = 0; i < pairs->count; ++i )
    {
        const ssLogPair* pair = pairs->items + i;
        jsonRow( json, NULL, "a", pair->a, "b", pair->b, "mu", pair->mu, "mu_err", pair->muErr, "contacts",
            pair->contacts );
    }
    jsonEndArray( json );
}

static void writeJson( osWriter* out, const ssLogAudit* audit )
{
    jsonWriter json = jsonBegin( osText( out ) );
    jsonBeginObject( &json, NULL );
    jsonMembers( &json, "frames", audit->frames, "contacts", (double)audit->contacts );
    jsonBeginObject( &json, "checks" );
    for ( int i = 0; i < ss_logCheckCount; ++i )
    {
        const ssLogFinding* finding = audit->checks + i;
        const char* name = ssLogCheckName( (ssLogCheck)i );
        if ( !finding->known )
        {
            jsonNull( &json, name );
            continue;
        }
        jsonRow( &json, name, "worst", finding->worst, "t", finding->t, "contact", finding->contact,
            "violations", (double)finding->violations );
    }
    jsonEndObject( &json );
    writeFingerprint( &json, &audit->fingerprint );
    writePairs( &json, &audit->pairs );
    jsonEndObject( &json );
}

/// What a check needs that a log may leave out.
static const char* missingFor( const ssLogAudit* audit, ssLogCheck check )
{
    bool sprung = audit->fingerprint.spring.stiffness > 0.0;
    bool ofSlip = check == ss_logCheckSlipDirection || check == ss_logCheckCreep;
    return sprung && ofSlip                   ? "a law of the slip: here friction follows a spring"
        : check == ss_logCheckComplementarity ? "the gap and, for a single frame, --set h"
        : check == ss_logCheckRolling         ? "moments and mu_r"
        : check == ss_logCheckSpinning        ? "moments and mu_s"
        : ssFingerprint_IsOtherLaw( &audit->fingerprint )
        ? "the law: no set of forces fits these; --set mu=NUMBER gives a circle"
        : "mu, or more contacts that slide";
}

static void printChecks( osWriter* out, const ssLogAudit* audit )
{
    osPrintf( out, "%-16s %12s %12s %10s %12s\n", "check", "worst", "t [s]", "contact", "violations" );
    for ( int i = 0; i < ss_logCheckCount; ++i )
    {
        const ssLogFinding* f = audit->checks + i;
        const char* name = ssLogCheckName( (ssLogCheck)i );
        if ( !f->known )
        {
            osPrintf( out, "%-16s unknown: it needs %s\n", name, missingFor( audit, (ssLogCheck)i ) );
        }
        else if ( f->worst > 0.0 )
        {
            osPrintf( out, "%-16s %12.4g %12.6g %10.0f %12" PRIu64 "%s\n", name, f->worst, f->t, f->contact,
                f->violations, f->violations > 0 ? "  FAILED" : "" );
        }
        else { osPrintf( out, "%-16s %12d %12s %10s %12d\n", name, 0, "", "", 0 ); }
    }
}

static void printFingerprint( osWriter* out, const ssFingerprint* print, bool mixed )
{
    osPrintf( out, "\nthe law that was used: %s", ssLogSetName( print->set ) );
    if ( print->directions > 0 && isfinite( print->mu ) )
    {
        osPrintf( out, " (seen in %d direction%s)", print->directions, print->directions == 1 ? "" : "s" );
    }
    else if ( print->directions > 0 && print->set == ss_logSetUnknown )
    {
        osPrintf( out, " (contacts slide in %d direction%s only: too few to tell, or another law)",
            print->directions, print->directions == 1 ? "" : "s" );
    }
    if ( mixed ) { osPrintf( out, ", mu from %.4g to %.4g", print->muMinor, print->mu ); }
    else if ( isfinite( print->mu ) ) { osPrintf( out, ", mu = %.4g ± %.2g", print->mu, print->muErr ); }
    if ( print->set == ss_logSetEllipse )
    {
        // 179.96° is no other axis than 0.0°
        osPrintf( out, ", smallest %.4g, major axis at %.1f°", print->muMinor,
            print->axisDeg < 179.95 ? print->axisDeg : 0.0 );
    }
    if ( print->set == ss_logSetPolygon )
    {
        osPrintf( out, " at its %d corners, the first at %.1f°, smallest %.4g", print->facets,
            print->facetDeg < 360.0 / print->facets - 0.05 ? print->facetDeg : 0.0, print->muMinor );
    }
    if ( print->turnDeg != 0.0 )
    {
        osPrintf( out, ", friction turned by %.3g° from the slip reversed", print->turnDeg );
    }
    if ( isfinite( print->muR ) ) { osPrintf( out, ", mu_r = %.4g m", print->muR ); }
    if ( isfinite( print->muS ) ) { osPrintf( out, ", mu_s = %.4g m", print->muS ); }
    if ( print->spring.stiffness > 0.0 )
    {
        osPrintf( out, "; tangential springs of %.3g N/m, ", print->spring.stiffness );
        if ( isDamped( &print->spring ) )
        {
            osPrintf( out, "damped by %.3g ± %.2g N s/m, ", print->spring.damping, print->spring.dampingErr );
        }
        osWriteText( out, "which give back what they store" );
    }
    osWriteText( out, print->relaxed ? "; relaxed: contacts open with mu |v_T| while they slide" : "" );
    if ( isfinite( print->vEps ) ) { osPrintf( out, "; regularised below %.3g m/s", print->vEps ); }
    osWriteText( out, "\n" );
    if ( print->set != ss_logSetUnknown && print->miss > ROUGH_FIT )
    {
        osPrintf( out,
            "half of the forces that slide are off it by more than %.0f%%: noise, several materials, or "
            "friction that depends on more than the direction\n",
            100.0 * print->miss );
    }
}

static bool arePairs( const ssLogPairs* pairs )
{
    return pairs->count > 0 && !isnan( pairs->items[0].a ) && !isnan( pairs->items[0].b );
}

/// A body as --where calls it.
static const char* nameBody( double body, char text[32] )
{
    body < 0.0 ? snprintf( text, 32, "ground" ) : snprintf( text, 32, "%.0f", body );
    return text;
}

static void printPairs( osWriter* out, const ssLogPairs* pairs )
{
    for ( int i = 0; i < pairs->count && i < PAIRS_SHOWN; ++i )
    {
        const ssLogPair* pair = pairs->items + i;
        char a[32], b[32];
        arePairs( pairs ) ? osPrintf( out, "  pair %s-%s", nameBody( pair->a, a ), nameBody( pair->b, b ) )
                          : osPrintf( out, "  body %s", nameBody( isnan( pair->a ) ? pair->b : pair->a, a ) );
        osPrintf(
            out, ": mu = %.4g ± %.2g, from %d contacts that slide\n", pair->mu, pair->muErr, pair->contacts );
    }
    if ( pairs->count > PAIRS_SHOWN )
    {
        osPrintf( out, "  … and %d more; --json has all\n", pairs->count - PAIRS_SHOWN );
    }
}

static int report( const ssLogAudit* audit, bool json )
{
    osWriter* out = osOpenWrite( "-" );
    if ( json ) { writeJson( out, audit ); }
    else
    {
        osPrintf( out, "%d frame%s, %" PRIu64 " contact%s, tolerance %g of the load\n\n", audit->frames,
            audit->frames == 1 ? "" : "s", audit->contacts, audit->contacts == 1 ? "" : "s",
            audit->tolerance );
        printChecks( out, audit );
        printFingerprint( out, &audit->fingerprint, audit->pairs.count > 0 );
        if ( audit->pairs.count > 0 )
        {
            osWriteText( out,
                arePairs( &audit->pairs ) ? "no single mu fits all contacts; by pairs of bodies:\n"
                                          : "no single mu fits all contacts; by bodies:\n" );
            printPairs( out, &audit->pairs );
        }
    }
    ssResult result = osCommitWrite( out );
    bool failed = false;
    for ( int i = 0; i < ss_logCheckCount; ++i ) { failed = failed || audit->checks[i].violations > 0; }
    return result.code != ss_ok ? argsRefuse( "audit", result )
        : failed                ? ARGS_STATUS_CHECK_FAILED
                                : ARGS_STATUS_OK;
}

/// Reads --where. Returns the exit status.
static int applyCondition( const char* where, ssCondition* condition, ssLogAuditOptions* options )
{
    ssResult result = ssParseCondition( where, condition );
    options->where = condition;
    return result.code == ss_ok ? ARGS_STATUS_OK : argsFail( "audit", "--where: %s", result.message );
}

int cmdAudit( int argc, char** argv )
{
    argsList settings = { 0 }, map = { 0 };
    ssLogAuditOptions audit = ssDefaultLogAuditOptions();
    static const char* const keys[] = { "mu", "mu_r", "mu_s", "h" };
    double* const numbers[] = { &audit.mu, &audit.muR, &audit.muS, &audit.h };
    bool json = false;
    const char* where = NULL;
    ssCondition condition;
    const argsOption options[] = {
        { "--where", "CONDITION",
            "audit only these contacts, such as 'pair 3-7' or 'speed > 1 mm/s and not body 0'",
            .text = &where },
        { "--set", "KEY=VALUE", "what you know: mu, mu_r [m], mu_s [m], the step size h [s]; repeatable",
            .list = &settings },
        { "--tol", "X", "largest error, relative to the load (default 0.001)", .number = &audit.tolerance,
            .above = true, .allowed = "> 0" },
        { "--map", "OURS=THEIRS", "a column that the file calls differently, such as fx=force_x; repeatable",
            .list = &map },
        { "--json", NULL, "print the checks and the fingerprint as JSON", .flag = &json },
    };
    argsSpec spec = { "audit",
        .summary = "Checks the contacts of any simulator's log, and names the friction law that was used.",
        .usage = "FILE [options]", ARGS_OPTIONS( options ), .wordMin = 1, .wordMax = 1, .wordName = "FILE",
        .notes = "A log has one row per contact and frame, in SI units, with named columns in any order:\n"
                 "  t nx ny nz fx fy fz vx vy vz                                       obligatory\n"
                 "  contact a b px py pz mx my mz wx wy wz gap mu mu_r mu_s            unknown where they "
                 "are missing\n"
                 "The normal points from body a to b; force and moment act on b; velocities are those of b "
                 "relative to a.\n"
                 "The manual has a chapter on logs. Status 1: a check failed; 2: the file is no log." };
    int status = ARGS_STATUS_OK;
    ARGS_PARSE( &spec, argc, argv );
    for ( int i = 0; i < settings.count && status == ARGS_STATUS_OK; ++i )
    {
        status = argsSetNumber( "audit", settings.items[i], keys, numbers, SS_COUNT( keys ), 3 );
    }
    status = status == ARGS_STATUS_OK && where != NULL ? applyCondition( where, &condition, &audit ) : status;
    contactFile file;
    status = status == ARGS_STATUS_OK ? contactOpen( "audit", spec.words.items[0], &map, &file ) : status;
    if ( status != ARGS_STATUS_OK ) { return status; }
    ssLogAudit findings;
    threadPool* pool = threadPoolStart( osProcessorCount() ); // reads tables faster; the answer is the same
    ssResult result = ssAuditContactLog( file.log, &audit, &findings );
    threadPoolStop( pool );
    status = result.code == ss_ok ? report( &findings, json ) : argsRefuse( "audit", result );
    contactClose( &file );
    return status;
}
