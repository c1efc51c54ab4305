"""Drives the server with the official Python client: list, call, progress, cancel, error, listen, reconnect.

Arguments: how the client introduces itself (`legacy` or `auto`), the version that must come of it, then `stdio PROGRAM ARG…` or
`http URL TOKEN`.
"""

import asyncio
import os
import sys
import time
from contextlib import asynccontextmanager

import httpx2
from jsonschema import Draft202012Validator
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

MODE, VERSION, TRANSPORT, *REST = sys.argv[1:]
IS_MODERN = VERSION >= "2026"
told = []


async def note(message):
    told.append(getattr(message, "method", None))


@asynccontextmanager
async def connected(**options):
    """Opens a session over the transport that was asked for."""
    if TRANSPORT == "stdio":
        server = StdioServerParameters(command=REST[0], args=REST[1:], env=dict(os.environ))
    else:
        headers = {"Authorization": f"Bearer {REST[1]}"}
        http = httpx2.AsyncClient(headers=headers, timeout=60)
        server = streamable_http_client(REST[0], http_client=http)
    async with Client(server, mode=MODE, message_handler=note, **options) as client:
        assert client.protocol_version == VERSION, client.protocol_version
        assert client.server_info.name == "retap", client.server_info
        yield client


def text(result):
    return "\n".join(block.text for block in result.content)


async def until(is_so, what):
    """Waits for something that the server does by itself."""
    for _ in range(3000):
        if is_so():
            return
        await asyncio.sleep(0.01)
    raise AssertionError(what)


async def list_and_call(client):
    names = [tool.name for tool in (await client.list_tools()).tools]
    assert "keep_skill" in names, names
    opened = await client.call_tool("open", {"app": "Shop", "fresh": True})
    assert not opened.is_error and "button Sign In" in text(opened), opened
    picture = await client.call_tool("screenshot", {})
    assert picture.content[1].mime_type == "image/png", picture.content[0]
    prompts = [prompt.name for prompt in (await client.list_prompts()).prompts]
    assert "record_as_skill" in prompts, prompts
    templates = (await client.list_resource_templates()).resource_templates
    assert len(templates) == 4, templates


async def progress_ping_and_cancel(client):
    progress = []

    async def note_progress(done, total, words):
        progress.append(done)

    patient = {"text": "Nowhere", "timeout_ms": 60000}
    call = client.call_tool("wait_for", patient, progress_callback=note_progress)
    waiting = asyncio.create_task(call)
    await until(lambda: len(progress) > 1, "no progress")
    if not IS_MODERN:
        await client.send_ping()
    assert not waiting.done()
    assert progress == sorted(set(progress)), progress
    waiting.cancel()
    began = time.monotonic()
    proven = await client.call_tool("expect", {"app": "Shop"})
    assert not proven.is_error, proven
    assert time.monotonic() - began < 10, "the cancelled call held the device"


async def errors(client):
    wrong = await client.call_tool("tap", {"text": "Refund", "timeout_ms": 100})
    assert wrong.is_error and wrong.structured_content["failure_code"] == "ELEMENT_NOT_FOUND", wrong
    try:
        await client.call_tool("burn", {})
    except MCPError as error:
        assert "Unknown tool: burn" in str(error), error
    else:
        raise AssertionError("an unknown tool was called")
    try:
        await client.read_resource("retap://skills/nobody")
    except MCPError as error:
        assert error.error.code == (-32602 if IS_MODERN else -32002), error
    else:
        raise AssertionError("a resource that is not there was read")


async def keep_and_hear(client):
    """What is kept becomes a tool of its own, and the client hears of it."""
    heard = []

    async def listen():
        async with client.listen(tools_list_changed=True, resources_list_changed=True) as events:
            heard.append("ready")
            async for event in events:
                heard.append(type(event).__name__)

    listening = asyncio.create_task(listen()) if IS_MODERN else None
    if listening:
        await until(lambda: heard == ["ready"], "nobody listens")
    await client.call_tool("open", {"app": "Shop", "fresh": True})
    await client.call_tool("expect", {"text": "Sign In"})
    kept = await client.call_tool("keep_skill", {"name": f"Shop {TRANSPORT} {MODE}"})
    assert not kept.is_error, kept
    if listening:
        await until(lambda: "ToolsListChanged" in heard and "ResourcesListChanged" in heard, heard)
        listening.cancel()
    else:
        changed = "notifications/tools/list_changed"
        await until(lambda: changed in told, told)
    ran = await client.call_tool(kept.structured_content["tool"], {})
    assert not ran.is_error and ran.structured_content["mode"] == "compiled", ran


WRONG = [{}, {"name": "nobody"}, {"element": 99999}, {"text": "Nowhere", "timeout_ms": 1}]


async def every_answer_fits_its_schema(client):
    """Every tool's answer, a good one or an error, is what its schema says."""
    tools = (await client.list_tools()).tools
    right = {
        "open": {"app": "Shop", "fresh": True},
        "wait_for": {"text": "Sign In"},
        "wait_for_change": {"timeout_ms": 1},
        "expect": {"text": "Sign In"},
        "type_text": {"text": "ada@example.org", "into": "Email"},
        "press_key": {"key": "tab"},
        "do": {"steps": [{"press_key": "tab"}]},
        "scroll_to": {"text": "Sign In"},
        "swipe": {"direction": "up"},
        "tap": {"text": "Forgot Password"},
        "get_skill": {"name": f"shop-{TRANSPORT}-{MODE}"},
        "run_skill": {"name": f"shop-{TRANSPORT}-{MODE}"},
    }
    await client.call_tool("open", right["open"])
    for tool in tools:
        Draft202012Validator.check_schema(tool.input_schema)
        Draft202012Validator.check_schema(tool.output_schema)
        fits = Draft202012Validator(tool.output_schema)
        tries = [right.get(tool.name, {}), *WRONG, {"device": "sim:nowhere"}]
        for arguments in tries:
            answer = await client.call_tool(tool.name, arguments)
            fits.validate(answer.structured_content)
            assert text_of(answer), (tool.name, arguments, answer)
        await client.call_tool("open", {**right["open"], "device": "sim:shop"})


def text_of(answer):
    return answer.content and answer.content[0].text


async def main():
    async with connected() as client:
        await list_and_call(client)
        await progress_ping_and_cancel(client)
        await errors(client)
        await keep_and_hear(client)
    # A client that comes back has a state of its own: nothing was shown to it yet.
    async with connected() as client:
        stale = await client.call_tool("tap", {"element": 7})
        assert stale.structured_content["failure_code"] == "STALE_REFERENCE", stale
        if MODE == "auto":
            await every_answer_fits_its_schema(client)
    print("all done")


asyncio.run(main())
