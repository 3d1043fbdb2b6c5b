// SPDX-License-Identifier: MIT
// What the page gives and takes: scenes in its address, a scene or a lesson put into it, itself as a page for others,
// messages of the page around it, and courses (SCORM 1.2). pack.py joins it with page.js.
"use strict";

const baked = window.slipstickBaked || {}; // {scene, lesson, name, show, scorm}, put between the two marks of index.html
const ownText = typeof slipstickPack === "string" ? document.documentElement.outerHTML : null;
const answersFile = "/tmp/answers.csv";

// The words for the program that the address and what was put into the page ask for.
function sharedWords(query, fs) {
    const words = [];
    if (location.hash.startsWith("#s=")) words.push(location.hash);
    else if (typeof baked.scene === "string") words.push(baked.scene);
    else if (baked.scene) {
        fs.writeFile("scene.json", JSON.stringify(baked.scene));
        words.push("scene.json");
    }
    if (baked.lesson) {
        fs.writeFile(baked.name + ".lesson", baked.lesson);
        words.push("--lesson", baked.name + ".lesson");
    }
    const show = query.get("show") ?? baked.show ?? (query.has("embed") ? "scene,tools" : null);
    if (show) words.push("--show", show);
    return words;
}

// ------------------------------------------------------------------------------------------------- giving away

const insideScript = (data) => JSON.stringify(data).replaceAll("</", "<\\/").replaceAll("<!--", "<\\!--");

// The text of a page with something put into it, as share.py does it.
function bake(text, data) {
    const script = `<script>window.slipstickBaked = ${insideScript(data)};</script>`;
    return text.replace(/<!-- scene -->[^]*?<!-- \/scene -->/, () => `<!-- scene -->${script}<!-- /scene -->`);
}

function hand(text, name, type) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// File > Copy link and File > Save as page.
async function share(link, scene) {
    if (link) {
        const address = location.href.split("#")[0] + link;
        history.replaceState(null, "", link);
        try {
            await navigator.clipboard.writeText(address);
        } catch (refused) {
            prompt("", address); // a browser that keeps its clipboard to itself shows the link
        }
        return;
    }
    const data = { ...baked, scene: JSON.parse(scene) };
    const page = "<!doctype html>\n" + (ownText ?? (await (await fetch("slipstick.html")).text()).replace(/^<!doctype html>\s*/i, ""));
    hand(bake(page, data), data.scene.scenario + ".html", "text/html");
}

// ---------------------------------------------------------------------------------------------------- answers

// The rows of a table as objects; cells may be in quotes.
function readTable(text) {
    const rows = [[""]];
    let quoted = false;
    for (let i = 0; i < text.length; ++i) {
        const row = rows[rows.length - 1], c = text[i];
        if (c === '"' && quoted && text[i + 1] === '"') row[row.length - 1] += text[++i];
        else if (c === '"') quoted = !quoted;
        else if (c === "," && !quoted) row.push("");
        else if (c === "\n" && !quoted) rows.push([""]);
        else row[row.length - 1] += c;
    }
    const names = rows.shift();
    return rows.filter((row) => row.length === names.length).map((row) => Object.fromEntries(row.map((cell, i) => [names[i], cell])));
}

// What the student has answered so far; null: no lesson is open.
function lessonResult(module) {
    if (!module.ccall("pageAnswers", "number", ["string"], [answersFile])) return null;
    const answers = readTable(new TextDecoder().decode(module.FS.readFile(answersFile)));
    for (const row of answers) Object.assign(row, { step: Number(row.step), points: Number(row.points) });
    return { slipstick: "answers", lesson: answers.length ? answers[0].lesson : "", questions: answers.length,
        answered: answers.filter((row) => row.state !== "open").length,
        points: answers.reduce((sum, row) => sum + row.points, 0), answers };
}

// Calls `tell` with the result whenever it has changed.
function watchLesson(module, tell) {
    let last = "";
    setInterval(() => {
        const result = lessonResult(module), text = JSON.stringify(result);
        if (result && text !== last) tell(result);
        last = text;
    }, 1000);
}

