// Package engine simulates a day of delegated work: a client hands tasks to a remote A2A 1.0 agent, things fail, and the
// client learns of the outcomes or does not. A Setting goes in; a Report, and on request a Trace, comes out. Nothing in
// between reads a clock, a file, a screen or a random source of its own.
//
//	var r engine.Runner
//	report, err := r.Report(setting) // what is counted
//	err = r.Trace(&trace, setting)   // and everything that happened, with causes
//
// This is the model. Where the code says otherwise, one of them is wrong.
//
// # Time
//
// Time counts whole milliseconds from the run's start. Windows contain their start and not their end; what would happen at
// the run's end or later does not happen. At one instant injected failures come first, then the agent, then the client, each
// in the order in which they were scheduled. So a task that ends at the instant of a drop ends unheard, a poll at the instant
// of an end sees it, and an answer that arrives when the agent's patience ends is too late.
//
// # Common random numbers
//
// Every draw is a function of the day, the item, the purpose and an index. What the client does and which failures are on
// never changes when items are created, how long they work, whether and where they pause, when a connection would be cut,
// which acknowledgement would be lost or when a stranger would post. Two settings on one day differ by what they do, not by their luck; and instances of
// failures can be left out of a run (Runner.Without), or all items but one (Runner.ReportOf), with all else as it was.
//
// # The work
//
// Items are created at uniform instants of the span. Their work is log-normal and clipped, and some pause once for input at
// a uniform share of it. Work advances only while a task is WORKING. A paused task is INPUT_REQUIRED; the agent fails it when
// no answer has come in time. A message sent again starts another task of the same item from the beginning, with the same
// work and the same pause, answered separately; the earlier ones run on.
//
// # The agent
//
// It calls a registered webhook when a task enters INPUT_REQUIRED, COMPLETED or FAILED: at once, and after each attempt that
// was not acknowledged once more, each wait twice as long, until the retries are used up. It may persist tasks and pending
// notifications through a restart, and it may deduplicate messageId: then a message that comes again returns the task that it
// made before, unless that is lost.
//
// # The client
//
// It follows one task of each item, the latest, and believes the item open until it has seen a terminal state of that task.
// It hears in one way: by a blocking call, by polling, by a stream or by a webhook. A blocking call that times out or breaks
// is repeated at once, a limited number of times; the task's ID comes with its return. A stream that drops is taken up one
// second later: by the same message again, by SubscribeToTask, or not at all. SubscribeToTask is refused for a task that has
// ended, and GetTask then reads it.
//
// Behind any of these it may reconcile: by GetTask for each open item whose ID it knows, on that task's own clock; or by
// ListTasks on one clock for all, which costs a page for every fifty tasks whose status changed since the last check, and is
// followed by GetTask for each open item that the client has heard nothing about for thirty minutes. TaskNotFoundError is an
// answer too: the client waits on, resubmits, or hands the item to a person.
//
// A pause that the client learns of is answered once, some time later, if the task is still followed and not known to have
// ended; an answer that comes too late is refused and costs its request.
//
// # Failures
//
// Network flaps cut whatever connection an item has open, at the instants of a Poisson process of that item. A receiver outage
// fails every webhook attempt in its window. A lost acknowledgement is a notification that was handled and is sent again. A
// restart breaks every connection and, without persistence, takes every task and every pending notification. A forged
// notification is a stranger's: at the instants of a Poisson process of each item that hears by a webhook it posts COMPLETED for
// the followed task, if that has not ended, the client believes the item open, and the receiver is not out. A client that
// verifies refuses it; another believes it, holds a wrong outcome, and asks no more. They compose.
//
// # What is counted
//
// Requests are the client's calls, by kind and by item; webhook attempts are counted apart. Learned, escalated, wrong and
// unknown items add up to all. A duplicate is a task made while an earlier one of the item exists at the agent; a resubmission is one
// made when all earlier ones are lost, and work done twice if a lost one had COMPLETED. Input is missed if the followed task
// failed for want of an answer. COMPLETED that arrives for an item already handled is handled twice, or absorbed by an
// idempotent handler. Report names the rest, each with its definition.
//
// # What is not modelled
//
// SUBMITTED, AUTH_REQUIRED, REJECTED and CancelTask; the loss of single requests or answers other than by these failures; the
// agent's downtime, load and queues; idle limits of proxies; webhooks out of order; agents whose streams and stores disagree;
// clock skew; receivers slower than the webhook's timeout; strangers who know the credentials; gRPC.
//
// # What deterministic promises
//
// The same setting gives the same trace, bit for bit, on every platform that Go knows and in WebAssembly (Trace.Hash). The few
// functions of real numbers that the draws need are the package's own, written so that no compiler may fuse their products.
// A report-only run and a traced one are the same code. A run that would exceed MaxEvents stops with an error.
package engine
