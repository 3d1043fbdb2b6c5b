# SPDX-License-Identifier: MIT
# Other engines and libraries for the benchmarks (cli/bench/bench_peers.h). A file of this folder is compiled only where its
# library is found, and loads it at run time: the program starts without it, and no answer depends on it. Each can be AUTO
# (where it is found), ON (an error where it is not) or OFF.
set(SLIPSTICK_SICONOS AUTO CACHE STRING "Compare with Siconos in `bench solve` (libsiconos-numerics-dev): AUTO, ON, OFF")
set(SLIPSTICK_ODE AUTO CACHE STRING "Compare with ODE in `bench engines` (libode-dev): AUTO, ON, OFF")
set(SLIPSTICK_MUJOCO AUTO CACHE STRING "Compare with MuJoCo in `bench world` and `bench engines` (libmujoco-dev): AUTO, ON, OFF")
set(SLIPSTICK_BULLET AUTO CACHE STRING "Compare with Bullet in `bench world` and `bench engines` (libbullet-dev): AUTO, ON, OFF")
foreach(peer IN ITEMS SICONOS ODE MUJOCO BULLET)
    set_property(CACHE SLIPSTICK_${peer} PROPERTY STRINGS AUTO ON OFF)
endforeach()

# slipstick_missing(PEER WHAT PACKAGE): the end of the configuration where the peer was asked for.
function(slipstick_missing peer what package)
    if(NOT SLIPSTICK_${peer} STREQUAL "AUTO")
        message(FATAL_ERROR "${what} was not found. On Debian: apt-get install ${package}")
    endif()
endfunction()

# slipstick_peer(PEER SOURCE DEFINITION...): compiles one file, and fills its members of bench_peers.
set(SLIPSTICK_PEERS "${PROJECT_SOURCE_DIR}/app/cli/bench/peers")
function(slipstick_peer peer source)
    target_sources(slipstick_app PRIVATE ${SLIPSTICK_PEERS}/${source})
    set_property(SOURCE ${SLIPSTICK_PEERS}/${source} APPEND PROPERTY COMPILE_DEFINITIONS ${ARGN})
    set_property(SOURCE app/cli/bench/bench_table.c APPEND PROPERTY COMPILE_DEFINITIONS SLIPSTICK_PEER_${peer})
endfunction()

# slipstick_runner(ENGINE SOURCE LIBRARY...): the program that `bench engines` runs for an engine. It lies beside slipstick in
# the build folder, in libexec once it is installed.
function(slipstick_runner engine source)
    set(runner slipstick-runner-${engine})
    add_executable(${runner} ${SLIPSTICK_PEERS}/${source})
    target_include_directories(${runner} PRIVATE engine/include engine/examples)
    target_link_libraries(${runner} PRIVATE ${ARGN} m)
    add_dependencies(slipstick_app ${runner})
endfunction()
file(RELATIVE_PATH SLIPSTICK_HELPERS "/${CMAKE_INSTALL_BINDIR}" "/${CMAKE_INSTALL_LIBEXECDIR}/slipstick")
set_property(SOURCE app/cli/bench/engine_runner.c APPEND PROPERTY COMPILE_DEFINITIONS
    SLIPSTICK_HELPERS="${SLIPSTICK_HELPERS}")

if(NOT EMSCRIPTEN)
    slipstick_runner(slipstick runner_slipstick.c slipstick_engine slipstick_flags)
endif()

if(NOT SLIPSTICK_SICONOS STREQUAL "OFF")
    find_path(SICONOS_INCLUDE_DIR FrictionContactProblem.h PATH_SUFFIXES siconos/numerics)
    find_library(SICONOS_LIBRARY siconos_numerics)
    find_path(SUITESPARSE_INCLUDE_DIR cs.h PATH_SUFFIXES suitesparse)
    mark_as_advanced(SICONOS_INCLUDE_DIR SICONOS_LIBRARY SUITESPARSE_INCLUDE_DIR)
    if(SICONOS_INCLUDE_DIR AND SICONOS_LIBRARY)
        # It loads a hundred other libraries.
        target_include_directories(slipstick_app SYSTEM PRIVATE ${SICONOS_INCLUDE_DIR} ${SICONOS_INCLUDE_DIR}/..
            ${SUITESPARSE_INCLUDE_DIR})
        slipstick_peer(SICONOS siconos.c SLIPSTICK_SICONOS="${SICONOS_LIBRARY}")
    else()
        slipstick_missing(SICONOS "Siconos" libsiconos-numerics-dev)
    endif()
endif()

if(NOT SLIPSTICK_MUJOCO STREQUAL "OFF")
    find_path(MUJOCO_INCLUDE_DIR mujoco/mujoco.h)
    find_library(MUJOCO_LIBRARY mujoco)
    mark_as_advanced(MUJOCO_INCLUDE_DIR MUJOCO_LIBRARY)
    if(MUJOCO_INCLUDE_DIR AND MUJOCO_LIBRARY)
        slipstick_peer(MUJOCO mujoco.c SLIPSTICK_MUJOCO="${MUJOCO_LIBRARY}")
        slipstick_runner(mujoco runner_mujoco.c ${MUJOCO_LIBRARY})
        if(NOT MUJOCO_INCLUDE_DIR IN_LIST CMAKE_C_IMPLICIT_INCLUDE_DIRECTORIES)
            target_include_directories(slipstick_app SYSTEM PRIVATE ${MUJOCO_INCLUDE_DIR})
            target_include_directories(slipstick-runner-mujoco SYSTEM PRIVATE ${MUJOCO_INCLUDE_DIR})
        endif()
    else()
        slipstick_missing(MUJOCO "MuJoCo" libmujoco-dev)
    endif()
endif()

if(NOT SLIPSTICK_BULLET STREQUAL "OFF")
    include(CheckLanguage)
    check_language(CXX)
    pkg_check_modules(BULLET QUIET IMPORTED_TARGET bullet)
    if(BULLET_FOUND AND CMAKE_CXX_COMPILER)
        enable_language(CXX)
        # It is a module, so that only the comparison needs Bullet and a C++ library.
        add_library(slipstick_bullet MODULE ${SLIPSTICK_PEERS}/bullet.cpp)
        target_include_directories(slipstick_bullet PRIVATE app engine/include)
        target_link_libraries(slipstick_bullet PRIVATE PkgConfig::BULLET)
        add_dependencies(slipstick_app slipstick_bullet)
        slipstick_peer(BULLET bullet.c "SLIPSTICK_BULLET=\"$<TARGET_FILE:slipstick_bullet>\"")
        slipstick_runner(bullet runner_bullet.cpp PkgConfig::BULLET)
    else()
        slipstick_missing(BULLET "Bullet or a C++ compiler" "libbullet-dev g++")
    endif()
endif()

if(NOT SLIPSTICK_ODE STREQUAL "OFF")
    pkg_check_modules(ODE QUIET IMPORTED_TARGET ode)
    if(ODE_FOUND)
        slipstick_runner(ode runner_ode.c PkgConfig::ODE)
    else()
        slipstick_missing(ODE "ODE" libode-dev)
    endif()
endif()
