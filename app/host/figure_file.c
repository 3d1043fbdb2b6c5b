// SPDX-License-Identifier: MIT
#include "gfx/render/shader.h"
#include "host/picture_file.h"
#include "host/window_private.h"
#include "ui/panel/figure.h"
#include <epoxy/gl.h>
#include <stdlib.h>

#define CIMGUI_DEFINE_ENUMS_AND_STRUCTS
#include "cimgui.h"
#include "cimgui_impl.h"

// Figures are drawn as large as they are, whatever the window looks like.

hostCanvas hostBeginCanvas( int width, int height )
{
    hostCanvas c = { .width = width, .height = height };
    glGetIntegerv( GL_FRAMEBUFFER_BINDING, &c.before );
    glGenFramebuffers( 1, &c.target );
    glBindFramebuffer( GL_FRAMEBUFFER, c.target );
    glGenRenderbuffers( 1, &c.color );
    glBindRenderbuffer( GL_RENDERBUFFER, c.color );
    glRenderbufferStorage( GL_RENDERBUFFER, GL_RGBA8, width, height );
    glFramebufferRenderbuffer( GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, c.color );
    glGenRenderbuffers( 1, &c.depth );
    glBindRenderbuffer( GL_RENDERBUFFER, c.depth );
    glRenderbufferStorage( GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, width, height );
    glFramebufferRenderbuffer( GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, c.depth );
    c.good = glCheckFramebufferStatus( GL_FRAMEBUFFER ) == GL_FRAMEBUFFER_COMPLETE;
    return c;
}

void hostEndCanvas( hostCanvas* c )
{
    glBindFramebuffer( GL_FRAMEBUFFER, (GLuint)c->before );
    glDeleteFramebuffers( 1, &c->target );
    glDeleteRenderbuffers( 1, &c->color );
    glDeleteRenderbuffers( 1, &c->depth );
    *c = ( hostCanvas ){ 0 };
}

/// Draws a frame that contains only the figure, in the current ImGui context.
static void drawFigure( hostWindow* w, const uiFrameInput* input, const char* font, const uiFigure* figure )
{
    ImGuiIO* io = igGetIO();
    io->IniFilename = NULL;
    io->DisplaySize = ( ImVec2 ){ (float)figure->width, (float)figure->height };
    io->DeltaTime = 1.0f / 60.0f;
    ImGui_ImplOpenGL3_Init( GFX_GLSL );
    uiBeginFigure( w->ui, font, figure );
    ImGui_ImplOpenGL3_NewFrame();
    igNewFrame();
    uiFrameInput shown = uiFigureInput( w->ui, input, figure );
    if ( figure->kind == ui_figureScene )
    {
        hostDrawScene( w, &shown, figure->width, figure->height, (float)figure->height / 720.0f );
    }
    uiDrawFigure( w->ui, input, figure );
    igRender();
    glViewport( 0, 0, figure->width, figure->height );
    hostDrawPanels( &w->gl.panels, igGetDrawData() );
    uiEndFigure( w->ui );
    ImGui_ImplOpenGL3_Shutdown();
}

ssResult hostWriteFigure( hostWindow* w, const uiFrameInput* input, const uiFigure* figure )
{
    ssResult result = uiCheckFigure( w->ui, input->snapshot, figure );
    if ( result.code != ss_ok || uiFigureIsVector( figure->path ) )
    {
        return result.code == ss_ok ? uiSaveFigure( w->ui, input, figure ) : result;
    }
    hostCanvas c = hostBeginCanvas( figure->width, figure->height );
    unsigned char* pixels = NULL;
    if ( c.good )
    {
        // In a context of its own, the figure cannot disturb the widgets of the window.
        const char* font = w->def->font != NULL ? w->def->font : SLIPSTICK_FONT;
        ImGuiContext *window = igGetCurrentContext(), *own = igCreateContext( NULL );
        glClearColor( 1.0f, 1.0f, 1.0f, 1.0f );
        glClear( GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT );
        igSetCurrentContext( own );
        drawFigure( w, input, font, figure );
        igDestroyContext( own );
        igSetCurrentContext( window );
        pixels = gfxReadPixels( figure->width, figure->height );
    }
    hostEndCanvas( &c );
    char* tag = hostSceneTag( w );
    result = hostWritePixels( figure->path, pixels, figure->width, figure->height, tag );
    free( tag );
    free( pixels );
    return result;
}
