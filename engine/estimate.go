package engine

// What can be known of a setting without running it. The guide's calculators are these functions, and tests hold them
// against runs. All are for values within the ranges of Keys.

// RetrySpan is how long after the first attempt the last of the retries comes: base × (2^retries − 1).
func RetrySpan(base Time, retries int64) Time {
	const most = 40 // doublings; no instant of a run is that late
	return base * (1<<min(max(retries, 0), most) - 1)
}

// RetriesFor is the fewest retries that outlast an outage of that length, wherever in it the first attempt falls.
func RetriesFor(base, outage Time) int64 {
	k := int64(0)
	for RetrySpan(base, k) < outage {
		k++
	}
	return k
}

// Unheard is for how long, from the outage's start, all that is notified runs out of retries before the receiver answers again.
func Unheard(base Time, retries int64, outage Time) Time {
	return max(0, outage-RetrySpan(base, retries))
}

// LatestNews is how long after its first attempt a notification that falls into the outage arrives at the latest, if it
// arrives at all: the waits double, so the attempt that succeeds can come long after the receiver is back.
func LatestNews(base Time, retries int64, outage Time) Time {
	return RetrySpan(base, min(retries, RetriesFor(base, outage)))
}

// ExpectedCuts is how often, on average, the network breaks a connection that is open for the length, and taken up again
// each time.
func ExpectedCuts(length, mean Time) float64 { return float64(length) / float64(mean) }

// Survival is the chance that a connection lasts for the length without a break: the breaks are a Poisson process.
func Survival(length, mean Time) float64 {
	return exp(-min(ExpectedCuts(length, mean), 600)) // exp is for smaller numbers than 700; what is cut off is 0 for every purpose
}
