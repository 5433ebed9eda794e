package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

type group struct {
	Group string     `json:"group"`
	Cases []testCase `json:"cases"`
}

type testCase struct {
	Name  string `json:"name"`
	Needs string `json:"needs"`
	Steps []step `json:"steps"`
}

// step is a call and what it must get: Error, or if that is nil, Response.
type step struct {
	RPC      string         `json:"rpc"`
	Request  any            `json:"request"`
	Response any            `json:"response"`
	Error    map[string]any `json:"error"`
}

func readSuite(dir string) ([]group, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("there are no cases in %s", dir)
	}
	groups := make([]group, len(files))
	for i, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(text, &groups[i]); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	return groups, nil
}

// resolve replaces every reference in a request by the bytes of an earlier answer that it names.
func resolve(value any, answers []any) (any, error) {
	var err error
	switch value := value.(type) {
	case []any:
		resolved := make([]any, len(value))
		for i, item := range value {
			if resolved[i], err = resolve(item, answers); err != nil {
				return nil, err
			}
		}
		return resolved, nil
	case map[string]any:
		if path, ok := value["$ref"].(string); ok {
			return lookUp(path, value, answers)
		}
		resolved := make(map[string]any, len(value))
		for key, item := range value {
			if resolved[key], err = resolve(item, answers); err != nil {
				return nil, err
			}
		}
		return resolved, nil
	default:
		return value, nil
	}
}

func lookUp(path string, reference map[string]any, answers []any) (any, error) {
	var found any = answers
	for part := range strings.SplitSeq(path, ".") {
		switch container := found.(type) {
		case []any:
			place, err := strconv.Atoi(part)
			if err != nil || place < 0 || place >= len(container) {
				return nil, fmt.Errorf("the reference %s leads nowhere", path)
			}
			found = container[place]
		case map[string]any:
			found = container[part]
		}
	}
	encoded, ok := found.(string)
	if !ok {
		return nil, fmt.Errorf("the reference %s leads to no bytes", path)
	}
	return change(encoded, reference)
}

// change inverts a bit of bytes, or cuts some off, for calls that must be refused.
func change(encoded string, reference map[string]any) (string, error) {
	raw, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return "", err
	}
	if place, ok := reference["flip"].(float64); ok {
		raw[(int(place)+len(raw))%len(raw)] ^= 1
	}
	if count, ok := reference["cut"].(float64); ok {
		raw = raw[:len(raw)-int(count)]
	}
	return base64.StdEncoding.EncodeToString(raw), nil
}
