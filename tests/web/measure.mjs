// SPDX-License-Identifier: MIT
// Prints how fast the page is, as a table; asserts nothing, because the machine decides: node tests/web/measure.mjs
// A row is a scene of small or large size: milliseconds of the main thread for a frame (tasks of the page, which leave out
// the threads of a rasterizer in software), frames a second, and how much of the wanted speed the clock reaches; then all of it
// with a processor four times as slow. Below it the engine alone, in a page and natively, on one thread.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { frames, launch, number, openPage, root, serve } from "./driver.mjs";

// Name, address, and the moment from which on all bodies are there [s].
const scenes = [
    ["rolling sphere", "?scene=rolling-sphere&preset=fig3b", 0],
    ["belt", "?scene=belt", 0],
    ["ten spheres", "?scene=sphere-pile&set=n=10&set=rate=100", 0.2],
    ["100 spheres", "?scene=sphere-pile&set=n=100&set=rate=100&set=spread=0.1", 1.1],
    ["1,000 spheres", "?scene=sphere-pile&set=n=1000&set=rate=1000&set=spread=0.25&set=drop_height=1", 1.3],
];
const seconds = 4;

async function measure(browser, url, from, slower) {
    const page = await openPage(browser, url);
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    const first = await page.evaluate(() => {
        const data = performance.getEntriesByType("resource").find((entry) => entry.name.endsWith("slipstick.bin"));
        return firstFrame - (data ? data.responseEnd : 0);
    });
    await frames(page, 10);
    for (const late = Date.now() + 120000; (await number(page, "t")) < from && Date.now() < late; ) await page.waitForTimeout(200);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
    const look = async () => {
        const { metrics } = await session.send("Performance.getMetrics");
        const [now, drawn] = await page.evaluate(() => [performance.now() / 1000, frameMillis.length]);
        return { spent: metrics.find((m) => m.name === "TaskDuration").value, t: await number(page, "t"), now, drawn };
    };
    const speed = await number(page, "speed"), a = await look();
    await page.waitForTimeout(1000 * seconds);
    const b = await look(), count = Math.max(1, b.drawn - a.drawn);
    await page.context().close();
    return { first: first / 1000, millis: (1000 * (b.spent - a.spent)) / count, rate: count / (b.now - a.now),
        reached: (b.t - a.t) / (b.now - a.now) / speed };
}

// Processor seconds of a program.
function time(program, words) {
    const line = 'TIMEFORMAT=%U; time "$@" > /dev/null 2> /dev/null';
    return parseFloat(String(spawnSync("bash", ["-c", line, "time", program, ...words]).stderr).trim().split("\n").pop());
}

const server = await serve(path.join(root, "build/web"));
const browser = await launch();
console.log("graphics: " + (await (await browser.newPage()).evaluate(() => {
    const gl = document.createElement("canvas").getContext("webgl2");
    const info = gl?.getExtension("WEBGL_debug_renderer_info");
    return info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : "unknown";
})));
console.log("scene             first [s]  ms/frame  frames/s  of speed   ms/frame at 1/4  frames/s  of speed");
for (const [name, query, from] of scenes) {
    const f = (value, width, digits) => value.toFixed(digits).padStart(width);
    const fast = await measure(browser, server.url + query, from, 1), slow = await measure(browser, server.url + query, from, 4);
    console.log(name.padEnd(16) + f(fast.first, 11, 2) + f(fast.millis, 10, 1) + f(fast.rate, 10, 1) + f(100 * fast.reached, 8, 0) + " %" +
        f(slow.millis, 18, 1) + f(slow.rate, 10, 1) + f(100 * slow.reached, 8, 0) + " %");
}

const program = ["release", "test"].map((name) => path.join(root, "build", name, "slipstick")).find(existsSync);
console.log(`\nengine alone, processor time              page [s]  native [s]  ratio   (native: ${program ? path.relative(root, program) : "not built"})`);
for (const [scene, set, until] of [["rolling-sphere", "mu=0.2", "5"], ["sphere-pile", "n=250", "4"]]) {
    const page = await (await browser.newContext()).newPage();
    await page.goto(server.url);
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    const spent = async () => (await session.send("Performance.getMetrics")).metrics.find((m) => m.name === "TaskDuration").value;
    await page.evaluate(async () => {
        const files = await unpack();
        const module = await slipstickModule({ canvas: document.createElement("canvas"), print: () => {}, printErr: (text) => console.log(text),
            instantiateWasm: (imports, receive) => {
                WebAssembly.instantiate(files["slipstick.wasm"], imports).then(({ instance, module }) => receive(instance, module));
                return {};
            } });
        window.run = (words) => { try { module.callMain(words); } catch { /* it ends by an exception */ } };
    });
    const words = ["run", scene, "--set", set, "--until", until], before = await spent();
    await page.evaluate((list) => run(list), words);
    const taken = (await spent()) - before;
    const native = program ? time(program, words) : NaN;
    console.log(`${scene} ${set}, ${until} s`.padEnd(42) + taken.toFixed(2).padStart(8) + native.toFixed(2).padStart(12) + (taken / native).toFixed(1).padStart(7));
    await page.context().close();
}
await browser.close();
server.end();
