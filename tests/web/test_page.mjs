// SPDX-License-Identifier: MIT
// The page in a real browser, as a user meets it: ./slipstick test --web, or node test_page.mjs [--full] [PART OF A NAME] after it.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { awaitNumber, click, colours, frames, isQuiet, launch, must, number, openPage, picture, place, press, root, serve, shots,
    small, started, text } from "./driver.mjs";
import { firefoxTests } from "./firefox.mjs";
import { reachTests } from "./reach.mjs";

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
        await awaitNumber(page, "t", 0.01, 1e9);
        await frames(page, 5);
        const shot = await picture(page, "start");
        const contact = await place(page, "contact.point"); // the sphere stands on it
        const seen = await colours(page, shot, contact.x - 60, contact.y - 160, 120, 160);
        must(seen > 20, `the scene has only ${seen} colours above the contact`);
        must((await colours(page, shot, 0, 0, 320, 60)) > 5, "there is no tool bar");
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
        const page = await openPage(browser, url, { viewport: small });
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

    async whatTakesLongGoesOnBetweenFrames({ browser, url, note }) {
        const page = await openPage(browser, url + "?scene=rolling-sphere&paused");
        await press(page, "F6");
        await click(page, "sweep.start");
        const total = await awaitNumber(page, "sweep.total", 4, 1e9);
        const before = await page.evaluate(() => frameMillis.length), first = await number(page, "sweep.done");
        must(first < total, "the map was there at once: the page has stood still");
        await awaitNumber(page, "sweep.done", first + 1, 1e9, 90);
        const drawn = (await page.evaluate(() => frameMillis.length)) - before;
        must(drawn > 1, `only ${drawn} frames while the map was computed`);
        note(`${total} runs`);
        isQuiet(page);
        await page.context().close();
    },

    async picturesAndScenesAreHandedOut({ browser, url }) {
        const page = await openPage(browser, url + "?scene=belt&paused", { viewport: small });
        const take = async (key) => {
            const [download] = await Promise.all([page.waitForEvent("download"), press(page, key)]);
            const file = path.join(shots, download.suggestedFilename());
            await download.saveAs(file);
            return readFileSync(file);
        };
        const scene = JSON.parse(String(await take("Control+s")));
        must(scene.scenario === "belt", "the scene that was saved is of " + scene.scenario);
        const png = await take("Control+p");
        must(png.length > 20000 && png.subarray(1, 4).toString() === "PNG", "the picture is none");
        isQuiet(page);
        await page.context().close();
    },

    async filesOpenByDropping({ browser, url }) {
        const page = await openPage(browser, url + "?scene=belt&paused", { viewport: small });
        const opened = await number(page, "run");
        await page.evaluate(() => {
            const data = new DataTransfer();
            const scene = { format: "slipstick-scene", version: 1, scenario: "rolling-disk" };
            data.items.add(new File([JSON.stringify(scene)], "my scene.json"));
            window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        });
        await awaitNumber(page, "run", opened + 1, 1e9);
        isQuiet(page);
        await page.context().close();
    },

    async filesOpenByTheMenuOfTheProgram({ browser, url }) {
        const page = await openPage(browser, url + "?scene=belt&paused", { viewport: small });
        const opened = await number(page, "run");
        const [chooser] = await Promise.all([page.waitForEvent("filechooser"), press(page, "Control+Shift+O")]);
        await chooser.setFiles({ name: "a.json", mimeType: "application/json",
            buffer: Buffer.from('{"format": "slipstick-scene", "version": 1, "scenario": "rolling-disk"}') });
        await awaitNumber(page, "run", opened + 1, 1e9);
        isQuiet(page);
        await page.context().close();
    },

    async twoFingersZoomAndOneTurns({ browser, url }) {
        const page = await openPage(browser, url + "?scene=rolling-sphere&paused", { viewport: { width: 390, height: 844 }, touch: true });
        const session = await page.context().newCDPSession(page);
        const touch = async (type, points) => {
            await session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
            await frames(page, 3);
        };
        await picture(page, "phone");
        let before = 0;
        while ((await number(page, "camera.distance")) !== before) { // the first view is still being framed
            before = await number(page, "camera.distance");
            await frames(page, 10);
        }
        await touch("touchStart", [[150, 250]]);
        await touch("touchStart", [[150, 250], [250, 250]]);
        for (let i = 1; i <= 4; ++i) await touch("touchMove", [[150 - 10 * i, 250], [250 + 10 * i, 250]]);
        await touch("touchEnd", []);
        await frames(page, 5);
        const near = await number(page, "camera.distance");
        must(Math.abs(near / before - 100 / 180) < 0.005, `fingers 1.8 times as far apart: the camera is at ${near} m after ${before} m`);
        const yaw = await number(page, "camera.yaw");
        await touch("touchStart", [[60, 140]]);
        for (let i = 1; i <= 4; ++i) await touch("touchMove", [[60 + 10 * i, 140]]);
        await touch("touchEnd", []);
        must((await number(page, "camera.yaw")) !== yaw, "one finger does not turn the scene");
        await picture(page, "phone-near");
        isQuiet(page);
        await page.context().close();
    },

    async settingsStayInTheBrowser({ browser, url }) {
        const page = await openPage(browser, url + "?scene=belt", { viewport: small });
        const before = await number(page, "ui.instrument");
        await press(page, "i");
        await awaitNumber(page, "ui.instrument", 1 - before, 1 - before);
        await page.waitForFunction(() => /instrument/.test(localStorage.getItem("slipstick/settings.txt") ?? ""), null, { polling: 50 });
        await page.waitForTimeout(3000);
        await page.reload();
        await started(page);
        await awaitNumber(page, "ui.instrument", 1 - before, 1 - before);
        isQuiet(page);
        await page.context().close();
    },

    async timeGoesOnAsTheClockDoes({ browser, url, note }) {
        // Processor time of the main thread alone: the rasterizer in software has threads of its own.
        const page = await openPage(browser, url + "?scene=rolling-sphere&preset=fig3b");
        const session = await page.context().newCDPSession(page);
        await session.send("Performance.enable", { timeDomain: "threadTicks" });
        const spent = async () => (await session.send("Performance.getMetrics")).metrics.find((m) => m.name === "TaskDuration").value;
        await frames(page, 20);
        const speed = await number(page, "speed");
        const start = await page.evaluate(() => [performance.now() / 1000, frameMillis.length]);
        const before = await spent(), t0 = await number(page, "t");
        await page.waitForTimeout(5000);
        const t1 = await number(page, "t"), after = await spent();
        const end = await page.evaluate(() => [performance.now() / 1000, frameMillis.length]);
        const millis = (1000 * (after - before)) / (end[1] - start[1]);
        const reached = (t1 - t0) / (end[0] - start[0]) / speed;
        const rate = (end[1] - start[1]) / (end[0] - start[0]);
        note(`${millis.toFixed(1)} ms of processor time a frame, ${rate.toFixed(1)} frames a second, ` +
            `${(100 * reached).toFixed(0)} % of the wanted speed`);
        // A frame makes up for a tenth of a second at most; a busy machine without a graphics card draws two a second.
        must(reached > 0.6 * Math.min(1, 0.1 * rate) && reached < 1.5, `time goes at ${reached} times the wanted speed`);
        isQuiet(page);
        await page.context().close();
    },

    async theWindowFollowsThePage({ browser, url }) {
        const page = await openPage(browser, url);
        await page.setViewportSize({ width: 820, height: 1180 });
        await awaitNumber(page, "ui.width", 820, 820);
        await awaitNumber(page, "ui.height", 1180, 1180);
        isQuiet(page);
        await page.context().close();
    },

    async withoutWebGlThePageSaysSo({ browser, url }) {
        const page = await (await browser.newContext()).newPage();
        await page.addInitScript(() => {
            HTMLCanvasElement.prototype.getContext = () => null;
        });
        await page.goto(url);
        await page.waitForFunction(() => /WebGL 2/.test(document.getElementById("note").textContent), null, { polling: 50 });
        must(await page.isVisible("#note"), "the sentence is not to be seen");
        await page.context().close();
    },

    async textIsPastedFromTheBrowser({ browser, url }) {
        const page = await openPage(browser, url + "?scene=rolling-sphere&paused", { viewport: small });
        const before = await text(page, "param.mu"), at = await place(page, "param.mu");
        await page.keyboard.down("Control"); // Ctrl+click types a number
        await frames(page, 2);
        await page.mouse.move(at.x, at.y);
        await frames(page, 3);
        await page.mouse.down();
        await frames(page, 3);
        await page.mouse.up();
        await frames(page, 3);
        await page.keyboard.press("a");
        await frames(page, 3);
        await page.keyboard.up("Control");
        await frames(page, 3);
        await page.evaluate(() => {
            const data = new DataTransfer();
            data.setData("text/plain", "0.625");
            window.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
        });
        await frames(page, 6);
        await press(page, "Enter");
        await frames(page, 4);
        const after = await text(page, "param.mu");
        must(parseFloat(after) === 0.625, `friction was '${before}' and is '${after}' after pasting 0.625`);
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

    async aCellOfANotebookPlaysTheSceneThatIsAskedFor({ browser }) {
        const page = await (await browser.newContext()).newPage();
        // What Python makes of a run whose friction was changed, and of a typed law: a frame with a page in it.
        const inside = String(execFileSync("python3", ["-c", "import slipstick as ss; sim = ss.Sim('rolling-sphere', " +
            "law='law \"own\"\\nparam m = 0.3\\nC = disc(m)'); sim['law.m'] = 0.37; print(ss.show(sim)._text())"],
            { env: { ...process.env, PYTHONPATH: path.join(root, "engine/python") }, maxBuffer: 1 << 26 }));
        await page.setContent("<iframe width=1000 height=600></iframe>");
        await page.$eval("iframe", (frame, text) => { frame.srcdoc = text; }, inside);
        await page.waitForFunction(() => document.querySelector("iframe").contentWindow.slipstick, null,
            { timeout: 90000, polling: 50 });
        const frame = page.frames()[1];
        await awaitNumber(frame, "t", 0.01, 1e9);
        must(parseFloat(await text(frame, "param.law.m")) === 0.37, `friction is ${await text(frame, "param.law.m")}`);
        await page.context().close();
    },

    async sizesStayBelowTheirLimits({ note }) {
        const read = (name) => readFileSync(path.join(root, "build/web", name));
        const folder = ["index.html", "slipstick.js", "slipstick.bin"].reduce((sum, name) => sum + gzipSync(read(name)).length, 0);
        note(`folder ${(folder / 1e6).toFixed(2)} MB compressed, one file ${(read("slipstick.html").length / 1e6).toFixed(2)} MB`);
        must(folder <= 2.6e6, `the folder has ${folder} bytes, compressed`);
        must(read("slipstick.html").length <= 3.6e6, `slipstick.html has ${read("slipstick.html").length} bytes`);
    },
};

// ------------------------------------------------------------------------------------------------------------ run

const full = process.argv.includes("--full");
const wanted = process.argv.slice(2).find((word) => word !== "--full") ?? "";
const server = await serve(path.join(root, "build/web"));
const browser = await launch();
let passed = 0, failed = 0;
for (const [name, test] of Object.entries({ ...tests, ...reachTests, ...firefoxTests })) {
    if (!name.includes(wanted)) continue;
    const began = Date.now(), notes = [];
    try {
        await test({ browser, url: server.url, full, note: (line) => notes.push(line) });
        ++passed;
        console.log(`PASS ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)${notes.map((n) => "; " + n).join("")}`);
    } catch (error) {
        ++failed;
        console.log(`FAIL ${name}: ${error.message}${notes.map((n) => "; " + n).join("")}`);
        for (const context of browser.contexts()) await context.close(); // what it has left open would slow down the next
    }
}
await browser.close();
server.end();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
