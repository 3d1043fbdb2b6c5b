// SPDX-License-Identifier: MIT
#include "model/rolling_cylinder_noise.h"
#include "slipstick/elementary.h"

// The white noise as a function of seed and time alone. The noise of an interval is its integral xi and its
// first moment eta, independent and normal. Halving turns them and two fresh numbers into the four of the
// halves by an orthogonal matrix (Alpert's multiwavelets).

// Right edges of 256 strips of equal area 0.00492867323397465535 under exp( -x²/2 ) (Marsaglia & Tsang 2000).
// The first edge is that of a rectangle with the same area as the base strip and its tail.
const double cylinderZiggurat[257] = {
    // clang-format off
    3.910757959524916, 3.654152885361009, 3.449278298561431, 3.3202447338398255,
    3.2245750520478014, 3.147889289518001, 3.0835261320021434, 3.0278377917695933,
    2.978603279881843, 2.9343668672088876, 2.894121053613412, 2.8571387308732246,
    2.822877396826443, 2.7909211740019275, 2.760944005279986, 2.7326853590440114,
    2.705933656123062, 2.680514643285745, 2.6562830375767432, 2.6331163936315827,
    2.6109105184888235, 2.5895759867082866, 2.569035452681844, 2.5492215503247833,
    2.530075232159854, 2.5115444416266945, 2.4935830412710467, 2.476149939670523,
    2.459208374334705, 2.442725318200364, 2.4266709849371466, 2.4110184139011195,
    2.3957431197819274, 2.3808227951720857, 2.366237056717291, 2.3519672273791445,
    2.337996148796529, 2.3243080188711325, 2.310888250601372, 2.2977233489028634,
    2.284800802724492, 2.2721089902283818, 2.2596370951737876, 2.247375032947389,
    2.235313384929921, 2.2234433400925107, 2.211756642884161, 2.2002455466112765,
    2.1889027716263607, 2.177721467740293, 2.1666951803543086, 2.1558178198767375,
    2.145083634047889, 2.134487182846017, 2.1240233156895236, 2.113687150686653,
    2.1034740557148774, 2.093379631138792, 2.0833996939983046, 2.073530263518743,
    2.0637675478117323, 2.0541079316506523, 2.0445479652175313, 2.035084353729619,
    2.025713947863854, 2.016433734906204, 2.0072408305605287, 1.9981324713584196,
    1.989106007617438, 1.9801588969004766, 1.9712886979336592, 1.962493064944363,
    1.9537697423846467, 1.9451165600086784, 1.9365314282756947, 1.9280123340526658,
    1.9195573365931882, 1.9111645637712533, 1.9028322085504292, 1.8945585256707047,
    1.8863418285367828, 1.8781804862929958, 1.8700729210712668, 1.8620176053996742,
    1.8540130597602018, 1.8460578502851854, 1.8381505865828067, 1.830289919682757,
    1.8224745400938858, 1.8147031759662826, 1.8069745913508208, 1.7992875845497203,
    1.7916409865521625, 1.7840336595494415, 1.7764644955245228, 1.7689324149112686,
    1.7614363653189102, 1.7539753203176716, 1.7465482782817223, 1.7391542612859117,
    1.7317923140529632, 1.724461502948045, 1.717160915017823, 1.7098896570713018,
    1.7026468547999232, 1.6954316519345616, 1.6882432094371953, 1.681080704725174,
    1.673943330926125, 1.6668302961616654, 1.6597408228581825, 1.652674147083056,
    1.6456295179047824, 1.6386061967755476, 1.6316034569348736, 1.6246205828330347,
    1.6176568695730156, 1.6107116223698301, 1.6037841560260946, 1.5968737944227882,
    1.5899798700241907, 1.5831017233960292, 1.5762387027359064, 1.5693901634151237,
    1.562555467531045, 1.5557339834691764, 1.5489250854741734, 1.5421281532290019,
    1.535342571441514, 1.5285677294377125, 1.521803020760998, 1.5150478427767147,
    1.5083015962813116, 1.5015636851154637, 1.4948335157804935, 1.4881104970574475,
    1.4813940396281873, 1.4746835556978555, 1.4679784586180795, 1.4612781625102755,
    1.4545820818884103, 1.447889631280576, 1.441200224848724, 1.4345132760058923,
    1.427828197030256, 1.421144398675309, 1.4144612897754711, 1.407778276846399,
    1.401094763679251, 1.394410150928141, 1.3877238356899761, 1.3810352110758555,
    1.3743436657731662, 1.367648583597476, 1.360949343033283, 1.354245316762635,
    1.3475358711805872, 1.340820365896404, 1.33409815321936, 1.3273685776279258,
    1.3206309752210563, 1.3138846731502205, 1.3071289890307312, 1.3003632303308372,
    1.2935866937369478, 1.2867986644932436, 1.279998415713818, 1.2731852076653563,
    1.2663582870182295, 1.2595168860637143, 1.2526602218948972, 1.2457874955486272,
    1.2388978911056874, 1.2319905747461362, 1.2250646937565308, 1.2181193754854815,
    1.211153726243699, 1.2041668301443815, 1.1971577478794415, 1.190125515426692,
    1.1830691426826867, 1.175987612015452, 1.168879876730833, 1.1617448594456115,
    1.1545814503599277, 1.147388505420849, 1.1401648443681514, 1.1329092486525338,
    1.1256204592155334, 1.118297174119345, 1.1109380460135758, 1.1035416794246398,
    1.0961066278520215, 1.0886313906539797, 1.0811144097034038, 1.0735540657924363,
    1.0659486747621225, 1.0582964833306752, 1.05059566459093, 1.042844313144149,
    1.035040439833441, 1.0271819660356458, 1.0192667174654841, 1.0112924174399958,
    1.003256679544673, 0.995156999635091, 0.9869907470990624, 0.9787551552942246,
    0.9704473110642244, 0.9620641432230406, 0.953602409881086, 0.9450586844681654,
    0.9364293402865751, 0.9277105334020002, 0.9188981836495906, 0.9099879534967185,
    0.9009752244612218, 0.8918550707329416, 0.8826222295851656, 0.8732710680888608,
    0.8637955455533088, 0.8541891710081638, 0.8444449549091539, 0.8345553540863822,
    0.8245122087522921, 0.8143066701352152, 0.8039291169899713, 0.7933690588406233,
    0.7826150233072331, 0.7716544242245681, 0.7604734064301081, 0.7490566620178153,
    0.7373872114342956, 0.7254461409099996, 0.7132122851909759, 0.7006618411068151,
    0.6877678927957885, 0.6744998228372938, 0.6608225742444197, 0.6466957148949938,
    0.6320722363860611, 0.6168969900077514, 0.6011046177559927, 0.5846167661063794,
    0.5673382570538188, 0.5491517023271651, 0.5299097206615582, 0.5094233296020918,
    0.487443966139236, 0.46363433679088223, 0.4375184022078717, 0.40838913461199117,
    0.37512133287838056, 0.33573751921442524, 0.2861745917920725, 0.2152418959848817,
    0.0,
    // clang-format on
};

