// Package unknownoutcome defines an analyzer that looks for writes whose outcome
// is not known and is reported as known.
//
// # Analyzer unknownoutcome
//
// unknownoutcome: report a timeout or a lost reply after a write that is answered as a failure
//
// A deadline limits how long the caller waits; it says nothing about what the
// other side did. A model that reads "timed out, retry later" does it again,
// and the order is placed twice. One that reads "failed" tells the user
// something that may be false.
//
// The rule reports an answer of a changing tool, on a way where the error of a
// write was told to be a deadline, a cancellation or a broken connection, whose
// text or status says neither that the outcome is unknown nor how to find out.
//
// Wrong:
//
//	n, err := orders.Create(ctx, key, items)
//	if errors.Is(err, context.DeadlineExceeded) {
//		return nil, n, refuse("Creating the order timed out. Retry later.")
//	}
//
// Right:
//
//	return nil, Result{Status: "outcome_unknown", OperationID: op}, nil
//
// or a text such as "It is not known whether the order was created. Call
// get_order with the key … before anything else."
//
// Left alone are reads, errors that nothing identifies, and texts that send the
// model to look first or to repeat with the same key.
package unknownoutcome
