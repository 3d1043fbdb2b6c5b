// SPDX-License-Identifier: MIT
// The page in Firefox: the same bits, and what a user does first.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { launchFirefox } from "./bidi.mjs";
import { must, root, serve } from "./driver.mjs";

const installed = existsSync("/usr/bin/firefox-esr") && existsSync("/usr/bin/xvfb-run");

// Runs a test in a Firefox of its own, if there is one.
const inFirefox = (test) => async (given) => {
    if (!installed) {
        given.note("skipped: firefox-esr and xvfb are not installed");
        return;
    }
    const firefox = await launchFirefox();
    try {
        await test({ ...given, firefox });
    } finally {
        await firefox.end();
    }
};

const number = (firefox, name) => firefox.evaluate((n) => slipstick.ccall("pageNumber", "number", ["string"], [n]), name);
const text = (firefox, name) => firefox.evaluate((n) => slipstick.ccall("pageText", "string", ["string"], [n]), name);
const pause = (millis) => new Promise((resolve) => setTimeout(resolve, millis));

async function open(firefox, url) {
    await firefox.open(url);
    await firefox.until(() => (window.slipstick && document.querySelector("#values tbody tr") !== null) ||
        /cannot|not offer|ended/.test(document.getElementById("note").textContent), 90);
    const note = await firefox.evaluate(() => document.getElementById("note").textContent);
    must(note === "", "the page says: " + note);
}

const isAt = (firefox, name, low, high) => firefox.until((n, a, b) => {
    const value = slipstick.ccall("pageNumber", "number", ["string"], [n]);
    return value >= a && value <= b;
}, 30, name, low, high);

function isQuiet(firefox) {
    must(firefox.said.length === 0, "the console says: " + firefox.said.slice(0, 3).join(" | "));
}

export const firefoxTests = {
    firefoxHasTheSameBits: inFirefox(async ({ firefox, note }) => {
        const server = await serve(path.join(root, "build/wasm"));
        await firefox.open(server.url + "fonts/").catch(() => {});
        const lines = await firefox.evaluate((url) => new Promise((resolve) => {
            const said = [];
            window.Module = { print: (line) => said.push(line), printErr: (line) => said.push(line), onExit: () => resolve(said),
                locateFile: (name) => url + name };
            const script = document.createElement("script");
            script.src = url + "golden.js";
            document.head.append(script);
        }), server.url);
        server.end();
        must(lines.some((line) => /^[1-9]\d* passed, 0 failed, 0 skipped$/.test(line)), lines.slice(-8).join("\n"));
        const rows = readFileSync(path.join(root, "tests/data/golden.txt"), "utf8").match(/^[a-z].* [0-9a-f]{16}$/gm).length;
        note(`${rows} rows of golden.txt`);
    }),

    firefoxStartsSlidesSavesAndOpens: inFirefox(async ({ firefox, url }) => {
        await open(firefox, url + "?scene=rolling-sphere&preset=fig3b");
        await isAt(firefox, "t", 0.01, 1e9);
        must((await firefox.picture()).length > 20000, "the picture is empty");
        await open(firefox, url + "?scene=rolling-sphere&preset=fig3b&paused");

        // the slider of the friction, from a fifth to four fifths of its way
        const at = await firefox.evaluate(() => {
            const pointer = slipstick.ccall("pagePlace", "number", ["string"], ["param.mu"]);
            return Array.from(slipstick.HEAPF32.subarray(pointer / 4, pointer / 4 + 4));
        });
        const x = (share) => Math.round(at[0] + share * (at[2] - at[0])), y = Math.round((at[1] + at[3]) / 2);
        const move = (share) => [{ type: "pointerMove", x: x(share), y }, { type: "pause", duration: 300 }];
        await firefox.mouse([...move(0.2), { type: "pointerDown", button: 0 }, { type: "pause", duration: 300 }, ...move(0.4), ...move(0.6),
            ...move(0.8), { type: "pointerUp", button: 0 }, { type: "pause", duration: 300 }]);
        const friction = parseFloat(await text(firefox, "param.mu"));
        must(friction > 0.3, `the slider leaves the friction at ${friction}`);

        // what is saved is what is there
        await firefox.evaluate(() => {
            window.handed = [];
            const make = URL.createObjectURL;
            URL.createObjectURL = (blob) => { handed.push(blob); return make.call(URL, blob); };
            HTMLAnchorElement.prototype.click = () => {};
        });
        await firefox.keys("\uE009", "s");
        await firefox.until(() => window.handed.length > 0, 20);
        const saved = await firefox.evaluate(() => handed[0].text());
        const scene = JSON.parse(saved);
        must(scene.scenario === "rolling-sphere", "the scene that was saved is of " + scene.scenario);
        must(saved.includes(String(friction)), `the scene that was saved does not have the friction ${friction}`);

        // and opens again
        await open(firefox, url + "?scene=belt&paused");
        const run = await number(firefox, "run");
        await firefox.evaluate((content) => {
            const data = new DataTransfer(), chosen = document.getElementById("chosen");
            data.items.add(new File([content], "again.json"));
            chosen.files = data.files;
            chosen.dispatchEvent(new Event("change"));
        }, saved);
        await isAt(firefox, "run", run + 1, 1e9);
        await pause(500);
        must(parseFloat(await text(firefox, "param.mu")) === friction, "the scene opens with another friction");
        isQuiet(firefox);
    }),
};