/// Uniformly distributed in the open interval (0, 1), because its logarithm is taken.
static double uniform( uint64_t* state )
{
    *state += cylinderGolden;
    return ( (double)( cylinderMix( *state ) >> 12 ) + 0.5 ) * 0x1p-52;
}

double cylinderGaussSlow( uint64_t word )
{
    // Further random numbers come from a stream that starts at the word itself.
    uint64_t state = word;
    for ( ;; )
    {
        int strip = (int)( word & 255 );
        double sign = ( word & 256 ) != 0 ? -1.0 : 1.0;
        double x = (double)( word >> 11 ) * 0x1p-53 * cylinderZiggurat[strip];
        if ( x < cylinderZiggurat[strip + 1] ) { return sign * x; }
        if ( strip == 0 )
        {
            // Marsaglia's method for the tail beyond the base strip.
            double edge = cylinderZiggurat[1], excess, y;
            do {
                excess = -ssLog( uniform( &state ) ) / edge;
                y = -ssLog( uniform( &state ) );
            } while ( 2.0 * y <= excess * excess );
            return sign * ( edge + excess );
        }
        double outer = ssExp( -0.5 * cylinderZiggurat[strip] * cylinderZiggurat[strip] );
        double inner = ssExp( -0.5 * cylinderZiggurat[strip + 1] * cylinderZiggurat[strip + 1] );
        if ( outer + uniform( &state ) * ( inner - outer ) < ssExp( -0.5 * x * x ) ) { return sign * x; }
        state += cylinderGolden;
        word = cylinderMix( state );
    }
}

