# SPDX-License-Identifier: MIT
# The targets of the page, for CMakeLists.txt; app/web/toolchain.cmake says with what they are compiled.
#   golden  the test of the golden hashes, for node and for browsers

add_executable(golden ${PROJECT_SOURCE_DIR}/tests/scenario/test_golden.c)
set_target_properties(golden PROPERTIES SUFFIX .js LINK_DEPENDS ${PROJECT_SOURCE_DIR}/tests/data/golden.txt)
target_include_directories(golden PRIVATE ${PROJECT_SOURCE_DIR}/tests/support ${PROJECT_SOURCE_DIR}/engine/src)
target_include_directories(golden SYSTEM PRIVATE ${GREATEST_DIR})
target_compile_definitions(golden PRIVATE SLIPSTICK_TEST_DATA="/data" SLIPSTICK_PROGRAM="none")
target_link_libraries(golden PRIVATE slipstick_engine)
target_link_options(golden PRIVATE -O1 -sALLOW_MEMORY_GROWTH=1 -sTOTAL_STACK=8MB -sENVIRONMENT=node,web -sEXIT_RUNTIME=1
    --embed-file ${PROJECT_SOURCE_DIR}/tests/data/golden.txt@/data/golden.txt)

# The page. What no browser of these years lacks is taken for granted; the heap grows up to 1 GiB.
add_executable(page ${PROJECT_SOURCE_DIR}/app/web/page.c ${PROJECT_SOURCE_DIR}/app/web/describe.c)
set_target_properties(page PROPERTIES OUTPUT_NAME slipstick-page SUFFIX .js)
target_link_libraries(page PRIVATE slipstick_app slipstick_flags)
target_link_options(page PRIVATE -O2 -sWASM=1 -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2 -sALLOW_MEMORY_GROWTH=1
    -sINITIAL_MEMORY=64MB -sMAXIMUM_MEMORY=1GB -sTOTAL_STACK=8MB -sENVIRONMENT=web,node -sEXIT_RUNTIME=0 -sINVOKE_RUN=0
    --js-library ${PROJECT_SOURCE_DIR}/app/web/library.js -sMODULARIZE=1 -sEXPORT_NAME=slipstickModule -sFORCE_FILESYSTEM=1
    "-sEXPORTED_RUNTIME_METHODS=[FS,callMain,ENV,ccall,UTF8ToString,HEAPF32,GL]" -sEXPORTED_FUNCTIONS=[_main,_malloc,_free,_hostRenewWindow])
