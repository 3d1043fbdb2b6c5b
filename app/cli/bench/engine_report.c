// SPDX-License-Identifier: MIT
#include "cli/bench/bench_engines.h"
ssResult enginesSavePicture( const benchRun* run, const char* path ){(void)run;(void)path;return ssOk();}
ssResult enginesSaveReport( const benchRun* run, const char* folder ){(void)run;(void)folder;return ssOk();}
