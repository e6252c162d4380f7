// Package sdkcheck answers the question "is this how A2A really behaves?" by running the engine's days on real software: the
// unmodified official SDK, a2a-go, as server and as client, over an in-memory network, in the virtual time of testing/synctest.
//
//	world.go     one run: the day, its failures, the parts below, and what is recorded of each item
//	network.go   connections in memory that can be cut, refused, or made to lose an answer
//	agent.go     the agent: an executor for a2asrv that does the day's work, its store, and what the SDK leaves to its user
//	push.go      the agent's push sender, with retries, and the client's webhook
//	client.go    a client with the lab's policies on a2aclient; it decides by what the SDK returns
//	compare.go   the same account of an item from a run of the engine, and the differences
//	table.go     simulated against real, each difference with its reason: what the page shows
//
// What happens by itself is the day's and comes from the engine: when items are created, how long they work, where they pause,
// when a connection breaks, which acknowledgement is lost. What is done about it is this package's own and the SDK's.
//
// # One instant
//
// The model orders what happens in one millisecond: failures, then the agent, then the client. Here each of these acts at its
// own fraction of the millisecond (see phase), and answers take no time, so the order is kept and every instant is exact.
package sdkcheck
