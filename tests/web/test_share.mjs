// SPDX-License-Identifier: MIT
// The functions of app/web/share.js without a browser: node test_share.mjs. The browser's part is in test_given.mjs.
import assert from "node:assert";
import { readFileSync } from "node:fs";
import vm from "node:vm";

const heard = {};
const sandbox = { window: {}, location: { hash: "", href: "https://host.example/s.html?light" }, URLSearchParams, TextDecoder,
    addEventListener: (name, call) => { heard[name] = call; } };
sandbox.window = sandbox;
sandbox.parent = sandbox;
vm.createContext(sandbox);
vm.runInContext(readFileSync(new URL("../../app/web/share.js", import.meta.url), "utf8"), sandbox);
const call = (code) => vm.runInContext(code, sandbox);

// A table of answers, with commas, quotes and line ends inside its cells.
sandbox.table = 'a,b\n"x, ""y""",1\n"two\nlines",\n';
assert.deepEqual(JSON.parse(call("JSON.stringify(readTable(table))")), [{ a: 'x, "y"', b: "1" }, { a: "two\nlines", b: "" }]);

// What is put into a page takes the place of what was there, and no text ends the script.
sandbox.page = "<head><!-- scene --><!-- /scene --></head>";
const once = call('bake(page, { scene: "</script>$&" })');
assert.equal(once, '<head><!-- scene --><script>window.slipstickBaked = {"scene":"<\\/script>$&"};</script><!-- /scene --></head>');
sandbox.page = once;
assert.equal(call("bake(page, {})"), "<head><!-- scene --><script>window.slipstickBaked = {};</script><!-- /scene --></head>");

// The address names a scene and parts of the window.
const words = (hash, query) => { sandbox.location.hash = hash; return [...call(`sharedWords(new URLSearchParams("${query}"), null)`)]; };
assert.deepEqual(words("#s=abc", "show=scene,plot.u&embed=1"), ["#s=abc", "--show", "scene,plot.u"]);
assert.deepEqual(words("#part", "embed=1"), ["--show", "scene,tools"]);
assert.deepEqual(words("", "scene=belt"), []);

// A learning platform hears of score, status, answers and time, in the words of SCORM 1.2.
const told = {}, calls = [];
sandbox.platform = { LMSInitialize: () => calls.push("begin"), LMSSetValue: (name, value) => { told[name] = value; },
    LMSCommit: () => calls.push("commit"), LMSFinish: () => calls.push("finish") };
sandbox.result = { questions: 2, answered: 1, points: 1, answers: [
    { step: 1, kind: "choice", answer: "It slides", state: "answered", points: 1 },
    { step: 2, kind: "number", answer: "", state: "open", points: 0 }] };
call("tell = beginCourse(platform); tell(result);");
assert.equal(told["cmi.core.score.raw"], "50");
assert.equal(told["cmi.core.lesson_status"], "incomplete");
assert.equal(told["cmi.interactions.0.student_response"], "It slides");
assert.equal(told["cmi.interactions.0.result"], "correct");
assert.ok(!("cmi.interactions.1.id" in told));
sandbox.result.answered = 2;
call("tell(result)");
assert.equal(told["cmi.core.lesson_status"], "completed");
heard.pagehide();
heard.pagehide();
assert.match(told["cmi.core.session_time"], /^\d{4}:\d\d:\d\d$/);
assert.deepEqual(calls, ["begin", "commit", "commit", "commit", "finish"]);
assert.equal(call("clock(3725.4)"), "0001:02:05");
assert.equal(call("findPlatform({ API: 7 })"), 7);
