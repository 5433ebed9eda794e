package euchre.example;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import euchre.v1.RulesServiceGrpc;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.PrototypeMarshaller;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.util.concurrent.TimeUnit;

/** Calls the rules service with JSON. */
final class Caller {
    /** Errors inside responses hold these. */
    private static final JsonFormat.TypeRegistry DETAILS =
            JsonFormat.TypeRegistry.newBuilder()
                    .add(ErrorInfo.getDescriptor())
                    .add(BadRequest.getDescriptor())
                    .build();

    private static final JsonFormat.Printer PRINTER =
            JsonFormat.printer().alwaysPrintFieldsWithNoPresence().usingTypeRegistry(DETAILS);

    private final Channel channel;

    Caller(Channel channel) {
        this.channel = channel;
    }

    /**
     * Makes one call.
     *
     * @param rpc the method's name, such as {@code Play}
     * @return {@code response} in protobuf's JSON form, or {@code error} in the form that the steps
     *     of the suite expect
     * @throws StatusRuntimeException if the answer is not the service's word
     */
    JsonObject call(String rpc, JsonElement request) throws InvalidProtocolBufferException {
        var outcome = new JsonObject();
        try {
            outcome.add("response", invoke(method(rpc), request));
        } catch (StatusRuntimeException exception) {
            var refusal = Refusal.of(exception).orElseThrow(() -> exception);
            outcome.add("error", toJson(refusal));
        }
        return outcome;
    }

    private <Q, R> JsonElement invoke(MethodDescriptor<Q, R> method, JsonElement json)
            throws InvalidProtocolBufferException {
        var marshaller = (PrototypeMarshaller<Q>) method.getRequestMarshaller();
        var builder = ((Message) marshaller.getMessagePrototype()).newBuilderForType();
        JsonFormat.parser().merge(json.toString(), builder);
        Q request = marshaller.getMessageClass().cast(builder.build());
        var options = CallOptions.DEFAULT.withDeadlineAfter(10, TimeUnit.SECONDS);
        R response = ClientCalls.blockingUnaryCall(channel, method, options, request);
        return JsonParser.parseString(PRINTER.print((Message) response));
    }

    /** A step's method is known only by name, so it is looked up in the service's descriptor. */
    private static MethodDescriptor<?, ?> method(String rpc) {
        return RulesServiceGrpc.getServiceDescriptor().getMethods().stream()
                .filter(method -> method.getBareMethodName().equals(rpc))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no call " + rpc));
    }

    private static JsonObject toJson(Refusal refusal) {
        var metadata = new JsonObject();
        refusal.metadata().forEach(metadata::addProperty);
        var written = new JsonObject();
        written.addProperty("code", refusal.code().name());
        written.addProperty("reason", refusal.reason());
        written.add("metadata", metadata);
        written.add("field", JsonNull.INSTANCE);
        refusal.fields().stream().findFirst().ifPresent(it -> written.addProperty("field", it));
        return written;
    }
}
