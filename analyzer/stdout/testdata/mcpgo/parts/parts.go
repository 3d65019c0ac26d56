// Command parts serves with a function of another package.
package main

import (
	"fmt"
	"log"
	"os"

	"example.com/stdout/mcpgo/parts/app"
)

func main() {
	if len(os.Args) > 1 {
		fmt.Println("1.0.0")
		return
	}
	fmt.Println("starting") // want `before the server speaks its protocol`
	if err := app.Run(); err != nil {
		log.Fatal(err)
	}
}