// --------------------------------------------------------------------------------------------------- messages

// One message of the page around this one; returns the answer. README.md lists them.
function answerMessage(module, data) {
    const number = (name) => module.ccall("pageNumber", "number", ["string"], [name]);
    switch (data.slipstick) {
        case "set": {
            const refused = {};
            for (const [key, value] of Object.entries(data.values ?? {})) {
                const why = module.ccall("pageSet", "string", ["string", "string"], [key, String(value)]);
                if (why) refused[key] = why;
            }
            return { slipstick: "set", refused };
        }
        case "get":
            return { slipstick: "values", values: Object.fromEntries((data.names ?? []).map((name) => [name, number(name)])) };
        case "open":
            module.ccall("pageDrop", null, ["string"], [String(data.link)]);
            return { slipstick: "open" };
        case "answers":
            return lessonResult(module) ?? { slipstick: "answers", lesson: "", questions: 0, answered: 0, points: 0, answers: [] };
        default:
            return { slipstick: "unknown", asked: String(data.slipstick) };
    }
}

function listenToOthers(module) {
    addEventListener("message", (event) => {
        if (typeof event.data !== "object" || event.data === null || typeof event.data.slipstick !== "string") return;
        const answer = answerMessage(module, event.data);
        if ("id" in event.data) answer.id = event.data.id;
        event.source?.postMessage(answer, event.origin === "null" ? "*" : event.origin);
    });
    addEventListener("hashchange", () => {
        if (location.hash.startsWith("#s=")) module.ccall("pageDrop", null, ["string"], [location.hash]);
    });
}

// ---------------------------------------------------------------------------------------------------- courses

// The object by which a learning platform talks to a course, in a window around this one or in the one that opened it.
function findPlatform(from) {
    for (const first of [from, from.opener]) {
        let at = first;
        for (let i = 0; at && i < 20; ++i) {
            try {
                if (at.API) return at.API;
            } catch (foreign) {
                break;
            }
            if (at.parent === at) break;
            at = at.parent;
        }
    }
    return null;
}

const clock = (seconds) => [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part, i) => String(Math.floor(part)).padStart(i === 0 ? 4 : 2, "0")).join(":");

// Tells the platform of the student's answers: score, status, each answer, and at the end the time.
function beginCourse(platform) {
    const begun = Date.now();
    const set = (name, value) => platform.LMSSetValue("cmi." + name, String(value));
    let ended = false;
    platform.LMSInitialize("");
    set("core.lesson_status", "incomplete");
    addEventListener("pagehide", () => {
        if (ended) return;
        ended = true;
        set("core.session_time", clock((Date.now() - begun) / 1000));
        platform.LMSCommit("");
        platform.LMSFinish("");
    });
    return (result) => {
        set("core.score.min", 0);
        set("core.score.max", 100);
        set("core.score.raw", result.questions ? Math.round((100 * result.points) / result.questions) : 0);
        set("core.lesson_status", result.answered === result.questions ? "completed" : "incomplete");
        result.answers.forEach((row, i) => {
            if (row.state === "open") return;
            set(`interactions.${i}.id`, `step${row.step}_question${i + 1}`);
            set(`interactions.${i}.type`, row.kind === "sketch" ? "performance" : "fill-in");
            set(`interactions.${i}.student_response`, row.answer.slice(0, 255));
            set(`interactions.${i}.result`, row.points === 1 ? "correct" : row.points === 0 ? "wrong" : row.points);
        });
        platform.LMSCommit("");
    };
}

// Once the program runs.
function beginSharing(module) {
    listenToOthers(module);
    const platform = baked.scorm ? findPlatform(window) : null, course = platform && beginCourse(platform);
    const around = window.parent !== window ? window.parent : null;
    if (course || around) {
        watchLesson(module, (result) => {
            if (course) course(result);
            around?.postMessage(result, "*");
        });
    }
    around?.postMessage({ slipstick: "ready" }, "*");
}
