// SPDX-License-Identifier: MIT
#include "cli/run_contacts.h"

#include "base/contact_file.h"

#include <stdio.h>
#include <string.h>

// Everything that a contact of a scenario knows.
#define COLUMNS ( ( 1u << ss_logColumnCount ) - 1u )

ssResult runBeginContacts( const char* path, const ssScenario* scenario, runContacts* contacts )
{
    *contacts = ( runContacts ){ 0 };
    if ( path == NULL )
    {
        return ssOk();
    }
    if ( scenario->noContacts != NULL )
    {
        return ssError( ss_errorValue, "--contacts", "%s has no contacts to log: %s", scenario->id,
            scenario->noContacts );
    }
    const char* form = NULL;
    ssResult result = contactFormOf( path, &form );
    contacts->bodies = result.code == ss_ok && strcmp( form, "mcap" ) == 0;
    result = result.code == ss_ok ? osBeginStream( path, &contacts->out ) : result;
    if ( result.code != ss_ok )
    {
        return result;
    }
    const ssSink sink = contactSink( contacts->out );
    result = ssBeginLog( &sink, form, COLUMNS, &contacts->writer );
    if ( result.code != ss_ok )
    {
        osAbortWrite( contacts->out );
        contacts->out = NULL;
    }
    return result;
}

static void addContacts( void* context, int count, const ssContactView* views )
{
    runContacts* contacts = context;
    contacts->pending = contacts->pending || ( count > 0 && views[0].pending );
    if ( contacts->result.code == ss_ok )
    {
        contacts->result = ssLogFrame_AddViews( &contacts->frame, count, views );
    }
}

static void addSpheres( void* context, int count, const ssDrawSphere* spheres )
{
    runContacts* contacts = context;
    if ( contacts->result.code == ss_ok )
    {
        contacts->result = ssLogFrame_AddSpheres( &contacts->frame, count, spheres );
    }
}

static void addSolids( void* context, int count, const ssDrawSolid* solids )
{
    runContacts* contacts = context;
    if ( contacts->result.code == ss_ok )
    {
        contacts->result = ssLogFrame_AddSolids( &contacts->frame, count, solids );
    }
}

static void addPlanes( void* context, int count, const ssDrawPlane* planes )
{
    runContacts* contacts = context;
    if ( contacts->result.code == ss_ok )
    {
        contacts->result = ssLogFrame_AddPlanes( &contacts->frame, count, planes );
    }
}

ssResult runAddContacts( runContacts* contacts, const ssSim* sim )
{
    if ( contacts->out == NULL || osWriteStopped( contacts->out ) )
    {
        return ssOk(); // why it stopped is said in the end
    }
    contacts->frame.count = contacts->frame.bodyCount = 0;
    contacts->frame.t = ssSim_Time( sim );
    contacts->result = ssOk();
    contacts->pending = false;
    const ssDraw draw = { .flags = ss_drawBodies | ss_drawGround,
        .context = contacts,
        .contacts = addContacts,
        .spheres = addSpheres,
        .solids = addSolids,
        .planes = addPlanes };
    ssSim_Draw( sim, &draw );
    // A frame without contacts has only bodies, for which not every form has a place.
    bool empty = contacts->frame.count == 0 && ( !contacts->bodies || contacts->pending );
    if ( contacts->result.code != ss_ok || empty )
    {
        return contacts->result;
    }
    contacts->any = contacts->any || contacts->frame.count > 0;
    ssLogFrame_UpdateKnown( &contacts->frame );
    ssResult result = ssLogWriter_Frame( contacts->writer, &contacts->frame );
    if ( osPartialName( contacts->out ) != NULL )
    {
        osFlushWrite( contacts->out );
    }
    return osWriteStopped( contacts->out ) ? ssOk() : result;
}

ssResult runEndContacts( runContacts* contacts )
{
    bool stopped = contacts->out != NULL && osWriteStopped( contacts->out );
    ssResult result = ssLogWriter_End( contacts->writer );
    result = stopped ? ssOk() : result;
    contacts->writer = NULL;
    ssLogFrame_Destroy( &contacts->frame );
    if ( contacts->out != NULL && !contacts->any )
    {
        fputs( "slipstick run: warning: nothing touched, the log of --contacts has no rows\n", stderr );
    }
    return result;
}
