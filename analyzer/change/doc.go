// Package change tells which tools change something, and by what. It is the
// one place that the rules about changing tools ask.
//
// What a handler reaches counts most: the method of an HTTP request, the verb
// of an SQL statement, a write to a file, a store into state that outlives the
// call, a call of a client whose name begins with a verb that changes. Effects
// of functions in other packages are known through facts. A tool's name and its
// annotations decide only together with an effect, never alone.
package change
