// Command labwasm is the lab's program in the browser.
package main

import "a2alab/ui"

func main() { ui.Run() }
