package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"google.golang.org/genproto/googleapis/rpc/code"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	euchrev1 "example.com/euchre/gen/euchre/v1"
	"example.com/euchre/table"
)

// A step's method is known only by name, so calls are made by reflection on its descriptor.
var rules = euchrev1.File_euchre_v1_rules_service_proto.Services().ByName("RulesService")

type runner struct {
	conn   *grpc.ClientConn
	states bool
}

// run makes the calls of a case, up to the first difference.
func (r runner) run(ctx context.Context, one testCase) error {
	var answers []any
	for i, step := range one.Steps {
		answer, err := r.call(ctx, step, answers)
		if step.Error != nil {
			err = r.compareRefusal(step.Error, err)
		} else if err == nil {
			err = compare("response", step.Response, answer, r.states)
		}
		if err != nil {
			return fmt.Errorf("step %d, %s: %w", i, step.RPC, err)
		}
		answers = append(answers, answer)
	}
	return nil
}

// call returns the response in protobuf's JSON form, as plain JSON.
func (r runner) call(ctx context.Context, step step, answers []any) (any, error) {
	method := rules.Methods().ByName(protoreflect.Name(step.RPC))
	if method == nil {
		return nil, fmt.Errorf("there is no such call")
	}
	resolved, err := resolve(step.Request, answers)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(resolved)
	if err != nil {
		return nil, err
	}
	request := dynamicpb.NewMessage(method.Input())
	if err := protojson.Unmarshal(text, request); err != nil {
		return nil, err
	}
	response := dynamicpb.NewMessage(method.Output())
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	path := fmt.Sprintf("/%s/%s", rules.FullName(), method.Name())
	if err := r.conn.Invoke(ctx, path, request, response); err != nil {
		return nil, err
	}
	return toJSON(response)
}

func toJSON(message proto.Message) (any, error) {
	text, err := protojson.MarshalOptions{EmitDefaultValues: true}.Marshal(message)
	if err != nil {
		return nil, err
	}
	var value any
	return value, json.Unmarshal(text, &value)
}

// compareRefusal puts a refusal in the form in which steps expect one.
func (r runner) compareRefusal(expected map[string]any, err error) error {
	if err == nil {
		return fmt.Errorf("expected %v, got a response", expected)
	}
	refusal, ok := table.AsRefusal(err)
	if !ok {
		return err
	}
	metadata := make(map[string]any, len(refusal.Metadata))
	for key, value := range refusal.Metadata {
		metadata[key] = value
	}
	actual := map[string]any{
		// google.rpc.Code has the names that the suite uses; codes.Code has Go's.
		"code":     code.Code(refusal.Code).String(),
		"reason":   refusal.Reason,
		"metadata": metadata,
	}
	if len(refusal.Fields) > 0 {
		actual["field"] = refusal.Fields[0]
	}
	return compare("error", expected, actual, r.states)
}
