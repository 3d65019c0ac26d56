module google.golang.org/adk

go 1.26
