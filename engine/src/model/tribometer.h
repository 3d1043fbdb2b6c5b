// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/law.h"
#include "slipstick/rng.h"

// The pin-on-disk tribometer (Walker & Leine Sec. 5.2) and the identification of a material. One turn yields
// the friction force for every sliding direction: points of C in the frame of the disk (Eq. 119), and D from
// the direction of the force (Eq. 125). Least squares fits (super)ellipses with confidence intervals. The
// forces of the virtual tribometer are synthetic, and are called so everywhere.

#define SS_FORCES_MIN 36 ///< one sample per 10°: fewer do not determine a shape

/// One measurement.
typedef struct ssForceSample
{
    double phi;        ///< angle of the disk [rad]: the direction of sliding in its frame, from e_T1
    double tangential; ///< lambda_t [N], opposite to the sliding
    double radial;     ///< lambda_r [N]
    double normal;     ///< lambda_N [N]; NaN: not measured
} ssForceSample;

typedef struct ssTribometerDef
{
    const ssLaw* law;
    double normalForce; ///< [N], > 0
    int samples;        ///< samples in one turn, >= SS_FORCES_MIN
    double noise;       ///< standard deviation of each channel of the sensor [N], >= 0
    double crosstalk;   ///< size of the off-diagonal terms of the sensor matrix [-], |crosstalk| <= 0.3
    bool compensate;    ///< multiply the measured forces by the inverse of the sensor matrix
    double speed;       ///< of sliding [m/s], for the user's own laws; 0: 1 m/s
    double turnTime; ///< of one turn [s], for those that remember; 0: so long that they are in steady sliding
} ssTribometerDef;

/// The sensor matrix, row by row, for (lambda_r, lambda_t, lambda_N); its inverse is the T of lambda = T F.
void ssSensorMatrix( double crosstalk, double matrix[9] );
/// Inverts a 3 × 3 matrix. False if it is singular.
bool ssInvert3( const double matrix[9], double inverse[9] );

/// The forces of a law at the sliding angle phi and 1 m/s, without sensor and noise.
ssForceSample ssTribometerForce( const ssLaw* law, double normalForce, double phi );

/// The forces of one turn without sensor and noise. A law that remembers has made a turn before.
void ssTribometerForces( const ssTribometerDef* def, ssForceSample* samples );

/// Simulates the measurement of one turn. `samples` has room for def->samples.
SS_CHECKED ssResult ssMeasureForces( const ssTribometerDef* def, ssRng* rng, ssForceSample* samples );

/// Reads a CSV file with the columns phi_deg, lambda_t, lambda_r and, optionally, lambda_n, whose headings
/// may have units: "lambda_t [mN]" (N, mN, kN), "phi_deg [°]". Rows without one of the first three are left
/// out and counted in `leftOut` (may be NULL). The caller frees the samples with ssRelease.
SS_CHECKED ssResult ssReadForces( const char* path, ssForceSample** samples, int* count, int* leftOut );

/// True if the name of the file, or a comment at its top, states that the forces are synthetic.
bool ssForcesAreSynthetic( const char* path );

/// The factor from a unit of force to newtons; "" means newtons. False if the unit is unknown.
bool ssForceUnit( const char* unit, double* factor );
/// The factor from a unit of angle to radians; "" means degrees. False if the unit is unknown.
bool ssAngleUnit( const char* unit, double* factor );

/// A (super)ellipse fitted by least squares; errors are half widths of 95% confidence intervals.
typedef struct ssSetFit
{
    double a, b, s;
    double ratio;    ///< a / b; of D only this ratio can be determined, not its size
    double rotation; ///< of axis 1, in (-45°, 45°] [rad]; 0 if it is not determined, as of a circle
    double aError, bError, sError, ratioError;
    double rotationError; ///< [rad]; NaN: the rotation is not determined
    double widening;      ///< factor in the errors because residuals are alike at neighbouring angles; >= 1
    double misfit;        ///< the part of them that is alike: of C relative to r, of D an angle [rad]
    bool isMisfit;        ///< that part is no chance: the set has another shape
    double rms;           ///< root mean square of the relative distance of the filtered points [-]
    bool converged;
    int iterations;
} ssSetFit;

/// The radius of a fitted set at the angle theta [rad].
double ssSetFit_Radius( const ssSetFit* fit, double theta );

/// The result of an identification. Arrays have `count` values at evenly spaced disk angles.
typedef struct ssIdentification
{
    int count;
    double* phi;                       ///< [rad], 0 to 2 pi
    double *tangential, *radial;       ///< measured forces, averaged over several turns [N]
    double *tangentialLow, *radialLow; ///< forces after the low-pass filter [N]
    double *theta, *rC;      ///< points of C: angle [rad], ascending except for noise, and radius [N]
    double* rD;              ///< radius of D at the same angles, scaled to the largest D inside C [N]
    double load;             ///< mean normal force [N]; NaN: not measured
    double noise;            ///< standard deviation of what the filter removed, per channel [N]
    double closure;          ///< change of ln r_D over one turn before D was closed
    double mu1, mu2, muMean; ///< lambda_t / lambda_N at 0°, at 90°, and its mean; NaN without a load
    ssSetFit ellipse, c, d;
    bool isFlipped; ///< the radial forces probably have the wrong sign
} ssIdentification;

/// Identifies C and D: filters the forces with `harmonics` harmonics of the turn (0: no filter), rotates
/// them, integrates and closes D, and fits both sets. Samples may be unevenly spaced, in any order, and from
/// several turns; a gap of more than 20° is an error. `load` [N] is used if the samples have no normal force.
SS_CHECKED ssResult ssIdentify(
    const ssForceSample* samples, int count, int harmonics, double load, ssIdentification* result );
void ssIdentification_Destroy( ssIdentification* result );

/// The form in which an identified material is written.
typedef enum ssMaterialForm
{
    ss_materialSuperellipse,
    ss_materialEllipse, ///< C is an ellipse and D = C: the associated law that most of the literature assumes
    ss_materialPolygon, ///< C is the polygon of the points, D the convex hull of its points
    ss_materialFormCount
} ssMaterialForm;

/// Writes KEY=VALUE lines for --set after `source` as a comment. Returns the length, 0: too long (16 kB do).
int ssIdentification_Material(
    const ssIdentification* result, ssMaterialForm form, const char* source, char* text, int capacity );
