package engine

// State is an A2A 1.0 task state, of those the lab models (specification §4.1.3).
type State uint8

// The states of the model. SUBMITTED, AUTH_REQUIRED, CANCELED and REJECTED are not modelled.
const (
	NoState       State = iota // no task, or nothing known of it
	Working                    // TASK_STATE_WORKING: the only state in which work advances
	InputRequired              // TASK_STATE_INPUT_REQUIRED: waits for a message from the client
	Completed                  // TASK_STATE_COMPLETED: terminal
	Failed                     // TASK_STATE_FAILED: terminal; here always for want of an answer
)

var stateNames = [...]string{"", "TASK_STATE_WORKING", "TASK_STATE_INPUT_REQUIRED", "TASK_STATE_COMPLETED", "TASK_STATE_FAILED"}

// String is the state's name in A2A's JSON.
func (s State) String() string { return stateNames[s] }

// Terminal tells whether no message can change the task any more (§3.1.1).
func (s State) Terminal() bool { return s >= Completed }

// Follows tells whether the agent may move a task from one state to the next.
func (s State) Follows(from State) bool {
	switch from {
	case NoState:
		return s == Working
	case Working:
		return s == InputRequired || s == Completed
	case InputRequired:
		return s == Working || s == Failed
	}
	return false
}
