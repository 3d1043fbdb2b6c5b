// SPDX-License-Identifier: MIT
// What the tests of the page use: a browser, a server, and the names that widgets and numbers have for scripts.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const { chromium } = createRequire(path.join(root, "build/web-tools/"))("playwright-core");
export const shots = path.join(root, "build/web-tools/shots");
mkdirSync(shots, { recursive: true });

const browserArguments = ["--headless=new", "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist", "--disable-dev-shm-usage"];

export const launch = () => chromium.launch({ executablePath: "/usr/bin/chromium", args: browserArguments });

export function serve(folder) {
    return new Promise((resolve) => {
        const server = spawn("python3", [path.join(root, "app/web/serve.py"), folder, "0"], { stdio: ["ignore", "pipe", "ignore"] });
        server.stdout.once("data", (line) => resolve({ url: String(line).trim(), end: () => server.kill() }));
    });
}

export function must(condition, text) {
    if (!condition) throw new Error(text);
}

// Where the size does not matter: few pixels for a machine that draws them in software.
export const small = { width: 800, height: 500 };

// Waits for the first frames. Not by Playwright's own clock, which are frames as well.
export const started = (page) => page.waitForFunction(() => (window.slipstick && window.frameMillis.length > 3) ||
    /cannot|not offer|ended/.test(document.getElementById("note").textContent), null, { timeout: 90000, polling: 50 });

// A page that has started, with what it has said in `said`.
export async function openPage(browser, url, options = {}) {
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
    await started(page);
    const note = await page.textContent("#note");
    must(note === "", "the page says: " + note);
    return page;
}

export const number = (page, name) => page.evaluate((n) => slipstick.ccall("pageNumber", "number", ["string"], [n]), name);
export const text = (page, name) => page.evaluate((n) => slipstick.ccall("pageText", "string", ["string"], [n]), name);

// Where a widget is, once it is there.
export async function place(page, name) {
    let at = null;
    for (const end = Date.now() + 10000; at === null && Date.now() < end; ) {
        at = await page.evaluate((n) => {
            const pointer = slipstick.ccall("pagePlace", "number", ["string"], [n]);
            return pointer ? Array.from(slipstick.HEAPF32.subarray(pointer / 4, pointer / 4 + 4)) : null;
        }, name);
        if (at === null) await page.waitForTimeout(50);
    }
    must(at !== null, `there is no ${name} on the screen`);
    return { x0: at[0], y0: at[1], x1: at[2], y1: at[3], x: (at[0] + at[2]) / 2, y: (at[1] + at[3]) / 2 };
}

export const frames = (page, count) => page.evaluate((n) => {
    const end = frameMillis.length + n;
    return new Promise((resolve) => {
        const look = () => (frameMillis.length >= end ? resolve() : setTimeout(look, 5));
        look();
    });
}, count);

// Waits until a number is in a range.
export async function awaitNumber(page, name, low, high, seconds = 30) {
    const end = Date.now() + 1000 * seconds;
    let value;
    while (Date.now() < end) {
        value = await number(page, name);
        if (value >= low && value <= high) return value;
        await page.waitForTimeout(50);
    }
    throw new Error(`${name} is ${value} and not in [${low}, ${high}]`);
}

export async function press(page, key) {
    await page.keyboard.press(key, { delay: 60 });
    await frames(page, 3);
}

export async function click(page, name) {
    const at = await place(page, name);
    await page.mouse.move(at.x, at.y);
    await frames(page, 3);
    await page.mouse.down();
    await frames(page, 3);
    await page.mouse.up();
    await frames(page, 3);
}

// Takes a picture of the page, a file to look at.
export const picture = (page, name) => page.screenshot({ path: path.join(shots, name + ".png") });

// How many different colours a part of a picture has, roughly: an empty one has few.
export const colours = (page, shot, x, y, width, height) => page.evaluate(async ([base64, ...part]) => {
    const blob = await (await fetch("data:image/png;base64," + base64)).blob();
    const bitmap = await createImageBitmap(blob, ...part.map(Math.round));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    context.drawImage(bitmap, 0, 0);
    const data = context.getImageData(0, 0, bitmap.width, bitmap.height).data;
    const seen = new Set();
    for (let i = 0; i < data.length; i += 4) seen.add(((data[i] >> 4) << 8) | ((data[i + 1] >> 4) << 4) | (data[i + 2] >> 4));
    return seen.size;
}, [shot.toString("base64"), x, y, width, height]);

export function isQuiet(page) {
    must(page.said.length === 0, "the console says: " + page.said.slice(0, 3).join(" | "));
}
