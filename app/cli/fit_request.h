// SPDX-License-Identifier: MIT
#pragma once

#include "base/args.h"
#include "slipstick/lab/fit.h"

// What `slipstick fit` was asked for, and what came out of it; one for each law that is compared.

typedef struct fitRequest
{
    ssScene scene;
    argsSpec spec;
    argsList data, frees, each, maps, noises, columns, targets, laws;
    double holdout;
    ssFitRank rank; // among several laws
    int seeds, threads, maxRuns;
    bool check, json, keepStep;
    const char *outPath, *reportFolder;

    const char* law; ///< the typed law of this one; NULL: the scenario's own
    ssFitData* tables;
    int tableCount;
    ssFitParam params[ARGS_LIST_MAX];
    ssFitTarget targetRows[ARGS_LIST_MAX];
    ssFitDef def;
    ssFitResult* result;
} fitRequest;

/// Writes parameters and warnings as text or JSON. `requests` are in order of their held-out error.
int fitPrintAnswer( fitRequest* const* requests, int count );
/// Writes KEY = VALUE ± ERROR lines for --set @FILE.
int fitWriteMaterial( const fitRequest* request );
/// Writes a page with the curves, the residuals and all numbers into the folder.
int fitWriteReport( fitRequest* const* requests, int count );
