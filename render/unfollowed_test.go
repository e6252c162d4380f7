package render

import (
	"testing"

	"a2alab/engine"
)

// What the client follows is bright and what it does not is faint, to the pixel of the change; so a failure in which nobody
// was waiting for an answer differs from a missed input. No part of a task is counted twice.
func TestUnfollowedTasksAreFaint(t *testing.T) {
	var p Picture
	var split, faintEnds, brightEnds int
	for _, s := range []engine.Setting{
		setting(t, "hears", "stream", "drop", "resend", "flaps", "8m", "pauses", "0.5", "inputtimeout", "10m"),
		setting(t, "hears", "stream", "drop", "resend", "flaps", "8m", "pauses", "0.5", "restart", "1h"),
		setting(t, "hears", "push", "retries", "1", "outage", "12m", "outageat", "1h45m", "day", "50"),
	} {
		tr := traceOf(t, s)
		for _, v := range []View{
			{Width: 1040, Height: 240 * 40},
			{Width: 1040, Height: 240 * 40, From: 50 * engine.Minute, To: 80 * engine.Minute},
			{Width: 1040, Height: 615, Dense: true},
		} {
			v.Selected, v.Hovered = None, None
			Layout(&p, tr, v)
			parts := map[int32]int32{}
			bright := map[int32]bool{}
			faint := map[int32]bool{}
			for i := range p.Base {
				s := &p.Base[i]
				if s.Task == None || s.Event != None {
					continue
				}
				task := &tr.Tasks[s.Task]
				followedTo := float32(1 << 20)
				if task.Abandoned != engine.Never {
					followedTo = p.scale.x(task.Abandoned)
				}
				if s.Mark == DuplicateBar {
					parts[s.Task] += s.Count
				}
				if s.Mark == FailedEnd {

					switch {
					case task.Abandoned != engine.Never && task.Abandoned <= task.Ended && s.Alpha < 255:
						faintEnds++
					case (task.Abandoned == engine.Never || task.Abandoned > task.Ended) && s.Alpha == 255:
						brightEnds++
					default:
						t.Fatalf("a task ended at %v, was followed up to %v, and its end has alpha %d", task.Ended, task.Abandoned, s.Alpha)
					}
					continue
				}
				const least = barWidthLeast + 0.1 // what is too short to see is drawn longer
				if s.Alpha == 255 && s.X+s.W > followedTo+max(least, notchWidth*p.size.grow) || s.Alpha < 255 && s.X < followedTo-0.1 {
					t.Fatalf("%v of task %d from %v to %v has alpha %d; it is followed up to %v", s.Mark, s.Task, s.X, s.X+s.W, s.Alpha, followedTo)
				}
				bright[s.Task] = bright[s.Task] || s.Alpha == 255
				faint[s.Task] = faint[s.Task] || s.Alpha < 255
			}
			for task, n := range parts {
				if n != 1 {
					t.Errorf("duplicate %d counts for %d", task, n)
				}
			}
			for task := range faint {
				if bright[task] {
					split++
				}
			}
		}
	}
	if split < 100 || faintEnds < 10 || brightEnds < 3 {
		t.Errorf("%d tasks in two parts, %d faint and %d bright failures: the test shows little", split, faintEnds, brightEnds)
	}
}
