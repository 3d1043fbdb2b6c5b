// SPDX-License-Identifier: MIT
#include "cone/cone_private.h"

// The checks of a cone, the names of its variants and faces, and the lengths of its vectors.

ssResult ssCheckCone( const ssCone* cone )
{
    if ( cone->dimension != 3 && cone->dimension != 5 && cone->dimension != 6 )
    {
        return ssError( ss_errorValue, "dimension", "dimension = %d; allowed: 3, 5 or 6", cone->dimension );
    }
    static const char* const keys[3] = { "mu", "mu_r", "mu_s" };
    for ( int i = 0; i < coneBlockCount( cone->dimension ); ++i )
    {
        double value = coneCoefficient( cone, i );
        if ( !( value >= 0.0 && isfinite( value ) ) )
        {
            return ssError(
                ss_errorValue, keys[i], "%s = %g; allowed: a finite number >= 0", keys[i], value );
        }
    }
    if ( (int)cone->variant < 0 || cone->variant >= ss_coneVariantCount )
    {
        return ssError( ss_errorValue, "variant", "variant = %d; allowed: 0 to %d", (int)cone->variant,
            ss_coneVariantCount - 1 );
    }
    if ( coneIsPolyhedral( cone ) &&
        ( cone->facets < SS_CONE_MIN_FACETS || cone->facets > SS_CONE_MAX_FACETS ) )
    {
        return ssError( ss_errorValue, "k", "k = %d; allowed: %d to %d", cone->facets, SS_CONE_MIN_FACETS,
            SS_CONE_MAX_FACETS );
    }
    if ( coneIsPolyhedral( cone ) && !isfinite( cone->facetAngle ) )
    {
        return ssError(
            ss_errorValue, "facet_deg", "the facet angle is %g; allowed: a finite number", cone->facetAngle );
    }
    return ssOk();
}

static const char* const s_variantNames[ss_coneVariantCount] = { "intersection", "ellipsoidal",
    "circumscribed", "inscribed" };

const char* ssConeVariantName( ssConeVariant variant )
{
    SS_ASSERT( (int)variant >= 0 && variant < ss_coneVariantCount );
    return s_variantNames[variant];
}

const char* ssConeFaceName( int dimension, ssConeFace face )
{
    static const char* const names[3][8] = {
        { "-", "A" },
        { "--", "A-", "-A", "AA" },
        { "---", "A--", "-A-", "AA-", "--A", "A-A", "-AA", "AAA" },
    };
    if ( face & ss_faceApex ) { return "apex"; }
    int blocks = coneBlockCount( dimension );
    return names[blocks - 1][(unsigned)face & ( ( 1u << blocks ) - 1u )];
}

double coneNorm( int n, const double* x )
{
    double square = 0.0, largest = 0.0;
    for ( int i = 0; i < n; ++i )
    {
        square += x[i] * x[i];
        largest = ssMax( largest, fabs( x[i] ) );
    }
    if ( ( square > CONE_SQUARE_MIN && square < CONE_SQUARE_MAX ) || largest == 0.0 )
    {
        return sqrt( square );
    }
    square = 0.0;
    for ( int i = 0; i < n; ++i ) { square += ( x[i] / largest ) * ( x[i] / largest ); }
    return largest * sqrt( square );
}

double coneScaleOf( int n, const double* x )
{
    double largest = 0.0;
    for ( int i = 0; i < n; ++i ) { largest = ssMax( largest, fabs( x[i] ) ); }
    if ( !( largest > 0.0 ) || !isfinite( largest ) ) { return 1.0; }
    int exponent = 0;
    frexp( largest, &exponent );
    // The reciprocal of the smallest numbers would overflow.
    return ldexp( 1.0, exponent < -1020 ? 1020 : -exponent );
}
