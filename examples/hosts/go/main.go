// Asks the engine from Go, through its plain exports. DOCUMENTS is a request of `load`, and each line of the input one of
// `ask`: go run . FITMENT_WASM [DOCUMENTS] < QUESTIONS
package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"log"
	"os"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// Engine is one instance, for one goroutine at a time.
type Engine struct{ guest api.Module }

// Start compiles the engine, which keeps to 256 MiB and to the deadlines of contexts.
func Start(ctx context.Context, wasm []byte) (Engine, error) {
	limits := wazero.NewRuntimeConfig().WithMemoryLimitPages(256 << 4).WithCloseOnContextDone(true)
	guest, err := wazero.NewRuntimeWithConfig(ctx, limits).Instantiate(ctx, wasm)
	return Engine{guest}, err
}

// Call carries out `load`, `ask` or `review`. After an error the engine is over: start another.
func (e Engine) Call(verb string, request []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	at, err := e.guest.ExportedFunction("fitment_buf").Call(ctx, uint64(len(request)))
	if err != nil {
		return nil, err
	}
	if !e.guest.Memory().Write(uint32(at[0]), request) || at[0] == 0 {
		return nil, fmt.Errorf("found %d bytes, more than any verb reads", len(request))
	}
	place, err := e.guest.ExportedFunction("fitment_"+verb).Call(ctx, at[0], uint64(len(request)))
	if err != nil {
		return nil, err
	}
	answer, _ := e.guest.Memory().Read(uint32(place[0]>>32), uint32(place[0]))
	return bytes.Clone(answer), nil // what was read is the guest's until the next call
}

func main() {
	wasm, err := os.ReadFile(os.Args[1])
	check(err)
	engine, err := Start(context.Background(), wasm)
	check(err)
	if len(os.Args) > 2 {
		documents, err := os.ReadFile(os.Args[2])
		check(err)
		loaded, err := engine.Call("load", documents)
		check(err)
		if !bytes.Contains(loaded, []byte(`"outcome":"decided"`)) {
			log.Fatalf("the documents were refused: %s", loaded)
		}
	}
	questions := bufio.NewReader(os.Stdin)
	for question, end := questions.ReadBytes('\n'); end == nil; question, end = questions.ReadBytes('\n') {
		answer, err := engine.Call("ask", bytes.TrimSuffix(question, []byte{'\n'}))
		check(err)
		fmt.Printf("%s\n", answer)
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
