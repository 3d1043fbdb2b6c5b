// SPDX-License-Identifier: MIT
// The page in a real browser, as a user meets it: ./slipstick test --web, or node test_page.mjs [PART OF A NAME] after it.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const { chromium } = createRequire(path.join(root, "build/web-tools/"))("playwright-core");
const shots = path.join(root, "build/web-tools/shots");
mkdirSync(shots, { recursive: true });

const browserArguments = ["--headless=new", "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist", "--disable-dev-shm-usage"];

// -------------------------------------------------------------------------------------------------- what tests use

function serve(folder) {
    return new Promise((resolve) => {
        const server = spawn("python3", [path.join(root, "app/web/serve.py"), folder, "0"], { stdio: ["ignore", "pipe", "ignore"] });
        server.stdout.once("data", (line) => resolve({ url: String(line).trim(), end: () => server.kill() }));
    });
}

function must(condition, text) {
    if (!condition) throw new Error(text);
}

// A page that has started, with what it has said in `said`.
async function openPage(browser, url, options = {}) {
    const context = await browser.newContext({ viewport: options.viewport ?? { width: 1280, height: 720 },
        hasTouch: options.touch ?? false, deviceScaleFactor: options.dense ?? 1, acceptDownloads: true });
    const page = await context.newPage();
    page.said = [];
    page.requested = [];
    page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) page.said.push(message.text());
    });
    page.on("pageerror", (error) => page.said.push(error.message));
    page.on("request", (request) => page.requested.push(request.url()));
    await page.addInitScript(() => {
        // How long the program takes for a frame.
        const ask = window.requestAnimationFrame.bind(window);
        window.frameMillis = [];
        window.requestAnimationFrame = (draw) => ask((time) => {
            const before = performance.now();
            draw(time);
            window.frameMillis.push(performance.now() - before);
            if (window.firstFrame === undefined) window.firstFrame = performance.now();
        });
    });
    await page.goto(url);
    await page.waitForFunction(() => window.frameMillis.length > 3 || /cannot|not offer|ended/.test(document.getElementById("note").textContent),
        null, { timeout: 90000 });
    return page;
}

const number = (page, name) => page.evaluate((n) => slipstick.ccall("pageNumber", "number", ["string"], [n]), name);
const text = (page, name) => page.evaluate((n) => slipstick.ccall("pageText", "string", ["string"], [n]), name);

async function place(page, name) {
    const at = await page.evaluate((n) => {
        const pointer = slipstick.ccall("pagePlace", "number", ["string"], [n]);
        return pointer ? Array.from(slipstick.HEAPF32.subarray(pointer / 4, pointer / 4 + 4)) : null;
    }, name);
    must(at !== null, `there is no ${name} on the screen`);
    return { x0: at[0], y0: at[1], x1: at[2], y1: at[3], x: (at[0] + at[2]) / 2, y: (at[1] + at[3]) / 2 };
}

const frames = (page, count) => page.evaluate((n) => {
    const end = frameMillis.length + n;
    return new Promise((resolve) => {
        const look = () => (frameMillis.length >= end ? resolve() : setTimeout(look, 5));
        look();
    });
}, count);

// Waits until a number is in a range.
async function awaitNumber(page, name, low, high, seconds = 30) {
    const end = Date.now() + 1000 * seconds;
    let value;
    while (Date.now() < end) {
        value = await number(page, name);
        if (value >= low && value <= high) return value;
        await page.waitForTimeout(50);
    }
    throw new Error(`${name} is ${value} and not in [${low}, ${high}]`);
}

async function press(page, key) {
    await page.keyboard.press(key, { delay: 60 });
    await frames(page, 3);
}

async function click(page, name) {
    const at = await place(page, name);
    await page.mouse.move(at.x, at.y);
    await frames(page, 3);
    await page.mouse.down();
    await frames(page, 3);
    await page.mouse.up();
    await frames(page, 3);
}

// The picture of the page as rows of pixels, and a file to look at.
async function picture(page, name) {
    const bytes = await page.screenshot({ path: path.join(shots, name + ".png") });
    return page.evaluate(async (base64) => {
        const blob = await (await fetch("data:image/png;base64," + base64)).blob();
        const bitmap = await createImageBitmap(blob);
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        const context = canvas.getContext("2d");
        context.drawImage(bitmap, 0, 0);
        const data = context.getImageData(0, 0, bitmap.width, bitmap.height).data;
        return { width: bitmap.width, height: bitmap.height, data: Array.from(data) };
    }, bytes.toString("base64"));
}

const pixel = (shot, x, y) => shot.data.slice(4 * (Math.round(y) * shot.width + Math.round(x)), 4 * (Math.round(y) * shot.width + Math.round(x)) + 3);

// How many different colours a part of the picture has, roughly: an empty one has few.
function colours(shot, x0, y0, x1, y1) {
    const seen = new Set();
    for (let y = Math.ceil(y0); y < y1; y += 2) {
        for (let x = Math.ceil(x0); x < x1; x += 2) seen.add(pixel(shot, x, y).map((c) => c >> 4).join());
    }
    return seen.size;
}

