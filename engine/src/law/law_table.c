// SPDX-License-Identifier: MIT
#include "law/law_private.h"

#include <string.h>

// A new law needs a descriptor in its family's file, an entry in ssLawKind, and a line in both lists.
const char* const ss_lawKindNames[ss_lawKindCount] = {
    [ss_lawKindCoulomb] = "coulomb",
    [ss_lawKindCoulombRolling] = "coulomb-rolling",
    [ss_lawKindCoulombSpinning] = "coulomb-spinning",
    [ss_lawKindRelaxed] = "relaxed",
    [ss_lawKindEllipsoidal] = "ellipsoidal",
    [ss_lawKindPolyhedral] = "polyhedral",
    [ss_lawKindAssociated] = "associated",
    [ss_lawKindAssociatedEllipse] = "associated-ellipse",
    [ss_lawKindCollinear] = "collinear",
    [ss_lawKindExtended] = "extended",
    [ss_lawKindTransformed] = "transformed",
    [ss_lawKindAsperity] = "asperity",
    [ss_lawKindTabulated] = "tabulated",
    [ss_lawKindContensou] = "contensou",
    [ss_lawKindRegularised] = "regularised",
    [ss_lawKindTristate] = "tristate",
};

static const ssLawType* const s_types[ss_lawKindEnd] = {
    [ss_lawKindCoulomb] = &ss_lawTypeCoulomb,
    [ss_lawKindCoulombRolling] = &ss_lawTypeCoulombRolling,
    [ss_lawKindCoulombSpinning] = &ss_lawTypeCoulombSpinning,
    [ss_lawKindRelaxed] = &ss_lawTypeRelaxed,
    [ss_lawKindEllipsoidal] = &ss_lawTypeEllipsoidal,
    [ss_lawKindPolyhedral] = &ss_lawTypePolyhedral,
    [ss_lawKindAssociated] = &ss_lawTypeAssociated,
    [ss_lawKindAssociatedEllipse] = &ss_lawTypeAssociatedEllipse,
    [ss_lawKindCollinear] = &ss_lawTypeCollinear,
    [ss_lawKindExtended] = &ss_lawTypeExtended,
    [ss_lawKindTransformed] = &ss_lawTypeTransformed,
    [ss_lawKindAsperity] = &ss_lawTypeAsperity,
    [ss_lawKindTabulated] = &ss_lawTypeTabulated,
    [ss_lawKindContensou] = &ss_lawTypeContensou,
    [ss_lawKindRegularised] = &ss_lawTypeRegularised,
    [ss_lawKindTristate] = &ss_lawTypeTristate,
    [ss_lawKindText] = &ss_lawTypeText,
    [ss_lawKindCallback] = &ss_lawTypeCallback,
};

int ssLawTypeCount( void ) { return ss_lawKindCount; }

const ssLawType* ssGetLawType( int index )
{
    SS_ASSERT( index >= 0 && index < SS_COUNT( s_types ) );
    return s_types[index];
}

const ssLawType* ssFindLawType( const char* name )
{
    for ( int i = 0; name != NULL && i < ss_lawKindCount; ++i )
    {
        if ( strcmp( s_types[i]->name, name ) == 0 ) { return s_types[i]; }
    }
    return NULL;
}
