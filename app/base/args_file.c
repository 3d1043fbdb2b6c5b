// SPDX-License-Identifier: MIT
#include "base/args_file.h"

#include "base/contact_file.h"
#include "base/file_kind.h"
#include "base/os.h"
#include "base/problem_file.h"

#include <stdio.h>

/// Fills the scene with a scenario that was made of a file.
static void holdScenario( argsSpec* spec, const ssScenario* scenario )
{
    spec->scene->def = ssDefaultSimDef( scenario );
    spec->scene->viewFlags = ss_drawDefault;
    ssScene_Hold( spec->scene );
    ssScenario_Release( scenario );
}

/// A contact log is a scenario made of that file.
static bool loadLog( argsSpec* spec, const char* path, int* status )
{
    const ssScenario* scenario = NULL;
    *status = contactOpenScenario( spec->command, path, spec->map, &scenario );
    if ( *status != ARGS_STATUS_OK )
    {
        return false;
    }
    holdScenario( spec, scenario );
    return true;
}

/// So is a contact problem, with its answer; the plots follow its worst contact.
static bool loadProblem( argsSpec* spec, const char* path, int* status )
{
    const ssScenario* scenario = NULL;
    int contact = 0;
    char text[16];
    ssResult result = problemScenario( path, spec->judge != NULL ? *spec->judge : NULL, &scenario, &contact );
    if ( result.code != ss_ok )
    {
        *status = argsRefuse( spec->command, result );
        return false;
    }
    holdScenario( spec, scenario );
    snprintf( text, sizeof( text ), "%d", contact );
    result = ssSimDef_Set( &spec->scene->def, "contact", text );
    if ( result.code != ss_ok )
    {
        *status = argsRefuse( spec->command, result );
        return false;
    }
    return true;
}

bool argsLoadContacts( argsSpec* spec, const char* path, bool* loaded, int* status )
{
    fileKind kind = osFileExists( path ) ? fileKindOf( path ) : file_scene;
    if ( spec->judge != NULL && *spec->judge != NULL && kind != file_problem )
    {
        *status = argsFail( spec->command, "--judge %s: '%s' is not a contact problem", *spec->judge, path );
        return false;
    }
    // A word on the command line names what is shown; a table is no
    // scene, and the message says what a log has.
    kind = kind == file_table ? file_log : kind;
    *loaded = kind == file_log || kind == file_problem;
    return kind == file_log    ? loadLog( spec, path, status )
        : kind == file_problem ? loadProblem( spec, path, status )
                               : true;
}

bool argsFitsLog( const argsSpec* spec, bool step, bool until, int* status )
{
    if ( !ssScenario_IsLog( spec->scene->def.scenario ) || ( !step && !until ) )
    {
        return true;
    }
    *status = argsFail(
        spec->command, "%s: the times of a contact log are those of its frames", step ? "--h" : "--until" );
    return false;
}
