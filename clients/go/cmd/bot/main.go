// Bot hosts the bot, so that it can enter a tournament.
//
//	go run ./cmd/bot [PORT]
package main

import (
	"context"
	"fmt"
	"log"
	"net"
	"os"
	"os/signal"
	"syscall"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"example.com/euchre/bot"
	euchrev1 "example.com/euchre/gen/euchre/v1"
)

func main() {
	log.SetFlags(0)
	port := "7000"
	if len(os.Args) > 1 {
		port = os.Args[1]
	}
	if err := serve(port); err != nil {
		log.Fatal(err)
	}
}

// serve answers until the process is told to stop, and then finishes the decisions under way.
func serve(port string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// Questions show a seat's cards and are not encrypted, so only this machine may ask.
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", port))
	if err != nil {
		return err
	}
	server := grpc.NewServer()
	euchrev1.RegisterBotServiceServer(server, service{})
	context.AfterFunc(ctx, server.GracefulStop)
	fmt.Println("serving at", listener.Addr())
	return server.Serve(listener)
}

// service keeps nothing between questions: they come mixed from many games, and at once.
type service struct {
	// Answers UNIMPLEMENTED where a bot has no choice but to: to DecideMany and DecideStream.
	euchrev1.UnimplementedBotServiceServer
}

func (service) Describe(context.Context, *euchrev1.DescribeRequest) (*euchrev1.DescribeResponse, error) {
	return &euchrev1.DescribeResponse{
		Name:            "go-example",
		Version:         "1.0",
		Author:          "clients/go",
		PlaysVariants:   true,
		IsDeterministic: true,
	}, nil
}

func (service) Decide(_ context.Context, request *euchrev1.DecideRequest) (*euchrev1.DecideResponse, error) {
	view := request.GetQuestion().GetView()
	if len(view.GetLegalActions()) == 0 {
		return nil, status.Error(codes.InvalidArgument, "The question has no legal actions.")
	}
	return &euchrev1.DecideResponse{Action: bot.Choose(view)}, nil
}
