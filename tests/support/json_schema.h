// SPDX-License-Identifier: MIT
#pragma once

// A small validator for JSON Schema, draft 2020-12: the keywords that the files in
// assets/schemas use and no others. A keyword it does not know is a failure of the schema, so
// that no part of a schema is passed over in silence.
//
//     char why[512];
//     bool sound = jsonSchema_Check( schema, why, sizeof( why ) );              // once per schema
//     bool valid = jsonSchema_Validate( schema, NULL, document, why, sizeof( why ) );

#include <cjson/cJSON.h>
#include <math.h>
#include <regex.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef struct jsonSchema
{
    const cJSON* root; // where "#/$defs/..." begins
    char path[512];    // of the value being looked at: "contacts[3].mu"
    char* why;         // the first failure
    size_t capacity;
} jsonSchema;

static inline bool jsonSchema_Fail( jsonSchema* s, const char* format, ... )
{
    char text[400];
    va_list arguments;
    va_start( arguments, format );
    vsnprintf( text, sizeof( text ), format, arguments );
    va_end( arguments );
    snprintf( s->why, s->capacity, "%s: %s", s->path[0] != 0 ? s->path : "(root)", text );
    return false;
}

/// Appends a key or, where `key` is NULL, an index to the path; returns the old length to cut it back to.
static inline size_t jsonSchema_Enter( jsonSchema* s, const char* key, int index )
{
    size_t before = strlen( s->path );
    if ( key != NULL )
    {
        snprintf( s->path + before, sizeof( s->path ) - before, "%s%s", before > 0 ? "." : "", key );
    }
    else { snprintf( s->path + before, sizeof( s->path ) - before, "[%d]", index ); }
    return before;
}

/// "#" or "#/$defs/name/..." inside the root; NULL when it leads nowhere.
static inline const cJSON* jsonSchema_Resolve( const cJSON* root, const char* reference )
{
    const cJSON* at = reference[0] == '#' && ( reference[1] == 0 || reference[1] == '/' ) ? root : NULL;
    const char* rest = reference + 1;
    while ( at != NULL && *rest == '/' )
    {
        char name[128];
        size_t length = strcspn( rest + 1, "/" );
        snprintf( name, sizeof( name ), "%.*s", (int)length, rest + 1 );
        at = cJSON_GetObjectItemCaseSensitive( at, name );
        rest += 1 + length;
    }
    return at;
}

// ------------------------------------------------------------------------------- is the schema itself sound?

typedef enum jsonSchemaPart
{
    jsonSchema_text,
    jsonSchema_number,
    jsonSchema_count,
    jsonSchema_any,
    jsonSchema_types,       // the name of a type, or an array of them
    jsonSchema_names,       // an array of texts
    jsonSchema_values,      // an array of anything
    jsonSchema_schema,      // one schema
    jsonSchema_schemas,     // an array of schemas
    jsonSchema_namedSchemas // an object of schemas
} jsonSchemaPart;

static const struct
{
    const char* name;
    jsonSchemaPart part;
} jsonSchema_keywords[] = { { "$schema", jsonSchema_text }, { "$id", jsonSchema_text },
    { "$ref", jsonSchema_text }, { "$defs", jsonSchema_namedSchemas }, { "title", jsonSchema_text },
    { "description", jsonSchema_text }, { "type", jsonSchema_types }, { "enum", jsonSchema_values },
    { "const", jsonSchema_any }, { "properties", jsonSchema_namedSchemas }, { "required", jsonSchema_names },
    { "additionalProperties", jsonSchema_schema }, { "items", jsonSchema_schema },
    { "prefixItems", jsonSchema_schemas }, { "minItems", jsonSchema_count }, { "maxItems", jsonSchema_count },
    { "minimum", jsonSchema_number }, { "maximum", jsonSchema_number },
    { "exclusiveMinimum", jsonSchema_number }, { "exclusiveMaximum", jsonSchema_number },
    { "minLength", jsonSchema_count }, { "maxLength", jsonSchema_count }, { "pattern", jsonSchema_text },
    { "oneOf", jsonSchema_schemas }, { "anyOf", jsonSchema_schemas } };

static const char* const jsonSchema_typeNames[] = { "object", "array", "string", "number", "integer",
    "boolean", "null" };

static inline bool jsonSchema_CheckSchema( jsonSchema* s, const cJSON* schema );

static inline bool jsonSchema_IsTypeName( const cJSON* value )
{
    bool known = false;
    for ( size_t i = 0; i < sizeof( jsonSchema_typeNames ) / sizeof( char* ) && cJSON_IsString( value ); ++i )
    {
        known = known || strcmp( jsonSchema_typeNames[i], value->valuestring ) == 0;
    }
    return known;
}

