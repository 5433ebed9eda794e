// Play plays a game of each kind against the rules service, with the bot in every seat, and shows
// what a refused act looks like.
//
//	go run ./cmd/play [HOST:PORT]
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"example.com/euchre/bot"
	euchrev1 "example.com/euchre/gen/euchre/v1"
	"example.com/euchre/table"
)

func main() {
	log.SetFlags(0)
	address := "localhost:50051"
	if len(os.Args) > 1 {
		address = os.Args[1]
	}
	conn, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		log.Fatal(err)
	}
	defer conn.Close()
	if err := run(context.Background(), euchrev1.NewRulesServiceClient(conn)); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, client euchrev1.RulesServiceClient) error {
	for _, base := range []string{"classic", "ghost_hand", "buck"} {
		// A fixed seed (all zeros), so that this program says the same every time.
		game, err := table.New(ctx, client, &euchrev1.Ruleset{Base: base}, make([]byte, 32))
		if err != nil {
			return err
		}
		last, err := game.PlayOut(ctx, bot.Choose)
		if err != nil {
			return err
		}
		fmt.Printf("%s: scores %v, winning sides %v, %d hands, %d acts\n",
			base, last.Game.Scores, last.Game.Sides, last.HandNumber, game.Acts)
	}
	return refusals(ctx, client)
}

// refusals asks for what cannot be done, twice.
func refusals(ctx context.Context, client euchrev1.RulesServiceClient) error {
	game, err := table.New(ctx, client, &euchrev1.Ruleset{Base: "classic"}, make([]byte, 32))
	if err != nil {
		return err
	}
	seat := game.Next().GetSeat()
	_, err = client.Play(ctx, &euchrev1.PlayRequest{Turn: game.Turn(seat), Card: euchrev1.Card_CARD_NINE_OF_CLUBS})
	if err := show("a card before the deal", err); err != nil {
		return err
	}
	_, err = client.Play(ctx, &euchrev1.PlayRequest{Turn: game.Turn(seat)})
	return show("no card at all", err)
}

func show(what string, err error) error {
	refusal, ok := table.AsRefusal(err)
	if !ok {
		return fmt.Errorf("%s was not refused: %w", what, err)
	}
	fmt.Printf("%s: %s, fields %v: %s\n", what, refusal.Reason, refusal.Fields, refusal.Message)
	return nil
}