function isQuiet(page) {
    must(page.said.length === 0, "the console says: " + page.said.slice(0, 3).join(" | "));
}

// ---------------------------------------------------------------------------------------------------------- tests

const tests = {
    async goldenHashesAreThoseOfEveryOtherMachine({ browser }) {
        const server = await serve(path.join(root, "build/wasm"));
        const page = await (await browser.newContext()).newPage();
        await page.goto(server.url + "fonts/").catch(() => {});
        const lines = await page.evaluate((url) => new Promise((resolve) => {
            const said = [];
            window.Module = { print: (line) => said.push(line), printErr: (line) => said.push(line), onExit: () => resolve(said),
                locateFile: (name) => url + name };
            const script = document.createElement("script");
            script.src = url + "golden.js";
            document.head.append(script);
        }), server.url);
        server.end();
        must(lines.some((line) => /^[1-9]\d* passed, 0 failed, 0 skipped$/.test(line)), lines.slice(-8).join("\n"));
    },

    async firstPictureComesSoonAndShowsTheSphere({ browser, url, note }) {
        const page = await openPage(browser, url);
        const first = await page.evaluate(() => firstFrame);
        note(`first picture after ${(first / 1000).toFixed(2)} s`);
        must((await page.textContent("#note")) === "", "the page says: " + (await page.textContent("#note")));
        await awaitNumber(page, "t", 0.01, 1e9);
        await frames(page, 5);
        const shot = await picture(page, "start");
        const contact = await place(page, "contact.point"); // the sphere stands on it
        const seen = colours(shot, contact.x - 60, contact.y - 160, contact.x + 60, contact.y);
        must(seen > 20, `the scene has only ${seen} colours above the contact`);
        must(colours(shot, 0, 0, 320, 60) > 5, "there is no tool bar");
        isQuiet(page);
        await page.context().close();
    },

    async sliderChangesTheValueItNames({ browser, url }) {
        const page = await openPage(browser, url + "?scene=rolling-sphere&preset=fig3b");
        const before = await text(page, "param.mu"), at = await place(page, "param.mu");
        await page.mouse.move(at.x0 + 0.2 * (at.x1 - at.x0), at.y);
        await frames(page, 3);
        await page.mouse.down();
        await frames(page, 3);
        for (let i = 1; i <= 5; ++i) {
            await page.mouse.move(at.x0 + (0.2 + 0.12 * i) * (at.x1 - at.x0), at.y);
            await frames(page, 2);
        }
        await page.mouse.up();
        await frames(page, 5);
        const after = await text(page, "param.mu");
        await picture(page, "slider");
        must(before !== after && parseFloat(after) > 0.2, `friction was '${before}' and is '${after}'`);
        isQuiet(page);
        await page.context().close();
    },

    async keyboardPausesAndGoesOn({ browser, url }) {
        const page = await openPage(browser, url);
        await press(page, " ");
        await awaitNumber(page, "paused", 1, 1);
        const stopped = await number(page, "t");
        await frames(page, 5);
        must((await number(page, "t")) === stopped, "time goes on while it is paused");
        await press(page, " ");
        await awaitNumber(page, "t", stopped + 1e-6, 1e9);
        isQuiet(page);
        await page.context().close();
    },

    async oneFileOpensFromADiskAndAsksForNothing({ browser }) {
        const page = await openPage(browser, "file://" + path.join(root, "build/web/slipstick.html"));
        await awaitNumber(page, "t", 0.01, 1e9);
        const asked = page.requested.filter((url) => !url.startsWith("file:") && !url.startsWith("data:") && !url.startsWith("blob:"));
        must(asked.length === 0, "it asks for " + asked.join(", "));
        isQuiet(page);
        await page.context().close();
    },

    async sizesStayBelowTheirLimits() {
        const size = (name) => readFileSync(path.join(root, "build/web", name)).length;
        must(size("slipstick.html") <= 3.6e6, `slipstick.html has ${size("slipstick.html")} bytes`);
        must(size("slipstick.bin") <= 2.5e6, `slipstick.bin has ${size("slipstick.bin")} bytes`);
    },
};

// ------------------------------------------------------------------------------------------------------------ run

const wanted = process.argv[2] ?? "";
const server = await serve(path.join(root, "build/web"));
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: browserArguments });
let passed = 0, failed = 0;
for (const [name, test] of Object.entries(tests)) {
    if (!name.includes(wanted)) continue;
    const began = Date.now(), notes = [];
    try {
        await test({ browser, url: server.url, note: (line) => notes.push(line) });
        ++passed;
        console.log(`PASS ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)${notes.map((n) => "; " + n).join("")}`);
    } catch (error) {
        ++failed;
        console.log(`FAIL ${name}: ${error.message}`);
    }
}
await browser.close();
server.end();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
