// SPDX-License-Identifier: MIT
#pragma once

#include "solver_common.h"

#include "gauss_seidel/gauss_seidel.h"

/// Solves from zero with every set of instructions. Returns the name of one whose bits differ from those of
/// the first, NULL where all agree, and "refused" where a solve is.
static inline const char* setWithOtherBits( ssGs* gs, const ssProblem* problem, const ssGsOptions* options )
{
    size_t size = (size_t)ssProblem_Size( problem ) * sizeof( double );
    double *p = zeros( problem ), *other = zeros( problem );
    const char* differs = NULL;
    for ( int set = 0; set < ssGsInstructionSetCount() && differs == NULL; ++set )
    {
        ssGsReport report;
        memset( other, 0, size );
        bool solved = ssGs_UseInstructionSet( gs, set ) &&
            ssGs_Solve( gs, problem, options, set == 0 ? p : other, NULL, &report ).code == ss_ok;
        bool same = set == 0 || memcmp( p, other, size ) == 0;
        differs = !solved ? "refused" : same ? NULL : ssGsInstructionSetName( set );
    }
    free( p );
    free( other );
    return differs;
}
