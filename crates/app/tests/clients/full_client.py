"""The official Python client on the profiles of the reference servers: `python full_client.py BINARY`.

It checks every schema, and every answer and error against the schema that was listed for it.
"""

import asyncio
import os
import sys

import jsonschema
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

APP = {"platform": "android", "appId": "Settings"}

CALLS = {
    "mobile-debug": [
        ("start_app", APP),
        ("get_ui_tree", {"platform": "android"}),
        ("wait_for_ui", {"selector": {"text": "General"}, "condition": "clickable"}),
        ("wait_for_ui", {"selector": {"text": "Nothing"}, "timeout_ms": 50}),
        ("find_element", {"query": "General"}),
        ("expect_element_visible", {"selector": {"text": "General"}}),
        ("expect_state", {"property": "checked", "expected": False, "selector": {"text": "Airplane Mode"}}),
        ("expect_screen", {"fingerprint": "x"}),
        ("capture_debug_snapshot", {"includeLogs": True}),
        ("capture_screenshot", {"platform": "android"}),
        ("get_logs", {"platform": "android"}),
        ("classify_action_outcome", {"uiChanged": False, "actionType": "tap"}),
        ("get_system_status", {}),
        ("list_devices", {}),
        ("tap", {"x": 60, "y": 640}),
        ("press_back", {}),
        ("start_app", {}),
    ],
    "mirroir": [
        ("launch_app", {"name": "Settings"}),
        ("describe_screen", {}),
        ("tap", {"x": 60, "y": 640}),
        ("swipe", {"from_x": 200, "from_y": 600, "to_x": 200, "to_y": 400}),
        ("press_home", {}),
        ("spotlight", {}),
        ("status", {}),
        ("list_skills", {}),
        ("get_skill", {"name": "nothing"}),
    ],
}


async def check(binary, profile, calls):
    # Without the test's own variables adb would be started on its usual port.
    server = StdioServerParameters(
        env=dict(os.environ),
        command=binary, args=["mcp", "--profile", profile, "--device", "sim:settings"]
    )
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        listed = await session.list_tools()
        schemas = {tool.name: dumped(tool) for tool in listed.tools}
        for name, (takes, gives) in schemas.items():
            jsonschema.Draft202012Validator.check_schema(takes)
            jsonschema.Draft202012Validator.check_schema(gives)
        for name, arguments in calls:
            # The client itself refuses an answer that is not what was listed.
            result = await session.call_tool(name, arguments)
            data = result.model_dump(by_alias=True)
            jsonschema.validate(data["structuredContent"], schemas[name][1])
        print(profile, len(schemas), "tools,", len(calls), "calls")


def dumped(tool):
    data = tool.model_dump(by_alias=True)
    return data["inputSchema"], data["outputSchema"]


for profile, calls in CALLS.items():
    asyncio.run(check(sys.argv[1], profile, calls))
print("all done")
