// Drives the server with the official TypeScript client: list, call, progress, cancel, error, reconnect.
//
// Arguments: the folder of the client, how it introduces itself (`legacy` or `auto`), the version that must come of it, then
// `stdio PROGRAM ARG…` or `http URL TOKEN`.

import assert from "node:assert/strict";

const [home, mode, version, transport, ...rest] = process.argv.slice(2);
const { Client, StreamableHTTPClientTransport } = await import(`${home}/dist/index.mjs`);
const { StdioClientTransport } = await import(`${home}/dist/stdio.mjs`);

async function connected() {
  const client = new Client({ name: "typescript", version: "1" }, { versionNegotiation: { mode } });
  if (transport === "stdio") {
    await client.connect(new StdioClientTransport({ command: rest[0], args: rest.slice(1), env: process.env }));
  } else {
    const headers = { Authorization: `Bearer ${rest[1]}` };
    await client.connect(new StreamableHTTPClientTransport(new URL(rest[0]), { requestInit: { headers } }));
  }
  assert.equal(client.getNegotiatedProtocolVersion(), version);
  return client;
}

const call = (client, name, args, options) => client.callTool({ name, arguments: args }, options);

async function listAndCall(client) {
  const { tools } = await client.listTools();
  assert(tools.some((tool) => tool.name === "keep_skill"));
  const opened = await call(client, "open", { app: "Shop", fresh: true });
  assert(!opened.isError && opened.content[0].text.includes("button Sign In"), JSON.stringify(opened));
  const { resourceTemplates } = await client.listResourceTemplates();
  assert.equal(resourceTemplates.length, 4);
  const { prompts } = await client.listPrompts();
  assert.equal(prompts[0].name, "record_as_skill");
}

async function progressAndCancel(client) {
  const told = [];
  const stop = new AbortController();
  const seen = new Promise((resolve) => {
    const onprogress = ({ progress }) => {
      told.push(progress);
      if (told.length === 3) resolve();
    };
    const patient = { text: "Nowhere", timeout_ms: 60000 };
    const waiting = call(client, "wait_for", patient, { onprogress, signal: stop.signal });
    waiting.then(
      () => assert.fail("a cancelled call was answered"),
      () => told.push("cancelled"),
    );
  });
  await seen;
  assert.deepEqual(told, [...new Set(told)].sort((a, b) => a - b));
  stop.abort();
  const proven = await call(client, "expect", { app: "Shop" });
  assert(!proven.isError, JSON.stringify(proven));
  assert.equal(told.at(-1), "cancelled");
}

async function errors(client) {
  const wrong = await call(client, "tap", { text: "Refund", timeout_ms: 100 });
  assert(wrong.isError && wrong.structuredContent.failure_code === "ELEMENT_NOT_FOUND");
  await assert.rejects(call(client, "burn", {}), /Unknown tool: burn/);
  await assert.rejects(client.readResource({ uri: "retap://skills/nobody" }), /there is no/);
}

const client = await connected();
await listAndCall(client);
await progressAndCancel(client);
await errors(client);
await client.close();
// A client that comes back has a state of its own: nothing was shown to it yet.
const again = await connected();
const stale = await call(again, "tap", { element: 7 });
assert.equal(stale.structuredContent.failure_code, "STALE_REFERENCE");
await again.close();
console.log("all done");
