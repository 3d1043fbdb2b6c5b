// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/law.h"
#include "slipstick/rng.h"

// The pin-on-disk tribometer of Walker & Leine Sec. 5.2, and the way from measured forces to a material. A disk turns
// under a resting pin, so that one turn shows the friction force for every sliding direction. The tangential and radial
// force become points of the reservoir C in the frame of the disk (Eq. 119), their quotient the direction set D
// (Eq. 125), and both become ellipses and superellipses by least squares, with their uncertainty. A virtual tribometer
// gives forces of a known law through a sensor with crosstalk and noise: synthetic data, and called so everywhere.

#define SS_FORCES_MIN 36 ///< fewer samples than one per 10° show no shape

/// One measured instant.
typedef struct ssForceSample
{
    double phi;        ///< angle of the disk [rad]: the direction of sliding in its frame, from e_T1
    double tangential; ///< lambda_t [N], against the sliding
    double radial;     ///< lambda_r [N]
    double normal;     ///< lambda_N [N]; NAN when not measured
} ssForceSample;

// ------------------------------------------------------------------------------------------- the virtual machine

typedef struct ssTribometerDef
{
    const ssLaw* law;
    double normalForce; ///< [N], > 0
    int samples;        ///< in one turn, >= SS_FORCES_MIN
    double noise;       ///< standard deviation of each channel of the sensor [N], >= 0
    double crosstalk;   ///< size of the sensor's off-diagonal terms [-], |crosstalk| <= 0.3
    bool compensate;    ///< by the inverse of the sensor's matrix
} ssTribometerDef;

/// The sensor's matrix, row by row, for (lambda_r, lambda_t, lambda_N); its inverse is T of lambda = T F.
SS_API void ssSensorMatrix( double crosstalk, double matrix[9] );
SS_API bool ssInvert3( const double matrix[9], double inverse[9] );

/// The forces a law gives at the sliding angle phi, without sensor and noise.
SS_API ssForceSample ssTribometerForce( const ssLaw* law, double normalForce, double phi );

/// One turn of measured forces; `samples` has room for def->samples.
SS_API ssResult ssMeasureForces( const ssTribometerDef* def, ssRng* rng, ssForceSample* samples );

// ---------------------------------------------------------------------------------------------------- real data

/// Forces from a CSV file with the columns phi_deg, lambda_t, lambda_r and, if it has it, lambda_n. Headings may carry
/// units: "lambda_t [mN]" (N, mN, kN), "phi_deg [°]". What is wrong is told with its line. Give back with ssRelease.
SS_API ssResult ssReadForces( const char* path, ssForceSample** samples, int* count );

/// Does the file say of itself, in its name or a remark at its top, that its forces are synthetic?
SS_API bool ssForcesAreSynthetic( const char* path );

/// Turns a unit of a heading into a factor; false when it is none of a force, or of an angle.
SS_API bool ssForceUnit( const char* unit, double* factor );
SS_API bool ssAngleUnit( const char* unit, double* factor ); ///< to radians; "" is degrees

// ------------------------------------------------------------------------------------------------ identification

/// An ellipse (s = 2) or superellipse by least squares of ln r. Errors are half widths of 95% confidence.
typedef struct ssSetFit
{
    double a, b, s;
    double ratio; ///< a / b: all of D's size that can be known
    double aError, bError, sError, ratioError;
    double rms; ///< of the relative distance in radius [-]
    bool converged;
    int iterations;
} ssSetFit;

/// Fits r > 0 at the angles theta [rad]; errors stay NAN.
SS_API ssSetFit ssFitSuperellipse( int count, const double* theta, const double* r, bool ellipse );

/// Everything one turn tells. Arrays have `count` values at even disk angles.
typedef struct ssIdentification
{
    int count;
    double* phi;                       ///< [rad], 0 … 2 pi
    double *tangential, *radial;       ///< as measured, several turns averaged [N]
    double *tangentialLow, *radialLow; ///< after the low-pass filter [N]
    double *theta, *rC;      ///< the points of C: angle [rad], ascending but for noise, and radius [N]
    double* rD;              ///< D at the same angles, largest that fits into C [N]
    double load;             ///< mean normal force [N]; NAN when not measured
    double noise;            ///< what the filter took away, per channel: standard deviation [N]
    double closure;          ///< change of ln r_D over the turn before it was closed
    double mu1, mu2, muMean; ///< lambda_t / lambda_N at 0°, 90°, over all; NAN without a load
    ssSetFit ellipse, c, d;
} ssIdentification;

/// Filters with `harmonics` harmonics of the turn (0: not at all), rotates, integrates, closes, fits. Samples may be
/// uneven, in any order, and of several turns; a gap of more than 20° is refused. `load` [N] is used where samples carry
/// no normal force.
SS_API ssResult ssIdentify(
    const ssForceSample* samples, int count, int harmonics, double load, ssIdentification* result );
SS_API void ssIdentification_Destroy( ssIdentification* result );

/// How an identified material is written.
typedef enum ssMaterialForm
{
    ss_materialSuperellipse,
    ss_materialEllipse, ///< C by an ellipse, D = C: the associated law most of the literature assumes
    ss_materialPolygon, ///< the points themselves; D by its convex hull
    ss_materialFormCount
} ssMaterialForm;

/// The material as lines KEY=VALUE that --set takes; `source` is a remark for its first line. Returns the length, or 0
/// when it does not fit (16 kB are enough).
SS_API int ssIdentification_Material(
    const ssIdentification* result, ssMaterialForm form, const char* source, char* text, int capacity );
