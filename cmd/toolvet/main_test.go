package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"os"
	"os/exec"
	"testing"

	"github.com/toolvet/toolvet/analyzer"
)

// The test binary is also the program, with a suite of fake rules: the go
// command runs it as a vet tool.
func TestMain(m *testing.M) {
	if os.Getenv("TOOLVET_TEST_RUN") == "" {
		os.Exit(m.Run())
	}
	a := &app{suite: fakeSuite, stdout: os.Stdout, stderr: os.Stderr}
	if os.Getenv("TOOLVET_TEST_SUITE") == "real" {
		a.suite = analyzer.New
	}
	if vetArgs(os.Args[1:]) {
		flag.CommandLine = flag.NewFlagSet(os.Args[0], flag.ExitOnError) // without those of tests
		os.Exit(a.vet(os.Args))
	}
	os.Exit(a.run(context.Background(), os.Args[1:]))
}

type output struct {
	code           int
	stdout, stderr string
}

// toolvet runs the program in a folder.
func toolvet(t *testing.T, dir string, args ...string) output {
	t.Helper()
	return execute(t, dir, executable(t), args...)
}

// goVet runs go vet with the program as its tool.
func goVet(t *testing.T, dir string, args ...string) output {
	t.Helper()
	return execute(t, dir, "go", append([]string{"vet", "-vettool=" + executable(t)}, args...)...)
}

func executable(t *testing.T) string {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return exe
}

func execute(t *testing.T, dir, name string, args ...string) output {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "TOOLVET_TEST_RUN=1", "PWD="+dir)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return output{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

func (got output) expect(t *testing.T, code int, stdout, stderr string) {
	t.Helper()
	if want := (output{code, stdout, stderr}); got != want {
		t.Errorf("got exit %d\nstdout:\n%s\nstderr:\n%s\nwant exit %d\nstdout:\n%s\nstderr:\n%s",
			got.code, got.stdout, got.stderr, want.code, want.stdout, want.stderr)
	}
}
