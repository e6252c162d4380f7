package wire

import "a2alab/engine"

// Extension is the URI of the one extension that the simulated agent declares: it says until when a task waits for input. The
// protocol has no such field (§4.6 is how one is added). The extension is the lab's own, made to show how one is negotiated.
const Extension = "https://" + agentHost + "/extensions/input-deadline/v1"

// Card is the request for the simulated agent's card (§8.2), and the card.
func Card(s *engine.Setting) Exchange {
	scheme := object("httpAuthSecurityScheme", object("scheme", `"Bearer"`))
	iface := func(path, binding string) string {
		return object("url", text("https://"+agentHost+path), "protocolBinding", text(binding), "protocolVersion", text(version))
	}
	card := object(
		"name", `"Worker"`,
		"description", `"Does long work: each message becomes a task that takes minutes."`,
		"version", `"1.0.0"`,
		"supportedInterfaces", array(iface("", Bindings[HTTPJSON]), iface(rpcPath, Bindings[JSONRPC])),
		"capabilities", object("streaming", "true", "pushNotifications", "true", "extendedAgentCard", "false", "extensions",
			array(object("uri", text(Extension), "description", `"Says in the metadata of a task in TASK_STATE_INPUT_REQUIRED until when its input is awaited."`,
				"required", "false", "params", object("patienceSeconds", number(int(s.InputTimeout/engine.Second)))))),
		"securitySchemes", object("bearer", scheme),
		"securityRequirements", array(object("schemes", object("bearer", object("list", array())))),
		"defaultInputModes", array(`"text/plain"`),
		"defaultOutputModes", array(`"text/plain"`),
		"skills", array(object("id", `"work"`, "name", `"Work"`, "description", `"Works on what the message says, and may ask for input once."`, "tags", array(`"long-running"`))),
	)
	const path = "/.well-known/agent-card.json"
	return Exchange{Count: 1, Event: -1, Last: -1, Operation: "agent card", Line: "GET " + path + " → the agent’s card",
		Request: Message{Head: "GET " + path + " HTTP/1.1\nHost: " + agentHost + "\nAccept: " + mediaType},
		Answers: []Message{{Head: "HTTP/1.1 200 OK\nContent-Type: " + mediaType + "\nCache-Control: max-age=300\nETag: \"1.0.0\"", Body: card}}}
}