/// Is the value of a keyword of the kind that the keyword takes?
static inline bool jsonSchema_CheckPart( jsonSchema* s, const cJSON* value, jsonSchemaPart part )
{
    bool sound = true;
    switch ( part )
    {
        case jsonSchema_any: return true;
        case jsonSchema_text: return cJSON_IsString( value );
        case jsonSchema_number: return cJSON_IsNumber( value );
        case jsonSchema_count:
            return cJSON_IsNumber( value ) && value->valuedouble >= 0.0 &&
                value->valuedouble == floor( value->valuedouble );
        case jsonSchema_values: return cJSON_IsArray( value ) && value->child != NULL;
        case jsonSchema_schema: return jsonSchema_CheckSchema( s, value );
        case jsonSchema_types:
            if ( cJSON_IsString( value ) ) { return jsonSchema_IsTypeName( value ); }
            break;
        case jsonSchema_names:
        case jsonSchema_schemas:
        case jsonSchema_namedSchemas: break;
    }
    sound = part == jsonSchema_namedSchemas ? cJSON_IsObject( value ) : cJSON_IsArray( value );
    int index = 0;
    for ( const cJSON* item = sound ? value->child : NULL; item != NULL && sound; item = item->next )
    {
        size_t before = jsonSchema_Enter( s, item->string, index++ );
        sound = part == jsonSchema_types ? jsonSchema_IsTypeName( item )
            : part == jsonSchema_names   ? cJSON_IsString( item )
                                         : jsonSchema_CheckSchema( s, item );
        s->path[sound ? before : strlen( s->path )] = 0;
    }
    return sound;
}

static inline bool jsonSchema_CheckSchema( jsonSchema* s, const cJSON* schema )
{
    if ( cJSON_IsBool( schema ) ) { return true; }
    if ( !cJSON_IsObject( schema ) ) { return jsonSchema_Fail( s, "a schema is an object, true or false" ); }
    for ( const cJSON* member = schema->child; member != NULL; member = member->next )
    {
        size_t before = jsonSchema_Enter( s, member->string, 0 ), k = 0,
               count = sizeof( jsonSchema_keywords ) / sizeof( jsonSchema_keywords[0] );
        while ( k < count && strcmp( jsonSchema_keywords[k].name, member->string ) != 0 ) { ++k; }
        if ( k == count ) { return jsonSchema_Fail( s, "unknown keyword" ); }
        if ( !jsonSchema_CheckPart( s, member, jsonSchema_keywords[k].part ) )
        {
            return s->why[0] == 0 ? jsonSchema_Fail( s, "this keyword takes another kind of value" ) : false;
        }
        if ( strcmp( member->string, "$ref" ) == 0 &&
            jsonSchema_Resolve( s->root, member->valuestring ) == NULL )
        {
            return jsonSchema_Fail( s, "'%s' leads nowhere in this file", member->valuestring );
        }
        s->path[before] = 0;
    }
    return true;
}

/// Every keyword of the schema is known and well formed, also where no
/// document ever gets to, and every $ref resolves.
static inline bool jsonSchema_Check( const cJSON* schema, char* why, size_t capacity )
{
    jsonSchema s = { .root = schema, .why = why, .capacity = capacity };
    why[0] = 0;
    return jsonSchema_CheckSchema( &s, schema );
}

// ---------------------------------------------------------------------------------- does a document obey it?

static inline bool jsonSchema_Apply( jsonSchema* s, const cJSON* schema, const cJSON* value );

static inline bool jsonSchema_IsOfType( const char* type, const cJSON* value )
{
    return strcmp( type, "object" ) == 0 ? cJSON_IsObject( value )
        : strcmp( type, "array" ) == 0   ? cJSON_IsArray( value )
        : strcmp( type, "string" ) == 0  ? cJSON_IsString( value )
        : strcmp( type, "number" ) == 0  ? cJSON_IsNumber( value )
        : strcmp( type, "boolean" ) == 0 ? cJSON_IsBool( value )
        : strcmp( type, "integer" ) == 0
        ? cJSON_IsNumber( value ) && value->valuedouble == floor( value->valuedouble )
        : cJSON_IsNull( value );
}

