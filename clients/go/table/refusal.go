package table

import (
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// domain is where the reasons are defined: errors.proto of the package of this name.
const domain = "euchre.v1"

// Refusal is why the service did not do what was asked.
type Refusal struct {
	Code codes.Code
	// Reason is one of ErrorReason, without its prefix: MUST_FOLLOW_SUIT. The enum may grow, so
	// treat one that you do not know by its Code.
	Reason string
	// Metadata says more for programs, such as the card.
	Metadata map[string]string
	// Fields of the request that are bad, by their paths.
	Fields []string
	// Message is a sentence for a player.
	Message string
}

// AsRefusal reads a refusal out of the error of a call. It is not ok for an error that is not the
// service's word, such as a lost connection.
func AsRefusal(err error) (refusal Refusal, ok bool) {
	// Convert also takes errors that are none of gRPC's: they have no details.
	st := status.Convert(err)
	refusal = Refusal{Code: st.Code(), Message: st.Message()}
	for _, detail := range st.Details() {
		switch detail := detail.(type) {
		case *errdetails.ErrorInfo:
			if detail.Domain == domain {
				refusal.Reason, refusal.Metadata, ok = detail.Reason, detail.Metadata, true
			}
		case *errdetails.BadRequest:
			for _, violation := range detail.FieldViolations {
				refusal.Fields = append(refusal.Fields, violation.Field)
			}
		}
	}
	return refusal, ok
}
