// SPDX-License-Identifier: MIT
#pragma once

#include "test_main.h"

#include "model/rolling_cylinder.h"
#include "slipstick/vecmath.h"

// The two materials of the paper, and a reader for tables of numbers.

static inline ssCylinder testCylinder( int set, ssCylinderModel model, bool cosLoad, double alphaDeg )
{
    ssCylinder c = ssDefaultCylinder();
    c.stiffness = set == 1 ? 1e7 : 1e6;
    c.damping = set == 1 ? 5e5 : 8e4;
    c.dragB = set == 1 ? 0.2 : 0.65;
    c.model = model;
    c.cosLoad = cosLoad;
    c.alpha = alphaDeg * SS_PI / 180.0;
    return c;
}

/// The material of Figs. 5 and 6 (Eq. 12), under the load M g.
static inline ssCylinder testNoisyCylinder( double alphaDeg, double noise )
{
    ssCylinder c = testCylinder( 2, ss_cylinderApprox, false, alphaDeg );
    c.noise = noise;
    return c;
}

enum
{
    testColumnsMax = 16,
    testRowsMax = 256
};

typedef struct testTable
{
    int columns, rows;
    char names[testColumnsMax][48];
    double cells[testRowsMax][testColumnsMax];
} testTable;

static inline bool testReadTable( const char* name, testTable* table )
{
    char* text = testReadFile( testData( name ), NULL );
    memset( table, 0, sizeof *table );
    if ( text == NULL ) { return false; }
    char* line = strtok( text, "\n" );
    for ( char* cell = line; cell != NULL && table->columns < testColumnsMax; ++table->columns )
    {
        size_t length = strcspn( cell, ",\r" );
        snprintf( table->names[table->columns], sizeof table->names[0], "%.*s", (int)length, cell );
        cell = cell[length] == ',' ? cell + length + 1 : NULL;
    }
    while ( ( line = strtok( NULL, "\n" ) ) != NULL && table->rows < testRowsMax )
    {
        for ( int i = 0; i < table->columns; ++i )
        {
            table->cells[table->rows][i] = strtod( line, &line );
            line += *line == ',';
        }
        ++table->rows;
    }
    free( text );
    return table->rows > 0;
}

/// Returns the column of that name, or -1 if there is none.
static inline int testColumn( const testTable* table, const char* name )
{
    for ( int i = 0; i < table->columns; ++i )
    {
        if ( strcmp( table->names[i], name ) == 0 ) { return i; }
    }
    return -1;
}
