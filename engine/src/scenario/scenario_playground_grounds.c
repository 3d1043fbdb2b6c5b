// SPDX-License-Identifier: MIT
#include "scenario/picture.h"
#include "scenario/scenario_playground.h"

#include <stdio.h>

// The grounds of the playground: laws, their parameters, and the numbers beside the sliders.

bool playIsGrooved( int ground )
{
    return ( ground >= groundEllipse && ground <= groundExtended ) || ground == groundGroovesStribeck;
}

static bool isStribeck( int ground ) { return ground == groundStribeck || ground == groundGroovesStribeck; }

void playReadGrounds( const ssSim* sim, double* values )
{
    static const int keys[valueCount] = { playKeyMuAlong, playKeyMuAcross, playKeyMu, playKeyKinetic,
        playKeyStribeckSpeed, playKeyVEps, playKeyPatch, playKeyFacets, playKeyMuRoll };
    for ( int i = 0; i < valueCount; ++i ) { values[i] = ssSim_Param( sim, keys[i] ); }
}

/// The law of a ground; on grooves an ellipse of forces per newton, with axes along and across them.
static ssLawDef groundLaw( int ground, const double* values )
{
    static const ssLawKind kinds[groundCount] = { ss_lawKindCoulomb, ss_lawKindAssociated,
        ss_lawKindCollinear, ss_lawKindExtended, ss_lawKindCoulomb, ss_lawKindAssociated, ss_lawKindContensou,
        ss_lawKindPolyhedral, ss_lawKindRegularised, ss_lawKindTristate };
    double along = values[valueAlong], across = values[valueAcross];
    ssLawDef def = ssDefaultLawDef( kinds[ground] );
    def.mu = values[valueMu];
    def.muRoll = values[valueMuRoll];
    def.vEps = values[valueVEps];
    def.regularisation = ss_regulariseTanh;
    def.patchRadius = values[valuePatch];
    def.facets = (int)values[valueFacets];
    if ( isStribeck( ground ) )
    {
        def.stribeck = ( ssStribeck ){ ss_stribeckExp, values[valueKinetic], values[valueSpeed], 1.0 };
    }
    def.cForce = 1.0;
    def.c = ssDefaultSetDef( ss_setEllipse );
    def.c.a = along;
    def.c.b = across;
    // The direction set D of the extended law is C with its axes exchanged.
    def.d = def.c;
    def.d.a = across;
    def.d.b = along;
    return def;
}

void playRemakeGrounds( Playground* s )
{
    for ( int i = groundEllipse; i < groundCount; ++i )
    {
        ssLawDef def = groundLaw( i, s->groundValues );
        ssIgnore( ssWorld_ReplaceLaw( s->world, s->laws[i], &def ) );
    }
}

ssResult playAddGrounds( Playground* s )
{
    ssResult result = ssOk();
    for ( int i = groundEllipse; i < groundCount && result.code == ss_ok; ++i )
    {
        ssLawDef law = groundLaw( i, s->groundValues );
        result = ssWorld_AddLaw( s->world, &law, &s->laws[i] );
    }
    return result;
}

/// The largest friction force at rest in the downhill direction, over the load.
static double boundDownhill( const ssSim* sim )
{
    int ground = (int)ssSim_Param( sim, playKeyGround );
    double mu = ssSim_Param( sim, playKeyMu ),
           turn = ( ssSim_Param( sim, playKeyHeading ) - ssSim_Param( sim, playKeyGroove ) ) * SS_PI / 180.0;
    if ( playIsGrooved( ground ) )
    {
        return 1.0 /
            ssHypot( ssCos( turn ) / ssSim_Param( sim, playKeyMuAlong ),
                ssSin( turn ) / ssSim_Param( sim, playKeyMuAcross ) );
    }
    // The edges of the polygon have the distance mu from zero, across each of its directions.
    double between = SS_PI / ssSim_Param( sim, playKeyFacets );
    return ground == groundPolyhedral ? mu / ssCos( remainder( turn, between ) ) : mu;
}

