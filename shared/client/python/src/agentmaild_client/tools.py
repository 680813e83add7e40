"""The tools that models get over MCP, as functions for agent frameworks.

    from agentmaild_client.tools import mail_tools

Each function has a name, a docstring, annotations and a signature, from which frameworks make their tools, and
`parameters`, the JSON Schema that they were made from. The daemon has the definitions and does the work, so its
rules, its warnings and its memory of repeated calls are the same as over MCP.
"""

from __future__ import annotations

import inspect
import json
from dataclasses import dataclass
from typing import Annotated, Any, Awaitable, Callable, Iterable, List, Literal, Optional, Union

from ._network import run
from ._operation import Operation, Options, Request
from .client import AsyncClient, Client
from .errors import AgentMailError, NoAnswerError, RefusedError, UnexpectedReplyError

#: A call reads, marks (as read, starred, with labels), writes (drafts, files), or sends.
ToolEffect = Literal["reads", "marks", "writes", "sends"]

#: Each request stands alone. A repeated one is safe: within 15 minutes the daemon takes the same call of a key
#: for one.
_MCP = Operation("POST", "/mcp", "body", True)
#: Longer than the longest wait of a tool.
_ANSWER_SECONDS = 60
_LONGEST_WAIT_SECONDS = 30


def mail_tools(
    client: Client, *, tools: Iterable[ToolEffect] | None = None, await_decision: int = 0
) -> list[Callable[..., str]]:
    """Asks the daemon for the tools of the client's key, which has to be an agent's.

    A function returns the text for the model: JSON, after a warning if others wrote parts of it. A refusal is an
    answer too.

    tools: Only tools with these effects. All by default.
    await_decision: Seconds that a held message waits for a person, so that the answer has the decision. By default
        the model learns that it's held, and may call `wait_for_decision`.
    """
    server = _Server(client, await_decision)

    def function_of(tool: _Tool) -> Callable[..., str]:
        return lambda **given: run(server.answer(tool, given))

    return [tool.described(function_of(tool)) for tool in run(server.tools(tools))]


async def async_mail_tools(
    client: AsyncClient, *, tools: Iterable[ToolEffect] | None = None, await_decision: int = 0
) -> list[Callable[..., Awaitable[str]]]:
    """As `mail_tools`, with coroutine functions. Cancelling a call ends it at once."""
    server = _Server(client, await_decision)

    def function_of(tool: _Tool) -> Callable[..., Awaitable[str]]:
        async def call(**given: Any) -> str:
            return await server.answer(tool, given)

        return call

    return [tool.described(function_of(tool)) for tool in await server.tools(tools)]


@dataclass(frozen=True)
class _Tool:
    name: str
    description: str
    effect: ToolEffect
    parameters: dict[str, Any]

    def described(self, function: Any) -> Any:
        fields: dict[str, Any] = self.parameters["properties"]
        required = self.parameters["required"]
        hints = {
            name: _hint_of(field) if name in required else Optional[_hint_of(field)]
            for name, field in fields.items()
        }
        keyword = inspect.Parameter.KEYWORD_ONLY
        arguments = [
            inspect.Parameter(
                name,
                keyword,
                annotation=hint,
                default=inspect.Parameter.empty if name in required else None,
            )
            for name, hint in hints.items()
        ]
        function.__name__ = function.__qualname__ = self.name
        function.__doc__ = self.description
        function.__annotations__ = {**hints, "return": str}
        function.__signature__ = inspect.Signature(arguments, return_annotation=str)
        function.parameters = self.parameters
        function.effect = self.effect
        return function


class _Server:
    def __init__(self, client: Client | AsyncClient, decision_seconds: int) -> None:
        self._transport = client._transport  # pyright: ignore[reportPrivateUsage]
        self._decision_seconds = decision_seconds

    async def tools(self, effects: Iterable[ToolEffect] | None) -> list[_Tool]:
        wanted = None if effects is None else set(effects)
        listed = (await self._request("tools/list", {}))["tools"]
        tools = [_tool_of(tool) for tool in listed]
        return [tool for tool in tools if wanted is None or tool.effect in wanted]

    async def answer(self, tool: _Tool, given: dict[str, Any]) -> str:
        """The answer of a call. Frameworks pass None for what the model left out."""
        arguments = {name: value for name, value in given.items() if value is not None}
        try:
            text, data = await self._call(tool.name, arguments)
        except AgentMailError as error:
            hint = error.hint if isinstance(error, RefusedError) else ""
            lost = "the same call again is safe" if isinstance(error, NoAnswerError) else ""
            return json.dumps({"error": str(error), "code": error.code, "hint": hint or lost})
        decision = await self._decision(data) if tool.effect == "sends" else None
        return text if decision is None else json.dumps({**data, **decision})

    async def _decision(self, sent: dict[str, Any]) -> dict[str, Any] | None:
        """The decision about a held message, if it comes in time."""
        if (sent.get("email_effect") or {}).get("effect_status") != "held_for_review":
            return None
        for left in range(self._decision_seconds, 0, -_LONGEST_WAIT_SECONDS):
            wait = {"message_id": sent["message_id"], "timeout_seconds": min(left, _LONGEST_WAIT_SECONDS)}
            try:
                _, decision = await self._call("wait_for_decision", wait)
            except AgentMailError:
                # The message is stored, whatever becomes of the wait.
                return None
            if decision.get("decided"):
                return decision
        return None

    async def _call(self, name: str, arguments: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        result = await self._request("tools/call", {"name": name, "arguments": arguments})
        texts = [part["text"] for part in result["content"]]
        return "\n".join(texts), json.loads(texts[-1])

    async def _request(self, method: str, params: dict[str, Any]) -> Any:
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        headers = {"Accept": "application/json, text/event-stream"}
        request = Request(_MCP, {}, body, Options(timeout=_ANSWER_SECONDS), headers)
        reply = await self._transport.call(request)
        if "result" not in reply:
            raise UnexpectedReplyError(200)
        return reply["result"]


def _tool_of(listed: dict[str, Any]) -> _Tool:
    schema = listed["inputSchema"]
    parameters = {
        "type": "object",
        "properties": schema.get("properties", {}),
        "required": schema.get("required", []),
        "additionalProperties": False,
    }
    return _Tool(listed["name"], listed["description"], _effect_of(listed["annotations"]), parameters)


def _effect_of(hints: dict[str, bool]) -> ToolEffect:
    if hints["readOnlyHint"]:
        return "reads"
    if hints["openWorldHint"]:
        return "sends"
    return "writes" if hints.get("destructiveHint") else "marks"


_TYPES: dict[str, Any] = {"string": str, "boolean": bool, "integer": int, "number": float, "null": None}


def _hint_of(field: dict[str, Any]) -> Any:
    """The annotation of an argument."""
    hint = _type_of(field)
    description = field.get("description")
    return Annotated[hint, description] if description else hint


def _type_of(field: dict[str, Any]) -> Any:
    if "anyOf" in field:
        return Union[tuple(_type_of(each) for each in field["anyOf"])]
    if "enum" in field:
        return Literal[tuple(field["enum"])]
    if "const" in field:
        return Literal[field["const"]]
    if field.get("type") == "array":
        return List[_type_of(field.get("items", {}))]
    return _TYPES.get(field.get("type", ""), Any)