static inline bool jsonSchema_ApplyType( jsonSchema* s, const cJSON* types, const cJSON* value )
{
    char all[128] = "";
    bool fits = false;
    for ( const cJSON* type = cJSON_IsString( types ) ? types : types->child; type != NULL && !fits;
          type = type == types ? NULL : type->next )
    {
        size_t used = strlen( all );
        snprintf( all + used, sizeof( all ) - used, "%s%s", used > 0 ? " or " : "", type->valuestring );
        fits = jsonSchema_IsOfType( type->valuestring, value );
    }
    return fits || jsonSchema_Fail( s, "is not of type %s", all );
}

static inline bool jsonSchema_ApplyEnum( jsonSchema* s, const cJSON* values, const cJSON* value )
{
    for ( const cJSON* known = values->child; known != NULL; known = known->next )
    {
        if ( cJSON_Compare( known, value, true ) ) { return true; }
    }
    return jsonSchema_Fail( s, "is none of the values of enum" );
}

static inline bool jsonSchema_ApplyProperties( jsonSchema* s, const cJSON* schema, const cJSON* object )
{
    const cJSON* known = cJSON_GetObjectItemCaseSensitive( schema, "properties" );
    const cJSON* others = cJSON_GetObjectItemCaseSensitive( schema, "additionalProperties" );
    for ( const cJSON* member = object->child; member != NULL; member = member->next )
    {
        const cJSON* own = known != NULL ? cJSON_GetObjectItemCaseSensitive( known, member->string ) : NULL;
        const cJSON* rule = own != NULL ? own : others;
        size_t before = jsonSchema_Enter( s, member->string, 0 );
        if ( rule != NULL && !jsonSchema_Apply( s, rule, member ) ) { return false; }
        s->path[before] = 0;
    }
    const cJSON* required = cJSON_GetObjectItemCaseSensitive( schema, "required" );
    for ( const cJSON* name = required != NULL ? required->child : NULL; name != NULL; name = name->next )
    {
        if ( cJSON_GetObjectItemCaseSensitive( object, name->valuestring ) == NULL )
        {
            return jsonSchema_Fail( s, "'%s' is missing", name->valuestring );
        }
    }
    return true;
}

static inline bool jsonSchema_ApplyItems( jsonSchema* s, const cJSON* schema, const cJSON* array )
{
    const cJSON* first = cJSON_GetObjectItemCaseSensitive( schema, "prefixItems" );
    const cJSON* rest = cJSON_GetObjectItemCaseSensitive( schema, "items" );
    const cJSON* rule = first != NULL ? first->child : NULL;
    int index = 0;
    for ( const cJSON* item = array->child; item != NULL; item = item->next )
    {
        const cJSON* applied = rule != NULL ? rule : rest;
        size_t before = jsonSchema_Enter( s, NULL, index++ );
        if ( applied != NULL && !jsonSchema_Apply( s, applied, item ) ) { return false; }
        s->path[before] = 0;
        rule = rule != NULL ? rule->next : NULL;
    }
    const cJSON* least = cJSON_GetObjectItemCaseSensitive( schema, "minItems" );
    const cJSON* most = cJSON_GetObjectItemCaseSensitive( schema, "maxItems" );
    if ( ( least != NULL && index < least->valuedouble ) || ( most != NULL && index > most->valuedouble ) )
    {
        return jsonSchema_Fail( s, "has %d items", index );
    }
    return true;
}

static inline bool jsonSchema_ApplyBounds( jsonSchema* s, const cJSON* schema, double number )
{
    const cJSON* least = cJSON_GetObjectItemCaseSensitive( schema, "minimum" );
    const cJSON* most = cJSON_GetObjectItemCaseSensitive( schema, "maximum" );
    const cJSON* above = cJSON_GetObjectItemCaseSensitive( schema, "exclusiveMinimum" );
    const cJSON* below = cJSON_GetObjectItemCaseSensitive( schema, "exclusiveMaximum" );
    bool inside = ( least == NULL || number >= least->valuedouble ) &&
        ( most == NULL || number <= most->valuedouble ) && ( above == NULL || number > above->valuedouble ) &&
        ( below == NULL || number < below->valuedouble );
    return inside || jsonSchema_Fail( s, "%.17g is out of bounds", number );
}

