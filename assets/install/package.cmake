# SPDX-License-Identifier: MIT
# The Debian package, by cpack in a build folder that is installed under /usr: all components in one. ./slipstick package
# makes such a folder.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME slipstick)
set(CPACK_PACKAGE_VENDOR "The Slipstick authors")
set(CPACK_PACKAGE_CONTACT "The Slipstick authors <slipstick@users.noreply.example.org>")
if(DEFINED ENV{DEBEMAIL}) # as Debian's own tools take it
    set(CPACK_PACKAGE_CONTACT "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
endif()
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "friction sandbox, and its library of laws and contact solvers")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Set a sphere down on a plane and see stick become slip: friction cones,
forces and the curves of a run on top of the exact solution, in a window,
on the command line and in C. The package has the program, the shared and
the static library, and the headers.")
set(CPACK_DEBIAN_PACKAGE_SECTION science)
# Libraries are found by dpkg-shlibdeps. What the program opens while it runs, it cannot know: OpenGL and the letters.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${PROJECT_BINARY_DIR}")
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libegl1, libgl1, libgl1-mesa-dri, fonts-dejavu-core")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS python3) # for pages and courses
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libcjson-dev, pkg-config, ffmpeg, librsvg2-bin")
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_COMPONENTS_ALL program development shared static)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PRE_BUILD_SCRIPTS "${CMAKE_CURRENT_LIST_DIR}/package_files.cmake")
set(CPACK_POST_BUILD_SCRIPTS "${CMAKE_CURRENT_LIST_DIR}/package_files.cmake")
include(CPack)