int ssCylinderNoise_Level( double h )
{
    int level = 0;
    while ( h < 32.0 && level < cylinderLevelMax )
    {
        h *= 2.0;
        ++level;
    }
    return level;
}

/// The key of the random numbers in one of the longest intervals, which is number `root`.
static uint64_t rootKey( uint64_t seed, int64_t root )
{
    return cylinderMix(
        cylinderMix( seed + cylinderGolden ) ^ cylinderMix( (uint64_t)root * cylinderGolden + 1 ) );
}

/// The noise of interval `index` among those that are `depth` halvings below the root, whose node is 1.
static ssCylinderNoise descend( uint64_t key, int depth, uint64_t index )
{
    ssCylinderNoise noise = cylinderFresh( key, 0 ), halves[2];
    uint64_t node = 1;
    for ( int bit = depth - 1; bit >= 0; --bit )
    {
        cylinderHalve( noise, cylinderFresh( key, node ), halves );
        int side = (int)( ( index >> bit ) & 1 );
        noise = halves[side];
        node = 2 * node + (uint64_t)side;
    }
    return noise;
}

ssCylinderNoise ssCylinderNoise_At( uint64_t seed, int level, int64_t index )
{
    SS_ASSERT( level >= 0 && level <= cylinderLevelMax && index >= 0 );
    uint64_t inside = (uint64_t)index & ( ( 1ull << level ) - 1 );
    return descend( rootKey( seed, index >> level ), level, inside );
}

/// Turns noise[0], the noise of a node, into that of its 2^depth intervals in order.
static void subdivide( uint64_t key, uint64_t node, int depth, ssCylinderNoise* noise )
{
    for ( int level = 0; level < depth; ++level )
    {
        // From the right, so that a parent is read before its place is overwritten.
        for ( int i = ( 1 << level ) - 1; i >= 0; --i )
        {
            ssCylinderNoise fresh = cylinderFresh( key, ( node << level ) + (uint64_t)i );
            cylinderHalve( noise[i], fresh, noise + 2 * i );
        }
    }
}

void ssCylinderNoise_Fill( uint64_t seed, int level, int64_t first, int count, ssCylinderNoise* noise )
{
    int depth = level < cylinderBlockBits ? level : cylinderBlockBits, size = 1 << depth;
    ssCylinderNoise block[1 << cylinderBlockBits];
    for ( int done = 0; done < count; )
    {
        int64_t index = first + done, place = index >> depth;
        int skip = (int)( index & ( size - 1 ) );
        uint64_t key = rootKey( seed, index >> level );
        uint64_t inside = (uint64_t)place & ( ( 1ull << ( level - depth ) ) - 1 );
        block[0] = descend( key, level - depth, inside );
        subdivide( key, ( 1ull << ( level - depth ) ) + inside, depth, block );
        for ( ; skip < size && done < count; ++skip, ++done ) { noise[done] = block[skip]; }
    }
}
