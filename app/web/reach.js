// SPDX-License-Identifier: MIT
// What reaches those whom the canvas alone does not: a description in elements of the page, the keyboard of a phone, films,
// and a graphics card that was away for a while. page.js calls these functions.
"use strict";

const ownWords = {
    en: {
        quantity: "Quantity", value: "Value", values: "Values of the run", spoken: "What happens",
        canvas: "Slipstick: scene, panels and plots",
        keys: "Space runs and pauses, R goes back to the start, the arrow keys right and left step. Down goes to the parameters: " +
            "arrow keys change them, Enter types a number. Ctrl+Tab goes to the next panel, F10 to the menus, F1 lists all keys.",
    },
    de: {
        quantity: "Größe", value: "Wert", values: "Werte des Laufs", spoken: "Was geschieht",
        canvas: "Slipstick: Szene, Felder und Kurven",
        keys: "Die Leertaste lässt laufen und hält an, R geht zurück zum Anfang, die Pfeiltasten rechts und links gehen " +
            "schrittweise. Pfeil ab führt zu den Parametern: Pfeiltasten ändern sie, mit Enter wird eine Zahl getippt. " +
            "Strg+Tab führt zum nächsten Feld, F10 in die Menüs, F1 zeigt alle Tasten.",
    },
};

// A sentence of the program, for those who hear it.
function speak(text) {
    const spoken = document.getElementById("spoken");
    const line = document.createElement("p");
    line.textContent = text;
    spoken.append(line);
    while (spoken.childElementCount > 20) spoken.firstElementChild.remove();
}

// Writes the description of the run into the page: title, sentence, and a row for each value. A row whose value has not
// changed is left alone.
function describe(module) {
    const lines = module.ccall("pageDescribe", "string", [], []).split("\n").filter((line) => line !== "");
    const rows = lines.map((line) => line.split("\t"));
    const put = (element, text) => { if (element.textContent !== text) element.textContent = text; };
    const body = document.querySelector("#values tbody");
    const values = rows.filter(([kind]) => !["language", "title"].includes(kind));
    for (const [kind, name, label, value] of rows) {
        if (kind === "title") {
            put(document.getElementById("title"), label);
            put(document.getElementById("point"), value);
        }
        if (kind === "language" && (document.documentElement.lang !== name || body.rows.length === 0)) {
            document.documentElement.lang = name;
            const own = ownWords[name] ?? ownWords.en;
            for (const key of ["quantity", "value", "values", "keys"]) document.getElementById("word-" + key).textContent = own[key];
            document.getElementById("spoken").setAttribute("aria-label", own.spoken);
            document.getElementById("canvas").setAttribute("aria-label", own.canvas);
        }
    }
    while (body.rows.length > values.length) body.deleteRow(-1);
    values.forEach(([kind, name, label, value], i) => {
        const row = body.rows[i] ?? body.insertRow();
        if (row.cells.length === 0) {
            row.append(Object.assign(document.createElement("th"), { scope: "row" }), document.createElement("td"));
        }
        row.dataset.name = name;
        row.dataset.kind = kind;
        put(row.cells[0], label);
        put(row.cells[1], value);
    });
}

// The keyboard of a phone, and input methods: they need a field of the page, which has the focus while the program takes
// text. What changes in it becomes letters and backspaces.
function lendField(module) {
    const field = document.getElementById("typed"), canvas = document.getElementById("canvas");
    const rest = "\u00a0\u00a0"; // something to be deleted
    let before = rest;
    const clear = () => { field.value = before = rest; };
    const send = (kind, key, code, charCode) => window.dispatchEvent(
        new KeyboardEvent(kind, { key, code: key, keyCode: code, which: code, charCode, bubbles: true, cancelable: true }));
    const change = () => {
        const text = field.value;
        let same = 0;
        while (same < before.length && same < text.length && before[same] === text[same]) ++same;
        for (let i = before.length; i > same; --i) { send("keydown", "Backspace", 8, 0); send("keyup", "Backspace", 8, 0); }
        for (const letter of text.slice(same)) send("keypress", letter, letter.codePointAt(0), letter.codePointAt(0));
        before = text;
    };
    field.addEventListener("input", (event) => { change(); if (!event.isComposing) clear(); });
    field.addEventListener("compositionend", () => { change(); clear(); });
    // Letters that come as keys come into the field as well: here they count once. Keys that an input method has taken, none.
    for (const kind of ["keydown", "keyup", "keypress"]) {
        field.addEventListener(kind, (event) => {
            if (kind === "keypress" || event.isComposing || event.keyCode === 229) event.stopPropagation();
            if (kind === "keydown" && !event.isComposing) field.setSelectionRange(field.value.length, field.value.length);
        });
    }
    field.addEventListener("paste", (event) => event.preventDefault()); // see shareKeys
    field.addEventListener("blur", clear);
    return () => {
        const wants = module.ccall("pageNumber", "number", ["string"], ["ui.types"]) === 1;
        if (wants && document.activeElement !== field) { clear(); field.focus({ preventScroll: true }); }
        if (!wants && document.activeElement === field) canvas.focus({ preventScroll: true });
    };
}

// Films by the browser: what the canvas shows, from now on until it is asked for the end.
function makeFilms(canvas) {
    let recorder = null;
    return (on) => {
        const kinds = ["video/webm;codecs=vp9", "video/webm", "video/mp4"];
        const type = typeof MediaRecorder === "function" && kinds.find((kind) => MediaRecorder.isTypeSupported(kind));
        if (recorder && !on) recorder.stop();
        if (!on || !type || !canvas.captureStream) { recorder = null; return 0; }
        const parts = [], stream = canvas.captureStream(30);
        recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: 8e6 });
        recorder.ondataavailable = (event) => parts.push(event.data);
        recorder.onstop = () => {
            stream.getTracks().forEach((track) => track.stop());
            handOut(new Blob(parts, { type }), "slipstick-film." + (type.startsWith("video/mp4") ? "mp4" : "webm"));
        };
        recorder.start();
        return 1;
    };
}

// Hands a file to the user.
function handOut(blob, name) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// While the graphics card is away nothing moves; once it is back, what was on it is made anew.
const card = { lost: false };

function watchCard(module, canvas, goOn) {
    const gone = "The browser has taken the graphics card away.";
    canvas.addEventListener("webglcontextlost", (event) => {
        event.preventDefault(); // or it never comes back
        card.lost = true;
        say(gone + " Slipstick goes on when it is back;\nif that takes long, loading the page again starts anew.");
    });
    canvas.addEventListener("webglcontextrestored", () => {
        const context = module.GL.currentContext;
        context.initExtensionsDone = false;
        module.GL.initExtensions(context);
        if (module.ccall("hostRenewWindow", "boolean", [], [])) {
            card.lost = false;
            say("");
            goOn();
        } else say(gone + " Loading the page again starts Slipstick anew.");
    });
}
