// SPDX-License-Identifier: MIT
#include "law/law_private.h"

// Laws that users type.

static ssResult prepareText( const ssLawDef* def, ssLaw* law )
{
    (void)def;
    (void)law;
    return ssError( ss_errorUnknown, "law", "laws that are typed cannot be run yet" );
}

const ssLawType ss_lawTypeText = { .kind = ss_lawKindText,
    .name = "text",
    .label = "a law that a user typed",
    .source = "the text of the law",
    .needs = ss_needsProgram,
    .flags = ss_lawFlagAnisotropic,
    .minDimension = 3,
    .maxDimension = 6,
    .setValued = true,
    .prepare = prepareText };
