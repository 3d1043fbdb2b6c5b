// SPDX-License-Identifier: MIT
#include "problem/problem_private.h"

#include <string.h>

// Finds out in which form a file is and hands it to the reader of that form.

ssResult ssReadProblem( const char* text, size_t length, ssProblem* problem )
{
    *problem = ( ssProblem ){ 0 };
    size_t at = 0;
    bool byteOrderMark = length >= 3 && memcmp( text, "\xef\xbb\xbf", 3 ) == 0;
    text += byteOrderMark ? 3 : 0;
    length -= byteOrderMark ? 3 : 0;
    while ( at < length && ( text[at] == ' ' || text[at] == '\t' || text[at] == '\n' || text[at] == '\r' ) )
    {
        ++at;
    }
    ssResult result;
    if ( at == length )
    {
        result = ssError( ss_errorFormat, NULL, "line 1: the file is empty" );
    }
    else if ( text[at] == '{' || text[at] == '[' )
    {
        result = problemReadJson( text, length, problem );
    }
    else if ( text[at] >= '0' && text[at] <= '9' )
    {
        result = problemReadDat( text, length, problem );
    }
    else if ( length >= 4 && memcmp( text, "\x89HDF", 4 ) == 0 )
    {
        result = problemReadFclib( text, length, problem );
    }
    else
    {
        result = ssError( ss_errorFormat, NULL,
            "line 1: this is neither a Slipstick problem (JSON), nor a contact problem in Siconos' text "
            "form, nor one of FCLIB (HDF5)" );
    }
    if ( result.code != ss_ok )
    {
        ssProblem_Destroy( problem );
    }
    return result;
}
