// SPDX-License-Identifier: MIT
// The page around the program: unpacks it, starts it, and lends it what a browser has instead of files, a clipboard and
// the command line. pack.py puts this file, index.html and the module together.
"use strict";

const home = "/home/user";
const kept = "slipstick/"; // in front of the names of settings in the browser's storage
const note = document.getElementById("note");
const canvas = document.getElementById("canvas");

function say(text) {
    note.textContent = text;
    note.hidden = text === "";
}

// The words behind the question mark that the program takes, as options of `slipstick gui`.
const options = ["preset", "set", "twin", "lesson", "language", "face", "law", "seed", "data"];
const switches = ["present", "light", "paused"];

function words(query, fs) {
    const list = [];
    const shared = sharedWords(query, fs), scene = query.get("scene");
    if (shared.length && !shared[0].startsWith("--")) list.push(shared.shift());
    else if (scene) list.push(scene);
    list.push(...shared);
    for (const [name, value] of query) {
        if (options.includes(name)) list.push("--" + name, value);
        if (switches.includes(name)) list.push("--" + name);
    }
    list.push("--speak"); // into an element of the page, see speak
    return list;
}

// The program and its fonts: JSON with names and sizes, then their bytes, all compressed.
async function unpack() {
    const packed = typeof slipstickPack === "string"
        ? new Blob([Uint8Array.from(atob(slipstickPack), (c) => c.charCodeAt(0))]).stream()
        : (await fetch("slipstick.bin")).body;
    const whole = await new Response(packed.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
    const size = new DataView(whole).getUint32(0, true);
    const rows = JSON.parse(new TextDecoder().decode(new Uint8Array(whole, 4, size)));
    const files = {};
    let at = 4 + size;
    for (const row of rows) {
        files[row.name] = new Uint8Array(whole, at, row.size);
        at += row.size;
    }
    return files;
}

// A file that the program has written: settings stay in the browser, everything else is handed to the user.
function publish(fs, path) {
    const full = path.startsWith("/") ? path : fs.cwd() + "/" + path;
    const bytes = fs.readFile(full);
    if (full.startsWith(home + "/.config/slipstick/")) {
        try {
            localStorage.setItem(kept + full.split("/").pop(), new TextDecoder().decode(bytes));
        } catch (refused) {
            // a page from a disk or in private mode may have no storage: the settings are those of this visit
        }
        return;
    }
    handOut(new Blob([bytes]), full.split("/").pop());
}

function restoreSettings(fs) {
    const folder = home + "/.config/slipstick";
    fs.mkdirTree(folder);
    try {
        for (const name of Object.keys(localStorage).filter((key) => key.startsWith(kept))) {
            fs.writeFile(folder + "/" + name.slice(kept.length), localStorage.getItem(name));
        }
    } catch (refused) {
        // as above
    }
}

// Hands a file of the user's to the program.
async function open(module, file) {
    const path = home + "/" + file.name.replace(/[^\w. -]/g, "_");
    module.FS.writeFile(path, new Uint8Array(await file.arrayBuffer()));
    module.ccall("pageDrop", null, ["string"], [path]);
}

function listen(module) {
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
        event.preventDefault();
        for (const file of event.dataTransfer.files) open(module, file);
    });
    const chosen = document.getElementById("chosen");
    chosen.addEventListener("change", () => {
        for (const file of chosen.files) open(module, file);
        chosen.value = "";
    });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
}

