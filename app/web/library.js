// SPDX-License-Identifier: MIT
// What app/base/os_web.c calls: functions of the page, which page.js gives to the module.
mergeInto(LibraryManager.library, {
    webEnded: function () {
        if (Module["ended"]) Module["ended"]();
    },
    webPublish: function (path) {
        if (Module["publish"]) Module["publish"](UTF8ToString(path));
    },
});
