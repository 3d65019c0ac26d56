// Package faulttext defines an analyzer that looks for texts for faults that leave the model without a strategy.
//
// # Analyzer faulttext
//
// faulttext: report texts for faults that blame the call, tell a cause or give no strategy
//
// When the server could not serve a good call, the model can only make it again
// later or tell the user. A cause is nothing that it can use, and blame makes it
// change a call that was right.
//
// The rule reports messages, of failures that are known to be the server's, that
// say to check the call, name a cause or what an operator should do, or say
// neither to retry nor to tell the user.
//
// Wrong:
//
//	return nil, fault("Cannot reach the store; make sure it is running.")
//
// Right:
//
//	return nil, fault("The store cannot be read now; the request was fine. Retry later, and tell the user if it keeps failing.")
//
// Left alone are failures that may be the model's to correct, and texts in other
// languages.
package faulttext
