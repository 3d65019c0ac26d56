// Package nilresult defines an analyzer that looks for lists which reach the
// model as null.
//
// # Analyzer nilresult
//
// nilresult: report lists that are nil, and so null on the wire, in a successful answer
//
// encoding/json writes a nil slice or map as null. A model reads an empty list
// as "looked and found nothing"; null may as well mean that nobody looked, that
// the field is not supported, or that an error was dropped. A strict client
// refuses it where the schema says array.
//
// The rule reports a successful answer in which a list or map is nil on some
// way to it: a variable that is declared and only appended to, a literal that
// leaves the field out, a helper that returns nil beside a nil error.
//
// Wrong:
//
//	var hits []Note
//	for … { hits = append(hits, n) }
//	return nil, Output{Notes: hits}, nil
//
// Right:
//
//	hits := []Note{}
//
// Left alone are fields with omitempty, which are left out rather than null,
// answers beside an error, lists whose length has been tested, and lists of
// which it cannot be told.
package nilresult