static void explainTilt( const ssSim* sim, char* text, int capacity )
{
    int ground = (int)ssSim_Param( sim, playKeyGround );
    double tangent = fabs( ssTan( ssSim_Param( sim, playKeyTilt ) * SS_PI / 180.0 ) ),
           bound = boundDownhill( sim );
    if ( worldLawTyped( sim ) != NULL ) { sayNumbers( text, capacity, "tan α = %s", tangent ); }
    else if ( ground == groundTristate && tangent > 0.0 && tangent <= bound )
    {
        sayNumbers( text, capacity, ssTranslate( "tan α = %s: no friction at rest" ), tangent );
    }
    else if ( ground == groundRegularised && tangent > 0.0 && tangent < bound )
    {
        sayNumbers( text, capacity, ssTranslate( "tan α = %s: creeps at %s m/s" ), tangent,
            ssSim_Param( sim, playKeyVEps ) * ssAtanh( tangent / bound ) );
    }
    else
    {
        bool own = playIsGrooved( ground ) || ground == groundPolyhedral;
        snprintf( text, (size_t)capacity, "tan α = %s %s %s%s%s", numberText( tangent ).text,
            tangent <= bound ? "≤" : ">", own ? "" : "μ = ", numberText( bound ).text,
            own ? ssTranslate( " downhill" ) : "" );
    }
}

void playExplain( const void* state, const ssSim* sim, int param, char* text, int capacity )
{
    (void)state;
    double radius = 0.5 * ssSim_Param( sim, playKeySize );
    int ground = (int)ssSim_Param( sim, playKeyGround );
    bool bodiesOnly = param == playKeyMu && playIsGrooved( ground );
    bool neverRests = ground == groundRegularised || ground == groundTristate; // on a slope
    if ( ssSim_Build( sim ) != NULL ) { return; }
    switch ( param )
    {
        case playKeyMu:
        case playKeyMuAlong:
        case playKeyMuAcross:
            snprintf( text, (size_t)capacity, ssTranslate( "%s%s above %s°" ),
                bodiesOnly ? ssTranslate( "between bodies: " ) : "",
                neverRests ? ssTranslate( "accelerates" ) : ssTranslate( "slides" ),
                numberText( ssAtan( ssSim_Param( sim, param ) ) * 180.0 / SS_PI ).text );
            break;
        case playKeyTilt: explainTilt( sim, text, capacity ); break;
        case playKeyPatch:
            sayNumbers( text, capacity, ssTranslate( "resists spin as μ_s = %s m would" ),
                2.0 / 3.0 * ssSim_Param( sim, playKeyMu ) * ssSim_Param( sim, playKeyPatch ) );
            break;
        case playKeySize:
        case playKeyDensity:
            sayNumbers( text, capacity, ssTranslate( "a sphere has a mass of %s kg" ),
                4.0 / 3.0 * SS_PI * radius * radius * radius * ssSim_Param( sim, playKeyDensity ) );
            break;
    }
}

bool playUses( const ssSim* sim, int param )
{
    int ground = (int)ssSim_PendingParam( sim, playKeyGround );
    const ssLawProgram* typed = worldLawTyped( sim );
    if ( ssSim_Build( sim ) != NULL && param < playKeyCount )
    {
        return param > playKeyLaw || ( param == playKeyLaw && typed == NULL );
    }
    if ( typed != NULL )
    {
        bool replaced = param == playKeyMu || param == playKeyLaw ||
            ( param >= playKeyGround && param <= playKeyFacets && param != playKeyGroove ) ||
            ( param == playKeyMuRoll && ssLawProgram_Info( typed )->givesRoll ) ||
            ( param == playKeyMuSpin && ssLawProgram_Info( typed )->givesSpin );
        return !replaced;
    }
    switch ( param )
    {
        case playKeyMuAlong:
        case playKeyMuAcross: return playIsGrooved( ground );
        case playKeyGroove: return playIsGrooved( ground ) || ground == groundPolyhedral;
        case playKeyKinetic:
        case playKeyStribeckSpeed: return isStribeck( ground );
        case playKeyVEps: return ground == groundRegularised;
        case playKeyPatch: return ground == groundContensou;
        case playKeyFacets: return ground == groundPolyhedral;
        default: return true;
    }
}
