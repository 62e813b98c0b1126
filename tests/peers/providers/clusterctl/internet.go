package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// A page of releases: its tags, and the metadata of those that have them.
type page struct {
	tags, present []string
	metadata      []byte
}

var pages = map[string]page{}

// What clusterctl sees of the network: the API of GitHub with the pages of this run, and nothing else.
type internet struct{}

func (internet) RoundTrip(request *http.Request) (*http.Response, error) {
	status, body := seen(request)
	return &http.Response{
		StatusCode: status,
		Header:     http.Header{"Content-Type": {"application/json"}},
		Body:       io.NopCloser(bytes.NewReader(body)),
		Request:    request,
	}, nil
}

func seen(request *http.Request) (int, []byte) {
	parts := strings.Split(strings.TrimPrefix(request.URL.Path, "/repos/"), "/")
	if request.URL.Host != "api.github.com" || len(parts) < 3 || parts[2] != "releases" {
		return http.StatusNotFound, []byte("{}")
	}
	page := pages[parts[1]]
	switch {
	case len(parts) == 3:
		releases := []map[string]any{}
		for _, tag := range page.tags {
			releases = append(releases, map[string]any{"tag_name": tag})
		}
		return http.StatusOK, got(json.Marshal(releases))
	case parts[3] == "tags" && slices.Contains(page.present, parts[4]):
		number := slices.Index(page.present, parts[4]) + 1
		text := `{"tag_name": %q, "assets": [{"id": %d, "name": "metadata.yaml"}]}`
		return http.StatusOK, fmt.Appendf(nil, text, parts[4], number)
	case parts[3] == "assets":
		if number, err := strconv.Atoi(parts[4]); err == nil && number <= len(page.present) {
			return http.StatusOK, page.metadata
		}
	}
	return http.StatusNotFound, []byte("{}")
}
