// SPDX-License-Identifier: MIT
#include "base/simd.h"
#include "gauss_seidel/gs_private.h"

// The kernels exist once for each set of instructions. Which of them this processor has is asked at run time.

#if defined( __x86_64__ )
#define BASE_NAME "SSE2"
#elif defined( __aarch64__ )
#define BASE_NAME "NEON"
#elif defined( __wasm_simd128__ )
#define BASE_NAME "wasm SIMD"
#else
#define BASE_NAME "baseline"
#endif

// None is for AVX-512, which gains too little here (NOTES.md).
static const struct
{
    const char* name;
    const gsKernels *spheres, *bodies;
    gsTask* const* single;
} s_sets[] = {
    { BASE_NAME, &gs_sphereKernels, &gs_bodyKernels, &gs_solveSingle },
    { "AVX2", &gs_sphereKernelsAvx2, &gs_bodyKernelsAvx2, &gs_solveSingleAvx2 },
};

int ssGsInstructionSetCount( void ) { return simdSetCount( gs_sphereKernelsAvx2.solve != NULL, false ); }

const char* ssGsInstructionSetName( int set )
{
    return set >= 0 && set < ssGsInstructionSetCount() ? s_sets[set].name : NULL;
}

bool ssGs_UseInstructionSet( ssGs* gs, int set )
{
    bool has = set >= 0 && set < ssGsInstructionSetCount();
    if ( has )
    {
        gs->sphereKernels = s_sets[set].spheres;
        gs->bodyKernels = s_sets[set].bodies;
        gs->solveSingle = *s_sets[set].single;
    }
    return has;
}