// The browser keeps its own keys, and the clipboard is the browser's.
function shareKeys(started) {
    const own = (event) => ["F5", "F11", "F12"].includes(event.key) ||
        ((event.ctrlKey || event.metaKey) && ["l", "r", "t", "n", "w", "+", "-", "0"].includes(event.key.toLowerCase()));
    const pastes = (event) => (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "v";
    for (const kind of ["keydown", "keyup", "keypress"]) {
        addEventListener(kind, (event) => {
            // Ctrl+V comes back with the text, as an event of its own.
            if (own(event) || pastes(event)) event.stopImmediatePropagation();
        }, true);
    }
    addEventListener("paste", (event) => {
        const text = event.clipboardData.getData("text/plain");
        if (text && started.module) started.module.ccall("pagePaste", null, ["string"], [text]);
    });
    let last = "";
    addEventListener("keyup", (event) => {
        if (!started.module || !(event.ctrlKey || event.metaKey) || !["c", "x"].includes(event.key.toLowerCase())) return;
        setTimeout(() => {
            const text = started.module.ccall("pageCopied", "string", [], []);
            if (text && text !== last && navigator.clipboard) navigator.clipboard.writeText(text).catch(() => {});
            last = text;
        }, 50);
    });
}

// Fibers, by which the program does what takes long between frames: stacks that the browser changes, where it can (WebAssembly
// with promises). Elsewhere such work is done at once. Each fiber has a stack in the program's memory as well.
const canSuspend = typeof WebAssembly.Suspending === "function" && typeof WebAssembly.promising === "function";

function addFibers(imports, program) {
    const fibers = new Map();
    imports.webHasFibers = () => 1;
    imports.webEnterFiber = new WebAssembly.Suspending(async (id, top) => {
        const { stackSave, stackRestore, webRunFiber } = program.exports;
        const outside = stackSave();
        const back = new Promise((resolve) => {
            const fiber = fibers.get(id);
            if (fiber) {
                fiber.leave = resolve;
                stackRestore(fiber.stack);
                fiber.goOn();
            } else {
                fibers.set(id, { leave: resolve });
                stackRestore(top);
                WebAssembly.promising(webRunFiber)(id).then(() => {
                    const { leave } = fibers.get(id);
                    fibers.delete(id);
                    leave(0);
                });
            }
        });
        const more = await back;
        stackRestore(outside);
        return more;
    });
    imports.webLeaveFiber = new WebAssembly.Suspending(async (id) => {
        const fiber = fibers.get(id);
        fiber.stack = program.exports.stackSave();
        await new Promise((resolve) => {
            fiber.goOn = resolve;
            fiber.leave(1);
        });
        program.exports.stackRestore(fiber.stack);
    });
}

// Takes a turn for every picture that the browser wants. Returns what goes on after a pause.
function repeat(program, afterwards) {
    const turn = canSuspend ? WebAssembly.promising(program.exports.webTakeTurn) : program.exports.webTakeTurn;
    let busy = false;
    const next = async () => {
        if (busy || card.lost) return;
        busy = true;
        const more = await turn();
        busy = false;
        if (more) {
            afterwards();
            requestAnimationFrame(next);
        }
        else say("Slipstick has ended. Loading the page again starts it anew.");
    };
    requestAnimationFrame(next);
    return () => requestAnimationFrame(next);
}

async function start() {
    const probe = document.createElement("canvas").getContext("webgl2");
    if (probe) probe.getExtension("WEBGL_lose_context")?.loseContext(); // a page may have few of them
    else {
        say("Slipstick draws with WebGL 2, which this browser does not offer here.\n" +
            "Another browser, or one with hardware acceleration switched on, shows it:");
        note.append(Object.assign(new Image(), { src: still, alt: "A ball that rolls and slides, with the cone of the forces that friction allows" }));
        return;
    }
    const query = new URLSearchParams(location.search);
    const files = await unpack();
    const lines = [];
    const started = {};
    const program = {};
    shareKeys(started); // before SDL listens
    const module = await slipstickModule({
        canvas,
        instantiateWasm: (imports, receive) => {
            if (canSuspend) addFibers(imports.env, program);
            WebAssembly.instantiate(files["slipstick.wasm"], imports).then(({ instance, module }) => {
                program.exports = instance.exports;
                receive(instance, module);
            });
            return {};
        },
        print: speak,
        printErr: (text) => { lines.push(text); console.info(text); },
        choose: () => document.getElementById("chosen").click(),
        publish: (path) => path === answersFile || publish(module.FS, path),
        share,
        film: makeFilms(canvas),
        onAbort: (what) => say("Slipstick has stopped: " + what),
        preRun: [(m) => {
            Object.assign(m.ENV, { HOME: home, DISPLAY: "page", LANG: navigator.language.replace("-", "_") + ".UTF-8" });
            m.FS.mkdirTree("/fonts");
            for (const name in files) {
                if (name.startsWith("fonts/")) m.FS.writeFile("/" + name, files[name]);
            }
            restoreSettings(m.FS);
            m.FS.chdir(home);
        }],
    });
    started.module = window.slipstick = module;
    listen(module);
    say("");
    const status = module.callMain(words(query, module.FS));
    if (status > 0) say(lines.join("\n") || "Slipstick has ended with status " + status + ".");
    else {
        canvas.focus({ preventScroll: true });
        const lend = lendField(module);
        beginSharing(module);
        let described = 0;
        const goOn = repeat(program, () => {
            lend();
            if (performance.now() - described > 500) {
                describe(module);
                described = performance.now();
            }
        });
        watchCard(module, canvas, goOn);
    }
}

start().catch((reason) => say("Slipstick cannot start: " + reason));
