"""Drives the server with the official Python client: list, call, progress, cancel, error, reconnect."""

import asyncio
import sys
import time
from contextlib import asynccontextmanager

import httpx2
from mcp import ClientSession, MCPError, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client


@asynccontextmanager
async def connected():
    """Opens a session over the transport that was asked for."""
    if sys.argv[1] == "stdio":
        server = StdioServerParameters(command=sys.argv[2], args=sys.argv[3:])
        transport = stdio_client(server)
    else:
        headers = {"Authorization": f"Bearer {sys.argv[3]}"}
        client = httpx2.AsyncClient(headers=headers, timeout=60)
        transport = streamable_http_client(sys.argv[2], http_client=client)
    async with transport as streams:
        async with ClientSession(streams[0], streams[1]) as session:
            info = await session.initialize()
            assert info.server_info.name == "retap", info
            yield session


def text(result):
    return "\n".join(block.text for block in result.content)


async def list_and_call(session):
    names = [tool.name for tool in (await session.list_tools()).tools]
    assert "keep_skill" in names, names
    opened = await session.call_tool("open", {"app": "Shop", "fresh": True})
    assert not opened.is_error and "button Sign In" in text(opened), opened
    picture = await session.call_tool("screenshot", {})
    assert picture.content[1].mime_type == "image/png", picture.content[0]


async def progress_ping_and_cancel(session):
    told = []

    async def note(done, total, words):
        told.append(done)

    patient = {"text": "Nowhere", "timeout_ms": 60000}
    waiting = asyncio.create_task(session.call_tool("wait_for", patient, progress_callback=note))
    while not told:
        await asyncio.sleep(0.01)
    await session.send_ping()
    assert not waiting.done()
    waiting.cancel()
    began = time.monotonic()
    proven = await session.call_tool("expect", {"app": "Shop"})
    assert not proven.is_error, proven
    assert time.monotonic() - began < 10, "the cancelled call held the device"


async def errors(session):
    wrong = await session.call_tool("tap", {"text": "Refund", "timeout_ms": 100})
    assert wrong.is_error and wrong.structured_content["failure_code"] == "ELEMENT_NOT_FOUND", wrong
    try:
        await session.call_tool("burn", {})
    except MCPError as error:
        assert "Unknown tool: burn" in str(error), error
    else:
        raise AssertionError("an unknown tool was called")


async def main():
    async with connected() as session:
        await list_and_call(session)
        await progress_ping_and_cancel(session)
        await errors(session)
    # A client that comes back has a state of its own: nothing was shown to it yet.
    async with connected() as session:
        stale = await session.call_tool("tap", {"element": 7})
        assert stale.structured_content["failure_code"] == "STALE_REFERENCE", stale
    print("all done")


asyncio.run(main())
