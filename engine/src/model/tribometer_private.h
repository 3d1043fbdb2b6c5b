// SPDX-License-Identifier: MIT
#pragma once

#include "model/tribometer.h"

// Shared by the identification: mean forces over the angle, least squares, fits and confidence.

/// The mean of the samples at one angle of the disk.
typedef struct tribometerPoint
{
    double phi;                // [rad]
    double tangential, radial; // [N]
    double theta, logRadius;   // of the force in the frame of the disk; ln of newtons
    double cosTheta, sinTheta, cosPhi, sinPhi;
    double weight; // number of samples
    double width;  // angle between neighbouring points [rad]
    double near;   // angle to an axis of D below which the slope of the model is a mean [rad]
    double blur;   // sqrt(3) standard deviations of theta [rad]
    double cosBlur, sinBlur;
    double residual; // of the latest fit, scaled to the noise of one sample [N]
} tribometerPoint;

enum
{
    tribometerParamsMax = 4,
    tribometerPreparedMax = 8
};

/// A model with parameters p. `prepare` computes what all points share; `residual` returns data minus model
/// and the model's gradient, theta moved by `shift` times the point's blur.
typedef struct tribometerModel
{
    int paramCount;
    void ( *prepare )( const double* p, double* prepared );
    double ( *residual )(
        const tribometerPoint* point, double shift, const double* prepared, double* gradient );
    /// The standard deviation of a residual for 1 N of noise, given the gradient.
    double ( *scale )( const tribometerPoint* point, const double* gradient );
} tribometerModel;

/// A weighted least-squares problem with bounds, and its solution (linalg/least_squares.h).
typedef struct tribometerFit
{
    const tribometerModel* model;
    tribometerPoint* points;
    int count, stride; // every stride-th point takes part
    bool isBlurred;    // theta is known up to the blur
    bool isFree[tribometerParamsMax];
    double p[tribometerParamsMax], low[tribometerParamsMax], high[tribometerParamsMax];
    double tolerance; // step at which it has converged
    double sum;       // of the weighted squares
    bool converged;
    int iterations;
} tribometerFit;

/// Minimises, from the present p on.
void tribometerMinimise( tribometerFit* fit );

// confidence

/// What the residuals of a fit say about its parameters.
typedef struct tribometerSpread
{
    bool isDetermined;     // false: the points do not determine all free parameters
    double covariance[16]; // of the parameters, widened
    double quantile;       // half width of the 95% interval in standard deviations
    double noise;    // standard deviation of one sample, from the differences of neighbouring residuals [N]
    double widening; // >= 1, of the standard deviations: for residuals that are alike at neighbouring angles
    bool isMisfit;   // the residuals are so much alike that it is no chance
    double misfit;   // root mean square of that part of the residuals; 0 if it may be chance [N]
} tribometerSpread;

tribometerSpread tribometerMeasureSpread( const tribometerFit* fit );

/// Fits C, with its half widths. Sets `blur` of the points.
ssSetFit tribometerFitC( tribometerPoint* points, int count, bool ellipse );

/// Fits the shape of D, with its half widths; its size is 1. `sum` is the sum of squares [N²].
ssSetFit tribometerFitD( tribometerPoint* points, int count, double* sum );

/// Are the radial forces more likely of the wrong sign? C and D are fitted, `sumD` by tribometerFitD.
bool tribometerIsFlipped(
    tribometerPoint* points, int count, const ssSetFit* c, const ssSetFit* d, double sumD );
