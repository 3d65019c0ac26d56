module github.com/firebase/genkit/go

go 1.26
