// SPDX-License-Identifier: MIT
// Whom the page reaches: readers of screens, fingers, soft keyboards, small and large screens, tabs that sleep.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { awaitNumber, colours, frames, isQuiet, launch, must, number, openPage, picture, place, press, root, shots, small, text } from "./driver.mjs";

// The table of values: by name for scripts, the label and the text of the value.
const described = (page) => page.evaluate(() => Object.fromEntries(Array.from(document.querySelectorAll("#values tbody tr"),
    (row) => [row.dataset.kind + "." + row.dataset.name, { label: row.cells[0].textContent, value: row.cells[1].textContent }])));

async function findViolations(page) {
    await page.addScriptTag({ path: path.join(root, "build/web-tools/node_modules/axe-core/axe.min.js") });
    const { violations, passes } = await page.evaluate(() => axe.run());
    return { broken: violations.map((v) => `${v.id}: ${v.nodes[0].html}`), passed: passes.length };
}

const inside = (inner, width) => inner.x0 >= 0 && inner.x1 <= width;

// Means of red, green and blue in each cell of a grid over a part of a picture.
const cells = (page, png, part, columns, rows) => page.evaluate(async ([base64, part, columns, rows]) => {
    const bitmap = await createImageBitmap(await (await fetch("data:image/png;base64," + base64)).blob(), ...part.map(Math.round));
    const context = new OffscreenCanvas(columns, rows).getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(bitmap, 0, 0, columns, rows);
    return Array.from(context.getImageData(0, 0, columns, rows).data);
}, [png.toString("base64"), part, columns, rows]);

