package render

import (
	"strconv"

	"a2alab/engine"
)

// Steps is SVG path data for an area between two lines of steps, aligned with the picture's time axis: low and high have a number for each
// bin of that length from the run's start, and most is as high as the chart, in CSS pixels. What is outside the window is left out.
func (p *Picture) Steps(bin engine.Time, low, high []int, most int, height float32) string {
	var b []byte
	scale := height / float32(max(most, 1))
	y := func(n int) float32 { return height - float32(n)*scale }
	for i := 0; i < len(high); i++ {
		if high[i] <= low[i] || !p.binShown(i, bin) {
			continue
		}
		from := i // an area without a gap
		b = number(append(b, 'M'), p.binX(i, bin))
		b = number(append(b, ' '), y(low[i]))
		for ; i < len(high) && high[i] > low[i] && p.binShown(i, bin); i++ {
			if i == from || high[i] != high[i-1] {
				b = number(append(b, 'V'), y(high[i]))
			}
			if i+1 == len(high) || high[i+1] != high[i] || high[i+1] <= low[i+1] || !p.binShown(i+1, bin) {
				b = number(append(b, 'H'), p.binX(i+1, bin))
			}
		}
		for j := i - 1; j >= from; j-- {
			if j == i-1 || low[j] != low[j+1] {
				b = number(append(b, 'V'), y(low[j]))
			}
			if j == from || low[j-1] != low[j] {
				b = number(append(b, 'H'), p.binX(j, bin))
			}
		}
		b = append(b, 'z')
	}
	return string(b)
}

// pinWidth is how wide a pin's head is, at least, and pinHead how high, in CSS pixels.
const pinWidth, pinHead = 4, 3

// Pins is SVG path data for a pin in each bin that has any: a stem as high as the bin's value, most being the chart's height, and a head.
// A value of nothing has its head on the ground.
func (p *Picture) Pins(bin engine.Time, any []int, value []engine.Time, most engine.Time, height float32) string {
	var b []byte
	room := height - pinHead
	for i, n := range any {
		if n == 0 || !p.binShown(i, bin) {
			continue
		}
		x0, x1 := p.binX(i, bin), p.binX(i+1, bin)
		middle := (x0 + x1) / 2
		w := max(x1-x0, pinWidth)
		h := float32(value[i]) / float32(max(most, 1)) * room
		b = number(append(b, 'M'), middle-w/2)
		b = number(append(b, ' '), room-h)
		b = number(append(b, 'h'), w)
		b = append(b, "v3H"...)
		b = number(b, middle+0.5)
		b = number(append(b, 'V'), height)
		b = append(b, "h-1V"...)
		b = number(b, room-h+pinHead)
		b = number(append(b, 'H'), middle-w/2)
		b = append(b, 'z')
	}
	return string(b)
}

func (p *Picture) binX(i int, bin engine.Time) float32 { return p.X(engine.Time(i) * bin) }

// binShown tells whether any of a bin is in the window.
func (p *Picture) binShown(i int, bin engine.Time) bool {
	at := engine.Time(i) * bin
	return at < p.scale.to && at+bin > p.scale.from
}

// number writes a coordinate to a tenth of a pixel.
func number(b []byte, v float32) []byte { return strconv.AppendFloat(b, float64(v), 'f', 1, 32) }

// Coordinate writes a coordinate as these paths do.
func Coordinate(v float32) string { return string(number(nil, v)) }
