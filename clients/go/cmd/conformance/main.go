// Conformance runs the cases of protos/conformance, whose README describes them, against a server.
//
//	go run ./cmd/conformance [-dir DIR] [-no-states] [HOST:PORT]
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

func main() {
	log.SetFlags(0)
	dir := flag.String("dir", "../../protos/conformance", "where the cases are")
	noStates := flag.Bool("no-states", false, "do not compare states, ids and keys")
	flag.Parse()
	address := "localhost:50051"
	if flag.NArg() > 0 {
		address = flag.Arg(0)
	}

	groups, err := readSuite(*dir)
	if err != nil {
		log.Fatal(err)
	}
	conn, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		log.Fatal(err)
	}
	defer conn.Close()

	runner := runner{conn: conn, states: !*noStates}
	var passed, failed, skipped int
	for _, group := range groups {
		for _, one := range group.Cases {
			if one.Needs == "plain" && *noStates {
				skipped++
				continue
			}
			if err := runner.run(context.Background(), one); err != nil {
				fmt.Printf("FAILED %s: %s: %v\n", group.Group, one.Name, err)
				failed++
				continue
			}
			passed++
		}
	}
	fmt.Printf("%d passed, %d failed, %d skipped\n", passed, failed, skipped)
	if failed > 0 || passed == 0 {
		os.Exit(1)
	}
}
