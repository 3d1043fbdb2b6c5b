// SPDX-License-Identifier: MIT
// What app/base/os_web.c calls. page.js has other functions for fibers, where the browser can change stacks.
mergeInto(LibraryManager.library, {
    webRepeat__deps: ["$dynCall", "$autoResumeAudioContext"], // what SDL's sound calls
    webRepeat: function () {
        throw "unwind"; // the page takes the turns, see page.js
    },
    webChoose: function () {
        if (Module["choose"]) Module["choose"]();
    },
    webFilm: function (on) {
        return Module["film"] ? Module["film"](on) : 0;
    },
    webPublish: function (path) {
        if (Module["publish"]) Module["publish"](UTF8ToString(path));
    },
    webShare: function (link, scene) {
        if (Module["share"]) Module["share"](link ? UTF8ToString(link) : "", scene ? UTF8ToString(scene) : "");
    },
    webHasFibers: function () {
        return 0;
    },
    webEnterFiber: function () {
        return 0;
    },
    webLeaveFiber: function () {},
});
