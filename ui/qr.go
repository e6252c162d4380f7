package ui

import (
	"errors"
	"strconv"

	"rsc.io/qr/coding"
)

// QRQuiet is how many modules of quiet a QR code needs around it (ISO/IEC 18004).
const QRQuiet = 4

// QR is a text as a QR code: SVG path data of its dark modules, in a box of size by size modules with the quiet zone. It
// survives the loss of 15 % of its area (level M). An error says that the text is too long for any code.
func QR(text string) (path string, size int, err error) {
	const level = coding.M
	data := coding.String(text)
	version := coding.Version(coding.MinVersion)
	for data.Bits(version) > version.DataBytes(level)*8 {
		if version++; version > coding.MaxVersion {
			return "", 0, errors.New("the address is too long for a QR code: it has " + strconv.Itoa(len(text)) + " characters")
		}
	}
	plan, err := coding.NewPlan(version, level, 0)
	if err != nil {
		return "", 0, err
	}
	code, err := plan.Encode(data)
	if err != nil {
		return "", 0, err
	}
	var b []byte
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			from := x
			for x < code.Size && code.Black(x, y) {
				x++
			}
			if x > from { // one bar for a run of dark modules
				b = append(b, 'M')
				b = strconv.AppendInt(b, int64(from+QRQuiet), 10)
				b = append(b, ' ')
				b = strconv.AppendInt(b, int64(y+QRQuiet), 10)
				b = append(b, 'h')
				b = strconv.AppendInt(b, int64(x-from), 10)
				b = append(b, "v1h-"...)
				b = strconv.AppendInt(b, int64(x-from), 10)
				b = append(b, 'z')
			}
		}
	}
	return string(b), code.Size + 2*QRQuiet, nil
}