static inline bool jsonSchema_ApplyText( jsonSchema* s, const cJSON* schema, const char* text )
{
    const cJSON* least = cJSON_GetObjectItemCaseSensitive( schema, "minLength" );
    const cJSON* most = cJSON_GetObjectItemCaseSensitive( schema, "maxLength" );
    const cJSON* pattern = cJSON_GetObjectItemCaseSensitive( schema, "pattern" );
    if ( most != NULL && (double)strlen( text ) > most->valuedouble )
    {
        return jsonSchema_Fail( s, "is longer than %g", most->valuedouble );
    }
    if ( least != NULL && (double)strlen( text ) < least->valuedouble )
    {
        return jsonSchema_Fail( s, "is shorter than %g", least->valuedouble );
    }
    if ( pattern != NULL )
    {
        regex_t regex;
        if ( regcomp( &regex, pattern->valuestring, REG_EXTENDED | REG_NOSUB ) != 0 )
        {
            return jsonSchema_Fail( s, "the pattern '%s' is none", pattern->valuestring );
        }
        bool matches = regexec( &regex, text, 0, NULL, 0 ) == 0;
        regfree( &regex );
        return matches || jsonSchema_Fail( s, "'%.60s' does not match '%s'", text, pattern->valuestring );
    }
    return true;
}

/// How many of the schemas hold. What the last of those that do not had to say stays in `why`.
static inline int jsonSchema_CountMatches( jsonSchema* s, const cJSON* schemas, const cJSON* value )
{
    int count = 0;
    size_t before = strlen( s->path );
    for ( const cJSON* schema = schemas->child; schema != NULL; schema = schema->next )
    {
        count += jsonSchema_Apply( s, schema, value );
        s->path[before] = 0;
    }
    return count;
}

static inline bool jsonSchema_ApplyChoices( jsonSchema* s, const cJSON* schema, const cJSON* value )
{
    const cJSON* any = cJSON_GetObjectItemCaseSensitive( schema, "anyOf" );
    const cJSON* one = cJSON_GetObjectItemCaseSensitive( schema, "oneOf" );
    char last[300];
    if ( any != NULL && jsonSchema_CountMatches( s, any, value ) == 0 )
    {
        snprintf( last, sizeof( last ), "%s", s->why );
        return jsonSchema_Fail( s, "no schema of anyOf holds; the last: %s", last );
    }
    int matches = one != NULL ? jsonSchema_CountMatches( s, one, value ) : 1;
    if ( matches != 1 )
    {
        snprintf( last, sizeof( last ), "%s", s->why );
        return jsonSchema_Fail( s, "%d schemas of oneOf hold; the last that does not: %s", matches, last );
    }
    return true;
}

static inline bool jsonSchema_Apply( jsonSchema* s, const cJSON* schema, const cJSON* value )
{
    if ( cJSON_IsBool( schema ) )
    {
        return cJSON_IsTrue( schema ) || jsonSchema_Fail( s, "is not allowed here" );
    }
    const cJSON* reference = cJSON_GetObjectItemCaseSensitive( schema, "$ref" );
    const cJSON* types = cJSON_GetObjectItemCaseSensitive( schema, "type" );
    const cJSON* values = cJSON_GetObjectItemCaseSensitive( schema, "enum" );
    const cJSON* constant = cJSON_GetObjectItemCaseSensitive( schema, "const" );
    return ( reference == NULL ||
               jsonSchema_Apply( s, jsonSchema_Resolve( s->root, reference->valuestring ), value ) ) &&
        ( types == NULL || jsonSchema_ApplyType( s, types, value ) ) &&
        ( values == NULL || jsonSchema_ApplyEnum( s, values, value ) ) &&
        ( constant == NULL || cJSON_Compare( constant, value, true ) ||
            jsonSchema_Fail( s, "is not the value of const" ) ) &&
        ( !cJSON_IsObject( value ) || jsonSchema_ApplyProperties( s, schema, value ) ) &&
        ( !cJSON_IsArray( value ) || jsonSchema_ApplyItems( s, schema, value ) ) &&
        ( !cJSON_IsNumber( value ) || jsonSchema_ApplyBounds( s, schema, value->valuedouble ) ) &&
        ( !cJSON_IsString( value ) || jsonSchema_ApplyText( s, schema, value->valuestring ) ) &&
        jsonSchema_ApplyChoices( s, schema, value );
}

/// Does the document obey the schema or, when `part` is "#/$defs/name", that part of it? `why` says where it
/// does not. The schema must have passed jsonSchema_Check.
static inline bool jsonSchema_Validate(
    const cJSON* schema, const char* part, const cJSON* document, char* why, size_t capacity )
{
    jsonSchema s = { .root = schema, .why = why, .capacity = capacity };
    const cJSON* applied = part != NULL ? jsonSchema_Resolve( schema, part ) : schema;
    why[0] = 0;
    return applied != NULL ? jsonSchema_Apply( &s, applied, document )
                           : jsonSchema_Fail( &s, "the schema has no part '%s'", part );
}
