package main

import (
	"fmt"
	"reflect"
)

// opaque are the fields of type bytes, which another implementation fills in another way.
var opaque = map[string]bool{
	"state": true, "stateId": true, "parentStateId": true, "gameId": true, "hostKey": true, "seatKeys": true,
	"dealCommitment": true, "commitment": true,
}

// compare returns the first difference, or nil. An expectation names only the keys that matter.
func compare(path string, expected, actual any, states bool) error {
	switch expected := expected.(type) {
	case map[string]any:
		// Absent where an object is expected: each key of it is then found missing.
		object, _ := actual.(map[string]any)
		for key, value := range expected {
			if opaque[key] && !states {
				continue
			}
			if err := compare(path+"."+key, value, object[key], states); err != nil {
				return err
			}
		}
		if object == nil {
			return fmt.Errorf("%s: expected an object, got %v", path, actual)
		}
	case []any:
		list, _ := actual.([]any)
		if len(list) != len(expected) {
			return fmt.Errorf("%s: expected %d entries, got %v", path, len(expected), actual)
		}
		for i, value := range expected {
			if err := compare(fmt.Sprintf("%s[%d]", path, i), value, list[i], states); err != nil {
				return err
			}
		}
	default:
		if !reflect.DeepEqual(expected, actual) {
			return fmt.Errorf("%s: expected %v, got %v", path, expected, actual)
		}
	}
	return nil
}
