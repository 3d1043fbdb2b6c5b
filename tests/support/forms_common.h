// SPDX-License-Identifier: MIT
#pragma once

// What the tests of files and answers share: schemas by name, and documents and tables held against them.

#include "test_cli_common.h"

#include "json_schema.h"
#include "slipstick/base.h"
#include "slipstick/param.h"

#define FORMS_SCHEMAS SLIPSTICK_ROOT "/assets/schemas"

/// The schema in assets/schemas/NAME.schema.json, checked once and kept to the end. NULL, with a line on
/// stdout, when it is not there or not sound.
static inline const cJSON* formsSchema( const char* name )
{
    static struct
    {
        char name[256];
        cJSON* schema;
    } kept[16];
    int i = 0;
    while ( i < SS_COUNT( kept ) && kept[i].schema != NULL && strcmp( kept[i].name, name ) != 0 ) { ++i; }
    if ( i < SS_COUNT( kept ) && kept[i].schema == NULL )
    {
        char path[1024], why[512] = "this is no JSON";
        snprintf( path, sizeof( path ), "%s/%s.schema.json", FORMS_SCHEMAS, name );
        char* text = testReadFile( path, NULL );
        cJSON* schema = text != NULL ? cJSON_Parse( text ) : NULL;
        free( text );
        if ( schema == NULL || !jsonSchema_Check( schema, why, sizeof( why ) ) )
        {
            printf( "%s: %s\n", path, why );
            cJSON_Delete( schema );
            return NULL;
        }
        snprintf( kept[i].name, sizeof( kept[i].name ), "%s", name );
        kept[i].schema = schema;
    }
    return i < SS_COUNT( kept ) ? kept[i].schema : NULL;
}

static inline void formsTrim( char* text )
{
    char* end = text + strlen( text );
    while ( end > text && end[-1] == ' ' ) { *--end = 0; }
}

/// The next cell of a CSV text; returns what ended it: ',', '\n' or 0.
static inline char formsNextCell( const char** at, char* cell, size_t capacity, bool* quoted )
{
    size_t used = 0;
    bool inside = **at == '"';
    *quoted = inside;
    *at += inside;
    for ( ; **at != 0 && ( inside || ( **at != ',' && **at != '\n' ) ); ++*at )
    {
        if ( inside && **at == '"' )
        {
            inside = ( *at )[1] == '"';
            *at += inside;
            if ( !inside ) { continue; }
        }
        if ( **at != '\r' && used + 1 < capacity ) { cell[used++] = **at; }
    }
    cell[used] = 0;
    char end = **at;
    *at += end != 0;
    return end;
}

#define FORMS_COLUMNS_MAX 256

/// A CSV text as rows: an object per row, a member per heading without its unit; numbers, texts, null for
/// empty cells. NULL, with a line on stdout, when the rows are not all as long as the headings.
static inline cJSON* formsTable( const char* csv )
{
    static char headings[FORMS_COLUMNS_MAX][64];
    int columns = -1;
    cJSON* rows = cJSON_CreateArray();
    while ( *csv != 0 )
    {
        if ( *csv == '#' || *csv == '\n' )
        {
            csv += strcspn( csv, "\n" );
            csv += *csv != 0;
            continue;
        }
        cJSON* row = columns >= 0 ? cJSON_CreateObject() : NULL;
        int count = 0;
        char end = ',', cell[1024];
        for ( bool quoted = false; end == ','; ++count )
        {
            end = formsNextCell( &csv, cell, sizeof( cell ), &quoted );
            double number = 0.0;
            const char* name = headings[count < FORMS_COLUMNS_MAX ? count : 0];
            if ( row == NULL )
            {
                cell[strcspn( cell, "[" )] = 0;
                formsTrim( cell );
                snprintf( headings[count < FORMS_COLUMNS_MAX ? count : 0], 64, "%.63s", cell );
            }
            else if ( count >= columns ) { continue; }
            else if ( cell[0] == 0 && !quoted ) { cJSON_AddNullToObject( row, name ); }
            else if ( !quoted && ssParseNumber( cell, &number ) )
            {
                cJSON_AddNumberToObject( row, name, number );
            }
            else { cJSON_AddStringToObject( row, name, cell ); }
        }
        columns = row == NULL ? count : columns;
        if ( count != columns || count > FORMS_COLUMNS_MAX )
        {
            printf( "a row of %d cells under %d headings\n", count, columns );
            cJSON_Delete( row );
            cJSON_Delete( rows );
            return NULL;
        }
        if ( row != NULL ) { cJSON_AddItemToArray( rows, row ); }
    }
    return rows;
}

/// Does the document obey assets/schemas/NAME.schema.json, or that
/// part of it? Says on stdout where it does not.
static inline bool formsObeys( const char* name, const char* part, const cJSON* document )
{
    const cJSON* schema = formsSchema( name );
    char why[512] = "no schema";
    bool obeys = schema != NULL && document != NULL &&
        jsonSchema_Validate( schema, part, document, why, sizeof( why ) );
    if ( !obeys )
    {
        printf( "%s%s: %s\n", name, part != NULL ? part : "", document != NULL ? why : "no document" );
    }
    return obeys;
}

static inline bool formsJsonObeys( const char* name, const char* text )
{
    cJSON* document = text != NULL ? cJSON_Parse( text ) : NULL;
    bool obeys = formsObeys( name, NULL, document );
    cJSON_Delete( document );
    return obeys;
}

/// Of a CSV text and one of the tables of tables.schema.json. A table
/// without a row says nothing, and does not count.
static inline bool formsTableObeys( const char* table, const char* csv )
{
    char part[64];
    snprintf( part, sizeof( part ), "#/$defs/%s", table );
    cJSON* rows = csv != NULL ? formsTable( csv ) : NULL;
    bool obeys = rows != NULL && rows->child != NULL && formsObeys( "tables", part, rows );
    cJSON_Delete( rows );
    return obeys;
}
