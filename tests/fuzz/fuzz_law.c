// SPDX-License-Identifier: MIT
#include "law_fuzz.h"

// Feeds arbitrary bytes to the reader of the texts of laws.

int LLVMFuzzerTestOneInput( const unsigned char* data, size_t size );
size_t LLVMFuzzerMutate( unsigned char* data, size_t size, size_t capacity );
size_t LLVMFuzzerCustomMutator( unsigned char* data, size_t size, size_t capacity, unsigned seed );

// Any bytes are refused at a place inside them, or become a law that can be
// evaluated, exported and solved; nothing leaks.
int LLVMFuzzerTestOneInput( const unsigned char* data, size_t size )
{
    static char text[LAW_FUZZ_CAPACITY];
    long accepted = 0;
    size = size < sizeof text - 1 ? size : sizeof text - 1;
    memcpy( text, data, size );
    text[size] = '\0';
    ssInstallAllocator( lawFuzzAllocate, lawFuzzFree, NULL );
    const char* wrong = lawFuzzCheck( text, size % 4 == 0, &accepted ); // solving takes most of the time
    if ( wrong != NULL )
    {
        fprintf( stderr, "%s\n", wrong );
        abort();
    }
    return 0;
}

/// Bytes as libFuzzer changes them, pieces of the language, and now and then a new text.
size_t LLVMFuzzerCustomMutator( unsigned char* data, size_t size, size_t capacity, unsigned seed )
{
    static lawFuzz fuzz;
    fuzz.random = seed;
    unsigned kind = lawFuzzPick( &fuzz, 16 );
    if ( kind < 7 || size >= LAW_FUZZ_CAPACITY ) { return LLVMFuzzerMutate( data, size, capacity ); }
    memcpy( fuzz.text, data, size );
    fuzz.length = (int)size;
    if ( kind == 15 ) { lawFuzzMake( &fuzz ); }
    for ( unsigned i = kind == 15 ? 0 : 1 + lawFuzzPick( &fuzz, 3 ); i > 0; --i ) { lawFuzzMutate( &fuzz ); }
    size_t length = (size_t)fuzz.length < capacity ? (size_t)fuzz.length : capacity;
    memcpy( data, fuzz.text, length );
    return length;
}
