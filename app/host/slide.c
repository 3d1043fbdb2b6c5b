// SPDX-License-Identifier: MIT
#include "host/picture.h"

#include "gfx/render/renderer.h"
#include "ui/panel/slide.h"
#include <epoxy/gl.h>
#include <stdlib.h>

#define CIMGUI_DEFINE_ENUMS_AND_STRUCTS
#include "cimgui.h"
#include "cimgui_impl.h"

/// Draws a frame that contains only the pane, in the current ImGui context. The result is in the bound framebuffer.
static void drawSlide( uiState* ui, const uiFrameInput* input, const char* font, int pane )
{
    ImGuiIO* io = igGetIO();
    io->IniFilename = NULL;
    io->DisplaySize = ( ImVec2 ){ (float)ui_slideWidth, (float)ui_slideHeight };
    io->DeltaTime = 1.0f / 60.0f;
    ImGui_ImplOpenGL3_Init( "#version 330 core" );
    uiBeginSlide( ui, font );
    ImGui_ImplOpenGL3_NewFrame();
    igNewFrame();
    uiDrawSlide( ui, input, pane );
    igRender();
    glViewport( 0, 0, ui_slideWidth, ui_slideHeight );
    glClearColor( 1.0f, 1.0f, 1.0f, 1.0f );
    glClear( GL_COLOR_BUFFER_BIT );
    ImGui_ImplOpenGL3_RenderDrawData( igGetDrawData() );
    uiEndSlide( ui );
    ImGui_ImplOpenGL3_Shutdown();
}

ssResult hostWriteSlide(
    uiState* ui, const uiFrameInput* input, const char* font, int pane, const char* path )
{
    GLuint target = 0, color = 0;
    GLint before = 0;
    glGetIntegerv( GL_FRAMEBUFFER_BINDING, &before );
    glGenFramebuffers( 1, &target );
    glBindFramebuffer( GL_FRAMEBUFFER, target );
    glGenRenderbuffers( 1, &color );
    glBindRenderbuffer( GL_RENDERBUFFER, color );
    glRenderbufferStorage( GL_RENDERBUFFER, GL_RGBA8, ui_slideWidth, ui_slideHeight );
    glFramebufferRenderbuffer( GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color );
    unsigned char* pixels = NULL;
    if ( glCheckFramebufferStatus( GL_FRAMEBUFFER ) == GL_FRAMEBUFFER_COMPLETE )
    {
        // In a context of its own, the slide cannot disturb the widgets of the window.
        ImGuiContext *window = igGetCurrentContext(), *slide = igCreateContext( NULL );
        igSetCurrentContext( slide );
        drawSlide( ui, input, font, pane );
        igDestroyContext( slide );
        igSetCurrentContext( window );
        pixels = gfxReadPixels( ui_slideWidth, ui_slideHeight );
    }
    glBindFramebuffer( GL_FRAMEBUFFER, (GLuint)before );
    glDeleteFramebuffers( 1, &target );
    glDeleteRenderbuffers( 1, &color );
    ssResult result = hostWritePixels( path, pixels, ui_slideWidth, ui_slideHeight, NULL );
    free( pixels );
    return result;
}
