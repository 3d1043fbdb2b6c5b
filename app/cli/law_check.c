// SPDX-License-Identifier: MIT
#include "cli/law_commands.h"

#include "base/args_law.h"
#include "base/os.h"

// `slipstick law check`: is the text a law?

int lawCheck( int argc, char** argv )
{
    argsSpec spec = { .command = "law check",
        .usage = "FILE",
        .summary = "Checks a law: its text, its units and its parameters.",
        .notes = "FILE is a file, or the name of a shipped law. A wrong text is reported as FILE:LINE:COL: "
                 "what, with status 2.",
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
    osWriter* out = NULL;
    ssResult result = osBeginWrite( "-", &out );
    if ( result.code == ss_ok )
    {
        osPrintf( out, "%s: parameters %d, states %d\n", ssLawProgram_Title( law ),
            ssLawProgram_ParamCount( law ), ssLawProgram_StateCount( law ) );
        result = osCommitWrite( out );
    }
    ssLawProgram_Release( law );
    return result.code == ss_ok ? ARGS_STATUS_OK : argsRefuse( spec.command, result );
}
