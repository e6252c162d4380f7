// Package sdkcheck answers the question "is this how A2A really behaves?" by running the engine's days on real software: the
// unmodified official SDK, a2a-go, as server and as client, over an in-memory network, in the virtual time of testing/synctest.
//
//	world.go     one run: the day, its failures, the parts below, and what is recorded of each item
//	network.go   connections in memory that can be cut, refused, or made to lose an answer
//	agent.go     the agent: an executor for a2asrv that does the day's work, its store, and what the SDK leaves to its user
//	push.go      the agent's push sender, with retries, and the client's webhook
//	stranger.go  who knows the webhook's address and no credentials, and posts that a task has ended
//	client.go    a client with the lab's policies on a2aclient; it decides by what the SDK returns
//	compare.go   the same account of an item from a run of the engine, and the differences
//	table.go     simulated against real, each difference with its reason: what the page shows
//
// The tests are: TestTable (the missions and settings of every kind; -update writes the page's table), TestRandomSettings (drawn
// anew in each run; -random and -seed), TestHTTPJSON (the other binding), TestForgeryInTime (a stranger at the very instant of
// something else), TestMutants (the comparison notices what is wrong), TestLoopback (real sockets, briefly), TestWireReadable and
// TestCardReadable (what package wire writes is what the SDK reads).
//
// What happens by itself is the day's and comes from the engine: when items are created, how long they work, where they pause,
// when a connection breaks, which acknowledgement is lost, when a stranger posts. What is done about it is this package's own and the
// SDK's: the receiver decides by the call's headers whom it believes, and whether an outcome was wrong is read off the agent's store.
//
// # One instant
//
// The model orders what happens in one millisecond: failures, then the agent, then the client. Here each of these acts at its
// own fraction of the millisecond (see phase), and answers take no time, so the order is kept and every instant is exact. So
// is the order of what the client does: it has one goroutine, and acts in the order in which it planned to.
//
// # Where the SDK answers otherwise
//
// In its default mode it closes a stream when the task pauses, finds a task to subscribe to only while it is at work, and takes no
// answer twice. The engine has these as deviations; a run with them is what is compared, to the last item, and what they
// change is what the table gives as the reason of a difference. Nothing is tolerated.
//
// # What is ours, and what is not checked
//
// The SDK does not retry a webhook, fails no task that waits too long, and recognises no messageId: the push sender's retries, the
// agent's patience and, where the setting has it, deduplication are written here, on the SDK's interfaces. Nor does it take up work
// from a store after a restart: with persist=on only the connections break and the process lives on, so only the client's side
// is checked there. A blocking client that reconciles by ListTasks, with an agent that recognises messages and restarts, is not
// checked: only the model can tell whether its repeat was taken for new work. A restart is a new handler with an empty store, not
// the death of a process. Virtual time has neither load nor buffers.
package sdkcheck
