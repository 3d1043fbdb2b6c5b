# SPDX-License-Identifier: MIT
# Compiles for web pages with Debian's emscripten (3.1.6): cmake --preset web. Files are compiled by the clang that emcc
# would call, which starts much quicker; emcc links.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(EMSCRIPTEN ON)

# What emcc finds only where it is told: Debian's acorn, and no fetch() for the files of node.
set(EMCC_RUN ${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs)
find_program(EMCC emcc)
if(NOT EMCC)
    message(FATAL_ERROR "Pages need emscripten. On Debian: apt-get install --no-install-recommends emscripten")
endif()
if(NOT DEFINED ENV{SLIPSTICK_EMCC_FLAGS})
    execute_process(COMMAND ${EMCC_RUN} ${EMCC} --cflags OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE
        RESULT_VARIABLE status)
    if(status)
        message(FATAL_ERROR "emcc --cflags failed")
    endif()
    # The headers of SDL 1 would hide those of SDL 2.
    string(REPLACE "-Xclang -iwithsysroot/include/SDL " "" flags "${flags}")
    set(ENV{SLIPSTICK_EMCC_FLAGS} "${flags}") # for the projects that CMake tries things with
endif()
set(CMAKE_C_COMPILER clang-14)
set(CMAKE_CXX_COMPILER clang++-14)
set(CMAKE_AR /usr/bin/llvm-ar-14)
set(CMAKE_RANLIB /usr/bin/llvm-ranlib-14)
# -ffp-contract is that of the project. Relaxed SIMD, which has other bits on other machines, is not switched on by this.
set(CMAKE_C_FLAGS_INIT "$ENV{SLIPSTICK_EMCC_FLAGS} -D__EMSCRIPTEN__ -msimd128")
set(CMAKE_CXX_FLAGS_INIT "${CMAKE_C_FLAGS_INIT} -Xclang -iwithsysroot/include/c++/v1 -fno-exceptions -fno-rtti")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
list(JOIN EMCC_RUN " " EMCC_LINE)
foreach(language C CXX)
    set(CMAKE_${language}_LINK_EXECUTABLE "${EMCC_LINE} em++ <LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES>")
endforeach()
set(CMAKE_EXECUTABLE_SUFFIX ".js")
set(CMAKE_SHARED_LIBRARY_SUFFIX ".so")

# Libraries come from app/web/libraries, never from the machine.
set(SLIPSTICK_WEB_LIBRARIES "${CMAKE_CURRENT_LIST_DIR}/../../build/web-libraries" CACHE PATH "What app/web/libraries has built")
set(ENV{PKG_CONFIG_LIBDIR} "${SLIPSTICK_WEB_LIBRARIES}/pkgconfig")
set(CMAKE_FIND_ROOT_PATH "${SLIPSTICK_WEB_LIBRARIES}")
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
