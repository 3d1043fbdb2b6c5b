// SPDX-License-Identifier: MIT
// Firefox by WebDriver BiDi on its debugging port, which needs no driver: a browser, one page, and what is done there.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { root } from "./driver.mjs";

const Socket = createRequire(path.join(root, "build/web-tools/"))("playwright-core/lib/utilsBundle").ws;

const preferences = { "webgl.force-enabled": true, "browser.shell.checkDefaultBrowser": false, "app.update.enabled": false,
    "datareporting.policy.dataSubmissionEnabled": false, "browser.startup.page": 0, "security.sandbox.content.level": 0,
    "toolkit.telemetry.reportingpolicy.firstRun": false, "gfx.canvas.accelerated": false };

const wait = (millis) => new Promise((resolve) => setTimeout(resolve, millis));

// --headless has no WebGL: a display that nobody sees, Xvfb, with OpenGL in software, has.
export async function launchFirefox() {
    const profile = mkdtempSync(path.join(os.tmpdir(), "slipstick-firefox-"));
    writeFileSync(path.join(profile, "user.js"),
        Object.entries(preferences).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(""));
    const words = ["firefox-esr", "--profile", profile, "--no-remote", "--remote-debugging-port", "0"];
    const program = spawn("xvfb-run", ["-a", "-s", "-screen 0 1400x900x24", ...words], { env: { ...process.env, HOME: profile, LIBGL_ALWAYS_SOFTWARE: "1" }, detached: true });
    const end = async () => {
        try { process.kill(-program.pid, "SIGTERM"); } catch { /* it has ended */ }
        await wait(1000);
        rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    };
    const address = await new Promise((resolve, reject) => {
        let said = "";
        program.stderr.on("data", (text) => {
            said += text;
            const found = said.match(/WebDriver BiDi listening on (ws:\S+)/);
            if (found) resolve(found[1]);
        });
        program.on("error", reject);
        program.on("exit", () => reject(new Error("Firefox has ended: " + said.slice(-300))));
        setTimeout(() => reject(new Error("Firefox does not answer: " + said.slice(-300))), 60000).unref();
    }).catch(async (error) => { await end(); throw error; });
    const socket = new Socket(address + "/session");
    await new Promise((resolve, reject) => { socket.on("open", resolve); socket.on("error", reject); });
    const waiting = new Map(), said = [];
    let last = 0;
    socket.on("message", (text) => {
        const message = JSON.parse(text);
        if (message.method === "log.entryAdded" && ["error", "warn"].includes(message.params.level)) said.push(message.params.text);
        const { resolve, reject } = waiting.get(message.id) ?? {};
        waiting.delete(message.id);
        if (message.type === "error") reject?.(new Error(message.message));
        else resolve?.(message.result);
    });
    const ask = (method, params) => new Promise((resolve, reject) => {
        waiting.set(++last, { resolve, reject });
        socket.send(JSON.stringify({ id: last, method, params }));
    });
    await ask("session.new", { capabilities: {} });
    await ask("session.subscribe", { events: ["log.entryAdded"] });
    const { contexts } = await ask("browsingContext.getTree", {});
    const context = contexts[0].context;
    // The value of a function of the page; arguments and value are JSON.
    const evaluate = async (what, ...words) => {
        const answer = await ask("script.evaluate", { target: { context }, awaitPromise: true,
            expression: `(async () => JSON.stringify(await (${what})(...${JSON.stringify(words)})) ?? "null")()` });
        if (answer.type === "exception") throw new Error(answer.exceptionDetails.text);
        return JSON.parse(answer.result.value);
    };
    return {
        said, ask, context, evaluate,
        open: (url) => ask("browsingContext.navigate", { context, url, wait: "complete" }),
        until: async (what, seconds, ...words) => {
            for (const late = Date.now() + 1000 * seconds; Date.now() < late; await wait(100)) {
                const value = await evaluate(what, ...words);
                if (value) return value;
            }
            throw new Error("waited in vain for " + what);
        },
        mouse: (actions) => ask("input.performActions", { context, actions: [{ type: "pointer", id: "mouse", actions }] }),
        keys: (...values) => ask("input.performActions", { context, actions: [{ type: "key", id: "keys", actions: [
            ...values.map((value) => ({ type: "keyDown", value })), { type: "pause", duration: 80 },
            ...values.reverse().map((value) => ({ type: "keyUp", value }))] }] }),
        picture: async () => Buffer.from((await ask("browsingContext.captureScreenshot", { context })).data, "base64"),
        end: async () => { socket.close(); await end(); },
    };
}
