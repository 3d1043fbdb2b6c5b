// SPDX-License-Identifier: MIT
// Links, pages, other pages and courses in a real browser: node test_given.mjs [PART OF A NAME] after ./slipstick test --web. The program
// that makes links is build/test/slipstick or build/release/slipstick.
import assert from "node:assert";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const { chromium } = createRequire(path.join(root, "build/web-tools/"))("playwright-core");
const program = ["build/test/slipstick", "build/release/slipstick"].map((name) => path.join(root, name)).find(existsSync);
const folder = mkdtempSync(path.join(tmpdir(), "slipstick-reach-"));
const say = (...words) => execFileSync(program, words, { encoding: "utf8" }).trim();

const server = spawn("python3", [path.join(root, "app/web/serve.py"), path.join(root, "build/web"), "0"],
    { stdio: ["ignore", "pipe", "ignore"] });
const url = await new Promise((resolve) => server.stdout.once("data", (line) => resolve(String(line).trim())));
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--headless=new", "--no-sandbox",
    "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist", "--disable-dev-shm-usage"] });
const context = await browser.newContext({ viewport: { width: 900, height: 600 }, acceptDownloads: true,
    permissions: ["clipboard-read", "clipboard-write"] });

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
async function awaitNumber(frame, name, low, high) {
    let value;
    for (const end = Date.now() + 60000; Date.now() < end; await wait(100)) {
        value = await frame.evaluate((n) => slipstick.ccall("pageNumber", "number", ["string"], [n]), name).catch(() => NaN);
        if (value >= low && value <= high) return value;
    }
    throw new Error(`${name} is ${value} and not in [${low}, ${high}]`);
}
async function click(page, name, frame = page, x = 0, y = 0) {
    for (const end = Date.now() + 20000; Date.now() < end; await wait(50)) {
        const at = await frame.evaluate((n) => {
            const p = slipstick.ccall("pagePlace", "number", ["string"], [n]);
            return p ? Array.from(slipstick.HEAPF32.subarray(p / 4, p / 4 + 4)) : null;
        }, name);
        if (at === null) continue;
        await page.mouse.move(x + (at[0] + at[2]) / 2, y + (at[1] + at[3]) / 2);
        await wait(200);
        await page.mouse.down();
        await wait(200);
        await page.mouse.up();
        await wait(300);
        return;
    }
    throw new Error(`there is no ${name} on the screen`);
}

const tests = {
    async aLinkOpensChangesAndIsCopied() {
        const page = await context.newPage();
        await page.goto(url + say("link", "rolling-sphere", "--preset", "fig3b", "--set", "mu=0.35"));
        await awaitNumber(page, "mu", 0.35, 0.35);
        await page.evaluate((link) => { location.hash = link; }, say("link", "rolling-sphere", "--set", "mu=0.15"));
        await awaitNumber(page, "mu", 0.15, 0.15);
        await click(page, "menu.file");
        await click(page, "menu.copy-link");
        let copied = "";
        for (let i = 0; i < 50 && !copied; ++i, await wait(100)) copied = await page.evaluate(() => navigator.clipboard.readText());
        assert.ok(copied.startsWith(url + "#s=") && copied.length < 300, copied);
        assert.equal(say("run", copied, "--until", "0.1", "--hash"), say("run", "rolling-sphere", "--set", "mu=0.15", "--until", "0.1", "--hash"));
        await page.close();
    },

    async aPageIsSavedAndOpensFromADisk() {
        const page = await context.newPage();
        await page.goto(url + say("link", "rolling-sphere", "--set", "mu=0.15"));
        await awaitNumber(page, "mu", 0.15, 0.15);
        const [download] = await Promise.all([page.waitForEvent("download", { timeout: 30000 }),
            click(page, "menu.file").then(() => click(page, "menu.save-as-page"))]);
        const saved = path.join(folder, download.suggestedFilename());
        await download.saveAs(saved);
        await page.goto(pathToFileURL(saved).href);
        await awaitNumber(page, "mu", 0.15, 0.15);
        const made = path.join(folder, "made.html");
        say("web", "--scene", "belt", "--show", "scene,plot.position", "-o", made);
        await page.goto(pathToFileURL(made).href);
        await awaitNumber(page, "belt_speed", 0, 1e9);
        await awaitNumber(page, "ui.panel", 0, 0);
        await page.close();
    },

    async anotherPageSetsAndReads() {
        const page = await context.newPage();
        await page.route("**/example.html", (route) => route.fulfill({ path: path.join(root, "app/web/example.html") }));
        await page.goto(url + "example.html");
        await page.waitForFunction(() => Number(document.getElementById("speed").value) > 0, null, { timeout: 60000 });
        await page.evaluate(() => { mu.value = 0.8; mu.oninput(); });
        await awaitNumber(page.frames()[1], "mu", 0.8, 0.8);
        const refused = await page.evaluate(() => new Promise((resolve) => {
            addEventListener("message", ({ data }) => data.id === 7 && resolve(data.refused));
            tell({ slipstick: "set", id: 7, values: { mu: -1, nothing: 2 } });
        }));
        assert.ok(refused.mu.includes("0") && refused.nothing.includes("nothing"), JSON.stringify(refused));
        await page.close();
    },

    async aPlatformHearsOfTheAnswers() {
        const zip = path.join(folder, "lesson.zip");
        say("web", "--scorm", "slide-then-roll", "-o", zip);
        execFileSync("python3", ["-m", "zipfile", "-e", zip, folder]);
        writeFileSync(path.join(folder, "platform.html"), `<!doctype html><script>var told = {}, calls = [];
            var API = { LMSInitialize() { calls.push("begin"); return "true"; }, LMSSetValue(n, v) { told[n] = v; return "true"; },
                LMSCommit() { return "true"; }, LMSFinish() { calls.push("finish"); return "true"; } };</script>
            <iframe id="course" src="index.html" width="880" height="560"></iframe>`);
        const files = spawn("python3", [path.join(root, "app/web/serve.py"), folder, "0"], { stdio: ["ignore", "pipe", "ignore"] });
        const at = await new Promise((resolve) => files.stdout.once("data", (line) => resolve(String(line).trim())));
        const page = await context.newPage();
        await page.goto(at + "platform.html");
        const frame = page.frames()[1];
        await awaitNumber(frame, "ui.lesson", 1, 1);
        await wait(1000);
        const box = await page.locator("#course").boundingBox();
        await click(page, "lesson.choice.2", frame, box.x + 2, box.y + 2); // a frame has a border of two pixels
        await page.waitForFunction(() => told["cmi.interactions.0.result"] === "correct", null, { timeout: 30000 });
        assert.equal(await page.evaluate(() => told["cmi.core.lesson_status"]), "incomplete");
        assert.ok(Number(await page.evaluate(() => told["cmi.core.score.raw"])) > 0);
        await page.evaluate(() => document.getElementById("course").remove());
        await page.waitForFunction(() => calls.includes("finish") && /^\d{4}:\d\d:\d\d$/.test(told["cmi.core.session_time"]));
        await page.close();
        files.kill();
    },
};

let passed = 0, failed = 0;
for (const [name, test] of Object.entries(tests).filter(([name]) => name.includes(process.argv[2] ?? ""))) {
    try {
        await test();
        passed += 1;
        console.log(`${name}: passed`);
    } catch (error) {
        failed += 1;
        console.log(`${name}: FAILED: ${error.stack}`);
    }
}
console.log(`${passed} passed, ${failed} failed`);
await browser.close();
server.kill();
process.exit(failed ? 1 : 0);
