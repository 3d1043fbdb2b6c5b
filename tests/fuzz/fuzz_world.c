// SPDX-License-Identifier: MIT
#include "slipstick/lab/lab.h"

#include "base/checksum.h"

#include <stdlib.h>
#include <string.h>

// Feeds arbitrary bytes to the reader of saved worlds.

int LLVMFuzzerTestOneInput( const unsigned char* data, size_t size );

/// A box, a ball and a hull on a plane with a law that remembers, and a joint, after a few steps.
static ssBlob makeBlob( void )
{
    static const ssVec3 corners[] = { { 0.1, 0.0, 0.0 }, { -0.1, 0.1, 0.0 }, { -0.1, -0.1, 0.0 },
        { 0.0, 0.0, 0.1 } };
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld* world = NULL;
    ssHull* hull = NULL;
    ssLawProgram* program = NULL;
    ssBlob blob = { 0 };
    if ( ssCreateWorld( &def, &world ).code != ss_ok ||
        ssCreateHull( corners, 4, &hull, NULL ).code != ss_ok ||
        ssCompileLaw( ssFindShippedLaw( "lugre" )->text, "lugre", &program, NULL ).code != ss_ok )
    {
        abort();
    }
    ssLawDef law = ssTextLawDef( program );
    ssBodyDef body = ssDefaultBodyDef();
    ssIgnore( ssWorld_AddLaw( world, &law, &body.law ) );
    ssJointDef joint = ssDefaultJointDef();
    const ssShape shapes[] = { ssPlaneShape(), ssSphereShape( 0.1 ),
        ssBoxShape( ssVec3_Make( 0.1, 0.1, 0.1 ) ), ssHullShape( hull ) };
    for ( int i = 0; i < SS_COUNT( shapes ); ++i )
    {
        body.shape = shapes[i];
        body.kind = i == 0 ? ss_bodyStatic : ss_bodyDynamic;
        body.pose.position = ssVec3_Make( 0.5 * i, 0.0, i > 0 ? 0.1 : 0.0 );
        body.velocity.x = 0.1 * i;
        ssIgnore( ssWorld_AddBody( world, &body, &joint.b ) );
    }
    joint.kind = ss_jointSeal;
    ssIgnore( ssWorld_AddJoint( world, &joint, NULL ) );
    for ( int i = 0; i < 5; ++i ) { ssWorld_Step( world, 0.01 ); }
    if ( ssWorld_Save( world, &blob ).code != ss_ok ) { abort(); }
    ssDestroyWorld( world );
    ssHull_Release( hull );
    ssLawProgram_Release( program );
    return blob;
}

static bool stopSoon( void* context ) { return --*(int*)context < 0; }

static void storeWord( unsigned char* bytes, uint64_t word )
{
    for ( int i = 0; i < 8; ++i ) { bytes[i] = (unsigned char)( word >> ( 8 * i ) ); }
}

// A saved world with some of its words exchanged, perhaps cut short, and with a right checksum: it
// is refused, or steps and can be saved again. Ten bytes of the input are a place and a word; so no
// seed is outdated by another form of the blob.
int LLVMFuzzerTestOneInput( const unsigned char* data, size_t size )
{
    static ssBlob whole;
    whole = whole.bytes == NULL ? makeBlob() : whole;
    size_t header = 32, words = ( whole.size - header ) / 8, length = whole.size;
    unsigned char* bytes = malloc( whole.size );
    memcpy( bytes, whole.bytes, whole.size );
    for ( ; size >= 10; data += 10, size -= 10 )
    {
        size_t place = (size_t)( data[0] | data[1] << 8 ) % words;
        memcpy( bytes + header + 8 * place, data + 2, 8 );
    }
    length = size >= 2 ? header + 8 * ( (size_t)( data[0] | data[1] << 8 ) % words ) : length;
    storeWord( bytes + 16, length );
    storeWord( bytes + 24, ssWordChecksum( bytes + header, length - header ) );
    ssWorld* world = NULL;
    if ( ssWorld_Restore( bytes, length, NULL, &world ).code == ss_ok )
    {
        int left = 2; // absurd states take long
        ssBlob again;
        ssWorld_SetStop( world, stopSoon, &left );
        ssWorld_Step( world, 0.01 );
        if ( ssWorld_Save( world, &again ).code != ss_ok ) { abort(); }
        ssBlob_Destroy( &again );
        ssDestroyWorld( world );
    }
    free( bytes );
    return 0;
}
