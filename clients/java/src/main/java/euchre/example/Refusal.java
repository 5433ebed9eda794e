package euchre.example;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Why the service did not do what was asked.
 *
 * @param reason one of {@code ErrorReason}, without its prefix: {@code MUST_FOLLOW_SUIT}. The enum
 *     may grow, so treat one that you do not know by its code
 * @param metadata says more for programs, such as the card
 * @param fields the fields of the request that are bad, by their paths
 * @param message a sentence for a player
 */
record Refusal(
        Status.Code code,
        String reason,
        Map<String, String> metadata,
        List<String> fields,
        String message) {
    /** Where the reasons are defined: errors.proto of the package of this name. */
    private static final String DOMAIN = "euchre.v1";

    /**
     * Reads a refusal out of the exception of a call. Empty for one that is not the service's word,
     * such as a lost connection.
     */
    static Optional<Refusal> of(StatusRuntimeException exception) {
        var status = StatusProto.fromThrowable(exception);
        ErrorInfo info = null;
        var fields = new ArrayList<String>();
        try {
            for (var detail : status.getDetailsList()) {
                if (detail.is(ErrorInfo.class)) {
                    info = detail.unpack(ErrorInfo.class);
                } else if (detail.is(BadRequest.class)) {
                    for (var bad : detail.unpack(BadRequest.class).getFieldViolationsList()) {
                        fields.add(bad.getField());
                    }
                }
            }
        } catch (InvalidProtocolBufferException broken) {
            // Something on the way made these details, not the service.
            return Optional.empty();
        }
        if (info == null || !info.getDomain().equals(DOMAIN)) {
            return Optional.empty();
        }
        var code = exception.getStatus().getCode();
        return Optional.of(
                new Refusal(
                        code,
                        info.getReason(),
                        info.getMetadataMap(),
                        List.copyOf(fields),
                        status.getMessage()));
    }
}
