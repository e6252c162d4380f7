package engine

import (
	"math"
	"math/bits"
)

// dice gives random draws that depend on the day, the item, the purpose and an index, and on nothing else: common random numbers.
// Adding a draw, or asking for draws in another order, changes no other draw.
type dice uint64

// purpose separates the draws of an item from each other.
type purpose uint64

const (
	createdDraw purpose = iota + 1
	workDraw
	pauseDraw
	pauseAtDraw
	flapDraw
	ackDraw
	forgeDraw
)

const million = 1_000_000

// dayDice returns the dice of a day.
func dayDice(day uint64) dice { return dice(mix(day + 0x9e3779b97f4a7c15)) }

// of returns the dice of one item of the day.
func (d dice) of(item int) dice { return dice(mix(uint64(d) + uint64(item)*0xd1342543de82ef95)) }

// bits draws 64 random bits.
func (d dice) bits(p purpose, index uint64) uint64 {
	return mix(uint64(d) + uint64(p)*0xa0761d6478bd642f + index*0xe7037ed1a0b428db)
}

// mix is a bijection of 64 bits in which every input bit reaches every output bit (the finalizer of the SplitMix family).
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// below draws a uniform integer in [0, n).
func (d dice) below(p purpose, index uint64, n uint64) uint64 {
	hi, _ := bits.Mul64(d.bits(p, index), n)
	return hi
}

// chance draws true with the given probability in millionths.
func (d dice) chance(p purpose, index uint64, millionths Millionths) bool {
	return d.below(p, index, million) < uint64(millionths)
}

// unit draws a uniform number in (0, 1].
func (d dice) unit(p purpose, index uint64) float64 {
	return float64(d.bits(p, index)>>11+1) * (1.0 / (1 << 53))
}

// exponential draws the wait until the next instant of a Poisson process with the given mean.
func (d dice) exponential(p purpose, index uint64, mean Time) Time {
	return Time(float64(-ln(d.unit(p, index))*float64(mean)) + 0.5)
}

// normal draws from the standard normal distribution, by Marsaglia's polar method.
func (d dice) normal(p purpose) float64 {
	for i := uint64(0); ; i += 2 {
		u := float64(2*d.unit(p, i)) - 1
		v := float64(2*d.unit(p, i+1)) - 1
		s := float64(u*u) + float64(v*v)
		if s > 0 && s < 1 {
			return u * math.Sqrt(-2*ln(s)/s)
		}
	}
}

// ln is the natural logarithm of a positive normal number, the same bits on every platform: math.Log is assembly on some
// and fused on others. Each product is rounded by an explicit conversion, which forbids fusing. Error below 1e-15 relative to 1.
func ln(x float64) float64 {
	// x = m × 2^e with m between the square roots of a half and of two, found without a branch.
	const root = 0x3fe6a09e667f3bcd // the bits of the square root of a half
	b := math.Float64bits(x)
	e := int64(b-root) >> 52
	m := math.Float64frombits(b - uint64(e)<<52)
	// ln m = 2 artanh s with s = (m-1)/(m+1), |s| < 0.172.
	s := (m - 1) / (m + 1)
	z := float64(s * s)
	// The series is summed in pairs, so that the processor need not wait for one product after the other.
	z2 := float64(z * z)
	z4 := float64(z2 * z2)
	a0 := 1 + float64(z*(1.0/3)) + float64(z2*(1.0/5+float64(z*(1.0/7))))
	a1 := 1.0/9 + float64(z*(1.0/11)) + float64(z2*(1.0/13+float64(z*(1.0/15))))
	a2 := 1.0/17 + float64(z*(1.0/19))
	a := a0 + float64(z4*(a1+float64(z4*a2)))
	return float64(float64(e)*math.Ln2) + float64(2*s*a)
}

// exp is e to the y for |y| < 700, the same bits on every platform (math.Exp is not). Relative error below 1e-15.
func exp(y float64) float64 {
	k := math.Floor(float64(y*math.Log2E) + 0.5)
	const hi, lo = 6.93147180369123816490e-01, 1.90821492927058770002e-10 // ln 2 in two parts; k*hi is exact
	r := y - float64(k*hi) - float64(k*lo)
	r2 := float64(r * r)
	r4 := float64(r2 * r2)
	a0 := 1 + r + float64(r2*(0.5+float64(r*(1.0/6))))
	a1 := 1.0/24 + float64(r*(1.0/120)) + float64(r2*(1.0/720+float64(r*(1.0/5040))))
	a2 := 1.0/40320 + float64(r*(1.0/362880)) + float64(r2*(1.0/3628800+float64(r*(1.0/39916800))))
	a3 := 1.0/479001600 + float64(r*(1.0/6227020800))
	a := a0 + float64(r4*(a1+float64(r4*(a2+float64(r4*a3)))))
	return a * math.Float64frombits(uint64(int64(k)+1023)<<52)
}