export const reachTests = {
    async theValuesInWordsAreThoseOfTheRun({ browser, url, note }) {
        const page = await openPage(browser, url + "?scene=rolling-sphere&preset=fig3b&paused", { viewport: small });
        for (let i = 0; i < 3; ++i) await press(page, "Shift+ArrowRight"); // ten steps
        await page.waitForTimeout(1000);
        const rows = await described(page), t = await number(page, "t");
        must((await page.textContent("#title")) === "Rolling sphere", "the title is " + (await page.textContent("#title")));
        let compared = 0;
        for (const [name, { label, value }] of Object.entries(rows)) {
            must(label !== "" && value !== "", `${name} is '${label}' '${value}'`);
            const prefix = value.match(/^\S+ ([GMkmµnp])(?:N|J|m(?!ol|in)|W|Pa|s|rad)/)?.[1] ?? "";
            const factor = { G: 1e9, M: 1e6, k: 1e3, "": 1, m: 1e-3, "µ": 1e-6, n: 1e-9, p: 1e-12 }[prefix];
            const written = factor * parseFloat(value), known = await number(page, name.slice(name.indexOf(".") + 1));
            if (Number.isNaN(written) || !Number.isFinite(known)) continue;
            must(Math.abs(written - known) <= 1e-3 * Math.abs(known) + 1e-12, `${name} is ${known}, and the page says ${value}`);
            ++compared;
        }
        must(compared > 15, `only ${compared} values are numbers`);
        // While the sphere slides, friction alone slows it down: U = U0 - μ g t.
        const slowed = 2.5 - 0.2 * 9.81 * t;
        must(t > 0 && Math.abs(parseFloat(rows["signal.u"].value) - slowed) < 2e-3, `U is ${rows["signal.u"].value} and not ${slowed}`);
        note(`${compared} values`);
        isQuiet(page);
        await page.context().close();
    },

    async changesAreSaidAloudInBothLanguages({ browser, url }) {
        for (const [language, words] of [["en", /begins to roll/], ["de", /rollt|Rollen/]]) {
            const page = await openPage(browser, `${url}?scene=rolling-sphere&preset=fig3b&language=${language}`, { viewport: small });
            await page.waitForFunction((w) => new RegExp(w).test(document.getElementById("spoken").textContent), words.source,
                { polling: 100, timeout: 60000 });
            must((await page.getAttribute("html", "lang")) === language, "the language of the page is another");
            isQuiet(page);
            await page.context().close();
        }
    },

    async nothingIsInTheWayOfReaders({ browser, url, note }) {
        const page = await openPage(browser, url + "?scene=belt&paused");
        await page.waitForSelector("#values tbody tr", { state: "attached" });
        const found = await findViolations(page);
        must(found.broken.length === 0, found.broken.join("\n"));
        note(`${found.passed} rules`);
        await page.context().close();
        const poor = await (await browser.newContext()).newPage();
        await poor.addInitScript(() => { HTMLCanvasElement.prototype.getContext = () => null; });
        await poor.goto(url);
        await poor.waitForSelector("#note img");
        must(await poor.evaluate(() => document.querySelector("#note img").decode().then(() => true)), "the picture is none");
        const still = await findViolations(poor);
        must(still.broken.length === 0, still.broken.join("\n"));
        await picture(poor, "no-webgl");
        await poor.context().close();
    },

    async aPhoneHasRoomForEverything({ browser, url }) {
        for (const [width, height] of [[360, 640], [390, 844]]) {
            const page = await openPage(browser, url + "?scene=rolling-sphere&paused", { viewport: { width, height }, touch: true });
            await page.waitForTimeout(500);
            const light = await place(page, "status.light"), help = await place(page, "menu.help");
            must(help.x1 <= light.x0 && light.x0 < width, `at ${width} px the menus end at ${help.x1} and the light begins at ${light.x0}`);
            const face = await place(page, "button.face"), measure = await place(page, "button.measure");
            must(measure.x1 <= face.x0 && inside(await place(page, "button.record"), width), "the buttons overlap");
            const slider = await place(page, "param.mu");
            must(inside(slider, width) && slider.x1 - slider.x0 > 0.6 * width, "the slider is short");
            must(slider.y1 - slider.y0 >= 24, `the slider is ${slider.y1 - slider.y0} px high`);
            // A finger that moves up the panel moves its rows up.
            const session = await page.context().newCDPSession(page);
            const touch = async (type, x, y) => {
                await session.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y, id: 1 }] });
                await frames(page, 3);
            };
            await touch("touchStart", slider.x0 + 40, slider.y0 - 12);
            for (let i = 1; i <= 6; ++i) await touch("touchMove", slider.x0 + 40, slider.y0 - 12 - 10 * i);
            await touch("touchEnd");
            await frames(page, 4);
            const moved = await place(page, "param.mu");
            must(Math.abs(slider.y0 - moved.y0 - 60) < 25, `the finger moved by 60 px, the rows by ${slider.y0 - moved.y0}`);
            await picture(page, "phone-" + width);
            isQuiet(page);
            await page.context().close();
        }
    },

    async softKeyboardsAndInputMethodsWrite({ browser, url }) {
        const page = await openPage(browser, url + "?scene=rolling-sphere&paused", { viewport: small });
        const holds = () => page.evaluate(() => document.activeElement.id);
        must((await holds()) === "canvas", "the field has the focus before anybody writes");
        await press(page, "Control+k"); // the finder
        await page.waitForFunction(() => document.activeElement.id === "typed", null, { polling: 50 });
        await awaitNumber(page, "find.count", 5, 1e9);
        await page.keyboard.insertText("tribometre"); // as a soft keyboard does: without keys
        await awaitNumber(page, "find.count", 0, 0);
        const session = await page.context().newCDPSession(page);
        await press(page, "Backspace");
        await press(page, "Backspace");
        await session.send("Input.imeSetComposition", { text: "e", selectionStart: 1, selectionEnd: 1 }); // and what it thinks of
        await session.send("Input.imeSetComposition", { text: "er", selectionStart: 2, selectionEnd: 2 });
        await session.send("Input.insertText", { text: "er" });
        await awaitNumber(page, "find.count", 1, 3);
        await page.keyboard.type("x", { delay: 60 }); // a key counts once
        await awaitNumber(page, "find.count", 0, 0);
        await press(page, "Backspace");
        await awaitNumber(page, "find.count", 1, 3);
        await press(page, "Escape");
        await press(page, "Escape");
        await page.waitForFunction(() => document.activeElement.id === "canvas", null, { polling: 50 });
        isQuiet(page);
        await page.context().close();
    },

    async theBrowserFilmsWhatItShows({ browser, url, note }) {
        const page = await openPage(browser, url + "?scene=rolling-sphere", { viewport: small });
        await press(page, "F9");
        await page.waitForTimeout(2500);
        const [download] = await Promise.all([page.waitForEvent("download"), press(page, "F9")]);
        const file = path.join(shots, download.suggestedFilename());
        await download.saveAs(file);
        const film = readFileSync(file);
        must(film.length > 5000 && film.readUInt32BE(0) === 0x1a45dfa3, `${file} is no WebM film`);
        const seconds = await page.evaluate(async (base64) => {
            const video = Object.assign(document.createElement("video"), { src: URL.createObjectURL(await (await fetch(base64)).blob()) });
            await new Promise((resolve) => { video.onloadedmetadata = resolve; });
            video.currentTime = 1e6; // a film that was written as it went does not know its length
            await new Promise((resolve) => { video.onseeked = resolve; });
            return video.currentTime;
        }, "data:video/webm;base64," + film.toString("base64"));
        must(seconds > 1, `the film is ${seconds} s long`);
        note(`${seconds.toFixed(1)} s, ${(film.length / 1000).toFixed(0)} kB`);
        isQuiet(page);
        await page.context().close();
    },

    async aGraphicsCardThatComesBackIsUsed({ url }) {
        const browser = await launch(); // one that is suspicious of such pages from now on
        for (const query of ["?scene=rolling-sphere", ""]) {
            const page = await openPage(browser, url + query);
            await frames(page, 10);
            await page.evaluate(() => {
                window.lose = slipstick.canvas.getContext("webgl2").getExtension("WEBGL_lose_context");
                lose.loseContext();
            });
            await page.waitForFunction(() => /graphics card/.test(document.getElementById("note").textContent), null, { polling: 50 });
            const stopped = await number(page, "t");
            await page.waitForTimeout(500);
            must((await number(page, "t")) === stopped, "time goes on behind the sentence");
            await page.evaluate(() => lose.restoreContext());
            await page.waitForFunction(() => document.getElementById("note").textContent === "", null, { polling: 50 });
            await awaitNumber(page, "t", stopped + 1e-6, 1e9);
            await frames(page, 10);
            const part = query === "" ? [24, 80, 436, 280] : [330, 110, 900, 300];
            const colours = new Set((await cells(page, await picture(page, "card-back"), part, 60, 30)).map((c) => c >> 3));
            must(colours.size > 12, `the scene has ${colours.size} shades after it came back`);
            must(page.said.every((line) => /context/i.test(line)), "the console says: " + page.said.join(" | "));
            await page.context().close();
        }
        await browser.close();
    },

    async aTabThatSleepsDoesNotJump({ browser, url }) {
        const page = await openPage(browser, url + "?scene=belt", { viewport: small });
        const session = await page.context().newCDPSession(page);
        await awaitNumber(page, "t", 0.01, 1e9);
        const speed = await number(page, "speed");
        await session.send("Page.setWebLifecycleState", { state: "frozen" });
        await new Promise((resolve) => setTimeout(resolve, 4000));
        await session.send("Page.setWebLifecycleState", { state: "active" });
        const [before, began] = [await number(page, "t"), Date.now()];
        await frames(page, 3);
        const after = await number(page, "t"), awake = (Date.now() - began) / 1000;
        must(after > before && after - before < speed * (awake + 0.5), `t goes from ${before} to ${after} in ${awake} s at ${speed} times`);
        isQuiet(page);
        await page.context().close();
    },

    async memoryStaysFlat({ browser, url, full, note }) {
        const page = await openPage(browser, url + "?scene=rolling-sphere", { viewport: small });
        const session = await page.context().newCDPSession(page);
        const used = async () => {
            await session.send("HeapProfiler.collectGarbage");
            const { usedSize } = await session.send("Runtime.getHeapUsage");
            return { script: usedSize / 1e6, program: (await page.evaluate(() => slipstick.HEAPF32.buffer.byteLength)) / 1e6 };
        };
        // A run that begins again and again, quickly: what it has logged is dropped each time.
        for (let i = 0; i < 5; ++i) await press(page, "=");
        await awaitNumber(page, "run", (await number(page, "run")) + 2, 1e9, 120);
        const minutes = full ? 10 : 1, before = await used();
        await page.waitForTimeout(60000 * minutes);
        const after = await used();
        note(`${minutes} min: script ${before.script.toFixed(2)} → ${after.script.toFixed(2)} MB, program ${before.program} → ${after.program} MB`);
        must(after.script - before.script < 1, "the script's memory grows");
        must(after.program - before.program < 8, "the program's memory grows");
        isQuiet(page);
        await page.context().close();
    },

    async everyScenarioLooksAsInTheProgram({ browser, url, note }) {
        const program = ["release", "test"].map((name) => path.join(root, "build", name, "slipstick")).find(existsSync);
        const table = readFileSync(path.join(root, "engine/src/scenario/scenario_table.c"), "utf8");
        const page = await openPage(browser, url + "?scene=rolling-sphere&paused", { viewport: small });
        const part = [370, 130, 420, 170], count = table.match(/ADD\( ss_scenario/g).length, differs = [];
        let worst = 0;
        for (let i = 0; i < count; ++i) {
            await press(page, "Shift+ArrowRight"); // ten steps
            const id = await page.evaluate(() => slipstick.ccall("pageDescribe", "string", [], []).match(/^title\t([^\t]*)/m)[1]);
            let ours = null; // when the path of the run has been looked through, and the camera has come to rest
            for (let k = 0, before = null, now = ""; k < 20 && now !== before; ++k) {
                before = now;
                await frames(page, i === 0 ? 20 : 8);
                ours = await picture(page, id);
                now = String(await cells(page, ours, part, 18, 6));
            }
            const seen = await colours(page, ours, ...part);
            if (seen < 12) differs.push(`${id} has ${seen} colours`);
            if (program) {
                const file = path.join(shots, id + "-native.png"), t = String(await number(page, "t"));
                // A window may open with a preset; the command says in words which there are.
                const title = await text(page, "preset"), lines = String(execFileSync(program, ["describe", id])).split("\n");
                const preset = lines.find((line) => line.startsWith("  ") && line.endsWith("  " + title))?.trim().split(/\s+/)[0];
                execFileSync(program, ["shot", id, ...(preset ? ["--preset", preset] : []), "--size", "800x500", "--face", "stage",
                    "--at", t, "-o", file], { stdio: "pipe" });
                const [a, b] = [await cells(page, ours, part, 18, 6), await cells(page, readFileSync(file), part, 18, 6)];
                const difference = a.reduce((sum, value, k) => sum + Math.abs(value - b[k]), 0) / (0.75 * a.length);
                worst = Math.max(worst, difference);
                if (difference > 4) differs.push(`${id} differs by ${difference.toFixed(1)} of 255`);
            }
            await press(page, "]");
        }
        note(`${count} scenarios; ` + (program ? `at most ${worst.toFixed(1)} of 255 apart` : "not compared: the program is not built"));
        must(differs.length === 0, differs.join(", "));
        isQuiet(page);
        await page.context().close();
    },
};
