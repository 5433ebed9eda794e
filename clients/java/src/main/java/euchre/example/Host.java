package euchre.example;

import euchre.v1.BotServiceGrpc;
import euchre.v1.DecideRequest;
import euchre.v1.DecideResponse;
import euchre.v1.DescribeRequest;
import euchre.v1.DescribeResponse;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** Hosts the bot, so that it can enter a tournament. Arguments: {@code [PORT]}. */
public final class Host {
    private Host() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        int port = args.length > 0 ? Integer.parseInt(args[0]) : 7000;
        // Questions show a seat's cards and are not encrypted, so only this machine may ask.
        var here = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        Server server = NettyServerBuilder.forAddress(here).addService(new Service()).build();
        server.start();
        System.out.println("serving at " + server.getListenSockets().get(0));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server)));
        server.awaitTermination();
    }

    /** Lets the decisions under way finish. */
    private static void stop(Server server) {
        try {
            server.shutdown().awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException hurry) {
            server.shutdownNow();
        }
    }

    /**
     * Keeps nothing between questions: they come mixed from many games, and at once. DecideMany and
     * DecideStream are left out; the generated base class answers them with UNIMPLEMENTED.
     */
    private static final class Service extends BotServiceGrpc.BotServiceImplBase {
        @Override
        public void describe(DescribeRequest request, StreamObserver<DescribeResponse> answer) {
            answer.onNext(
                    DescribeResponse.newBuilder()
                            .setName("java-example")
                            .setVersion("1.0")
                            .setAuthor("clients/java")
                            .setPlaysVariants(true)
                            .setIsDeterministic(true)
                            .build());
            answer.onCompleted();
        }

        @Override
        public void decide(DecideRequest request, StreamObserver<DecideResponse> answer) {
            var view = request.getQuestion().getView();
            if (view.getLegalActionsCount() == 0) {
                answer.onError(
                        Status.INVALID_ARGUMENT
                                .withDescription("The question has no legal actions.")
                                .asRuntimeException());
                return;
            }
            answer.onNext(DecideResponse.newBuilder().setAction(Bot.choose(view)).build());
            answer.onCompleted();
        }
    }
}
