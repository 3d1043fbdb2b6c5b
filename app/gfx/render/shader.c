// SPDX-License-Identifier: MIT
#include "gfx/render/shader.h"
#include "base/embedded.h"
#include <epoxy/gl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Reads a whole file and adds a final zero; NULL when it cannot be read.
static char* readFile( const char* folder, const char* name, size_t* size )
{
    char path[1024];
    int length = snprintf( path, sizeof( path ), "%s/%s", folder, name );
    FILE* file = length >= 0 && (size_t)length < sizeof( path ) ? fopen( path, "rb" ) : NULL;
    if ( file == NULL ) { return NULL; }
    char* text = NULL;
    long end = -1;
    if ( fseek( file, 0, SEEK_END ) == 0 && ( end = ftell( file ) ) >= 0 && fseek( file, 0, SEEK_SET ) == 0 )
    {
        text = malloc( (size_t)end + 1 );
    }
    if ( text != NULL )
    {
        *size = fread( text, 1, (size_t)end, file );
        text[*size] = 0;
    }
    fclose( file );
    return text;
}

/// Returns the source of a shader, which the caller frees; NULL when there is none of that name.
static char* loadSource( const char* name, size_t* size )
{
    const char* folder = getenv( "SLIPSTICK_SHADERS" );
    char* text = folder != NULL && folder[0] != 0 ? readFile( folder, name, size ) : NULL;
    for ( int i = 0; embedded_shaders[i].name != NULL && text == NULL; ++i )
    {
        const embeddedFile* shader = &embedded_shaders[i];
        if ( strcmp( shader->name, name ) != 0 ) { continue; }
        text = malloc( (size_t)shader->size + 1 );
        if ( text == NULL ) { return NULL; }
        memcpy( text, shader->data, shader->size );
        text[shader->size] = 0;
        *size = shader->size;
    }
    return text;
}

static GLuint compileShader( GLenum type, const char* name, char* error, size_t capacity )
{
    // With #line, messages of the driver count the lines of the file itself.
    static const char version[] = GFX_GLSL_START "#line 1\n";
    static const char restart[] = "\n#line 1\n";
    size_t commonSize = 0, size = 0;
    char *common = loadSource( "common.glsl", &commonSize ), *source = loadSource( name, &size );
    GLuint shader = 0;
    if ( common == NULL || source == NULL || commonSize > INT_MAX || size > INT_MAX )
    {
        snprintf( error, capacity, "The shader %s is missing.", common == NULL ? "common.glsl" : name );
    }
    else
    {
        const char* parts[4] = { version, common, restart, source };
        const GLint lengths[4] = { -1, (GLint)commonSize, -1, (GLint)size };
        shader = glCreateShader( type );
        glShaderSource( shader, 4, parts, lengths );
        glCompileShader( shader );
        GLint compiled = GL_FALSE;
        glGetShaderiv( shader, GL_COMPILE_STATUS, &compiled );
        if ( compiled != GL_TRUE )
        {
            char log[1024] = "";
            glGetShaderInfoLog( shader, (GLsizei)sizeof( log ), NULL, log );
            snprintf( error, capacity, "The shader %s does not compile: %s", name, log );
            glDeleteShader( shader );
            shader = 0;
        }
    }
    free( common );
    free( source );
    return shader;
}

unsigned gfxLoadProgram( const char* vertexFile, const char* fragmentFile, char* error, size_t capacity )
{
    GLuint vertex = compileShader( GL_VERTEX_SHADER, vertexFile, error, capacity );
    GLuint fragment = vertex != 0 ? compileShader( GL_FRAGMENT_SHADER, fragmentFile, error, capacity ) : 0;
    GLuint program = 0;
    if ( vertex != 0 && fragment != 0 )
    {
        program = glCreateProgram();
        glAttachShader( program, vertex );
        glAttachShader( program, fragment );
        glLinkProgram( program );
        GLint linked = GL_FALSE;
        glGetProgramiv( program, GL_LINK_STATUS, &linked );
        if ( linked != GL_TRUE )
        {
            char log[1024] = "";
            glGetProgramInfoLog( program, (GLsizei)sizeof( log ), NULL, log );
            snprintf(
                error, capacity, "The shaders %s and %s do not link: %s", vertexFile, fragmentFile, log );
            glDeleteProgram( program );
            program = 0;
        }
    }
    // The program keeps what it needs of them; 0 is ignored.
    glDeleteShader( vertex );
    glDeleteShader( fragment );
    if ( program != 0 )
    {
        GLuint block = glGetUniformBlockIndex( program, "Frame" );
        if ( block != GL_INVALID_INDEX ) { glUniformBlockBinding( program, block, gfx_frameBinding ); }
    }
    return program;
}
