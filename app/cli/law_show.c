// SPDX-License-Identifier: MIT
#include "cli/law_commands.h"

#include "base/args_law.h"

// `slipstick law show`: a picture of a law.

int lawShow( int argc, char** argv )
{
    const char* path = NULL;
    const argsOption options[] = { { "-o", "FILE.svg", "where to write the picture", .text = &path } };
    argsSpec spec = { .command = "law show",
        .usage = "FILE -o FILE.svg",
        .summary = "Draws a law.",
        .options = options,
        .optionCount = SS_COUNT( options ),
        .wordMin = 1,
        .wordMax = 1,
        .wordName = "a law" };
    int status = ARGS_STATUS_OK;
    if ( argsParse( &spec, argc, argv, &status ) == false )
    {
        return status;
    }
    ssLawProgram* law = argsCompileLaw( spec.command, spec.words.items[0], &status );
    if ( law == NULL )
    {
        return status;
    }
    ssLawProgram_Release( law );
    argsFail( spec.command, "this version draws no laws yet" );
    return ARGS_STATUS_UNSUPPORTED;
}
